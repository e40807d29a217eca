"""The proofs about hidden information find what leaks, and what dealing again gets wrong."""

from __future__ import annotations

import numpy as np
import pytest

import ludwright
from ludwright import ir
from ludwright.conformance.case import TestedGame
from ludwright.conformance.finding import LOOK, WRONG, ProofFinding
from ludwright.conformance.forced import NOT_USED
from ludwright.conformance.hidden import Hidden
from ludwright.engine.desks import chance_of, position_of
from ludwright.hidden import Observation
from ludwright.play.match import Match

POCKETS = """game "Pockets"
players 2
cards card: each rank in 1..9
zone deck of card, holds all cards, face down, shuffled
zone heap of card
each player
  zone hand of card, seen by owner
var lamp = no
setup: deal 3 from deck to hand
turn: lay
action lay(c in my hand)
  move c to heap
end when heap.count is 6: draw
"""

LAMP = POCKETS.replace("  move c to heap\n", "  move c to heap\n  lamp = sum(x.rank for x in my hand) mod 3 is 1\n")
"""Everybody sees a lamp that depends on what one holds."""


COVERED = "zone heap of card, face down"
"""What is laid there nobody else hears."""


BOATS = """game "Boats"
players 2
board ring 3 of island, holds 6 boat
things boat (boats), copies 3 each player
  loaded = no
setup
  for b in boats: move b to islands[b.owner.number]
turn: one of sail, load
action sail(b in my boats, i in islands)
  when b.island is not i
  move b to i
action load(b in my boats)
  when not b.loaded
  b.loaded = yes
end when turn.number > 12: draw
"""


def found(text: str, games: int = 400) -> list[ProofFinding]:
    return list(Hidden(TestedGame(ludwright.load_text(text), games)).findings())


class Staring(Match):
    """Shows a seat the whole state."""

    def observe(self, seat: int) -> Observation:
        return Observation(seat, np.array(self.words, np.int32))


class Blind(Match):
    """Shows a seat nothing at all."""

    def observe(self, seat: int) -> Observation:
        return Observation(seat, np.zeros(1, np.int32))


class Peeking(Match):
    """Shows a seat one card that it can't know: the lowest of the deck."""

    def observe(self, seat: int) -> Observation:
        seen = super().observe(seat)
        arrays = self.game.rules.model.arrays
        lowest = self.words[arrays["bottom"]]
        extra = self.words[arrays["design"] + lowest] if lowest >= 0 else -1
        return Observation(seat, np.append(seen.words, np.int32(extra)), seen.options)


class Losing(Match):
    """Loses count of the deck while it deals again."""

    def determinize(self, seat: int, seed: int = 0) -> Match:
        other = super().determinize(seat, seed)
        words = other.numbers()
        words[self.game.rules.model.arrays["place"]] = -1
        return other.twin_of(words)


class Forging(Match):
    """Deals a card twice."""

    def determinize(self, seat: int, seed: int = 0) -> Match:
        other = super().determinize(seat, seed)
        base, words = self.game.rules.model.arrays["design"], other.numbers()
        words[base + 1] = words[base]
        return other.twin_of(words)


class Meddling(Match):
    """Changes the game itself while it deals again for a seat."""

    def determinize(self, seat: int, seed: int = 0) -> Match:
        words = self.numbers()
        words[ir.TURNS] += 1
        self._thaw(position_of(words, chance_of(self._frozen())))
        return super().determinize(seat, seed)


def test_a_sound_game_hides_what_is_hidden() -> None:
    proof = Hidden(TestedGame(ludwright.load_text(POCKETS), 400))
    assert list(proof.findings()) == []
    assert proof.games == 4
    assert proof.moves == 24


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (Staring, "dealt again, a position does not look the same to the seat"),
        (Blind, "two positions look the same to a seat and offer it different actions"),
        (Peeking, "a seat sees something of what it can't know"),
        (Losing, "dealt again, components are not where they should be"),
        (Forging, "dealt again, there are other cards than before"),
        (Meddling, "dealing again for a seat changes the game itself"),
    ],
)
def test_what_is_not_as_it_should_be_is_found(kind: type[Match], words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludwright.game.Match", kind)
    findings = found(POCKETS)
    assert words in [finding.words.partition(":")[0] for finding in findings]
    assert all(finding.severity == WRONG for finding in findings if finding.words.startswith(words))
    assert all(finding.game is not None for finding in findings)


def test_pieces_of_two_players_that_share_cells_look_like_what_they_may_do() -> None:
    """Of equal boats in one place the first sails, so which of them lies where makes a difference to the codes of options."""
    assert found(BOATS, 3000) == []


def test_what_a_seat_could_conclude_and_is_not_used_is_worth_a_look() -> None:
    findings = found(LAMP)
    assert [finding.severity for finding in findings] == [LOOK]
    assert findings[0].words.startswith(NOT_USED)
    assert "`lamp`" in findings[0].words


def test_what_was_answered_unheard_may_have_been_anything() -> None:
    assert found(POCKETS.replace("zone heap of card", COVERED)) == []


def test_what_shows_behind_an_unheard_answer_is_found() -> None:
    findings = found(LAMP.replace("zone heap of card", COVERED))
    assert [finding.severity for finding in findings] == [LOOK]
    assert "`lamp`" in findings[0].words


def test_comparisons_that_had_to_be_let_go_are_worth_a_look() -> None:
    compare = "  for i in 1..6\n    for j in 1..7 with j > i\n      if (top of row[i]).rank > (top of row[j]).rank: ups += 1\n"
    text = POCKETS.replace("var lamp = no", "zone row[1..7] of card, face down\nvar ups = 0 in 0..99")
    text = text.replace("1..9", "1..20").replace("  move c to heap\n", "  move c to heap\n" + compare)
    text = text.replace(
        "setup: deal 3 from deck to hand",
        "setup\n  deal 3 from deck to hand\n  for i in 1..7: draw 1 from deck to row[i]",
    )
    words = [finding.words for finding in found(text, 100) if finding.severity == LOOK]
    assert "more hidden cards are compared than players remember" in [told.partition(":")[0] for told in words]


def test_what_there_was_no_room_to_remember_is_reported() -> None:
    """Hands go back into the deck again and again, and each time somebody knew a card of it."""
    text = POCKETS.replace("  move c to heap\n", "  move c to deck\n  shuffle deck\n  draw 1 from deck to my hand\n")
    text = text.replace("zone heap of card\n", "").replace("heap.count is 6", "turn.number is 40")
    (finding,) = [f for f in found(text, games=100) if "shuffled together" in f.words]
    assert finding.severity == LOOK and "was let go" in finding.words

"""Information given and used, piles built together, forced moves, patterns: worked out by hand, and on a real game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import polars as pl
import pytest

import ludwright
from ludwright.metrics import measure
from ludwright.metrics.cooperation import forced_moves, information_given, information_used, piles_built_together
from ludwright.metrics.patterns import CASES, patterns
from ludwright.metrics.teamwork import HANDLED, HINTS
from tests.metrics.frames import decisions_of, games_of

TELL, PLAY, THROW = 1, 2, 3


def _hints(*rows: Sequence[Any]) -> pl.DataFrame:
    """Game, ply, giver, taker, card, bits."""
    return pl.DataFrame(list(rows), schema=HINTS, orient="row")


def _handled(*rows: Sequence[Any]) -> pl.DataFrame:
    """Game, ply, who, card, pile, whether it brought points."""
    return pl.DataFrame(list(rows), schema=HANDLED, orient="row")


# three turns of two players, then one more: 1 tells, 2 plays, 1 tells, 2 throws
GAME = decisions_of([[(1, TELL), (2, PLAY), (1, TELL), (2, THROW)], [(1, TELL), (2, PLAY, 1)]])


def test_known_answer_of_information_given() -> None:
    # real choices: 4 and 1, the last one being forced. Told at plies 0 and 2 of game 0, and at ply 0 of game 1: 3 of 5
    # bits: 2 + 1, then 1, then 1: 5 in three hints
    hints = _hints((0, 0, 1, 2, 7, 2.0), (0, 0, 1, 2, 8, 1.0), (0, 2, 1, 2, 9, 1.0), (1, 0, 1, 2, 7, 1.0))
    found = information_given(GAME, hints)
    assert found.value == pytest.approx(3 / 5)
    assert found.part("bits").value == pytest.approx(5 / 3)
    assert [(witness.game, witness.ply) for witness in found.witnesses] == [(0, 0), (0, 2), (1, 0)]


def test_known_answer_of_information_used() -> None:
    # ply 0: told of card 7, plays it and gains. Ply 2: told of card 8, but throws card 9. Game 1: told of 7, throws it away.
    # card 6 of ply 2 was hardly spoken of (a third of a bit) and does not count
    hints = _hints((0, 0, 1, 2, 7, 2.0), (0, 2, 1, 2, 8, 1.0), (0, 2, 1, 2, 6, 0.3), (1, 0, 1, 2, 7, 1.0))
    handled = _handled((0, 1, 2, 7, "red", True), (0, 3, 2, 6, "discard", False), (1, 1, 2, 7, "discard", False))
    found = information_used(GAME, hints, handled)
    assert found.value == pytest.approx(2 / 3)
    assert found.part("to gain").value == pytest.approx(1 / 3)


def test_a_hint_counts_only_if_its_taker_has_a_turn_left() -> None:
    last = decisions_of([[(1, TELL), (2, PLAY), (1, TELL)]])
    hints = _hints((0, 0, 1, 2, 7, 1.0), (0, 2, 1, 2, 8, 1.0))
    assert information_used(last, hints, _handled((0, 1, 2, 7, None, None))).value == 1.0
    assert not information_used(last, _hints((0, 2, 1, 2, 8, 1.0)), _handled()).known


def test_what_is_used_a_turn_later_was_not_used_at_once() -> None:
    hints = _hints((0, 0, 1, 2, 7, 1.0))
    assert information_used(GAME, hints, _handled((0, 3, 2, 7, None, True))).value == 0.0


def test_known_answer_of_piles_built_together() -> None:
    # red: 1, 2, 2, of which the second is another's than the one before: ½. Blue: 1, 2: 1. Together 2 of 3.
    # thrown cards bring nothing and do not count. Cards: 2 of player 1, 3 of player 2: 1 − (4 + 9) / 25 = 12/25
    # another goes on within two turns: after ply 0 (red, at ply 1), after ply 2 (blue, at ply 3): 2 of 5
    game = decisions_of([[(1, PLAY), (2, PLAY), (1, PLAY), (2, PLAY), (1, THROW), (2, PLAY)]])
    handled = _handled(
        (0, 0, 1, 1, "red", True), (0, 1, 2, 2, "red", True), (0, 2, 1, 3, "blue", True), (0, 3, 2, 4, "blue", True),
        (0, 4, 1, 5, "discard", False), (0, 5, 2, 6, "red", True),
    )  # fmt: skip
    found = piles_built_together(game, handled)
    assert found.value == pytest.approx(2 / 3)
    assert found.part("by chance").value == pytest.approx(12 / 25)
    assert found.part("within a round").value == pytest.approx(2 / 5)


def test_where_no_points_are_counted_all_cards_are_building() -> None:
    game = decisions_of([[(1, PLAY), (2, PLAY)]])
    assert piles_built_together(game, _handled((0, 0, 1, 1, "pile", None), (0, 1, 2, 2, "pile", None))).value == 1.0


def _kinds(decisions: Sequence[tuple[int, int, str]]) -> pl.DataFrame:
    """Who was asked, which question, and the first letters of what was open."""
    rows = [
        {"game": 0, "ply": ply, "actor": actor, "question": question, "options": len(kinds), "what": kind}
        for ply, (actor, question, kinds) in enumerate(decisions)
        for kind in kinds
    ]
    return pl.DataFrame(rows)


def test_known_answer_of_forced_moves() -> None:
    # four of six decisions have a single option, and two moves were forced without being recorded: 6 of 8
    # plies 1 (nothing gone), 2 (`t` gone), 3 (`p` gone, `t` back) follow another player; 4 the same player; 5 another question
    kinds = _kinds([(1, 0, "pt"), (2, 0, "pt"), (1, 0, "p"), (2, 0, "t"), (2, 0, "p"), (1, 7, "x")])
    found = forced_moves(kinds, games_of([{"moves": 8, "decisions": 6}]))
    assert found.value == pytest.approx(2 / 3)
    assert {part.name: part.value for part in found.parts} == pytest.approx(
        {"no p": 1 / 3, "no t": 1 / 3, "a single option": 6 / 8}
    )
    assert [witness.ply for witness in found.witnesses] == [2, 3]


def test_known_answer_of_patterns() -> None:
    rows = [
        ("a hint is used", 0, 1, 3, "for"), ("a hint is used", 0, 4, 4, "against"), ("a hint is used", 1, 2, 5, "for"),
        ("a hint is used", 1, 7, 9, "open"), ("a life is lost", 0, 0, 0, "open"),
    ]  # fmt: skip
    found = patterns(pl.DataFrame(rows, schema=CASES, orient="row"))
    assert found.part("a hint is used").value == pytest.approx(2 / 3)
    assert found.part("a hint is used").witnesses[0].ply == 3
    assert found.part("a life is lost").note == "it never came to that"


# ---------------------------------------------------------------- a real game

TINY = """
game "Tiny fireworks"
players 2, cooperative
cards card: each rank in 1..4, copies 2
zone deck of card, face down, holds all cards, shuffled
zone pile of card
each player
  zone hand of card, in order, seen by others
setup: deal 2 from deck to hand
play: turns until deck is empty
  one of put, tell
  draw 2 - my hand.count from deck to my hand
action put(c in my hand)
  move c to pile
action tell(p in others)
  when turn.number <= 2
  tell everyone whether c.rank <= 2 for c in p.hand
score: sum(c.rank for c in pile)
bot "talker"
  tell(p)
  put(c)
expect "a told card is put": at least 1% of cases
  after p does tell(q)
  then q does put(c)
  within 1 turn of q
"""


def test_a_team_is_followed_through_its_games() -> None:
    run = ludwright.playtest(ludwright.load_text(TINY), "talker", 5, seed=3)
    (found,) = measure(run, ["cooperation"])
    games = run.games.collect()
    told = found["information given"]
    # each tells once, at the first two turns; of two cards both are known to be low or high afterwards: one bit each
    assert told.value == pytest.approx(10 / games["decisions"].sum())
    assert told.part("bits").value == pytest.approx(2.0)
    # who was told first tells in turn; who was told second puts a card, of which it knows half
    assert found["information used"].value == pytest.approx(0.5)
    assert found["information used"].part("to gain").value == pytest.approx(0.5)
    # they put cards in turns
    assert found["piles built together"].value == 1.0
    assert found["patterns"].part("a told card is put").value == pytest.approx(0.5)
    # once a game, after the second turn
    forced = found["forced moves"].part("no tell")
    assert forced.value == pytest.approx(5 / (games["decisions"].sum() - 5))


def test_rivals_are_no_team() -> None:
    run = ludwright.playtest("tic_tac_toe", games=2, seed=1)
    (found,) = measure(run, ["information given", "forced moves"])
    assert found["information given"].note == found["forced moves"].note == "players do not win or lose together"

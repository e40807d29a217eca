"""One plan and many deals, as players that search use them: rightly distributed, always the same to the seat, and never outside their room."""

from __future__ import annotations

import random
from typing import Any, no_type_check

import numpy as np
import pytest

import ludwright
from ludwright.engine.kernel import kernel
from ludwright.engine.random import Stream, stream
from ludwright.game import Game
from ludwright.hidden.block import AT_URNS, CHAINED, FITTED, PLAIN, URN_KIND, URN_ROW, URNS
from ludwright.hidden.native import SCRATCH, deal, observation_hash, prepare
from ludwright.play.match import Match
from tests.bundled import bundled
from tests.hidden.every_deal import Everything, right, steps
from tests.hidden.hiding import HIDING
from tests.hidden.test_distribution import BACK, FIVE, FOLLOW, FOUR, HANDS, MIXED, TWINS
from tests.hidden.test_secret_answers import NIGHT, SEALED, opened

ANN, BEN, CID = 0, 1, 2


@no_type_check
def _plan(block, scratch, root, table, seat, streams):
    prepare(block, scratch, root, table, seat, streams, 0)


@no_type_check
def _next_deal(block, scratch, root, state, table, streams):
    state[:] = root
    return deal(block, scratch, state, table, streams, 0)


@no_type_check
def _deals_that_look_the_same(block, scratch, root, state, table, context, seat, streams, number):
    prepare(block, scratch, root, table, seat, streams, 0)
    goal, same = observation_hash(block, root, context, seat), 0
    for _ in range(number):
        state[:] = root
        deal(block, scratch, state, table, streams, 0)
        same += observation_hash(block, state, context, seat) == goal
    return same


plan, next_deal, deals_that_look_the_same = kernel(_plan), kernel(_next_deal), kernel(_deals_that_look_the_same)

GUARD = 64
"""Words behind the scratch room and the state that must stay as they are."""


class Planned:
    """Deals of a position for a seat, all from one plan."""

    def __init__(self, match: Match, seat: int, seed: int = 0) -> None:
        self.match = match
        self.block = match.game.knowledge.block
        self.scratch = np.full(self.block[SCRATCH] + GUARD, 7, np.int64)
        self.scratch[: self.block[SCRATCH]] = 0
        self.root = np.append(match.numbers(), np.full(GUARD, 7, np.int32))
        self.table = match.game.table.ctypes.data
        self.streams = np.array(stream(seed, seat, 5), np.uint64)
        plan(self.block, self.scratch, self.root, self.table, seat, self.streams)

    def deal(self) -> Match:
        state = np.empty_like(self.root)
        next_deal(self.block, self.scratch, self.root, state, self.table, self.streams)
        assert (self.scratch[-GUARD:] == 7).all()
        assert (state[-GUARD:] == 7).all()
        return self.match.twin_of(state[:-GUARD])

    def ways(self) -> set[int]:
        """In which ways the urns of the plan are dealt."""
        first = int(self.block[AT_URNS]) + URN_KIND
        return {int(self.scratch[first + URN_ROW * i]) for i in range(int(self.scratch[URNS]))}


def one_plan(match: Match, seat: int, seed: int) -> Match:
    """A redeal from a plan that is made once for a match."""
    plans = match.__dict__.setdefault("plans", {})
    if seat not in plans:
        plans[seat] = Planned(match, seat, seed)
    return plans[seat].deal()  # type: ignore[no-any-return]


TELL = "tell everyone whether c.rank is 1 for c in Ben.hand"
PAIRS = "cards card: each rank in 1..3, copies 2" + HANDS.replace("deal 1", "deal 2")
WORLDS = {
    "plain": (steps(TWINS), ANN, 0),
    "told": (steps(PAIRS, TELL).replace("seen by owner", "seen by others"), BEN, 1),
    "shuffled in again": (steps(FIVE, BACK.format("Ann")), ANN, 1),
    "shown and shuffled in": (steps(FIVE, "show Ann.hand to Ben", BACK.format("Ann")), BEN, 2),
    "told and shuffled in": (
        steps(FOUR, "tell everyone whether c.rank > 2 for c in Ann.hand", BACK.format("Ann")), CID, 2,
    ),
    "two shuffles": (steps(FOUR, BACK.format("Ann"), BACK.format("Ben")), CID, 2),
    "two kinds": (steps(MIXED), ANN, 0),
    "follow suit": (FOLLOW, ANN, 2),
}  # fmt: skip


@pytest.mark.parametrize("world", WORLDS)
def test_all_deals_of_a_plan_are_as_likely_as_they_should(world: str) -> None:
    text, seat, answers = WORLDS[world]
    everything = Everything(text, seat, answers)
    for history in everything.histories(1):
        assert len(everything.deals[history]) > 1
        assert everything.surprise(history, one_plan) < 6


@pytest.mark.parametrize(("text", "seat", "answers"), [(SEALED, CID, 2), (NIGHT, ANN, 1)])
def test_secret_answers_are_given_again_in_every_deal(text: str, seat: int, answers: int) -> None:
    everything = Everything(text, seat, answers, opened) if text is SEALED else Everything(text, seat, answers)
    for history in everything.histories(1):
        assert everything.surprise(history, one_plan) < 6


def same(match: Match, seat: int, number: int) -> int:
    """How many of so many deals of one plan look the same to the seat."""
    game, root = match.game, match.numbers()
    context = game.compiled.new_context(Stream(0, 1))
    game.compiled.legal(root, game.table, context)
    scratch = np.zeros(game.knowledge.block[SCRATCH], np.int64)
    streams = np.array(stream(1, seat, 1), np.uint64)
    return int(
        deals_that_look_the_same(
            game.knowledge.block, scratch, root, root.copy(), game.table.ctypes.data, context, seat, streams, number
        )
    )


@pytest.mark.parametrize("name", HIDING)
def test_every_deal_looks_the_same_to_the_seat(name: str) -> None:
    game = bundled(name)
    assert isinstance(game, Game)
    choose, match = random.Random(name), game.start(seed=2)
    for _ in range(40):
        seat = choose.choice([match.actor, choose.randrange(game.players)])
        assert same(match, seat or 0, 20) == 20
        if match.over:
            break
        match.apply(choose.choice(match.codes()))


MANY_TOLD = """game "Many told"
players 3 named Ann, Ben, Cid
cards card: each rank in 1..12, copies 2
zone deck of card, face down, holds all cards, shuffled
each player
  zone hand of card, in order, seen by others
setup: deal 8 from deck to hand
turn: one of go
action go
  tell everyone whether c.rank > 6 for c in my hand
  tell everyone whether c.rank is turn.number for c in my hand
end when turn.number is 9: draw
"""


def test_cards_are_shuffled_drawn_or_exchanged() -> None:
    """The more was told, the harder it is to deal; what comes out does not depend on the true cards in any of the three ways."""
    game, found = ludwright.load_text(MANY_TOLD, ask_forced=True), set()
    match = game.start(seed=3)
    for step in range(7):
        for seat in range(3):
            planned, other = Planned(match, seat), Planned(match.determinize(seat, step), seat)
            assert planned.ways() == other.ways()
            found |= planned.ways()
            for _ in range(5):
                assert planned.deal().words == other.deal().words
        match.apply("go")
    assert found >= {PLAIN, CHAINED}
    fitted: set[Any] = set()
    right_match = ludwright.load("fireworks").start(seed=1)
    for _ in range(6):
        hints = [option for option in right_match.legal() if option.action.startswith("tell")]
        right_match.apply((hints or right_match.legal())[0])
        fitted |= Planned(right_match, right_match.actor or 0).ways()
    assert FITTED in fitted


def test_much_told_is_dealt_rightly() -> None:
    """Where exchanges are needed, as likely as it should be: one card of a hand of which the high ones are known."""
    text = steps(
        "cards card: each rank in 1..6" + HANDS.replace("deal 1", "deal 2").replace("seen by owner", "face down"),
        "tell everyone whether c.rank > 2 for c in Ann.hand\ntell everyone whether c.rank > 3 for c in Ben.hand\n"
        "tell everyone whether c.rank is 1 for c in Cid.hand",
    )  # fmt: skip
    right(text, ANN, 1, most=2)

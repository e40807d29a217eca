"""The view of kernels is what an observation shows: two positions have the same view if and only if their observations are the same."""

from __future__ import annotations

import random
from typing import Any, no_type_check

import pytest

import ludwright
from ludwright.engine.kernel import kernel
from ludwright.engine.random import Stream
from ludwright.game import Game
from ludwright.hidden.native import observation_hash
from ludwright.play.match import Match
from tests.bundled import bundled
from tests.hidden.hiding import BUNDLED, HIDING

NAMES = [pytest.param(name, marks=() if name in HIDING else pytest.mark.slow) for name in BUNDLED]
"""All bundled games; where nothing is hidden, views are of less use."""


@no_type_check
def _look_once(block, state, context, seat):
    return observation_hash(block, state, context, seat)


look_once = kernel(_look_once)


def view(match: Match, seat: int) -> int:
    """The view of a seat, after its options have been listed."""
    game, state = match.game, match.numbers()
    context = game.compiled.new_context(Stream(0, 1))
    if not match.over:
        game.compiled.legal(state, game.table, context)
    return int(look_once(game.knowledge.block, state, context, seat))


class Views:
    """Views and observations of many positions of one game, and whether they tell the same positions apart."""

    def __init__(self) -> None:
        self._views: dict[Any, int] = {}
        self._observations: dict[int, Any] = {}

    def add(self, match: Match) -> None:
        for seat in range(match.game.players):
            observation = match.observe(seat)
            plain = match.game.observer.look_plainly(match._frozen(), seat)
            assert (observation.words == plain).all(), "machine code and Python observe otherwise"
            observed, seen = observation.key(), view(match, seat)
            assert self._views.setdefault(observed, seen) == seen, "the same observation, another view"
            assert self._observations.setdefault(seen, observed) == observed, "the same view, another observation"

    def __len__(self) -> int:
        return len(self._views)


def play(match: Match, choose: random.Random, moves: int, views: Views) -> None:
    """Look at a position after every move, and at what a seat thinks possible there."""
    for step in range(moves):
        views.add(match)
        if match.over:
            break
        views.add(match.determinize(choose.randrange(match.game.players), step))
        match.apply(choose.choice(match.codes()))


@pytest.mark.parametrize("name", NAMES)
def test_views_are_observations(name: str) -> None:
    game = bundled(name)
    assert isinstance(game, Game)
    choose, views = random.Random(name), Views()
    for number in range(4):
        play(game.start(seed=number % 3), choose, 6, views)
    assert len(views) > 3


MARKED = """game "Marked"
players 2 named Ann, Ben
cards card: each rank in 1..2, copies 3
  turned = no
zone deck of card, face down, holds all cards, shuffled
zone row of card
each player
  zone hand of card, seen by owner
  favourite: card
setup
  deal 2 from deck to hand
  draw 2 from deck to row
turn: one of favour, mark
action favour(c in my hand)
  my favourite = c
action mark(c in row)
  c.turned = not c.turned
end when turn.number is 9: draw
"""


def test_what_refers_to_cards_and_what_they_carry() -> None:
    """Cards that look alike are told apart by their order alone, in both."""
    game, views = ludwright.load_text(MARKED), Views()
    for number in range(40):
        play(game.start(seed=number % 3), random.Random(number), 9, views)
    assert len(views) > 100


def test_numbers_that_are_followed_are_not_seen() -> None:
    """Of hidden numbers only what somebody has in all of an indexed variable is in a view."""
    text = """game "Gifts"
players 2
enum sort: wood, ore
each player
  coins = 4 in 0..9, seen by owner
  goods[sort] = 2 in 0..9, seen by owner
turn
  me secretly chooses n from 0..2
    my coins -= n
  let found = random s in sorts
  my goods[found] += 1
end when turn.number is 9: draw
"""
    game, views = ludwright.load_text(text), Views()
    for number in range(2):
        play(game.start(seed=1), random.Random(number), 8, views)
    assert len(views) > 12

"""Whoever sees which way an `if` goes learns its test."""

from __future__ import annotations

import pytest

import ludwright
from ludwright import Match
from tests.hidden.every_deal import deal_of, right, steps

PEEK = """\
game "Peek"
players 2 named Anna, Ben
cards card: each rank in 1..5
zone deck of card, face down, holds all cards, shuffled
each player
  zone hand of card, seen by owner
var hits = 0 in 0..9
define held(p): top of p.hand
setup: deal 1 from deck to hand
turn: ask
action ask(n in 1..5)
  if {test}: hits += 1
end when turn.number > 6: draw
"""


def held(match: Match, seat: int) -> int:
    """The rank of the card in a hand."""
    model = match.game.rules.model
    hand = model.owned_zone(model.player, "hand")
    assert hand is not None
    return model.design_in(match.words, match.words[model.arrays["top"] + hand.place + seat]) + 1


@pytest.mark.parametrize("run", ["native", "twin"])
@pytest.mark.parametrize("test", ["(top of opponent.hand).rank > n", "held(opponent).rank > n"])
def test_both_ways_tell_something(test: str, run: str) -> None:
    game = ludwright.load_text(PEEK.format(test=test))
    ways = set()
    for number in range(12):
        match = game.start(seed=5, game=number, run=run)
        mine, true = held(match, 0), held(match, 1)
        match.apply("ask 2")
        fits = {rank for rank in range(1, 6) if (rank > 2) == (true > 2) and rank != mine}
        assert {held(match.determinize(0, seed), 1) for seed in range(60)} == fits
        ways.add(true > 2)
    assert ways == {True, False}


def test_a_test_of_two_hidden_cards_tells_whoever_knows_one_of_them() -> None:
    game = ludwright.load_text(PEEK.format(test="held(opponent).rank > held(me).rank"))
    match = game.start(seed=5)
    mine, true = held(match, 0), held(match, 1)
    match.apply("ask 2")
    fits = {rank for rank in range(1, 6) if rank != mine and (rank > mine) == (true > mine)}
    assert {held(match.determinize(0, seed), 1) for seed in range(60)} == fits


MUST = """\
game "Must"
players 2 named Anna, Ben
cards card: each rank in 1..5
zone deck of card, face down, holds all cards, shuffled
zone table of card
each player
  zone hand of card, seen by owner
setup: deal 2 from deck to hand
turn: play_card otherwise end game
action play_card(c in my hand)
  if able, c.rank is 5 when any x in my hand with x.rank is 4
  move c to table
end when turn.number > 4: draw
"""


def test_a_card_that_shows_its_own_duty_tells_of_the_rest() -> None:
    """Whoever plays the four could not play the five, as the four itself demanded it."""
    everything = right(MUST, 1, 1, most=6)
    model = everything.game.rules.model
    hand = model.owned_zone(model.player, "hand")
    assert hand is not None
    fours = [
        h for h, matches in everything.matches.items() if deal_of(matches[0], 1)[model.zones["table"].place] == (3,)
    ]
    assert fours
    for history in fours:
        assert all(4 not in deal[hand.place] for deal in everything.deals[history])
        assert everything.surprise(history) < 6


ROLES = """
cards role: each kind in 1..4
zone bag of role, face down, holds all roles, shuffled
var told = 0 in 0..9
each player
  zone secret_role of role, seen by owner
setup: deal 1 from bag to secret_role
define mine(p): (top of p.secret_role).kind
"""


def test_a_definition_in_a_condition_is_looked_through() -> None:
    """Whether it is about one card that lies face down or about two."""
    one, two = "if mine(Ben) is 2: told = 1", "if mine(Ben) > mine(Cid): told += 1"
    right(steps(ROLES, one, two), seat=0, answers=2)

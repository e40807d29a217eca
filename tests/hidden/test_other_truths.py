"""Cards that were shuffled again and again are dealt anew alike, whatever the truth is: where two positions look the same to a seat,
the same seed deals the same."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import ludwright
from ludwright.play.match import Match
from tests.hidden.every_deal import deal_of, steps

HANDS = """
zone deck of card, face down, holds all cards, shuffled
each player
  zone hand of card, in order, seen by owner
setup: deal 1 from deck to hand
"""
BACK = "move {0}.hand to deck\nshuffle deck\ndraw 1 from deck to {0}.hand"
SHUFFLES = [BACK.format(name) for name in ("Ann", "Ben", "Ann")]


def alike(match: Match, seat: int, truths: int = 5, seeds: int = 12) -> float:
    """In how many of all cases another truth, that looks the same to a seat, is dealt again just like this one."""
    found = [
        deal_of(other.determinize(seat, seed), seat) == deal_of(match.determinize(seat, seed), seat)
        for other in (match.determinize(seat, 1000 + truth) for truth in range(truths))
        for seed in range(seeds)
    ]
    return sum(found) / len(found)


@pytest.mark.parametrize(("cards", "times"), [("each rank in 1..6", 3), ("each rank in 1..3, copies 2", 2)])
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_after_several_shuffles(cards: str, times: int, seat: int) -> None:
    match = ludwright.load_text(steps(f"cards card: {cards}{HANDS}", *SHUFFLES), ask_forced=True).start(7)
    for _ in range(times):
        match.apply("go")
        assert alike(match, seat) == 1
    assert match.words[match.game.rules.model.arrays["ghosts"]] > 3


@pytest.mark.slow
@pytest.mark.parametrize(("name", "moves"), [("court", 14), ("outbreak", 30)])
def test_in_games_that_shuffle_what_was_seen(name: str, moves: int) -> None:
    game = ludwright.load(name, players=3)
    ghosts = game.rules.model.arrays["ghosts"]
    looked = 0
    for seed in range(40):
        match, choose = game.start(seed), random.Random(seed)
        while not match.over and match.moves < moves:
            match.apply(choose.choice(match.codes()))
        if not match.over and match.words[ghosts]:
            looked += 1
            assert alike(match, seed % 3, truths=3, seeds=4) == 1
        if looked == 3:
            return
    raise AssertionError("nothing was tangled: this shows nothing")


def test_after_many_shuffles_redeals_are_as_likely_whatever_the_truth() -> None:
    """Where so much was shuffled together that one seed no longer deals the same: hands of the other come as often, by the chi-square of both counts."""
    match, choose, times = ludwright.load("court", players=3).start(2), random.Random(2), 2000
    for _ in range(choose.randrange(1, 16)):
        match.apply(choose.choice(match.codes()))
    other = match.determinize(0, 77)
    assert alike(match, 0, truths=1) < 1, "one seed deals the same: this shows nothing"
    one, two = (
        Counter(tuple(sorted(deal_of(truth.determinize(0, seed), 0)[2])) for seed in range(times))
        for truth in (match, other)
    )
    hands = [hand for hand in one.keys() | two.keys() if one[hand] + two[hand] >= 10]
    assert len(hands) > 10
    chi_square = sum((one[hand] - two[hand]) ** 2 / (one[hand] + two[hand]) for hand in hands)
    assert chi_square < len(hands) + 6 * (2 * len(hands)) ** 0.5

"""Card games against exact values: Kuhn's published one, and Blackjack's worked out here from the deck alone."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import sqrt

import pytest

import ludwright
from ludwright.engine.random import Stream, stream

Chances = dict[str, Fraction]

# ---------------------------------------------------------------- Kuhn poker


def deal_of(seed: int) -> tuple[int, int]:
    """The two cards dealt, told from the stream the deck of three is shuffled with, from the top."""
    chance, deck = Stream(*stream(seed, 0, 0)), [1, 2, 3]
    for last in (2, 1):
        other = chance.below(last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    return deck[2], deck[1]


def first_seat(card: int, bluff: Fraction) -> tuple[Fraction, Fraction]:
    """How often Kuhn's first player bets, and how often he calls after checking; 1 is the lowest card."""
    return {1: (bluff, Fraction(0)), 2: (Fraction(0), bluff + Fraction(1, 3)), 3: (3 * bluff, Fraction(1))}[card]


def second_seat(card: int) -> tuple[Fraction, Fraction]:
    """How often Kuhn's second player bets after a check, and how often he calls a bet."""
    return {
        1: (Fraction(1, 3), Fraction(0)),
        2: (Fraction(0), Fraction(1, 3)),
        3: (Fraction(1), Fraction(1)),
    }[card]


def value(match: ludwright.Match, cards: tuple[int, int], bluff: Fraction) -> Fraction:
    """What the first seat gets on average when both play Kuhn's solution."""
    if match.over:
        scores = match.scores()
        assert scores is not None
        assert sum(scores) == 0
        return Fraction(scores[0])
    seat = match.actor
    assert seat is not None
    bet, call = first_seat(cards[0], bluff) if seat == 0 else second_seat(cards[1])
    chances: Chances = {"bet": bet, "check": 1 - bet, "call": call, "fold": 1 - call}
    total = Fraction(0)
    for option in match.legal():
        after = match.copy()
        after.apply(option)
        total += chances[option.action] * value(after, cards, bluff)
    return total


@pytest.mark.parametrize("bluff", [Fraction(0), Fraction(1, 5), Fraction(1, 3)])
def test_kuhn_poker_is_worth_minus_one_eighteenth_to_the_first_player(bluff: Fraction) -> None:
    game = ludwright.load("kuhn_poker")
    seeds = {deal_of(seed): seed for seed in range(100)}
    assert len(seeds) == 6
    values = [value(game.start(seed=seed), cards, bluff) for cards, seed in seeds.items()]
    assert sum(values) / 6 == Fraction(-1, 18)


# ---------------------------------------------------------------- Blackjack

Deck = tuple[int, ...]
"""How many are left of each value, aces first."""
FULL: Deck = (4, 4, 4, 4, 4, 4, 4, 4, 4, 16)


def total(low: int, ace: bool) -> int:
    """The best count of cards that add up to ``low`` when an ace counts 1."""
    return low + 10 if ace and low <= 11 else low


def draws(deck: Deck) -> list[tuple[int, float, Deck]]:
    """Every value that may come, how likely, and the deck after it."""
    size = sum(deck)
    return [(place + 1, n / size, (*deck[:place], n - 1, *deck[place + 1 :])) for place, n in enumerate(deck) if n]


@cache
def dealer_gives(deck: Deck, low: int, ace: bool, mine: int) -> float:
    """What one who stands with ``mine`` gets on average from a dealer who has so much."""
    theirs = total(low, ace)
    if theirs >= 17:
        return 1.0 if theirs > 21 else float((mine > theirs) - (mine < theirs))
    return sum(chance * dealer_gives(after, low + card, ace or card == 1, mine) for card, chance, after in draws(deck))


def value_of_standing() -> float:
    """What a player gets who never takes a card, a bet of 2, naturals paid 3."""
    found = 0.0
    for first, chance_1, deck_1 in draws(FULL):
        for second, chance_2, deck_2 in draws(deck_1):
            mine = total(first + second, 1 in (first, second))
            for up, chance_3, deck_3 in draws(deck_2):
                for hole, chance_4, deck_4 in draws(deck_3):
                    natural = total(up + hole, 1 in (up, hole)) == 21
                    if mine == 21 or natural:
                        gain = 0.0 if mine == 21 and natural else 3.0 if mine == 21 else -2.0
                    else:
                        gain = 2 * dealer_gives(deck_4, up + hole, 1 in (up, hole), mine)
                    found += chance_1 * chance_2 * chance_3 * chance_4 * gain
    return found


def test_blackjack_pays_who_always_stands_what_the_deck_says() -> None:
    exact = value_of_standing()
    game, games = ludwright.load("blackjack"), 8_000
    gains = []
    for number in range(games):
        match = game.start(seed=3, game=number)
        if not match.over:
            assert [option.action for option in match.legal()] == ["stop", "hit"]
            match.apply("stop")
        assert match.over
        gains.append(match.returns()[0])
    mean = sum(gains) / games
    spread = sqrt(sum((gain - mean) ** 2 for gain in gains) / games)
    assert set(gains) == {-2.0, 0.0, 2.0, 3.0}
    assert abs(mean - exact) < 4 * spread / sqrt(games)

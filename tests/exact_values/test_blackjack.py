"""Blackjack with one deck: the dealer's totals and the value of fixed strategies, by dealing every deck there is.

Known from the literature: a dealer who stands on every 17 busts in 28% of the deals, and who plays like the dealer loses five to six
hundredths of the stake a deal (Thorp, Beat the Dealer, 1962; Griffin, The Theory of Blackjack, 1979).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

import ludwright
from ludwright.game import GAMES
from tests.exact_values.interval import mean_agrees, share_agrees

Deck = tuple[int, ...]
"""How many cards are left of each value from ace to ten."""
FULL: Deck = (4,) * 9 + (16,)


def without(deck: Deck, value: int) -> Deck:
    return (*deck[: value - 1], deck[value - 1] - 1, *deck[value:])


def best(low: int, ace: bool) -> int:
    """The total of a hand, an ace counting 11 where that helps."""
    return low + 10 if ace and low <= 11 else low


def cards(deck: Deck) -> Iterator[tuple[int, float, Deck]]:
    """Every value the next card can have, its chance, and what is left."""
    size = sum(deck)
    for value, count in enumerate(deck, 1):
        if count:
            yield value, count / size, without(deck, value)


@cache
def drawn(deck: Deck, low: int, ace: bool, stands: int) -> dict[int, float]:
    """The chances of the dealer's last totals (22: bust), who has so much already."""
    now = best(low, ace)
    if now >= stands:
        return {min(now, 22): 1.0}
    found: dict[int, float] = {}
    for value, chance, left in cards(deck):
        for last, likely in drawn(left, low + value, ace or value == 1, stands).items():
            found[last] = found.get(last, 0.0) + chance * likely
    return found


def dealt(deck: Deck) -> Iterator[tuple[int, bool, float, Deck]]:
    """Two cards: their low sum, whether an ace is among them, the chance, and the deck afterwards."""
    for one, chance, left in cards(deck):
        for two, likely, rest in cards(left):
            yield one + two, 1 in (one, two), chance * likely, rest


@cache
def after_standing(deck: Deck, total: int) -> float:
    """The mean gain of who stands on a total, before the dealer's first two cards are dealt, unless these are 21 at once."""
    gain = 0.0
    for low, ace, chance, left in dealt(deck):
        if best(low, ace) == 21:
            continue  # counted where the hands are dealt
        for theirs, likely in drawn(left, low, ace, 17).items():
            gain += chance * likely * ((total > theirs) - (total < theirs) if theirs <= 21 else 1)
    return gain


def natural_21(deck: Deck) -> float:
    """The chance that the dealer's first two cards are 21."""
    return sum(chance for low, ace, chance, _ in dealt(deck) if best(low, ace) == 21)


def value(stands: int) -> float:
    """The mean gain for a stake of 1 of who draws up to ``stands``; the dealer's two cards may be dealt last, as nobody sees them."""

    @cache
    def played(deck: Deck, low: int, ace: bool) -> float:
        now = best(low, ace)
        if now > 21:
            # the dealer does not draw, but a 21 at once would have ended the deal before
            return -(1 - natural_21(deck))
        if now >= stands:
            return after_standing(deck, now)
        return sum(chance * played(left, low + card, ace or card == 1) for card, chance, left in cards(deck))

    gain = 0.0
    for low, ace, chance, left in dealt(FULL):
        if best(low, ace) == 21:
            gain += chance * 1.5 * (1 - natural_21(left))
        else:
            gain += chance * (played(left, low, ace) - natural_21(left))
    return gain


STRATEGIES = {"never hit": 2, "never bust": 12, "like the dealer": 17}
TEXT = (GAMES / "blackjack.game").read_text(encoding="utf-8") + "".join(
    f'\nbot "{name}"\n  hit when total(hand) < {stands}\n  stop\n' for name, stands in STRATEGIES.items()
)


@pytest.mark.parametrize("name", STRATEGIES)
def test_a_fixed_strategy_gains_what_it_should(name: str) -> None:
    exact, games = value(STRATEGIES[name]), 400_000
    result = ludwright.simulate(ludwright.load_text(TEXT), games, seed=17, threads=1, agents=name)
    assert result.faulted == 0
    # a stake of 2; no gain lies outside -1 to 1.5 times the stake
    assert mean_agrees(result.mean_returns[0] / 2, games, exact, 1.0)
    if name == "like the dealer":
        assert -0.06 < exact < -0.05


def test_the_dealer_ends_on_every_total_as_often_as_he_should() -> None:
    found: dict[int, float] = {}
    for low, ace, chance, left in dealt(FULL):
        for last, likely in drawn(left, low, ace, 17).items():
            found[last] = found.get(last, 0.0) + chance * likely
    assert sum(found.values()) == pytest.approx(1)
    assert round(found[22], 2) == 0.28
    # with `natural_bonus=no` nothing ends before the dealer has drawn, if the player stands at once
    asked = TEXT.replace("score: gain", "param last = 17\nscore: 1 if min(22, total(dealers)) is last else 0")
    assert asked != TEXT
    for last, exact in found.items():
        game, games = ludwright.load_text(asked, params={"natural_bonus": 0, "last": last}), 50_000
        hits = ludwright.simulate(game, games, seed=19, threads=1, agents="never hit").mean_returns[0] * games
        assert share_agrees(hits, games, exact), last

"""Games in which nothing is hidden, or nobody else plays, are solved as well."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest

import ludwright
from ludwright.equilibria import EquilibriumError, goal_of, grow, judge
from ludwright.game import GAMES

Deck = tuple[int, ...]
"""How many cards are left of 5, 6, 7 and 8."""
RANKS = (5, 6, 7, 8)
SMALL_BLACKJACK = (
    (GAMES / "blackjack.game")
    .read_text(encoding="utf-8")
    .replace("enum suit: clubs, diamonds, hearts, spades\n", "")
    .replace("each suit, each rank in 1..13, copies decks", "each rank in 5..8, copies 2")
)


@pytest.mark.slow
def test_tic_tac_toe_is_a_draw() -> None:
    found = ludwright.equilibrium(ludwright.load("tic_tac_toe"), 60)
    assert found.values == pytest.approx([0, 0], abs=0.02)
    assert found.exploitability < 0.01
    assert found.tree.ends == 255_168


def test_taking_one_to_three_is_won_by_who_leaves_a_multiple_of_four() -> None:
    first = ludwright.equilibrium(ludwright.load_text(TAKE), 300)
    second = ludwright.equilibrium(ludwright.load_text(TAKE.replace("heap = 7", "heap = 8")), 300)
    assert first.values == pytest.approx([1, -1], abs=0.01)
    assert second.values == pytest.approx([-1, 1], abs=0.01)


TAKE = """game "Take away"
players 2
var heap = 7 in 0..20
turn: take
action take(n in 1..3)
  when n <= heap
  heap -= n
end when heap is 0: me wins
"""


def test_rock_paper_scissors_is_played_evenly() -> None:
    found = ludwright.equilibrium(ludwright.load_text(ROSHAMBO), 2000)
    assert found.values == pytest.approx([0, 0], abs=0.001)
    assert found.strategy == pytest.approx([1 / 3] * 6, abs=0.01)
    assert len(found.tree.situations) == 2  # the second does not know what the first chose


ROSHAMBO = """game "Rock paper scissors"
players 2 named Ann, Ben
enum sign: rock, paper, scissors
play
  at once, each p in players
    p chooses hand from signs
  then
    let lead = (hand[Ann].number - hand[Ben].number + 3) mod 3
    if lead is 1: Ann wins
    else if lead is 2: Ben wins
    else: draw
"""


def cards(deck: Deck) -> Iterator[tuple[int, float, Deck]]:
    for i, left in enumerate(deck):
        if left:
            yield RANKS[i], left / sum(deck), (*deck[:i], left - 1, *deck[i + 1 :])


@cache
def stand(deck: Deck, mine: int, theirs: int) -> float:
    """The mean gain when the dealer draws up to 17."""
    if theirs >= 17:
        return 1.0 if theirs > 21 or mine > theirs else -1.0 if mine < theirs else 0.0
    return sum(chance * stand(rest, mine, theirs + card) for card, chance, rest in cards(deck))


@cache
def hidden(deck: Deck, mine: int, shown: int) -> float:
    """The same before the dealer's second card is known."""
    return sum(chance * stand(rest, mine, shown + card) for card, chance, rest in cards(deck))


@cache
def best(deck: Deck, mine: int, shown: int) -> float:
    """The best mean gain of who has that total and sees one card of the dealer's. The dealer's other card may be dealt last."""
    if mine > 21:
        return -1.0
    hit = sum(chance * best(rest, mine + card, shown) for card, chance, rest in cards(deck))
    return max(hit, hidden(deck, mine, shown))


def test_blackjack_with_eight_cards_is_worth_what_it_should_be() -> None:
    exact = sum(
        a * b * c * best(deck, one + two, shown)
        for one, a, first in cards((2, 2, 2, 2))
        for two, b, second in cards(first)
        for shown, c, deck in cards(second)
    )
    found = ludwright.equilibrium(ludwright.load_text(SMALL_BLACKJACK), limit=500_000)
    assert found.values[0] == pytest.approx(2 * exact, abs=1e-9)  # the stake is 2
    assert found.certain
    assert found.exploitability == pytest.approx(0, abs=1e-9)


def test_playing_for_a_score_needs_scores() -> None:
    tree = grow(ludwright.load_text(TAKE))
    with pytest.raises(EquilibriumError, match="has no scores"):
        goal_of(tree, "score")
    with pytest.raises(EquilibriumError, match="no playing for `glory`"):
        goal_of(tree, "glory")
    assert judge(tree, goal_of(tree), tree.uniform()).values[0] == pytest.approx(
        -judge(tree, goal_of(tree), tree.uniform()).values[1]
    )

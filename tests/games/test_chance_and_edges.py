"""Games with words on their dice, and one on the connections of a graph, against what was worked out by other means."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import numpy as np

import ludwright


def test_crown_and_anchor_costs_what_three_dice_say() -> None:
    hits = [Fraction(5**3, 6**3), Fraction(3 * 5**2, 6**3), Fraction(3 * 5, 6**3), Fraction(1, 6**3)]
    a_bet = sum(hits[n] * (n or -1) for n in range(4))
    assert a_bet == Fraction(-17, 216)
    expected = 30 + 10 * Fraction(6, 7) * a_bet  # a random player bets six times out of seven
    result = ludwright.simulate("crown_and_anchor", games=20_000, seed=5, keep=True)
    assert result.returns is not None
    spread = np.std(result.returns) / np.sqrt(len(result.returns))
    assert abs(result.returns.mean() - float(expected)) < 4 * spread


def test_sixteen_play_crown_and_anchor() -> None:
    result = ludwright.simulate(ludwright.load("crown_and_anchor", players=16), games=50, seed=1)
    assert result.games == 50 and len(result.seats) == 16


def test_the_top_of_put_and_take_falls_on_each_side_alike() -> None:
    game = ludwright.load("put_and_take", players=3)
    seen: dict[object, int] = {}
    for seed in range(400):
        match = game.start(seed)
        match.apply("twirl 2")
        seen[match["pot"]] = seen.get(match["pot"], 0) + 1
    # nothing leaves three; half of three, rounded up, leaves one; put makes five; all of it leaves none, and everybody puts one in again
    assert set(seen) == {3, 1, 5}
    assert 150 < seen[3] < 250 and 60 < seen[1] < 140 and 60 < seen[5] < 140


WIRES = [(0, 1), (0, 2), (1, 2), (1, 3), (2, 3)]
"""From start (0) by upper (1) and lower (2) to the end (3): the bridge of Wheatstone."""


def reaches(wires: frozenset[int]) -> bool:
    found = {0}
    for _ in WIRES:
        found |= {b for w in wires for a, b in (WIRES[w], WIRES[w][::-1]) if a in found}
    return 3 in found


@cache
def lines(cut: frozenset[int], shorted: frozenset[int], cuts: bool) -> tuple[int, int, bool]:
    """How many games Cut wins, how many Short, and whether Short wins if both play well."""
    if reaches(shorted):
        return 0, 1, True
    if not reaches(frozenset(range(5)) - cut):
        return 1, 0, False
    free = sorted(set(range(5)) - cut - shorted)
    after = [lines(cut | {w}, shorted, False) if cuts else lines(cut, shorted | {w}, True) for w in free]
    best = all(short for _, _, short in after) if cuts else any(short for _, _, short in after)
    return sum(a for a, _, _ in after), sum(b for _, b, _ in after), best


def test_switching_has_as_many_games_as_counted_by_hand() -> None:
    def ours(match: ludwright.Match) -> tuple[int, int]:
        if match.over:
            return (1, 0) if match.returns()[0] > 0 else (0, 1)
        found = (0, 0)
        for code in match.codes():
            after = match.copy()
            after.apply(code)
            cut, short = ours(after)
            found = found[0] + cut, found[1] + short
        return found

    nothing = frozenset[int]()
    cut, short, short_wins = lines(nothing, nothing, True)
    assert ours(ludwright.load("switching", ask_forced=True).start(1)) == (cut, short)
    # With one more wire from start to end there would be two trees without a common wire that join all places: whoever begins wins (Lehman)
    assert not short_wins and lines(nothing, nothing, False)[2]

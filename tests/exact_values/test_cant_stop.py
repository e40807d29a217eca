"""Can't Stop: how often one can go on, against all 1,296 throws. Known: with runners on 6, 7 and 8 in 92.0% of them, on 2, 3 and 12 in 43.8%."""

from __future__ import annotations

import random
from itertools import combinations, product

import pytest

import ludwright
from ludwright.game import GAMES
from tests.exact_values.interval import share_agrees

THROWS = list(product(range(1, 7), repeat=4))
COLUMNS = list(combinations(range(2, 13), 3))


def sums(throw: tuple[int, ...]) -> set[int]:
    """What two of the four dice can make."""
    return {a + b for a, b in combinations(throw, 2)}


def goes_on(columns: tuple[int, ...]) -> float:
    """The chance that a throw moves one of three runners."""
    return sum(not sums(throw).isdisjoint(columns) for throw in THROWS) / len(THROWS)


ONE_THROW = (GAMES / "cant_stop.game").read_text(encoding="utf-8")
BEFORE = """turn
  throw
  any number of throw
"""
assert BEFORE in ONE_THROW
ONE_THROW = "param low = 6 in 2..12\nparam middle = 7 in 2..12\nparam high = 8 in 2..12\n" + ONE_THROW.replace(
    BEFORE,
    """turn
  runner[low] = 1
  runner[middle] = 1
  runner[high] = 1
  throw
  me wins
""",
)
ONE_THROW += "end after turn when turn.number is 1: draw\n"  # bust


def test_the_published_chances_are_those_of_all_throws() -> None:
    assert f"{goes_on((6, 7, 8)):.1%}" == "92.0%"
    assert f"{goes_on((2, 3, 12)):.1%}" == "43.8%"
    assert max(goes_on(columns) for columns in COLUMNS) == goes_on((6, 7, 8))


def goes_on_in_play(columns: tuple[int, ...]) -> None:
    games = 20_000
    params = dict(zip(("low", "middle", "high"), columns, strict=True))
    result = ludwright.simulate(ludwright.load_text(ONE_THROW, params=params), games, seed=3, threads=1)
    assert result.faulted == 0
    assert share_agrees(result.wins[0], games, goes_on(columns)), columns


def test_three_runners_go_on_as_often_as_they_should() -> None:
    for columns in [*COLUMNS[::16], (6, 7, 8), (2, 3, 12)]:
        goes_on_in_play(columns)


@pytest.mark.slow
def test_any_three_runners_go_on_as_often_as_they_should() -> None:
    for columns in COLUMNS:
        goes_on_in_play(columns)


WATCHED = [f"tray[{i}].face" for i in range(1, 5)] + [
    formula.format(n) for n in range(2, 13) for formula in ("runner[{}]", "1 if won[{}] is none else 0")
]


def pairings(seen: dict[str, list[float]]) -> set[str]:
    """Which partners the first die may have: one of the two sums moves or sets a runner."""
    dice = [int(seen[f"tray[{i}].face"][0]) for i in range(1, 5)]
    at = {n: int(seen[f"runner[{n}]"][0]) for n in range(2, 13)}
    free = sum(height > 0 for height in at.values()) < 3

    def open_to(n: int) -> bool:
        length = {2: 3, 12: 3, 3: 5, 11: 5, 4: 7, 10: 7, 5: 9, 9: 9, 6: 11, 8: 11, 7: 13}[n]
        return seen[f"1 if won[{n}] is none else 0"] == [1] and at[n] < length and (at[n] > 0 or free)

    return {
        f"pair {partner}"
        for partner in (2, 3, 4)
        if open_to(dice[0] + dice[partner - 1]) or open_to(sum(dice) - dice[0] - dice[partner - 1])
    }


def test_the_offered_pairs_are_those_that_move_a_runner() -> None:
    text = (GAMES / "cant_stop.game").read_text(encoding="utf-8")
    tracks = "".join(f'track "{formula}": {formula}\n' for formula in WATCHED)
    game = ludwright.load_text(text + tracks, ask_forced=True)
    compared = 0
    for number in range(10):
        match, choose = game.start(seed=2, game=number), random.Random(number)
        while not match.over:
            options = match.legal()
            if options[0].action == "pair":
                assert {option.words for option in options} == pairings(match.tracked())
                compared += 1
            match.apply(choose.choice(options))
    assert compared > 500

"""Intervals hold the truth as often as they promise: 95 of 100 times, on games whose exact values are counted out, with three players and shared wins."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest

import ludwright
from ludwright.findings import plays_of
from ludwright.findings.skill import share_of

TIMES = 1_000
"""So often each command is asked, with another seed."""
LEAST, MOST = 0.93, 0.97

THROWS = """game "Three throws"
players 3
param faces = 4 in 4..6
each player
  points = 0 in 0..6
play: turns once: one of small, big, tiny
action tiny
  my points = roll d2
action small
  my points = roll d3
action big
  if faces is 4: my points = roll d4
  else: my points = roll d6
score(p): p.points
winner: highest score
bot "large"
  big
bot "little"
  small
bot "least"
  tiny
"""


@pytest.fixture(scope="module")
def throws(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("throws") / "throws.game"
    path.write_text(THROWS)
    return path


def exact(*faces: int) -> list[float]:
    """What part of the wins goes to dice with so many faces, counted out: the highest wins, equals share it."""
    parts = [0.0] * len(faces)
    for thrown in product(*(range(1, count + 1) for count in faces)):
        best = [seat for seat, points in enumerate(thrown) if points == max(thrown)]
        for seat in best:
            parts[seat] += 1 / len(best)
    return [part / sum(parts) for part in parts]


def ahead(one: int, other: int, third: int) -> float:
    """How often one die wins and another does not; half where both do, or neither."""
    points = [
        0.5 + ((a == max(a, b, c)) - (b == max(a, b, c))) / 2
        for a, b, c in product(range(1, one + 1), range(1, other + 1), range(1, third + 1))
    ]
    return sum(points) / len(points)


def test_the_reference_is_right_where_it_is_done_by_hand() -> None:
    # two coins, 1 or 2: equal in two of four throws
    assert exact(2, 2) == [0.5, 0.5]
    # d2 against d1: a 2 wins, a 1 is shared
    assert exact(2, 1) == [0.75, 0.25]
    # d2 against d1 and d1: 2 wins, 1 is level for all
    assert ahead(2, 1, 1) == 0.75


def coverage(interval: Callable[[int], tuple[float, float]], truth: float) -> float:
    """How often an interval holds the truth."""
    ends = (interval(seed) for seed in range(TIMES))
    return sum(low <= truth <= high for low, high in ends) / TIMES


@pytest.mark.slow
def test_simulate(throws: Path) -> None:
    game = ludwright.load(throws)
    seats = ["large", "little", "little"]

    def interval(seed: int, seat: int = 0) -> tuple[float, float]:
        return ludwright.simulate(game, 150, seed=seed, agents=seats, threads=1).win_interval(seat)

    for seat in (0, 2):
        assert LEAST <= coverage(lambda seed, seat=seat: interval(seed, seat), exact(4, 3, 3)[seat]) <= MOST  # type: ignore[misc]


@pytest.mark.slow
def test_compare(throws: Path) -> None:
    truth = exact(6, 3, 3)[0] - exact(4, 3, 3)[0]

    def interval(seed: int) -> tuple[float, float]:
        found = ludwright.compare(
            throws, b_params={"faces": 6}, games=150, agents="large,little,little", seatings="fixed", metrics=["seat shares"], seed=seed, threads=1,
        )  # fmt: skip
        low, high = found.as_json()["differences"][0]["interval"]
        return low, high

    assert LEAST <= coverage(interval, truth) <= MOST


@pytest.mark.slow
def test_expect(throws: Path) -> None:
    # every seat is everybody's once, whoever is named first
    truth = sum(exact(4, 3, 2)[seat] for seat in range(3)) / 3

    def interval(seed: int) -> tuple[float, float]:
        asked = ludwright.expect(
            throws, "first player wins 10..90%", agents="large,little,least", games=150, seed=seed, threads=1
        )
        verdict = asked.verdicts[0]
        assert verdict.low is not None and verdict.high is not None
        return verdict.low, verdict.high

    assert LEAST <= coverage(interval, truth) <= MOST


@pytest.mark.slow
def test_tournament(throws: Path) -> None:
    game = ludwright.load(throws)
    truth = ahead(4, 3, 2)

    def interval(seed: int) -> tuple[float, float]:
        found = ludwright.tournament(game, ["large", "little", "least"], 150, seed=seed, threads=1)
        one = next(one for one in found.comparisons if {one.one, one.other} == {"large", "little"})
        low, high = one.share.interval()
        return (low, high) if one.one == "large" else (1 - high, 1 - low)

    assert LEAST <= coverage(interval, truth) <= MOST


@pytest.mark.slow
def test_power(throws: Path) -> None:
    game = ludwright.load(throws)
    # barred from `big`, the large bot falls back on any of the other two
    without = (exact(3, 4, 4)[0] + exact(2, 4, 4)[0]) / 2
    truth = 1 / 3 - without

    def interval(seed: int) -> tuple[float, float]:
        found = ludwright.power(game, "large", 100, seed, what="actions", only="big", threads=1)
        figure = found.looks[0].worth
        assert figure.low is not None and figure.high is not None
        return figure.low, figure.high

    assert LEAST <= coverage(interval, truth) <= MOST


@pytest.mark.slow
def test_share_of_an_agent(throws: Path) -> None:
    # alone against two others, in every seat on the same deals: a deal, not a game, is one observation
    truth = exact(4, 3, 3)[0]

    def interval(seed: int) -> tuple[float, float]:
        run = ludwright.playtest(throws, ["large", "little", "little"], 150, seed=seed, threads=1)
        (play,) = plays_of(run)
        figure = share_of(play, play.agents[0])
        assert figure.low is not None and figure.high is not None
        return figure.low, figure.high

    assert LEAST <= coverage(interval, truth) <= MOST

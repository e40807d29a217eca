"""The rules of the search, on games that are a formula: nothing is played, so every figure is known."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, cast

import pytest

from ludwright.balancing.budget import Budget
from ludwright.balancing.knobs import PARAM, Knob
from ludwright.balancing.readings import Reading
from ludwright.balancing.search import LIKELY, MET, MISSED, Search
from ludwright.balancing.trying import Laboratory
from ludwright.balancing.versions import Version, version_of

Figure = Callable[[dict[str, int], int], float]
"""The figure of a version on some seed."""


@dataclass
class Formula:
    """Stands for a laboratory: one figure with an error, on each side, of one in fifty for 100 games."""

    figure: Figure
    wish: tuple[float, float]
    share: bool
    tables: list[Any] = field(default_factory=lambda: [None])
    targets: list[Any] = field(default_factory=list)
    known: dict[Any, Any] = field(default_factory=dict)
    pace: dict[int, float] = field(default_factory=dict)
    fixed: dict[bool, float] = field(default_factory=lambda: {True: 0.0, False: 0.0})
    games: int = 0
    exact: bool = False
    played: list[tuple[Version, int, int]] = field(default_factory=list)

    def expected(self, version: Version, table: int, games: int) -> float:
        return 0.0

    def play(self, version: Version, table: int, seed: int, games: int) -> tuple[Reading, ...]:
        self.games += games
        self.played.append((version, seed, games))
        value = self.figure(dict(version.changes), seed)
        error = 0.02 * self.wish[0] * (100 / games) ** 0.5
        return (Reading((0, table, ""), value, value - error, value + error, games, *self.wish, self.share),)


def searched(
    figure: Figure, *names: str, wish: tuple[float, float] = (90.0, 110.0), share: bool = False
) -> tuple[Search, Formula]:
    """A search with knobs from 0 to 20 that stand at 10, each of them turned by 3 and the game as it is played."""
    knobs = {name: Knob(name, PARAM, 10, tuple(range(21))) for name in names}
    formula = Formula(figure, wish, share)
    laboratory = cast(Laboratory, formula)
    search = Search(laboratory, knobs, (), Budget(laboratory, games=1_000_000))
    search._first = 100
    search.fresh_games[0] = 400
    search._heat(Version(), 0)
    for name in names:
        for value in (7, 13):
            search._heat(version_of({name: value}, knobs), 0)
    return search, formula


def test_an_end_that_leads_away_is_not_tried_and_one_that_may_help_is() -> None:
    def figure(values: dict[str, int], seed: int) -> float:
        return 200 + 15 * (values.get("strong", 10) - 10)  # 50 at one end, 350 at the other; nothing else does anything

    search, _ = searched(figure, "strong", "idle")
    ends = search._ends()
    assert version_of({"strong": 20}, search.knobs) not in ends, "there it would be 350"
    assert version_of({"strong": 0}, search.knobs) in ends
    assert {version_of({"idle": value}, search.knobs) for value in (0, 20)} <= set(ends), (
        "what was not seen to move anything may yet"
    )


def test_an_end_that_leaves_a_small_part_of_a_long_way_is_tried() -> None:
    def figure(values: dict[str, int], seed: int) -> float:
        return 0.05 + 0.1 * (10 - values.get("goal", 10))  # as it is 5%, where 90% is wished

    search, _ = searched(figure, "goal", wish=(0.9, 0.95), share=True)
    end = version_of({"goal": 0}, search.knobs)
    predicted = search._predicted([end], search._fitted(search._useful()), search.wishes())
    assert 4 < predicted[0] < 0.3 * search.away(Version())
    assert end in search._ends()


def confirmed_once(fresh: float, again: float, good: bool = False) -> tuple[Search, Version, int]:
    """A version that is good in the search, on fresh deals and on other fresh ones; how often it was played on the latter."""

    def figure(values: dict[str, int], seed: int) -> float:
        if not values:
            return 150.0
        if values.get("other"):
            return 100.0
        return dict.fromkeys(range(1, 5), 100.0).get(seed, fresh if seed == 1_001 else again)

    search, formula = searched(figure, "goal", "other")
    if good:
        search._race(version_of({"other": 12}, search.knobs))
    version = version_of({"goal": 12}, search.knobs)
    search._race(version)
    return search, version, sum(one == version and seed == 1_002 for one, seed, _ in formula.played)


@pytest.mark.parametrize(("again", "state"), [(104.0, MET), (109.5, LIKELY), (112.0, MISSED)])
def test_what_just_missed_on_fresh_deals_gets_others_and_these_tell(again: float, state: str) -> None:
    search, version, played = confirmed_once(fresh=110.5, again=again)
    assert played == 1 and search.confirmed[version].state == state
    if state == MET:
        assert search.confirmed[version].games == (800,), "twice as many"


def test_what_missed_beyond_doubt_gets_no_other_deals() -> None:
    search, version, played = confirmed_once(fresh=130.0, again=100.0)
    assert played == 0 and search.confirmed[version].state == MISSED


def test_where_something_good_is_known_a_near_miss_is_one() -> None:
    search, version, played = confirmed_once(fresh=110.5, again=104.0, good=True)
    assert search.good and played == 0 and search.confirmed[version].state == MISSED

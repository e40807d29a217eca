"""Made-up games play alike in plain Python and in machine code, to the last bit of every position."""

from __future__ import annotations

from collections import Counter
from math import inf

import pytest

from tests.fuzz.pool import run
from tests.properties.coverage import forms, wanted
from tests.properties.flow import Made, description
from tests.properties.shrink import shrunk
from tests.properties.side_by_side import play_both

SMALL = 120
ROUND = 20
SOON = 20
"""So many are played in every run of the tests, and the rest in long ones."""


@pytest.mark.parametrize(
    "first",
    [pytest.param(first, marks=[pytest.mark.slow] if first >= SOON else []) for first in range(0, SMALL, ROUND)],
)
def test_small_games(first: int) -> None:
    accepted = 0
    for seed in range(first, first + ROUND):
        made = description(seed, small=True)

        def play(one: Made, seed: int = seed) -> bool:
            played = play_both(one, seed, games=1, moves=25, seconds=inf)  # all of it, however busy the machine is
            assert played.refused or played.compared
            return not played.refused

        try:
            accepted += play(made)
        except Exception as error:
            raise AssertionError(f"description({seed}, small=True):\n{shrunk(play, made).text}\n{error}") from error
    assert accepted >= 0.5 * ROUND, f"only {accepted} of {ROUND} texts were games"


@pytest.mark.slow
def test_every_form_of_the_language_that_runs_is_made_up() -> None:
    found: Counter[str] = Counter()
    for seed in range(SMALL):
        found.update(set(forms(description(seed, small=True))))
        found.update(set(forms(description(seed))))
    assert sorted(wanted() - set(found)) == []


@pytest.mark.slow
@pytest.mark.parametrize("first", range(0, 4000, 250))
def test_larger_games(first: int) -> None:
    found = run("made-up", first, first + 250)
    assert not found.wrong, found.report()
    assert found.tries == 250
    assert found.outcomes["refused"] <= 0.3 * 250

"""Metrics take about 1 GB of memory, however many games there are."""

from __future__ import annotations

import subprocess
import sys

import pytest

from ludwright.metrics import evidence as held
from ludwright.metrics.evidence import Evidence
from ludwright.playtests import Playtest, playtest

_MEASURED = """
import resource, sys
import ludwright
from ludwright.metrics import measure
measure(ludwright.playtest("hearts", games=int(sys.argv[1]), tracked=int(sys.argv[1])))
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def test_a_curve_has_no_more_values_than_its_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    run: Playtest = playtest("tic_tac_toe", games=60)
    assert Evidence.of(run).leads.count == 60
    monkeypatch.setattr(held, "MOST_VALUES", 200)
    leads = Evidence.of(run).leads
    assert 0 < leads.count < 60
    assert leads.values.size <= 200


@pytest.mark.slow
@pytest.mark.parametrize("games", [1_000, 10_000, 40_000])
def test_metrics_of_many_games(games: int) -> None:
    done = subprocess.run([sys.executable, "-c", _MEASURED, str(games)], capture_output=True, text=True, check=True)
    assert int(done.stdout) < 1_200_000  # kilobytes

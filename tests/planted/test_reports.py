"""First looks at games with planted flaws and at sound ones: no sentence is false, and most flaws are named."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.planted.score import scored
from tests.planted.test_planted import FAIR, FLAWS, chosen

NAMED = 0.7
"""So many flaws a full report names at least; 95% is the aim."""
FEW = [*FLAWS[::4], *FAIR]
"""The sentences of these are held against a longer run, which takes its time; `python -m tests.planted.score --quick --check` does so for all."""


def _reports(rows: list[dict[str, Any]], check: bool, folder: Path, seconds: float = 0.0) -> list[dict[str, Any]]:
    """First looks, or reports that take so many seconds."""
    out = folder / "reports.jsonl"
    scored(rows, quick=not seconds, seconds=seconds or 10.0, check=check, out=out, processes=1, busy=True)
    found = [json.loads(line) for line in out.read_text().splitlines()]
    assert not [one["error"] for one in found if "error" in one]
    return found


@pytest.mark.slow
def test_every_sentence_survives_a_longer_run(tmp_path: Path) -> None:
    found = _reports(FEW, True, tmp_path)
    assert sum(one["claims"] for one in found) > 5 * len(FEW)
    assert [text for one in found for text in one["false"]] == []


@pytest.mark.slow
def test_seven_of_ten_flaws_are_named_among_the_first_three(tmp_path: Path) -> None:
    found = _reports(FLAWS, False, tmp_path)
    assert len(found) == len(FLAWS)
    missed = [one["name"] for one in found if not one["named"]]
    assert len(missed) <= 0.3 * len(FLAWS), missed


@pytest.mark.slow
def test_full_reports_name_most_flaws_and_say_nothing_false(tmp_path: Path) -> None:
    found = _reports(chosen(), True, tmp_path, seconds=90.0)
    assert [text for one in found for text in one["false"]] == []
    flawed = [one for one in found if one["named"] is not None]
    missed = [one["name"] for one in flawed if not one["named"]]
    assert len(missed) <= (1 - NAMED) * len(flawed), missed

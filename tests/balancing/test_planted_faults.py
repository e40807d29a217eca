"""Ten games of different kinds with a planted fault: the fix is never larger than undoing it, and holds on fresh seeds."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.planted_faults import PLANTS, Plant, mended


@pytest.mark.slow
@pytest.mark.parametrize("plant", PLANTS, ids=lambda one: f"{one.game}: {one.what}")
def test_a_planted_fault_is_mended_by_no_more_than_undoing_it(plant: Plant, tmp_path: Path) -> None:
    one = mended(plant, tmp_path)
    assert one.found.versions, one.found.sentence
    assert one.small and one.holds, (one.found.sentence, one.fresh)

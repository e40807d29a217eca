"""Whatever stands in a CardScript file: a message or a game; never another error, never a hang."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from tests.importing.mutating import mutated, survives


def outcomes(numbers: range, folder: Path) -> Counter[str]:
    return Counter(survives(mutated(Random(number)), folder / "damaged.crds") for number in numbers)


def test_some_damaged_files(tmp_path: Path) -> None:
    found = outcomes(range(120), tmp_path)
    # the proof is worth nothing if everything is refused
    assert found["message"] > 40 and found["game"] > 2


@pytest.mark.slow
@pytest.mark.parametrize("first", range(1_000, 21_000, 1_000))
def test_twenty_thousand_damaged_files(first: int, tmp_path: Path) -> None:
    found = outcomes(range(first, first + 1_000), tmp_path)
    assert found["message"] > 300 and found["game"] > 20

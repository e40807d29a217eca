"""One comparison, made once."""

from __future__ import annotations

from pathlib import Path

import pytest

import ludwright
from ludwright.comparing import Comparison
from ludwright.game import find

PIG = find("pig").read_text(encoding="utf-8")
METRICS = ["completion", "draws", "seat shares", "duration in turns", "decision space"]


@pytest.fixture(scope="session")
def harsh(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Pig in which a two loses the pot, too."""
    path = tmp_path_factory.mktemp("games") / "harsh.game"
    path.write_text(PIG.replace("if face is 1:", "if face <= 2:").replace('"Pig"', '"Harsh Pig"'), encoding="utf-8")
    return path


@pytest.fixture(scope="session")
def found(harsh: Path) -> Comparison:
    return ludwright.compare("pig", harsh, games=120, metrics=METRICS)

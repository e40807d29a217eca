"""Every bundled game still plays the way it was recorded; `make golden` records anew what was meant to change."""

from __future__ import annotations

import pytest

from tests.golden.recording import FOLDER, NAMES, file_of, played


@pytest.mark.parametrize("name", NAMES)
def test_the_game_plays_as_recorded(name: str) -> None:
    assert played(name).split("\n") == file_of(name).read_text(encoding="utf-8").split("\n")


def test_every_recorded_game_is_one_of_the_bundled() -> None:
    assert sorted(file.stem for file in FOLDER.glob("*.txt")) == NAMES

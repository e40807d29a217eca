"""The four expectations about hints, on a game that is written down."""

from __future__ import annotations

from pathlib import Path

import pytest

import ludwright
from ludwright.playtests.keeping import keep_written
from ludwright.playtests.written import read_trace

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
COUNTS = {
    "a hinted card is then played rightly": (20, 21),
    "team-mates build on the same pile": (4, 20),
    "a hint is misread and a life lost": (1, 21),
    "the last hint forces the next player to throw a card away": (2, 8),
}


@pytest.mark.slow
def test_the_written_game_has_the_cases_that_the_pages_tell(tmp_path: Path) -> None:
    keep_written([read_trace(EXAMPLES / "fireworks_evening.txt", None)], tmp_path / "evening")
    found = ludwright.expect(tmp_path / "evening", file=EXAMPLES / "fireworks_expect.txt")
    assert {verdict.title: (verdict.count, verdict.tried) for verdict in found.verdicts} == COUNTS
    assert {verdict.status for verdict in found.verdicts} == {"undecided"}

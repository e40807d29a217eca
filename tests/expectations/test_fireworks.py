"""The four expectations about hints, on games that are written down."""

from __future__ import annotations

from pathlib import Path

import pytest

import ludwright
from ludwright.playtests.keeping import keep_written
from ludwright.playtests.reading_games import read_trace

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
COUNTS = {
    "a hinted card is then played rightly": (69, 78, "green"),
    "team-mates build on the same pile": (13, 68, "undecided"),
    "a hint is misread and a life lost": (8, 78, "undecided"),
    "the last hint forces the next player to throw a card away": (5, 19, "undecided"),
}


@pytest.mark.slow
def test_the_written_games_have_the_cases_that_the_page_tells(tmp_path: Path) -> None:
    written = [read_trace(file, None) for file in sorted(EXAMPLES.glob("fireworks_evening*.txt"))]
    keep_written(written, tmp_path / "evenings")
    found = ludwright.expect(tmp_path / "evenings", file=EXAMPLES / "fireworks_expect.txt")
    assert {one.title: (one.count, one.tried, one.status) for one in found.verdicts} == COUNTS
    keep_written(written[:1], tmp_path / "evening")
    alone = ludwright.expect(tmp_path / "evening", file=EXAMPLES / "fireworks_expect.txt")
    assert {verdict.status for verdict in alone.verdicts} == {"undecided"}
    assert alone["a hinted card is then played rightly"].tried == 21


@pytest.mark.slow
def test_bots_do_with_hints_what_the_page_tells() -> None:
    found = ludwright.expect(
        "fireworks", file=EXAMPLES / "fireworks_expect.txt", agents="conventions", games=200, players=3
    )
    assert [(verdict.count, verdict.tried, verdict.status) for verdict in found.verdicts] == [
        (3444, 4709, "green"),
        (704, 3867, "green"),
        (39, 4709, "green"),
        (1162, 2215, "red"),
    ]

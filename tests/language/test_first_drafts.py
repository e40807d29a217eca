"""Two games as somebody wrote them who had read the README and the tutorial, draft by draft: what `check` said led from each to the next.

The first drafts are written as rule sheets are. Each draft does what the messages on the one before it say; some also put right what their author saw meanwhile.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import openpyxl
import pytest

import ludwright

DRAFTS = Path(__file__).parent / "drafts"
WARES = [
    ["Night Market: wares"],
    [],
    ["Name", "Kind of ware", "Price (coins)", "Stars", "Copies", "Rules text", "Flavour", "Art notes"],
    ["Paper Lantern", "light", 1, 1, 6, "", "Soft as a moth's wing.", "warm, paper texture"],
    ["Oil Lamp", "light", 2, 2, 4, "", "", "brass"],
    ["Fried Squid", "food", 1, 1, 6, "", "Careful: hot!", ""],
    ["Honey Cake", "food", 3, 3, 3, "Worth 2 more if you own a Tea Stall.", "", "steam"],
    ["Tea Stall", "stall", 4, 2, 3, "At the start of your turn, gain 1 coin.", "", ""],
    ["Fortune Teller", "stall", 5, 1, 2, "When bought, look at the top card.", "", ""],
    ["Jade Comb", "jewel", 4, 4, 3, "", "A gift nobody refuses.", ""],
    ["Moon Pearl", "jewel", 6, 7, 1, "", "", ""],
    ["Pickpocket", "rogue", 2, 0, 3, "When bought, take 1 coin from each other player.", "", ""],
]


@pytest.fixture
def desk(tmp_path: Path) -> Path:
    """The drafts, and the workbook of the first game: its cards stand on the second of three sheets, below a title."""
    for draft in DRAFTS.glob("*.game"):
        shutil.copy(draft, tmp_path)
    book = openpyxl.Workbook()
    book.active.title = "Overview"
    book.active.append(["Total cards", 31])
    wares = book.create_sheet("Wares")
    for row in WARES:
        wares.append(row)
    book.create_sheet("Playtest log").append(["Date", "Who", "What happened"])
    book.save(tmp_path / "night market.xlsx")
    return tmp_path


@pytest.mark.parametrize(
    ("draft", "mistakes"),
    [
        ("night_market_1", 13), ("night_market_2", 4), ("night_market_3", 3), ("night_market_4", 1), ("night_market_5", 0),
        ("ferry_line_1", 12), ("ferry_line_2", 9), ("ferry_line_3", 0),
    ],
)  # fmt: skip
def test_every_mistake_of_a_draft_comes_with_what_to_do(desk: Path, draft: str, mistakes: int) -> None:
    found = [m for m in ludwright.check(desk / f"{draft}.game") if m.severity == "mistake"]
    assert len(found) == mistakes, [m.message for m in found]
    for mistake in found:
        assert mistake.hint and "if both are one name" not in mistake.hint, mistake.render()


@pytest.mark.parametrize("draft", ["night_market_5", "ferry_line_3"])
def test_the_last_drafts_are_games(desk: Path, draft: str) -> None:
    played = ludwright.simulate(ludwright.load(desk / f"{draft}.game"), games=50)
    assert not played.faults and min(played.wins) > 0

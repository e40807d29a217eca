"""Deck lists as people paste them."""

from __future__ import annotations

from pathlib import Path

import pytest

import ludwright
from ludwright.importing.deck_list import cards_from
from ludwright.mistakes import MistakesError


def test_cells_of_a_spreadsheet_make_a_deck(tmp_path: Path) -> None:
    made = cards_from("Card\tCost \tVictory Points\tQty\nGuard\t1\t2\t5\nTax Collector\t3\t\t2\n", "pasted", "helper")
    assert made.splitlines()[:2] == ["cards helper", "  | name          | cost | victory_points | copies |"]
    path = tmp_path / "court.game"
    path.write_text(
        f'game "Court"\nplayers 2\n{made}zone deck of helper, face down, holds all helpers, shuffled\nzone used of helper\n'
        "turn: draw 1 from deck to used\nend when deck is empty\nscore(p): sum(h.victory_points for h in used)\nwinner: highest score\n"
    )
    match = ludwright.load(path).start()
    assert sorted(match["used"]) == ["Guard"] * 5 + ["Tax Collector"] * 2


@pytest.mark.parametrize("line", ["3 Guard", "3x Guard", "3 x Guard", "Guard x3", "Guard ×3"])
def test_counted_lines(line: str) -> None:
    assert "| Guard | 3      |" in cards_from(f"{line}\nPrincess of all\n", "pasted", "card").replace(
        "Guard          ", "Guard"
    )
    assert "| Princess of all | 1      |" in cards_from(f"{line}\nPrincess of all\n", "pasted", "card")


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("", 1, "this list is empty"),
        ("3 Guard\n2 Guard\n", 2, "`Guard` is already there, on line 1"),
        ("cost\tvalue\n1\t2\n", 1, "no column is headed `name`"),
        ("name\tcost\nGuard\t1\t7\n", 2, "this row has 3 cells, but there are 2 headings"),
        ("name\tcost\n\t1\n", 2, "this card has no name"),
        ("name\tcost\tcost\nA\t1\t2\n", 1, "two columns are headed `cost`"),
    ],
)
def test_mistakes(text: str, line: int, words: str) -> None:
    with pytest.raises(MistakesError) as told:
        cards_from(text, "pasted", "card")
    (mistake,) = told.value.mistakes
    assert mistake.place is not None and mistake.place.line == line
    assert words in mistake.message

"""How mistakes are told, and which word was probably meant."""

from __future__ import annotations

import doctest

import pytest

from ludwright import mistakes
from ludwright.mistakes import LudwrightError, Mistake, MistakesError, Place, nearest

LINE = "turn: tak otherwise end turn"
MISTAKE = Mistake(Place("nim.game", 3, 7, 3, LINE), "unknown name `tak`", "did you mean `take`?")


def test_a_mistake_shows_place_message_line_caret_and_hint() -> None:
    assert MISTAKE.render().split("\n") == [
        "nim.game:3:7: unknown name `tak`",
        "    turn: tak otherwise end turn",
        "          ^~~",
        "  did you mean `take`?",
    ]


def test_a_mistake_without_place_or_hint_is_its_message() -> None:
    assert Mistake(None, "there is no file").render() == "there is no file"


def test_a_note_says_that_it_is_one() -> None:
    note = Mistake(Place("a.game", 1, 1, 1, "game"), "no title", severity="note")
    assert note.render().startswith("a.game:1:1: note: no title\n")


def test_the_caret_stays_below_its_word_after_tabs_and_wide_characters() -> None:
    tabbed = Mistake(Place("a.game", 1, 2, 1, "\tx = 3"), "no").render().split("\n")
    assert tabbed[2] == "    \t^"
    wide = Mistake(Place("a.game", 1, 3, 1, "城市x"), "no").render().split("\n")
    assert wide[2] == "    " + " " * 4 + "^"


def test_a_caret_never_runs_beyond_its_line() -> None:
    beyond = Mistake(Place("a.game", 1, 9, 50, "turn: a"), "no").render().split("\n")
    assert beyond[2] == "    " + " " * 7 + "^"


def test_a_long_line_is_cut_around_the_caret() -> None:
    text = "x" * 1000 + "HERE" + "y" * 1000
    lines = Mistake(Place("a.game", 1, 1001, 4, text), "no").render().split("\n")
    assert max(len(line) for line in lines) < 200
    start = lines[2].index("^")
    assert lines[1][start : start + 4] == "HERE"
    assert lines[2].strip() == "^~~~"


def test_in_a_spreadsheet_the_place_is_row_and_column_and_the_caret_points_at_the_cell() -> None:
    lines = Mistake(Place("a.csv", 5, 3, 2, "hut | 3 | x1", caret=11), "no number").render().split("\n")
    assert lines[0] == "a.csv:5:3: no number"
    assert lines[2] == "    " + " " * 10 + "^~"


def test_mistakes_come_as_plain_data_too() -> None:
    assert MISTAKE.as_json() == {
        "severity": "mistake",
        "file": "nim.game",
        "line": 3,
        "column": 7,
        "width": 3,
        "text": LINE,
        "message": "unknown name `tak`",
        "hint": "did you mean `take`?",
        "about": "",
    }
    assert Mistake(None, "no").as_json()["line"] is None


def test_an_error_shows_all_its_mistakes() -> None:
    error = MistakesError([MISTAKE, Mistake(None, "and another")])
    assert isinstance(error, LudwrightError)
    assert str(error) == MISTAKE.render() + "\n\nand another"
    assert MistakesError(MISTAKE).mistakes == [MISTAKE]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("actoin", "action"),
        ("Action", "action"),
        ("cards", "card"),
        ("citys", "cities"),
        ("box", "boxes"),
        ("colour", "color"),
        ("neighbors", "neighbours"),
        ("hnd", "hand"),
        ("take_blck", "take_black"),
    ],
)
def test_the_nearest_name_is_found(written: str, meant: str) -> None:
    others = ["action", "card", "cities", "boxes", "color", "neighbours", "hand", "take_black", "zone", "player"]
    assert nearest(written, others) == meant


@pytest.mark.parametrize("written", ["zebra", "x", "in", "", "qqqq"])
def test_nothing_is_suggested_for_what_is_like_nothing(written: str) -> None:
    assert nearest(written, ["action", "win", "xs", "hand"]) is None


def test_a_name_is_never_suggested_for_itself() -> None:
    assert nearest("hand", ["hand", "hands"]) == "hands"


def test_the_examples_in_the_text_hold() -> None:
    assert doctest.testmod(mistakes) == (0, 7)

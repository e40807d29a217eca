"""Thirty CardScript files with one mistake each: the message names the line and the cause."""

from __future__ import annotations

from pathlib import Path

import pytest

import ludwright
from ludwright.importing.cardscript.reading import read
from ludwright.mistakes import MistakesError
from tests.importing.mutating import EXAMPLES

LANTERNS = (EXAMPLES / "lanterns.crds").read_text()

PLANTED = [
    ("game Lanterns\n", "", 1, "this game has no name"),
    ("game Lanterns", "gmae Lanterns", 1, "expected a declaration, found `gmae`"),
    ("typedef Rank = [1, 2, 3]", "typedef Rank = 1, 2, 3]", 2, "expected `[` before the values of a type, found `1`"),
    ("typedef Rank = [1, 2, 3]", "typedef Rank = [3 .. 1]", 2, "this range is empty: 3 is more than 1"),
    ("[amber, jade]\n", "[amber, jade, amber]\n", 3, "`amber` stands twice in this type"),
    ("typedef Colour", "typedef supply", 5, "`supply` is already used for a type on line 3"),
    ("A3 = [amber, 3]", "A3 = [ambr, 3]", 5, "nothing is called `ambr`: expected a value"),
    ("J3 = [jade, 3]", "A3 = [jade, 3]", 5, "`A3` is already used for a card on line 5"),
    ("] stack none []", "] stck none []", 5, "nothing is called `stck`: expected a place"),
    ("stack none []", "stack nobody []", 5, "`nobody` says neither who sees it nor what it is for"),
    ("deck amberRow = [] shelfA top everyone", "deck amberRow = [] shelfA draw", 6, "nothing says who sees this"),
    ("1 higher than current, color = amber", "1 higher then current, color = amber", 6, "expected `than` behind `higher`"),
    ("color = jade]", "color = X]", 7, "expected a value, found the player `X`"),
    ("deck discardPile = [] basket", "deck = [] basket", 8, "expected the name of a deck, found `=`"),
    ("team both = [X, Y]", "team both = [X, handY]", 11, "expected a player, found the deck `handY`"),
    ("[start 2, max 2]", "[begin 2, max 2]", 12, "expected how many tokens there are, as in `[start 3, max 3]`, found `begin`"),
    ("Y has handY", "Y has handX", 13, "`handX` is already the hand of X"),
    ("Y has handY", "Y handY", 13, "expected `has` behind a player, as in `Ann has handAnn`, found `handY`"),
    ("players = 2 to 2", "players = 2 2", 14, "expected `to` between the fewest and the most players, found `2`"),
    ("each = 1", "each = 0.5", 14, "points are whole numbers"),
    ("turnorder = [X, Y]", "turnorder = [X, Z]", 15, "nothing is called `Z`: expected a player"),
    ("while supply != empty do turns", "while suply != empty do turns", 16, "nothing is called `suply`"),
    ("while supply != empty do turns", "while supply != empty do turn", 16, "expected who acts in this stage"),
    ("and then useToken oil,", "and useToken oil,", 17, "expected `then` behind `and`, found `useToken`"),
    ("giveHint [handX, handY] Rank and", "giveHnt [handX, handY] Rank and", 17, "expected an action, found `giveHnt`"),
    ("useToken oil,", "useToken supply,", 17, "expected tokens, found the deck `supply`"),
    ("takeCard from supply to [handX, handY],", "takeCard from lives to [handX, handY],", 18, "expected a deck, found the tokens `lives`"),
    ("moveCard [1 .. 2] from [handX, handY] to [discardPile]", "moveCard [0 .. 2] from [handX, handY] to [discardPile]", 19, "places of a hand count from 1"),
    ("for 1 turns do turns", "for 1 turn do turns", 20, "expected `turns` behind how many, found `turn`"),
    ("    [1 of [ moveCard [1 .. 2] from [handX, handY] to [amberRow, jadeRow], give", "    [3 of [ moveCard [1 .. 2] from [handX, handY] to [amberRow, jadeRow], give", 21, "3 of these are asked for, but there are only 2"),
    ("calculateScore amberRow jadeRow", "calculateScore amberRow jadRow", 22, "nothing is called `jadRow`: expected a deck"),
    ("giveHint [handX, handY] Rank and then useToken oil ]],", "giveHint [supply] Rank and then useToken oil ]],", 21, "`supply` is nobody's hand: there is nobody to give a hint to"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("old", "new", "line", "words"), PLANTED, ids=[f"{line}-{i}" for i, (_, _, line, _) in enumerate(PLANTED)]
)
def test_one_planted_mistake_is_told_at_its_line(old: str, new: str, line: int, words: str) -> None:
    assert LANTERNS.count(old) >= 1
    with pytest.raises(MistakesError) as told:
        read(LANTERNS.replace(old, new, 1), "lanterns.crds")
    mistakes = told.value.mistakes
    assert len(mistakes) == 1, str(told.value)
    assert mistakes[0].place is not None and mistakes[0].place.line == line
    assert words in mistakes[0].message


def test_there_are_thirty() -> None:
    assert len(PLANTED) >= 30


def test_column_and_hint() -> None:
    with pytest.raises(MistakesError) as told:
        read(LANTERNS.replace("while supply !=", "while suply !="), "lanterns.crds")
    assert str(told.value).splitlines()[0].startswith("lanterns.crds:16:46: nothing is called `suply`")
    assert "did you mean `supply`?" in str(told.value)


@pytest.mark.parametrize(
    ("old", "new", "hint"),
    [
        (
            "while lives != 0 do, while",
            "while lives > -1 do, while",
            "no number is negative: compare, as in `lives != 0`",
        ),
        ("while lives != 0 do, while", "while (lives != 0) do, while", "conditions stand without brackets"),
        ("while supply != empty do turns", "while supply != emty do turns", "did you mean `empty`?"),
        ("players = [X has handX, Y has handY]\n", "", "nobody plays yet: add `players = ["),
    ],
)
def test_what_to_write_instead(old: str, new: str, hint: str) -> None:
    with pytest.raises(MistakesError) as told:
        read(LANTERNS.replace(old, new, 1), "lanterns.crds")
    assert hint in told.value.mistakes[0].hint


def test_several_mistakes_come_at_once() -> None:
    wrong = (
        LANTERNS.replace("deck jadeRow =", "deck jadeRow")
        .replace("team both", "team both both")
        .replace("Y has", "Y hs")
    )
    with pytest.raises(MistakesError) as told:
        read(wrong, "lanterns.crds")
    assert [mistake.place.line for mistake in told.value.mistakes if mistake.place] == [7, 11, 13]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("players = 2 to 2", "players = 3 to 2", "at least 3 players, but at most 2"),
        ("players = 2 to 2", "players = 3 to 5", "the game is for 3 to 5 players, but 2 are there"),
        ("team both = [X, Y]", "team both = [X]", "Y is in no team, although there are teams"),
        ("team both = [X, Y]", "team both = [X, Y]\nteam other = [Y]", "Y is in two teams: both and other"),
        ("turnorder = [X, Y]", "turnorder = [X, Y, X]", "X is more often in the turn order than others"),
        ("start 2, max 2", "start 3, max 2", "`lives` starts with 3, over its most, 2"),
        (", scoring = [ each = 1 ]", "", "nothing says what cards are worth"),
        ("for 1 turns", "for 0 turns", "this stage has no turns"),
        ("while lives != 0 do, for", "while 1 != 0 do, for", "this condition always holds"),
        ("game Lanterns", "game Lanterns ", "there are only 6 cards"),
        ("while lives != 0 do, for", "while lives != 0 && oil >= 0 do, for", "`&&` is read in the usual priority"),
    ],
)
def test_odd_things_are_noted(old: str, new: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "odd.crds"
    path.write_text(LANTERNS.replace(old, new, 1))
    found = ludwright.check(path)
    assert not [mistake for mistake in found if mistake.severity == "mistake"]
    assert any(words in note.message for note in found), [note.message for note in found]


def test_open_decks_are_noted(tmp_path: Path) -> None:
    path = tmp_path / "open.crds"
    path.write_text(
        LANTERNS.replace("none []", "all []")
        .replace("all hanabi", "all everyone")
        .replace("top everyone", "all everyone")
    )
    assert any("nothing is hidden from anybody" in note.message for note in ludwright.check(path))


def test_a_mistake_of_the_translated_text_is_told_where_it_came_from(tmp_path: Path) -> None:
    path = tmp_path / "leak.crds"
    path.write_text(LANTERNS.replace("left all hanabi", "left all hand").replace("right all hanabi", "right all hand"))
    found = [mistake for mistake in ludwright.check(path) if mistake.severity == "mistake"]
    assert found and all(mistake.place is not None and mistake.place.line == 17 for mistake in found[:1])
    assert "whoever chooses can't see this" in found[0].message

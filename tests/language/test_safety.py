"""Whatever a text or a file holds: a message or a tree, never a crash, a hang, or a look outside the folder."""

from __future__ import annotations

import os
import random
import socket
import sys
from importlib import resources
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludwright.language.files import open_inside
from ludwright.language.parser import parse_declarations, parse_effects, parse_formula
from ludwright.language.source import read_description, read_text
from ludwright.mistakes import MistakesError, Place
from tests.work import counted

PLACE = Place("a.game", 4, 9, 3, 'include "x"')
TEXTS = [
    resources.files("ludwright.games").joinpath(name).read_text(encoding="utf-8")
    for name in ("checkers.game", "backgammon.game", "cant_stop.game", "yacht.game")
]


def refusal(folder: Path, name: str) -> str:
    with pytest.raises(MistakesError) as caught:
        open_inside(folder, name, PLACE)
    (mistake,) = caught.value.mistakes
    assert mistake.place == PLACE
    return mistake.message


@pytest.mark.parametrize(
    "name",
    ["../secret.txt", "a/../../secret.txt", "/etc/passwd", "C:/x", "c:x", "//host/share", "~/x", "~root/x", ".."],
)
def test_a_file_outside_the_folder_is_refused(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "game"
    (folder / "a").mkdir(parents=True)
    (tmp_path / "secret.txt").write_text("secret")
    assert "lies outside the folder" in refusal(folder, name)


def test_a_folder_with_the_same_beginning_is_outside(tmp_path: Path) -> None:
    (tmp_path / "game").mkdir()
    (tmp_path / "game2").mkdir()
    (tmp_path / "game2" / "x").write_text("")
    assert "lies outside the folder" in refusal(tmp_path / "game", "../game2/x")


def test_backslashes_are_refused_with_the_remedy(tmp_path: Path) -> None:
    with pytest.raises(MistakesError) as caught:
        open_inside(tmp_path, "maps\\a.csv", PLACE)
    assert caught.value.mistakes[0].hint == 'write "maps/a.csv"'


@pytest.mark.parametrize("name", ["", "  ", "a\x00b", "a\nb", "x" * 600, "x" * 300, "a/" * 200 + "b", "."])
def test_names_that_are_none_are_refused(tmp_path: Path, name: str) -> None:
    assert refusal(tmp_path, name)


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_a_link_that_leads_out_is_refused_and_one_that_stays_inside_is_not(tmp_path: Path) -> None:
    folder = tmp_path / "game"
    folder.mkdir()
    (tmp_path / "secret.txt").write_text("secret")
    (folder / "out").symlink_to(tmp_path / "secret.txt")
    (folder / "up").symlink_to(tmp_path)
    (folder / "real").write_text("x")
    (folder / "in").symlink_to(folder / "real")
    (folder / "loop").symlink_to(folder / "loop")
    assert "lies outside" in refusal(folder, "out")
    assert "lies outside" in refusal(folder, "up/secret.txt")
    assert refusal(folder, "loop")
    assert open_inside(folder, "in", PLACE) == (folder / "real").resolve()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes there")
def test_what_is_no_plain_file_is_refused_without_waiting(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert refusal(tmp_path, "pipe") == '"pipe" is not a file'
    (tmp_path / "folder").mkdir()
    assert refusal(tmp_path, "folder") == '"folder" is not a file'
    with pytest.raises(MistakesError, match="is not a file"):
        read_description(tmp_path / "pipe")
    with pytest.raises(MistakesError, match="is not a file"):
        read_description(tmp_path)


def test_an_include_outside_the_folder_is_a_mistake_at_its_place(tmp_path: Path) -> None:
    (tmp_path / "game").mkdir()
    (tmp_path / "b.game").write_text("var a = 1\n")
    main = tmp_path / "game" / "a.game"
    main.write_text('game "x"\ninclude "../b.game"\ncards c from "../b.csv"\n')
    with pytest.raises(MistakesError) as caught:
        read_description(main)
    (mistake,) = caught.value.mistakes
    assert mistake.place is not None
    assert (mistake.place.line, mistake.place.column) == (2, 9)
    assert mistake.message == '"../b.game" lies outside the folder of the game'


@pytest.mark.parametrize(
    ("content", "line", "column", "message"),
    [
        (b'game "x"\nvar \xff = 3\n', 2, 5, "not UTF-8"),
        (b"\xff\xfeg\x00", 1, 1, "UTF-16"),
        (b"\x00\x01\x02", 1, 1, "NUL"),
        (b'game "x"\nturn: a\x07\n', 2, 8, "control character (U+0007)"),
        ('game "a\u202eb"\n'.encode(), 1, 8, "turns the direction of writing (U+202E)"),
        ('game "x"\n# \u2066note\n'.encode(), 2, 3, "turns the direction of writing (U+2066)"),
        ('game "a\u200bb"\n'.encode(), 1, 8, "an invisible character (U+200B)"),
        ('game "a\u2028b"\n'.encode(), 1, 8, "an invisible character (U+2028)"),
    ],
)
def test_bytes_that_are_no_text(tmp_path: Path, content: bytes, line: int, column: int, message: str) -> None:
    path = tmp_path / "a.game"
    path.write_bytes(content)
    with pytest.raises(MistakesError) as caught:
        read_description(path)
    place = caught.value.mistakes[0].place
    assert place is not None
    assert message in caught.value.mistakes[0].message
    assert (place.line, place.column) == (line, column)


def test_a_byte_order_mark_is_no_mistake(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    path.write_bytes(b'\xef\xbb\xbfgame "x"\r\nplayers 2\r\n')
    assert read_description(path).title == "x"


@pytest.mark.parametrize(
    "text",
    [
        "cards c\n  | name | v |\n" + "  | aa | 3 |\n" * 1_000_000,
        "var x = 1\n" * 100_000,
        "#" + "x" * 4_000_000,
        "turn: " + "(" * 100_000,
        "turn: " + "a+" * 2_000 + "a",
        "turn\n" + "".join(" " * n + "if a\n" for n in range(1, 3000)),
        "define f: (" + "\n(a + " * 3000,
        "define f: " + "not " * 1_200 + "a",
        "define f: a" + ".b" * 2_000,
        "turn: " + "a; " * 1_600,
        '"' * 4_000,
        "|" * 4_000,
        "\t" * 4_000 + "a",
        "turn: " + "9" * 4_000,
        "turn: x" + "[" * 40 + "1" + "]" * 40,
        "\n" * 2_500_000,
        "wrong\n" * 9_000,
    ],
    ids=range(17),
)
def test_absurd_texts_get_a_message_soon(text: str) -> None:
    with counted() as work:
        _, mistakes = parse_declarations(text)
    assert work.steps < 4_000_000
    assert mistakes
    for mistake in mistakes:
        assert len(mistake.render()) < 2_000


def test_a_huge_file_is_not_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "a.game"
    with path.open("wb") as file:
        file.truncate(3_000_000_000)  # a hole: takes no room on the disk
    with pytest.raises(MistakesError, match="too big"):
        read_description(path)


def test_texts_with_half_characters_are_mistakes_not_crashes() -> None:
    with pytest.raises(MistakesError) as caught:
        read_text("turn: a\ud800b")
    str(caught.value).encode("ascii", "backslashreplace")


def attempt(text: str) -> None:
    """Whatever the text: mistakes with places inside it, or none."""
    tree, mistakes = parse_declarations(text, "fuzz.game")
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for mistake in mistakes:
        assert mistake.place is not None
        assert 1 <= mistake.place.line <= len(lines)
        assert mistake.place.column >= 1
        assert mistake.render()
    assert mistakes or all(part.rule for part in tree.declarations)


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=200))
def test_any_text_gets_a_message_or_a_tree(text: str) -> None:
    attempt(text)


PLAIN = """game turn action end when if else : ; , . ( ) [ ] = is not in of x 3 1..6 "a" | # a d6 50% move draw deal to
from each player all any first highest by then otherwise chooses option repeat until times let + - * /"""
WORDS = [*PLAIN.split(), "| a |", "\t", "\n", "\n\n", "\n  ", "\n  ", "\n    "]


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(WORDS), max_size=60).map(" ".join))
def test_any_words_get_a_message_or_a_tree(text: str) -> None:
    attempt(text)
    for parse in (parse_formula, parse_effects):
        try:
            parse(text)
        except MistakesError as error:
            assert str(error)


def mutated(text: str, chance: random.Random) -> str:
    """The text with a few letters, words or lines lost, doubled, exchanged or replaced."""
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(text) + 1)
        size = chance.choice((1, 1, 2, 5, 20, 80))
        piece = chance.choice(("", "", text[at : at + size] * 2, chance.choice(WORDS), chr(chance.randrange(1, 700))))
        text = text[:at] + piece + text[at + size * chance.randint(0, 1) :]
    return text


def test_mutated_games_get_a_message_or_a_tree() -> None:
    chance = random.Random(7)
    for _ in range(150):
        attempt(mutated(chance.choice(TEXTS), chance))


@pytest.mark.slow
def test_many_mutated_games_get_a_message_or_a_tree() -> None:
    chance = random.Random(11)
    for _ in range(5_000):
        attempt(mutated(chance.choice(TEXTS), chance))


def test_nothing_here_opens_a_connection(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(socket, "socket", lambda *_, **__: pytest.fail("a connection"))
    with pytest.raises(MistakesError):
        read_text('include "https://example.org/x.game"', folder=tmp_path)

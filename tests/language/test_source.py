"""Declarations with their names and places, files that build on other files, and what can be wrong with that."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ludwright.language.source import Declaration, Description, read_description, read_text
from ludwright.mistakes import Mistake, MistakesError

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes files named by keyword (`base_game` is base.game) and gives the path of the last one."""

    def files(**texts: str) -> Path:
        path = tmp_path
        for name, text in texts.items():
            path = tmp_path / name.replace("_", ".")
            path.write_text(text, encoding="utf-8")
        return path

    return files


def names(description: Description) -> list[str]:
    return [d.name or d.kind for d in description.declarations]


def named(description: Description, name: str) -> Declaration:
    (found,) = [d for d in description.declarations if (d.name or d.kind) == name]
    return found


def mistakes(path: Path) -> list[Mistake]:
    with pytest.raises(MistakesError) as caught:
        read_description(path)
    return caught.value.mistakes


def where(mistake: Mistake) -> tuple[str, int, int]:
    assert mistake.place is not None
    return Path(mistake.place.file).name, mistake.place.line, mistake.place.column


KINDS = """game "All"
players 2
param lives = 3
enum suit: a, b
cards card: each suit
things man (men), copies 2
board grid 3 x 3 of cell
picture cell
  | x |
  x: man of A
zone deck[1..3] of card
dice tray: 5 d6
var pot = 0
var left[suit] = 0
each player
  coins = 3
clock in seconds
setup: a
play: turns
turn: a
secret stage night
  a
action take
  a
define f(x): x
to go(x)
  a
when Guard is played
  a
whenever a: b
every 3 turns: a
end when a: draw
score(p): 1
winner: highest score
lead(p): 1
goal 2 when a
result
  100% of a in 0..1
group a 0.5
track "coins made": a
bot "big money"
  stop
expect "often": always
  after start of game
profile "commuter": 3 sessions a day, 10 minutes each, 4 seconds an action
"""


def test_every_declaration_has_its_kind_and_name() -> None:
    found = [(d.kind, d.name) for d in read_text(KINDS).declarations]
    assert found == [
        ("players", None), ("param", "lives"), ("enum", "suit"), ("cards", "card"), ("cards", "man"), ("board", "cell"),
        ("picture", "cell"), ("zone", "deck"), ("dice", "tray"), ("var", "pot"), ("var", "left"), ("each", "player"),
        ("clock", None), ("setup", None), ("play", None), ("turn", None), ("stage", "night"), ("action", "take"),
        ("define", "f"), ("proc", "go"), ("event", "Guard.played"), ("whenever", None), ("every", None), ("end", None),
        ("score", None), ("winner", None), ("lead", None), ("goal", "2"), ("result", None), ("group", None),
        ("track", "coins made"), ("bot", "big money"), ("expect", "often"), ("profile", "commuter"),
    ]  # fmt: skip


def test_the_place_of_any_part_can_be_asked_for() -> None:
    description = read_text('game "x"\nvar pot = 0 in 0..9\naction take\n  when pot > 3\n', "my.game")
    pot, take = description.declarations
    attr = pot.tree.attribute
    assert str(pot.place()) == "my.game:2:1"
    assert pot.place().text == "var pot = 0 in 0..9"
    name = attr.name
    place = pot.place(name)
    assert (place.line, place.column, place.width) == (2, 5, 3)
    (guard,) = take.tree.body
    place = take.place(guard)
    assert (place.line, place.column, place.width, place.text) == (4, 3, 12, "  when pot > 3")
    assert take.place().width == len("action take")


def test_title_hash_and_files(write: Write) -> None:
    path = write(a_game='game "Nim"\nplayers 2\n')
    description = read_description(path)
    assert description.title == "Nim"
    assert description.files == [str(path)]
    assert description.notes == []
    assert read_text('game "Nim"\nplayers 2\n').text_hash == description.text_hash
    assert read_text('game "Nim"\nplayers 3\n').text_hash != description.text_hash


def test_a_game_without_a_title_is_called_like_its_file(write: Write) -> None:
    description = read_description(write(nim_game="players 2\n"))
    assert description.title == "nim"
    assert [(n.severity, n.message) for n in description.notes] == [("note", "this game has no title")]


@pytest.mark.parametrize(
    ("text", "line", "column", "what", "first"),
    [
        ("var x = 1\nparam x = 2\n", 2, 7, "`x`", 1),
        ("action take\nplayers 2\nstage take\n  a\n", 3, 7, "`take`", 1),
        ("turn: a\n\nturn: b\n", 3, 1, "`turn`", 1),
        ("board grid 3 x 3 of cell\nenum cell: a, b\n", 2, 6, "`cell`", 1),
        ("when A is played\n  x\nwhen A is played\n  y\n", 3, 6, "`A.played`", 1),
        ('bot "a"\n  stop\nbot "a"\n  stop\n', 3, 5, "`a`", 1),
        ("goal 1 when a\ngoal 1 when b\n", 2, 6, "`goal 1`", 1),
        ("winner: highest score\nwinners: players\n", 2, 1, "`winners`", 1),
        ("each player\n  coins = 1\n  coins = 2\n", 3, 3, "`coins`", 2),
        ("each player\n  coins = 1\neach player\n  zone coins of card\n", 4, 8, "`coins`", 2),
        ("change x = 1\nchange x = 2\n", 2, 1, "the change of `x`", 1),
    ],
)
def test_a_name_declared_twice_is_a_mistake_that_names_both_lines(
    text: str, line: int, column: int, what: str, first: int
) -> None:
    with pytest.raises(MistakesError) as caught:
        read_text('game "x"\n' + text)
    (mistake,) = caught.value.mistakes
    assert mistake.message == f"{what} is declared twice"
    assert where(mistake) == ("game", line + 1, column)
    assert f"line {first + 1};" in mistake.hint


@pytest.mark.parametrize(
    "text",
    [
        "each player\n  coins = 1\neach cell\n  coins = 1\n",
        "var hand = 1\neach player\n  hand = 1\n",
        "end when a: draw\nend when b: draw\n",
        "whenever a: b\nwhenever a: b\n",
        "when A is played\n  x\nwhen A is drawn\n  x\n",
        'bot "a"\n  stop\ntrack "a": b\n',
        "board grid 3 x 3 of cell\npicture cell\n  | x |\n  x: a of b\n",
    ],
)
def test_different_things_may_share_a_name(text: str) -> None:
    assert len(read_text(text).declarations) == 2


def test_an_included_file_is_taken_in_and_own_declarations_replace_its(write: Write) -> None:
    path = write(
        lib_game="var a = 1\nvar b = 2\nturn: x\nend when a: draw\nend when b: draw\n",
        main_game='game "Main"\ninclude "lib.game"\nvar b = 3\nvar c = 4\nend when c: draw\n',
    )
    description = read_description(path)
    assert description.title == "Main"
    assert names(description) == ["a", "b", "turn", "c", "end"]
    assert named(description, "b").place().text == "var b = 3"
    assert named(description, "a").file == str(path.parent / "lib.game")
    assert named(description, "end").place().text == "end when c: draw"
    assert description.files == [str(path), str(path.parent / "lib.game")]


def test_without_drops_named_and_unnamed_things_and_members_of_blocks(write: Write) -> None:
    path = write(
        lib_game="var a = 1\nwhenever a: b\nwhenever b: c\neach player\n  coins = 1\n  gold = 2\neach cell\n  mark = 1\n"
        'bot "greedy"\n  stop\n',
        main_game='game "Main"\ninclude "lib.game"\nwithout a, whenever, coins, mark, greedy\n',
    )
    description = read_description(path)
    assert names(description) == ["player"]
    assert list(description.declarations[0].members) == ["gold"]


def test_an_unknown_name_in_without_is_a_mistake_with_a_suggestion(write: Write) -> None:
    path = write(lib_game="var total = 1\n", main_game='game "Main"\ninclude "lib.game"\nwithout totl, zebra\n')
    near, far = mistakes(path)
    assert where(near) == ("main.game", 3, 9)
    assert near.message == "nothing that is built on is called `totl`"
    assert near.hint == "did you mean `total`?"
    assert where(far) == ("main.game", 3, 15)
    assert far.hint == "only what another file declares can be left out"


def test_without_and_no_included_file_is_a_mistake() -> None:
    with pytest.raises(MistakesError, match="`without` leaves out nothing"):
        read_text('game "x"\nvar a = 1\nwithout a\n')


BASE = """game "Base"
players 2
param lives = 3
cards step
  | name | move |
  | walk |  1   |
  | run  |  2   |
each player
  coins = 1
  gold = 2
whenever a: b
turn: x
winner: highest score
end when a: draw
end when b: draw
bot "greedy"
  stop
"""


def test_a_variant_changes_its_base(write: Write) -> None:
    path = write(
        base_game=BASE,
        long_game='variant "Long" of "base.game"\nchange lives = 4\nchange walk.move = 2\nturn: y\nend when c: draw\n'
        'each player\n  gold = 9\n  silver = 1\nwhenever c: d\nwinners: players\nbot "greedy"\n  x\nbot "shy"\n  y\n',
    )
    description = read_description(path)
    assert description.title == "Long"
    assert names(description) == [
        "players", "lives", "step", "player", "whenever", "turn", "winners", "greedy", "end", "player", "whenever", "shy",
    ]  # fmt: skip
    blocks = [d for d in description.declarations if d.kind == "each"]
    assert [list(d.members) for d in blocks] == [["coins"], ["silver", "gold"]]
    assert Path(named(description, "turn").file).name == "long.game"
    assert Path(named(description, "greedy").file).name == "long.game"
    assert [c.place().text for c in description.changes] == ["change lives = 4", "change walk.move = 2"]
    assert {d.kind for d in description.declarations}.isdisjoint({"game", "variant", "change", "include", "without"})


def test_a_variant_of_a_variant_applies_changes_in_order_and_forgets_those_of_what_it_replaces(write: Write) -> None:
    path = write(
        base_game=BASE,
        mid_game='variant "Mid" of "base.game"\nchange lives = 4\nchange walk.move = 5\n',
        top_game='variant "Top" of "mid.game"\nchange lives = 6\nchange run.move = 7\n',
        new_game='variant "New" of "mid.game"\nparam lives = 9\n',
        cut_game='variant "Cut" of "mid.game"\nwithout step\n',
    )
    folder = path.parent

    def changes(name: str) -> list[str]:
        return [c.place().text for c in read_description(folder / name).changes]

    assert changes("top.game") == [
        "change lives = 4", "change walk.move = 5", "change lives = 6", "change run.move = 7",
    ]  # fmt: skip
    assert changes("new.game") == ["change walk.move = 5"]
    assert changes("cut.game") == ["change lives = 4"]


def test_a_file_that_comes_in_by_two_ways_counts_once(write: Write) -> None:
    path = write(
        core_game="var a = 1\nwhenever a: b\nend when a: draw\nend when b: draw\neach player\n  coins = 1\n",
        left_game='include "core.game"\nvar l = 1\n',
        right_game='include "core.game"\nvar r = 1\n',
        main_game='game "Main"\ninclude "left.game"\ninclude "right.game"\n',
    )
    description = read_description(path)
    assert names(description) == ["a", "whenever", "end", "end", "player", "l", "r"]
    assert description.notes == []
    assert len(description.files) == 4


def test_of_two_included_files_the_later_counts_and_this_is_noted(write: Write) -> None:
    path = write(
        one_game="var a = 1\n", two_game="var a = 2\n", main_game='game "M"\ninclude "one.game"\ninclude "two.game"\n'
    )
    description = read_description(path)
    assert [d.place().text for d in description.declarations] == ["var a = 2"]
    (note,) = description.notes
    assert note.severity == "note"
    assert note.message == "`a` of one.game gives way to the one of two.game"
    assert where(note) == ("main.game", 3, 1)


def test_the_hash_covers_all_files_and_tables(write: Write) -> None:
    main = 'game "M"\ninclude "lib.game"\ncards house from "houses.csv"\n'
    first = read_description(write(houses_csv="name\nhut\n", lib_game="var a = 1\n", main_game=main)).text_hash
    again = read_description(write(houses_csv="name\nhut\n", lib_game="var a = 1\n", main_game=main)).text_hash
    table = read_description(write(houses_csv="name\ninn\n", lib_game="var a = 1\n", main_game=main)).text_hash
    library = read_description(write(houses_csv="name\nhut\n", lib_game="var a = 2\n", main_game=main)).text_hash
    assert first == again
    assert len({first, table, library}) == 3


def test_a_file_that_includes_itself_is_a_mistake(write: Write) -> None:
    (mistake,) = mistakes(write(a_game='game "x"\ninclude "a.game"\n'))
    assert where(mistake) == ("a.game", 2, 9)
    assert mistake.message == '"a.game" includes itself'


def test_a_ring_of_files_is_a_mistake_that_names_the_ring(write: Write) -> None:
    path = write(b_game='include "c.game"\n', c_game='include "b.game"\n', a_game='game "x"\ninclude "b.game"\n')
    (mistake,) = mistakes(path)
    assert where(mistake) == ("c.game", 1, 9)
    assert mistake.message == '"b.game" includes itself in a ring: b.game → c.game → b.game'


def test_mistakes_of_all_files_come_at_once(write: Write) -> None:
    path = write(
        b_game="var x = = 3\n", a_game='game "x"\ninclude "b.game"\ninclude "gone.game"\nvar y = = 3\nwithout nobody\n'
    )
    assert sorted(where(m) for m in mistakes(path)) == [("a.game", 3, 9), ("a.game", 4, 9), ("b.game", 1, 9)]


def test_a_missing_file_is_a_mistake_with_a_suggestion(write: Write) -> None:
    (mistake,) = mistakes(write(base_game="", a_game='variant "x" of "bsae.game"\n'))
    assert where(mistake) == ("a.game", 1, 16)
    assert mistake.message == 'there is no file "bsae.game"'
    assert mistake.hint == 'did you mean "base.game"?'


def test_a_missing_main_file_is_a_mistake_with_a_suggestion(write: Write) -> None:
    path = write(nim_game='game "x"\n')
    (mistake,) = mistakes(path.with_name("nmi.game"))
    assert "there is no file" in mistake.message
    assert mistake.hint == 'did you mean "nim.game"?'


def test_two_titles_are_a_mistake(write: Write) -> None:
    (mistake,) = mistakes(write(b_game="", a_game='game "x"\nvariant "y" of "b.game"\n'))
    assert "one title" in mistake.message
    assert where(mistake) == ("a.game", 2, 1)


def test_a_text_without_a_folder_has_no_files() -> None:
    with pytest.raises(MistakesError, match="belongs to no folder"):
        read_text('game "x"\ninclude "b.game"\n')


def test_a_text_may_name_files_of_a_folder(write: Write) -> None:
    folder = write(lib_game="var a = 1\n").parent
    assert names(read_text('game "x"\ninclude "lib.game"\n', folder=folder)) == ["a"]


def test_files_may_lie_in_folders_below(tmp_path: Path) -> None:
    (tmp_path / "lib" / "deep").mkdir(parents=True)
    (tmp_path / "lib" / "a.game").write_text('include "deep/b.game"\ninclude "../c.game"\n')
    (tmp_path / "lib" / "deep" / "b.game").write_text("var b = 1\n")
    (tmp_path / "c.game").write_text("var c = 1\n")
    main = tmp_path / "main.game"
    main.write_text('game "x"\ninclude "lib/a.game"\n')
    assert names(read_description(main)) == ["b", "c"]


def test_a_hundred_files_are_enough(tmp_path: Path) -> None:
    for number in range(150):
        (tmp_path / f"f{number}.game").write_text(f'include "f{number + 1}.game"\n')
    (mistake,) = mistakes(tmp_path / "f0.game")
    assert mistake.message == "more than 100 files"

"""What multiplies without end while it is compiled is told as a mistake; what is merely large still plays."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ludwright.engine import native_text
from ludwright.engine.facts import ProgramFacts
from ludwright.rules.checks import effort
from tests.bundled import bundled
from tests.language_meaning.both_runs import mistakes, play, sheet

HEAD = sheet("""
    game "T"
    players 2
    var x = 1 in 0..9
    board grid 5 x 5 of cell
      mark: player or none
""")


def text(declarations: str, formula: str) -> str:
    return (
        f"{HEAD}{declarations}turn: me may do go\naction go\n  x = min(9, {formula})\nend when turn.number > 3: draw\n"
    )


def chain(length: int, body: str, last: str, given: str = "") -> str:
    """Definitions of which each uses the next one."""
    lines = [f"define d{i}{given}: {body.replace('NEXT', f'd{i + 1}')}\n" for i in range(length)]
    return "".join([*lines, f"define d{length}{given}: {last}\n"])


def chained(body: str, last: str, given: str = "", call: str = "d0") -> Callable[[int], str]:
    return lambda length: text(chain(length, body, last, given), call)


def nested_lines(length: int) -> str:
    inside = "line(3, all c in cells with " * length + "c.mark is me" + ")" * length
    return text("", f"(1 if {inside} else 0)")


def procedures(length: int) -> str:
    """Procedures that are given sets, which are written out for each call."""
    one = "to p{0}(a)\n  p{1}(a)\n  p{1}(all c in a with c.row > 1)\n"
    several = "".join(one.format(i, i + 1) for i in range(length)) + f"to p{length}(a)\n  x = min(9, a.count)\n"
    return text(several, "x").replace("  x = min(9, x)\n", "  p0(cells)\n")


GROWING = {
    "sets made of sets": chained("NEXT + NEXT", "cells", call="d0.count"),
    "conditions on the same set": chained("all c in NEXT with any e in NEXT with e is c", "cells", call="d0.count"),
    "sets given on": chained("NEXT(all c in a with c is in NEXT(a))", "a", "(a)", "d0(cells).count"),
    "choices": chained("NEXT(a) if NEXT(a) > 1 else NEXT(a + 1)", "a", "(a)", "d0(x)"),
    "lines in lines": nested_lines,
    "procedures": procedures,
}


@pytest.mark.parametrize("way", GROWING)
def test_what_grows_without_end_is_a_mistake_at_its_place(way: str) -> None:
    written = GROWING[way](18)
    found = mistakes(written)
    assert [words.split(":")[0] for _, _, words in found] == ["this is too much to work out"], found
    line, column, _ = found[0]
    said = written.split("\n")[line - 1]
    assert 1 <= column <= len(said)
    if way != "procedures":
        assert said.startswith("  x = min(9, ")


@pytest.mark.parametrize("way", GROWING)
def test_the_same_in_a_small_measure_plays(way: str) -> None:
    assert not mistakes(GROWING[way](2))
    assert play(GROWING[way](2)).do("go").fault is None


def test_no_bundled_game_comes_near_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(effort, "MOST_FORMULAS", effort.MOST_FORMULAS // 10)
    monkeypatch.setattr(effort, "MOST_STEPS", effort.MOST_STEPS // 5)
    for name in ("outbreak", "island", "court", "seven_cities"):
        assert not [one for one in bundled(name).rules.mistakes if one.severity == "mistake"]


def test_the_size_of_a_program_is_a_mistake_in_its_longest_part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(effort, "MOST_STEPS", 200)
    body = "".join(f"  x = (x + {i}) mod 9\n" for i in range(200))
    written = f"{HEAD}turn: me may do go\naction go\n{body}end when turn.number > 3: draw\n"
    (line, _, words), *more = mistakes(written)
    assert not more and "too much" in words
    assert written.split("\n")[line - 1].startswith("  x = ")


def test_loops_over_joined_sets_inside_each_other_are_written_once() -> None:
    depth = 10
    loops = "".join("  " * (i + 1) + f"for c{i} in cells[1] + cells[2]\n" for i in range(depth))
    written = sheet(HEAD).replace("0..9", "0..2000")
    written += f"turn: me may do go\naction go\n{loops}{'  ' * (depth + 1)}x += 1\nend when turn.number > 3: draw\n"
    assert play(written, "x").do("go").see("x") == 1 + 2**depth


def test_a_loop_over_joined_ranges_knows_all_its_numbers() -> None:
    written = HEAD.replace("0..9", "0..99")
    written += sheet("""
        turn: me may do go
        action go
          for n in (all k in 1..2) + (all k in 7..9)
            if n > 5: x += n
        end when turn.number > 3: draw
    """)
    assert play(written, "x").do("go").see("x") == 1 + 7 + 8 + 9


def test_a_very_long_function_is_taken_as_it_is_and_means_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native_text, "LONG", 100)
    tests = "".join(f"any c{i} in cells[{i + 1}] + cells[{i + 2}] with " for i in range(5))
    close = "(c0.number + c4.number) is 7"
    table = play(text("", f"(7 if {tests}{close} else 3)"), "x")
    compiled = table.native.game.compiled
    assert "optnone" in native_text.NativeText(compiled.program, ProgramFacts(compiled.program)).text
    assert table.do("go").see("x") == 7


@pytest.mark.parametrize(
    "statement",
    ["for i in 1..2000000000 by -i: x = 2", "let i = random n in 1..big by n", "for n in (all k in 1..big) + (all k in 1..3): x = 2"],
)  # fmt: skip
def test_a_set_too_large_to_be_noted_down_is_a_mistake(statement: str) -> None:
    written = HEAD + f"var big = 0\nturn: me may do go\naction go\n  {statement}\nend when turn.number > 3: draw\n"
    (line, _, words), *more = mistakes(written)
    assert not more and "noted down" in words
    assert written.split("\n")[line - 1].strip() == statement


def test_a_loop_over_very_many_numbers_that_notes_nothing_down_is_none() -> None:
    written = HEAD + "var big = 3\nturn: me may do go\naction go\n  for i in 1..big: x = i\nend when x > 3: draw\n"
    assert play(written, "x").do("go").see("x") == 3


@pytest.mark.parametrize("walks", [18, 19, 140])
def test_walks_inside_each_other_run_in_both_runs_or_are_a_mistake(walks: int) -> None:
    inside = ", ".join(f"p{i} in 1..one" for i in range(walks))
    written = text("param one = 1 in 1..2\n", f"sum(x + 1 for {inside})")
    if walks <= effort.MOST_NESTED:
        assert play(written, "x").do("go").see("x") == 2
        return
    (line, _, words), *more = mistakes(written)
    assert not more and "walks" in words
    assert "sum(x + 1 for" in written.split("\n")[line - 1]

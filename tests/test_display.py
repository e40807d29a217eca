"""What notebooks and `print` show of results: all of it, in a readable form, and nobody's words as HTML."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

import ludwright
from ludwright.display import Block, FinePrint, Lines, Picture, TextTable, Title, as_html, as_text
from ludwright.library import bundled_games

TITLE = "<i>N&m</i>"


@cache
def _game() -> ludwright.Game:
    """Nim under a title that would be HTML if nobody took care."""
    nim = next(game.path for game in bundled_games() if game.name == "nim").read_text(encoding="utf-8")
    assert 'game "Nim"' in nim
    return ludwright.load_text(nim.replace('game "Nim"', f'game "{TITLE}"'))


@cache
def _run() -> ludwright.Playtest:
    return ludwright.playtest(_game(), games=30, seed=1, threads=1)


def _explained() -> Any:
    with TemporaryDirectory() as folder:
        file = Path(folder) / "learned"
        ludwright.learn(_game(), games=20).save(file)
        return ludwright.explain(_game(), file, games=4)


RESULTS: dict[str, Callable[[], Any]] = {
    "simulate": lambda: ludwright.simulate(_game(), games=30, threads=1),
    "playtest": _run,
    "open_run": _run,
    "tournament": lambda: ludwright.tournament(_game(), "random,mcts:2", games=20, threads=1),
    "ladder": lambda: ludwright.ladder(_game(), "mcts", start=1, most=2, games=10, threads=1),
    "strongest": lambda: ludwright.strongest(_game(), games=4, budget=2, few=True, threads=1),
    "strategies": lambda: ludwright.strategies(_game(), "random,mcts:2", games=10, climb=False, threads=1),
    "compare": lambda: ludwright.compare(_run(), _run(), metrics=["duration in turns"]),
    "sensitivity": lambda: ludwright.sensitivity(
        "pig", {"goal": [20, 50]}, games=20, metrics=["duration in turns"], threads=1
    ),
    "balance": lambda: ludwright.balance(_game(), ["first seat wins 0..100%"], games=6_000, threads=1),
    "evolve": lambda: ludwright.evolve(_game(), candidates=2, trials=4, gates=["ends"], threads=1),
    "distance": lambda: ludwright.distance(_game(), "pig"),
    "measure": lambda: ludwright.measure(_run(), ["viability"]),
    "power": lambda: ludwright.power(_game(), "random", games=10, what="seats", threads=1),
    "expect": lambda: ludwright.expect(_run(), "draws under 10%"),
    "solve": lambda: ludwright.solve(_game()),
    "equilibrium": lambda: ludwright.equilibrium(ludwright.load("kuhn_poker"), iterations=10),
    "why": lambda: ludwright.why(_game().start(), "mcts:50"),
    "describe": lambda: ludwright.describe(_game(), games=5),
    "check_thoroughly": lambda: ludwright.check_thoroughly(_game(), games=5, players=2),
    "learn": lambda: ludwright.learn(_game(), games=20),
    "metagame": lambda: ludwright.metagame(_game(), "random,mcts:2", games=4, answers=0, threads=1),
    "explain": _explained,
    "report": lambda: ludwright.report(_run()),
    "find": lambda: _run().find("seat 1 wins"),
    "fork": lambda: _run().fork(0, 1, games=5),
}
"""A result of every function that gives one, as small as can be."""

PLAIN = {"load", "load_text", "check", "bundled_games", "trace", "game_from_functions"}
"""They give games, which draw themselves, lists, lines and classes."""


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)
        self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open and self.open.pop() == tag, f"</{tag}> ends nothing"


def test_every_public_function_is_looked_at() -> None:
    functions = {name for name in ludwright.__all__ if inspect.isfunction(getattr(ludwright, name))}
    assert functions == (functions & set(RESULTS)) | PLAIN


@pytest.mark.parametrize("name", RESULTS)
def test_results_can_be_shown(name: str) -> None:
    found = RESULTS[name]()
    page, text, short = found._repr_html_(), str(found), repr(found)
    tags = _Tags()
    tags.feed(re.sub(r"<svg.*?</svg>", "", page, flags=re.DOTALL))
    assert not tags.open
    assert tags.seen <= {"div", "style", "p", "table", "thead", "tbody", "tr", "th", "td", "code", "pre"}
    assert "<i>" not in page
    if name not in ("sensitivity", "equilibrium", "why", "compare", "find", "measure"):
        assert TITLE in text
        assert "&lt;i&gt;N&amp;m&lt;/i&gt;" in page
    assert " object at 0x" not in short + text
    assert len(short) < 400
    assert len(text) > len(short) // 2
    assert max(map(len, text.splitlines())) < 400


def test_a_simulation_is_told_in_a_table() -> None:
    found = RESULTS["simulate"]()
    first, blank, headings, *rows = str(found).splitlines()
    assert (first, blank) == (f"{TITLE}: 30 random games, 2 players, seed 1", "")
    assert headings.split() == ["seat", "won", "share", "95%", "interval"]
    assert [int(row.split()[2]) for row in rows[:2]] == found.wins
    assert f'<td class="figure">{found.wins[0]}</td>' in found._repr_html_()


def test_blocks_as_text() -> None:
    blocks: list[Block] = [
        Title("Two rows"), TextTable(["name", "n"], [["a", "1"], ["bcd", "20"]]), "A `name`.", Picture(lambda: "<svg/>"),
        Lines("as\n  it is"), FinePrint("small"),
    ]  # fmt: skip
    expected = """Two rows

name   n
a      1
bcd   20

A `name`.

as
  it is

small"""
    assert as_text(blocks) == expected


def test_blocks_as_html_are_escaped() -> None:
    shown: list[Block] = [
        Title("<b>"),
        TextTable(["<th>"], [["<td>"]]),
        "`<code>` & more",
        Lines("<pre>"),
        FinePrint("<p>"),
    ]
    page = as_html(shown).split("</style>")[1]
    assert page == (
        '<p class="title">&lt;b&gt;</p><table><thead><tr><th>&lt;th&gt;</th></tr></thead><tbody><tr><td>&lt;td&gt;</td></tr></tbody></table>'
        '<p><code>&lt;code&gt;</code> &amp; more</p><pre>&lt;pre&gt;</pre><p class="soft">&lt;p&gt;</p></div>'
    )


def test_rows_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ValueError, match="3 cells in a table of 2"):
        TextTable(["a", "b"], [["1", "2"], ["1", "2", "3"]])

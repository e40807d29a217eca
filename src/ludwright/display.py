"""How results look where Python shows them: as text by `print`, as a part of a page in a notebook.

A result says what there is to show as blocks, in order: sentences, tables, pictures. Both forms are made of them here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from textwrap import fill

COLOURS = "--ink: #1d2733; --soft: #55616e; --paper: #fbfaf7; --panel: #ffffff; --line: #ddd8cd; --mark: #a4391f; --link: #14537a;"
FONT = "'Segoe UI', 'Helvetica Neue', Helvetica, Arial, 'DejaVu Sans', sans-serif"
"""Of reports and drawings as well."""
_WIDE = 100
_CODE = re.compile(r"`([^`]*)`")
_STYLE = f"""
.ludwright {{ {COLOURS} color: var(--ink); background: var(--paper); font: 15px/1.5 {FONT}; padding: .6rem 1rem; border-radius: 8px; max-width: 62rem; overflow-x: auto; }}
.ludwright p {{ margin: .35rem 0; }} .ludwright p.title {{ font-weight: 700; }} .ludwright .soft {{ color: var(--soft); }}
.ludwright table {{ border-collapse: collapse; font-size: .93em; margin: .5rem 0; color: var(--ink); background: none; }}
.ludwright th, .ludwright td {{ text-align: left; vertical-align: top; padding: .3rem 1rem .3rem 0; border: 0; border-bottom: 1px solid var(--line); background: none; }}
.ludwright th.figure, .ludwright td.figure {{ text-align: right; white-space: nowrap; }}
.ludwright code {{ background: #eeebe3; color: inherit; border-radius: 4px; padding: .05em .3em; }} .ludwright pre {{ font-size: .9em; margin: .5rem 0; white-space: pre-wrap; color: inherit; }}
.ludwright svg {{ display: block; max-width: 100%; height: auto; margin: .5rem 0; }}
"""


@dataclass(frozen=True)
class Title:
    """A line that says what follows."""

    words: str


@dataclass(frozen=True)
class FinePrint:
    """What a result rests on: method, settings, time."""

    words: str


@dataclass(frozen=True)
class Lines:
    """Text that is laid out already, line by line."""

    words: str


@dataclass(frozen=True)
class Picture:
    """A drawing for those who can see one; text passes it over, and it is not drawn then."""

    svg: Callable[[], str]


@dataclass(frozen=True)
class TextTable:
    """Headings and rows. The first column is text, the others are figures, unless it is said which are text."""

    headings: Sequence[str]
    rows: Sequence[Sequence[str]]
    text: tuple[int, ...] = (0,)

    def __post_init__(self) -> None:
        wrong = next((row for row in self.rows if len(row) != len(self.headings)), None)
        if wrong is not None:
            raise ValueError(f"a row of {len(wrong)} cells in a table of {len(self.headings)} columns")


Block = str | Title | FinePrint | Lines | Picture | TextTable
"""A plain string is a sentence; what stands in backticks in it is a name or a command."""


class Displayed:
    """A result that `print` and notebooks can show."""

    __slots__ = ()

    def shown(self) -> Iterator[Block]:
        """What there is to show; the first block is what `repr` says."""
        raise NotImplementedError

    def __str__(self) -> str:
        return as_text(self.shown())

    def __repr__(self) -> str:
        first = next(iter(self.shown()), "")
        words = first if isinstance(first, str) else getattr(first, "words", "")
        return f"<{type(self).__name__}: {words}>" if words else f"<{type(self).__name__}>"

    def _repr_html_(self) -> str:
        return as_html(self.shown())


# ---------------------------------------------------------------- as text


def as_text(blocks: Iterable[Block]) -> str:
    """For a terminal: sentences in lines of a hundred characters, tables with an empty line around them."""
    parts: list[str] = []
    for block in blocks:
        if isinstance(block, TextTable):
            parts += ["", *_rows(block), ""]
        elif isinstance(block, Lines):
            parts += ["", block.words.rstrip("\n"), ""]
        elif not isinstance(block, Picture):
            words = block if isinstance(block, str) else block.words
            parts += [""] if isinstance(block, Title) else []
            parts.append(fill(words, _WIDE, subsequent_indent="  ", break_on_hyphens=False, break_long_words=False))
    text = re.sub(r"\n{3,}", "\n\n", "\n".join(parts))
    return text.strip("\n")


def _rows(table: TextTable) -> Iterator[str]:
    rows = [list(table.headings), *(list(row) for row in table.rows)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(table.headings))]
    for row in rows:
        cells = [
            cell.ljust(width) if column in table.text else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        yield "  ".join(cells).rstrip()


# ---------------------------------------------------------------- as a part of a page


def as_html(blocks: Iterable[Block]) -> str:
    """For a notebook: in the colours of reports, and without touching anything around it. All words are escaped."""
    return f'<div class="ludwright"><style>{_STYLE}</style>{"".join(map(_block, blocks))}</div>'


def _block(block: Block) -> str:
    if isinstance(block, Picture):
        return block.svg()
    if isinstance(block, TextTable):
        return _table(block)
    if isinstance(block, Lines):
        return f"<pre>{escape(block.words)}</pre>"
    if isinstance(block, str):
        return f"<p>{words(block)}</p>"
    kind = "title" if isinstance(block, Title) else "soft"
    return f'<p class="{kind}">{words(block.words)}</p>'


def words(text: str) -> str:
    """A sentence, with names in their own letters.

    >>> words("`a<b` wins")
    '<code>a&lt;b</code> wins'
    """
    return _CODE.sub(r"<code>\1</code>", escape(text, quote=False))


def _table(table: TextTable) -> str:
    def row(cells: Sequence[str], tag: str) -> str:
        kinds = ["" if column in table.text else ' class="figure"' for column in range(len(cells))]
        return "".join(f"<{tag}{kind}>{words(cell)}</{tag}>" for cell, kind in zip(cells, kinds, strict=True))

    body = "".join(f"<tr>{row(cells, 'td')}</tr>" for cells in table.rows)
    return f"<table><thead><tr>{row(table.headings, 'th')}</tr></thead><tbody>{body}</tbody></table>"

"""Tables from Python lists: rows of signs as a designer would type them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from lark import Token

from ludwright.builder.effects import Effect
from ludwright.builder.formulas import Formula
from ludwright.builder.trees import BuildError, node
from ludwright.language.syntax import Node

Rows = Sequence[object]
"""A table: lists of cells, the first of them the names of the columns; or dictionaries with those names as keys.

A cell is a number, a yes or no, text as it is, a formula or effects; None is an empty cell. The type is as wide as
Python's own for a list of lists of different things; what does not fit is refused when the table is made.
"""


def table(rows: Rows | None) -> list[Node]:
    """The rows of a table, in columns."""
    if rows is None:
        return []
    lines = [[_cell(entry) for entry in line] for line in _as_lists(rows)]
    if len({len(line) for line in lines}) != 1 or not lines[0]:
        counts = ", ".join(str(len(line)) for line in lines)
        raise BuildError(f"every row of a table needs the same number of cells; these have {counts or 'none'}")
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    return [_row([_set(text, width) for text, width in zip(line, widths, strict=True)]) for line in lines]


def picture(rows: Sequence[str]) -> list[Node]:
    """The rows of a picture, signs as they are."""
    if isinstance(rows, str) or not rows:
        raise BuildError("a picture is a list of rows, the top row first")
    return [_row([_cell(row).strip()]) for row in rows]


def _as_lists(rows: Rows) -> list[Sequence[object]]:
    lists: list[Sequence[object]] = []
    for row in rows:
        if isinstance(row, Mapping):
            columns = list(row) if not lists else lists[0]
            if not lists:
                lists.append(columns)
            if set(row) != set(columns):
                raise BuildError(
                    f"a row of the table has the columns {', '.join(row)}, another has {', '.join(map(str, columns))}"
                )
            lists.append([row[str(column)] for column in columns])
        elif isinstance(row, str) or not isinstance(row, Sequence):
            raise BuildError(f"a row of a table is a list of cells, this is {row!r}")
        else:
            lists.append(row)
    return lists


def _cell(entry: object) -> str:
    if entry is None:
        return ""
    if isinstance(entry, bool):
        return "yes" if entry else "no"
    if not isinstance(entry, Formula | Effect | int | float | str):
        raise BuildError(f"a cell of a table is a value, a formula or effects, this is {entry!r}")
    text = str(entry)
    if "|" in text or "\n" in text:
        raise BuildError(f"a cell of a table is one line without `|`, this is {text!r}")
    return text


def _set(text: str, width: int) -> str:
    """Numbers stand in the middle of their column, everything else at its left."""
    if re.fullmatch(r"-?[0-9.]+", text):
        left = (width - len(text)) // 2
        return " " * left + text + " " * (width - left - len(text))
    return text.ljust(width)


def _row(cells: list[str]) -> Node:
    return node("row", Token("ROW", f"| {' | '.join(cells)} |"))

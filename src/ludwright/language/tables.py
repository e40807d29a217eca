"""Tables: rows in the text of a game, or a CSV, TSV or XLSX file that it names."""

from __future__ import annotations

from dataclasses import dataclass

from lark import Token, Tree

from ludwright.language.parser import Node, parse_effects, parse_formula
from ludwright.language.source import Declaration
from ludwright.mistakes import Place


class Cell:
    def __init__(self, text: str, place: Place) -> None:
        self.text = text
        self.place = place

    def formula(self) -> Node:
        """The tree ``cell``; its only child is the formula. An empty cell is `none`."""
        return parse_formula(self.text or "none", self.place)

    def effects(self) -> Node:
        """The tree ``effects``."""
        return parse_effects(self.text or "nothing", self.place)


@dataclass
class Table:
    columns: list[str]
    rows: list[list[Cell]]


def read_table(declaration: Declaration) -> Table | None:
    if declaration.kind not in ("enum", "cards", "players", "board"):
        return None
    rows = [c.children[0] for c in declaration.tree.children if isinstance(c, Tree) and c.data == "row"]
    if not rows:
        return None
    split = []
    for row in rows:
        assert isinstance(row, Token)
        cells = []
        at = row.column + 1
        for part in row[1:-1].split("|"):
            text = part.strip()
            column = at + len(part) - len(part.lstrip())
            cells.append(Cell(text, Place(declaration.file, row.line, column, max(1, len(text)), declaration.lines[row.line - 1])))
            at += len(part) + 1
        split.append(cells)
    return Table([" ".join(c.text.split()) for c in split[0]], split[1:])

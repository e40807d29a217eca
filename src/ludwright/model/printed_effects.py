"""Effects that are printed in tables: each is a declaration like any other, so that whoever looks for something in a text finds it there, too."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from lark import Token

from ludwright.language.declarations import Declaration
from ludwright.language.syntax import Node
from ludwright.language.tables import Cell
from ludwright.mistakes import MistakesError, Place
from ludwright.model.kinds import Kind


@dataclass
class PrintedEffect(Declaration):
    """The effects in one cell: every mistake in them points at the cell."""

    cell: Cell | None = None
    event: str = ""

    @property
    def where(self) -> str:
        """Which cell it is, in words."""
        assert self.cell is not None
        row = f" of row `{self.cell.name}`" if self.cell.name else ""
        return f"in column `{self.cell.column}`{row}: " if self.cell.column else ""

    def place(self, node: Node | Token | None = None) -> Place:
        assert self.cell is not None
        return self.cell.place if node is None or node is self.tree else self.cell.place_of(node)


def printed_effects(kinds: Iterable[Kind]) -> Iterator[PrintedEffect]:
    """The effects of all cells that can be read; the others are told of where they are carried out."""
    for kind in {id(kind): kind for kind in kinds}.values():
        if kind.declaration is None:
            continue
        for event, cells in kind.events.items():
            for cell in cells.values():
                try:
                    tree = cell.effects()
                except MistakesError:
                    continue
                home = kind.declaration
                yield PrintedEffect(tree, cell.place.file, home.lines, home.folder, home.root, cell, event)

"""What is printed on cards, pieces, cells and regions, in a few words each: ``cost 3``, ``drawn: my coins += 3``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ludwright.language import syntax
from ludwright.language.printer import to_text
from ludwright.model.kinds import Kind, Property

if TYPE_CHECKING:
    from ludwright.game import Game

_UNSAID = ("", "-", "–", "no", "none")
"""What is not there goes without saying."""
_CHANGE = re.compile(r"^(?:my )?(\w+) (\+=|-=) (\d+)$")


class Faces:
    """Reads the faces of one game, each once."""

    def __init__(self, game: Game) -> None:
        self.model = game.rules.model
        self._designs: dict[int, tuple[str, ...]] = {}
        self._effects: dict[str, list[tuple[str, str]]] = {}
        for declaration in self.model.of("event"):
            tree: syntax.EventDeclaration = declaration.tree
            self._effects.setdefault(str(tree.design), []).append((str(tree.event), _in_line(to_text(tree.body))))

    def design(self, number: int) -> tuple[str, ...]:
        """What is printed on a card or a piece of a design."""
        if number not in self._designs:
            self._designs[number] = tuple(self._design(number))
        return self._designs[number]

    def _design(self, number: int) -> Iterator[str]:
        for root in (kind for kind in self.model.component_kinds if kind.parent is None):
            for kind in root.family():
                designs = kind.design
                if designs is not None and designs.first <= number <= designs.last:
                    yield from self.member(designs, number - designs.first)

    def member(self, kind: Kind, index: int) -> Iterator[str]:
        """What is printed on one member of a kind: a design, a cell, a region, a value of an enumeration."""
        for name, columns in kind.properties.items():
            for column in columns:
                of_axis, cell = getattr(column, "of", None), column.cells[index] if index < len(column.cells) else None
                if isinstance(of_axis, Kind) and isinstance(cell, int):
                    yield from self.member(of_axis, cell - of_axis.first)
                value = _written(column, index)
                if value not in _UNSAID and not (column.index is not None and value == "0"):
                    of = f"{name} {column.index}" if column.index is not None else name
                    yield (of if value == "yes" else f"{of} {value}").replace("_", " ")
        said = dict(self._effects.get(kind.members[index], ()) if index < len(kind.members) else ())
        for event, cells in kind.events.items():
            if index in cells:
                said.setdefault(event, _in_line(cells[index].text))
        yield from (f"{event}: {effect}" for event, effect in said.items() if effect != "nothing")
        yield from (f"{heading}: {text}" for heading, text in kind.texts_of(kind.first + index).items())

    def called(self, words: str) -> list[tuple[str, tuple[str, ...]]]:
        """The cards, pieces, cells, regions and values whose name begins with some words, with what is printed on them; an exact name stands alone."""
        wanted = " ".join(words.casefold().replace("_", " ").split())
        found: dict[tuple[str, tuple[str, ...]], None] = {}
        for number, name in enumerate(self.model.design_names):
            found[name.replace("_", " "), self.design(number)] = None
        for kind in self.model.kinds.values():
            if kind.role in ("cell", "region", "enum"):
                for i, name in enumerate(kind.members):
                    found.setdefault((name.replace("_", " "), tuple(self.member(kind, i))))
        fits = [one for one in found if one[0].casefold().startswith(wanted)]
        exact = [one for one in fits if one[0].casefold() == wanted]
        told = [one for one in exact or fits if one[1]]
        return told or exact or fits


def _written(column: Property, index: int) -> str:
    """What a column says of a member; what its name says already is not repeated."""
    if index >= len(column.cells) or getattr(column, "of", column) is not column:
        return ""
    cell = column.cells[index]
    if cell is None:
        return ""
    return str(cell) if isinstance(cell, int) else cell.text.strip()


def _in_line(text: str) -> str:
    """Effects in one line, gains and losses as they are said.

    >>> _in_line("my coins += 3; draw 1 from pile to used")
    '+3 coins; draw 1 from pile to used'
    """
    told, deep = "", 0
    for line in (line for line in text.splitlines() if line.strip()):
        inside = len(line) - len(line.lstrip())
        parts = "; ".join(_CHANGE.sub(_gain, " ".join(part.split())) for part in line.split(";") if part.strip())
        told += (": " if inside > deep else "; ") + parts if told else parts
        deep = inside
    return told


def _gain(found: re.Match[str]) -> str:
    name, way, much = found.groups()
    return f"{'+' if way == '+=' else '−'}{much} {name.replace('_', ' ')}"

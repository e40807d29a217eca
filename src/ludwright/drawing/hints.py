"""What was told about a single card, in words: for cards whose faces are not seen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ludwright.model.kinds import Kind
from ludwright.model.world import TOLD_BITS

if TYPE_CHECKING:
    from ludwright.game import Game

_FEW = 3
"""So many designs are named one by one."""


class Hints:
    """Of one game."""

    def __init__(self, game: Game) -> None:
        self._game, self._model = game, game.rules.model
        self._groups: dict[int, list[tuple[str, list[str]]]] = {}

    @property
    def public(self) -> bool:
        """Whether everybody was told the same."""
        return bool(self._model.tellers == 1)

    def of(self, number: int, designs: Kind | None, seat: int, state: Sequence[int]) -> tuple[str, ...]:
        """What a seat was told of a component: ``white``, ``not rank 1 or 2``. Nothing if any of its designs is still possible."""
        model = self._model
        if not model.tellers or designs is None:
            return ()
        row = ((seat if model.tellers > 1 else 0) * (model.components + model.ghosts) + number) * model.told_words
        told = [int(state[model.arrays["told"] + row + word]) for word in range(model.told_words)]
        possible = [d for d in range(designs.count) if not _is_out(told, designs.first + d)]
        return tuple(self._words(designs, possible)) if 0 < len(possible) < designs.count else ()

    def _words(self, designs: Kind, possible: list[int]) -> Iterator[str]:
        names = [self._game.wording.design(designs.first + d) for d in range(designs.count)]
        groups = self._printed(designs)
        told = [word for name, values in groups for word in _narrowed(name, values, possible)]
        if len(possible) <= _FEW or not told:
            told = list(_narrowed("", names, possible))
        yield from told

    def _printed(self, designs: Kind) -> list[tuple[str, list[str]]]:
        """What is printed on designs such that several share it: a name where numbers need one, and the words for each design."""
        if id(designs) not in self._groups:
            found = []
            for name, columns in designs.properties.items():
                values = [self._value(name, cell) for cell in columns[0].cells]
                if len(columns) == 1 and 1 < len(set(values)) < len(values):
                    found.append((name, values))
            self._groups[id(designs)] = [
                (f"{name} " if all(value.isdigit() for value in values) else "", values) for name, values in found
            ]
        return self._groups[id(designs)]

    def _value(self, name: str, cell: object) -> str:
        kind = self._model.kinds.get(name)
        if isinstance(cell, int) and kind is not None and kind.role == "enum":
            return kind.members[cell - kind.first]
        return str(getattr(cell, "text", cell))


def _is_out(told: Sequence[int], design: int) -> bool:
    return bool(told[design // TOLD_BITS] >> design % TOLD_BITS & 1)


def _narrowed(name: str, values: Sequence[str], possible: Sequence[int]) -> Iterator[str]:
    """Which values are left, or which are not, whichever is shorter; nothing if all are."""
    left = list(dict.fromkeys(values[d] for d in possible))
    out = [value for value in dict.fromkeys(values) if value not in left]
    if out and len(left) <= max(1, min(len(out), _FEW)):
        yield name + " or ".join(left)
    elif out:
        yield f"not {name}{' or '.join(out)}"

"""What changed between two states, in words: the variables, the marks, and where things went."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from ludwright import ir
from ludwright.model.kinds import Field
from ludwright.model.labels import IN_PLAY, Labels, State
from ludwright.model.naming import field_labels

if TYPE_CHECKING:
    from ludwright.game import Game

GONE = "gone"
MOST_NAMES = 12
"""A longer list is cut, and counted."""


class Changes:
    """Compares states of one game."""

    def __init__(self, game: Game) -> None:
        self.labels = Labels(game)
        self.model = game.rules.model
        self._start = game.rules.image_words
        base = game.rules.image_base
        self._declared = [int(word) for word in game.table[base : base + len(self._start)]]
        self._unit = next((str(clock.tree.unit) for clock in self.model.of("clock")), "")
        dice = [kind for kind in self.model.component_kinds if kind.faces]
        self._dice = {kind.name.removesuffix(" die"): kind for kind in dice}
        faces = {id(kind.fields["face"]) for kind in dice}
        fields = [field for field in self.model.all_fields() if id(field) not in faces]
        self._marks = [field for field in fields if field.owner is not None and field.owner.role == "component"]
        self._fields = [(field, field_labels(field)) for field in fields if field not in self._marks]

    def between(
        self, before: State, after: State, *, fresh_turn: bool = False, rolled: Iterable[int] = ()
    ) -> list[str]:
        """Lines that tell what is different. With ``fresh_turn``, variables set back for the turn are passed over.

        ``rolled`` are dice (by their number of sides) that were thrown for certain: they are told even if they fell as before.
        """
        lines = self._dice_lines(before, after, set(rolled))
        lines += self._moves(before, after)
        if before[ir.CLOCK] != after[ir.CLOCK]:
            lines.append(f"clock: {before[ir.CLOCK]:,} → {after[ir.CLOCK]:,} {self._unit}")
        for field, names in self._fields:
            lines += self._field(field, names, before, after, fresh_turn)
        for mark in self._marks:
            lines += self._mark(mark, before, after, fresh_turn)
        return lines

    # ------------------------------------------------------------ variables

    def _field(
        self, field: Field, names: list[tuple[str, str]], before: State, after: State, fresh_turn: bool
    ) -> list[str]:
        groups: dict[tuple[str, int, int], list[str]] = {}
        for i, (name, owner) in enumerate(names):
            old, new = before[field.base + i], after[field.base + i]
            if old != new and not (fresh_turn and self._set_back(field, i, new)):
                groups.setdefault((name if owner else "", old, new), []).append(owner or name)
        return self._field_lines(field, groups, before, after)

    def _mark(self, field: Field, before: State, after: State, fresh_turn: bool) -> list[str]:
        """What components carry. A thing made just now begins with what is declared; of one that is gone nothing is told."""
        groups: dict[tuple[str, int, int], list[str]] = {}
        first, names = field.dims[0].first, [name for name, _ in field_labels(field)]
        for i, name in enumerate(names):
            number = first + i // field.row
            if not self.labels.exists(number, after):
                continue
            old, new = before[field.base + i], after[field.base + i]
            if not self.labels.exists(number, before):
                old = self._declared[field.base + i]
            if old != new and not (fresh_turn and self._set_back(field, i, new)):
                groups.setdefault((name, old, new), []).append(self.labels.marked(number, after))
        return self._field_lines(field, groups, before, after)

    def _set_back(self, field: Field, index: int, value: int) -> bool:
        return field.reset is not None and value == self._start[field.base + index]

    def _field_lines(
        self, field: Field, groups: dict[tuple[str, int, int], list[str]], before: State, after: State
    ) -> list[str]:
        lines = []
        for (name, old, new), members in groups.items():
            what = f"{name} of {listed(members)}" if name else listed(members)
            was, now = (self.labels.value(v, field.type, s) for v, s in ((old, before), (new, after)))
            lines.append(f"{what}: {was} → {now}")
        return lines

    # ------------------------------------------------------------ dice

    def _dice_lines(self, before: State, after: State, rolled: set[int]) -> list[str]:
        lines = []
        for name, kind in self._dice.items():
            base = kind.fields["face"].base
            faces = list(after[base : base + kind.count])
            if faces != list(before[base : base + kind.count]) or len(kind.faces) in rolled:
                lines.append(f"{name}: {' '.join(map(kind.face_name, faces))}")
        return lines

    # ------------------------------------------------------------ cards and pieces

    def _moves(self, before: State, after: State) -> list[str]:
        if not self.model.components:
            return []
        groups: dict[tuple[str, str], list[str]] = {}
        for number in range(self.model.components):
            old, new = self._place(before, number), self._place(after, number)
            if old != new:
                thing = self.labels.thing(number, before if new == GONE else after)
                groups.setdefault((old, new), []).append(thing)
        return [f"{counted(things)}: {_way(old, new)}" for (old, new), things in groups.items()]

    def _place(self, state: State, number: int) -> str:
        """Where a component lies; a thing that doesn't exist is ``gone``."""
        return self.labels.whereabouts(number, state) if self.labels.exists(number, state) else GONE


def _way(old: str, new: str) -> str:
    if old == GONE:
        return "made" if new == IN_PLAY else f"made, {new}"
    return f"{old} → {new}"


def listed(names: list[str]) -> str:
    """Names with commas between them, cut where there are very many."""
    if len(names) <= MOST_NAMES:
        return ", ".join(names)
    return f"{', '.join(names[: MOST_NAMES - 2])} … ({len(names)} in all)"


def counted(names: list[str]) -> str:
    """Names with commas between them, equal ones counted."""
    return listed([f"{times} × {name}" if times > 1 else name for name, times in Counter(names).items()])

"""Which words of a state a seat sees: for observations in Python and, as plain lists, for kernels."""

from __future__ import annotations

from collections.abc import Sequence

from ludwright import ir
from ludwright.hidden.layout import OPEN, BeliefLayout
from ludwright.model import visibility
from ludwright.model.kinds import Field, Kind, Zone
from ludwright.model.world import World


def on_components(variable: Field) -> bool:
    """Whether a variable belongs to single components."""
    return variable.owner is not None and variable.owner.role == "component"


def refers(variable: Field) -> bool:
    """Whether a variable holds a component."""
    kind = variable.type.kind
    return variable.type.form == "ref" and kind is not None and kind.role == "component"


def marks_of(kinds: Sequence[Kind]) -> list[Field]:
    """What single components carry; the face of a die is what it is."""
    return [mark for kind in kinds for mark in kind.fields.values() if len(mark.dims) == 1 and mark.name != "face"]


class Seen:
    """Of one game."""

    def __init__(self, model: World, layout: BeliefLayout) -> None:
        self.model, self.layout = model, layout
        self.marks = marks_of(model.component_kinds)
        self.faces: dict[int, int] = {
            c: kind.fields["face"].base + c - kind.first
            for kind in model.component_kinds
            if kind.faces
            for c in range(kind.first, kind.last + 1)
        }
        """Where the faces of dice are written."""
        self.numbered = frozenset(
            c for kind in model.numbered for c in range(kind.first, kind.last + 1) if layout.role[c] == OPEN
        )
        """The components whose number everybody sees: it matters to the rules, and as they never lie anywhere hidden it is no secret."""
        self._zones: dict[int, Zone] = {z.place + i: z for z in model.all_zones() for i in range(z.size)}
        self.watchers = [
            [visibility.watchers(model, f.seen, visibility.field_owner(model, f, i)) for i in range(f.size)]
            for f in model.all_fields()
        ]
        """For every word of every variable: who sees it."""

    def sorters(self, place: int) -> int:
        """The seats for which the order in a place means nothing, as bits."""
        zone = self._zones.get(place)
        if zone is None or zone.in_order:
            return 0
        return int(self.layout.watch[place]) if zone.face_down else visibility.everyone(self.model)

    # ------------------------------------------------------------ as plain lists

    def runs(self) -> list[tuple[int, int]]:
        """Words that everybody sees, from and up to."""
        found = [(ir.HEADER, ir.HEADER + self.model.players)]
        for field, seen in self._variables():
            if not refers(field) and self._open(seen):
                found.append((field.base, field.base + field.size))
        if self.model.zone_places:
            count = self.model.arrays["count"]
            found.append((count, count + self.model.zone_places))
        return found

    def masked(self) -> list[tuple[int, int]]:
        """Single words, and who sees them."""
        return [
            (field.base + i, mask)
            for field, seen in self._variables()
            if not refers(field) and not self._open(seen)
            for i, mask in enumerate(seen)
        ]

    def pointers(self) -> list[tuple[int, int]]:
        """Words that refer to a component, and who sees them."""
        return [
            (field.base + i, mask) for field, seen in self._variables() if refers(field) for i, mask in enumerate(seen)
        ]

    def carried(self) -> list[tuple[int, int, int, int]]:
        """What single components carry: where the word of component 0 would lie, the first and last component, and what says nothing."""
        return [
            (
                mark.base - mark.dims[0].first,
                mark.dims[0].first,
                mark.dims[0].last,
                -1 if mark.type.form == "ref" else 0,
            )
            for mark in self.marks
            if mark.public
        ]

    def fronts(self) -> list[tuple[int, int]]:
        """For every component where in the state it is written what is on it; where that never changes, that itself, with all bits turned over. Beside
        it the owner and number that can be seen of it, as one number."""
        model = self.model
        design = model.arrays.get("design")
        return [
            (
                self.faces.get(c, ~model.component_design[c] if design is None else design + c),
                (c + 1 if c in self.numbered else 0) * (model.players + 1) + model.component_owner[c] + 1,
            )
            for c in range(model.components)
        ]

    def _variables(self) -> list[tuple[Field, list[int]]]:
        found = zip(self.model.all_fields(), self.watchers, strict=True)
        return [(field, seen) for field, seen in found if not on_components(field)]

    def _open(self, seen: list[int]) -> bool:
        return all(mask == visibility.everyone(self.model) for mask in seen)

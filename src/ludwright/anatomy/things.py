"""The objects of a game that its rules read and change: parameters, variables, marks, zones, dice, boards, components, tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ludwright.model.kinds import Field, Holding, Kind, Param, Zone

if TYPE_CHECKING:
    from ludwright.model.world import World

SORTS = ("parameter", "variable", "mark", "board", "zone", "dice", "component", "table")
"""A *mark* is carried by the cells of a board or by single components, a *board* is what stands on its cells, a *table* is printed."""


@dataclass(frozen=True)
class Thing:
    """One object, named as in a formula: ``pot``, ``player.hand``, ``cell.mark``."""

    name: str
    sort: str


class ThingIndex:
    """All objects of a game, and how to find them."""

    def __init__(self, model: World) -> None:
        self.model = model
        self._of: dict[int, Thing] = {}
        self.all: list[Thing] = []
        for param in model.params.values():
            self._add(param, param.name, "parameter")
        self._add_fields()
        for holding in model.holdings:
            self._add(holding, f"{holding.kind.plural} on {holding.board.plural}", "board")
        for zone in model.all_zones():
            name = zone.name if zone.owner is None else f"{zone.owner.name}.{zone.name}"
            thing = self._add(zone, name, "dice" if zone.dice else "zone")
            if zone.dice:
                for kind in zone.kinds:
                    self._of[id(kind)] = self._of[id(kind.fields["face"])] = thing
        self._add_kinds()
        self.all.sort(key=lambda thing: SORTS.index(thing.sort))

    def _add(self, item: object, name: str, sort: str) -> Thing:
        thing = Thing(name, sort)
        self._of[id(item)] = thing
        if thing not in self.all:
            self.all.append(thing)
        return thing

    def _add_fields(self) -> None:
        for field in self.model.all_fields():
            owner = field.owner
            if owner is None:
                self._add(field, field.name, "variable")
            elif not owner.faces:
                self._add(
                    field, f"{owner.name}.{field.name}", "variable" if owner.role in ("player", "enum") else "mark"
                )

    def _add_kinds(self) -> None:
        for kind in self.model.component_kinds:
            if not kind.faces:
                self._add(kind, kind.name, "component")
        for kind in {id(kind): kind for kind in self.model.kinds.values()}.values():
            if kind.role == "component" and not kind.faces and id(kind) not in self._of:
                self._add(kind, kind.name, "component")  # a sub-kind of things that are made in play
            elif kind.role in ("enum", "player", "cell", "region") and kind.properties:
                self._add(kind, kind.name, "table")

    # ------------------------------------------------------------ looking up

    def get(self, item: Field | Zone | Holding | Kind | Param) -> Thing | None:
        """The object of something declared; a design is printed on its kind."""
        if isinstance(item, Kind) and item.role == "design" and item.of is not None:
            item = item.of
        return self._of.get(id(item))

    def boards_for(self, kind: Kind) -> set[Thing]:
        """The boards that hold pieces of a kind."""
        return {self._of[id(holding)] for holding in self.model.holdings if holding.kind.root is kind.root}

    def places_for(self, kind: Kind) -> set[Thing]:
        """The boards and zones where components of a kind may lie."""
        zones = [zone for zone in self.model.all_zones() if any(k.root is kind.root for k in zone.kinds)]
        return self.boards_for(kind) | {self._of[id(zone)] for zone in zones}

"""A whole position in words: the boards drawn with signs, what lies in the zones, what the variables are."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ludwright.model.kinds import Field, Holding, Kind, Zone
from ludwright.model.labels import Labels, State
from ludwright.model.naming import field_labels, zone_labels
from ludwright.play.changes import MOST_NAMES, counted, listed

if TYPE_CHECKING:
    from ludwright.game import Game

_SHOWN = 6
"""Zones with more components are counted, not listed."""
_DRAWN = ("grid", "hex")


class StandingReader:
    """Tells positions of one game."""

    def __init__(self, game: Game) -> None:
        self.labels = Labels(game)
        self.model = game.rules.model
        self._start = game.rules.image_words
        self._drawings = {id(b): drawing for b in self._boards() if (drawing := self._drawing(b)) is not None}

    def lines(self, state: State) -> list[str]:
        """The position: boards, zones, and the variables that are not as they were declared."""
        found = self.boards(state)
        for zone in self.model.all_zones():
            if zone.dice:
                found += self._dice(zone.kinds[0], zone.name, state)
            else:
                for place, label in zone_labels(zone):
                    content = self._contents(zone, place, state)
                    if content:
                        found.append(f"{label}: {content}")
        for field in self.model.all_fields():
            if field.owner is None or (id(field.owner) not in self._drawings and not field.owner.faces):
                found += self._field(field, state)
        return found

    def boards(self, state: State) -> list[str]:
        """The boards that can be drawn with one sign a cell."""
        return [line for draw in self._drawings.values() for line in draw(state)]

    def _boards(self) -> list[Kind]:
        return [kind for kind in self.model.kinds.values() if kind.role == "cell"]

    def _contents(self, zone: Zone, place: int, state: State) -> str:
        """What lies in a place; in a zone in order one by one from the first, since moves speak of `number 4`."""
        inside = self.labels.inside(place, state)
        if len(inside) > (MOST_NAMES if zone.in_order else _SHOWN):
            return f"{len(inside)} {self.labels.kind(min(inside)).plural}"
        things = [self.labels.thing(c, state) for c in (inside if zone.in_order else sorted(inside))]
        return listed(things) if zone.in_order else counted(things)

    def _dice(self, kind: Kind, name: str, state: State) -> list[str]:
        faces = state[kind.fields["face"].base :][: kind.count]
        thrown = any(face != kind.faces[0] for face in faces)
        return [f"{name}: {' '.join(map(kind.face_name, faces))}"] if thrown else []

    def _field(self, field: Field, state: State) -> list[str]:
        groups: dict[tuple[str, int], list[str]] = {}
        for i, (name, owner) in enumerate(field_labels(field)):
            value = state[field.base + i]
            if value == self._start[field.base + i]:
                continue
            if field.owner is not None and field.owner.role == "component":
                number = field.dims[0].first + i // field.row
                if not self.labels.exists(number, state):
                    continue
                owner = self.labels.marked(number, state)
            groups.setdefault((name if owner else "", value), []).append(owner or name)
        lines = []
        for (name, value), members in groups.items():
            what = f"{name} of {listed(members)}" if name else listed(members)
            lines.append(f"{what}: {self.labels.value(value, field.type, state)}")
        return lines

    # ------------------------------------------------------------ drawing

    def _drawing(self, board: Kind) -> Callable[[State], list[str]] | None:
        """How to draw a board: if it is a grid or a rhombus whose cells carry one mark or hold one piece."""
        geometry = board.geometry
        if geometry is None or geometry.shape not in _DRAWN or geometry.wide > 26:
            return None
        holdings, fields = list(board.holds.values()), list(board.fields.values())
        if len(holdings) == 1 and not fields and holdings[0].room == 1:
            return lambda state: _grid(board, [self._piece(holdings[0], c, state) for c in range(board.count)])
        if len(fields) == 1 and not holdings and fields[0].type.kind is not None and len(fields[0].dims) == 1:
            signs = _signs(fields[0].type.kind)
            if signs is None:
                return None
            base, first = fields[0].base, fields[0].type.kind.first
            return lambda state: _grid(
                board, [signs[v - first] if (v := state[base + c]) >= first else "." for c in range(board.count)]
            )
        return None

    def _piece(self, holding: Holding, cell: int, state: State) -> str:
        """The first letter of the owner's (or the design's) name; a capital if the piece carries a mark, such as a crown."""
        base = self.model.arrays["place"]
        kind = holding.kind.root
        for number in range(kind.first, kind.last + 1):
            if state[base + number] == holding.place + cell:
                owner = self.model.component_owner[number]
                name = self.model.player.members[owner] if owner >= 0 else self.labels.thing(number, state)
                marked = any(
                    f.type.form == "bool" and state[f.base + number - kind.first] for f in kind.fields.values()
                )
                return name[0].upper() if marked or not kind.fields else name[0].lower()
        return "."


def _signs(kind: Kind) -> list[str] | None:
    """One letter for each member, if they differ."""
    letters = [name.split()[-1][0].upper() for name in kind.members]
    return letters if len(set(letters)) == len(letters) else None


def _grid(board: Kind, signs: list[str]) -> list[str]:
    geometry = board.geometry
    assert geometry is not None
    lines = []
    for row in range(geometry.high, 0, -1):
        cells = (geometry.cell_at(column, row) for column in range(1, geometry.wide + 1))
        slant = " " * (row - 1) if geometry.shape == "hex" else ""
        lines.append(f"{slant}{' '.join(signs[cell] if cell >= 0 else ' ' for cell in cells)}  {row}")
    letters = " ".join(chr(ord("a") + column) for column in range(geometry.wide))
    return [*lines, letters]

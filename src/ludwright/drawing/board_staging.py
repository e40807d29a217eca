"""Boards with all that lies and is marked on their cells, corners and edges."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ludwright.drawing.colours import named
from ludwright.drawing.scene import Board, Fact, Point, Spot, Tint, Token
from ludwright.drawing.things import BACK, Things, merged
from ludwright.hidden.sight import Sight
from ludwright.ir.terms import NO_NUMBER
from ludwright.model.geometry import Geometry
from ludwright.model.kinds import Field, Holding, Kind
from ludwright.model.naming import combinations

ON_BOARDS = ("cell", "corner", "edge")
"""Kinds whose members have a place on a board."""


class BoardStaging:
    """Sets up the boards of one game."""

    def __init__(self, things: Things) -> None:
        self.things = things
        self.model = things.model
        self.kinds = [kind for kind in self.model.kinds.values() if kind.role in ON_BOARDS]
        self.pins = [
            field
            for field in self.model.all_fields()
            if field.type.kind in self.kinds
            and (not field.dims or (field.owner is self.model.player and len(field.dims) == 1))
        ]
        """Variables that point at one place of a board: the robber, a pawn."""

    def boards(self, sight: Sight, state: Sequence[int]) -> list[Board]:
        """All boards of the game."""
        return [self._board(kind, sight, state) for kind in self.kinds if kind.role == "cell"]

    def _board(self, kind: Kind, sight: Sight, state: Sequence[int]) -> Board:
        geometry = kind.geometry
        assert geometry is not None
        points = self.things.points(geometry)
        cells = self._spots(kind, points, sight, state)
        board = Board(kind.name, geometry.shape, cells)
        if geometry.shape == "graph":
            board.links = list(dict.fromkeys(geometry.links))
            board.regions = {
                name: members
                for regions in geometry.regions.values()
                for name, members in zip(regions.names, regions.members, strict=True)
            }
            board.region_notes = {
                name: tuple(self.things.faces.member(region, i))
                for region in self.model.kinds.values()
                if region.role == "region" and region.geometry is geometry
                for i, name in enumerate(region.members)
            }
        elif geometry.shape in ("grid", "hex"):
            _axes(board, geometry)
            board.checked = geometry.shape == "grid" and not _all_ways_straight(geometry)
        elif geometry.shape == "hexagon" and kind.members == geometry.names:
            _slanting_axes(board, geometry)
        self._rim(board, kind, geometry, sight, state)
        return board

    def _rim(self, board: Board, kind: Kind, geometry: Geometry, sight: Sight, state: Sequence[int]) -> None:
        """Corners and edges, where the game has a use for them."""
        outline = geometry.outline
        for other in self.kinds:
            if other.of is not kind or other.geometry is not geometry:
                continue
            if other.role == "corner":
                board.corners = self._spots(other, outline.corner_positions, sight, state)
                for spot, tiles in zip(board.corners, outline.corner_tiles, strict=True):
                    spot.near = tuple(kind.members[tile] for tile in tiles)
            elif other.role == "edge":
                board.edges = self._spots(other, outline.edge_positions, sight, state)
                for spot, (a, b) in zip(board.edges, outline.edge_ends, strict=True):
                    spot.ends = (outline.corner_positions[a], outline.corner_positions[b])
                for spot, tiles in zip(board.edges, outline.edge_tiles, strict=True):
                    spot.near = tuple(kind.members[tile] for tile in tiles)

    # ------------------------------------------------------------ what is there

    def _spots(self, kind: Kind, points: Sequence[Point], sight: Sight, state: Sequence[int]) -> list[Spot]:
        faces = self.things.faces
        spots = [
            Spot(name, point, printed=tuple(faces.member(kind, i)))
            for i, (name, point) in enumerate(zip(kind.members, points, strict=True))
        ]
        numbers = [f for f in kind.fields.values() if f.type.form not in ("bool", "ref")]
        named_numbers = len(numbers) > 1 or any(len(f.dims) > 1 for f in numbers)
        for index, spot in enumerate(spots):
            for field in kind.fields.values():
                self._carry(spot, field, index, named_numbers, sight, state)
            self._join(spot)
        self._pieces(kind, spots, sight, state)
        self._zones(kind, spots, sight, state)
        for field in self.pins:
            if field.type.kind is kind:
                self._pin(field, kind, spots, sight, state)
        return spots

    def _carry(self, spot: Spot, field: Field, index: int, with_name: bool, sight: Sight, state: Sequence[int]) -> None:
        """Put what a cell's own variable says on the cell."""
        words = state[field.base + index * field.row :][: field.row]
        if not sight.of(field.seen, None):
            if any(word not in (-1, NO_NUMBER) for word in words):
                spot.tokens.append(BACK)
            return
        values = field.dims[1].type if len(field.dims) == 2 else None
        for i, (rest, value) in enumerate(zip(combinations(field.dims[1:]), words, strict=True)):
            name = " ".join([field.name, *rest])
            cube = None
            if values and values.kind:
                cube = self.things.value_token(values.kind.first + i, values, state, sight)
            if cube is not None and field.type.form == "number":
                if value > 0:
                    spot.tokens.append(replace(cube, name=name, badge=str(value)))
            elif field.type.form == "bool":
                if value:
                    spot.facts.append(Fact(name, ""))
            elif field.type.form == "ref":
                token = self._reference(value, field, sight, state)
                if token is not None:
                    spot.tokens.append(token)
                elif value >= 0:
                    spot.facts.append(Fact(name, self.things.value(value, field.type, sight, state)))
            elif value != NO_NUMBER and (value or not rest):
                spot.facts.append(Fact(name if with_name else "", f"{value:,}"))

    def _reference(self, value: int, field: Field, sight: Sight, state: Sequence[int]) -> Token | None:
        kind = field.type.kind
        if kind is not None and kind.role == "component" and value >= 0 and not self.things.known(value, sight, state):
            return BACK
        return self.things.value_token(value, field.type, state, sight)

    @staticmethod
    def _join(spot: Spot) -> None:
        """A player's mark takes the cell's yes-marks and its one number upon itself: an army, a city."""
        marks = [token for token in spot.tokens if token.tint is not None and token.tint.seat is not None]
        if len(marks) != 1:
            return
        flags = tuple(fact.name for fact in spot.facts if not fact.value)
        numbers = [fact for fact in spot.facts if fact.value and not fact.name]
        badge = numbers[0].value if len(numbers) == 1 else ""
        spot.tokens[spot.tokens.index(marks[0])] = replace(marks[0], flags=flags, badge=badge)
        spot.facts = [fact for fact in spot.facts if fact.value and not (badge and not fact.name)]

    def _pieces(self, kind: Kind, spots: list[Spot], sight: Sight, state: Sequence[int]) -> None:
        if not kind.holds:
            return
        base = self.model.arrays["place"]
        lying: dict[int, list[int]] = {}
        for number in range(self.model.components):
            lying.setdefault(int(state[base + number]), []).append(number)
        for holding in kind.holds.values():
            ground = self._is_ground(holding)
            for index, spot in enumerate(spots):
                tokens = [self.things.token(c, state, sight, "piece") for c in lying.get(holding.place + index, [])]
                if ground and tokens:
                    colour = named(tokens[0].name)
                    spot.ground = Tint(colour) if colour else None
                    spot.facts.append(Fact("", tokens[0].name))
                else:
                    spot.tokens += merged(tokens)

    def _is_ground(self, holding: Holding) -> bool:
        """Whether what lies there is the land itself: one of several designs, all named after something with a colour."""
        designs = holding.kind.design
        if holding.room != 1 or holding.kind.has_owners or designs is None or designs.count < 3:
            return False
        return all(named(name) for name in designs.members)

    def _zones(self, kind: Kind, spots: list[Spot], sight: Sight, state: Sequence[int]) -> None:
        for (owner, _), zone in self.model.owned_zones.items():
            if owner != id(kind):
                continue
            row = zone.size // max(1, zone.dims[0].count)
            for index in range(zone.size):
                pile = self.things.pile(zone, index, zone.name, sight, state)
                spot = spots[index // row]
                spot.tokens += merged(
                    replace(token, form="piece") if token.form == "card" else token for token in pile.tokens
                )
                if pile.heaped:
                    spot.tokens.append(replace(BACK, count=pile.heaped))

    def _pin(self, field: Field, kind: Kind, spots: list[Spot], sight: Sight, state: Sequence[int]) -> None:
        for i in range(field.size):
            at = state[field.base + i] - kind.first
            if 0 <= at < len(spots) and sight.field(field, i):
                owned = field.owner is not None
                tint = self.things.seat_tints[i] if owned else None
                sign = self.things.seat_signs[i] if owned else field.name[:1].upper()
                name = f"{field.name} of {self.things.game.seats[i]}" if owned else field.name
                spots[at].tokens.append(Token(sign, name, tint, form="pin"))


def _axes(board: Board, geometry: Geometry) -> None:
    """Letters and numbers along the sides, if the cells are named by them."""
    for column in range(1, geometry.wide + 1):
        cell = geometry.cell_at(column, 1)
        if cell >= 0:
            board.columns.append((geometry.names[cell].rstrip("0123456789"), geometry.positions[cell][0]))
    for row in range(1, geometry.high + 1):
        cell = geometry.cell_at(1, row)
        if cell >= 0:
            board.rows.append((str(row), geometry.positions[cell][1]))


def _slanting_axes(board: Board, geometry: Geometry) -> None:
    """The same for a hexagon: numbers at the left of its rows, letters where its columns end at the upper right."""
    row_high = geometry.positions[-1][1] / max(1, geometry.high - 1)
    first: dict[int, int] = {}
    last: dict[int, int] = {}
    for cell, (row, column) in enumerate(zip(geometry.rows, geometry.columns, strict=True)):
        first.setdefault(row, cell)
        last[column] = cell
    for row, cell in first.items():
        board.rows.append((str(row), geometry.positions[cell][1]))
    for _, cell in sorted(last.items()):
        x, y = geometry.positions[cell]
        board.ends.append((geometry.names[cell].rstrip("0123456789"), (x + 0.5, y + row_high)))


def _all_ways_straight(geometry: Geometry) -> bool:
    """Whether no step leads diagonally to a neighbour."""
    return all(
        geometry.rows[a] == geometry.rows[b] or geometry.columns[a] == geometry.columns[b] for a, b in geometry.links
    )

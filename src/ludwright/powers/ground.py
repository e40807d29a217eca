"""Who stands where on a board: pieces, places marked as somebody's, and variables that tell of a place. And how two players change places."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ludwright.inspecting.arranging import Words, change_piles
from ludwright.inspecting.stopping import printed
from ludwright.model.kinds import Field, Kind
from ludwright.model.visibility import veiled_fields

if TYPE_CHECKING:
    from ludwright.model.world import World

_PLACES = ("cell", "corner", "edge", "region", "line")
Index = npt.NDArray[np.int64]


class Ground:
    """What of a state says who stands where."""

    def __init__(self, model: World) -> None:
        self.model = model
        fields = [field for field in model.all_fields() if field.dims and field.reset is None]
        self.marks = [field for field in fields if self._is_mark(field)]
        """Variables of places, or of things on them, that name a player."""
        self.rows = [field for field in fields if self._is_row(field)]
        """Variables of players that name a place, or have a number for each place."""
        self.numbers = [field for field in fields if _axis(field, model.player) == 0 and field.row == 1]
        self.numbers = [field for field in self.numbers if field.type.form == "number" and field not in self.rows]
        self.tallies: list[Field] = []
        """Numbers of players that only count what they have on a board: they go with it."""
        self.pieces = np.array(model.component_owner[: model.components], np.int64)
        self.boards = [kind for kind in {id(k): k for k in model.kinds.values()}.values() if kind.role == "cell"]

    def _is_mark(self, field: Field) -> bool:
        if field.type.form != "ref" or field.type.kind is not self.model.player:
            return False
        first = field.dims[0].type
        on_boards = any(holding.kind.root is getattr(first.kind, "root", None) for holding in self.model.holdings)
        return first.form == "number" or _role(first.kind) in (*_PLACES, "enum") or on_boards

    def _is_row(self, field: Field) -> bool:
        axis = _axis(field, self.model.player)
        if axis is None or field in self.marks:
            return False
        if axis == 0 and field.type.form == "ref" and _role(field.type.kind) in (*_PLACES, "direction"):
            return True
        others = [dim for place, dim in enumerate(field.dims) if place != axis]
        return any(dim.type.form == "number" or _role(dim.type.kind) in _PLACES for dim in others)

    # ------------------------------------------------------------ looking

    @property
    def hidden(self) -> str:
        """What of it somebody may not see, if there is such a thing."""
        veiled = {id(field) for field in veiled_fields(self.model)}
        for field in (*self.marks, *self.rows):
            if id(field) in veiled:
                return field.name
        on_boards = [holding.kind for holding in self.model.holdings]
        owned = [kind for kind in self.model.component_kinds if kind.has_owners]
        return next(
            (kind.plural for kind in (*on_boards, *owned) if kind.root in getattr(self.model, "veiled", ())), ""
        )

    def printed_seats(self, names: Collection[str]) -> str:
        """What is printed on a board, of what has one of these names, that names a seat: it can't change hands."""
        seats = set(self.model.player.members)
        for kind in {id(k): k for k in self.model.kinds.values()}.values():
            for name, columns in kind.properties.items() if kind.role in _PLACES else ():
                if name in names and any(_text(cell) in seats for column in columns for cell in column.cells):
                    return name
        return ""

    @property
    def unlike(self) -> bool:
        """Whether players have pieces of different kinds, so that not every piece has one to change places with."""
        own = [[sort for sort, _ in self._own(seat)] for seat in range(self.model.players)]
        return any(sorts != own[0] for sorts in own)

    def _own(self, seat: int) -> list[tuple[tuple[int, int], int]]:
        """The pieces of a player, each behind what it is: those of two players correspond."""
        kinds, designs = self.model.component_kinds, self.model.component_design
        found = []
        for c in np.nonzero(self.pieces == seat)[0].tolist():
            kind = next((n for n, kind in enumerate(kinds) if kind.first <= c <= kind.last), -1)
            found.append(((kind, designs[c]), c))
        return sorted(found)

    def held(self, words: Words) -> list[set[str]]:
        """What every seat holds: places by their names, and what is printed about the seat where there is a board."""
        found: list[set[str]] = [set() for _ in range(self.model.players)]
        for field in self.marks:
            for index, seat in enumerate(_values(field, words).ravel().tolist()):
                if 0 <= seat < len(found):
                    found[seat].add(_member(field, index // field.row, index % field.row))
        for field in self.rows:
            self._in_rows(field, words, found)
        for seat, name in self._on_boards(words):
            found[seat].add(name)
        if self.boards and (any(found) or self._prints_places()):
            self._printed(found)
        return found

    def _in_rows(self, field: Field, words: Words, found: list[set[str]]) -> None:
        own = np.moveaxis(_values(field, words), _axis(field, self.model.player) or 0, 0)
        kind = field.type.kind
        for seat, values in enumerate(own):
            for index, value in np.ndenumerate(np.atleast_1d(values)):
                number = int(value)
                if field.type.form == "ref" and kind is not None:
                    if number >= 0:
                        found[seat].add(named(kind, number - kind.first))
                elif number:
                    found[seat].add(f"{field.name}[{' '.join(map(str, index))}] {number}")

    def _on_boards(self, words: Words) -> Iterator[tuple[int, str]]:
        """The cells on which pieces of a player stand."""
        if not (self.pieces >= 0).any():
            return
        first = self.model.arrays["place"]
        for c in np.nonzero(self.pieces >= 0)[0].tolist():
            place = int(words[first + c])
            for holding in self.model.holdings:
                if 0 <= place - holding.place < holding.board.count:
                    yield int(self.pieces[c]), named(holding.board, place - holding.place)

    def _prints_places(self) -> bool:
        """Whether a place on a board is printed about the players."""
        names = {name for board in self.boards for name in (board.plural, *board.members)}
        return any(_text(cell).partition("[")[0] in names for column in printed(self.model) for cell in column.cells)

    def _printed(self, found: list[set[str]]) -> None:
        for column in printed(self.model):
            texts = [_text(cell) for cell in column.cells]
            if len(set(texts)) > 1:
                for seat, text in enumerate(texts):
                    found[seat].add(f"{column.name} {text}")

    # ------------------------------------------------------------ counting

    def learn(self, seen: Sequence[Words]) -> None:
        """Find the numbers that only count what players have on a board, in every deal."""
        self.tallies = [
            field
            for field in self.numbers
            if any(
                all(counted[deal] == _values(field, words).tolist() for deal, words in enumerate(seen))
                for counted in self._counts(seen)
            )
        ]

    def _counts(self, seen: Sequence[Words]) -> Iterator[list[list[int]]]:
        seats = range(self.model.players)
        yield [[sum(owner == seat for owner, _ in self._on_boards(words)) for seat in seats] for words in seen]
        fields = self.model.all_fields()
        for mark in self.marks:
            yield [[int((_values(mark, words) == seat).sum()) for seat in seats] for words in seen]
            alike = [f for f in fields if f.owner is mark.owner and f.type.form == "number" and f.size == mark.size]
            for field in alike if mark.owner is not None else ():
                yield [
                    [int(_values(field, words)[_values(mark, words) == seat].sum()) for seat in seats] for words in seen
                ]

    # ------------------------------------------------------------ changing places

    def exchange(self, words: Words, one: int, other: int) -> None:
        """Two players change places: pieces, marks, and what tells of them."""
        for field in self.marks:
            own = _values(field, words)
            mine, theirs = own == one, own == other
            own[mine], own[theirs] = other, one
        for field in (*self.rows, *self.tallies):
            own = np.moveaxis(_values(field, words), _axis(field, self.model.player) or 0, 0)
            own[[one, other]] = own[[other, one]]
        self._exchange_pieces(words, one, other)

    def _exchange_pieces(self, words: Words, one: int, other: int) -> None:
        """Every piece takes the place of one like it, with all that is marked on that."""
        mine, theirs = (np.array([c for _, c in self._own(seat)], np.int64) for seat in (one, other))
        if not len(mine):
            return
        model = self.model
        turned: Index = np.arange(-1, model.components)  # shifted by one: nobody stays nobody
        turned[mine + 1], turned[theirs + 1] = theirs, mine
        for name in ("place", "above", "below"):
            own = words[model.arrays[name] : model.arrays[name] + model.components]
            own[:] = own[turned[1:]]
        for first, size in self._chains():
            own = words[first : first + size]
            own[:] = turned[own + 1]
        self._exchange_marked(words, turned)
        for zone in model.all_zones():
            if zone.dims and zone.dims[0].type.kind is model.player and all(kind.has_owners for kind in zone.kinds):
                each = zone.size // model.players
                for i in range(each):
                    change_piles(model, words, zone.place + one * each + i, zone.place + other * each + i)

    def _chains(self) -> Iterator[tuple[int, int]]:
        """Where words lie that name a piece: what is above and below, on top and at the bottom, and who is on a cell."""
        arrays, places = self.model.arrays, self.model.zone_places
        sizes = {"above": self.model.components, "below": self.model.components, "top": places, "bottom": places}
        yield from ((arrays[name], size) for name, size in sizes.items() if name in arrays)
        for holding in self.model.holdings:
            if holding.room == 1:
                yield arrays["occupant"] + self.model.occupant_offset(holding), holding.board.count

    def _exchange_marked(self, words: Words, turned: Index) -> None:
        """What is marked on pieces goes with their places; variables that name a piece name the one that stands there now."""
        for field in self.model.all_fields():
            if field.owner is not None and field.owner.role == "component":
                own = _values(field, words).reshape(field.owner.count, -1)
                first = field.owner.first
                own[:] = own[turned[1 + first : 1 + first + field.owner.count] - first]
            kind = field.type.kind
            if field.type.form == "ref" and kind is not None and kind.role == "component":
                own = words[field.base : field.base + field.size]
                own[:] = turned[own + 1]


def named(kind: Kind, index: int) -> str:
    """A place by its name."""
    member = kind.members[index]
    return f"{kind.name} {member}" if member.isdigit() else member


def _member(field: Field, index: int, rest: int) -> str:
    kind = field.dims[0].type.kind
    name = named(kind, index) if kind is not None and kind.role in _PLACES else f"{field.name}[{index}]"
    return f"{name} {rest}" if field.row > 1 else name


def _axis(field: Field, player: Kind) -> int | None:
    """Which of its indices is a player."""
    return next((place for place, dim in enumerate(field.dims) if dim.type.kind is player), None)


def _text(cell: Any) -> str:
    return str(getattr(cell, "text", cell))


def _role(kind: Kind | None) -> str:
    return kind.role if kind is not None else ""


def _values(field: Field, words: Words) -> Any:
    """The words of a variable, with an axis for every index."""
    return words[field.base : field.base + field.size].reshape([dim.count for dim in field.dims])

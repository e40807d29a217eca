"""Components as tokens: what they are called, what they look like, where they lie."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ludwright.drawing.colours import colours_of, named, tell_apart
from ludwright.drawing.faces import Faces
from ludwright.drawing.hints import Hints
from ludwright.drawing.layout import cell_points
from ludwright.drawing.scene import Pile, Point, Tint, Token
from ludwright.drawing.signs import signs
from ludwright.hidden.sight import Sight
from ludwright.ir.terms import NO_NUMBER
from ludwright.model.geometry import Geometry
from ludwright.model.kinds import Field, Kind, Type, Zone
from ludwright.model.labels import Labels
from ludwright.model.naming import combinations
from ludwright.model.visibility import zone_owner

if TYPE_CHECKING:
    from ludwright.game import Game

BACK = Token("?", "hidden", form="back")
MOST_IN_ORDER = 24
"""So many cards in order are drawn one by one if something is known of one of them."""


def things_of(game: Game) -> Things:
    """Made once for a game: many frames of it may be drawn."""
    found = game.__dict__.get("_things")
    if not isinstance(found, Things):
        found = game.__dict__["_things"] = Things(game)
    return found


class Things:
    """Makes tokens of the components and of the values of one game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.model = game.rules.model
        self.labels = Labels(game)
        self.hints = Hints(game)
        self.faces = Faces(game)
        seats = game.seats
        colours = colours_of(seats)
        self.seat_tints = [Tint(colour, seat) for seat, colour in enumerate(colours)]
        self.seat_signs = signs(seats)
        self.plain = tell_apart(colours)
        """Whether the colours of the seats speak for themselves."""
        self._zones = {zone.place + i: (zone, i) for zone in self.model.all_zones() for i in range(zone.size)}
        self._design_signs: dict[int, dict[int, str]] = {}
        self._member_looks: dict[int, tuple[list[str], list[str]]] = {}
        self._points: dict[int, list[Point]] = {}

    def points(self, geometry: Geometry) -> list[Point]:
        """Where the cells of a board are drawn."""
        if id(geometry) not in self._points:
            self._points[id(geometry)] = cell_points(geometry)
        return self._points[id(geometry)]

    # ------------------------------------------------------------ components

    def inside(self, place: int, state: Sequence[int]) -> list[int]:
        """The components in a place, from the bottom to the top."""
        return self.labels.inside(place, state)

    def adrift(self, state: Sequence[int]) -> list[int]:
        """Things made in play that lie neither in a zone nor on a board."""
        arrays = self.model.arrays
        if "design" not in arrays:
            return []
        made = [c for kind in self.model.component_kinds if kind.limit for c in range(kind.first, kind.last + 1)]
        return [
            c for c in made if state[arrays["design"] + c] >= 0 and state[arrays["place"] + c] not in self.labels.places
        ]

    def known(self, number: int, sight: Sight, state: Sequence[int], *, placed: bool = False) -> bool:
        """Whether a seat sees which component this is, where it lies now; with ``placed`` only if it lies anywhere."""
        arrays = self.model.arrays
        if sight.seat is not None and "known" in arrays and state[arrays["known"] + number] >> sight.seat & 1:
            return True
        place = int(state[arrays["place"] + number])
        home = self._zones.get(place)
        if home is None:
            return not placed or place in self.labels.places
        zone, index = home
        on_top = state[self.model.arrays["above"] + number] < 0
        return sight.zone(zone, index) or (on_top and sight.top(zone, index))

    def value(self, number: int, type_: Type, sight: Sight, state: Sequence[int]) -> str:
        """A value in words; a thing that is not seen is named by its kind only."""
        kind = type_.kind
        if kind is not None and kind.role == "component" and number >= 0 and not self.known(number, sight, state):
            return f"a hidden {kind.name}"
        return self.labels.value(number, type_, state)

    def design(self, number: int, state: Sequence[int]) -> int:
        """The design of a component; of things made in play the one they were made with."""
        return self.model.design_in(state, number)

    def token(self, number: int, state: Sequence[int], sight: Sight, form: str = "card") -> Token:
        """A component with all that is seen on it."""
        kind = self.labels.kind(number)
        if kind.faces:
            face = int(state[kind.fields["face"].base + number - kind.first])
            if kind.face is not None:
                return Token(kind.face_name(face), kind.face_name(face), form=form)
            return Token(str(face), str(face), form="die", face=face)
        design = self.design(number, state)
        name = self.game.wording.design(design) if design >= 0 else kind.name
        owner = self.model.component_owner[number]
        carried = list(self._carried(kind, number, state, sight))
        flags = tuple(flag for _, _, flag in carried)
        which = str(number - kind.first + 1) if flags and self.labels.numbered(number, state) else ""
        sign = self._design_sign(kind, design)
        printed = self.faces.design(design) if design >= 0 else ()
        if owner >= 0:
            tint: Tint | None = self.seat_tints[owner]
            one = self._alike(kind)
            sign = self.seat_signs[owner] if one else f"{self.seat_signs[owner]}{sign}"
            lettered = not (one and self.plain)
            whose = f"{name} of {self.game.seats[owner]}"
            return Token(sign, whose, tint, flags, form=form, lettered=lettered, printed=printed)
        colour = named(name)
        tint = Tint(colour) if colour else self._banner(carried)
        return Token(sign, name, tint, flags, which, form=form, printed=printed)

    def _carried(self, kind: Kind, number: int, state: Sequence[int], sight: Sight) -> Iterator[tuple[Field, int, str]]:
        """The marks of a component: which, the value, and both in words. What is `no` or `none` goes without saying."""
        for owner in [kind, *kind.family()[1:]]:
            for field in owner.fields.values():
                if not owner.first <= number <= owner.last or len(field.dims) != 1:
                    continue
                index = number - field.dims[0].first
                value = int(state[field.base + index])
                if not sight.field(field, index):
                    continue
                if field.type.form == "bool":
                    if value:
                        yield field, value, field.name
                elif value != NO_NUMBER and (field.type.form != "ref" or value >= 0):
                    told = self.value(value, field.type, sight, state)
                    yield field, value, f"{field.name} {told}"

    def _banner(self, carried: Sequence[tuple[Field, int, str]]) -> Tint | None:
        """The colour of the one player whom the marks of a thing name."""
        seats = [value for field, value, _ in carried if field.type.kind is self.model.player]
        return Tint(self.seat_tints[seats[0]].colour) if len(seats) == 1 else None

    def _alike(self, kind: Kind) -> bool:
        return kind.root.design is None or kind.root.design.count < 2

    def _design_sign(self, kind: Kind, design: int) -> str:
        designs = kind.root.design
        if designs is None:
            return kind.name[:1].upper()
        if id(designs) not in self._design_signs:
            numbers = range(designs.first, designs.last + 1)
            self._design_signs[id(designs)] = dict(
                zip(numbers, signs([self.game.wording.design(n) for n in numbers]), strict=True)
            )
        return self._design_signs[id(designs)].get(design, kind.name[:1].upper())

    # ------------------------------------------------------------ values

    def value_token(self, value: int, type_: Type, state: Sequence[int], sight: Sight) -> Token | None:
        """A reference to a player, a value of an enumeration or a thing, as a mark; nothing for `none`."""
        kind = type_.kind
        if kind is None or value < 0:
            return None
        if kind.role == "player":
            return Token(
                self.seat_signs[value],
                self.game.seats[value],
                self.seat_tints[value],
                form="mark",
                lettered=not self.plain,
            )
        if kind.role == "component":
            return self.token(value, state, sight, "piece")
        looks, colours = self._looks(kind)
        at = value - kind.first
        if not 0 <= at < len(looks):
            return None
        return Token(looks[at], kind.members[at], Tint(colours[at]), form="mark")

    def tint(self, value: int, type_: Type) -> Tint | None:
        """The colour of a player, or of a value that is named after one."""
        kind = type_.kind
        if kind is None or value < 0:
            return None
        if kind.role == "player":
            return self.seat_tints[value]
        at = value - kind.first
        colour = named(kind.members[at]) if kind.role == "enum" and 0 <= at < len(kind.members) else None
        return Tint(colour) if colour else None

    def _looks(self, kind: Kind) -> tuple[list[str], list[str]]:
        if id(kind) not in self._member_looks:
            names = kind.members[: kind.count]
            self._member_looks[id(kind)] = (signs(names), colours_of(names))
        return self._member_looks[id(kind)]

    # ------------------------------------------------------------ piles

    def pile(self, zone: Zone, index: int, name: str, sight: Sight, state: Sequence[int]) -> Pile:
        """One place of a zone as a seat sees it."""
        inside = self.inside(zone.place + index, state)
        count, dice = len(inside), zone.dice
        if sight.zone(zone, index):
            ordered = dice or zone.in_order or zone.face_down or zone.shuffled
            if not ordered:
                inside = sorted(inside, key=lambda c: (self.design(c, state), c))
            tokens = [self.token(c, state, sight) for c in inside]
            told = [self._shown_to_others(c, zone, index, state) for c in inside]
            tokens = [replace(token, flags=(*token.flags, *more)) for token, more in zip(tokens, told, strict=True)]
            return Pile(name, tokens if zone.in_order or dice else merged(tokens), count, 0, dice, zone.in_order)
        faces = {c: self._face(c, zone, index, sight, state) for c in inside if self.known(c, sight, state)}
        tokens = merged(faces.values())
        if zone.in_order and not dice and count <= MOST_IN_ORDER:
            backs = {c: self._back(c, sight, state) for c in inside if c not in faces}
            if faces or any(back.flags for back in backs.values()):
                tokens = [replace({**faces, **backs}[c], place=i) for i, c in enumerate(inside, 1)]
        return Pile(name, tokens, count, count - len(faces), dice, zone.in_order)

    def _face(self, number: int, zone: Zone, index: int, sight: Sight, state: Sequence[int]) -> Token:
        """A component that a seat knows where others may not see it."""
        token = self.token(number, state, sight)
        on_top = state[self.model.arrays["above"] + number] < 0
        if on_top and sight.top(zone, index):
            return token
        lies = ["on top"] if on_top and not zone.in_order and state[self.model.arrays["below"] + number] >= 0 else []
        return replace(token, flags=(*token.flags, "you know it", *lies))

    def _back(self, number: int, sight: Sight, state: Sequence[int]) -> Token:
        """A component that a seat does not know, with what it was told of it."""
        designs = self.labels.kind(number).root.design
        return replace(BACK, flags=self.hints.of(number, designs, sight.seat or 0, state))

    def _shown_to_others(self, number: int, zone: Zone, index: int, state: Sequence[int]) -> tuple[str, ...]:
        """What everybody was told of a component that its owner alone does not see."""
        owner = zone_owner(self.model, zone, index)
        if zone.seen != "others" or owner is None or not zone.in_order or not self.hints.public:
            return ()
        told = self.hints.of(number, self.labels.kind(number).root.design, owner, state)
        return (f"told {told[0]}", *told[1:]) if told else ()

    def piles(self, zone: Zone, sight: Sight, state: Sequence[int]) -> list[Pile]:
        """All places of a zone; of many the empty ones are left out."""
        found = [
            self.pile(zone, i, zone_name(zone, rest), sight, state) for i, rest in enumerate(combinations(zone.dims))
        ]
        return [pile for pile in found if pile.count] if len(found) > 8 else found


def zone_name(zone: Zone, indices: Sequence[str]) -> str:
    """What a place of a zone is called; the index of an owner is left out only for players, who have their own panels."""
    return f"{zone.name} {', '.join(indices)}" if indices else zone.name


def merged(tokens: Iterable[Token]) -> list[Token]:
    """Equal tokens as one with their number, in order of first appearance."""
    counts = Counter(tokens)
    return [replace(token, count=number) for token, number in counts.items()]

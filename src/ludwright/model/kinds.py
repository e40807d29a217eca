"""What there is in a game: kinds of things, the state they carry, the places they lie in, and the knobs."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ludwright.spelling import with_article

if TYPE_CHECKING:
    from ludwright.language import syntax
    from ludwright.language.source import Declaration
    from ludwright.language.tables import Cell, Table
    from ludwright.model.geometry import Geometry

BIG = 1_000_000_000
"""A number without a declared range runs from -BIG to BIG."""


@dataclass(frozen=True)
class Type:
    """The type of a value: ``number``, ``fraction``, ``bool``, ``real``, ``none``, ``ref`` (to a member of ``kind``), ``name``."""

    form: str
    kind: Kind | None = None
    optional: bool = False

    def __str__(self) -> str:
        if self.form == "ref" and self.kind is not None:
            return with_article(self.kind.name)
        return {
            "number": "a number",
            "bool": "yes or no",
            "real": "a number",
            "fraction": "a fraction",
            "none": "`none`",
        }.get(self.form, self.form)


NUMBER, BOOL, REAL, NOTHING = Type("number"), Type("bool"), Type("real"), Type("none")
FRACTION = Type("fraction")
"""A number with three digits behind the point, kept as whole thousandths: sums and products of whole numbers are the same on every machine."""
PARTS = 1000
"""The parts of one that a fraction counts."""
MOST_PARTS = 2_000_000_000


def plain_fraction(word: int) -> str:
    """A fraction as people write it."""
    text = f"{abs(word) // PARTS}.{abs(word) % PARTS:03}".rstrip("0").rstrip(".")
    return f"-{text}" if word < 0 else text


@dataclass(eq=False)
class Property:
    """What is printed on each member of a kind: one column of a table, or an axis of a deck."""

    name: str
    cells: list[Cell | int | None]
    """A cell of a table, a ready value, or nothing, for each member."""
    index: str | None = None
    """The member an indexed column (``needs[wood]``) stands for; the columns of one name form one property."""


@dataclass(eq=False)
class Kind:
    """A kind of thing: its members are numbered from ``first``; a reference is that number, -1 is `none`."""

    name: str
    plural: str
    role: str
    """player, enum, cell, corner, edge, region, component, design, direction, line, action, answer."""
    count: int = 0
    first: int = 0
    members: list[str] = field(default_factory=list)
    properties: dict[str, list[Property]] = field(default_factory=dict)
    fields: dict[str, Field] = field(default_factory=dict)
    parent: Kind | None = None
    subkinds: list[Kind] = field(default_factory=list)
    design: Kind | None = None
    """For components: the kind of their designs."""
    of: Kind | None = None
    """For designs: the kind of the components; for corners, edges, regions: the board's cells."""
    geometry: Geometry | None = None
    holds: dict[str, Holding] = field(default_factory=dict)
    owned: int = 0
    """Components: how many each player has (`copies 12 each player`)."""
    face: Kind | None = None
    """Dice with words on their faces: the list of these words."""
    limit: int = 0
    """Components made in play: how many there may be at once."""
    declaration: Declaration | None = None
    table: Table | None = None
    events: dict[str, dict[int, Cell]] = field(default_factory=dict)
    """Effects in table columns: event -> member -> cell."""
    texts: dict[str, list[str]] = field(default_factory=dict)
    """Columns of words for people, such as rules text: heading -> the text of each member. On cards, of the designs."""
    faces: list[int] = field(default_factory=list)
    """Dice: the faces."""

    @property
    def root(self) -> Kind:
        return self if self.parent is None else self.parent.root

    @property
    def last(self) -> int:
        return self.first + self.count - 1

    def texts_of(self, number: int) -> dict[str, str]:
        """The words for people that are printed on a member, by the headings of their columns; empty cells are left out."""
        at = number - self.first
        return {heading: texts[at] for heading, texts in self.texts.items() if 0 <= at < len(texts) and texts[at]}

    def family(self) -> list[Kind]:
        """The kind, its sub-kinds, and theirs."""
        return [self, *(k for child in self.subkinds for k in child.family())]

    def face_name(self, face: int) -> str:
        """What a face of a die is called."""
        return self.face.members[face - self.face.first] if self.face is not None else str(face)

    @property
    def has_owners(self) -> bool:
        """Whether some of its members belong to players."""
        return any(k.owned for k in self.family()) or (self.root.limit > 0 and self.root.owned > 0)

    def ancestors(self) -> list[Kind]:
        return [self] if self.parent is None else [self, *self.parent.ancestors()]

    def ref(self, optional: bool = False) -> Type:
        return Type("ref", self, optional)


EVERYONE = "everyone"
"""Seen by all: what nothing else is said of. The other ways to be seen are listed in :mod:`ludwright.model.visibility`."""


@dataclass(eq=False)
class Dim:
    """One index of an indexed variable or zone: numbers ``first..first + count - 1``, or the members of a kind."""

    first: int
    count: int
    type: Type

    @property
    def last(self) -> int:
        return self.first + self.count - 1


@dataclass(eq=False)
class Field:
    """A variable, with one word for each combination of its indices. One line of padding stands before it for `none`."""

    name: str
    dims: list[Dim]
    type: Type
    lo: int
    hi: int
    declaration: Declaration
    tree: syntax.Attribute | syntax.DiceDeclaration
    start: syntax.Formula | None = None
    reset: str | None = None
    seen: str = EVERYONE
    base: int = 0
    owner: Kind | None = None
    is_set: bool = False
    """Whether it holds a set: one yes or no for each member of its last index."""

    @property
    def size(self) -> int:
        size = 1
        for dim in self.dims:
            size *= dim.count
        return size

    @property
    def row(self) -> int:
        """Words for one value of the first index."""
        return self.size // self.dims[0].count if self.dims else 1

    @property
    def public(self) -> bool:
        """Whether everybody sees it, by its declaration."""
        return self.seen == EVERYONE


@dataclass(eq=False)
class Zone:
    """A place for components: one list for each combination of its indices. Place numbers start at ``place``."""

    name: str
    dims: list[Dim]
    kinds: list[Kind]
    declaration: Declaration
    tree: syntax.ZoneDeclaration | syntax.DiceDeclaration
    face_down: bool = False
    in_order: bool = False
    shuffled: bool = False
    capacity: syntax.Formula | None = None
    starts: list[Kind] = field(default_factory=list)
    refill: syntax.Formula | None = None
    seen: str = EVERYONE
    top_seen: str | None = None
    dice: bool = False
    place: int = 0
    owner: Kind | None = None

    @property
    def size(self) -> int:
        size = 1
        for dim in self.dims:
            size *= dim.count
        return size

    @property
    def public(self) -> bool:
        """Whether everybody sees it, by its declaration."""
        return self.seen == EVERYONE


@dataclass(eq=False)
class Holding:
    """Room for ``room`` components of a kind on every cell of a board."""

    kind: Kind
    room: int
    board: Kind
    place: int = 0


@dataclass(eq=False)
class Param:
    """A knob. ``values`` has one number, or several for a list."""

    name: str
    values: list[int]
    is_list: bool
    is_bool: bool
    lo: int
    hi: int
    declaration: Declaration
    base: int = 0
    structural: bool = False
    """Whether some size depends on it, so that another value needs other code."""

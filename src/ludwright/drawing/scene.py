"""What there is to be seen of a state: boards, piles, tables and players, in words and places, ready to be drawn.

A scene is plain data. It is made once (:mod:`ludwright.drawing.staging`) from one point of view; the renderers know
nothing of games. What the point of view does not allow is not in the scene at all.
"""

from __future__ import annotations

from dataclasses import dataclass, field

Point = tuple[float, float]


@dataclass(frozen=True)
class Tint:
    """A colour with a reason: the seat it belongs to, or a value it stands for."""

    colour: str
    """As ``#rrggbb``."""
    seat: int | None = None


@dataclass(frozen=True)
class Token:
    """Something that lies on a cell, or in a pile: a piece, a card, a die, a player's mark."""

    sign: str
    """One to three letters, for small places."""
    name: str
    tint: Tint | None = None
    flags: tuple[str, ...] = ()
    """What it carries, such as ``king`` or ``hp 4``."""
    which: str = ""
    """Its number, where moves tell it from others by that: unit 2."""
    count: int = 1
    badge: str = ""
    """A number that belongs to it: the strength of an army."""
    form: str = "piece"
    """``piece``, ``card``, ``die``, ``mark`` (a player's sign on a cell), ``pin`` (a variable that points here), ``back``."""
    face: int = 0
    """Dice: what shows."""
    lettered: bool = True
    """Whether its colour alone does not tell what it is."""
    printed: tuple[str, ...] = ()
    """What its face says beside its name, such as ``cost 3``."""
    place: int = 0
    """Which card of its pile it is, from 1, where a card of which nothing is seen but that it lies there has to be told from others."""
    changed: bool = False
    """Whether it was not there, or not so, in the scene this one is compared with: see :mod:`ludwright.drawing.marking`."""

    @property
    def called(self) -> str:
        """Its name, with its number where it has one."""
        return f"{self.name} {self.which}" if self.which else self.name


@dataclass(frozen=True)
class Fact:
    """A value with its name."""

    name: str
    value: str
    tint: Tint | None = None
    hidden: bool = False
    changed: bool = False


@dataclass
class Spot:
    """A cell, a corner or an edge: where it is and what is on it."""

    name: str
    at: Point
    tokens: list[Token] = field(default_factory=list)
    facts: list[Fact] = field(default_factory=list)
    ends: tuple[Point, Point] | None = None
    """Edges: from where to where."""
    near: tuple[str, ...] = ()
    """Corners and edges: the cells they belong to."""
    ground: Tint | None = None
    """The colour of the cell itself."""
    printed: tuple[str, ...] = ()
    """What the board says there."""
    changed: bool = False

    @property
    def bare(self) -> bool:
        return not self.tokens and not self.facts


@dataclass
class Board:
    """A board: its cells, and corners and edges where something lies on them."""

    name: str
    shape: str
    """``grid``, ``hex``, ``hexagon``, ``ring``, ``track`` or ``graph``."""
    cells: list[Spot]
    corners: list[Spot] = field(default_factory=list)
    edges: list[Spot] = field(default_factory=list)
    links: list[tuple[int, int]] = field(default_factory=list)
    columns: list[tuple[str, float]] = field(default_factory=list)
    """Letters along the bottom, with their place across."""
    rows: list[tuple[str, float]] = field(default_factory=list)
    """Numbers along the side, with their place upwards."""
    ends: list[tuple[str, Point]] = field(default_factory=list)
    """Letters at the upper ends of columns that run aslant."""
    checked: bool = False
    """Whether light and dark cells alternate."""
    regions: dict[str, list[int]] = field(default_factory=dict)
    region_notes: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """What is printed on regions, such as ``bonus 3``."""


@dataclass
class Pile:
    """What lies in one zone: the visible things, and how many there are in all."""

    name: str
    tokens: list[Token]
    """From the bottom to the top; equal neighbours merged where order says nothing."""
    count: int
    hidden: int = 0
    """How many of them are seen from the back only."""
    dice: bool = False
    in_order: bool = False
    changed: bool = False

    @property
    def heaped(self) -> int:
        """How many are seen from the back only and not drawn one by one."""
        return self.hidden - sum(token.form == "back" for token in self.tokens)


@dataclass
class VariableTable:
    """An indexed variable: one line for each owner or first index."""

    name: str
    columns: list[str]
    rows: list[tuple[str, Tint | None, list[str]]]
    """A name, its colour, and a value for each column."""
    changed: list[tuple[int, int]] = field(default_factory=list)
    """The places, by row and column, of values that changed."""


@dataclass
class SeatScene:
    """A seat and what it has."""

    name: str
    tint: Tint
    to_move: bool = False
    out: bool = False
    facts: list[Fact] = field(default_factory=list)
    piles: list[Pile] = field(default_factory=list)
    result: str = ""


@dataclass
class Scene:
    """All that one seat (or somebody who sees everything) sees."""

    title: str
    standing: str
    """After which move, and whose turn it is or how it ended."""
    view: str
    """Whose eyes this is seen with; empty where everything is seen."""
    players: list[SeatScene]
    boards: list[Board] = field(default_factory=list)
    piles: list[Pile] = field(default_factory=list)
    facts: list[Fact] = field(default_factory=list)
    tables: list[VariableTable] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    """Sentences below the heading: what was done, and what it changed."""
    lit: frozenset[str] | None = None
    """The addresses (:mod:`ludwright.drawing.addresses`) of what can be chosen, where the drawing is to be clicked: bare corners and edges are drawn then, too."""

"""The tree of a CardScript file: what is written, and where."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Word:
    """A piece of the text, with its line and column, both from 1."""

    text: str
    line: int
    column: int

    @property
    def is_number(self) -> bool:
        return self.text[:1].isdigit()

    @property
    def number(self) -> int:
        """Its value, without a decimal part."""
        return int(self.text.partition(".")[0])


# ---------------------------------------------------------------- formulas


@dataclass(frozen=True)
class Term:
    """A name, a number or `empty`; with ``part``, a property of what is named."""

    word: Word
    part: Word | None = None


@dataclass(frozen=True)
class Range:
    """`[1 .. 5]`."""

    low: Word
    high: Word

    @property
    def word(self) -> Word:
        return self.low


@dataclass(frozen=True)
class Binary:
    """Two formulas and an operator between them."""

    operator: Word
    left: Formula
    right: Formula

    @property
    def word(self) -> Word:
        return self.left.word


Formula = Term | Range | Binary


def terms_of(formula: Formula) -> Iterator[Term | Range]:
    """All that a formula names, from the left."""
    if isinstance(formula, Binary):
        yield from terms_of(formula.left)
        yield from terms_of(formula.right)
    else:
        yield formula


# ---------------------------------------------------------------- what is done


@dataclass(frozen=True)
class Action:
    """One action. Which of the parts it has depends on its verb."""

    verb: Word
    text: str
    """As it is written."""
    number: Word | None = None
    which: Formula | None = None
    source: tuple[Word, ...] = ()
    target: tuple[Word, ...] = ()

    @property
    def names(self) -> tuple[Word, ...]:
        """All things it names."""
        named = tuple(term.word for term in terms_of(self.which)) if isinstance(self.which, Term) else ()
        return tuple(word for word in (*self.source, *named, *self.target) if not word.is_number)


@dataclass(frozen=True)
class Part:
    """One part of a turn: so many of these chains of actions; ``optional`` where one may leave it."""

    at: Word
    count: Word | None
    """The number of `N of`; None for `req` and `opt`."""
    chains: tuple[tuple[Action, ...], ...]
    optional: bool = False

    @property
    def times(self) -> int:
        return 1 if self.count is None else self.count.number


@dataclass(frozen=True)
class StageCondition:
    """`while E do`, or `for E turns do`."""

    at: Word
    formula: Formula
    turns: bool = False


@dataclass(frozen=True)
class Stage:
    name: Word
    conditions: tuple[StageCondition, ...]
    who: Word
    parts: tuple[Part, ...]


# ---------------------------------------------------------------- what there is


@dataclass(frozen=True)
class Type:
    name: Word
    values: tuple[Word, ...]
    span: Range | None = None


@dataclass(frozen=True)
class Card:
    name: Word
    properties: tuple[Word, ...]


@dataclass(frozen=True)
class DeckCondition:
    """Which card may be put on a deck: by its value, its colour, or `if E then ACTION`, which is done afterwards."""

    at: Word
    kind: str
    """``higher``, ``lower``, ``color`` or ``if``."""
    number: Word | None = None
    color: Word | None = None
    formula: Formula | None = None
    actions: tuple[Action, ...] = ()


@dataclass(frozen=True)
class Deck:
    name: Word
    cards: tuple[Card, ...]
    place: Word
    properties: tuple[Word, ...]
    conditions: tuple[DeckCondition, ...] = ()


@dataclass(frozen=True)
class Team:
    name: Word
    players: tuple[Word, ...]


@dataclass(frozen=True)
class Tokens:
    name: Word
    start: Word
    most: Word
    place: Word
    properties: tuple[Word, ...]


@dataclass(frozen=True)
class Player:
    name: Word
    deck: Word


@dataclass(frozen=True)
class Points:
    """What a card is worth; `each` is every card."""

    name: Word
    points: Word


@dataclass
class Script:
    """A whole file."""

    file: str
    lines: list[str]
    title: Word | None = None
    types: list[Type] = field(default_factory=list)
    decks: list[Deck] = field(default_factory=list)
    teams: list[Team] = field(default_factory=list)
    tokens: list[Tokens] = field(default_factory=list)
    players: list[Player] = field(default_factory=list)
    fewest: Word | None = None
    most: Word | None = None
    points: list[Points] = field(default_factory=list)
    order: tuple[Word, ...] = ()
    order_at: Word | None = None
    stages: list[Stage] = field(default_factory=list)
    options: list[tuple[Word, Word]] = field(default_factory=list)
    """What comments such as `// option misfit_to = basket` choose."""
    grouped: list[Word] = field(default_factory=list)
    """Operators that the language itself would group otherwise than they are read here."""

    def actions(self) -> Iterator[Action]:
        """Every action of the file, in the order of the text."""
        for deck in self.decks:
            for condition in deck.conditions:
                yield from condition.actions
        for stage in self.stages:
            for part in stage.parts:
                for chain in part.chains:
                    yield from chain

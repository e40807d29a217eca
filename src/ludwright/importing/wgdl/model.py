"""What a file declares: classes, object descriptions, actions, consequences, counters, groups, goals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from ludwright.importing.wgdl.expressions import Expression
from ludwright.importing.wgdl.words import Word

RULE, PLAYER, CREATION = "rule", "player", "creation"
INSTANCE, DESIGN = "instance", "design"


@dataclass(eq=False)
class Attribute:
    """A constant of each description, or a value of each instance."""

    name: str
    type: str
    owner: Class
    constant: bool
    default: Word
    word: Word
    target: str = ""
    """For a reference: the class it refers to."""
    holds: str = ""
    """For a reference: whether it holds instances or descriptions."""


@dataclass(eq=False)
class Class:
    """A class and what it adds to its parent's."""

    name: str
    word: Word
    parent: Class | None = None
    derived: list[Class] = field(default_factory=list)
    attributes: dict[str, Attribute] = field(default_factory=dict)
    objects: list[Object] = field(default_factory=list)

    def line(self) -> Iterator[Class]:
        """The class itself, then its ancestors."""
        one: Class | None = self
        while one is not None:
            yield one
            one = one.parent

    @property
    def root(self) -> Class:
        return list(self.line())[-1]

    def family(self) -> list[Class]:
        """The class and all below it."""
        return [self, *(below for child in self.derived for below in child.family())]

    def all_attributes(self) -> dict[str, Attribute]:
        """Its own attributes behind the inherited ones."""
        found: dict[str, Attribute] = {}
        for one in reversed(list(self.line())):
            found.update(one.attributes)
        return found

    def descriptions(self) -> list[Object]:
        """The object descriptions of the class and of all below it."""
        return [one for below in self.family() for one in below.objects]

    def is_a(self, other: Class) -> bool:
        return other in self.line()


@dataclass(eq=False)
class Object:
    """A description of which instances are made."""

    name: str
    cls: Class
    word: Word
    values: dict[str, Word] = field(default_factory=dict)
    initials: list[Word] = field(default_factory=list)
    created: bool = False

    def value(self, attribute: Attribute) -> Word:
        return self.values.get(attribute.name, attribute.default)


@dataclass(eq=False)
class Consequence:
    """Something that is done: an assignment, another consequence under a condition or later, a creation, a count."""

    name: str
    kind: str
    word: Word
    expression: Expression | None = None
    other: Word | None = None
    """The consequence that is done."""
    created: Expression | None = None
    parts: list[list[Word]] = field(default_factory=list)
    """The path that is counted."""
    used: bool = False


@dataclass(eq=False)
class Action:
    """An action of the player, a rule, or what is done when an instance is made."""

    name: str
    kind: str
    word: Word
    cls: Class | None = None
    other: Class | None = None
    every: str = ""
    """With another: its instances, or descriptions."""
    conditions: list[tuple[Expression, Word]] = field(default_factory=list)
    uses: list[Word] = field(default_factory=list)
    group: str = ""


@dataclass
class Group:
    """Actions that are about as likely as a number says."""

    name: str
    likelihood: str
    word: Word
    actions: list[str] = field(default_factory=list)


@dataclass
class Goal:
    number: int
    expression: Expression
    word: Word


@dataclass
class Model:
    """Everything of one file, by name."""

    classes: dict[str, Class] = field(default_factory=dict)
    objects: dict[str, Object] = field(default_factory=dict)
    actions: dict[str, Action] = field(default_factory=dict)
    consequences: dict[str, Consequence] = field(default_factory=dict)
    counters: dict[str, tuple[list[str], Word]] = field(default_factory=dict)
    groups: dict[str, Group] = field(default_factory=dict)
    goals: list[Goal] = field(default_factory=list)

    def roots(self) -> list[Class]:
        return [one for one in self.classes.values() if one.parent is None]

    def attributes(self) -> Iterable[Attribute]:
        return (attribute for one in self.classes.values() for attribute in one.attributes.values())

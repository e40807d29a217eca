"""What all nodes of a syntax tree share: frozen, with named parts, and knowing where in the text they stand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from typing import Any, ClassVar, NamedTuple, TypeVar

from lark import Token

RULES: dict[str, list[type[Node]]] = {}
"""The classes of each rule of the grammar: nearly always one; a rule that is written in two ways has one for each."""

PHRASES: dict[str, str] = {}
"""How the nodes of each rule are written that stand in one line and have a fixed number of parts, as their classes say it (``written``).

``{0}`` is the first part; ``[ from {1}]`` is written, with the words in it, only if that part is there."""
LISTS: dict[str, tuple[str, str, str]] = {}
"""The same for any number of parts of one sort: what stands before, between and behind them (``listed``)."""
BODIES: dict[str, str] = {}
"""The same for those whose last part is a body: a block below, or statements behind a colon (``headed``)."""


class Span(NamedTuple):
    """From where to where a node stands in its text; lines and columns count from 1, the end lies behind the last letter."""

    line: int
    column: int
    end_line: int
    end_column: int


@dataclass(frozen=True)
class Node:
    """A node of a syntax tree. Two nodes are equal if they say the same, wherever they stand.

    Its parts are its fields, in the order of the text: nodes, words (tokens), tuples of them, or None where an optional
    part was left out. ``span`` is where it stands; None for what was made by hand.
    """

    rule: ClassVar[str] = ""
    """The name of its rule in the grammar."""

    span: Span | None = field(default=None, kw_only=True, compare=False, repr=False)

    def __init_subclass__(
        cls, rule: str = "", written: str = "", listed: tuple[str, str, str] | None = None, headed: str = ""
    ) -> None:
        """Register the class of a rule and how it is written; a class without a rule is only a common base."""
        super().__init_subclass__()
        cls.rule = rule
        if rule:
            RULES.setdefault(rule, []).append(cls)
        if written:
            PHRASES[rule] = written
        if listed is not None:
            LISTS[rule] = listed
        if headed:
            BODIES[rule] = headed


Part = Node | Token
"""What a tree is made of: nodes and words."""


@dataclass(frozen=True)
class DeclarationNode(Node):
    """Any declaration: what begins at the left margin."""


@dataclass(frozen=True)
class StatementNode(Node):
    """Anything that is done: one line of a block, or what stands behind a colon."""


@dataclass(frozen=True)
class FormulaNode(Node):
    """Anything that has a value, if it is more than a word."""


def is_statement(rule: str) -> bool:
    """Whether the nodes of a rule are statements."""
    return any(issubclass(one, StatementNode) for one in RULES[rule])


Formula = FormulaNode | Token
"""A formula: a node, or a single word or number."""


class FieldShape(NamedTuple):
    """A field of a class of nodes: its name, and whether it holds a tuple of parts."""

    name: str
    many: bool


_SHAPES: dict[type[Node], tuple[FieldShape, ...]] = {}


def shape(kind: type[Node]) -> tuple[FieldShape, ...]:
    """The fields of a class that hold parts of the tree, in the order of the text."""
    known = _SHAPES.get(kind)
    if known is None:
        parts = (field for field in fields(kind) if not field.kw_only)
        known = tuple(FieldShape(part.name, str(part.type).startswith("tuple[")) for part in parts)
        _SHAPES[kind] = known
    return known


def parts(node: Node) -> list[Part]:
    """The nodes and words directly below a node, in the order of the text. The list is kept with the node: leave it as it is."""
    values = node.__dict__
    known: list[Part] | None = values.get("_parts")
    if known is None:
        known = values["_parts"] = []
        for name, many in shape(type(node)):
            value: Any = getattr(node, name)
            if many:
                known += value
            elif value is not None:
                known.append(value)
    return known


def own_words(node: Node) -> list[str]:
    """The words directly below a node, in the order of the text."""
    return [str(part) for part in parts(node) if isinstance(part, Token)]


AnyNode = TypeVar("AnyNode", bound=Node)


def rebuilt(node: AnyNode, change: Callable[[Part], Part]) -> AnyNode:
    """The same node with each of its parts changed."""
    values: dict[str, Any] = {}
    for name, many in shape(type(node)):
        value: Any = getattr(node, name)
        values[name] = tuple(map(change, value)) if many else None if value is None else change(value)
    return replace(node, **values)

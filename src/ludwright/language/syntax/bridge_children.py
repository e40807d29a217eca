"""The fields of a node as a list by position, and nodes made from such lists: see `bridge.py`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from ludwright.language.syntax import declarations as d
from ludwright.language.syntax import formulas as f
from ludwright.language.syntax import statements as s
from ludwright.language.syntax.base import RULES, Node, Span, shape
from ludwright.language.syntax.bridge import LarkTree
from ludwright.language.syntax.shaping import maker


@dataclass(frozen=True)
class Loose(Node):
    """A node that is not of the grammar, or not as the grammar has it: only a name and what hangs on it."""

    items: tuple[Any, ...]
    name: str = field(kw_only=True)

    def __post_init__(self) -> None:
        self.__dict__["data"] = self.name


def node_of(rule: str, children: Iterable[Any], place: Any = None) -> Node:
    """The node of a rule from its children by position; something loose where they don't fit the rule."""
    parts = list(children)
    span = place if isinstance(place, Span) else None
    node: Node
    try:
        node = maker(str(rule))(parts, span) if rule in RULES else _loose_of(rule, parts, span)
    except (TypeError, ValueError):
        node = _loose_of(rule, parts, span)
    node.__dict__["children"] = parts
    return node


def _loose_of(rule: str, parts: list[Any], span: Span | None) -> Loose:
    return Loose(tuple(part for part in parts if part is not None), name=rule, span=span)


def _children_of(node: Node) -> list[Any]:
    irregular = _IRREGULAR.get(type(node))
    if irregular is not None:
        return irregular(node)
    found: list[Any] = []
    for name, many in shape(type(node)):
        value = getattr(node, name)
        if not many:
            found.append(value)
        else:
            found += value or (_GAP if isinstance(node, f.Arguments) else ())
    return found


_GAP = (None,)  # what an empty list leaves


def _enum(node: Any) -> list[Any]:
    return [node.kind, node.names] if node.names is not None else [node.kind, node.source, *node.rows]


def _cards(node: Any) -> list[Any]:
    axes = node.axes or _GAP
    return [node.component, node.kind, node.family, *axes, node.source, *node.options, *node.lines]


def _board(node: Any) -> list[Any]:
    head = [node.shape, node.width, node.height, node.kind, node.source]
    return [*head, *node.options, *node.lines]


def _attribute(node: Any) -> list[Any]:
    pair = [node.value, node.values] if node.type is None else [node.type, node.value]
    return [node.name, node.index, *pair, *node.options]


def _without_first(node: Any) -> list[Any]:
    first, *rest = (getattr(node, field.name) for field in shape(type(node)))
    return rest if first is None else [first, *rest]


def _assign(node: Any) -> list[Any]:
    return [node.target, node.value] if node.sign is None else [node.target, node.sign, node.value]


def _without_last(node: Any) -> list[Any]:
    *rest, last = (getattr(node, field.name) for field in shape(type(node)))
    return rest if last is None else [*rest, last]


def _choose(node: Any) -> list[Any]:
    *rest, body, otherwise = (getattr(node, field.name) for field in shape(type(node)))
    return [*rest, otherwise] if body is None else [*rest, body, otherwise]


def _group(node: Any) -> list[Any]:
    return [part for pair in zip(node.names, node.weights, strict=True) for part in pair]


def _action(node: Any) -> list[Any]:
    return [node.name, node.parameters, *node.options, *node.body]


def _sentence(node: Any) -> list[Any]:
    return [node.sentence, None] if node.title is None else [node.title, node.sentence]


def _loose(node: Any) -> list[Any]:
    return list(node.items)


_IRREGULAR: dict[type[Node], Callable[[Any], list[Any]]] = {
    Loose: _loose,
    d.EnumDeclaration: _enum,
    d.CardsDeclaration: _cards,
    d.BoardDeclaration: _board,
    d.Attribute: _attribute,
    d.ActionDeclaration: _action,
    d.GroupDeclaration: _group,
    d.ExpectSentence: _sentence,
    s.Does: _without_first,
    s.ChosenNumber: _without_first,
    s.Assign: _assign,
    s.TurnsStatement: _without_last,
    s.OptionBranch: _without_last,
    s.Choose: _choose,
}

LarkTree.children_of = _children_of

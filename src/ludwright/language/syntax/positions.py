"""The parts of a node by position, as the grammar puts them into its rule: the inverse of `shaping.py`, for the printer's templates."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ludwright.language.syntax import declarations as d
from ludwright.language.syntax import formulas as f
from ludwright.language.syntax import statements as s
from ludwright.language.syntax.base import Node, shape


def positions(node: Node) -> list[Any]:
    """The parts of a node in the order of the grammar, None where an optional one was left out."""
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


_IRREGULAR: dict[type[Node], Callable[[Any], list[Any]]] = {
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

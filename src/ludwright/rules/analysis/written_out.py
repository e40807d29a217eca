"""Formulas in which definitions are written out: `rich(p)` as `(p.coins > 9)`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from lark import Token, Tree

from ludwright.language.syntax import node_of
from ludwright.rules.analysis.habits import Node, names_in, nodes
from ludwright.rules.analysis.putting_in import put_in

if TYPE_CHECKING:
    from ludwright.language.source import Declaration

DEEPEST = 4
"""So many definitions inside of each other are written out."""


def written_out(node: Node, definitions: Mapping[str, Declaration], taken: set[str], depth: int = DEEPEST) -> Node:
    """A formula without definitions. Those stay that have lines of their own, or speak of something that has another meaning here."""
    word, given = _called(node)
    if word in definitions and word not in taken and depth:
        meant = _meant(definitions[word].tree, given, taken)
        if meant is not None:
            return node_of("paren", [written_out(meant, definitions, taken, depth - 1)])
    if not isinstance(node, Tree):
        return node
    parts = [
        written_out(part, definitions, taken, depth) if isinstance(part, Tree | Token) else part
        for part in node.children
    ]
    return node_of(node.data, parts, node.meta)


def _called(node: Node) -> tuple[str, list[Node]]:
    """What a formula calls, and what it gives to that."""
    match node:
        case Token(type="NAME"):
            return str(node), []
        case Tree(data="call_", children=[Token() as word, Tree(data="args", children=given)]):
            return str(word), [part for part in given if part is not None]
        case Tree(data="member", children=[subject, Token() as word, None]):
            return str(word), [subject]
    return "", []


def _meant(definition: Tree[Any], given: list[Node], taken: set[str]) -> Node | None:
    """The formula of a definition with what it is given; None if it has lines of its own, or a name would change its meaning."""
    _, params, *body = definition.children
    words = [str(word) for word in params.children[0].children] if params is not None else []
    if len(body) != 1 or len(words) != len(given):
        return None
    answer = body[0]
    formula = answer.children[0] if isinstance(answer, Tree) and answer.data == "answer" else answer
    bound = {str(part.children[0]) for part in nodes(formula) if part.data in ("gen", "every_")}
    if (names_in(formula) - set(words)) & taken or bound & set().union(*map(names_in, given), set(words)):
        return None
    found: Node = put_in(formula, dict(zip(words, given, strict=True)))
    return found

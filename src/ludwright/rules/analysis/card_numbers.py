"""Where a text asks for the number of a card, as `c.number`: that is the piece of cardboard. Who does not see the front knows no more of the number."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lark import Token, Tree

from ludwright.model.visibility import veiled_kinds
from ludwright.model.world import World
from ludwright.rules.analysis.habits import Node, names_in, nodes


class CardNumbers:
    """Finds them, by the names that may stand for cards which somebody does not see."""

    def __init__(self, trees: list[Tree[Any]], model: World) -> None:
        self._cards: set[str] = set()
        kinds = [kind for root in veiled_kinds(model) for kind in root.family()]
        if not kinds or not any(map(_asked_for, (node for tree in trees for node in nodes(tree)))):
            return
        zones = {zone.name for zone in model.all_zones() if any(kind in kinds for kind in zone.kinds)}
        plurals = {word for word, kind in model.plurals.items() if kind in kinds}
        self._cards = zones | plurals | {field.name for field in model.all_fields() if field.type.kind in kinds}
        named = [pair for tree in trees for node in nodes(tree) for pair in _named(node)]
        grown = True
        while grown:
            more = {name for name, source in named if names_in(source) & self._cards}
            grown = not more <= self._cards
            self._cards |= more

    def read(self, node: Node) -> bool:
        """Whether a formula is the number of a card that somebody may not see."""
        subject = _asked_for(node)
        return subject is not None and bool(names_in(subject) & self._cards)


def asks_number(tree: Node) -> bool:
    """Whether anything in a formula is a number of something."""
    return any(_asked_for(node) is not None for node in nodes(tree))


def _asked_for(node: Node) -> Node | None:
    """What a formula asks the number of."""
    subject: Node
    match node:
        case Tree(data="member", children=[subject, Token() as word, *_]) if word == "number":
            return subject
        case Tree(data="of", children=[Token() as word, subject]) if word == "number":
            return subject
        case Tree(data="call_", children=[Token() as word, Tree(data="args", children=[subject])]) if word == "number":
            return subject
    return None


def _named(node: Tree[Any]) -> Iterator[tuple[str, Node]]:
    """The names that a part of a rule gives to members of a set, or to a card."""
    if node.data in ("gen", "aparam"):
        yield str(node.children[0]), node.children[1]
    elif node.data == "choose":
        yield str(node.children[3].children[-1]), node.children[4]
    elif node.data in ("let", "define") and isinstance(node.children[0], Token):
        yield str(node.children[0]), node.children[-1]

"""Which names of a rule come from something not everybody sees."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lark import Token, Tree

from ludwright.language.source import Description
from ludwright.model.sight import veiled_fields, veiled_kinds
from ludwright.model.world import World
from ludwright.rules.habits import Node, names_in, nodes

COMPARING = frozenset(["is_", "is_not", "is_in", "is_not_in", "compare"])


class Taints:
    """Variables that somebody does not see, what is printed on cards that somebody may not see, and names worked out from
    these: whatever is set from one of them is not public."""

    def __init__(self, description: Description, model: World) -> None:
        trees = [declaration.tree for declaration in description.declarations]
        worked_out = [(n, f) for tree in trees for n, f in _worked_out(tree, description) if n not in model.fields]
        variables = {field.name for field in veiled_fields(model)}
        kinds = [kind for root in veiled_kinds(model) for kind in root.family()]
        designs = [kind.design for kind in kinds if kind.design is not None]
        self._designs = {name for design in designs for name in design.members} | {k.name for k in kinds if k.parent}
        self._sources: set[str] = set()
        self.names = self._spread(variables, worked_out)
        self._sources = self.names | {word for design in designs for word in design.properties} if variables else set()
        self._sources = self._spread(self._sources, worked_out)
        hidden = {zone.name for zone in model.all_zones() if zone.seen != "everyone"}
        walks = [walk for tree in trees for walk in self._walks(tree, hidden)]
        self.unseen_walks = {id(walk) for walk in walks}
        self._counted = {id(part) for walk in walks for part in nodes(walk)}

    def _spread(self, names: set[str], worked_out: list[tuple[str, Node]]) -> set[str]:
        """Those names, and all that are worked out from them."""
        found, grown = set(names), True
        while grown:
            self._sources = found
            more = {name for name, formula in worked_out if self.touches(formula)}
            grown = not more <= found
            found |= more
        return found

    def _walks(self, tree: Tree[Any], hidden: set[str]) -> Iterator[Tree[Any]]:
        """Parts that are done once for each of some hidden cards: how often is no more public than the cards."""
        for node in nodes(tree):
            if node.data == "for_" and hidden & names_in(node.children[0]) and self.touches(node.children[0]):
                yield node

    def touches(self, node: Node | None) -> bool:
        """Whether a formula reads something that not everybody sees."""
        if node is None or not self._sources:
            return False
        if self._sources & names_in(node):
            return True
        return any(n.data in COMPARING and self._designs & names_in(n) for n in nodes(node))

    def often_unseen(self, node: Tree[Any]) -> bool:
        """Whether not everybody can tell how often a statement is done."""
        return id(node) in self._counted

    def hidden(self, node: Tree[Any], itself: str | None) -> bool:
        """Whether a statement uses something hidden; ``itself`` is the variable it changes, which may stand in it once."""
        if self.often_unseen(node):
            return True
        if node.data == "assign":
            return self.touches(node.children[-1]) or any(self.touches(index) for index in _indices(node.children[0]))
        found = [str(t) for t in node.scan_values(lambda v: isinstance(v, Token)) if str(t) in self._sources]
        if itself in found:
            found.remove(itself)
        return bool(found)


def _worked_out(tree: Tree[Any], description: Description) -> Iterator[tuple[str, Node]]:
    """The names that are given a value, each with a formula that it is worked out from."""
    procedures = {str(d.name): d.tree for d in description.declarations if d.kind in ("proc", "stage")}
    for node in nodes(tree):
        if node.data in ("let", "define", "assign") and isinstance(node.children[0], Token):
            yield str(node.children[0]), node.children[-1]
        elif node.data == "call_" and str(node.children[0]) in procedures:
            given = [arg for arg in node.children[-1].children if isinstance(arg, Tree | Token)]
            yield from zip(_params(procedures[str(node.children[0])]), given, strict=False)
    if tree.data == "proc":
        yield from ((str(tree.children[0]), node.children[0]) for node in nodes(tree) if node.data == "answer")


def _params(tree: Tree[Any]) -> list[str]:
    found = [n for n in tree.children if isinstance(n, Tree) and n.data == "params"]
    return [str(name) for name in found[0].children[0].children] if found else []


def _indices(target: object) -> list[Node]:
    """What stands inside the brackets of what is assigned."""
    return list(target.children[1:]) if isinstance(target, Tree) and target.data == "at" else []

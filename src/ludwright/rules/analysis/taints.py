"""Which names of a rule come from something not everybody sees."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from typing import Any

from lark import Token, Tree

from ludwright.language.source import Description
from ludwright.language.syntax import node_of
from ludwright.model.visibility import veiled_fields, veiled_kinds
from ludwright.model.world import World
from ludwright.rules.analysis.card_numbers import CardNumbers
from ludwright.rules.analysis.drawn_names import DrawnNames
from ludwright.rules.analysis.habits import Node, names_in, nodes, parameters

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
        self._on_boards = {word for kind in model.kinds.values() for word in kind.holds}
        self._sources: set[str] = set()
        self.numbers = CardNumbers(trees, model)
        self.names = self._spread(variables, worked_out)
        printed = {word for design in designs for word in design.properties}
        self._sources = self._spread(self.names | printed, worked_out)
        self.locals = self._sources - self.names - printed
        """What was named in the rules, and read from cards."""
        hidden = model.hidden_zones
        walks = [walk for tree in trees for walk in self._walks(tree, hidden)]
        self.unseen_walks = {id(walk) for walk in walks}
        self._counted = {id(part) for walk in walks for part in nodes(walk)}
        self._cards = printed | self.locals
        self.drawn = DrawnNames(description.declarations, {zone.name for zone in model.all_zones()})

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
        """Parts that are done once for each of some hidden cards: how often is no more public than the cards; and those that one of is chosen in secret."""
        for node in nodes(tree):
            counted = node.data == "for_" and hidden & names_in(node.children[0]) and self.touches(node.children[0])
            if counted or (node.data == "options" and node.children[1] is not None):
                yield node

    def touches(self, node: Node | None) -> bool:
        """Whether a formula reads something that not everybody sees."""
        if node is None or not self._sources:
            return False
        if isinstance(node, Token):
            return str(node) in self._sources and node.type == "NAME"
        if node.data == "ref":
            return self.touches(reduce(lambda head, name: node_of("member", [head, name, None]), node.children))
        if self.numbers.read(node):
            return True
        if node.data == "member" and self._is_on_board(node.children[0]):
            return any(self.touches(part) for part in (node.children[0], *node.children[2:]))
        if node.data in COMPARING and not any(map(self._is_on_board, node.children)) and self._designs & names_in(node):
            return True
        return any(self.touches(child) for child in node.children if isinstance(child, Tree | Token))

    def _is_on_board(self, node: Node) -> bool:
        """Whether a formula is what lies on a space of a board, as `t.land`: everybody sees that."""
        return isinstance(node, Tree) and node.data == "member" and str(node.children[1]) in self._on_boards

    def often_unseen(self, node: Tree[Any]) -> bool:
        """Whether not everybody can tell how often a statement is done."""
        return id(node) in self._counted

    def hidden(self, node: Tree[Any]) -> bool:
        """Whether what a statement assigns, or by how much it changes something, depends on what not everybody sees."""
        return self.often_unseen(node) or self.touches(what_decides(node)) or self.draws(node)

    def draws(self, node: Tree[Any]) -> bool:
        """Whether what a statement assigns, or by how much it changes something, was drawn by chance or chosen in secret."""
        return self.drawn.decides(node, what_decides(node)) or self.drawn.decides(node, owners_in(node))

    def draws_whose(self, node: Tree[Any]) -> bool:
        """Whether not everybody sees whose variable a statement assigns, or which of several."""
        return self.drawn.decides(node, node_of("steps", [*owners_in(node).children, *indices_of(node.children[0])]))

    def reads_cards(self, node: Tree[Any]) -> bool:
        """Whether what is printed on cards that somebody may not see goes into what a statement assigns."""
        decides = what_decides(node)
        return self.touches(decides) and self.names_cards(decides)

    def names_cards(self, formula: Node) -> bool:
        """Whether a formula speaks of what is printed on cards that somebody may not see."""
        return bool(names_in(formula) & (self._cards | self._designs)) or any(map(self.numbers.read, nodes(formula)))


def what_decides(node: Tree[Any]) -> Tree[Any]:
    """The formulas that decide what an assignment or a payment changes, and by how much."""
    *targets, value = node.children if node.data == "assign" else [*node.children, None]
    amounts = [part for part in targets if isinstance(part, Tree) and part.data == "amount"]
    indices = [index for target in targets for index in indices_of(target)]
    return node_of("steps", [part for part in (value, *amounts, *indices) if part is not None])


def owners_in(node: Tree[Any]) -> Tree[Any]:
    """The names of those whose variables an assignment or a payment changes: `c` of `c.mine = yes`."""
    targets = node.children[:1] if node.data == "assign" else node.children
    return node_of("steps", [t.children[0] for t in targets if isinstance(t, Tree) and t.data == "member"])


def _worked_out(tree: Tree[Any], description: Description) -> Iterator[tuple[str, Node]]:
    """The names that are given a value, each with a formula that it is worked out from."""
    procedures = {str(d.name): d.tree for d in description.declarations if d.kind in ("proc", "stage")}
    for node in nodes(tree):
        if node.data in ("let", "define", "assign") and isinstance(node.children[0], Token):
            yield str(node.children[0]), node.children[-1]
        elif node.data == "call_" and str(node.children[0]) in procedures:
            given = [arg for arg in node.children[-1].children if isinstance(arg, Tree | Token)]
            yield from zip(parameters(procedures[str(node.children[0])]), given, strict=False)
    if tree.data == "proc":
        yield from ((str(tree.children[0]), node.children[0]) for node in nodes(tree) if node.data == "answer")


def indices_of(target: object) -> list[Node]:
    """What stands inside the brackets of what is assigned."""
    return list(target.children[1:]) if isinstance(target, Tree) and target.data == "at" else []

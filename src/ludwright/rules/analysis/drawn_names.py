"""Names that stand for something drawn by chance or chosen in secret, cards apart: nobody sees it but who chose, until it shows somewhere."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from lark import Token, Tree

from ludwright.language.source import Declaration
from ludwright.rules.analysis.habits import Node, names_in, nodes, parameters

DRAWING = frozenset(["random"])
"""Formulas that draw something, which shows only in what becomes of it. Dice are thrown for all to see."""

QUIET = frozenset(["let", "assign", "pay", "answer"])
"""Statements of which not everything is seen; what is, is noted elsewhere."""


class DrawnNames:
    """Finds them, in each declaration by itself, and where they are handed to procedures."""

    def __init__(self, declarations: Iterable[Declaration], zones: set[str]) -> None:
        trees = [declaration.tree for declaration in declarations]
        self._zones = zones
        self._procedures = {str(tree.children[0]): tree for tree in trees if tree.data == "proc"}
        self._names: dict[int, set[str]] = {id(tree): set() for tree in trees}
        self._shown = {id(tree): self._showing(tree) for tree in trees}
        grown = True
        while grown:
            grown = max(map(self._grow, trees), default=False)
        self._home = {id(node): tree for tree in trees for node in nodes(tree)}

    def _grow(self, tree: Tree[Any]) -> bool:
        """Find more names in a declaration; whether there were any."""
        known, before = self._names[id(tree)], sum(map(len, self._names.values()))
        for node in nodes(tree):
            name = _named(node)
            if name is not None and self._is_drawn(node, tree):
                known.add(name)
            if node.data == "call_" and str(node.children[0]) in self._procedures:
                self._hand_over(node, self._procedures[str(node.children[0])], known)
        return sum(map(len, self._names.values())) > before

    def _hand_over(self, call: Tree[Any], procedure: Tree[Any], known: set[str]) -> None:
        given = [arg for arg in call.children[-1].children if isinstance(arg, Tree | Token)]
        pairs = zip(parameters(procedure), given, strict=False)
        self._names[id(procedure)] |= {name for name, arg in pairs if _draws(arg, known)}

    def _is_drawn(self, node: Tree[Any], tree: Tree[Any]) -> bool:
        if node.data == "choose":
            return node.children[1] is not None and not self._zones & names_in(node.children[4])
        shown = str(node.children[0]) in self._shown[id(tree)]
        return not shown and _draws(node.children[-1], self._names[id(tree)])

    def _showing(self, node: Node | None) -> set[str]:
        """The names in all that is seen to happen: cards drawn, sets chosen from, things done so many times."""
        if not isinstance(node, Tree):
            return names_in(node)
        if node.data in QUIET or (node.data == "call_" and str(node.children[0]) in self._procedures):
            return set()
        seen = node.children[1:] if node.data in ("if_", "elif_") else node.children
        return set().union(*map(self._showing, seen))

    def decides(self, statement: Tree[Any], formulas: Tree[Any]) -> bool:
        """Whether something drawn goes into the formulas of a statement."""
        home = self._home.get(id(statement))
        return home is not None and _draws(formulas, self._names[id(home)])


def _named(node: Tree[Any]) -> str | None:
    """The name that a statement gives to one thing."""
    if node.data == "let":
        return str(node.children[0])
    if node.data == "choose" and len(node.children[3].children) == 1:
        return str(node.children[3].children[0])
    return None


def _draws(formula: Node | None, known: set[str]) -> bool:
    if formula is None:
        return False
    return bool(known & names_in(formula)) or any(node.data in DRAWING for node in nodes(formula))

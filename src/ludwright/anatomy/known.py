"""Formulas whose value is known before the game begins: of numbers, parameters and fixed sets only."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from lark import Token, Tree

from ludwright.anatomy.counts import ANY, ONE, Range
from ludwright.anatomy.rules_list import Part

if TYPE_CHECKING:
    from ludwright.game import Game

_SUMS: dict[str, Callable[[int, int], int]] = {"add": operator.add, "sub": operator.sub, "mul": operator.mul}
_TESTS: dict[str, Callable[[int, int], bool]] = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
    "is_": operator.eq, "is_not": operator.ne,
}  # fmt: skip


class Known:
    """Works out formulas for one setting of the parameters."""

    def __init__(self, game: Game) -> None:
        self.model = game.rules.model
        self.params = game.params
        self.players = game.players

    def number(self, node: Part) -> int | None:
        """The value of a formula (yes is 1, no is 0), or None if it depends on the course of the game."""
        if isinstance(node, Token):
            return self._word(node)
        if not isinstance(node, Tree):
            return None
        data = str(node.data)
        if data in ("yes", "no"):
            return int(data == "yes")
        if data == "paren":
            return self.number(node.children[0])
        if data == "not_":
            inside = self.number(node.children[0])
            return None if inside is None else int(not inside)
        if data in ("and_", "or_"):
            return self._joined(data, [self.number(child) for child in node.children])
        if data == "member" and str(node.children[1]) == "count":
            size = self.size(node.children[0])
            return size.least if size.least == size.most else None
        return self._worked_out(data, node)

    def _word(self, word: Token) -> int | None:
        if word.type == "NUMBER":
            return int(word) if word.isdigit() else None
        value = self.params.get(str(word))
        return value if isinstance(value, int) else None

    @staticmethod
    def _joined(data: str, parts: list[int | None]) -> int | None:
        decisive = 0 if data == "and_" else 1
        if any(part is not None and bool(part) == bool(decisive) for part in parts):
            return decisive
        return None if None in parts else 1 - decisive

    def _worked_out(self, data: str, node: Tree[Any]) -> int | None:
        if data == "compare":
            data = str(node.children[1])
            left, right = self.number(node.children[0]), self.number(node.children[2])
        elif data in _SUMS or data in _TESTS:
            left, right = (self.number(child) for child in node.children[:2])
        else:
            return None
        if left is None or right is None:
            return None
        return _SUMS[data](left, right) if data in _SUMS else int(_TESTS[data](left, right))

    def size(self, node: Part) -> Range:
        """How many members a set has."""
        if isinstance(node, Token):
            return self._named(str(node))
        if isinstance(node, Tree) and node.data == "range":
            low, high = (self.number(child) for child in node.children)
            if low is not None and high is not None:
                return Range(max(0, high - low + 1), max(0, high - low + 1))
        return ANY

    def _named(self, name: str) -> Range:
        if name in ("me", "opponent"):
            return ONE
        if name in ("others", "players", "everyone"):
            count = self.players - (name == "others")
            leaving = name != "everyone"
            return Range(count if not leaving or not self._players_leave() else 0, count)
        kind = self.model.plurals.get(name)
        if kind is not None:
            return Range(0 if kind.role == "component" else kind.count, kind.count)
        zone = self.model.zones.get(name)
        if zone is not None and zone.dice:
            return Range(zone.kinds[0].count, zone.kinds[0].count)
        return ANY

    def _players_leave(self) -> bool:
        trees = (d.tree for d in self.model.description.declarations)
        return any(True for tree in trees for _ in tree.find_data("leaves"))

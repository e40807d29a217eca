"""Formulas whose value is known before the game begins: of numbers, parameters and fixed sets only."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import TYPE_CHECKING

from lark import Token

from ludwright.anatomy.counts import ANY, ONE, CountRange
from ludwright.language import syntax
from ludwright.language.syntax import Formula

if TYPE_CHECKING:
    from ludwright.game import Game

_SUMS: dict[type[syntax.Node], Callable[[int, int], int]] = {
    syntax.Add: operator.add, syntax.Subtract: operator.sub, syntax.Multiply: operator.mul,
}  # fmt: skip
_TESTS: dict[str, Callable[[int, int], int]] = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip


class Known:
    """Works out formulas for one setting of the parameters."""

    def __init__(self, game: Game) -> None:
        self.model = game.rules.model
        self.params = game.params
        self.players = game.players

    def number(self, node: Formula) -> int | None:
        """The value of a formula (yes is 1, no is 0), or None if it depends on the course of the game."""
        match node:
            case Token():
                return self._word(node)
            case syntax.Yes() | syntax.No():
                return int(isinstance(node, syntax.Yes))
            case syntax.Brackets(inner):
                return self.number(inner)
            case syntax.Negation(inner):
                inside = self.number(inner)
                return None if inside is None else int(not inside)
            case syntax.And(left, right) | syntax.Or(left, right):
                return self._joined(int(isinstance(node, syntax.Or)), [self.number(left), self.number(right)])
            case syntax.MemberOf(subject, "count"):
                size = self.size(subject)
                return size.least if size.least == size.most else None
            case _ if isinstance(node, syntax.Arithmetic) and type(node) in _SUMS:
                return self._worked_out(_SUMS[type(node)], node.left, node.right)
            case (
                syntax.Compare(left=left, right=right)
                | syntax.Is(left=left, right=right)
                | syntax.IsNot(left=left, right=right)
            ):
                return self._worked_out(_TESTS[str(node.sign)], left, right)
        return None

    def _word(self, word: Token) -> int | None:
        if word.type == "NUMBER":
            return int(word) if word.isdigit() else None
        value = self.params.get(str(word))
        return value if isinstance(value, int) else None

    @staticmethod
    def _joined(decisive: int, parts: list[int | None]) -> int | None:
        if any(part is not None and bool(part) == bool(decisive) for part in parts):
            return decisive
        return None if None in parts else 1 - decisive

    def _worked_out(self, work_out: Callable[[int, int], int], left: Formula, right: Formula) -> int | None:
        one, other = self.number(left), self.number(right)
        return None if one is None or other is None else int(work_out(one, other))

    def size(self, node: Formula) -> CountRange:
        """How many members a set has."""
        if isinstance(node, Token):
            return self._named(str(node))
        if isinstance(node, syntax.NumberRange):
            low, high = self.number(node.first), self.number(node.last)
            if low is not None and high is not None:
                return CountRange(max(0, high - low + 1), max(0, high - low + 1))
        return ANY

    def _named(self, name: str) -> CountRange:
        if name in ("me", "opponent"):
            return ONE
        if name in ("others", "players", "everyone"):
            count = self.players - (name == "others")
            leaving = name != "everyone"
            return CountRange(count if not leaving or not self._players_leave() else 0, count)
        kind = self.model.plurals.get(name)
        if kind is not None:
            return CountRange(0 if kind.role == "component" else kind.count, kind.count)
        zone = self.model.zones.get(name)
        if zone is not None and zone.dice:
            return CountRange(zone.kinds[0].count, zone.kinds[0].count)
        return ANY

    def _players_leave(self) -> bool:
        trees = (d.tree for d in self.model.description.declarations)
        return any(True for tree in trees for _ in syntax.find(tree, syntax.Leaves))

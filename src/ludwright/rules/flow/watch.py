"""Watching which cell changed, so that lines and links are looked for only through that cell.

This holds where everybody puts only his own marks: if every assignment to a cell's mark outside `setup` writes `me` or `none`, nobody
acts for another, and the ends are tested after every action, then a line of mine that was not there before runs through a cell that changed
since. The cell is noted by the assignment and forgotten by the test."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lark import Token, Tree

from ludwright import ir
from ludwright.ir import terms
from ludwright.model.kinds import Field, Kind
from ludwright.rules.analysis.habits import nodes
from ludwright.rules.emit.code import Code
from ludwright.rules.names.scope import Scope

if TYPE_CHECKING:
    from ludwright.rules.compiler import Rules

Node = Tree[Any] | Token

NONE_YET, SEVERAL = -1, -2


class Watch:
    """One word of the state for each mark that is watched."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._words: dict[int, int] = {}
        self._sound: dict[int, bool] = {}

    def ending(self, scope: Scope, condition: Node) -> Scope:
        """The scope in which an end is tested. Only a condition that is a line or a link, nothing else, ends the game whenever
        there is one: then there was none before."""
        alone = (
            isinstance(condition, Tree)
            and condition.data == "call_"
            and str(condition.children[0]) in ("line", "linked")
        )
        return scope.having(where="end") if alone else scope

    def touched(self, group: Node, kind: Kind, scope: Scope) -> ir.Expr | None:
        """The cell that changed since the last test (-1 none, -2 several), if it is enough to look there."""
        field = self._mark(group, kind)
        if scope.where != "end" or field is None or not self._is_sound(field, kind):
            return None
        return terms.state(self._word(field), lo=SEVERAL, hi=kind.count - 1)

    def _mark(self, group: Node, kind: Kind) -> Field | None:
        """For ``all c in cells with c.mark is me``: the mark."""
        if not isinstance(group, Tree) or group.data != "all_":
            return None
        name, source, start, backwards, limit = group.children[0].children
        if (
            start is not None
            or backwards is not None
            or limit is None
            or limit.data != "limit"
            or str(source) != kind.plural
        ):
            return None
        test = limit.children[0]
        if not isinstance(test, Tree) or test.data != "is_":
            return None
        left, right = test.children
        if not isinstance(left, Tree) or left.data != "member" or left.children[0] != name or right != "me":
            return None
        field = kind.fields.get(str(left.children[1]))
        return (
            field if field is not None and field.type.kind is self.rules.model.player and len(field.dims) == 1 else None
        )

    def _is_sound(self, field: Field, kind: Kind) -> bool:
        if id(field) not in self._sound:
            self._sound[id(field)] = self._judge(field, kind)
        return self._sound[id(field)]

    def _judge(self, field: Field, kind: Kind) -> bool:
        model = self.rules.model
        for declaration in model.description.declarations:
            if declaration.kind == "picture" and str(declaration.tree.children[0]) == kind.name:
                return False
            for node in nodes(declaration.tree):
                if node.data in ("does", "may_do") and len(node.children) > 1 and str(node.children[0]) != "me":
                    return False
                if node.data in ("swap", "resolve", "first_to", "at_once", "create_"):
                    return False
                if node.data == "assign" and _names_field(node.children[0], field.name):
                    right = node.children[-1]
                    is_none = isinstance(right, Tree) and right.data == "none_"
                    if declaration.kind != "action" or (right != "me" and not is_none) or len(node.children) != 2:
                        return False
        for declaration in model.of("turn", "play", "stage"):
            if any(n.data == "assign" for n in nodes(declaration.tree)):
                return False
        return field.start is None

    def _word(self, field: Field) -> int:
        if id(field) not in self._words:
            self._words[id(field)] = self.rules.model.words(1)
            self.rules.image[self._words[id(field)]] = NONE_YET
        return self._words[id(field)]

    def prepare(self) -> None:
        """Find the marks worth watching before any rule is compiled."""
        for declaration in self.rules.model.of("end"):
            for node in nodes(declaration.tree):
                if (
                    node.data == "call_"
                    and str(node.children[0]) in ("line", "linked")
                    and node.children[1].data == "args"
                ):
                    for kind in self.rules.model.kinds.values():
                        field = self._mark(node.children[1].children[-1], kind) if kind.role == "cell" else None
                        if field is not None and self._is_sound(field, kind):
                            self._word(field)

    def note(self, field: Field, index: ir.Expr, code: Code) -> None:
        """An assignment to a watched mark."""
        if id(field) not in self._words:
            return
        word = self._words[id(field)]
        now = terms.state(word, lo=SEVERAL, hi=field.size - 1)
        changed = terms.select(terms.eq(now, terms.const(NONE_YET)), index, terms.const(SEVERAL))
        code.emit(terms.store(word, changed, lo=SEVERAL, hi=field.size - 1))

    def settled(self) -> list[ir.Stmt]:
        """The ends have been tested: forget what changed."""
        return [terms.store(word, terms.const(NONE_YET), lo=SEVERAL, hi=1 << 20) for word in self._words.values()]


def _names_field(node: Node, name: str) -> bool:
    return isinstance(node, Tree) and node.data == "member" and str(node.children[1]) == name

"""Watching which cell changed, so that lines and links are looked for only through that cell.

This holds where everybody puts only his own marks: if every assignment to a cell's mark outside `setup` writes `me` or `none`, nobody
acts for another, and the ends are tested after every action, then a line of mine that was not there before runs through a cell that changed
since. The cell is noted by the assignment and forgotten by the test."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeGuard

from ludwright import ir
from ludwright.ir import terms
from ludwright.language import syntax
from ludwright.language.syntax import Part
from ludwright.language.syntax.walking import nodes
from ludwright.model.kinds import Field, Kind
from ludwright.rules.emit.code import Code
from ludwright.rules.names.scope import Scope

if TYPE_CHECKING:
    from ludwright.rules.compiler import Rules

NONE_YET, SEVERAL = -1, -2


class EndWatch:
    """One word of the state for each mark that is watched."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._words: dict[int, int] = {}
        self._sound: dict[int, bool] = {}

    def ending(self, scope: Scope, condition: Part) -> Scope:
        """The scope in which an end is tested. Only a condition that is a line or a link, nothing else, ends the game whenever
        there is one: then there was none before."""
        return scope.having(where="end") if _looks_for_line(condition) else scope

    def touched(self, group: Part, kind: Kind, scope: Scope) -> ir.Expr | None:
        """The cell that changed since the last test (-1 none, -2 several), if it is enough to look there."""
        field = self._mark(group, kind)
        if scope.where != "end" or field is None or not self._is_sound(field, kind):
            return None
        return terms.state(self._word(field), lo=SEVERAL, hi=kind.count - 1)

    def _mark(self, group: Part, kind: Kind) -> Field | None:
        """For ``all c in cells with c.mark is me``: the mark."""
        match group:
            case syntax.AllOf(
                members=syntax.Generator(
                    name=name,
                    source=kind.plural,
                    start=None,
                    backwards=None,
                    limit=syntax.WithClause(
                        condition=syntax.Is(left=syntax.MemberOf(subject=subject, name=mark), right="me")
                    ),
                )
            ) if subject == name:
                field = kind.fields.get(str(mark))
                if field is not None and field.type.kind is self.rules.model.player and len(field.dims) == 1:
                    return field
        return None

    def _is_sound(self, field: Field, kind: Kind) -> bool:
        if id(field) not in self._sound:
            self._sound[id(field)] = self._judge(field, kind)
        return self._sound[id(field)]

    def _judge(self, field: Field, kind: Kind) -> bool:
        model = self.rules.model
        for declaration in model.description.declarations:
            everywhere = declaration.kind in ("turn", "play", "stage")
            for node in nodes(declaration.tree):
                match node:
                    case syntax.PictureDeclaration(board=kind.name):
                        return False
                    case syntax.Does(who=who) | syntax.MayDo(who=who) if who is not None and who != "me":
                        return False
                    case syntax.Swap() | syntax.Resolve() | syntax.FirstTo() | syntax.AtOnce() | syntax.Create():
                        return False
                    case syntax.Assign() if everywhere:
                        return False
                    case syntax.Assign(target=syntax.MemberOf(name=field.name), sign=sign, value=value):
                        own = value == "me" or isinstance(value, syntax.NoneLiteral)
                        if declaration.kind != "action" or sign is not None or not own:
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
                if _looks_for_line(node) and isinstance(node.arguments, syntax.Arguments) and node.arguments.values:
                    for kind in self.rules.model.kinds.values():
                        field = self._mark(node.arguments.values[-1], kind) if kind.role == "cell" else None
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


def _looks_for_line(node: Part) -> TypeGuard[syntax.FunctionCall]:
    return isinstance(node, syntax.FunctionCall) and node.name in ("line", "linked")

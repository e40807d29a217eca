"""Effects that never ask: from syntax trees to statements of plain functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from lark import Token, Tree

from ludwright import ir
from ludwright.ir import terms
from ludwright.ir.terms import NO_NUMBER, ONE, ZERO
from ludwright.rules.effects.payments import Payments
from ludwright.rules.emit.reach import reads, writes
from ludwright.rules.names import sets
from ludwright.rules.names.scope import Anything, Scope, WrongError

if TYPE_CHECKING:
    pass

Node = Tree[Any] | Token


class Effects(Payments):
    """Compiles statements one after the other; each may add names for the following ones."""

    # ------------------------------------------------------------ sequences

    def run(self, statements: list[Node], scope: Scope) -> Scope:
        for statement in statements:
            scope = self.guarded(statement, scope)
        return scope

    def guarded(self, statement: Node, scope: Scope) -> Scope:
        """One statement; a mistake in it does not keep the others from being looked at."""
        try:
            inner = self.statement(statement, scope)
            if isinstance(statement, Tree) and statement.data == "let":
                self.rules.evidence.named(statement, inner)
            return inner
        except WrongError:
            if isinstance(statement, Tree) and statement.data == "let":
                return scope.bind(str(statement.children[0]), Anything())
            return scope

    def statement(self, node: Node, scope: Scope) -> Scope:
        if isinstance(node, Token):
            raise self.rules.wrong(scope, node, "this is not a statement")
        handler = getattr(self, f"_{node.data}", None)
        self.rules.evidence.happens(node, scope)
        if handler is None:
            raise self.rules.wrong(scope, node, f"this can't stand here ({str(node.data).replace('_', ' ').strip()})")
        with scope.code.at(lambda: self.rules.line(scope, node)):
            return handler(node, scope) or scope

    def _block(self, node: Tree[Any], scope: Scope) -> None:
        self.run(list(node.children), scope)

    _steps = _block
    _effects = _block

    def _nothing(self, node: Tree[Any], scope: Scope) -> None:
        return None

    # ------------------------------------------------------------ choices of the rules themselves

    def _if_(self, node: Tree[Any], scope: Scope) -> None:
        test, then, *rest = node.children
        self._branches(test, then, [r for r in rest if r is not None], scope)

    def _branches(self, test: Node, then: Node, rest: list[Tree[Any]], scope: Scope) -> None:
        cond = self.rules.formulas.cond(test, scope)
        self.rules.evidence.branch(test, scope)
        with scope.code.block() as yes:
            self.guarded(then, scope)
        with scope.code.block() as no:
            if rest and rest[0].data == "elif_":
                self._branches(rest[0].children[0], rest[0].children[1], rest[1:], scope)
            elif rest:
                self.guarded(rest[0].children[0], scope)
        scope.code.emit(ir.If(cond, yes, no))

    def _for_(self, node: Tree[Any], scope: Scope) -> None:
        gen, key, body = node.children
        self.rules.hidden_variables.walked(node, scope)
        self.rules.evidence.walked(node, scope)
        name, members, _, _ = self.rules.formulas.gen(gen, scope)
        code = scope.code
        origin, still = members, self.still_there(members, code.keep)
        if key is not None:
            members = self.sorted(name, members, key, scope)
        members = sets.in_one_walk(code, members)
        local = code.fresh(name)
        inside: list[ir.Stmt] = []
        compiled = False

        def visit(x: ir.Expr) -> None:
            nonlocal compiled
            if not compiled:
                compiled = True
                with code.block() as made:
                    inner = self.rules.formulas.bound(scope, name, ir.Local(x.type, x.lo, x.hi, local), members.type)
                    self.guarded(body, inner)
                inside.extend(made)
            code.emit(ir.Set(local, x))
            code.statements.extend(inside)

        with code.block() as direct:
            members.each(code, visit)
        with code.block() as bare:
            origin.each(code, lambda x: code.emit(ir.Set("there", still(x))) if still is not None else None)
        touched = reads(bare, self.rules.functions) & writes(inside, self.rules.functions)
        if not touched or (still is None and isinstance(members, sets.Kept)):
            code.statements.extend(direct)
            return
        kept = members if isinstance(members, sets.Kept) else sets.keep(code, members)

        def revisit(x: ir.Expr) -> None:
            with code.block() as again:
                visit(x)
            if still is not None:
                code.emit(ir.If(still(x), again))
            else:
                code.statements.extend(again)

        kept.each(code, revisit)

    def still_there(self, members: sets.Set, keep: Callable[[ir.Expr], ir.Expr]) -> sets.Test | None:
        """A test whether a member noted earlier is still where the set found it; None where it can't have gone."""
        kind = members.type.kind
        if kind is self.model.player:
            return self.rules.seats.still_in if self.rules.players_leave else None
        if kind is None or kind.role != "component":
            return None
        places = self.rules.places
        if isinstance(members, sets.Joined):
            first, second = self.still_there(members.a, keep), self.still_there(members.b, keep)
            if first is None or second is None:
                return None
            return lambda x: terms.either(first(x), second(x))
        if isinstance(members, sets.Chain):
            place = keep(members.place)
            return lambda x: terms.eq(places.place_of(x), place)
        if isinstance(members, sets.InPlay):
            return lambda x: terms.ge(places.place_of(x), ZERO)
        base = getattr(members, "source", None) or getattr(members, "base", None)
        if isinstance(base, sets.Set):
            return self.still_there(base, keep)
        return (lambda x: terms.ge(places.design_of(x), ZERO)) if kind.root.limit else None

    def sorted(self, name: str, members: sets.Set, key: Node, scope: Scope) -> sets.Kept:
        """The members in ascending order of a key; equal ones keep their order."""
        formulas = self.rules.formulas
        kept = sets.keep(scope.code, members)
        inner = formulas.behind_by(key, scope)
        sets.sort(scope.code, kept, lambda x: formulas.number(key, formulas.bound(inner, name, x, members.type)))
        return kept

    def _repeat_times(self, node: Tree[Any], scope: Scope) -> None:
        times, body = node.children
        many = scope.code.keep(self.rules.formulas.number(times, scope))
        self.rules.evidence.counted(times, many, scope)
        name = scope.code.fresh("pass")
        with scope.code.block() as inside:
            self.guarded(body, scope)
        scope.code.emit(ir.Loop(name, ONE, many, inside, self.rules.line(scope, node)))

    def _repeat_until(self, node: Tree[Any], scope: Scope) -> None:
        self._repeat(node, scope, stop=True)

    def _repeat_while(self, node: Tree[Any], scope: Scope) -> None:
        self._repeat(node, scope, stop=False)

    _repeat_call_until = _repeat_until
    _repeat_call_while = _repeat_while

    def _repeat(self, node: Tree[Any], scope: Scope, stop: bool) -> None:
        first, second = node.children
        by_name = str(node.data).startswith("repeat_call")
        test, body = (second, first) if by_name else (first, second)
        with scope.code.block() as before:
            cond = self.rules.formulas.cond(test, scope)
            self.rules.evidence.repeated(test, scope)
        with scope.code.block() as inside:
            self.guarded(body, scope)
        scope.code.emit(ir.While(before, terms.invert(cond) if stop else cond, inside, self.rules.line(scope, node)))

    # ------------------------------------------------------------ calls

    def _call(self, node: Tree[Any], scope: Scope) -> None:
        head = node.children[0]
        name = head if isinstance(head, Token) else head.children[0] if head.data == "call_" else None
        args = self._call_args(head) if isinstance(head, Tree) and head.data == "call_" else []
        if name is None or not isinstance(name, Token):
            raise self.rules.wrong(
                scope, node, "this is a formula, not something to do", "a statement changes something"
            )
        word = str(name)
        if word in self.rules.procedures or word in self.rules.stages:
            self.rules.calls.plain(word, args, node, scope, wants=False)
            return
        raise self.rules.unknown_deed(name, scope)

    def _resolve(self, node: Tree[Any], scope: Scope) -> None:
        self.rules.calls.resolve_plain(node, scope)

    def _stage(self, node: Tree[Any], scope: Scope) -> None:
        raise self.rules.wrong(
            scope, node, "a stage can't stand inside an effect", "stages are parts of `play` and `turn`"
        )

    # ------------------------------------------------------------ turns, leaving and ends

    def _goes(self, node: Tree[Any], scope: Scope) -> None:
        seat = self.rules.formulas.seat(node.children[0], scope)
        scope.code.emit(self.rules.turns.set_next(seat))

    def _reverse(self, node: Tree[Any], scope: Scope) -> None:
        scope.code.emit(self.rules.turns.turn_round())

    def _leaves(self, node: Tree[Any], scope: Scope) -> None:
        who, part = node.children
        members = self.rules.formulas.members(who, scope)
        kept = sets.keep(scope.code, members)
        kept.each(scope.code, lambda seat: self.rules.turns.leave(scope.code, seat, str(part), node, scope))

    def _timer(self, node: Tree[Any], scope: Scope) -> None:
        self.rules.clock.set(node, scope)

    def _wait(self, node: Tree[Any], scope: Scope) -> None:
        self.rules.clock.wait(node, scope)

    def _wins(self, node: Tree[Any], scope: Scope) -> None:
        self.rules.ending.outcome(node, scope, 1)
        scope.code.emit(ir.Return(ONE))

    def _loses(self, node: Tree[Any], scope: Scope) -> None:
        self.rules.ending.outcome(node, scope, -1)
        scope.code.emit(ir.Return(ONE))

    def _tie(self, node: Tree[Any], scope: Scope) -> None:
        self.rules.ending.draw(scope.code)
        scope.code.emit(ir.Return(ONE))

    def _stop(self, node: Tree[Any], scope: Scope) -> None:
        part = str(node.children[0])
        if part == "game":
            self.rules.ending.finish(scope.code)
            scope.code.emit(ir.Return(ONE))
            return
        scope.code.emit(ir.Return(terms.const(self.rules.structure.part_code(part, node, scope))))

    def _answer(self, node: Tree[Any], scope: Scope) -> None:
        value = self.rules.formulas.scalar(node.children[0], scope)
        self.rules.calls.answer(value, node, scope)

    # ------------------------------------------------------------ knowledge

    def _show(self, node: Tree[Any], scope: Scope) -> None:
        self.rules.telling.show(node, scope)

    def _tell_whether(self, node: Tree[Any], scope: Scope) -> None:
        self.rules.telling.whether(node, scope)

    def _tell_that(self, node: Tree[Any], scope: Scope) -> None:
        self.rules.telling.that(node, scope)


__all__ = ["NO_NUMBER", "Effects"]

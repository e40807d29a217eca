"""The legal ways of an action: nested loops over its parameters, each condition tested as soon as it can be."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lark import Token, Tree

from ludwright import ir
from ludwright.ir import terms
from ludwright.ir.terms import ZERO
from ludwright.language.syntax import node_of
from ludwright.rules.analysis.habits import names_in, split
from ludwright.rules.emit.code import Code
from ludwright.rules.emit.faulting import may_fault
from ludwright.rules.names import sets
from ludwright.rules.names.scope import Scalar, Scope, WrongError
from ludwright.rules.options.coding import Coding, merged

if TYPE_CHECKING:
    from ludwright.rules.options.actions import Action, Actions

Node = Tree[Any] | Token

FLAGS = 32
"""Bits of an option above its code, where `if able` lines note what a way satisfies."""


class Enumeration:
    """The nested loops over an action's parameters, each condition tested as soon as its names are known."""

    def __init__(
        self,
        actions: Actions,
        action: Action,
        given: list[ir.Expr],
        scope: Scope,
        counting: bool,
        able: list[Tree[Any]],
    ) -> None:
        self.actions, self.action, self.given, self.counting, self.able = actions, action, given, counting, able
        self.rules = actions.rules
        self.scope = scope
        self._behind: dict[int, int] = {}
        """Where a condition stands that may fault: not before those written to its left."""
        self.items = self._items()
        self.values: list[ir.Expr] = []

    def _items(self) -> list[tuple[Tree[Any], int]]:
        """Conditions and lets in order, each with the number of parameters it needs."""
        order = {word: i + 1 for i, (word, _) in enumerate(self.action.params)}
        needs: dict[str, int] = dict(order)
        items: list[tuple[Tree[Any], int]] = []
        for guard in self.action.guards:
            if guard.data in ("if_able", "afterwards"):
                continue
            parts = [guard] if guard.data == "let" else split(guard.children[0])
            reached = 0
            for part in parts:
                used = names_in(part.children[1] if part is guard and guard.data == "let" else part)
                level = max((needs[n] for n in used if n in needs), default=0)
                reached = max(reached, level)
                if part is guard and guard.data == "let":
                    needs[str(guard.children[0])] = level
                    items.append((guard, level))
                else:
                    made = node_of("guard", [part], guard.meta)
                    self._behind[id(made)] = reached
                    items.append((made, level))
        payments = [e for e in self.action.effects if isinstance(e, Tree) and e.data == "pay"]
        lets = {str(e.children[0]) for e in self.action.effects if isinstance(e, Tree) and e.data == "let"}
        payments = [pay for pay in payments if not names_in(pay) & lets]
        if payments:
            together = node_of("pays", list(payments), payments[0].meta)
            items.append((together, max((needs[n] for n in names_in(together) if n in needs), default=0)))
        return items

    def run(self) -> None:
        """Sets that depend on no other parameter are narrowed once, by their own conditions, before any loop begins."""
        self._ready: dict[int, sets.Kept] = {}
        scope = self.scope
        words = [word for word, _ in self.action.params]
        if len(words) - len(self.given) < 2:
            self._level(0, scope)
            return
        lets = {str(i.children[0]) for i, _ in self.items if i.data == "let"}
        for level in range(max(1, len(self.given)), len(words)):
            word, source = self.action.params[level]
            own = [
                i
                for i, _ in self.items
                if i.data == "guard"
                and word in names_in(i.children[0])
                and not names_in(i.children[0]) & ((set(words) | lets) - {word})
                and self._harmless(i, level, scope)
            ]
            if not own or names_in(source) & (set(words) | lets) or self.action.codings[level].form != "index":
                continue
            try:
                self._narrow(level, word, source, own, scope)
            except WrongError:
                continue
        some: ir.Expr = terms.YES
        for kept in self._ready.values():
            some = terms.both(some, terms.gt(kept.number, ZERO))
        with scope.code.block() as body:
            self._level(0, scope)
        scope.code.emit(ir.If(some, body))

    def _harmless(self, guard: Tree[Any], level: int, scope: Scope) -> bool:
        """Whether a condition on one parameter can be tested first, because it never faults."""
        word, coding = self.action.params[level][0], self.action.codings[level]
        probe = scope.having(code=Code("probe")).bind(
            word, Scalar(terms.local("probe", coding.lo, coding.hi), coding.type)
        )
        try:
            cond = self.rules.formulas.cond(guard.children[0], probe)
        except WrongError:
            return False
        return not may_fault(probe.code.statements, cond, self.rules.functions)

    def _narrow(self, level: int, word: str, source: Node, own: list[Tree[Any]], scope: Scope) -> None:
        members: sets.Set = self.rules.formulas.members(source, scope)
        if members.bound > 256:
            return
        coding = self.action.codings[level]
        for guard in own:
            members = sets.Where(members, self._condition(guard.children[0], word, coding, scope))
        self._ready[level] = sets.keep(scope.code, members)
        self.items = [item for item in self.items if not any(item[0] is guard for guard in own)]

    def _condition(self, test: Node, word: str, coding: Coding, scope: Scope) -> sets.Test:
        return lambda x: self.rules.formulas.cond(test, scope.bind(word, Scalar(x, coding.type)))

    def _level(self, level: int, scope: Scope) -> None:
        self._conditions([item for item, needed in self.items if needed == level], level, scope)

    def _conditions(self, items: list[Tree[Any]], level: int, scope: Scope) -> None:
        code = scope.code
        if not items:
            self._next(level, scope)
            return
        item, *rest = items
        if item.data == "let":
            try:
                bound = self.rules.effects.statement(item, scope)
            except WrongError:
                return
            self._conditions(rest, level, bound)
            return
        try:
            with code.block() as before:
                cond = (
                    self.rules.effects.payable(item.children, scope)
                    if item.data == "pays"
                    else self.rules.formulas.cond(item.children[0], scope)
                )
        except WrongError:
            cond = terms.YES
        if terms.is_const(cond, 0) and item.data == "guard":
            self.rules.never(self.action.declaration, item.children[0])
        if self._behind.get(id(item), level) > level and may_fault(before, cond, self.rules.functions):
            at = [i for i, _ in self.items].index(item)
            self.items[at] = (item, self._behind[id(item)])
            self._conditions(rest, level, scope)
            return
        code.statements.extend(before)
        with code.block() as body:
            self._conditions(rest, level, scope)
        if terms.is_const(cond, 1):
            code.statements.extend(body)
        else:
            code.emit(ir.If(cond, body))

    def _next(self, level: int, scope: Scope) -> None:
        code = scope.code
        if level == len(self.action.params):
            self._found(scope)
            return
        word, source = self.action.params[level]
        coding = self.action.codings[level]
        try:
            members = self._ready[level] if level in self._ready else self.rules.formulas.members(source, scope)
        except WrongError:
            return

        def visit(x: ir.Expr) -> None:
            self.values.append(x)
            self._level(level + 1, scope.bind(word, Scalar(x, coding.type)))
            self.values.pop()

        if level < len(self.given):
            given = self.given[level]
            inside = terms.both(terms.ge(given, terms.const(coding.lo)), terms.le(given, terms.const(coding.hi)))
            inside = terms.both(inside, members.contains(code, given))
            with code.block() as body:
                visit(code.keep(terms.clamp(given, coding.lo, coding.hi), word))
            code.emit(ir.If(inside, body))
            return
        merged(members, coding, code, self.rules, self.values).each(code, visit)

    def _found(self, scope: Scope) -> None:
        code = scope.code
        afterwards = [g.children[0] for g in self.action.guards if g.data == "afterwards"]
        with code.block() as emit:
            if self.counting:
                code.emit(ir.Return(terms.YES))
            else:
                self._emit(scope)
        if not afterwards:
            code.statements.extend(emit)
            return
        holds = code.switch_on(hint="after")
        with code.block() as trial:
            name, _ = self.actions.effect_function(self.action, scope)
            known = self.rules.functions[name]
            into = code.fresh("status") if known.result is not None else None
            code.emit(ir.Do(name, (scope.me or ZERO, *self.values), into))
            test: ir.Expr = terms.YES
            for condition in afterwards:
                with code.block() as more:
                    cond = self.rules.formulas.cond(condition, scope)
                test = sets.also(code, test, more, cond)
            code.emit(ir.Set(holds.name, test))
        code.emit(ir.Preserve(trial))
        code.emit(ir.If(holds, emit))

    def _emit(self, scope: Scope) -> None:
        code = scope.code
        option = self.actions.encode(self.action, self.values)
        if self.able:
            option = code.keep(option)
            for line, guard in enumerate(self.able):
                wanted = self.rules.formulas.cond(guard.children[0], scope)
                when = (
                    self.rules.formulas.cond(guard.children[1], scope) if guard.children[1] is not None else terms.YES
                )
                bits = terms.select(wanted, terms.select(when, terms.const(3), terms.const(1)), ZERO)
                option = ir.Binary(
                    ir.INT, 0, ir.LIMIT, "bor", option, terms.shifted(bits, terms.const(FLAGS + 2 * line))
                )
        code.emit(ir.Emit(option, self.rules.line(scope, None)))

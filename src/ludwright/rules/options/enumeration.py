"""The legal ways of an action: nested loops over its parameters, each condition tested as soon as it can be."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from ludwright import ir
from ludwright.ir import terms
from ludwright.ir.terms import ZERO
from ludwright.language import syntax
from ludwright.language.syntax import Formula, Part
from ludwright.language.syntax.reading import names_in, split
from ludwright.rules.emit.code import Code
from ludwright.rules.emit.faulting import may_fault
from ludwright.rules.names import sets
from ludwright.rules.names.scope import Scalar, Scope, WrongError
from ludwright.rules.options.coding import Coding, merged

if TYPE_CHECKING:
    from ludwright.rules.options.actions import ActionRules, Actions

FLAGS = 32
"""Bits of an option above its code, where `if able` lines note what a way satisfies."""


@dataclass(frozen=True)
class PaidWays:
    """All that an action pays: it is legal if that can be paid."""

    payments: tuple[syntax.Pay, ...]


Item = syntax.Let | syntax.When | PaidWays
"""What is looked at on the way through the parameters."""


class Enumeration:
    """The nested loops over an action's parameters, each condition tested as soon as its names are known."""

    def __init__(
        self,
        actions: Actions,
        action: ActionRules,
        given: list[ir.Expr],
        scope: Scope,
        counting: bool,
        able: list[syntax.IfAble],
    ) -> None:
        self.actions, self.action, self.given, self.counting, self.able = actions, action, given, counting, able
        self.rules = actions.rules
        self.scope = scope
        self._behind: dict[int, int] = {}
        """Where a condition stands that may fault: not before those written to its left."""
        self.items = self._items()
        self.values: list[ir.Expr] = []

    def _items(self) -> list[tuple[Item, int]]:
        """Conditions and lets in order, each with the number of parameters it needs."""
        needs = {word: i + 1 for i, (word, _) in enumerate(self.action.params)}
        items: list[tuple[Item, int]] = []

        def level(*used: Part) -> int:
            return max((needs[n] for part in used for n in names_in(part) if n in needs), default=0)

        for guard in self.action.guards:
            if isinstance(guard, syntax.Let):
                needs[str(guard.name)] = level(guard.value)
                items.append((guard, needs[str(guard.name)]))
            elif isinstance(guard, syntax.When):
                conditions: list[Any] = split(guard.condition)
                made = [syntax.When(condition, span=guard.span) for condition in conditions]
                items += [(one, level(one)) for one in made]
                reached = accumulate(map(level, made), max)
                self._behind.update((id(one), far) for one, far in zip(made, reached, strict=True))
        effects = self.action.effects
        lets = {str(effect.name) for effect in effects if isinstance(effect, syntax.Let)}
        payments = tuple(e for e in effects if isinstance(e, syntax.Pay) and not names_in(e) & lets)
        if payments:
            items.append((PaidWays(payments), level(*payments)))
        return items

    def run(self) -> None:
        """Sets that depend on no other parameter are narrowed once, by their own conditions, before any loop begins."""
        self._ready: dict[int, sets.StoredSet] = {}
        scope = self.scope
        words = [word for word, _ in self.action.params]
        if len(words) - len(self.given) < 2:
            self._level(0, scope)
            return
        lets = {str(item.name) for item, _ in self.items if isinstance(item, syntax.Let)}
        for level in range(max(1, len(self.given)), len(words)):
            word, source = self.action.params[level]
            own = [
                item
                for item, _ in self.items
                if isinstance(item, syntax.When)
                and word in names_in(item)
                and not names_in(item) & ((set(words) | lets) - {word})
                and self._harmless(item, level, scope)
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

    def _harmless(self, guard: syntax.When, level: int, scope: Scope) -> bool:
        """Whether a condition on one parameter can be tested first, because it never faults."""
        word, coding = self.action.params[level][0], self.action.codings[level]
        probe = scope.having(code=Code("probe")).bind(
            word, Scalar(terms.local("probe", coding.lo, coding.hi), coding.type)
        )
        try:
            cond = self.rules.formulas.cond(guard.condition, probe)
        except WrongError:
            return False
        return not may_fault(probe.code.statements, cond, self.rules.functions)

    def _narrow(self, level: int, word: str, source: Formula, own: list[syntax.When], scope: Scope) -> None:
        members: sets.SetValue = self.rules.formulas.members(source, scope)
        if members.bound > 256:
            return
        coding = self.action.codings[level]
        for guard in own:
            members = sets.Where(members, self._condition(guard.condition, word, coding, scope))
        self._ready[level] = sets.keep(scope.code, members)
        self.items = [item for item in self.items if not any(item[0] is guard for guard in own)]

    def _condition(self, test: Formula, word: str, coding: Coding, scope: Scope) -> sets.Test:
        return lambda x: self.rules.formulas.cond(test, scope.bind(word, Scalar(x, coding.type)))

    def _level(self, level: int, scope: Scope) -> None:
        self._conditions([item for item, needed in self.items if needed == level], level, scope)

    def _conditions(self, items: list[Item], level: int, scope: Scope) -> None:
        code = scope.code
        if not items:
            self._next(level, scope)
            return
        item, *rest = items
        if isinstance(item, syntax.Let):
            try:
                bound = self.rules.effects.statement(item, scope)
            except WrongError:
                return
            self._conditions(rest, level, bound)
            return
        try:
            with code.block() as before:
                cond = (
                    self.rules.effects.payments.payable(item.payments, scope)
                    if isinstance(item, PaidWays)
                    else self.rules.formulas.cond(item.condition, scope)
                )
        except WrongError:
            cond = terms.YES
        if terms.is_const(cond, 0) and isinstance(item, syntax.When):
            self.rules.never(self.action.declaration, item.condition)
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
        afterwards = [g.condition for g in self.action.guards if isinstance(g, syntax.WhenAfterwards)]
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
                wanted = self.rules.formulas.cond(guard.wanted, scope)
                when = self.rules.formulas.cond(guard.when, scope) if guard.when is not None else terms.YES
                bits = terms.select(wanted, terms.select(when, terms.const(3), terms.const(1)), ZERO)
                option = ir.Binary(
                    ir.INT, 0, ir.LIMIT, "bor", option, terms.shifted(bits, terms.const(FLAGS + 2 * line))
                )
        code.emit(ir.Emit(option, self.rules.line(scope, None)))

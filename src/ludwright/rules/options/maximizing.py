"""`any number of move maximizing used`: only beginnings of sequences that reach the greatest final value are legal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludwright import ir
from ludwright.ir import terms
from ludwright.ir.terms import ONE, ZERO
from ludwright.language import syntax
from ludwright.language.syntax import Formula, Part
from ludwright.rules.emit.code import Code
from ludwright.rules.names import sets
from ludwright.rules.names.scope import Scope

if TYPE_CHECKING:
    from ludwright.rules.compiler import Rules
    from ludwright.rules.options.actions import ActionRules

COUNT = ir.OptionCount(ir.INT, 0, 1 << 20)
LEAST = -(1 << 40)
MOST_STEPS = 1 << 30
"""Where no number of steps is said."""


class Maximizing:
    """Looks ahead on the state itself and puts it back afterwards."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._number = 0

    def emit(
        self,
        parsed: list[tuple[ActionRules, list[Part]]],
        maximizing: syntax.MaximizingClause,
        node: Part,
        scope: Scope,
        going_on: Formula | None = None,
        left: ir.Expr | None = None,
    ) -> None:
        """Emit the options that lead to the greatest final value of the goal. Where a bound is given, reaching it is enough.

        A sequence ends where nothing is legal, where ``going_on`` fails, or when no more of them are ``left``.
        """
        for action, _ in parsed:
            if any(self.rules.habits.draws(e) or self.rules.habits.asks(e) for e in action.effects):
                raise self.rules.wrong(
                    scope,
                    node,
                    f"`{action.name}` draws chance or asks, so that nobody can look ahead",
                    "leave out `maximizing`",
                )
        goal, bound = maximizing.value, maximizing.bound
        code = scope.code
        me = scope.me or ZERO
        base = code.keep(COUNT, "base")
        self._all_ways(parsed, code, me, scope)
        count = code.keep(COUNT, "count")
        several = terms.gt(terms.sub(count, base), ONE)
        with code.block() as look:
            best_name = self._best(parsed, goal, scope, going_on)
            more = code.keep(terms.sub(left, ONE) if left is not None else terms.const(MOST_STEPS), "left")
            enough = (
                code.keep(self.rules.formulas.number(bound, scope), "enough")
                if bound is not None
                else terms.const(ir.LIMIT)
            )
            best = code.variable(terms.const(LEAST), -ir.LIMIT, ir.LIMIT, "best")
            kept = code.variable(base, 0, 1 << 20, "kept")

            def weigh(i: ir.Expr) -> None:
                option = code.keep(ir.OptionAt(ir.INT, 0, (1 << 31) - 1, i), "option")
                code.emit(ir.Set("value", terms.const(LEAST)))
                value = terms.local("value", -ir.LIMIT, ir.LIMIT)
                with code.block() as trial:
                    gone = self._do(parsed, option, code, me, scope)
                    code.emit(ir.SetOptionCount(count))
                    rest = terms.select(gone, ZERO, more) if gone is not None else more
                    code.emit(ir.Do(best_name, (me, enough, rest), "value"))
                code.emit(ir.Preserve(trial))
                code.emit(ir.If(terms.gt(value, best), [ir.Set(best.name, value), ir.Set(kept.name, base)]))
                code.emit(
                    ir.If(
                        terms.eq(value, best),
                        [
                            ir.SetOption(kept, option),
                            ir.Set(kept.name, terms.lowest(terms.add(kept, ONE), terms.const(1 << 20))),
                        ],
                    )
                )

            sets.walk(code, base, terms.sub(count, ONE), weigh)
            code.emit(ir.SetOptionCount(kept))
        code.emit(ir.If(several, look))

    def _all_ways(self, parsed: list[tuple[ActionRules, list[Part]]], code: Code, me: ir.Expr, scope: Scope) -> None:
        for action, args in parsed:
            actions = self.rules.actions
            actions.ways(action, actions.given(action, args, scope), me, code, scope)

    def _do(
        self, parsed: list[tuple[ActionRules, list[Part]]], option: ir.Expr, code: Code, me: ir.Expr, scope: Scope
    ) -> ir.Expr | None:
        """Do the action of an option; yes: it ended the turn, a stage or the game, and with it the sequence."""
        actions = self.rules.actions
        gone: ir.Local | None = None
        for action, _ in parsed:
            with code.block() as body:
                values = actions.decode(action, option, scope)
                name, _ = actions.effect_function(action, scope)
                known = self.rules.functions[name]
                status = code.fresh("status") if known.result is not None else None
                code.emit(ir.Do(name, (me, *values), status))
            if status is not None:
                if gone is None:
                    gone = code.switch_on(hint="gone")
                left_early = terms.ne(terms.local(status, 0, 1 + len(self.rules.parts)), ZERO)
                body.append(ir.If(left_early, [ir.Set(gone.name, terms.YES)]))
            if len(parsed) == 1:
                code.statements.extend(body)
            else:
                mine = terms.both(
                    terms.ge(option, terms.const(action.base)), terms.lt(option, terms.const(action.base + action.size))
                )
                code.emit(ir.If(mine, body))
        return gone

    def _best(
        self, parsed: list[tuple[ActionRules, list[Part]]], goal: Formula, scope: Scope, going_on: Formula | None = None
    ) -> str:
        """A function: the greatest final value from here on. It may stop at the first line that reaches ``enough``."""
        self._number += 1
        name = f"best_{self._number}"
        players = self.rules.model.players
        params = [("me", 0, players - 1), ("enough", -ir.LIMIT, ir.LIMIT), ("left", -ir.LIMIT, ir.LIMIT)]
        self.rules.functions[name] = ir.Function(name, params, [], ir.INT, -ir.LIMIT, ir.LIMIT, changes=True)
        code = Code(name)
        me = terms.local("me", 0, players - 1)
        inner = scope.having(code=code, me=me)
        base = code.keep(COUNT, "base")
        with code.block() as leaf:
            code.emit(ir.Return(self.rules.formulas.number(goal, inner)))
        left = terms.local("left", -ir.LIMIT, ir.LIMIT)
        code.emit(ir.If(terms.le(left, ZERO), list(leaf)))
        if going_on is not None:
            code.emit(ir.If(terms.invert(self.rules.formulas.cond(going_on, inner)), list(leaf)))
        self._all_ways(parsed, code, me, inner)
        count = code.keep(COUNT, "count")
        code.emit(ir.If(terms.eq(count, base), leaf))
        best = code.variable(terms.const(LEAST), -ir.LIMIT, ir.LIMIT, "best")
        enough = terms.local("enough", -ir.LIMIT, ir.LIMIT)

        def look(i: ir.Expr) -> None:
            option = code.keep(ir.OptionAt(ir.INT, 0, (1 << 31) - 1, i), "option")
            code.emit(ir.Set("value", terms.const(LEAST)))
            with code.block() as trial:
                gone = self._do(parsed, option, code, me, inner)
                fewer = terms.sub(left, ONE)
                rest = terms.select(gone, ZERO, fewer) if gone is not None else fewer
                code.emit(ir.Do(name, (me, enough, rest), "value"))
            code.emit(ir.Preserve(trial))
            value = terms.local("value", -ir.LIMIT, ir.LIMIT)
            code.emit(ir.If(terms.gt(value, best), [ir.Set(best.name, value)]))
            code.emit(ir.If(terms.ge(value, enough), [ir.Break()]))

        sets.walk(code, base, terms.sub(count, ONE), look)
        code.emit(ir.SetOptionCount(base))
        code.emit(ir.Return(best))
        self.rules.functions[name] = ir.Function(
            name, params, code.statements, ir.INT, -ir.LIMIT, ir.LIMIT, code.arrays, changes=True
        )
        return name

"""Effects that never ask: from syntax trees to statements of plain functions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from lark import Token

from ludwright import ir
from ludwright.ir import terms
from ludwright.ir.terms import NO_NUMBER, ONE, ZERO
from ludwright.language import syntax
from ludwright.language.syntax import Formula, Node, Part, parts
from ludwright.language.syntax.reading import called
from ludwright.rules.effects.assignments import Assignments
from ludwright.rules.effects.moves import Moves
from ludwright.rules.effects.payments import Payments
from ludwright.rules.emit.reach import reads, writes
from ludwright.rules.names import sets
from ludwright.rules.names.scope import Anything, Scope, WrongError

if TYPE_CHECKING:
    from ludwright.rules.compiler import Rules


class Effects:
    """Compiles statements one after the other; each may add names for the following ones."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.model = rules.model
        self.assignments = Assignments(rules)
        self.moves = Moves(rules, self.assignments)
        self.payments = Payments(rules, self.assignments, self.moves)
        self._handlers: dict[type[Node], Callable[[Any, Scope], Scope | None]] = {
            syntax.StatementBlock: self._sequence,
            syntax.StatementLine: self._sequence,
            syntax.CellEffects: self._sequence,
            syntax.Nothing: lambda node, scope: None,
            syntax.Let: self.assignments.let,
            syntax.Assign: self.assignments.assign,
            syntax.Create: self.assignments.create_one,
            syntax.Move: self.moves.move,
            syntax.DrawCards: self.moves.draw_cards,
            syntax.DrawUpTo: self.moves.draw_cards,
            syntax.Deal: self.moves.deal,
            syntax.Shuffle: self.moves.shuffle,
            syntax.Swap: self.moves.swap,
            syntax.Pass: self.moves.pass_on,
            syntax.Reroll: self.moves.reroll,
            syntax.Remove: self.moves.remove,
            syntax.Pay: self.payments.pay,
            syntax.Show: lambda node, scope: self.rules.telling.show(node, scope),
            syntax.TellWhether: lambda node, scope: self.rules.telling.whether(node, scope),
            syntax.TellThat: lambda node, scope: self.rules.telling.that(node, scope),
            syntax.IfStatement: self._if,
            syntax.For: self._for,
            syntax.RepeatTimes: self._repeat_times,
            syntax.RepeatUntil: self._repeat,
            syntax.RepeatWhile: self._repeat,
            syntax.RepeatCallUntil: self._repeat,
            syntax.RepeatCallWhile: self._repeat,
            syntax.CallStatement: self._call,
            syntax.Resolve: lambda node, scope: self.rules.calls.resolve_plain(node, scope),
            syntax.StageDeclaration: self._stage,
            syntax.GoesNext: self._goes,
            syntax.ReverseTurns: self._reverse,
            syntax.Leaves: self._leaves,
            syntax.Timer: lambda node, scope: self.rules.clock.set(node, scope),
            syntax.Wait: lambda node, scope: self.rules.clock.wait(node, scope),
            syntax.Wins: self._settled,
            syntax.Loses: self._settled,
            syntax.Tie: self._tie,
            syntax.EndOfPhase: self._stop,
            syntax.AnswerWith: self._answer,
        }
        """What is done at each statement."""

    # ------------------------------------------------------------ sequences

    def run(self, statements: Iterable[Part], scope: Scope) -> Scope:
        for statement in statements:
            scope = self.guarded(statement, scope)
        return scope

    def guarded(self, statement: Part, scope: Scope) -> Scope:
        """One statement; a mistake in it does not keep the others from being looked at."""
        try:
            return self.statement(statement, scope)
        except WrongError:
            if isinstance(statement, syntax.Let):
                return scope.bind(str(statement.name), Anything())
            return scope

    def statement(self, node: Part, scope: Scope) -> Scope:
        if isinstance(node, Token):
            raise self.rules.wrong(scope, node, "this is not a statement")
        assert isinstance(node, Node)
        handler = self._handlers.get(type(node))
        self.rules.evidence.moved(node, scope)
        if handler is None:
            raise self.rules.wrong(scope, node, f"this can't stand here ({node.rule.replace('_', ' ').strip()})")
        with scope.code.at(lambda: self.rules.line(scope, node)):
            return handler(node, scope) or scope

    def _sequence(self, node: syntax.StatementSequence, scope: Scope) -> None:
        self.run(node.statements, scope)

    # ------------------------------------------------------------ choices of the rules themselves

    def _if(self, node: syntax.IfStatement, scope: Scope) -> None:
        self._branches(node.cases, node.otherwise, scope)

    def _branches(self, cases: list[tuple[Formula, syntax.Body]], otherwise: syntax.Else | None, scope: Scope) -> None:
        (test, then), *rest = cases
        cond = self.rules.formulas.cond(test, scope)
        self.rules.evidence.branch(test, scope)
        with scope.code.block() as yes:
            self.guarded(then, scope)
        with scope.code.block() as no:
            if rest:
                self._branches(rest, otherwise, scope)
            elif otherwise is not None:
                self.guarded(otherwise.body, scope)
        scope.code.emit(ir.If(cond, yes, no))

    def _for(self, node: syntax.For, scope: Scope) -> None:
        self.rules.hidden_variables.walked(node, scope)
        self.rules.evidence.walked(node, scope)
        name, members, _, _ = self.rules.formulas.gen(node.members, scope)
        code = scope.code
        origin, still = members, self.still_there(members, code.keep)
        if node.by is not None:
            members = self.sorted(name, members, node.by, scope)
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
                    self.guarded(node.body, inner.having(loop=True))
                inside.extend(made)
            code.emit(ir.Set(local, x))
            code.statements.extend(inside)

        with code.block() as direct:
            members.each(code, visit)
        with code.block() as bare:
            origin.each(code, lambda x: code.emit(ir.Set("there", still(x))) if still is not None else None)
        touched = reads(bare, self.rules.functions) & writes(inside, self.rules.functions)
        if not touched or (still is None and isinstance(members, sets.StoredSet)):
            code.statements.extend(direct)
            return
        kept = members if isinstance(members, sets.StoredSet) else sets.keep(code, members)

        def revisit(x: ir.Expr) -> None:
            with code.block() as again:
                visit(x)
            if still is not None:
                code.emit(ir.If(still(x), again))
            else:
                code.statements.extend(again)

        kept.each(code, revisit)

    def still_there(self, members: sets.SetValue, keep: Callable[[ir.Expr], ir.Expr]) -> sets.Test | None:
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
        if isinstance(members, sets.ZoneChain):
            place = keep(members.place)
            return lambda x: terms.eq(places.place_of(x), place)
        if isinstance(members, sets.InPlay):
            return lambda x: terms.ge(places.place_of(x), ZERO)
        base = getattr(members, "source", None) or getattr(members, "base", None)
        if isinstance(base, sets.SetValue):
            return self.still_there(base, keep)
        return (lambda x: terms.ge(places.design_of(x), ZERO)) if kind.root.limit else None

    def sorted(self, name: str, members: sets.SetValue, key: Part, scope: Scope) -> sets.StoredSet:
        """The members in ascending order of a key; equal ones keep their order."""
        formulas = self.rules.formulas
        kept = sets.keep(scope.code, members)
        inner = formulas.behind_by(key, scope)
        sets.sort(scope.code, kept, lambda x: formulas.number(key, formulas.bound(inner, name, x, members.type)))
        return kept

    def _repeat_times(self, node: syntax.RepeatTimes, scope: Scope) -> None:
        many = scope.code.keep(self.rules.formulas.number(node.number, scope))
        name = scope.code.fresh("pass")
        with scope.code.block() as inside:
            self.guarded(node.body, scope.having(loop=True))
        scope.code.emit(ir.Loop(name, ONE, many, inside, self.rules.line(scope, node)))

    def _repeat(self, node: syntax.RepeatUntil | syntax.RepeatWhile | syntax.RepeatCall, scope: Scope) -> None:
        with scope.code.block() as before:
            cond = self.rules.formulas.cond(node.condition, scope)
            self.rules.evidence.repeated(node.condition, scope)
        with scope.code.block() as inside:
            self.guarded(node.body, scope.having(loop=True))
        if isinstance(node, syntax.RepeatUntil | syntax.RepeatCallUntil):
            cond = terms.invert(cond)
        scope.code.emit(ir.While(before, cond, inside, self.rules.line(scope, node)))

    # ------------------------------------------------------------ calls

    def _call(self, node: syntax.CallStatement, scope: Scope) -> None:
        name = called(node)
        if name is None:
            raise self.rules.wrong(
                scope, node, "this is a formula, not something to do", "a statement changes something"
            )
        word = str(name)
        if word in self.rules.procedures or word in self.rules.stages:
            self.rules.calls.plain(word, given(node), node, scope, wants=False)
            return
        raise self.rules.unknown_deed(name, scope)

    def _stage(self, node: syntax.StageDeclaration, scope: Scope) -> None:
        raise self.rules.wrong(
            scope, node, "a stage can't stand inside an effect", "stages are parts of `play` and `turn`"
        )

    # ------------------------------------------------------------ turns, leaving and ends

    def _goes(self, node: syntax.GoesNext, scope: Scope) -> None:
        seat = self.rules.formulas.seat(node.who, scope)
        scope.code.emit(self.rules.turns.set_next(seat))

    def _reverse(self, node: syntax.ReverseTurns, scope: Scope) -> None:
        scope.code.emit(self.rules.turns.turn_round())

    def _leaves(self, node: syntax.Leaves, scope: Scope) -> None:
        members = self.rules.formulas.members(node.who, scope)
        kept = sets.keep(scope.code, members)
        kept.each(scope.code, lambda seat: self.rules.turns.leave(scope.code, seat, str(node.what), node, scope))

    def _settled(self, node: syntax.Settling, scope: Scope) -> None:
        self.rules.ending.outcome(node, scope)
        scope.code.emit(ir.Return(ONE))

    def _tie(self, node: syntax.Tie, scope: Scope) -> None:
        self.rules.ending.draw(scope.code)
        scope.code.emit(ir.Return(ONE))

    def _stop(self, node: syntax.EndOfPhase, scope: Scope) -> None:
        part = str(node.phase)
        if self.rules.habits.ends_loop(node):
            self.inside_loop(node, scope)
            scope.code.emit(ir.Break())
            return
        if part == "game":
            self.rules.ending.finish(scope.code)
            scope.code.emit(ir.Return(ONE))
            return
        scope.code.emit(ir.Return(terms.const(self.rules.structure.part_code(part, node, scope))))

    def inside_loop(self, node: syntax.EndOfPhase, scope: Scope) -> None:
        """`end loop` needs a loop to end."""
        if not scope.loop:
            hint = "it ends a `for` or `repeat` round it; a turn ends with `end turn`"
            raise self.rules.wrong(scope, node, "there is no loop round this", hint)

    def _answer(self, node: syntax.AnswerWith, scope: Scope) -> None:
        value = self.rules.formulas.scalar(node.value, scope)
        self.rules.calls.answer(value, node, scope)


def given(call: syntax.CallStatement) -> list[Part]:
    """What stands in the brackets of a call."""
    return parts(call.what.arguments) if isinstance(call.what, syntax.FunctionCall) else []


__all__ = ["NO_NUMBER", "Effects"]

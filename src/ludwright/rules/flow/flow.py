"""The flow of a game as one resumable machine: turns, stages, questions, and effects that ask.

Code that asks is cut into blocks. What must outlive a question lies in *slots*: words of the state at a fixed place for code that
runs in one place only, or in a frame on the stack for procedures called from several places."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import replace
from typing import Any

from lark import Token

from ludwright import ir
from ludwright.ir import terms
from ludwright.ir.terms import ONE, ZERO
from ludwright.language import syntax
from ludwright.language.syntax import Formula, Node, Part, StatementNode
from ludwright.language.syntax.reading import called
from ludwright.language.syntax.walking import nodes
from ludwright.model.kinds import BOOL, NUMBER, Dim, Type
from ludwright.model.side_effects import LOOP
from ludwright.rules.beliefs.card_formulas import public
from ludwright.rules.effects.calls import Resolving, has_answer
from ludwright.rules.effects.effects import given
from ludwright.rules.flow.at_once import compile_at_once
from ludwright.rules.flow.blocks import MOST_PASSES
from ludwright.rules.flow.ending import MOST_RULES, WheneverRules
from ludwright.rules.flow.routines import Routines
from ludwright.rules.names import sets
from ludwright.rules.names.scope import Scalar, Scope, Value, WrongError, ZoneRef
from ludwright.rules.state.frames import WORD, CallSite, Routine, Stored

Repeat = syntax.RepeatTimes | syntax.RepeatUntil | syntax.RepeatWhile | syntax.RepeatCallUntil | syntax.RepeatCallWhile


class Flow(Routines):
    """Builds the machine."""

    # ------------------------------------------------------------ statements

    def run(self, statements: Iterable[Part], scope: Scope) -> Scope:
        held = len(self.held)
        for statement in statements:
            try:
                scope = self.statement(statement, scope)
            except WrongError:
                if isinstance(statement, syntax.Let):
                    scope = self.effects.guarded(statement, scope)
        for entry in reversed(self.held[held:]):
            self.rules.secrets.end_held(self.code, entry)
        del self.held[held:]
        return scope

    def is_plain(self, node: Part) -> bool:
        if isinstance(node, syntax.Let | syntax.TurnsStatement | WheneverRules | Resolving):
            return False
        habits = self.rules.habits
        stage = any(isinstance(part, syntax.StageDeclaration) for part in nodes(node))
        quiet = not habits.asks(node) and not habits.leaves(node) and not habits.leaves_loop(node)
        return not stage and not has_answer(node) and quiet

    def statement(self, node: Part, scope: Scope) -> Scope:
        self._at = (scope, node)
        if self.is_plain(node):
            if isinstance(node, Node):
                self.rules.questions.hold(self, node)
            self.settled = False
            return self.effects.statement(node, scope)
        assert isinstance(node, Node)
        if isinstance(node, syntax.Let):
            self.rules.questions.hold(self, node)
        handler = _HANDLERS.get(type(node))
        if handler is None:
            raise self.rules.wrong(scope, node, f"this is not playable yet ({node.rule.replace('_', ' ').strip()})")
        with scope.code.at(lambda: self.rules.line(scope, node)):
            return handler(self, node, scope) or scope

    def _sequence(self, node: syntax.StatementSequence, scope: Scope) -> None:
        self.run(node.statements, scope)

    def _let(self, node: syntax.Let, scope: Scope) -> Scope:
        name, right = str(node.name), node.value
        self.settled = False
        call = self.effects.assignments.procedure(right, scope)
        if call is not None and self.rules.habits.name_asks(call[0]):
            value = self.call(*call, right, scope, wants=True)
            assert value is not None
            if name in self.rules.assigned:
                return scope.bind(name, self.spill(value, right, scope, wide=True), assignable=True)
            return scope.bind(name, value)
        found = self.effects.assignments.right_side(right, scope)
        kept = self._kept(found, right, scope, wide=name in self.rules.assigned)
        inner = scope.bind(name, kept, assignable=isinstance(kept, Scalar))
        flag = self.rules.card_reader.named(name, right, scope)
        if flag is None:
            return inner
        return inner.bind(public(name), self._kept(Scalar(flag, BOOL), right, scope, wide=False))

    def _kept(self, found: Value, node: Part, scope: Scope, wide: bool) -> Value:
        if isinstance(found, sets.SetValue):
            return self.store_list(found, node, scope)
        if isinstance(found, ZoneRef):
            place = self.spill(Scalar(found.place, NUMBER), node, scope)
            if getattr(found.zone, "room", 2) > 1:
                return ZoneRef(terms.clamp(place.expr, 0, self.model.places), found.zone)
        scalar = self.rules.formulas.as_scalar(found, node, scope)
        return self.spill(scalar, node, scope, wide)

    def _assign(self, node: syntax.Assign, scope: Scope) -> None:
        self.settled = False
        right = node.value
        call = self.effects.assignments.procedure(right, scope)
        if call is None:
            self.rules.formulas.value(right, scope)  # finds what can't stand in a formula, and where
            raise self.rules.wrong(
                scope, node, "a question can't stand inside a formula", "ask first, on a line of its own"
            )
        value = self.call(*call, right, scope, wants=True)
        assert value is not None
        answer = Token("NAME", "answer of the procedure")
        self.effects.statement(replace(node, value=answer), scope.bind(str(answer), value))

    # ------------------------------------------------------------ branches and loops

    def _if(self, node: syntax.IfStatement, scope: Scope) -> None:
        done = self.label("fi")
        for test, body in node.cases:
            cond = self.rules.formulas.cond(test, scope)
            self.rules.evidence.branch(test, scope)
            yes, no = self.label("then"), self.label("else")
            self.fork(cond, yes, no)
            self.start(yes)
            self.run([body], scope)
            self.jump(done)
            self.start(no)
        if node.otherwise is not None:
            self.run([node.otherwise.body], scope)
        self.fall(done)

    def _for(self, node: syntax.For, scope: Scope) -> None:
        self.rules.hidden_variables.walked(node, scope)
        self.rules.evidence.walked(node, scope)
        name, members, _, _ = self.rules.formulas.gen(node.members, scope)
        still = self.effects.still_there(members, lambda place: self.spill(Scalar(place, NUMBER), node, scope).expr)
        if node.by is not None:
            members = self.effects.sorted(name, members, node.by, scope)
        stored = self.store_list(members, node, scope)
        kind = stored.type.kind
        root = kind.root if kind is not None and kind.role == "component" else kind
        first, last = (root.first, root.last) if root is not None else (stored.lo, stored.hi)

        def visit(x: Scalar, inner: Scope) -> None:
            with self.apart(Dim(first, last - first + 1, stored.type), x.expr):
                self._one(name, x, still, node.body, inner)

        self.walk(stored, node, scope, visit)

    def apart(self, dim: Dim, at: ir.Expr) -> AbstractContextManager[None]:
        """Where all answer at once, each pass of a loop has answers of its own."""
        return self.sealed.within(dim, at) if self.sealed is not None else nullcontext()

    def _one(self, name: str, x: Scalar, still: sets.Test | None, body: syntax.Body, scope: Scope) -> None:
        if still is not None:
            go, skip = self.label("still"), self.label("gone")
            self.fork(still(x.expr), go, skip)
            self.start(go)
            self.run([body], scope.bind(name, x))
            self.fall(skip)
            return
        self.run([body], scope.bind(name, x))

    def walk(self, stored: Stored, node: Part, scope: Scope, visit: Callable[[Scalar, Scope], None]) -> None:
        """A loop over a stored list."""
        self.rules.equal_things.keep_apart(stored.type)
        at = self.frame.slots()
        self.code.emit(self.frame.store(at, ZERO, lo=0, hi=stored.bound))
        test, body, done = self.label("each"), self.label("body"), self.label("done")
        self.fall(test)
        index = self.frame.load(at, 0, stored.bound)
        self.fork(terms.lt(index, stored.number), body, done)
        self.start(body)
        self.pass_by(scope, node)
        x = self.spill(Scalar(stored.at(index), Type(stored.type.form, stored.type.kind)), node, scope)
        self.code.emit(
            self.frame.store(at, terms.lowest(terms.add(index, ONE), terms.const(stored.bound)), lo=0, hi=stored.bound)
        )
        with self.leaving(LOOP, done):
            visit(x, scope.having(loop=True))
        self.jump(test)
        self.start(done)

    def _repeat_times(self, node: syntax.RepeatTimes, scope: Scope) -> None:
        left = self.frame.slots()
        many = terms.clamp(self.rules.formulas.number(node.number, scope), 0, WORD)
        self.code.emit(self.frame.store(left, many, lo=0, hi=WORD))
        count = self.frame.load(left, 0, WORD)
        step = lambda: self.code.emit(self.frame.store(left, terms.highest(terms.sub(count, ONE), ZERO), lo=0, hi=WORD))  # noqa: E731
        if self.sealed is None:
            self._loop(node, scope, lambda: terms.gt(count, ZERO), step)
            return
        total = self.spill(Scalar(many, NUMBER), node, scope).expr
        most = min(max(many.hi, 1), MOST_PASSES)
        with self.apart(Dim(1, most, NUMBER), terms.sub(total, count)):
            self._loop(node, scope, lambda: terms.gt(count, ZERO), step)

    def _repeat_until(self, node: syntax.RepeatUntil | syntax.RepeatCallUntil, scope: Scope) -> None:
        self._loop(node, scope, lambda: terms.invert(self._seen(node.condition, scope)))

    def _repeat_while(self, node: syntax.RepeatWhile | syntax.RepeatCallWhile, scope: Scope) -> None:
        self._loop(node, scope, lambda: self._seen(node.condition, scope))

    def _seen(self, test: Formula, scope: Scope) -> ir.Expr:
        """A condition of which everybody sees how it comes out."""
        cond = self.rules.formulas.cond(test, scope)
        self.rules.evidence.repeated(test, scope)
        return cond

    def _loop(
        self, node: Repeat, scope: Scope, test: Callable[[], ir.Expr], step: Callable[[], None] | None = None
    ) -> None:
        again, inside, done = self.label("again"), self.label("pass"), self.label("done")
        self.fall(again)
        self.fork(test(), inside, done)
        self.start(inside)
        self.pass_by(scope, node)
        if step is not None:
            step()
        with self.leaving(LOOP, done):
            self.run([node.body], scope.having(loop=True))
        self.jump(again)
        self.start(done)

    # ------------------------------------------------------------ leaving

    def _settled(self, node: syntax.Settling, scope: Scope) -> None:
        self.rules.ending.outcome(node, scope)
        self._over()

    def _tie(self, node: syntax.Tie, scope: Scope) -> None:
        self.rules.ending.draw(self.code)
        self._over()

    def _over(self) -> None:
        self.close(ir.Halt())
        self.start(self.label("unreached"))

    def _stop(self, node: syntax.EndOfPhase, scope: Scope) -> None:
        part = str(node.phase)
        if part == "game":
            self.rules.ending.finish(self.code)
            self._over()
            return
        if self.rules.habits.ends_loop(node):
            self.effects.inside_loop(node, scope)
        self.leave(part, node, scope)
        self.start(self.label("unreached"))

    @contextmanager
    def leaving(self, part: str, label: str) -> Iterator[None]:
        """What is compiled inside may leave a part by going to a label."""
        self.ways.append(CallSite(part, label, self.frame, held=len(self.held)))
        yield
        self.ways.pop()

    def leave(self, part: str, node: Part, scope: Scope) -> None:
        """End the current block by going to the end of a turn or stage."""
        for way in reversed(self.ways):
            if way.part == part:
                for entry in reversed(self.held[way.held :] if part == LOOP else ()):
                    self.rules.secrets.end_held(self.code, entry)
                if way.frame is not self.frame:
                    self._unwind(way.frame)
                self.jump(way.label)
                return
        self.rules.structure.part_code(part, node, scope)
        if self.frame.fixed:
            raise self.rules.wrong(scope, node, f"this is not inside a `{part}`")
        label = self.rules.structure.part_label(part, node, scope)
        self._unwind(None)
        self.jump(label)

    def status(self, code: ir.Expr, node: Part, scope: Scope, parts: set[str]) -> None:
        """After an effect that may leave early: go where it said."""
        over, on = self.label("over"), self.label("on")
        self.fork(terms.eq(code, ONE), over, on)
        self.start(over)
        self.close(ir.Halt())
        self.start(on)
        for part in sorted(parts & set(self.rules.parts)):
            number = self.rules.structure.part_code(part, node, scope)
            gone, on = self.label(f"end_{part}"), self.label("on")
            # the code word must outlive the fork: it lies in a slot
            self.fork(terms.eq(code, terms.const(number)), gone, on)
            self.start(gone)
            self.leave(part, node, scope)
            self.start(on)

    def effect(self, function: str, args: tuple[ir.Expr, ...], parts: set[str], node: Part, scope: Scope) -> None:
        """Call a plain function that may leave early, and follow it."""
        known = self.rules.functions[function]
        if known.result is None:
            self.code.emit(ir.Do(function, args))
            return
        local = self.code.fresh("status")
        self.code.emit(ir.Do(function, args, local))
        code = terms.local(local, 0, 1 + len(self.rules.parts))
        if parts:
            slot = self.frame.slots()
            self.code.emit(self.frame.store(slot, code, lo=0, hi=1000))
            code = self.frame.load(slot, 0, 1000)  # type: ignore[assignment]
        self.status(code, node, scope, parts)

    def _answer(self, node: syntax.AnswerWith, scope: Scope) -> None:
        for way in reversed(self.ways):
            if way.part == "answer":
                value = self.rules.formulas.scalar(node.value, scope)
                self.rules.calls.set_result(way, value, node, scope)
                self.jump(way.label)
                self.start(self.label("unreached"))
                return
        raise self.rules.wrong(scope, node, "`answer` stands outside a procedure")

    # ------------------------------------------------------------ calling what asks

    def _call(self, node: syntax.CallStatement, scope: Scope) -> None:
        name = called(node)
        if name is None:
            raise self.rules.wrong(scope, node, "this is a formula, not something to do")
        word = str(name)
        if word in self.rules.procedures or word in self.rules.stages:
            self.settled = False
            args = given(node)
            if self.rules.calls.takes_many(args, scope):
                self._written_out(word, args, node, scope)
                return
            if not self.rules.habits.name_asks(word) and word in self.rules.procedures:
                self.rules.calls.follow(word, args, node, scope)
                return
            self.call(word, args, node, scope, wants=False)
            return
        if word in self.rules.actions.known:
            self.rules.actions.ask(self, [node.what], scope.me, node, scope, may=False, otherwise=None)
            return
        raise self.rules.unknown_deed(name, scope)

    def _written_out(self, name: str, args: list[Part], node: Part, scope: Scope) -> None:
        """A procedure that is given sets or zones, in the place of its call."""
        words, body, declaration = self.rules.calls.written_out(name, args, node, scope, wants=False)
        self.rules.equal_things.keep_names_apart(scope)
        inner = Scope(self.code, declaration, scope.me, where=name)
        for word, arg in zip(words, args, strict=True):
            found = self.rules.formulas.value(arg, scope)
            inner = inner.bind(word, self._kept(found, arg, scope, wide=word in self.rules.assigned))
        self.run([body], inner)

    def _resolve(self, node: syntax.Resolve, scope: Scope) -> None:
        self.settled = False
        self.rules.calls.resolve_flow(self, node, scope)

    def _timer(self, node: syntax.Timer, scope: Scope) -> None:
        self.settled = False
        self.rules.clock.set(node, scope)

    # ------------------------------------------------------------ stages and turns

    def _stage(self, node: syntax.StageDeclaration, scope: Scope) -> None:
        if node.parameters is not None:
            raise self.rules.wrong(scope, node.parameters, "a stage inside a block takes nothing in brackets")
        self.stage_body(str(node.name), node.body, node, scope)

    def stage_body(self, name: str, body: Part, node: Part, scope: Scope) -> None:
        self.rules.turns.begin_part(self.code, name, scope)
        secret = name in self.rules.secret_stages
        if secret:
            begin = self.label(f"secret_{name}")
            self.rules.secrets.begin_stage(self.code, self.entry(begin))
            self.fall(begin)
            self.rules.secrets.unsure(self.code)
        done = self.label(f"end_of_{name}")
        self.rules.structure.note_part_label(name, done, self.frame.fixed)
        with self.leaving(name, done):
            self.run([body], scope.having(where=name))
        settled = self.settled
        self.fall(done)
        if secret:
            self.rules.secrets.end_secret(self.code)
        self.settled = settled and False
        self.rules.turns.end_part(self, name, node, scope)

    # ------------------------------------------------------------ actions and questions

    def _or_else(self, node: syntax.OrElse, scope: Scope) -> None:
        first = node.statement
        if not isinstance(first, syntax.CallStatement):
            self._act(first, scope, node.otherwise)
            return
        name = called(first)
        if name is not None and str(name) in self.rules.actions.known:
            self.rules.actions.ask(self, [first.what], scope.me, first, scope, may=False, otherwise=node.otherwise)
            return
        if name is not None and str(name) not in self.rules.procedures and str(name) not in self.rules.stages:
            raise self.rules.unknown_deed(name, scope)
        raise self.rules.wrong(scope, first, "`otherwise` follows something that may be impossible: an action")

    def _act(self, node: StatementNode, scope: Scope, otherwise: StatementNode | None = None) -> None:
        assert isinstance(node, syntax.Does | syntax.MayDo)
        who = scope.me
        if node.who is not None:
            who = self.rules.formulas.seat(node.who, scope)
            if not self.rules.is_me(who, scope):
                who = self.spill(Scalar(who, self.model.player.ref()), node, scope).expr
        several = node if isinstance(node, syntax.MayDo) else node.what
        if isinstance(several, syntax.AnyNumberOf):
            self.rules.actions.any_number(self, several, who, node, scope)
            return
        deeds = several.actions if isinstance(several, syntax.MayDo | syntax.OneOf) else (several,)
        self.rules.actions.ask(self, deeds, who, node, scope, isinstance(node, syntax.MayDo), otherwise)

    def _whenever(self, node: WheneverRules, scope: Scope) -> None:
        """`whenever` rules that ask: in text order, again from the top until none holds."""
        again, times = self.label("settle"), self.frame.slots()
        self.code.emit(self.frame.store(times, ZERO, lo=0, hi=MOST_RULES))
        count = self.frame.load(times, 0, MOST_RULES)
        line = self.rules.line(scope, scope.declaration.tree)
        self.fall(again)
        outer, self.in_action = self.in_action, True  # an action done by a rule is part of it
        for declaration, whenever in self.model.declared(syntax.WheneverDeclaration):
            test = whenever.condition
            inner = Scope(self.code, declaration, scope.me, where="whenever")
            fires, on = self.label("fires"), self.label("on")
            try:
                cond = self.rules.formulas.cond(test, inner)
            except WrongError:
                continue
            if terms.is_const(cond, 0):
                self.rules.never(declaration, test)
            self.fork(cond, fires, on)
            self.start(fires)
            self.code.emit(ir.Check(terms.lt(count, terms.const(MOST_RULES)), ir.ENDLESS_RULES, line))
            more = terms.lowest(terms.add(count, ONE), terms.const(MOST_RULES))
            self.code.emit(self.frame.store(times, more, lo=0, hi=MOST_RULES))
            self.run([whenever.body], inner)
            self.jump(again)
            self.start(on)
        self.in_action = outer


_HANDLERS: dict[type[Node], Callable[[Any, Any, Scope], Scope | None]] = {
    syntax.StatementBlock: Flow._sequence,
    syntax.StatementLine: Flow._sequence,
    syntax.CellEffects: Flow._sequence,
    syntax.Let: Flow._let,
    syntax.Assign: Flow._assign,
    syntax.IfStatement: Flow._if,
    syntax.For: Flow._for,
    syntax.RepeatTimes: Flow._repeat_times,
    syntax.RepeatUntil: Flow._repeat_until,
    syntax.RepeatWhile: Flow._repeat_while,
    syntax.RepeatCallUntil: Flow._repeat_until,
    syntax.RepeatCallWhile: Flow._repeat_while,
    syntax.Wins: Flow._settled,
    syntax.Loses: Flow._settled,
    syntax.Tie: Flow._tie,
    syntax.EndOfPhase: Flow._stop,
    syntax.AnswerWith: Flow._answer,
    syntax.CallStatement: Flow._call,
    syntax.Resolve: Flow._resolve,
    Resolving: lambda flow, node, scope: flow.rules.calls.resolving(flow, node, scope),
    WheneverRules: Flow._whenever,
    syntax.Timer: Flow._timer,
    syntax.StageDeclaration: Flow._stage,
    syntax.TurnsStatement: lambda flow, node, scope: flow.rules.turns.compile(flow, node, scope),
    syntax.Does: Flow._act,
    syntax.MayDo: Flow._act,
    syntax.OrElse: Flow._or_else,
    syntax.Choose: lambda flow, node, scope: flow.rules.questions.choose(flow, node, scope),
    syntax.ChooseOption: lambda flow, node, scope: flow.rules.questions.options(flow, node, scope),
    syntax.FirstTo: lambda flow, node, scope: flow.rules.questions.first_to(flow, node, scope),
    syntax.AtOnce: compile_at_once,
}
"""What is done at each statement that asks, answers, or leaves something early."""


__all__ = ["BOOL", "CallSite", "Flow", "Routine", "Stored"]

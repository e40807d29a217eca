"""Backwards through the statements of a program: which words matter before each, given those that matter after it."""

from __future__ import annotations

from collections.abc import Callable

from ludwright import ir
from ludwright.engine.live_words import FunctionSummary, LiveWords, bits, cleared
from ludwright.engine.walks import calls, parts, span, values, within


class Statements:
    """The functions of a program and what is known of each; those whose callers or callees have changed since are stale."""

    def __init__(self, program: ir.Program) -> None:
        self._program = program
        self._functions = {name: FunctionSummary() for name in program.functions}
        self._stale = set(program.functions)
        self._here = FunctionSummary()
        """The function that is gone through."""
        self._acted = False
        """Whether anything in it makes a difference so far."""
        self._break = self._continue = self._returns = LiveWords()
        """What is known where it may be left."""

    def _body(self, body: list[ir.Stmt], after: LiveWords) -> LiveWords:
        for stmt in reversed(body):
            after = self._statement(stmt, after)
        return after

    def _statement(self, stmt: ir.Stmt, after: LiveWords) -> LiveWords:
        match stmt:
            case ir.Set():
                return self._assign(stmt.name, (stmt.value,), after)
            case ir.ArrayStore():
                return self._assign(stmt.array, (stmt.index, stmt.value), after)
            case ir.Store():
                return self._store(stmt, after)
            case ir.If():
                return self._choice(stmt.cond, (stmt.then, stmt.otherwise), after)
            case ir.Switch():
                return self._choice(stmt.value, (*stmt.cases.values(), stmt.default), after)
            case ir.Loop():
                return self._loop(stmt, after)
            case ir.While():
                return self._while(stmt, after)
            case ir.Preserve():
                inside = self._body(stmt.body, LiveWords())
                return after.reading(inside.read)
            case ir.Do():
                return self._call(stmt, after)
            case ir.Break() | ir.Continue() | ir.Return():
                return self._leave(stmt)
            case ir.Note():
                return after
            case ir.Redeal():  # it looks at whatever anybody knows
                self._acted = True
                after = after.reading(bits(0, self._program.state_size - 1))
                return self._use(stmt.number, self._use(stmt.seat, after))
        self._acted = True  # what is left draws chance, changes the options, or may fault
        for value in values(stmt):
            after = self._use(value, after)
        return after

    def _assign(self, name: str, made_of: tuple[ir.Expr, ...], after: LiveWords) -> LiveWords:
        if name not in self._here.needed:
            return after
        self._acted = True
        for value in made_of:
            after = self._use(value, after)
        return after

    def _store(self, stmt: ir.Store, after: LiveWords) -> LiveWords:
        low, high = max(span(stmt.index)[0], stmt.first), min(span(stmt.index)[1], stmt.last)
        words = bits(stmt.base + low, stmt.base + high)
        harmless = within(stmt.index, stmt.first, stmt.last) and within(stmt.value, stmt.lo, stmt.hi)
        matters = after.words & words or not harmless
        if low == high:
            after = after.writing(words)
        if matters:
            self._acted = True
            after = self._use(stmt.value, self._use(stmt.index, after))
        return after

    def _choice(self, which: ir.Expr, bodies: tuple[list[ir.Stmt], ...], after: LiveWords) -> LiveWords:
        acted, self._acted = self._acted, False
        found = self._body(bodies[0], after)
        for body in bodies[1:]:
            found = found.meet(self._body(body, after))
        if self._acted:
            found = self._use(which, found)
        self._acted |= acted
        return found

    def _loop(self, stmt: ir.Loop, after: LiveWords) -> LiveWords:
        def once(head: LiveWords) -> LiveWords:
            return self._body(stmt.body, head)

        found = self._repeated(once, after)
        surely = cleared(stmt)
        if surely:
            inside = self._within_loop(once, LiveWords(found.words), LiveWords(found.words)).read
            found = LiveWords(
                found.words & ~surely | inside, found.read & ~surely | inside, found.written | (surely & ~inside)
            )
        return self._use(stmt.stop, self._use(stmt.start, found))

    def _while(self, stmt: ir.While, after: LiveWords) -> LiveWords:
        self._acted = True  # it may fault by going on for too long

        def once(head: LiveWords) -> LiveWords:
            leaving = self._body(stmt.body, head).meet(after)
            return self._body(stmt.test, self._use(stmt.cond, leaving))

        return self._repeated(once, after)

    def _repeated(self, once: Callable[[LiveWords], LiveWords], after: LiveWords) -> LiveWords:
        head = after
        while True:
            again = after.meet(self._within_loop(once, head, after))
            again = LiveWords(again.words | head.words, again.read | head.read, again.written & head.written)
            if again == head:
                return head
            head = again

    def _within_loop(self, once: Callable[[LiveWords], LiveWords], head: LiveWords, after: LiveWords) -> LiveWords:
        outer = self._break, self._continue
        self._break, self._continue = after, head
        found = once(head)
        self._break, self._continue = outer
        return found

    def _leave(self, stmt: ir.Stmt) -> LiveWords:
        # leaving early makes a difference only where something else does
        self._acted |= self._here.acts
        if isinstance(stmt, ir.Break):
            return self._break
        if isinstance(stmt, ir.Continue):
            return self._continue
        found = self._returns
        if isinstance(stmt, ir.Return) and stmt.value is not None and self._here.result_matters:
            self._acted = True
            found = self._use(stmt.value, found)
        return found

    def _call(self, stmt: ir.Do, after: LiveWords) -> LiveWords:
        summary = self._functions[stmt.function]
        if after.words | summary.after != summary.after:
            summary.after |= after.words
            self._stale.add(stmt.function)
        if stmt.into is not None and stmt.into in self._here.needed:
            self._want_result(stmt.function)
        if summary.acts:
            self._acted = True
        return self._arguments(stmt.function, stmt.args, after.writing(summary.written).reading(summary.read))

    # ------------------------------------------------------------ expressions

    def _use(self, expr: ir.Expr, after: LiveWords) -> LiveWords:
        """Before a value is worked out that makes a difference."""
        match expr:
            case ir.Local():
                self._want(expr.name)
                return after
            case ir.Load():
                if expr.block == "state":
                    low, high = max(span(expr.index)[0], expr.first), min(span(expr.index)[1], expr.last)
                    if low > high:
                        low, high = expr.first, expr.last
                    after = after.reading(bits(expr.base + low, expr.base + high))
                return self._use(expr.index, after)
            case ir.ArrayLoad():
                self._want(expr.array)
                return self._use(expr.index, after)
            case ir.Call():
                self._want_result(expr.function)
                return self._arguments(expr.function, expr.args, after.reading(self._functions[expr.function].read))
        for part in parts(expr):
            after = self._use(part, after)
        return after

    def _arguments(self, name: str, args: tuple[ir.Expr, ...], after: LiveWords) -> LiveWords:
        needed = self._functions[name].needed
        for (param, _, _), value in zip(self._program.functions[name].params, args, strict=True):
            if param in needed or any(self._functions[callee].acts for callee in calls(value)):
                after = self._use(value, after)
        return after

    def _want(self, name: str) -> None:
        if name not in self._here.needed:
            self._here.needed.add(name)
            self._mark_stale()

    def _want_result(self, name: str) -> None:
        if not self._functions[name].result_matters:
            self._functions[name].result_matters = True
            self._stale.add(name)

    def _mark_stale(self) -> None:
        for name, summary in self._functions.items():
            if summary is self._here:
                self._stale.add(name)
                return

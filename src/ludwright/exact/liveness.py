"""Which words of a state can still make a difference, found from the program alone.

A word matters at a question if something that may happen from there on reads it before it is written, and what is read there makes a
difference in its turn: for which way the game goes, for the options, for a draw of chance, for a fault, or for the results. So a counter
that is only ever counted up does not matter, nor does what a finished part of a turn left behind.

The program is gone through backwards until nothing new is found. Three sets of words, each as the bits of one number, stand for what is
known at a point of it: those that matter, those of them that are read from here on within the same function, and those certain to be
written before the function ends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from ludwright.engine.facts import Facts, exits
from ludwright.engine.walks import called, calls, parts, span, statements, values, within
from ludwright.rules import ir


class Live(NamedTuple):
    """What is known at a point: words that matter, words read from here on, words surely written from here on."""

    words: int = 0
    read: int = 0
    written: int = 0

    def meet(self, other: Live) -> Live:
        """Either of two ways may be taken."""
        return Live(self.words | other.words, self.read | other.read, self.written & other.written)

    def reading(self, words: int) -> Live:
        """Before some words are read."""
        return Live(self.words | words, self.read | words, self.written)

    def writing(self, words: int) -> Live:
        """Before some words are written for certain."""
        return Live(self.words & ~words, self.read & ~words, self.written | words)


@dataclass
class _Summary:
    """What is known of a function."""

    read: int = 0
    written: int = 0
    after: int = 0
    """The words that matter after any of its calls."""
    acts: bool = False
    """Whether calling it makes any difference."""
    result_matters: bool = False
    needed: set[str] = field(default_factory=set)
    """The locals, parameters and arrays that make a difference."""


class Liveness:
    """The words that matter in a program, for each place where it may go on after a question.

    ``exports`` are real-valued functions whose values are to be told from the words too, beside the results.
    """

    def __init__(self, program: ir.Program, exports: Iterable[str] = ()) -> None:
        self._program = program
        self._facts = Facts(program)
        self._functions = {name: _Summary() for name in program.functions}
        self._machine = _Summary(acts=True)
        self._callers: dict[str, set[str]] = {name: set() for name in program.functions}
        for name, function in program.functions.items():
            for stmt in statements(function.body):
                for callee in called(stmt):
                    self._callers[callee].add(name)
        self._stale = set(program.functions)
        self._blocks = dict.fromkeys(program.machine.blocks, 0)
        self._break = self._continue = Live()
        self._acted = False
        self._returns = Live()
        for name in ("returns", *exports):
            if name in program.reals:
                self._functions[program.reals[name]].result_matters = True
        self._exports = [program.reals[name] for name in ("returns", *exports) if name in program.reals]
        self._find()

    @property
    def entries(self) -> list[int]:
        """For every entry of the machine the words that matter there, as bits: those its options are made of included."""
        asked = self._functions[self._program.options].read
        answer = 1 << ir.ANSWER
        return [(self._blocks[name] & ~answer) | asked for name in self._program.machine.entries]

    @property
    def results(self) -> int:
        """The words that matter when the game is over."""
        found = 0
        for name in self._exports:
            found |= self._functions[name].read
        return found

    # ------------------------------------------------------------ until nothing new is found

    def _find(self) -> None:
        machine = self._program.machine
        while True:
            before = self._state_of_machine()
            for name in self._facts.order:
                if name in self._stale:
                    self._stale.discard(name)
                    self._study(name)
            for block in reversed(machine.blocks.values()):
                self._study_block(block)
            if not self._stale and self._state_of_machine() == before:
                return

    def _state_of_machine(self) -> tuple[tuple[int, ...], int]:
        return tuple(self._blocks.values()), len(self._machine.needed)

    def _study(self, name: str) -> None:
        """Go through a function once; whoever depends on what is new becomes stale."""
        summary, function = self._functions[name], self._program.functions[name]
        old = (summary.read, summary.written, summary.acts, len(summary.needed))
        self._here, self._acted = summary, False
        self._returns = Live(summary.after)
        found = self._body(function.body, self._returns)
        summary.read |= found.read
        summary.written = 0 if name in self._facts.ringed else found.written
        summary.acts |= self._acted or summary.result_matters
        if (summary.read, summary.written, summary.acts, len(summary.needed)) != old:
            self._stale |= {name, *self._callers[name]}

    def _study_block(self, block: ir.Block) -> None:
        self._here, self._returns = self._machine, Live()
        end = block.end
        after = Live(self._after(block))
        if isinstance(end, ir.Fork):
            after = self._use(end.cond, after)
        elif isinstance(end, ir.Dispatch):
            after = self._use(end.value, after)
        self._blocks[block.name] |= self._body(block.body, after).words

    def _after(self, block: ir.Block) -> int:
        machine = self._program.machine
        match block.end:
            case ir.Halt():
                return self.results | 1 << ir.OVER
            case ir.Ask():  # who is asked matters to whoever plays, even where no rule looks at it
                return self.entries[machine.entries.index(block.end.resume)] | 1 << ir.ACTOR
            case ir.Dispatch():
                return self._together(machine.entries)
            case _:
                return self._together(exits(block))

    def _together(self, names: Iterable[str]) -> int:
        found = 0
        for name in names:
            found |= self._blocks[name]
        return found

    # ------------------------------------------------------------ statements, backwards

    def _body(self, body: list[ir.Stmt], after: Live) -> Live:
        for stmt in reversed(body):
            after = self._statement(stmt, after)
        return after

    def _statement(self, stmt: ir.Stmt, after: Live) -> Live:
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
                inside = self._body(stmt.body, Live())
                return after.reading(inside.read)
            case ir.Do():
                return self._call(stmt, after)
            case ir.Break() | ir.Continue() | ir.Return():
                return self._leave(stmt)
            case ir.Note():
                return after
            case ir.Redeal():  # it looks at whatever anybody knows
                self._acted = True
                after = after.reading(_bits(0, self._program.state_size - 1))
                return self._use(stmt.number, self._use(stmt.seat, after))
        self._acted = True  # what is left draws chance, changes the options, or may fault
        for value in values(stmt):
            after = self._use(value, after)
        return after

    def _assign(self, name: str, made_of: tuple[ir.Expr, ...], after: Live) -> Live:
        if name not in self._here.needed:
            return after
        self._acted = True
        for value in made_of:
            after = self._use(value, after)
        return after

    def _store(self, stmt: ir.Store, after: Live) -> Live:
        low, high = max(span(stmt.index)[0], stmt.first), min(span(stmt.index)[1], stmt.last)
        words = _bits(stmt.base + low, stmt.base + high)
        harmless = within(stmt.index, stmt.first, stmt.last) and within(stmt.value, stmt.lo, stmt.hi)
        matters = after.words & words or not harmless
        if low == high:
            after = after.writing(words)
        if matters:
            self._acted = True
            after = self._use(stmt.value, self._use(stmt.index, after))
        return after

    def _choice(self, which: ir.Expr, bodies: tuple[list[ir.Stmt], ...], after: Live) -> Live:
        acted, self._acted = self._acted, False
        found = self._body(bodies[0], after)
        for body in bodies[1:]:
            found = found.meet(self._body(body, after))
        if self._acted:
            found = self._use(which, found)
        self._acted |= acted
        return found

    def _loop(self, stmt: ir.Loop, after: Live) -> Live:
        def once(head: Live) -> Live:
            return self._body(stmt.body, head)

        found = self._repeated(once, after)
        surely = _cleared(stmt)
        if surely:
            inside = self._within_loop(once, Live(found.words), Live(found.words)).read
            found = Live(
                found.words & ~surely | inside, found.read & ~surely | inside, found.written | (surely & ~inside)
            )
        return self._use(stmt.stop, self._use(stmt.start, found))

    def _while(self, stmt: ir.While, after: Live) -> Live:
        self._acted = True  # it may fault by going on for too long

        def once(head: Live) -> Live:
            leaving = self._body(stmt.body, head).meet(after)
            return self._body(stmt.test, self._use(stmt.cond, leaving))

        return self._repeated(once, after)

    def _repeated(self, once: Callable[[Live], Live], after: Live) -> Live:
        head = after
        while True:
            again = after.meet(self._within_loop(once, head, after))
            again = Live(again.words | head.words, again.read | head.read, again.written & head.written)
            if again == head:
                return head
            head = again

    def _within_loop(self, once: Callable[[Live], Live], head: Live, after: Live) -> Live:
        outer = self._break, self._continue
        self._break, self._continue = after, head
        found = once(head)
        self._break, self._continue = outer
        return found

    def _leave(self, stmt: ir.Stmt) -> Live:
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

    def _call(self, stmt: ir.Do, after: Live) -> Live:
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

    def _use(self, expr: ir.Expr, after: Live) -> Live:
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
                    after = after.reading(_bits(expr.base + low, expr.base + high))
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

    def _arguments(self, name: str, args: tuple[ir.Expr, ...], after: Live) -> Live:
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


def _bits(first: int, last: int) -> int:
    return (1 << (last + 1)) - (1 << first) if last >= first else 0


def _cleared(stmt: ir.Loop) -> int:
    """The words that a loop over a fixed span writes for certain, one after the other."""
    if not (isinstance(stmt.start, ir.Const) and isinstance(stmt.stop, ir.Const)):
        return 0
    if any(isinstance(inner, ir.Break | ir.Continue | ir.Return) for inner in statements(stmt.body)):
        return 0
    found, first, last = 0, stmt.start.value, stmt.stop.value
    for inner in stmt.body:
        match inner:
            case ir.Store(index=ir.Local(name=stmt.name)) if inner.first <= first <= last <= inner.last:
                found |= _bits(inner.base + first, inner.base + last)
    return found

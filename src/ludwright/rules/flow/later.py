"""Effects that come some turns or rounds later and ask somebody: a routine of the machine, run at the end of a turn, after those that do not ask.

Where such effects are set is known only when everything else is compiled, so the routine is called before it is written."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ludwright import ir
from ludwright.ir import terms
from ludwright.ir.terms import NONE, ZERO
from ludwright.language.source import Declaration
from ludwright.language.syntax import Body, Part
from ludwright.model.kinds import Type
from ludwright.rules.emit.code import Code
from ludwright.rules.names.scope import Scalar, Scope
from ludwright.rules.state.frames import WORD, Routine, SlotFrame

if TYPE_CHECKING:
    from ludwright.rules.flow.clock import Clock
    from ludwright.rules.flow.flow import Flow

DUE = "delayed_due"


@dataclass
class Delayed:
    """What is done later: the effects, where they stand, and the names they keep with their types and ranges."""

    suite: Body
    declaration: Declaration
    where: str
    names: list[tuple[str, Type, int, int]]


class LaterRoutines:
    """The routine for what is done later and asks."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.rules = clock.rules
        self.bodies: dict[int, Delayed] = {}
        """By the number of the place where they are set."""
        self._routine: Routine | None = None

    def call(self, flow: Flow, node: Part, scope: Scope) -> None:
        """Do what is due and asks, at the end of a turn."""
        if self._routine is None:
            flow.stack_end()
            frame = SlotFrame(flow, fixed=False)
            self._routine = Routine(flow.label("delayed"), frame, [frame.slots()])
            self.rules.functions[DUE] = ir.Function(DUE, [], [], ir.INT, NONE, self.clock.last)
        flow._call_routine(self._routine, [], node, scope)

    def write(self, flow: Flow) -> None:
        """Write the routine; what is done later may set more of it."""
        if self._routine is None:
            return
        outer, frame = flow.frame, self._routine.frame
        flow.frame, flow.ways, flow.in_action, flow.depth = frame, [], False, 0
        declaration = self.rules.description.declarations[0]
        scope = Scope(flow.code, declaration, where="later")
        test, fire, done = flow.label("due"), flow.label("fire"), flow.label("nothing_due")
        flow.start(self._routine.label)
        flow.fall(test)
        due = flow.code.fresh("due")
        flow.code.emit(ir.Do(DUE, (), due))
        at, site, who, *kept = (frame.slots() for _ in range(3 + self.clock.most_names))
        flow.code.emit(frame.store(at, terms.local(due, NONE, self.clock.last), lo=NONE, hi=self.clock.last))
        flow.fork(terms.ge(frame.load(at, NONE, self.clock.last), ZERO), fire, done)
        flow.start(fire)
        flow.pass_by(scope, declaration.tree)
        self._take(flow, at, site, who, kept)
        self._bodies(flow, site, who, kept, test)
        flow.jump(test)
        flow.start(done)
        flow._return()
        for waiting in self._routine.sizes:
            waiting(frame.size)
        flow.frame = outer
        self._write_due()

    def _take(self, flow: Flow, at: int, site: int, who: int, kept: list[int]) -> None:
        """Note down what a timer keeps, and free its place, so that it may set others."""
        code, clock, frame = flow.code, self.clock, flow.frame
        place = code.keep(terms.clamp(frame.load(at, NONE, clock.last), 0, clock.last), "at")
        code.emit(frame.store(site, clock._word(clock.site, place)))
        code.emit(frame.store(who, clock._word(clock.who, place)))
        for number, slot in enumerate(kept):
            code.emit(frame.store(slot, clock._kept_word(place, number, -WORD - 1, WORD)))
        for stmt in clock.free(place):
            code.emit(stmt)

    def _bodies(self, flow: Flow, site: int, who: int, kept: list[int], test: str) -> None:
        frame, players = flow.frame, self.rules.model.players
        slots = deepest = frame.size
        number = 0
        while number < len(self.clock.sites):  # compiling one may bring more
            body = self.bodies.get(number)
            if body is not None:
                this, following = flow.label("later"), flow.label("or")
                flow.fork(terms.eq(frame.load(site, NONE, 1 << 20), terms.const(number)), this, following)
                flow.start(this)
                scope = Scope(flow.code, body.declaration, frame.load(who, 0, players - 1), where=body.where)
                for slot, (word, type_, lo, hi) in zip(kept, body.names, strict=False):
                    value = terms.clamp(frame.load(slot, -WORD - 1, WORD), lo, hi)
                    expr = terms.as_bool(value) if type_.form == "bool" else value
                    scope = scope.bind(word, flow.spill(Scalar(expr, type_), body.suite, scope))
                flow.run([body.suite], scope)
                flow.jump(test)
                flow.start(following)
                deepest, frame.size = max(deepest, frame.size), slots  # only one runs at a time
            number += 1
        frame.size = max(deepest, frame.size)

    def _write_due(self) -> None:
        """The function that finds which of them is due, the one that was set first."""
        code, clock = Code(DUE), self.clock
        best = code.variable(terms.const(NONE), NONE, clock.last, "best")
        rank = code.variable(terms.const(WORD), 0, WORD, "rank")

        def look(i: ir.Expr) -> None:
            due: ir.Expr = terms.NO
            for number in self.bodies:
                word = ir.TURN if clock.sites[number].unit == "turn" else ir.ROUND
                now = terms.state(word, lo=0, hi=WORD)
                mine = terms.eq(clock._word(clock.site, i), terms.const(number))
                due = terms.either(due, terms.both(mine, terms.le(clock._word(clock.time, i, 0), now)))
            order = clock._word(clock.order, i, 0)
            first = terms.either(terms.lt(best, ZERO), terms.lt(order, rank))
            code.emit(ir.If(terms.both(due, first), [ir.Set(best.name, i), ir.Set(rank.name, order)]))

        clock.walk(code, look)
        code.emit(ir.Return(best))
        self.rules.functions[DUE] = ir.Function(DUE, [], code.statements, ir.INT, NONE, clock.last, code.arrays)

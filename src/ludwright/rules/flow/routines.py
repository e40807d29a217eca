"""Procedures, stages and actions whose effects ask: run in place where they are used once, else with a frame of their own."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ludwright import ir
from ludwright.ir import terms
from ludwright.ir.terms import NONE, ZERO
from ludwright.language.syntax import Node, Part
from ludwright.model.kinds import Type
from ludwright.rules.flow.blocks import Blocks
from ludwright.rules.names.scope import Scalar, Scope
from ludwright.rules.state.frames import WORD, CallSite, Routine, SlotFrame

if TYPE_CHECKING:
    from ludwright.language.source import Declaration


class Routines(Blocks):
    """Calls of asking code, and the way back."""

    if TYPE_CHECKING:

        def run(self, statements: Iterable[Part], scope: Scope) -> Scope: ...
        def stage_body(self, name: str, body: Part, node: Part, scope: Scope) -> None: ...

    def call(self, name: str, args: Sequence[Part], node: Part, scope: Scope, wants: bool) -> Scalar | None:
        words, body, declaration = self.rules.calls.called(name, args, node, scope)
        values = [self.rules.formulas.scalar(a, scope) for a in args]
        stage = name if declaration.kind == "stage" else None
        return self.enter(name, words, values, body, declaration, node, scope, wants, stage)

    def enter(
        self,
        name: str,
        words: list[str],
        values: list[Scalar],
        body: Node,
        declaration: Declaration,
        node: Part,
        scope: Scope,
        wants: bool,
        stage: str | None = None,
    ) -> Scalar | None:
        """Run a body that asks: in place where it is used once, else as a routine with a frame."""
        self.rules.equal_things.keep_names_apart(scope)
        if self.rules.uses.get(name, 0) <= 1 and not self.rules.recursive(name):
            return self._in_place(name, words, values, body, declaration, node, scope, stage)
        routine = self._routine(name, words, values, body, declaration, scope, stage)
        return self._call_routine(routine, values, node, scope)

    def _in_place(
        self,
        name: str,
        words: list[str],
        values: list[Scalar],
        body: Node,
        declaration: Declaration,
        node: Part,
        scope: Scope,
        stage: str | None,
    ) -> Scalar | None:
        inner = Scope(self.code, declaration, scope.me, where=name)
        for word, value in zip(words, values, strict=True):
            inner = inner.bind(word, self.spill(value, node, scope))
        done = self.label(f"after_{name}")
        way = CallSite("answer", done, self.frame, self.frame.slots())
        way.blanks.append(self.frame.store(way.result or 0, terms.const(NONE)))
        self.code.emit(way.blanks[0])
        self.ways.append(way)
        outer_action, outer_depth = self.in_action, self.depth
        if stage is not None:
            self.stage_body(stage, body, node, inner)
        else:
            self.run([body], inner)
        self.ways.pop()
        self.in_action, self.depth = outer_action, outer_depth
        self.fall(done)
        type_, (lo, hi) = self.rules.calls.result_of(way)
        return (
            self._slot(way.result or 0, type_, lo, hi) if type_ is not None else Scalar(terms.const(NONE), Type("none"))
        )

    def _routine(
        self,
        name: str,
        words: list[str],
        values: list[Scalar],
        body: Node,
        declaration: Declaration,
        scope: Scope,
        stage: str | None,
    ) -> Routine:
        types = tuple((v.type.form, id(v.type.kind)) for v in values)
        # the same text means something else inside an action, and inside a turn
        key = (name, types, scope.me is not None, self.in_action, self.depth > 0)
        if key in self.routines:
            return self.routines[key]
        self.stack_end()
        frame = SlotFrame(self, fixed=False)
        starts = [frame.slots() for _ in range(1 + len(values))]
        routine = self.routines[key] = Routine(self.label(name), frame, starts)
        saved = (self.frame, self._open, self.code.statements, self.ways, self.settled, self.in_action, self.depth)
        self.frame, self.ways, self.settled = frame, [], False
        self.start(routine.label)
        inner = Scope(self.code, declaration, where=name)
        if scope.me is not None:
            inner.me = frame.load(starts[0], 0, self.model.players - 1)
        for word, value, start in zip(words, values, starts[1:], strict=True):
            lo, hi = self.widest(value)
            inner = inner.bind(word, self._slot(start, Type(value.type.form, value.type.kind, True), lo, hi))
        done = self.label(f"leave_{name}")
        result = self._result_word()
        way = CallSite("answer", done, frame, -result)
        self.ways.append(way)
        way.blanks.append(terms.store(result, terms.const(NONE)))
        self.code.emit(way.blanks[0])
        if stage is not None:
            self.stage_body(stage, body, body, inner)
        else:
            self.run([body], inner)
        # what was called in between has answered at the same place
        way.blanks.append(terms.store(result, terms.const(NONE)))
        self.code.emit(way.blanks[-1])
        self.fall(done)
        routine.result, routine.result_range = self.rules.calls.result_of(way)
        self._return()
        for waiting in routine.sizes:
            waiting(frame.size)
        routine.sizes = []
        self.frame, self._open, self.code.statements, self.ways, self.settled, self.in_action, self.depth = saved
        return routine

    def _result_word(self) -> int:
        if self._result is None:
            self._result = self.model.words(1)
        return self._result

    def _call_routine(self, routine: Routine, values: list[Scalar], node: Part, scope: Scope) -> Scalar | None:
        code = self.code
        low, high = self.frame_range()
        back = self.label("back")
        new = code.keep(terms.state(self._stack_top, lo=low, hi=high), "frame")
        line = self.rules.line(scope, node)
        room = terms.le(new, terms.const(high))
        code.emit(ir.Check(room, ir.TOO_DEEP, line))

        def put(offset: int, value: ir.Expr) -> None:
            code.emit(terms.store(0, value, terms.add(new, terms.const(offset)), low, self.stack_end() - 1))

        put(0, terms.const(self.entry(back)))
        put(1, self.frame_word())
        if scope.me is not None:
            put(routine.params[0], scope.me)
        for start, value in zip(routine.params[1:], values, strict=True):
            put(start, terms.as_int(value.expr))
        code.emit(terms.store(ir.FRAME, new, lo=low, hi=high))
        top = terms.store(
            self._stack_top,
            terms.add(self.frame_word(), terms.const(routine.frame.size)),
            lo=low,
            hi=high,
            line=line,
        )
        deep = ir.Check(terms.YES, ir.TOO_DEEP, line)
        code.emit(deep)
        code.emit(top)

        def sized(size: int) -> None:
            deep.cond = terms.le(terms.add(new, terms.const(size)), terms.const(high))
            top.value = terms.add(self.frame_word(), terms.const(size))

        sized(routine.frame.size)
        routine.sizes.append(sized)
        self.jump(routine.label)
        self.start(back)
        if routine.result is None:
            return Scalar(terms.const(NONE), Type("none"))
        lo, hi = routine.result_range
        load = terms.state(self._result_word(), lo=lo, hi=hi)
        value = Scalar(terms.as_bool(load) if routine.result.form == "bool" else load, routine.result)
        return self.spill(value, node, scope)

    def _return(self) -> None:
        """Back to the caller: its frame, its block."""
        code = self.code
        frame = code.keep(self.frame_word(), "frame")
        back = code.keep(self.frame.load(0, 0, WORD), "back")
        low, high = self.frame_range()
        before = code.keep(self.frame.load(1, low, high), "before")
        name = code.fresh("i")
        wipe = terms.store(
            0, ZERO, terms.add(frame, terms.local(name, 0, self.rules.stack_words // 2)), low, self.stack_end() - 1
        )
        code.emit(ir.Loop(name, ZERO, terms.const(min(self.frame.size, 60) - 1), [wipe], 0))
        code.emit(terms.store(self._stack_top, frame, lo=low, hi=high))
        code.emit(terms.store(ir.FRAME, before, lo=low, hi=high))
        self.close(ir.Dispatch(back))

    def _unwind(self, frame: SlotFrame | None) -> None:
        """Cut the stack back to the code at a fixed place."""
        low, high = self.frame_range()
        self.code.emit(terms.store(ir.FRAME, terms.const(low), lo=low, hi=high))
        self.code.emit(terms.store(self._stack_top, terms.const(low), lo=low, hi=high))

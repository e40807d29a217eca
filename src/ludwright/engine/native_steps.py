"""Statements of a program as LLVM instructions."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ludwright import ir
from ludwright.engine.chains import AssemblyChain, Usage
from ludwright.engine.native_values import TYPES, ZEROS, NativeValues, SavedState
from ludwright.engine.ranges import Ranges
from ludwright.engine.redealing import REDEAL
from ludwright.engine.walks import ProgramError, within

if TYPE_CHECKING:
    from ludwright.engine.native_text import NativeText

_INT32 = (-(1 << 31), (1 << 31) - 1)
_LOOP = ", !llvm.loop !3"
"""Marks the end of a loop: if its passes are not known before, writing it out several times only takes time to compile."""


class NativeSteps(NativeValues):
    """The text of one LLVM function while its statements are written."""

    def __init__(self, text: NativeText, result: str, ranges: Ranges, usage: Usage) -> None:
        super().__init__(text, result, ranges)
        self.usage = usage

    def run(self, body: list[ir.Stmt]) -> None:
        for stmt in body:
            if not self.open:
                return
            _STATEMENTS[type(stmt)](self, stmt)

    def set_local(self, name: str, value: str, type_: str) -> None:
        place, kept = self.slot(name, type_)
        self.add(f"store {TYPES[kept]} {self.convert(value, type_, kept)}, ptr {place}")

    def _set(self, stmt: ir.Set) -> None:
        self.set_local(stmt.name, self.value(stmt.value), stmt.value.type)

    def _store(self, stmt: ir.Store) -> None:
        first, last = stmt.first, stmt.last
        if first > last:
            self.number(stmt.index)
            self.number(stmt.value)
            self.fault("false", ir.BAD_INDEX, stmt.line)
            return
        self.text.check("state", stmt.base + first, stmt.base + last)
        low, high = max(stmt.lo, _INT32[0]), min(stmt.hi, _INT32[1])
        index = self.number(stmt.index)
        value = self.number(stmt.value)
        if not within(stmt.index, first, last):
            self.fault(self._in_range(index, first, last), ir.BAD_INDEX, stmt.line)
        if not within(stmt.value, stmt.lo, stmt.hi):
            self.fault(self._in_range(value, stmt.lo, stmt.hi), ir.OUT_OF_RANGE, stmt.line)
            value = self.clamp(value, low, high)
        if isinstance(stmt.index, ir.Const):
            place = str(stmt.base + min(max(stmt.index.value, first), last))
        else:
            index = self.clamp(index, first, last, self.ranges.of(stmt.index))
            place = self.new(f"add nsw i64 {index}, {stmt.base}") if stmt.base else index
        at = self.new(f"getelementptr inbounds i32, ptr %s, i64 {place}")
        word = value if value.lstrip("-").isdigit() else self.new(f"trunc i64 {value} to i32")
        self.add(f"store i32 {word}, ptr {at}, align 4")

    def _in_range(self, value: str, first: int, last: int) -> str:
        moved = self.new(f"sub i64 {value}, {first}") if first else value
        return self.new(f"icmp ule i64 {moved}, {last - first}")

    def _array_store(self, stmt: ir.ArrayStore) -> None:
        if stmt.size < 1:
            return
        place = self.index(0, stmt.index, 0, stmt.size - 1)
        value = self.number(stmt.value)
        at = self.new(f"getelementptr inbounds i64, ptr {self.arrays[stmt.array]}, i64 {place}")
        self.add(f"store i64 {value}, ptr {at}, align 8")

    def _if(self, stmt: ir.If) -> None:
        chain = self.usage.chain(stmt)
        if chain is not None:
            self._if_all(chain)
            return
        cond = self.truth(stmt.cond)
        then, end = self.fresh(), self.fresh()
        otherwise = self.fresh() if stmt.otherwise else end
        self.branch(cond, then, otherwise)
        self.place(then)
        self.run(stmt.then)
        self.jump(end)
        if stmt.otherwise:
            self.place(otherwise)
            self.run(stmt.otherwise)
            self.jump(end)
        self.place(end)

    def _if_all(self, chain: AssemblyChain) -> None:
        """Test all conditions of a chain at once."""
        first, *more = chain.steps
        assert isinstance(first, ir.Expr)
        cond = self.truth(first)
        for step in more:
            if isinstance(step, ir.Set):
                self._set(step)
            else:
                cond = self.new(f"and i1 {cond}, {self.truth(step)}")
        if chain.early:
            self._do_early(cond, chain.then[0])
            return
        then, end = self.fresh(), self.fresh()
        self.branch(cond, then, end, ", !unpredictable !0")
        self.place(then)
        self.run(chain.then)
        self.place(end)

    def _do_early(self, cond: str, stmt: ir.Stmt) -> None:
        """Emit an option, or set a local, if a condition holds, without a branch."""
        if isinstance(stmt, ir.Emit):
            self.emit(self.number(stmt.code), cond, stmt.line)
            return
        assert isinstance(stmt, ir.Set)
        value, type_ = self.value(stmt.value), stmt.value.type
        place, kept = self.slot(stmt.name, type_)
        before = self.new(f"load {TYPES[kept]}, ptr {place}")
        value = self.convert(value, type_, kept)
        chosen = self.new(f"select i1 {cond}, {TYPES[kept]} {value}, {TYPES[kept]} {before}")
        self.add(f"store {TYPES[kept]} {chosen}, ptr {place}")

    def emit(self, code: str, cond: str, line: int) -> None:
        """Append an option if a condition holds: it is written in any case, but only counted if it does."""
        if ir.CTX_OPTIONS not in self.cached:
            self.add(f"call void @emit(ptr %x, i64 {code}, i1 {cond}, i64 {line})")
            return
        at = self.cached[ir.CTX_OPTIONS]
        count = self.new(f"load i64, ptr {at}")
        codes = self.context(ir.CTX_HEADER)
        place = self.new(f"getelementptr inbounds i64, ptr {codes}, i64 {count}")
        self.add(f"store i64 {code}, ptr {place}, align 8")
        more = self.new(f"add nuw nsw i64 {count}, {self.convert(cond, ir.BOOL, ir.INT)}")
        room = self.new(f"icmp ule i64 {more}, %capacity")
        full, put, end = self.fresh(), self.fresh(), self.fresh()
        self.branch(room, put, full, ", !prof !1")
        self.place(full)
        self.note_fault(ir.TOO_MANY_OPTIONS, line)
        self.jump(end)
        self.place(put)
        self.add(f"store i64 {more}, ptr {at}")
        self.place(end)

    def _switch(self, stmt: ir.Switch) -> None:
        value = self.number(stmt.value)
        end = self.fresh()
        labels = {number: self.fresh() for number in stmt.cases}
        default = self.fresh() if stmt.default else end
        listed = " ".join(f"i64 {number}, label %{label}" for number, label in labels.items())
        self.add(f"switch i64 {value}, label %{default} [ {listed} ]")
        self.open = False
        for number, body in stmt.cases.items():
            self.place(labels[number])
            self.run(body)
            self.jump(end)
        if stmt.default:
            self.place(default)
            self.run(stmt.default)
            self.jump(end)
        self.place(end)

    def pay(self, amount: str, line: int, out: str) -> None:
        """Pay fuel; where there is not enough, fault and go to ``out``."""
        at = self.word(ir.CTX_FUEL)
        left = self.new(f"sub i64 {self.new(f'load i64, ptr {at}, align 8')}, {amount}")
        self.add(f"store i64 {left}, ptr {at}, align 8")
        ok = self.new(f"icmp sge i64 {left}, 0")
        bad, good = self.fresh(), self.fresh()
        self.branch(ok, good, bad, ", !prof !1")
        self.place(bad)
        self.note_fault(ir.TOO_MUCH, line)
        self.jump(out)
        self.place(good)

    def _loop(self, stmt: ir.Loop) -> None:
        start, stop = self.number(stmt.start), self.number(stmt.stop)
        head, body, step, end = self.fresh(), self.fresh(), self.fresh(), self.fresh()
        some = self.new(f"icmp sle i64 {start}, {stop}")
        enter = self.fresh()
        self.branch(some, enter, end)
        self.place(enter)
        if self.facts.pays(stmt):
            passes = self.new(f"add nsw i64 {self.new(f'sub nsw i64 {stop}, {start}')}, 1")
            if self.facts.price(stmt) > 1:
                passes = self.new(f"mul nsw i64 {passes}, {self.facts.price(stmt)}")
            self.pay(passes, stmt.line, end)
        before = self.label
        self.place(head)
        at, following = f"%i{head}", f"%n{head}"
        first, last = (stop, start) if stmt.down else (start, stop)
        self.add(f"{at} = phi i64 [ {first}, %{before} ], [ {following}, %{step} ]")
        self.set_local(stmt.name, at, ir.INT)
        outer = self.fixed.get(stmt.name)
        self.fixed[stmt.name] = at
        self.around.append((end, step))
        self.place(body)
        self.run(stmt.body)
        self.around.pop()
        if outer is None:
            del self.fixed[stmt.name]
        else:
            self.fixed[stmt.name] = outer
        self.jump(step)
        self.place(step)
        self.add(f"{following} = add nsw i64 {at}, {-1 if stmt.down else 1}")
        more = self.new(f"icmp ne i64 {at}, {last}")
        self.branch(more, head, end, _LOOP)
        self.place(end)

    def _while(self, stmt: ir.While) -> None:
        head, end, again = self.fresh(), self.fresh(), self.fresh()
        before = self.label
        self.place(head)
        passes, following = f"%i{head}", f"%n{head}"
        self.add(f"{passes} = phi i64 [ 0, %{before} ], [ {following}, %{again} ]")
        self.add(f"{following} = add nsw i64 {passes}, 1")
        self.around.append((end, again))
        self.run(stmt.test)
        if self.open:
            cond = self.truth(stmt.cond)
            body = self.fresh()
            self.branch(cond, body, end)
            self.place(body)
            few = self.new(f"icmp slt i64 {passes}, {stmt.limit}")
            bad, good = self.fresh(), self.fresh()
            self.branch(few, good, bad, ", !prof !1")
            self.place(bad)
            self.note_fault(stmt.code, stmt.line)
            self.jump(end)
            self.place(good)
            self.pay("1", stmt.line, end)
            self.run(stmt.body)
        self.around.pop()
        self.jump(again)
        self.place(again)
        self.add(f"br label %{head}{_LOOP}")
        self.open = False
        self.place(end)

    def _put_back(self, saved: SavedState) -> None:
        self._copy(saved, back=True)
        if not self.facts.on_stack(4 * saved.words):
            self.add(f"call void @give_back(ptr %x, i64 {(saved.words + 1) // 2})")

    def _copy(self, saved: SavedState, back: bool) -> None:
        """Copy the words of a state away, or back again."""
        at = 0
        for first, last in saved.ranges:
            size = 4 * (last - first + 1)
            here = self.new(f"getelementptr inbounds i32, ptr %s, i64 {first}")
            there = self.new(f"getelementptr inbounds i32, ptr {saved.buffer}, i64 {at}")
            to, origin = (here, there) if back else (there, here)
            self.add(f"call void @llvm.memcpy.p0.p0.i64(ptr align 4 {to}, ptr align 4 {origin}, i64 {size}, i1 false)")
            at += last - first + 1

    def _leave_loop(self, which: int) -> None:
        for open_ in reversed(self.around):
            if not isinstance(open_, SavedState):
                self.jump(open_[which])
                return
            self._put_back(open_)
        raise ProgramError("break or continue outside a loop")

    def _break(self, stmt: ir.Break) -> None:
        self._leave_loop(0)

    def _continue(self, stmt: ir.Continue) -> None:
        self._leave_loop(1)

    def _return(self, stmt: ir.Return) -> None:
        value = ZEROS.get(self.result, "")
        if stmt.value is not None and self.result:
            value = self.as_type(stmt.value, self.result)
        for open_ in reversed(self.around):
            if isinstance(open_, SavedState):
                self._put_back(open_)
        self.finish(value)

    def finish(self, value: str) -> None:
        """Return from the function."""
        self.depart()
        self.add(f"ret {TYPES[self.result]} {value}" if self.result else "ret void")
        self.open = False

    def depart(self) -> None:
        """What there is to do before every return."""
        for word in self.cached:
            self.flush(word)
        for line in self.leave:
            self.add(line)

    def _do(self, stmt: ir.Do) -> None:
        value = self.call(stmt.function, stmt.args)
        if stmt.into is not None:
            self.set_local(stmt.into, value or "0", self.text.results[stmt.function] or ir.INT)

    def _check(self, stmt: ir.Check) -> None:
        if isinstance(stmt.cond, ir.Const) and stmt.cond.value:
            return
        self.fault(self.truth(stmt.cond), stmt.code, stmt.line)

    def _draw(self, stmt: ir.Draw) -> None:
        self.set_local(stmt.name, self.new(f"call i64 @draw(ptr %x, i64 {self.number(stmt.bound)})"), ir.INT)

    def _emit(self, stmt: ir.Emit) -> None:
        self.emit(self.number(stmt.code), "true", stmt.line)

    def _set_option(self, stmt: ir.SetOption) -> None:
        index, code = self.number(stmt.index), self.number(stmt.code)
        if ir.CTX_OPTIONS in self.cached:
            self.flush(ir.CTX_OPTIONS)
        self.add(f"call void @set_option(ptr %x, i64 {index}, i64 {code})")

    def _set_option_count(self, stmt: ir.SetOptionCount) -> None:
        count = self.number(stmt.count)
        if ir.CTX_OPTIONS in self.cached:
            self.flush(ir.CTX_OPTIONS)
        self.add(f"call void @set_option_count(ptr %x, i64 {count})")
        if ir.CTX_OPTIONS in self.cached:
            self.refill(ir.CTX_OPTIONS)

    def _preserve(self, stmt: ir.Preserve) -> None:
        ranges = self.facts.writes(stmt.body)
        saved = SavedState("", ranges)
        if not self.facts.on_stack(4 * saved.words):
            saved = SavedState(self.new(f"call ptr @take(ptr %x, i64 {(saved.words + 1) // 2})"), ranges)
        elif ranges:
            saved = SavedState(f"%k{len(self.head)}", ranges)
            self.head.append(f"  {saved.buffer} = alloca [{saved.words} x i32], align 16")
        self._copy(saved, back=False)
        self.around.append(saved)
        self.run(stmt.body)
        self.around.pop()
        if self.open:
            self._put_back(saved)

    def _redeal(self, stmt: ir.Redeal) -> None:
        low, high = (self.new(f"load i32, ptr {self._word_of_table(stmt.base + i)}, align 4") for i in range(2))
        wide = [self.new(f"zext i32 {half} to i64") for half in (low, high)]
        block = self.new(f"or i64 {wide[0]}, {self.new(f'shl i64 {wide[1]}, 32')}")
        seat, number = self.number(stmt.seat), self.number(stmt.number)
        self.add(f"call void @{REDEAL}(ptr %s, i64 {block}, i64 {seat}, i64 {number})")

    def _word_of_table(self, place: int) -> str:
        self.text.check("table", place, place)
        return self.new(f"getelementptr inbounds i32, ptr %t, i64 {place}")

    def _note(self, stmt: ir.Note) -> None:
        pass


_STATEMENTS: dict[type[ir.Stmt], Callable[..., None]] = {
    ir.Set: NativeSteps._set,
    ir.Store: NativeSteps._store,
    ir.ArrayStore: NativeSteps._array_store,
    ir.If: NativeSteps._if,
    ir.Switch: NativeSteps._switch,
    ir.Loop: NativeSteps._loop,
    ir.While: NativeSteps._while,
    ir.Break: NativeSteps._break,
    ir.Continue: NativeSteps._continue,
    ir.Return: NativeSteps._return,
    ir.Do: NativeSteps._do,
    ir.Check: NativeSteps._check,
    ir.Draw: NativeSteps._draw,
    ir.Emit: NativeSteps._emit,
    ir.SetOption: NativeSteps._set_option,
    ir.SetOptionCount: NativeSteps._set_option_count,
    ir.Preserve: NativeSteps._preserve,
    ir.Redeal: NativeSteps._redeal,
    ir.Note: NativeSteps._note,
}

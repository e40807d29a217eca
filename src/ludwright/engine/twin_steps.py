"""Statements of a program as Python text."""

from __future__ import annotations

from collections.abc import Callable

from ludwright import ir
from ludwright.engine.twin_values import NOTHING, TwinValues, shifted, strip
from ludwright.engine.walks import has_call, within


class TwinSteps(TwinValues):
    """The text of one Python function while its statements are written."""

    def block(self, body: list[ir.Stmt]) -> None:
        """The statements of a body, one level in; ``pass`` if there are none."""
        self.indent += 1
        before = len(self.lines)
        self.run(body)
        if len(self.lines) == before:
            self.line("pass")
        self.indent -= 1

    def run(self, body: list[ir.Stmt]) -> None:
        for stmt in body:
            _STATEMENTS[type(stmt)](self, stmt)
            if isinstance(stmt, ir.Break | ir.Continue | ir.Return):
                break

    def fault(self, code: int, line: int) -> None:
        self.line(f"raise Fault({code}, {line})  # {ir.FAULTS.get(code, 'fault')}")

    def pay(self, amount: str, line: int) -> None:
        self.line(f"run.fuel -= {amount}")
        self.line("if run.fuel < 0:")
        self.indent += 1
        self.fault(ir.TOO_MUCH, line)
        self.indent -= 1

    def unless(self, condition: str, code: int, line: int) -> None:
        self.line(f"if not {condition}:")
        self.indent += 1
        self.fault(code, line)
        self.indent -= 1

    def _set(self, stmt: ir.Set) -> None:
        self.line(f"{self.name(stmt.name)} = {self.bare(stmt.value)}")

    def _store(self, stmt: ir.Store) -> None:
        safe_index = within(stmt.index, stmt.first, stmt.last)
        safe_value = within(stmt.value, stmt.lo, stmt.hi)
        if safe_index:
            if has_call(stmt.index):
                kept = self.names.fresh("part")
                self.line(f"{kept} = {self.bare(stmt.index)}")
                place = f"{stmt.base} + {kept}"
            else:
                place = self.at(stmt.base, stmt.index, stmt.first, stmt.last)
        else:
            index = self.simple(stmt.index)
            place = f"{stmt.base} + {index}"
        value = self.number(stmt.value)
        if (not safe_value and not value.isidentifier()) or (not safe_index and has_call(stmt.value)):
            kept = self.names.fresh("part")
            self.line(f"{kept} = {value}")
            value = kept
        if not safe_index:
            self.unless(f"{stmt.first} <= {index} <= {stmt.last}", ir.BAD_INDEX, stmt.line)
        if not safe_value:
            self.unless(f"{stmt.lo} <= {value} <= {stmt.hi}", ir.OUT_OF_RANGE, stmt.line)
        self.line(f"state[{place}] = {value}")

    def _array_store(self, stmt: ir.ArrayStore) -> None:
        if stmt.size < 1:
            return
        place = self.at(0, stmt.index, 0, stmt.size - 1)
        if has_call(stmt.index):
            kept = self.names.fresh("part")
            self.line(f"{kept} = {place}")
            place = kept
        self.line(f"{self.arrays[stmt.array]}[{place}] = {self.number(stmt.value)}")

    def _if(self, stmt: ir.If) -> None:
        if not stmt.then and stmt.otherwise:
            self.line(f"if not {self.value(stmt.cond)}:")
            self.block(stmt.otherwise)
            return
        self.line(f"if {self.bare(stmt.cond)}:")
        self.block(stmt.then)
        if stmt.otherwise:
            self.line("else:")
            self.block(stmt.otherwise)

    def _switch(self, stmt: ir.Switch) -> None:
        value = self.simple(stmt.value)
        if isinstance(stmt.value, ir.Local) and stmt.cases:
            kept = self.names.fresh("part")
            self.line(f"{kept} = {value}")
            value = kept
        self._cases(value, sorted(stmt.cases.items()), stmt.default)

    def _cases(self, value: str, cases: list[tuple[int, list[ir.Stmt]]], default: list[ir.Stmt]) -> None:
        if len(cases) > 8:
            half = len(cases) // 2
            self.line(f"if {value} < {cases[half][0]}:")
            self.indent += 1
            self._cases(value, cases[:half], default)
            self.indent -= 1
            self.line("else:")
            self.indent += 1
            self._cases(value, cases[half:], default)
            self.indent -= 1
            return
        word = "if"
        for number, body in cases:
            self.line(f"{word} {value} == {number}:")
            self.block(body)
            word = "elif"
        if not cases:
            self.run(default)
        elif default:
            self.line("else:")
            self.block(default)

    def _loop(self, stmt: ir.Loop) -> None:
        name = self.name(stmt.name)
        start, stop = self.value(stmt.start), self.value(stmt.stop)
        if self.facts.pays(stmt) or (stmt.down and has_call(stmt.start)):
            first, last = self.names.fresh("part"), self.names.fresh("part")
            self.line(f"{first} = {strip(start)}")
            self.line(f"{last} = {strip(stop)}")
            start, stop = first, last
        if self.facts.pays(stmt):
            self.line(f"if {start} <= {stop}:")
            self.indent += 1
            price = self.facts.price(stmt)
            self.pay(f"({stop} - {start} + 1) * {price}" if price > 1 else f"{stop} - {start} + 1", stmt.line)
            self.indent -= 1
        if stmt.down:
            passes = f"range({strip(stop)}, {shifted(start, -1)}, -1)"
        else:
            passes = f"range({strip(start)}, {shifted(stop, 1)})"
        counter = name if name.isidentifier() else self.names.fresh("part")
        self.line(f"for {counter} in {passes}:")
        if counter != name:
            self.indent += 1
            self.line(f"{name} = {counter}")
            self.indent -= 1
        self.around.append("loop")
        self.block(stmt.body)
        self.around.pop()

    def _while(self, stmt: ir.While) -> None:
        passes = self.names.fresh("passes")
        self.line(f"{passes} = 0")
        self.line("while True:")
        self.indent += 1
        self.around.append("loop")
        self.run(stmt.test)
        self.line(f"if not {self.value(stmt.cond)}:")
        self.line("    break")
        self.line(f"{passes} += 1")
        self.unless(f"{passes} <= {stmt.limit}", stmt.code, stmt.line)
        self.pay("1", stmt.line)
        self.run(stmt.body)
        self.around.pop()
        self.indent -= 1

    def _put_back(self, how_far: str) -> None:
        """Put saved states back before leaving: up to the innermost loop, or all of them."""
        for open_ in reversed(self.around):
            if open_ == "loop":
                if how_far == "loop":
                    return
                continue
            self.line(f"state[:] = {open_}")

    def _break(self, stmt: ir.Break) -> None:
        self._put_back("loop")
        self.line("break")

    def _continue(self, stmt: ir.Continue) -> None:
        self._put_back("loop")
        self.line("continue")

    def _return(self, stmt: ir.Return) -> None:
        if stmt.value is None:
            text = NOTHING[self.result]
        elif self.result == ir.INT:
            text = self.number(stmt.value)
        else:
            text = self.bare(stmt.value)
        saved = [open_ for open_ in self.around if open_ != "loop"]
        if saved or self.ring:
            kept = self.names.fresh("answer")
            self.line(f"{kept} = {text}")
            text = kept
            if saved:
                self.line(f"state[:] = {saved[0]}")
            if self.ring:
                self.line("run.depth -= 1")
        self.line(f"return {text}" if text != "None" else "return")

    def _do(self, stmt: ir.Do) -> None:
        text = self.call(stmt.function, stmt.args)
        self.line(text if stmt.into is None else f"{self.name(stmt.into)} = {text}")

    def _check(self, stmt: ir.Check) -> None:
        if isinstance(stmt.cond, ir.Const) and stmt.cond.value:
            return
        self.unless(self.value(stmt.cond), stmt.code, stmt.line)

    def _draw(self, stmt: ir.Draw) -> None:
        self.line(f"{self.name(stmt.name)} = run.chance.below({self.number(stmt.bound)})")

    def _emit(self, stmt: ir.Emit) -> None:
        code = self.number(stmt.code)
        if has_call(stmt.code):
            kept = self.names.fresh("part")
            self.line(f"{kept} = {code}")
            code = kept
        self.line("if len(run.options) >= run.capacity:")
        self.indent += 1
        self.fault(ir.TOO_MANY_OPTIONS, stmt.line)
        self.indent -= 1
        self.line(f"run.options.append({code})")

    def _set_option(self, stmt: ir.SetOption) -> None:
        self.line(f"put_option(run.options, {self.number(stmt.index)}, {self.number(stmt.code)})")

    def _set_option_count(self, stmt: ir.SetOptionCount) -> None:
        self.line(f"cut_options(run.options, {self.number(stmt.count)})")

    def _preserve(self, stmt: ir.Preserve) -> None:
        saved = self.names.fresh("saved")
        self.line(f"{saved} = state[:]")
        self.around.append(saved)
        self.run(stmt.body)
        self.around.pop()
        if not (stmt.body and isinstance(stmt.body[-1], ir.Break | ir.Continue | ir.Return)):
            self.line(f"state[:] = {saved}")

    def _redeal(self, stmt: ir.Redeal) -> None:
        seat, number = self.number(stmt.seat), self.number(stmt.number)
        self.line(f"redeal(state, table[{stmt.base}], table[{stmt.base + 1}], {seat}, {number})")

    def _note(self, stmt: ir.Note) -> None:
        if self.source.notes:
            given = "".join(f"{self.number(arg)}, " for arg in stmt.args).rstrip(" ")
            if any(map(has_call, stmt.args)):
                self.line(f"run.tell({stmt.kind!r}, lambda: ({given}))")
            else:
                self.line(f"run.note({stmt.kind!r}, ({given}))")


_STATEMENTS: dict[type[ir.Stmt], Callable[..., None]] = {
    ir.Set: TwinSteps._set,
    ir.Store: TwinSteps._store,
    ir.ArrayStore: TwinSteps._array_store,
    ir.If: TwinSteps._if,
    ir.Switch: TwinSteps._switch,
    ir.Loop: TwinSteps._loop,
    ir.While: TwinSteps._while,
    ir.Break: TwinSteps._break,
    ir.Continue: TwinSteps._continue,
    ir.Return: TwinSteps._return,
    ir.Do: TwinSteps._do,
    ir.Check: TwinSteps._check,
    ir.Draw: TwinSteps._draw,
    ir.Emit: TwinSteps._emit,
    ir.SetOption: TwinSteps._set_option,
    ir.SetOptionCount: TwinSteps._set_option_count,
    ir.Preserve: TwinSteps._preserve,
    ir.Redeal: TwinSteps._redeal,
    ir.Note: TwinSteps._note,
}

"""Writes the rules of a game as plain Python: one function for each function of the program, one for each block of its machine.

The text is meant to be read and stepped through. Arithmetic that is proven to stay in its range is written bare.
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Callable, Iterable

from ludwright.engine.facts import Facts, ProgramError, first_line, fits, has_call, span, within
from ludwright.engine.layout import DEPTH_LIMIT
from ludwright.engine.locals import Locals
from ludwright.rules import ir

_RESERVED = frozenset(
    ["state", "table", "run", "frame", "Fault", "clamp", "option_at", "put_option", "cut_options", "saturate", "wrap", "floor_div", "floor_mod", "shift_left", "real_div", "real_min", "real_max", "note", "checked", "min", "max", "range", "len", "float", "int", "True", "False", "None"]
)

_PLAIN = {"add": "+", "sub": "-", "mul": "*", "band": "&", "bor": "|", "bxor": "^", "and": "and", "or": "or",
          "eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=", "radd": "+", "rsub": "-", "rmul": "*"}
_COMPARISONS = frozenset(("eq", "ne", "lt", "le", "gt", "ge"))
_NESTING = 40
"""Brackets nested deeper than this are taken apart, for Python reads no more than 200."""


class Names:
    """Turns names of the program into different, valid Python names."""

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self._given: dict[str, str] = {}
        self._taken = set(taken) | _RESERVED

    def __getitem__(self, name: str) -> str:
        known = self._given.get(name)
        if known is not None:
            return known
        plain = re.sub(r"\W", "_", name, flags=re.ASCII) or "_"
        if plain[0].isdigit() or keyword.iskeyword(plain):
            plain = "_" + plain
        chosen, number = plain, 2
        while chosen in self._taken:
            chosen, number = f"{plain}_{number}", number + 1
        self._taken.add(chosen)
        self._given[name] = chosen
        return chosen

    def fresh(self, stem: str) -> str:
        """A name nothing else has."""
        number = 1
        while f"{stem}{number}" in self._taken:
            number += 1
        self._taken.add(f"{stem}{number}")
        return f"{stem}{number}"


class _Body:
    """The text of one Python function while it is written."""

    def __init__(self, source: Source, names: Names, shared: dict[str, str], arrays: dict[str, str]) -> None:
        self.source = source
        self.facts = source.facts
        self.names = names
        self.shared = shared
        self.arrays = arrays
        self.lines: list[str] = []
        self.indent = 1
        self.ring = False
        self.result: str | None = None
        self.around: list[str] = []
        """What is open around the current statement: "loop", or the name of a saved state."""

    def line(self, text: str) -> None:
        self.lines.append("    " * self.indent + text)

    def name(self, name: str) -> str:
        return self.shared.get(name) or self.names[name]

    # ------------------------------------------------------------ expressions

    def value(self, expr: ir.Expr) -> str:
        """The Python text of an expression, in brackets where it is more than a name, a number or a call."""
        text = _EXPRESSIONS[type(expr)](self, expr)
        if self.source.careful and expr.type == ir.INT and not isinstance(expr, ir.Const):
            lo, hi = span(expr)
            text = f"checked({text}, {lo}, {hi}, {self.source.describe(expr)!r})"
        if text.count("(") > _NESTING and not has_call(expr):
            spilled = self.names.fresh("part")
            self.line(f"{spilled} = {text}")
            return spilled
        return text

    def bare(self, expr: ir.Expr) -> str:
        """The same without the outermost brackets."""
        return _strip(self.value(expr))

    def number(self, expr: ir.Expr) -> str:
        """The text of a value that is a number even where it is a yes or no."""
        text = self.bare(expr)
        if expr.type == ir.BOOL:
            return str(int(expr.value)) if isinstance(expr, ir.Const) else f"int({text})"
        return text

    def simple(self, expr: ir.Expr) -> str:
        """The text of a value that may be written twice: put into a local of its own if it is long."""
        text = self.value(expr)
        if text.isidentifier() or text.lstrip("-").isdigit():
            return text
        kept = self.names.fresh("part")
        self.line(f"{kept} = {_strip(text)}")
        return kept

    def at(self, base: int, index: ir.Expr, first: int, last: int) -> str:
        """The place ``base + index`` with the index kept in ``first..last``."""
        if isinstance(index, ir.Const):
            return str(base + min(max(index.value, first), last))
        text = self.value(index) if within(index, first, last) else f"clamp({self.bare(index)}, {first}, {last})"
        return f"{base} + {text}" if base else _strip(text)

    def _const(self, expr: ir.Const) -> str:
        if expr.type == ir.BOOL:
            return "True" if expr.value else "False"
        return str(expr.value) if expr.value >= 0 else f"({expr.value})"

    def _real_const(self, expr: ir.RealConst) -> str:
        text = repr(float(expr.value))
        if text in ("inf", "-inf", "nan"):
            return f"float({text!r})"
        return text if expr.value >= 0 else f"({text})"

    def _local(self, expr: ir.Local) -> str:
        return self.name(expr.name)

    def _load(self, expr: ir.Load) -> str:
        if expr.first > expr.last:
            return _NOTHING[expr.type]
        return f"{expr.block}[{self.at(expr.base, expr.index, expr.first, expr.last)}]"

    def _array_load(self, expr: ir.ArrayLoad) -> str:
        if expr.size < 1:
            return _NOTHING[expr.type]
        return f"{self.arrays[expr.array]}[{self.at(0, expr.index, 0, expr.size - 1)}]"

    def _unary(self, expr: ir.Unary) -> str:
        text = self.value(expr.a)
        match expr.op:
            case "neg" | "rneg":
                return f"(-{text})"
            case "not":
                return f"(not {text})"
            case "int":
                return f"int({_strip(text)})"
            case "real":
                return f"float({_strip(text)})"
        raise ProgramError(f"unknown operator {expr.op}")

    def _binary(self, expr: ir.Binary) -> str:
        op, a, b = expr.op, self.value(expr.a), self.value(expr.b)
        sign = _PLAIN.get(op)
        if sign is not None:
            return f"({a} {sign} {b})"
        if op in ("min", "max"):
            return f"{op}({_strip(a)}, {_strip(b)})"
        match op:
            case "div" | "mod":
                lo, hi = span(expr.b)
                if (lo > 0 or hi < 0) and not (lo <= -1 <= hi and span(expr.a)[0] < -ir.LIMIT):
                    return f"({a} {'//' if op == 'div' else '%'} {b})"
                return f"floor_{op}({_strip(a)}, {_strip(b)})"
            case "shl":
                return f"shift_left({_strip(a)}, {_strip(b)})"
            case "shr":
                return f"({a} >> {b})" if within(expr.b, 0, 63) else f"({a} >> ({b} & 63))"
            case "sat_add" | "sat_sub" | "sat_mul":
                text = f"{a} {_PLAIN[op[4:]]} {b}"
                return f"({text})" if fits(expr) else f"saturate({text})"
            case "wrap_add" | "wrap_mul":
                return f"wrap({a} {_PLAIN[op[5:]]} {b})"
            case "rdiv":
                return f"real_div({_strip(a)}, {_strip(b)})"
            case "rmin" | "rmax":
                return f"real_{op[1:]}({_strip(a)}, {_strip(b)})"
        raise ProgramError(f"unknown operator {op}")

    def _select(self, expr: ir.Select) -> str:
        cond, a, b = self.value(expr.cond), self.value(expr.a), self.value(expr.b)
        if expr.type == ir.INT:
            a = f"int({_strip(a)})" if expr.a.type == ir.BOOL else a
            b = f"int({_strip(b)})" if expr.b.type == ir.BOOL else b
        return f"({a} if {cond} else {b})"

    def _call(self, expr: ir.Call) -> str:
        return self.call(expr.function, expr.args)

    def call(self, function: str, args: tuple[ir.Expr, ...]) -> str:
        given = "".join(f", {self.bare(arg)}" for arg in args)
        return f"{self.source.functions[function]}(state, table, run{given})"

    def _option_count(self, expr: ir.OptionCount) -> str:
        return "len(run.options)"

    def _option_at(self, expr: ir.OptionAt) -> str:
        return f"option_at(run.options, {self.bare(expr.index)})"

    # ------------------------------------------------------------ statements

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
        self.fault(ir.ENDLESS_LOOP, line)
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
            self.line(f"{first} = {_strip(start)}")
            self.line(f"{last} = {_strip(stop)}")
            start, stop = first, last
        if self.facts.pays(stmt):
            self.line(f"if {start} <= {stop}:")
            self.indent += 1
            self.pay(f"{stop} - {start} + 1", stmt.line)
            self.indent -= 1
        if stmt.down:
            passes = f"range({_strip(stop)}, {_shifted(start, -1)}, -1)"
        else:
            passes = f"range({_strip(start)}, {_shifted(stop, 1)})"
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
            text = _NOTHING[self.result]
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
        self.fault(ir.TOO_MANY_OPTIONS, 0)
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

    def _note(self, stmt: ir.Note) -> None:
        if self.source.notes:
            given = "".join(f"{self.number(arg)}, " for arg in stmt.args).rstrip(" ")
            if any(map(has_call, stmt.args)):
                self.line(f"run.tell({stmt.kind!r}, lambda: ({given}))")
            else:
                self.line(f"run.note({stmt.kind!r}, ({given}))")


_NOTHING = {None: "None", ir.INT: "0", ir.BOOL: "False", ir.REAL: "0.0"}

_EXPRESSIONS: dict[type[ir.Expr], Callable[..., str]] = {
    ir.Const: _Body._const, ir.RealConst: _Body._real_const, ir.Local: _Body._local, ir.Load: _Body._load,
    ir.ArrayLoad: _Body._array_load, ir.Unary: _Body._unary, ir.Binary: _Body._binary, ir.Select: _Body._select,
    ir.Call: _Body._call, ir.OptionCount: _Body._option_count, ir.OptionAt: _Body._option_at,
}

_STATEMENTS: dict[type[ir.Stmt], Callable[..., None]] = {
    ir.Set: _Body._set, ir.Store: _Body._store, ir.ArrayStore: _Body._array_store, ir.If: _Body._if,
    ir.Switch: _Body._switch, ir.Loop: _Body._loop, ir.While: _Body._while, ir.Break: _Body._break,
    ir.Continue: _Body._continue, ir.Return: _Body._return, ir.Do: _Body._do, ir.Check: _Body._check,
    ir.Draw: _Body._draw, ir.Emit: _Body._emit, ir.SetOption: _Body._set_option,
    ir.SetOptionCount: _Body._set_option_count, ir.Preserve: _Body._preserve, ir.Note: _Body._note,
}


def _shifted(text: str, by: int) -> str:
    """One more or one less than a value in brackets."""
    number = _strip(text)
    if number.lstrip("-").isdigit():
        return str(int(number) + by)
    return f"{text} + {by}" if by > 0 else f"{text} - {-by}"


def _strip(text: str) -> str:
    """Without the brackets around the whole."""
    if not text.startswith("("):
        return text
    depth = 0
    for at, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if depth == 0:
            return text[1:-1] if at == len(text) - 1 else text
    return text


class Source:
    """The Python text of a whole program."""

    def __init__(self, program: ir.Program, facts: Facts, *, notes: bool = False, careful: bool = False) -> None:
        self.program = program
        self.facts = facts
        self.notes = notes
        self.careful = careful
        names = Names()
        self.functions = {name: names[name] for name in program.functions}
        self.blocks = {name: names[f"at {name}"] for name in program.machine.blocks}
        self._taken = {*self.functions.values(), *self.blocks.values()}
        self._results = {name: function.result or ir.INT for name, function in program.functions.items()}
        pieces = [self._function(function) for function in program.functions.values()]
        self.text = "\n\n".join([*pieces, *self._machine()])

    def describe(self, expr: ir.Expr) -> str:
        """A few words on an expression, for a message."""
        return re.sub(r"\s+", " ", repr(expr))[:300]

    def _function(self, function: ir.Function) -> str:
        names = Names(self._taken)
        params = [names[name] for name, _, _ in function.params]
        arrays = {name: names[f"{name} list"] for name in function.arrays}
        body = _Body(self, names, {}, arrays)
        body.ring = function.name in self.facts.ringed
        body.result = function.result
        found = Locals(function.body, [name for name, _, _ in function.params], self._results)
        for name in sorted(found.early):
            body.line(f"{names[name]} = {_NOTHING[found.types.get(name, ir.INT)]}")
        for name, size in function.arrays.items():
            body.line(f"{arrays[name]} = [0] * {size}")
        line = first_line(function.body)
        if body.ring:
            body.line("run.depth += 1")
            body.line(f"if run.depth > {DEPTH_LIMIT}:")
            body.indent += 1
            body.fault(ir.TOO_DEEP, line)
            body.indent -= 1
        if function.name in self.facts.paying_functions:
            body.pay("1", line)
        body.run(function.body)
        if not (function.body and isinstance(function.body[-1], ir.Return)):
            body._return(ir.Return(None))
        given = "".join(f", {name}" for name in params)
        return "\n".join([f"def {self.functions[function.name]}(state, table, run{given}):", *body.lines, ""])

    # ------------------------------------------------------------ the machine

    def _machine(self) -> list[str]:
        machine = self.program.machine
        found = {name: Locals(block.body, (), self._results) for name, block in machine.blocks.items()}
        for name, block in machine.blocks.items():
            if isinstance(block.end, ir.Fork):
                found[name].read(block.end.cond)
            elif isinstance(block.end, ir.Dispatch):
                found[name].read(block.end.value)
        used: dict[str, int] = {}
        types: dict[str, str] = {}
        across: set[str] = set()
        for locals_ in found.values():
            for name in locals_.names:
                used[name] = used.get(name, 0) + 1
            across |= locals_.early
            types.update(locals_.types)
        across |= {name for name, times in used.items() if times > 1}
        names = Names()
        shared = {name: f"frame.{names[name]}" for name in sorted(across)}
        arrays = {name: f"frame.{names[name + ' list']}" for name in machine.arrays}
        pieces = [self._frame(shared, arrays, types)]
        pieces += [self._block(block, shared, arrays) for block in machine.blocks.values()]
        entries = ", ".join(self.blocks[name] for name in machine.entries)
        pieces.append(f"ENTRIES = ({entries},)\n")
        return pieces

    def _frame(self, shared: dict[str, str], arrays: dict[str, str], types: dict[str, str]) -> str:
        lines = ["class Frame:", '    """What the blocks of the machine hand on to each other."""', ""]
        places = [place.removeprefix("frame.") for place in (*shared.values(), *arrays.values())]
        lines.append(f"    __slots__ = ({''.join(f'{place!r}, ' for place in places)})")
        lines += ["", "    def __init__(self):"]
        for name, place in shared.items():
            lines.append(f"        self.{place.removeprefix('frame.')} = {_NOTHING[types.get(name, ir.INT)]}")
        for name, place in arrays.items():
            lines.append(f"        self.{place.removeprefix('frame.')} = [0] * {self.program.machine.arrays[name]}")
        return "\n".join([*lines, "        pass", ""])

    def _block(self, block: ir.Block, shared: dict[str, str], arrays: dict[str, str]) -> str:
        body = _Body(self, Names(self._taken), shared, arrays)
        body.run(block.body)
        self._end(body, block)
        return "\n".join([f"def {self.blocks[block.name]}(state, table, run, frame):", *body.lines, ""])

    def _end(self, body: _Body, block: ir.Block) -> None:
        match block.end:
            case ir.Jump():
                self._go(body, block, block.end.to)
            case ir.Fork():
                body.line(f"if {body.bare(block.end.cond)}:")
                body.indent += 1
                self._go(body, block, block.end.then)
                body.indent -= 1
                self._go(body, block, block.end.otherwise)
            case ir.Dispatch():
                entry = body.simple(block.end.value)
                body.pay("1", first_line(block.body))
                body.unless(f"0 <= {entry} < {len(self.program.machine.entries)}", ir.BAD_INDEX, 0)
                body.line(f"return ENTRIES[{entry}]")
            case ir.Ask():
                body.line(f"state[{ir.RESUME}] = {self.program.machine.entries.index(block.end.resume)}")
                body.unless("run.options", ir.NO_ACTION, first_line(block.body))
                body.line("return None")
            case ir.Halt():
                body.line(f"if not state[{ir.OVER}]:")
                body.line(f"    state[{ir.OVER}] = 1")
                body.line(f"state[{ir.ACTOR}] = -1")
                body.line("run.options.clear()")
                body.line("return None")

    def _go(self, body: _Body, block: ir.Block, to: str) -> None:
        if (block.name, to) in self.facts.steps_back:
            body.pay("1", first_line(block.body))
        body.line(f"return {self.blocks[to]}")

"""Writes the rules of a game as LLVM assembly text.

Text, not objects: a few hundred lines of rules become some ten thousand instructions, and building strings is by far the
quickest way to them. What is proven by ranges is written bare; everything else is clamped, so that no program touches
memory outside its blocks. Locals are stack slots, which LLVM turns into registers.
"""

from __future__ import annotations

import struct
from collections.abc import Callable

from ludwright.engine.facts import Facts, ProgramError, first_line, fits, has_call, span, statements, within
from ludwright.engine.layout import CTX_ARENA_SIZE, CTX_ARENA_USED, CTX_DEPTH, DEPTH_LIMIT
from ludwright.engine.native_prelude import PRELUDE
from ludwright.rules import ir

_TYPES = {ir.INT: "i64", ir.BOOL: "i1", ir.REAL: "double"}
_ZEROS = {ir.INT: "0", ir.BOOL: "false", ir.REAL: "0.0"}
_PLAIN = {"add": "add nsw", "sub": "sub nsw", "mul": "mul nsw", "band": "and", "bor": "or", "bxor": "xor",
          "wrap_add": "add", "wrap_mul": "mul"}
_REAL = {"radd": "fadd", "rsub": "fsub", "rmul": "fmul"}
_COMPARE = {"eq": "eq", "ne": "ne", "lt": "slt", "le": "sle", "gt": "sgt", "ge": "sge"}
_COMPARE_REAL = {"eq": "oeq", "ne": "une", "lt": "olt", "le": "ole", "gt": "ogt", "ge": "oge"}
_INT32 = (-(1 << 31), (1 << 31) - 1)


class _Body:
    """The text of one LLVM function while it is written."""

    def __init__(self, text: NativeText, result: str) -> None:
        self.text = text
        self.facts = text.facts
        self.result = result
        self.head: list[str] = []
        self.lines: list[str] = []
        self.label = "entry"
        self.open = True
        """Whether the current basic block still lacks its end."""
        self.count = 0
        self.slots: dict[str, tuple[str, str]] = {}
        """Where each local lies, and its type."""
        self.fixed: dict[str, str] = {}
        """Locals that are a known value at this place: parameters never set, counters of loops."""
        self.arrays: dict[str, str] = {}
        self.around: list[tuple[str, str, str]] = []
        """What is open around the current statement: ("loop", break label, continue label) or ("saved", buffer, "")."""
        self.leave: list[str] = []
        """What to do before returning."""

    # ------------------------------------------------------------ small steps

    def new(self, instruction: str) -> str:
        """Add an instruction; the name of its value."""
        self.count += 1
        name = f"%{self.count}"
        self.lines.append(f"  {name} = {instruction}")
        return name

    def add(self, instruction: str) -> None:
        self.lines.append("  " + instruction)

    def fresh(self) -> str:
        """A new label."""
        self.text.labels += 1
        return f"b{self.text.labels}"

    def place(self, label: str) -> None:
        """Begin the basic block of that label."""
        if self.open:
            self.lines.append(f"  br label %{label}")
        self.lines.append(f"{label}:")
        self.label = label
        self.open = True

    def jump(self, label: str) -> None:
        if self.open:
            self.lines.append(f"  br label %{label}")
            self.open = False

    def branch(self, cond: str, then: str, otherwise: str, hint: str = "") -> None:
        self.lines.append(f"  br i1 {cond}, label %{then}, label %{otherwise}{hint}")
        self.open = False

    def slot(self, name: str, type_: str) -> tuple[str, str]:
        """Where a local lies; made on first sight, beginning as 0."""
        known = self.slots.get(name)
        if known is None:
            place = f"%v{len(self.slots)}"
            known = self.slots[name] = (place, type_)
            machine_type = _TYPES[type_]
            self.head.append(f"  {place} = alloca {machine_type}")
            self.head.append(f"  store {machine_type} {_ZEROS[type_]}, ptr {place}")
        return known

    def context(self, word: int) -> str:
        """The address of a word of the context."""
        return self.new(f"getelementptr inbounds i64, ptr %x, i64 {word}")

    def fault(self, ok: str, code: int, line: int) -> None:
        """Note a fault unless a condition holds, and go on."""
        bad, good = self.fresh(), self.fresh()
        self.branch(ok, good, bad, ", !prof !1")
        self.place(bad)
        self.note_fault(code, line)
        self.place(good)

    def note_fault(self, code: int, line: int) -> None:
        self.add(f"call preserve_mostcc void @note_fault(ptr %x, i64 {code}, i64 {line})")

    def clamp(self, value: str, first: int, last: int, lo: int, hi: int) -> str:
        """Keep a value in ``first..last``."""
        if lo < first:
            value = self.new(f"call i64 @llvm.smax.i64(i64 {value}, i64 {first})")
        if hi > last:
            value = self.new(f"call i64 @llvm.smin.i64(i64 {value}, i64 {last})")
        return value

    # ------------------------------------------------------------ expressions

    def value(self, expr: ir.Expr) -> str:
        """Compute an expression; its operand, of the machine type of its own type."""
        return _EXPRESSIONS[type(expr)](self, expr)

    def as_type(self, expr: ir.Expr, type_: str) -> str:
        """Compute an expression as a value of another type."""
        value = self.value(expr)
        return self.convert(value, expr.type, type_)

    def convert(self, value: str, given: str, wanted: str) -> str:
        if given == wanted:
            return value
        if given == ir.BOOL and wanted == ir.INT:
            return {"true": "1", "false": "0"}.get(value) or self.new(f"zext i1 {value} to i64")
        if given == ir.INT and wanted == ir.BOOL:
            return self.new(f"icmp ne i64 {value}, 0")
        if given == ir.INT and wanted == ir.REAL:
            return self.new(f"sitofp i64 {value} to double")
        if given == ir.BOOL and wanted == ir.REAL:
            return self.new(f"uitofp i1 {value} to double")
        raise ProgramError(f"a {given} where a {wanted} is needed")

    # These two are called for almost every expression, so they do without further calls.

    def number(self, expr: ir.Expr) -> str:
        """Compute an expression as a whole number."""
        value = _EXPRESSIONS[type(expr)](self, expr)
        return value if expr.type == ir.INT else self.convert(value, expr.type, ir.INT)

    def truth(self, expr: ir.Expr) -> str:
        """Compute an expression as a yes or no."""
        value = _EXPRESSIONS[type(expr)](self, expr)
        return value if expr.type == ir.BOOL else self.convert(value, expr.type, ir.BOOL)

    def _const(self, expr: ir.Const) -> str:
        if expr.type == ir.BOOL:
            return "true" if expr.value else "false"
        return str(expr.value)

    def _real_const(self, expr: ir.RealConst) -> str:
        return "0x" + struct.pack(">d", expr.value).hex().upper()

    def _local(self, expr: ir.Local) -> str:
        fixed = self.fixed.get(expr.name)
        if fixed is not None:
            return self.convert(fixed, ir.INT, expr.type)
        place, type_ = self.slot(expr.name, expr.type)
        return self.convert(self.new(f"load {_TYPES[type_]}, ptr {place}"), type_, expr.type)

    def index(self, base: int, index: ir.Expr, first: int, last: int) -> str:
        """The place ``base + index`` with the index kept in ``first..last``."""
        if isinstance(index, ir.Const):
            return str(base + min(max(index.value, first), last))
        lo, hi = span(index)
        place = self.clamp(self.number(index), first, last, lo, hi)
        return self.new(f"add nsw i64 {place}, {base}") if base else place

    def _load(self, expr: ir.Load) -> str:
        if expr.first > expr.last:
            return _ZEROS[expr.type]
        self.text.check(expr.block, expr.base + expr.first, expr.base + expr.last)
        place = self.index(expr.base, expr.index, expr.first, expr.last)
        if expr.block == "state":
            at = self.new(f"getelementptr inbounds i32, ptr %s, i64 {place}")
            word = self.new(f"load i32, ptr {at}, align 4")
        else:
            at = self.new(f"getelementptr inbounds i32, ptr %t, i64 {place}")
            word = self.new(f"load i32, ptr {at}, align 4, !invariant.load !0")
        if expr.type == ir.BOOL:
            return self.new(f"icmp ne i32 {word}, 0")
        return self.new(f"sext i32 {word} to i64")

    def _array_load(self, expr: ir.ArrayLoad) -> str:
        if expr.size < 1:
            return _ZEROS[expr.type]
        place = self.index(0, expr.index, 0, expr.size - 1)
        at = self.new(f"getelementptr inbounds i64, ptr {self.arrays[expr.array]}, i64 {place}")
        value = self.new(f"load i64, ptr {at}, align 8")
        return self.convert(value, ir.INT, expr.type)

    def _unary(self, expr: ir.Unary) -> str:
        match expr.op:
            case "neg":
                return self.new(f"sub nsw i64 0, {self.number(expr.a)}")
            case "not":
                return self.new(f"xor i1 {self.truth(expr.a)}, true")
            case "int":
                return self.number(expr.a)
            case "real":
                return self.as_type(expr.a, ir.REAL)
            case "rneg":
                return self.new(f"fneg double {self.as_type(expr.a, ir.REAL)}")
        raise ProgramError(f"unknown operator {expr.op}")

    def _binary(self, expr: ir.Binary) -> str:
        op = expr.op
        if op in ("and", "or"):
            return self._logic(expr)
        if op in _COMPARE:
            if ir.REAL in (expr.a.type, expr.b.type):
                a, b = self.as_type(expr.a, ir.REAL), self.as_type(expr.b, ir.REAL)
                return self.new(f"fcmp {_COMPARE_REAL[op]} double {a}, {b}")
            a, b = self.number(expr.a), self.number(expr.b)
            return self.new(f"icmp {_COMPARE[op]} i64 {a}, {b}")
        if op[0] == "r":
            return self._real_binary(op, self.as_type(expr.a, ir.REAL), self.as_type(expr.b, ir.REAL))
        a, b = self.number(expr.a), self.number(expr.b)
        plain = _PLAIN.get(op)
        if plain is not None:
            return self.new(f"{plain} i64 {a}, {b}")
        match op:
            case "min" | "max":
                return self.new(f"call i64 @llvm.s{op}.i64(i64 {a}, i64 {b})")
            case "div" | "mod":
                return self._divide(expr, a, b)
            case "shl" | "shr":
                if not within(expr.b, 0, 63):
                    b = self.new(f"and i64 {b}, 63")
                return self.new(f"{'shl' if op == 'shl' else 'ashr'} i64 {a}, {b}")
            case "sat_add" | "sat_sub" | "sat_mul":
                return self._saturating(expr, a, b)
        raise ProgramError(f"unknown operator {op}")

    def _logic(self, expr: ir.Binary) -> str:
        """``and`` and ``or``: the second side is only evaluated where it decides, if that can make a difference."""
        a = self.truth(expr.a)
        if not has_call(expr.b):
            b = self.truth(expr.b)
            return self.new(f"select i1 {a}, i1 {b}, i1 false" if expr.op == "and" else f"select i1 {a}, i1 true, i1 {b}")
        more, end = self.fresh(), self.fresh()
        came_from = self.label
        self.branch(a, *((more, end) if expr.op == "and" else (end, more)))
        self.place(more)
        b = self.truth(expr.b)
        second = self.label
        self.place(end)
        short = "false" if expr.op == "and" else "true"
        return self.new(f"phi i1 [ {short}, %{came_from} ], [ {b}, %{second} ]")

    def _select(self, expr: ir.Select) -> str:
        cond = self.truth(expr.cond)
        type_ = _TYPES[expr.type]
        if not (has_call(expr.a) or has_call(expr.b)):
            a, b = self.as_type(expr.a, expr.type), self.as_type(expr.b, expr.type)
            return self.new(f"select i1 {cond}, {type_} {a}, {type_} {b}")
        then, otherwise, end = self.fresh(), self.fresh(), self.fresh()
        self.branch(cond, then, otherwise)
        self.place(then)
        a = self.as_type(expr.a, expr.type)
        first = self.label
        self.jump(end)
        self.place(otherwise)
        b = self.as_type(expr.b, expr.type)
        second = self.label
        self.place(end)
        return self.new(f"phi {type_} [ {a}, %{first} ], [ {b}, %{second} ]")

    def _real_binary(self, op: str, a: str, b: str) -> str:
        plain = _REAL.get(op)
        if plain is not None:
            return self.new(f"{plain} double {a}, {b}")
        match op:
            case "rdiv":
                quotient = self.new(f"fdiv double {a}, {b}")
                zero = self.new(f"fcmp oeq double {b}, 0.0")
                return self.new(f"select i1 {zero}, double 0.0, double {quotient}")
            case "rmin" | "rmax":
                first = self.new(f"fcmp {'olt' if op == 'rmin' else 'ogt'} double {a}, {b}")
                return self.new(f"select i1 {first}, double {a}, double {b}")
        raise ProgramError(f"unknown operator {op}")

    def _divide(self, expr: ir.Binary, a: str, b: str) -> str:
        """Floor division or its rest; by 0 it is 0."""
        (alo, ahi), (blo, bhi) = span(expr.a), span(expr.b)
        mod = expr.op == "mod"
        maybe_zero = blo <= 0 <= bhi
        if blo <= -1 <= bhi and alo < -ir.LIMIT:
            name = "@floor_mod" if mod else "@floor_div"
            return self.new(f"call i64 {name}(i64 {a}, i64 {b})")
        zero = ""
        if maybe_zero:
            zero = self.new(f"icmp eq i64 {b}, 0")
            b = self.new(f"select i1 {zero}, i64 1, i64 {b}")
        if alo >= 0 and blo >= 0:
            answer = self._divide_small(mod, a, b, max(ahi, bhi))
        elif mod:
            rest = self.new(f"srem i64 {a}, {b}")
            answer = self._floor_fix(rest, b, blo, bhi, f"add nsw i64 {rest}, {b}", rest)
        else:
            quotient = self.new(f"sdiv i64 {a}, {b}")
            product = self.new(f"mul i64 {quotient}, {b}")
            rest = self.new(f"sub i64 {a}, {product}")
            answer = self._floor_fix(rest, b, blo, bhi, f"add nsw i64 {quotient}, -1", quotient)
        return self.new(f"select i1 {zero}, i64 0, i64 {answer}") if maybe_zero else answer

    def _divide_small(self, mod: bool, a: str, b: str, most: int) -> str:
        op = "urem" if mod else "udiv"
        if most >= 1 << 32:
            return self.new(f"{op} i64 {a}, {b}")
        # 32-bit division takes a third of the time of a 64-bit one on many processors.
        a, b = self.new(f"trunc i64 {a} to i32"), self.new(f"trunc i64 {b} to i32")
        return self.new(f"zext i32 {self.new(f'{op} i32 {a}, {b}')} to i64")

    def _floor_fix(self, rest: str, b: str, blo: int, bhi: int, fixed: str, plain: str) -> str:
        """Machines round towards 0: step down where the rest is not 0 and its sign is not that of the divisor."""
        if blo >= 0:
            wrong = self.new(f"icmp slt i64 {rest}, 0")
        elif bhi <= 0:
            wrong = self.new(f"icmp sgt i64 {rest}, 0")
        else:
            some = self.new(f"icmp ne i64 {rest}, 0")
            signs = self.new(f"xor i64 {rest}, {b}")
            differ = self.new(f"icmp slt i64 {signs}, 0")
            wrong = self.new(f"and i1 {some}, {differ}")
        return self.new(f"select i1 {wrong}, i64 {self.new(fixed)}, i64 {plain}")

    def _saturating(self, expr: ir.Binary, a: str, b: str) -> str:
        if fits(expr):
            return self.new(f"{_PLAIN[expr.op[4:]]} i64 {a}, {b}")
        return self.new(f"call i64 @{expr.op}(i64 {a}, i64 {b})")

    def _call(self, expr: ir.Call) -> str:
        value = self.call(expr.function, expr.args)
        return self.convert(value, self.text.results[expr.function] or expr.type, expr.type)

    def call(self, name: str, args: tuple[ir.Expr, ...]) -> str:
        """Call a function; the operand of its result ("" if it has none)."""
        function = self.text.program.functions[name]
        if len(args) != len(function.params):
            raise ProgramError(f"{name} takes {len(function.params)} values, not {len(args)}")
        given = "".join(f", i64 {self.number(arg)}" for arg in args)
        if function.result is None:
            self.add(f"call fastcc void {self.text.symbol(name)}(ptr %s, ptr %t, ptr %x{given})")
            return ""
        return self.new(f"call fastcc {_TYPES[function.result]} {self.text.symbol(name)}(ptr %s, ptr %t, ptr %x{given})")

    def _option_count(self, expr: ir.OptionCount) -> str:
        return self.new(f"load i64, ptr {self.context(ir.CTX_OPTIONS)}, align 8")

    def _option_at(self, expr: ir.OptionAt) -> str:
        return self.new(f"call i64 @option_at(ptr %x, i64 {self.number(expr.index)})")

    # ------------------------------------------------------------ statements

    def run(self, body: list[ir.Stmt]) -> None:
        for stmt in body:
            if not self.open:
                return
            _STATEMENTS[type(stmt)](self, stmt)

    def set_local(self, name: str, value: str, type_: str) -> None:
        place, kept = self.slot(name, type_)
        self.add(f"store {_TYPES[kept]} {self.convert(value, type_, kept)}, ptr {place}")

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
            lo, hi = span(stmt.index)
            index = self.clamp(index, first, last, lo, hi)
        if not within(stmt.value, stmt.lo, stmt.hi):
            self.fault(self._in_range(value, stmt.lo, stmt.hi), ir.OUT_OF_RANGE, stmt.line)
        lo, hi = span(stmt.value)
        value = self.clamp(value, low, high, lo, hi)
        place = str(stmt.base + int(index)) if isinstance(stmt.index, ir.Const) and index.lstrip("-").isdigit() else ""
        if not place:
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
        at = self.context(ir.CTX_FUEL)
        left = self.new(f"sub i64 {self.new(f'load i64, ptr {at}, align 8')}, {amount}")
        self.add(f"store i64 {left}, ptr {at}, align 8")
        ok = self.new(f"icmp sge i64 {left}, 0")
        bad, good = self.fresh(), self.fresh()
        self.branch(ok, good, bad, ", !prof !1")
        self.place(bad)
        self.note_fault(ir.ENDLESS_LOOP, line)
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
            self.pay(passes, stmt.line, end)
        before = self.label
        self.place(head)
        at, following = f"%i{head}", f"%n{head}"
        first, last = (stop, start) if stmt.down else (start, stop)
        self.add(f"{at} = phi i64 [ {first}, %{before} ], [ {following}, %{step} ]")
        self.set_local(stmt.name, at, ir.INT)
        outer = self.fixed.get(stmt.name)
        self.fixed[stmt.name] = at
        self.around.append(("loop", end, step))
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
        self.branch(more, head, end)
        self.place(end)

    def _while(self, stmt: ir.While) -> None:
        head, end, again = self.fresh(), self.fresh(), self.fresh()
        before = self.label
        self.place(head)
        passes, following = f"%i{head}", f"%n{head}"
        self.add(f"{passes} = phi i64 [ 0, %{before} ], [ {following}, %{again} ]")
        self.add(f"{following} = add nsw i64 {passes}, 1")
        self.around.append(("loop", end, again))
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
        self.jump(head)
        self.place(end)

    def _put_back(self, saved: str) -> None:
        size = 4 * self.text.program.state_size
        self.add(f"call void @llvm.memcpy.p0.p0.i64(ptr align 4 %s, ptr align 4 {saved}, i64 {size}, i1 false)")
        if not self.facts.on_stack(size):
            self.add(f"call void @give_back(ptr %x, i64 {(size + 7) // 8})")

    def _leave_loop(self, which: int) -> None:
        for kind in reversed(self.around):
            if kind[0] == "loop":
                self.jump(kind[which])
                return
            self._put_back(kind[1])
        raise ProgramError("break or continue outside a loop")

    def _break(self, stmt: ir.Break) -> None:
        self._leave_loop(1)

    def _continue(self, stmt: ir.Continue) -> None:
        self._leave_loop(2)

    def _return(self, stmt: ir.Return) -> None:
        value = _ZEROS.get(self.result, "")
        if stmt.value is not None and self.result:
            value = self.as_type(stmt.value, self.result)
        for kind in reversed(self.around):
            if kind[0] == "saved":
                self._put_back(kind[1])
        self.finish(value)

    def finish(self, value: str) -> None:
        """Return from the function."""
        self.leave_ring()
        self.add(f"ret {_TYPES[self.result]} {value}" if self.result else "ret void")
        self.open = False

    def leave_ring(self) -> None:
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
        self.add(f"call void @emit(ptr %x, i64 {self.number(stmt.code)})")

    def _set_option(self, stmt: ir.SetOption) -> None:
        index, code = self.number(stmt.index), self.number(stmt.code)
        self.add(f"call void @set_option(ptr %x, i64 {index}, i64 {code})")

    def _set_option_count(self, stmt: ir.SetOptionCount) -> None:
        self.add(f"call void @set_option_count(ptr %x, i64 {self.number(stmt.count)})")

    def _preserve(self, stmt: ir.Preserve) -> None:
        size = 4 * self.text.program.state_size
        if self.facts.on_stack(size):
            saved = f"%k{len(self.head)}"
            self.head.append(f"  {saved} = alloca [{self.text.program.state_size} x i32], align 16")
        else:
            saved = self.new(f"call ptr @take(ptr %x, i64 {(size + 7) // 8})")
        self.add(f"call void @llvm.memcpy.p0.p0.i64(ptr align 4 {saved}, ptr align 4 %s, i64 {size}, i1 false)")
        self.around.append(("saved", saved, ""))
        self.run(stmt.body)
        self.around.pop()
        if self.open:
            self._put_back(saved)

    def _note(self, stmt: ir.Note) -> None:
        pass


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


class NativeText:
    """The LLVM assembly of a whole program."""

    def __init__(self, program: ir.Program, facts: Facts) -> None:
        self.program = program
        self.facts = facts
        self.labels = 0
        self.results = {name: function.result for name, function in program.functions.items()}
        self._sizes = {"state": program.state_size, "table": program.table_size}
        self._blocks = (
            f"ptr noalias nonnull align 4 dereferenceable({4 * program.state_size}) %s, "
            f"ptr noalias nonnull readonly align 4 dereferenceable({4 * max(program.table_size, 1)}) %t, "
            f"ptr noalias nonnull align 8 dereferenceable({8 * ir.CTX_HEADER}) %x"
        )
        pieces = [PRELUDE]
        pieces += [self._function(function) for function in program.functions.values()]
        pieces.append(self._machine())
        pieces += self._exports()
        self.text = "\n".join(pieces)

    def check(self, block: str, first: int, last: int) -> None:
        """See to it that a range of words lies in its block."""
        if not (first >= 0 and last < self._sizes[block]):
            raise ProgramError(f"words {first}..{last} are outside the {block} of {self._sizes[block]} words")

    def symbol(self, name: str) -> str:
        """The LLVM name of a function."""
        plain = "".join(sign if sign.isascii() and (sign.isalnum() or sign in " ._-") else f"<{ord(sign):x}>" for sign in name)
        return f'@"f {plain}"'

    # ------------------------------------------------------------ functions

    def _function(self, function: ir.Function) -> str:
        body = _Body(self, function.result or "")
        changed = {stmt.name for stmt in statements(function.body) if isinstance(stmt, ir.Set | ir.Draw | ir.Loop)}
        changed |= {stmt.into for stmt in statements(function.body) if isinstance(stmt, ir.Do) and stmt.into is not None}
        given = ""
        for number, (name, _, _) in enumerate(function.params):
            given += f", i64 %p{number}"
            if name in changed:
                body.set_local(name, f"%p{number}", ir.INT)
            else:
                body.fixed[name] = f"%p{number}"
        self._arrays(body, function.arrays)
        line = first_line(function.body)
        out = body.fresh()
        guarded = function.name in self.facts.paying_functions
        if function.name in self.facts.ringed:
            self._enter_ring(body, line, out)
        if guarded:
            body.pay("1", line, out)
        body.run(function.body)
        if body.open:
            body.finish(_ZEROS.get(body.result, ""))
        if guarded:
            body.place(out)
            body.finish(_ZEROS.get(body.result, ""))
        type_ = _TYPES[function.result] if function.result else "void"
        hint = "alwaysinline" if function.inline and function.name not in self.facts.ringed else ""
        opening = f"define internal fastcc {type_} {self.symbol(function.name)}({self._blocks}{given}) {hint} #0 {{\nentry:"
        return "\n".join([opening, *body.head, *body.lines, "}"])

    def _arrays(self, body: _Body, arrays: dict[str, int]) -> None:
        """Find room for the local arrays: on the stack, or in the arena if they are large."""
        taken = 0
        for name, size in arrays.items():
            if self.facts.on_stack(8 * size):
                body.arrays[name] = place = f"%a{len(body.arrays)}"
                body.head.append(f"  {place} = alloca [{max(size, 1)} x i64], align 16")
            else:
                body.arrays[name] = body.new(f"call ptr @take(ptr %x, i64 {size})")
                taken += size
        if taken:
            body.leave.append(f"call void @give_back(ptr %x, i64 {taken})")

    def _enter_ring(self, body: _Body, line: int, out: str) -> None:
        """Count how deep functions call each other; too deep is a fault."""
        depth = body.new("call i64 @go_deeper(ptr %x)")
        body.leave.append("call void @come_up(ptr %x)")
        shallow = body.new(f"icmp sle i64 {depth}, {DEPTH_LIMIT}")
        bad, good = body.fresh(), body.fresh()
        body.branch(shallow, good, bad, ", !prof !1")
        body.place(bad)
        body.note_fault(ir.TOO_DEEP, line)
        body.jump(out)
        body.place(good)

    # ------------------------------------------------------------ the machine

    def _machine(self) -> str:
        machine = self.program.machine
        body = _Body(self, "")
        self._arrays(body, machine.arrays)
        labels = {name: f"m{number}" for number, name in enumerate(machine.blocks)}
        at = body.new(f"getelementptr inbounds i32, ptr %s, i64 {ir.RESUME}")
        entry = body.new(f"sext i32 {body.new(f'load i32, ptr {at}, align 4')} to i64")
        body.head.append("  %next = alloca i64")
        body.add(f"store i64 {entry}, ptr %next")
        body.place("dispatch")
        listed = " ".join(f"i64 {number}, label %{labels[name]}" for number, name in enumerate(machine.entries))
        body.add(f"switch i64 {body.new('load i64, ptr %next')}, label %lost [ {listed} ]")
        body.open = False
        body.place("lost")
        body.note_fault(ir.BAD_INDEX, 0)
        body.jump("stop")
        for name, block in machine.blocks.items():
            body.place(labels[name])
            body.run(block.body)
            self._end(body, block, labels)
        body.place("stop")
        self._stop(body)
        opening = f"define internal fastcc i32 @machine({self._blocks}) #1 {{\nentry:"
        return "\n".join([opening, *body.head, *body.lines, "}"])

    def _end(self, body: _Body, block: ir.Block, labels: dict[str, str]) -> None:
        if not body.open:
            raise ProgramError(f"block {block.name} leaves the machine")
        end = block.end
        cond = body.truth(end.cond) if isinstance(end, ir.Fork) else ""
        value = body.number(end.value) if isinstance(end, ir.Dispatch) else ""
        asked = end.cond if isinstance(end, ir.Fork) else end.value if isinstance(end, ir.Dispatch) else None
        if self.facts.may_fault(block.body) or (asked is not None and self.facts.faulty_call(asked)):
            self._stop_if_faulted(body)
        match end:
            case ir.Jump():
                self._go(body, block, end.to, labels)
            case ir.Fork():
                then, otherwise = body.fresh(), body.fresh()
                body.branch(cond, then, otherwise)
                body.place(then)
                self._go(body, block, end.then, labels)
                body.place(otherwise)
                self._go(body, block, end.otherwise, labels)
            case ir.Dispatch():
                body.pay("1", first_line(block.body), "stop")
                body.add(f"store i64 {value}, ptr %next")
                body.jump("dispatch")
            case ir.Ask():
                self._ask(body, block, self.program.machine.entries.index(end.resume))
            case ir.Halt():
                self._halt(body)

    def _go(self, body: _Body, block: ir.Block, to: str, labels: dict[str, str]) -> None:
        if (block.name, to) in self.facts.steps_back:
            body.pay("1", first_line(block.body), "stop")
        body.jump(labels[to])

    def _stop_if_faulted(self, body: _Body) -> None:
        code = body.new(f"load i64, ptr {body.context(ir.CTX_FAULT)}, align 8")
        fine = body.new(f"icmp eq i64 {code}, 0")
        good = body.fresh()
        body.branch(fine, good, "stop", ", !prof !1")
        body.place(good)

    def _word(self, body: _Body, word: int, value: str) -> None:
        at = body.new(f"getelementptr inbounds i32, ptr %s, i64 {word}")
        body.add(f"store i32 {value}, ptr {at}, align 4")

    def _ask(self, body: _Body, block: ir.Block, entry: int) -> None:
        self._word(body, ir.RESUME, str(entry))
        options = body.new(f"load i64, ptr {body.context(ir.CTX_OPTIONS)}, align 8")
        some = body.new(f"icmp ne i64 {options}, 0")
        bad, good = body.fresh(), body.fresh()
        body.branch(some, good, bad, ", !prof !1")
        body.place(bad)
        body.note_fault(ir.NO_ACTION, first_line(block.body))
        body.jump("stop")
        body.place(good)
        body.leave_ring()
        body.add(f"ret i32 {body.new(f'trunc i64 {options} to i32')}")
        body.open = False

    def _halt(self, body: _Body) -> None:
        at = body.new(f"getelementptr inbounds i32, ptr %s, i64 {ir.OVER}")
        over = body.new(f"load i32, ptr {at}, align 4")
        running = body.new(f"icmp eq i32 {over}, 0")
        body.add(f"store i32 {body.new(f'select i1 {running}, i32 1, i32 {over}')}, ptr {at}, align 4")
        self._word(body, ir.ACTOR, "-1")
        body.add(f"store i64 0, ptr {body.context(ir.CTX_OPTIONS)}, align 8")
        body.leave_ring()
        body.add("ret i32 0")
        body.open = False

    def _stop(self, body: _Body) -> None:
        """The end of a game that cannot go on."""
        code = body.new(f"load i64, ptr {body.context(ir.CTX_FAULT)}, align 8")
        line = body.new(f"load i64, ptr {body.context(ir.CTX_FAULT_LINE)}, align 8")
        self._word(body, ir.OVER, "2")
        self._word(body, ir.ACTOR, "-1")
        self._word(body, ir.FAULT, body.new(f"trunc i64 {code} to i32"))
        self._word(body, ir.FAULT_LINE, body.new(f"trunc i64 {line} to i32"))
        body.add(f"store i64 0, ptr {body.context(ir.CTX_OPTIONS)}, align 8")
        body.leave_ring()
        body.add("ret i32 0")
        body.open = False

    # ------------------------------------------------------------ exports

    def _renew(self, body: _Body, options: bool) -> None:
        """Fill up the fuel and forget the last fault."""
        words = [(ir.CTX_FUEL, ir.FUEL), (ir.CTX_FAULT, 0), (ir.CTX_FAULT_LINE, 0)]
        if options:
            words.append((ir.CTX_OPTIONS, 0))
        if self.facts.ringed:
            words.append((CTX_DEPTH, 0))
        if self.facts.arena:
            words.append((CTX_ARENA_USED, 0))
        for word, value in words:
            body.add(f"store i64 {value}, ptr {body.context(word)}, align 8")

    def _export(self, head: str, body: _Body) -> str:
        return "\n".join([f"define {head} #1 {{\nentry:", *body.head, *body.lines, "}"])

    def _without_arena(self, body: _Body, answer: str) -> None:
        """Refuse to run with a context that has no room for what does not fit the stack."""
        if not self.facts.arena:
            return
        size = body.new(f"load i64, ptr {body.context(CTX_ARENA_SIZE)}, align 8")
        enough = body.new(f"icmp sge i64 {size}, {self.facts.arena}")
        bad, good = body.fresh(), body.fresh()
        body.branch(enough, good, bad, ", !prof !1")
        body.place(bad)
        body.note_fault(ir.TOO_DEEP, 0)
        body.add(answer)
        body.open = False
        body.place(good)

    def _return_if_over(self, body: _Body) -> None:
        at = body.new(f"getelementptr inbounds i32, ptr %s, i64 {ir.OVER}")
        running = body.new(f"icmp eq i32 {body.new(f'load i32, ptr {at}, align 4')}, 0")
        done, go_on = body.fresh(), body.fresh()
        body.branch(running, go_on, done, ", !prof !1")
        body.place(done)
        body.add("ret i32 0")
        body.open = False
        body.place(go_on)

    def _exports(self) -> list[str]:
        setup = _Body(self, "")
        self._renew(setup, options=True)
        size = 4 * self.program.state_size
        setup.add(f"call void @llvm.memset.p0.i64(ptr align 4 %s, i8 0, i64 {size}, i1 false)")
        self._without_arena(setup, "ret i32 0")
        self._run_machine(setup)
        advance = _Body(self, "")
        self._renew(advance, options=True)
        self._return_if_over(advance)
        self._without_arena(advance, "ret i32 0")
        self._word(advance, ir.ANSWER, "%code")
        self._run_machine(advance)
        legal = _Body(self, "")
        self._renew(legal, options=True)
        self._return_if_over(legal)
        self._without_arena(legal, "ret i32 0")
        legal.call(self.program.options, ())
        fine = legal.new(f"icmp eq i64 {legal.new(f'load i64, ptr {legal.context(ir.CTX_FAULT)}, align 8')}, 0")
        at = legal.context(ir.CTX_OPTIONS)
        options = legal.new(f"select i1 {fine}, i64 {legal.new(f'load i64, ptr {at}, align 8')}, i64 0")
        legal.add(f"store i64 {options}, ptr {at}, align 8")
        legal.add(f"ret i32 {legal.new(f'trunc i64 {options} to i32')}")
        return [
            self._export(f"i32 @setup({self._blocks})", setup),
            self._export(f"i32 @advance({self._blocks}, i32 %code)", advance),
            self._export(f"i32 @legal({self._blocks})", legal),
            *(self._real(name, function) for name, function in self.program.reals.items()),
        ]

    def _run_machine(self, body: _Body) -> None:
        body.add(f"ret i32 {body.new('tail call fastcc i32 @machine(ptr %s, ptr %t, ptr %x)')}")

    def _real(self, name: str, function: str) -> str:
        body = _Body(self, "")
        self._renew(body, options=False)
        self._without_arena(body, "ret double 0.0")
        params = self.program.functions[function].params
        given = "".join(f", i64 %p{number}" for number in range(len(params)))
        type_ = self.results[function]
        if type_ is None:
            raise ProgramError(f"{function} has no result")
        called = f"call fastcc {_TYPES[type_]} {self.symbol(function)}(ptr %s, ptr %t, ptr %x{given})"
        value = body.convert(body.new(called), type_, ir.REAL)
        fine = body.new(f"icmp eq i64 {body.new(f'load i64, ptr {body.context(ir.CTX_FAULT)}, align 8')}, 0")
        body.add(f"ret double {body.new(f'select i1 {fine}, double {value}, double 0.0')}")
        return self._export(f'double @"real_{self.symbol(name)[4:-1]}"({self._blocks}{given})', body)

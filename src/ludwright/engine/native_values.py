"""Expressions of a program as LLVM instructions."""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ludwright import ir
from ludwright.engine.ranges import ANY, Ranges, combine, inside
from ludwright.engine.trust import Range
from ludwright.engine.walks import ProgramError, fits, has_call

if TYPE_CHECKING:
    from ludwright.engine.native_text import NativeText

TYPES = {ir.INT: "i64", ir.BOOL: "i1", ir.REAL: "double"}
ZEROS = {ir.INT: "0", ir.BOOL: "false", ir.REAL: "0.0"}
_PLAIN = {
    "add": "add",
    "sub": "sub",
    "mul": "mul",
    "band": "and",
    "bor": "or",
    "bxor": "xor",
    "wrap_add": "add",
    "wrap_mul": "mul",
}
_REAL = {"radd": "fadd", "rsub": "fsub", "rmul": "fmul"}
_COMPARE = {"eq": "eq", "ne": "ne", "lt": "slt", "le": "sle", "gt": "sgt", "ge": "sge"}
_COMPARE_REAL = {"eq": "oeq", "ne": "une", "lt": "olt", "le": "ole", "gt": "ogt", "ge": "oge"}


@dataclass(frozen=True, slots=True)
class SavedState:
    """A state put away, or those parts of it that may change meanwhile."""

    buffer: str
    ranges: list[tuple[int, int]]

    @property
    def words(self) -> int:
        """How many words it has."""
        return sum(last - first + 1 for first, last in self.ranges)


class NativeValues:
    """The text of one LLVM function while it is written."""

    def __init__(self, text: NativeText, result: str, ranges: Ranges) -> None:
        self.text = text
        self.facts = text.facts
        self.result = result
        self.ranges = ranges
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
        self.around: list[tuple[str, str] | SavedState] = []
        """What is open around the current statement: loops (the labels to break and to continue) and saved states."""
        self.leave: list[str] = []
        """What to do before returning."""
        self.cached: dict[int, str] = {}
        """Words of the context that this function keeps in registers while it runs: where each lies meanwhile."""

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
            machine_type = TYPES[type_]
            self.head.append(f"  {place} = alloca {machine_type}")
            self.head.append(f"  store {machine_type} {ZEROS[type_]}, ptr {place}")
        return known

    def context(self, word: int) -> str:
        """The address of a word of the context."""
        return self.new(f"getelementptr inbounds i64, ptr %x, i64 {word}")

    def cache(self, word: int) -> None:
        """Keep a word of the context in a register from here on."""
        place = f"%w{word}"
        self.head.append(f"  {place} = alloca i64")
        self.cached[word] = place
        self.refill(word)

    def refill(self, word: int) -> None:
        """Fetch a cached word from the context."""
        self.add(f"store i64 {self.new(f'load i64, ptr {self.context(word)}, align 8')}, ptr {self.cached[word]}")

    def flush(self, word: int) -> None:
        """Put a cached word back into the context."""
        self.add(f"store i64 {self.new(f'load i64, ptr {self.cached[word]}')}, ptr {self.context(word)}, align 8")

    def word(self, word: int) -> str:
        """Where a word of the context is to be read and written."""
        return self.cached.get(word) or self.context(word)

    def fault(self, ok: str, code: int, line: int) -> None:
        """Note a fault unless a condition holds, and go on."""
        bad, good = self.fresh(), self.fresh()
        self.branch(ok, good, bad, ", !prof !1")
        self.place(bad)
        self.note_fault(code, line)
        self.place(good)

    def note_fault(self, code: int, line: int) -> None:
        self.add(f"call preserve_mostcc void @note_fault(ptr %x, i64 {code}, i64 {line})")

    def clamp(self, value: str, first: int, last: int, found: Range = ANY) -> str:
        """Keep a value, which lies in a range for certain, in ``first..last``."""
        lo, hi = found
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
        return self.convert(self.new(f"load {TYPES[type_]}, ptr {place}"), type_, expr.type)

    def index(self, base: int, index: ir.Expr, first: int, last: int) -> str:
        """The place ``base + index`` with the index kept in ``first..last``."""
        if isinstance(index, ir.Const):
            return str(base + min(max(index.value, first), last))
        place = self.clamp(self.number(index), first, last, self.ranges.of(index))
        return self.new(f"add nsw i64 {place}, {base}") if base else place

    def _load(self, expr: ir.Load) -> str:
        if expr.first > expr.last:
            return ZEROS[expr.type]
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
            return ZEROS[expr.type]
        place = self.index(0, expr.index, 0, expr.size - 1)
        at = self.new(f"getelementptr inbounds i64, ptr {self.arrays[expr.array]}, i64 {place}")
        value = self.new(f"load i64, ptr {at}, align 8")
        return self.convert(value, ir.INT, expr.type)

    def _unary(self, expr: ir.Unary) -> str:
        match expr.op:
            case "neg":
                return self.new(f"sub i64 0, {self.number(expr.a)}")
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
            return self.new(f"{plain}{self._no_wrap(op, expr)} i64 {a}, {b}")
        match op:
            case "min" | "max":
                return self.new(f"call i64 @llvm.s{op}.i64(i64 {a}, i64 {b})")
            case "div" | "mod":
                return self._divide(expr, a, b)
            case "shl" | "shr":
                if not inside(self.ranges.of(expr.b), 0, 63):
                    b = self.new(f"and i64 {b}, 63")
                return self.new(f"{'shl' if op == 'shl' else 'ashr'} i64 {a}, {b}")
            case "sat_add" | "sat_sub" | "sat_mul":
                return self._saturating(expr, a, b)
        raise ProgramError(f"unknown operator {op}")

    def _no_wrap(self, op: str, expr: ir.Binary) -> str:
        """What LLVM may know about a sum, difference or product: that it stays within 64 bits."""
        if op not in ("add", "sub", "mul"):
            return ""
        return "" if combine(op, self.ranges.of(expr.a), self.ranges.of(expr.b)) == ANY else " nsw"

    def _logic(self, expr: ir.Binary) -> str:
        """``and`` and ``or``: the second side is only evaluated where it decides, if that can make a difference."""
        a = self.truth(expr.a)
        if not has_call(expr.b):
            b = self.truth(expr.b)
            return self.new(
                f"select i1 {a}, i1 {b}, i1 false" if expr.op == "and" else f"select i1 {a}, i1 true, i1 {b}"
            )
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
        type_ = TYPES[expr.type]
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
        (alo, ahi), (blo, bhi) = self.ranges.of(expr.a), self.ranges.of(expr.b)
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
            return self.new(f"{expr.op[4:]}{self._no_wrap(expr.op[4:], expr)} i64 {a}, {b}")
        return self.new(f"call i64 @{expr.op}(i64 {a}, i64 {b})")

    def _call(self, expr: ir.Call) -> str:
        value = self.call(expr.function, expr.args)
        return self.convert(value, self.text.results[expr.function] or expr.type, expr.type)

    def call(self, name: str, args: tuple[ir.Expr, ...]) -> str:
        """Call a function; the operand of its result ("" if it has none)."""
        function = self.text.program.functions[name]
        if len(args) != len(function.params):
            raise ProgramError(f"{name} takes {len(function.params)} values, not {len(args)}")
        given = ""
        for arg, (_, lo, hi) in zip(args, function.params, strict=True):
            given += f", i64 {self.clamp(self.number(arg), lo, hi, self.ranges.of(arg))}"
        touched = [
            word for word in self.cached if name in (self.facts.burning if word == ir.CTX_FUEL else self.facts.choosing)
        ]
        for word in touched:
            self.flush(word)
        called = f"{self.text.symbol(name)}(ptr %s, ptr %t, ptr %x{given})"
        value = ""
        if function.result is None:
            self.add(f"call fastcc void {called}")
        else:
            value = self.new(f"call fastcc {TYPES[function.result]} {called}")
        for word in touched:
            self.refill(word)
        return value

    def _option_count(self, expr: ir.OptionCount) -> str:
        return self.new(f"load i64, ptr {self.word(ir.CTX_OPTIONS)}, align 8")

    def _option_at(self, expr: ir.OptionAt) -> str:
        if ir.CTX_OPTIONS in self.cached:
            self.flush(ir.CTX_OPTIONS)
        return self.new(f"call i64 @option_at(ptr %x, i64 {self.number(expr.index)})")


_EXPRESSIONS: dict[type[ir.Expr], Callable[..., str]] = {
    ir.Const: NativeValues._const,
    ir.RealConst: NativeValues._real_const,
    ir.Local: NativeValues._local,
    ir.Load: NativeValues._load,
    ir.ArrayLoad: NativeValues._array_load,
    ir.Unary: NativeValues._unary,
    ir.Binary: NativeValues._binary,
    ir.Select: NativeValues._select,
    ir.Call: NativeValues._call,
    ir.OptionCount: NativeValues._option_count,
    ir.OptionAt: NativeValues._option_at,
}

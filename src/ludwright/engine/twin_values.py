"""Expressions of a program as Python text."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ludwright import ir
from ludwright.engine.twin_names import TwinNames
from ludwright.engine.walks import ProgramError, fits, has_call, span, within

if TYPE_CHECKING:
    from ludwright.engine.twin_source import TwinSource

_PLAIN = {
    "add": "+",
    "sub": "-",
    "mul": "*",
    "band": "&",
    "bor": "|",
    "bxor": "^",
    "and": "and",
    "or": "or",
    "eq": "==",
    "ne": "!=",
    "lt": "<",
    "le": "<=",
    "gt": ">",
    "ge": ">=",
    "radd": "+",
    "rsub": "-",
    "rmul": "*",
}
_NESTING = 40
"""Brackets nested deeper than this are taken apart, for Python reads no more than 200."""
NOTHING = {None: "None", ir.INT: "0", ir.BOOL: "False", ir.REAL: "0.0"}


class TwinValues:
    """The text of one Python function while it is written."""

    def __init__(self, source: TwinSource, names: TwinNames, shared: dict[str, str], arrays: dict[str, str]) -> None:
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
        return strip(self.value(expr))

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
        self.line(f"{kept} = {strip(text)}")
        return kept

    def at(self, base: int, index: ir.Expr, first: int, last: int) -> str:
        """The place ``base + index`` with the index kept in ``first..last``."""
        if isinstance(index, ir.Const):
            return str(base + min(max(index.value, first), last))
        text = self.value(index) if within(index, first, last) else f"clamp({self.bare(index)}, {first}, {last})"
        return f"{base} + {text}" if base else strip(text)

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
            return NOTHING[expr.type]
        return f"{expr.block}[{self.at(expr.base, expr.index, expr.first, expr.last)}]"

    def _array_load(self, expr: ir.ArrayLoad) -> str:
        if expr.size < 1:
            return NOTHING[expr.type]
        return f"{self.arrays[expr.array]}[{self.at(0, expr.index, 0, expr.size - 1)}]"

    def _unary(self, expr: ir.Unary) -> str:
        text = self.value(expr.a)
        match expr.op:
            case "neg" | "rneg":
                return f"(-{text})"
            case "not":
                return f"(not {text})"
            case "int":
                return f"int({strip(text)})"
            case "real":
                return f"float({strip(text)})"
        raise ProgramError(f"unknown operator {expr.op}")

    def _binary(self, expr: ir.Binary) -> str:
        op, a, b = expr.op, self.value(expr.a), self.value(expr.b)
        sign = _PLAIN.get(op)
        if sign is not None:
            return f"({a} {sign} {b})"
        if op in ("min", "max"):
            return f"{op}({strip(a)}, {strip(b)})"
        match op:
            case "div" | "mod":
                lo, hi = span(expr.b)
                if (lo > 0 or hi < 0) and not (lo <= -1 <= hi and span(expr.a)[0] < -ir.LIMIT):
                    return f"({a} {'//' if op == 'div' else '%'} {b})"
                return f"floor_{op}({strip(a)}, {strip(b)})"
            case "shl":
                return f"shift_left({strip(a)}, {strip(b)})"
            case "shr":
                return f"({a} >> {b})" if within(expr.b, 0, 63) else f"({a} >> ({b} & 63))"
            case "sat_add" | "sat_sub" | "sat_mul":
                text = f"{a} {_PLAIN[op[4:]]} {b}"
                return f"({text})" if fits(expr) else f"saturate({text})"
            case "wrap_add" | "wrap_mul":
                return f"wrap({a} {_PLAIN[op[5:]]} {b})"
            case "rdiv":
                return f"real_div({strip(a)}, {strip(b)})"
            case "rmin" | "rmax":
                return f"real_{op[1:]}({strip(a)}, {strip(b)})"
        raise ProgramError(f"unknown operator {op}")

    def _select(self, expr: ir.Select) -> str:
        cond, a, b = self.value(expr.cond), self.value(expr.a), self.value(expr.b)
        if expr.type == ir.INT:
            a = f"int({strip(a)})" if expr.a.type == ir.BOOL else a
            b = f"int({strip(b)})" if expr.b.type == ir.BOOL else b
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


_EXPRESSIONS: dict[type[ir.Expr], Callable[..., str]] = {
    ir.Const: TwinValues._const,
    ir.RealConst: TwinValues._real_const,
    ir.Local: TwinValues._local,
    ir.Load: TwinValues._load,
    ir.ArrayLoad: TwinValues._array_load,
    ir.Unary: TwinValues._unary,
    ir.Binary: TwinValues._binary,
    ir.Select: TwinValues._select,
    ir.Call: TwinValues._call,
    ir.OptionCount: TwinValues._option_count,
    ir.OptionAt: TwinValues._option_at,
}


def shifted(text: str, by: int) -> str:
    """One more or one less than a value in brackets."""
    number = strip(text)
    if number.lstrip("-").isdigit():
        return str(int(number) + by)
    return f"{text} + {by}" if by > 0 else f"{text} - {-by}"


def strip(text: str) -> str:
    """Without the brackets around the whole."""
    if not text.startswith("("):
        return text
    depth = 0
    for at, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if depth == 0:
            return text[1:-1] if at == len(text) - 1 else text
    return text

"""Ranges that values lie in for certain, worked out from what a program does and not from what it claims.

Every expression carries a range it claims to be proven. The machine code believes none of it where memory is at stake:
an index that is not inside by these ranges is clamped. They hold at any place and time, so they also hold for what is worked
out before its conditions are known to hold. What words of the state and the table hold is :mod:`ludwright.engine.trust`'s to say.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ludwright import ir
from ludwright.engine.trust import Range, Trust
from ludwright.engine.walks import statements

ANY: Range = (-(1 << 63), (1 << 63) - 1)
_YES_OR_NO: Range = (0, 1)
_ROUNDS = 10
_FAR = 1 << 61


def _endless(before: Range, after: Range) -> Range:
    """A range that grew, without end on the side where it did: first up to what can still be counted with, then altogether."""
    lo, hi = before
    if after[0] < lo:
        lo = -_FAR if after[0] > -_FAR else ANY[0]
    if after[1] > hi:
        hi = _FAR if after[1] < _FAR else ANY[1]
    return lo, hi


def union(a: Range, b: Range) -> Range:
    """The smallest range with both inside."""
    return min(a[0], b[0]), max(a[1], b[1])


def _fitting(found: Range) -> Range:
    """A range of 64-bit results: anything, where they might wrap around."""
    return found if found[0] >= ANY[0] and found[1] <= ANY[1] else ANY


class Ranges:
    """The ranges of the locals of one function, or of the machine.

    ``early`` are the locals that may be read before they are set, and ``arrays`` the arrays that begin as zeros.
    """

    def __init__(
        self,
        bodies: Iterable[list[ir.Stmt]],
        params: Iterable[tuple[str, int, int]],
        early: Iterable[str],
        results: Mapping[str, Range],
        trust: Trust,
        arrays: Iterable[str] = (),
    ) -> None:
        self._results = results
        self._trust = trust
        self.locals: dict[str, Range] = dict.fromkeys(early, (0, 0))
        self.locals.update({name: (lo, hi) for name, lo, hi in params})
        known = set(arrays)
        self.locals.update({f"[{name}]": (0, 0) for name in known})
        sources: list[tuple[str, ir.Stmt]] = []
        for body in bodies:
            for stmt in statements(body):
                if isinstance(stmt, ir.Set | ir.Draw | ir.Loop):
                    sources.append((stmt.name, stmt))
                elif isinstance(stmt, ir.Do) and stmt.into is not None:
                    sources.append((stmt.into, stmt))
                elif isinstance(stmt, ir.ArrayStore) and stmt.array in known:
                    sources.append((f"[{stmt.array}]", stmt))
        self._settle(sources)

    def _settle(self, sources: list[tuple[str, ir.Stmt]]) -> None:
        """Take in what every statement gives its local until nothing grows any more; what keeps growing has no end."""
        start = dict(self.locals)
        for number in range(_ROUNDS):
            grown = False
            for name, stmt in sources:
                given = self._given(stmt)
                before = self.locals.get(name)
                after = given if before is None else union(before, given)
                if after != before:
                    grown = True
                    if before is not None and number >= 2:
                        after = _endless(before, after)
                    self.locals[name] = after
            if not grown:
                break
        else:
            for name, _ in sources:
                self.locals[name] = ANY
            return
        # What was said to be without end may have an end after all: all that is given to it now is enough.
        by_name: dict[str, list[ir.Stmt]] = {}
        for name, stmt in sources:
            by_name.setdefault(name, []).append(stmt)
        for _ in range(2):
            for name, statements_ in by_name.items():
                ends = [self._given(stmt) for stmt in statements_]
                if name in start:
                    ends.append(start[name])
                self.locals[name] = min(lo for lo, _ in ends), max(hi for _, hi in ends)

    def _given(self, stmt: ir.Stmt) -> Range:
        match stmt:
            case ir.Set() | ir.ArrayStore():
                return self.of(stmt.value)
            case ir.Draw():
                return 0, max(0, min(self.of(stmt.bound)[1], 1 << 32) - 1)
            case ir.Loop():
                first, last = self.of(stmt.start)[0], self.of(stmt.stop)[1]
                return (first, last) if first <= last else (0, 0)
            case ir.Do():
                return self._results[stmt.function]
        raise AssertionError(stmt)

    def returned(self, body: list[ir.Stmt]) -> Range:
        """The range of what a function with that body returns; 0 is among it, for a fault returns 0."""
        found: Range = (0, 0)
        for stmt in statements(body):
            if isinstance(stmt, ir.Return) and stmt.value is not None:
                found = union(found, self.of(stmt.value))
        return found

    def of(self, expr: ir.Expr) -> Range:
        """The range of an expression."""
        if expr.type == ir.BOOL:
            return (expr.value, expr.value) if isinstance(expr, ir.Const) else _YES_OR_NO
        match expr:
            case ir.Const():
                return expr.value, expr.value
            case ir.Local():
                return self.locals.get(expr.name, (0, 0))
            case ir.ArrayLoad():
                return self.locals.get(f"[{expr.array}]", ANY)
            case ir.Load():
                return self._trust.of(expr)
            case ir.Binary():
                return self._binary(expr)
            case ir.Select():
                return union(self.of(expr.a), self.of(expr.b))
            case ir.Call():
                return self._results[expr.function]
            case ir.Unary(op="int"):
                return _YES_OR_NO
            case ir.Unary(op="neg"):
                lo, hi = self.of(expr.a)
                return _fitting((-hi, -lo))
            case _:
                return ANY

    def _binary(self, expr: ir.Binary) -> Range:
        op = expr.op
        if op[0] == "r" or op in ("wrap_add", "wrap_mul"):
            return ANY
        return combine(op, self.of(expr.a), self.of(expr.b))


def combine(op: str, a: Range, b: Range) -> Range:
    """The range of an operator's results from those of its operands."""
    match op:
        case "add":
            return _fitting((a[0] + b[0], a[1] + b[1]))
        case "sub":
            return _fitting((a[0] - b[1], a[1] - b[0]))
        case "mul":
            ends = (a[0] * b[0], a[0] * b[1], a[1] * b[0], a[1] * b[1])
            return _fitting((min(ends), max(ends)))
        case "min":
            return min(a[0], b[0]), min(a[1], b[1])
        case "max":
            return max(a[0], b[0]), max(a[1], b[1])
        case "div":
            most = max(abs(a[0]), abs(a[1]))
            return _fitting((0 if a[0] >= 0 and b[0] >= 0 else -most, most))
        case "mod":
            return min(b[0] + 1, 0), max(b[1] - 1, 0)
        case "band":
            tops = [top for low, top in (a, b) if low >= 0]
            return (0, min(tops)) if tops else ANY
        case "bor" | "bxor":
            return (0, (1 << max(a[1], b[1]).bit_length()) - 1) if a[0] >= 0 and b[0] >= 0 else ANY
        case "shr":
            return min(a[0], 0), max(a[1], 0)
        case "shl":
            return _fitting((0, a[1] << b[1])) if a[0] >= 0 and b[0] >= 0 and b[1] <= 62 else ANY
        case "sat_add" | "sat_sub" | "sat_mul":
            lo, hi = _exact(op, a, b)
            return min(max(lo, -ir.LIMIT), ir.LIMIT), max(min(hi, ir.LIMIT), -ir.LIMIT)
        case _:
            return ANY


def _exact(op: str, a: Range, b: Range) -> Range:
    if op == "sat_add":
        return a[0] + b[0], a[1] + b[1]
    if op == "sat_sub":
        return a[0] - b[1], a[1] - b[0]
    ends = (a[0] * b[0], a[0] * b[1], a[1] * b[0], a[1] * b[1])
    return min(ends), max(ends)


def inside(found: Range, first: int, last: int) -> bool:
    """Whether a range lies in ``first..last``."""
    return first <= found[0] and found[1] <= last

"""The best result that is still possible, as far as it follows from values that only rise or only fall.

A game that pays for being early can promise no more than what the clock leaves, however it goes on; coins that may come and go promise nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ludwright import ir
from ludwright.engine.walks import parts, statements
from ludwright.ir import terms

NAME = "possible"
"""Under which it is exported, beside ``returns``."""

Bound = ir.Expr | None
"""A real number that a value can't leave; None where nothing is known."""


def add_best_possible(program: ir.Program) -> None:
    """Export what a result can still come to, where anything bounds it.

    A formula of the state that never grows while the game goes on, and never is less than the result.
    """
    function = program.functions.get(program.reals.get("returns", ""))
    if function is None:
        return
    match function.body:
        case [*sets, ir.Return(value=ir.Expr() as value)] if all(isinstance(stmt, ir.Set) for stmt in sets):
            given = [stmt for stmt in sets if isinstance(stmt, ir.Set)]
            names = [stmt.name for stmt in given]
            bounds = _Bounds(program, {stmt.name: stmt.value for stmt in given if names.count(stmt.name) == 1})
            most = bounds.most(value)
        case _:
            return
    if most is None or not _reads_state(most):
        return
    name = f"real_of_{NAME}"
    program.functions[name] = ir.Function(name, function.params, [ir.Return(most)], ir.REAL, 0, 0)
    program.reals[NAME] = name


class _Bounds:
    """Works out what a formula can't rise above, nor fall below, from now on."""

    def __init__(self, program: ir.Program, known: dict[str, ir.Expr]) -> None:
        self.known = known
        self.courses = _Courses(program)

    def most(self, e: ir.Expr) -> Bound:
        return self._bound(e, up=True)

    def least(self, e: ir.Expr) -> Bound:
        return self._bound(e, up=False)

    def _bound(self, e: ir.Expr, up: bool) -> Bound:
        same, other = (self.most, self.least) if up else (self.least, self.most)
        match e:
            case ir.RealConst():
                return e
            case ir.Local(name=name) if name in self.known:
                return same(self.known[name])
            case ir.Unary(op="real", a=a):
                return terms.as_real(self._whole(a, up))
            case ir.Unary(op="rneg", a=a):
                return _op("rsub", terms.real(0.0), other(a))
            case ir.Binary(op="radd", a=a, b=b):
                return _op("radd", same(a), same(b))
            case ir.Binary(op="rsub", a=a, b=b):
                return _op("rsub", same(a), other(b))
            case ir.Binary(op="rmul" | "rdiv" as op, a=a, b=b) if (factor := _number(b)) is not None:
                return _op(op, same(a) if (factor > 0) else other(a), terms.real(factor))
            case ir.Binary(op="rmul", a=a, b=b) if (factor := _number(a)) is not None:
                return _op("rmul", terms.real(factor), same(b) if factor > 0 else other(b))
            case ir.Binary(op="rmin" | "rmax" as op, a=a, b=b):
                ends = [end for end in (same(a), same(b)) if end is not None]
                if len(ends) == 2:
                    return _op(op, *ends)
                # what one side alone is known of says enough where the other can only make it tighter
                return ends[0] if ends and up == (op == "rmin") else None
            case _ if e.type != ir.REAL:
                return terms.as_real(self._whole(e, up))
            case _:
                return None

    def _whole(self, e: ir.Expr, up: bool) -> ir.Expr:
        """As a whole number, which always has its range."""
        same = self._whole
        match e:
            case ir.Const():
                return e
            case ir.Local(name=name) if name in self.known:
                return same(self.known[name], up)
            case ir.Load(block="table", index=ir.Const()):
                return e
            case ir.Load(block="state", index=ir.Const(value=index), base=base):
                course = self.courses.of(base + index)
                if course is not None and course != up:
                    return e
            case ir.Binary(op="add" | "sat_add", a=a, b=b):
                return terms.add(same(a, up), same(b, up))
            case ir.Binary(op="sub" | "sat_sub", a=a, b=b):
                return terms.sub(same(a, up), same(b, not up))
            case ir.Unary(op="neg", a=a):
                return terms.neg(same(a, not up))
            case ir.Binary(op="min", a=a, b=b):
                return terms.lowest(same(a, up), same(b, up))
            case ir.Binary(op="max", a=a, b=b):
                return terms.highest(same(a, up), same(b, up))
            case ir.Binary(op="mul" | "sat_mul", a=a, b=ir.Const(value=factor)):
                return terms.mul(same(a, up == (factor >= 0)), terms.const(factor))
            case ir.Binary(op="mul" | "sat_mul", a=ir.Const(value=factor), b=b):
                return terms.mul(terms.const(factor), same(b, up == (factor >= 0)))
        return terms.const(e.hi if up else e.lo)


class _Courses:
    """Whether a word of the state only rises, or only falls, once the game has begun."""

    def __init__(self, program: ir.Program) -> None:
        self.bodies: list[list[ir.Stmt]] = [function.body for function in program.functions.values()]
        self.bodies += [block.body for block in program.machine.blocks.values()]
        self._known: dict[int, bool | None] = {}

    def of(self, word: int) -> bool | None:
        """True: it only rises. False: it only falls. None: neither is sure."""
        if word not in self._known:
            stores = [found for body in self.bodies for found in _stores(body, word)]
            rises = all(_keeps(stmt.value, stmt, sets, up=True) for stmt, sets in stores)
            falls = all(_keeps(stmt.value, stmt, sets, up=False) for stmt, sets in stores)
            self._known[word] = True if rises and stores else False if falls and stores else None
        return self._known[word]


def _stores(body: list[ir.Stmt], word: int) -> Iterator[tuple[ir.Store, dict[str, ir.Expr]]]:
    """What may write a word, each with the locals that were set just before. The first image of the state is not looked at."""
    just_set: dict[str, ir.Expr] = {}
    for stmt in statements(body):
        match stmt:
            case ir.Set(name=name, value=value):
                just_set = {**just_set, name: value}
            case ir.Check():
                pass
            case ir.Store() if _may_write(stmt, word):
                yield stmt, just_set
                just_set = {}
            case _:
                just_set = {}


def _may_write(stmt: ir.Store, word: int) -> bool:
    if isinstance(stmt.index, ir.Const):
        return stmt.base + stmt.index.value == word
    is_image = isinstance(stmt.value, ir.Load) and stmt.value.block == "table" and isinstance(stmt.index, ir.Local)
    return not is_image and stmt.base + stmt.first <= word <= stmt.base + stmt.last


def _keeps(value: ir.Expr, stmt: ir.Store, sets: dict[str, ir.Expr], up: bool) -> bool:
    """Whether a store surely leaves its word as high (or as low) as it is, or makes it higher (or lower)."""

    def at_least(e: ir.Expr) -> bool:
        if e.lo >= stmt.hi if up else e.hi <= stmt.lo:
            return True
        match e:
            case ir.Load(block="state", base=stmt.base, index=stmt.index):
                return True
            case ir.Local(name=name) if name in sets:
                return at_least(sets[name])
            case ir.Binary(op="add" | "sat_add", a=a, b=b):
                return (at_least(a) and _more(b)) or (at_least(b) and _more(a))
            case ir.Binary(op="sub" | "sat_sub", a=a, b=b):
                return at_least(a) and (b.hi <= 0 if up else b.lo >= 0)
            case ir.Binary(op="max" | "min" as op, a=a, b=b):
                sides = (at_least(a), at_least(b))
                return any(sides) if (op == "max") == up else all(sides)
            case ir.Select(a=a, b=b):
                return at_least(a) and at_least(b)
            case _:
                return False

    def _more(e: ir.Expr) -> bool:
        return e.lo >= 0 if up else e.hi <= 0

    return at_least(value)


def _op(op: str, a: Bound, b: Bound) -> Bound:
    return None if a is None or b is None else terms.real_op(op, a, b)


_FOLDED: dict[str, Callable[[float, float], float]] = {
    "radd": lambda a, b: a + b,
    "rsub": lambda a, b: a - b,
    "rmul": lambda a, b: a * b,
    "rdiv": lambda a, b: a / b if b else 0.0,
}


def _number(e: ir.Expr) -> float | None:
    """What a formula without any part of the game comes to."""
    match e:
        case ir.RealConst(value=value):
            return value
        case ir.Unary(op="real", a=ir.Const(value=whole)):
            return float(whole)
        case ir.Binary(op=op, a=a, b=b) if op in _FOLDED:
            first, second = _number(a), _number(b)
            return None if first is None or second is None else _FOLDED[op](first, second)
        case _:
            return None


def _reads_state(e: ir.Expr) -> bool:
    return (isinstance(e, ir.Load) and e.block == "state") or any(_reads_state(part) for part in parts(e))

"""`repeats`: how often this position has begun a turn.

A position is where every component lies, what every cell carries, every reference and every yes or no, and whose turn it is; plain counters
are not part of it. The last positions are remembered as 31-bit prints of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludwright import ir
from ludwright.ir import terms
from ludwright.ir.terms import ONE, ZERO
from ludwright.rules.emit.code import Code
from ludwright.rules.names import sets

if TYPE_CHECKING:
    from ludwright.rules.compiler import Rules

MEMORY = 200
"""How many turns back a repetition is noticed."""
MASK = (1 << 31) - 1
LOW = (1 << 61) - 1


class PositionHistory:
    """A ring of remembered positions in the state."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        model = rules.model
        self.prints = model.words(MEMORY)
        self.next = model.words(1)
        self.times = model.words(1)
        for word in range(self.prints, self.prints + MEMORY):
            rules.image[word] = terms.NONE  # no position yet

    def count(self) -> ir.Expr:
        return terms.state(self.times, lo=0, hi=MEMORY)

    def _spans(self) -> list[tuple[int, int]]:
        """The words that make up a position."""
        model = self.rules.model
        spans = []
        for field in model.all_fields():
            on_board = field.owner is not None and field.owner.role != "player"
            if on_board or field.type.form in ("ref", "bool"):
                spans.append((field.base, field.size))
        if model.components:
            spans.append((model.arrays["place"], model.components))
        return spans

    def remember(self, code: Code) -> None:
        name = "remember_position"
        if name not in self.rules.functions:
            self.rules.functions[name] = self._make(name)
        code.emit(ir.Do(name, ()))

    def _make(self, name: str) -> ir.Function:
        code = Code(name)
        seat = terms.state(ir.TURN_PLAYER, lo=0, hi=self.rules.model.players - 1)
        total = code.variable(terms.add(seat, ONE), 0, LOW, "position")
        counted = 0
        for base, size in [*self._spans(), (ir.TURN_PLAYER, 1)]:
            # each word is mixed with its place, by itself: a processor works at several of them at once
            def one(i: ir.Expr, base: int = base, size: int = size, counted: int = counted) -> None:
                place = _wrap("wrap_mul", terms.add(i, terms.const(counted + 1)), terms.const(0x1E3779B97F4A7C15))
                word = terms.state(base, i, 0, size - 1)
                mixed = _wrap("wrap_mul", _wrap("wrap_add", place, word), terms.const(0x3F58476D1CE4E5B9))
                code.emit(ir.Set(total.name, _low(terms.add(total, _folded(code.keep(_low(mixed), "mixed"))))))

            sets.walk(code, ZERO, terms.const(size - 1), one)
            counted += size
        sum_ = code.keep(_low(_wrap("wrap_mul", total, terms.const(0x14D049BB133111EB))), "sum")
        print_ = code.keep(terms.bit_and(_shifted_down(_folded(sum_), 23), terms.const(MASK)), "print")
        seen = code.variable(ONE, 1, MEMORY + 1, "seen")

        def look(i: ir.Expr) -> None:
            same = terms.eq(terms.state(self.prints, i, 0, MEMORY - 1), print_)
            code.emit(ir.If(same, [ir.Set(seen.name, terms.lowest(terms.add(seen, ONE), terms.const(MEMORY)))]))

        sets.walk(code, ZERO, terms.const(MEMORY - 1), look)
        at = terms.state(self.next, lo=0, hi=MEMORY - 1)
        code.emit(terms.store(self.prints, print_, at, 0, MEMORY - 1))
        following = terms.select(
            terms.ge(at, terms.const(MEMORY - 1)), ZERO, terms.clamp(terms.add(at, ONE), 0, MEMORY - 1)
        )
        code.emit(terms.store(self.next, following, lo=0, hi=MEMORY - 1))
        code.emit(terms.store(self.times, terms.lowest(seen, terms.const(MEMORY)), lo=0, hi=MEMORY))
        return ir.Function(name, [], code.statements, changes=True)


def _wrap(op: str, a: ir.Expr, b: ir.Expr) -> ir.Expr:
    """Counted with what fits into 64 bits; whatever goes beyond is lost."""
    return ir.Binary(ir.INT, -ir.LIMIT, ir.LIMIT, op, a, b)


def _low(a: ir.Expr) -> ir.Expr:
    return terms.bit_and(a, terms.const(LOW))


def _shifted_down(a: ir.Expr, by: int) -> ir.Expr:
    return ir.Binary(ir.INT, 0, a.hi >> by, "shr", a, terms.const(by))


def _folded(a: ir.Expr) -> ir.Expr:
    """The upper half of a number brought into its lower half, too."""
    return ir.Binary(ir.INT, 0, LOW, "bxor", a, _shifted_down(a, 29))

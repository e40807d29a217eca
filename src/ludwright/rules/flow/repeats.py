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
        mark = code.variable(terms.add(seat, ONE), -(1 << 62), 1 << 62, "mark")

        def mix(base: int, size: int) -> None:
            def one(i: ir.Expr) -> None:
                word = terms.state(base, i, 0, size - 1)
                sum_ = ir.Binary(
                    ir.INT,
                    -(1 << 62),
                    1 << 62,
                    "wrap_add",
                    ir.Binary(ir.INT, -(1 << 62), 1 << 62, "wrap_mul", mark, terms.const(0x5851F42D4C957F)),
                    word,
                )
                low = ir.Binary(ir.INT, 0, (1 << 61) - 1, "band", sum_, terms.const((1 << 61) - 1))
                code.emit(
                    ir.Set(
                        mark.name,
                        ir.Binary(
                            ir.INT,
                            0,
                            (1 << 61) - 1,
                            "bxor",
                            low,
                            ir.Binary(ir.INT, 0, 1 << 32, "shr", low, terms.const(29)),
                        ),
                    )
                )

            sets.walk(code, ZERO, terms.const(size - 1), one)

        for base, size in [*self._spans(), (ir.TURN_PLAYER, 1)]:
            mix(base, size)
        print_ = code.keep(
            ir.Binary(
                ir.INT, 0, MASK, "band", ir.Binary(ir.INT, 0, 1 << 40, "shr", mark, terms.const(23)), terms.const(MASK)
            ),
            "print",
        )
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

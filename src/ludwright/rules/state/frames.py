"""Where values lie that outlive a question: slots at a fixed place, or in a frame on the stack."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ludwright import ir
from ludwright.ir import terms
from ludwright.ir.terms import ONE, ZERO
from ludwright.model.kinds import Type
from ludwright.rules.emit.code import Code
from ludwright.rules.names import sets

if TYPE_CHECKING:
    from ludwright.rules.flow.blocks import Blocks

STACK_WORDS = 512
MORE_STACK_WORDS = 8192
"""For games in which a question remembers a large part of a deck."""
WORD = 2**31 - 1


class Stored(sets.SetValue):
    """A list kept in slots: a word that counts, then room for the members."""

    def __init__(self, flow: Blocks, frame: SlotFrame, start: int, size: int, type_: Type, lo: int, hi: int) -> None:
        self.flow, self.frame, self.start, self.bound, self.type, self.lo, self.hi = (
            flow,
            frame,
            start,
            size,
            type_,
            lo,
            hi,
        )

    def _word(self, index: ir.Expr, offset: int, lo: int, hi: int) -> ir.Load:
        return self.frame.load(self.start + offset, lo, hi, index, self.bound)

    @property
    def number(self) -> ir.Load:
        return self.frame.load(self.start, 0, self.bound)

    def at(self, index: ir.Expr) -> ir.Expr:
        return self.frame.load(self.start + 1, self.lo, self.hi, index, self.bound)

    def each(self, code: Code, visit: sets.Visit, alive: ir.Expr | None = None, backwards: bool = False) -> None:
        sets.walk(code, ZERO, terms.sub(self.number, ONE), lambda i: visit(code.keep(self.at(i), "member")), backwards)

    def count(self, code: Code) -> ir.Expr:
        return self.number

    def empty(self, code: Code) -> ir.Expr:
        return terms.eq(self.number, ZERO)

    def put(self, code: Code, x: ir.Expr, line: int) -> None:
        """Add one at the end."""
        number = code.keep(self.number)
        code.emit(ir.Check(terms.lt(number, terms.const(self.bound)), ir.FULL, line))
        code.emit(self.frame.store(self.start + 1, x, number, self.bound, self.lo, self.hi))
        code.emit(
            self.frame.store(
                self.start, terms.lowest(terms.add(number, ONE), terms.const(self.bound)), ZERO, 1, 0, self.bound
            )
        )

    def clear(self, code: Code) -> None:
        code.emit(self.frame.store(self.start, ZERO, ZERO, 1, 0, self.bound))

    def number_in(self, words: Sequence[int]) -> int:
        """How many there are in a state that waits where this list is in use."""
        return int(words[self.frame.place(self.start, words)])


class SlotFrame:
    """Where the slots of one piece of asking code lie."""

    def __init__(self, flow: Blocks, fixed: bool) -> None:
        self.flow, self.fixed, self.size = flow, fixed, 2

    def slots(self, count: int = 1) -> int:
        if self.fixed:
            return self.flow.rules.model.words(count)
        start = self.size
        self.size += count
        if self.size > self.flow.rules.stack_words // 2:
            raise self.flow.too_much()
        return start

    def load(self, start: int, lo: int, hi: int, index: ir.Expr = ZERO, size: int = 1) -> ir.Load:
        if self.fixed:
            return terms.state(start, index, 0, size - 1, lo, hi)
        return terms.state(
            0,
            terms.add(self.flow.frame_word(), terms.add(terms.clamp(index, 0, size - 1), terms.const(start))),
            self.flow.frame_range()[0],
            self.flow.stack_end() - 1,
            lo,
            hi,
        )

    def place(self, start: int, words: Sequence[int]) -> int:
        """Where a slot lies in a state that waits in this code."""
        return start if self.fixed else int(words[ir.FRAME]) + start

    def store(
        self,
        start: int,
        value: ir.Expr,
        index: ir.Expr = ZERO,
        size: int = 1,
        lo: int = -WORD - 1,
        hi: int = WORD,
        line: int = 0,
    ) -> ir.Store:
        if self.fixed:
            return terms.store(start, value, index, 0, size - 1, lo, hi, line)
        where = terms.add(self.flow.frame_word(), terms.add(terms.clamp(index, 0, size - 1), terms.const(start)))
        return terms.store(0, value, where, self.flow.frame_range()[0], self.flow.stack_end() - 1, lo, hi, line)


@dataclass
class Routine:
    """A procedure, stage or action whose effects ask, callable from several places."""

    label: str
    frame: SlotFrame
    params: list[int]
    result: Type | None = None
    result_range: tuple[int, int] = (0, 0)
    sizes: list[Callable[[int], None]] = field(default_factory=list)
    """What waits for the size of the frame, which is known only when the body is compiled."""


@dataclass
class CallSite:
    """Where `end X` and `answer` lead from here."""

    part: str
    label: str
    frame: SlotFrame
    result: int | None = None
    blanks: list[ir.Store] = field(default_factory=list)
    """Where `none` is answered: its form depends on what else is."""
    held: int = 0
    """How many secrets were held where this way began."""

"""Which words of state and table may be taken at their word.

A read of the state claims a range for what it finds. That is true if everything ever written there keeps to the range:
the stores of the program, what the machine itself writes, and the first image of the state, which is copied from the table.
A read of the table is true if the table is as claimed. Neither is believed: the stores are gone through once, and
each table is looked at before the machine code runs on it (:meth:`Trust.wrong_words`). Where a claim does not hold, the
word may be anything, and the machine code clamps what it makes of it.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ludwright import ir
from ludwright.engine.walks import statements

Range = tuple[int, int]
WORD: Range = (-(1 << 31), (1 << 31) - 1)


class Trust:
    """What is known of the words of a program's state and table.

    ``doubted`` are words of the table that are known not to keep to what is claimed of them.
    """

    def __init__(self, program: ir.Program, doubted: frozenset[int] = frozenset()) -> None:
        self._program = program
        self._doubted = np.zeros(max(program.table_size, 1), np.bool_)
        self._doubted[list(doubted)] = True
        self._known: dict[tuple[str, int, int, int, int], Range] = {}
        self.table_low = np.full(program.table_size, WORD[0], np.int64)
        self.table_high = np.full(program.table_size, WORD[1], np.int64)
        """The range that each word of the table must lie in."""
        self.image = self._find_image()
        """The words (first, last) of the state that a game begins by copying from the table, and from where; or None."""
        self._low = np.zeros(program.state_size, np.int64)
        self._high = np.zeros(program.state_size, np.int64)
        if self.image is not None:
            first, last, _ = self.image
            self._low[first : last + 1], self._high[first : last + 1] = WORD[1], WORD[0]
        self._go_through_stores()

    def of(self, load: ir.Load) -> Range:
        """The range of what a read finds: what it claims, if that holds, or else what may be there."""
        if load.first > load.last:
            return 0, 0
        first, last = load.base + load.first, load.base + load.last
        key = (load.block, first, last, load.lo, load.hi)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._in_table(*key[1:]) if load.block == "table" else self._in_state(*key[1:])
        return known

    def wrong_words(self, table: npt.NDArray[np.int32]) -> frozenset[int]:
        """The words of a table that do not keep to what the machine code relies on."""
        size = self._program.table_size
        wrong = (table[:size] < self.table_low) | (table[:size] > self.table_high)
        return frozenset(np.nonzero(wrong)[0].tolist()) if wrong.any() else frozenset()

    def state_is_possible(self, state: npt.NDArray[np.int32]) -> bool:
        """Whether a state could have come about by playing."""
        low, high = self._low.copy(), self._high.copy()
        if self.image is not None:
            first, last, base = self.image
            low[first : last + 1] = np.minimum(low[first : last + 1], self.table_low[base : base + last - first + 1])
            high[first : last + 1] = np.maximum(high[first : last + 1], self.table_high[base : base + last - first + 1])
        words = state[: self._program.state_size]
        return bool(((words >= low) & (words <= high)).all())

    # ------------------------------------------------------------ finding out

    def _find_image(self) -> tuple[int, int, int] | None:
        """The words (first, last) of the state that the game begins by copying from the table, and from where."""
        program = self._program
        begin = program.machine.blocks[program.machine.entries[0]].body
        if not (begin and isinstance(begin[0], ir.Do) and not begin[0].args):
            return None
        body = program.functions[begin[0].function].body
        match body[:1]:
            case [
                ir.Loop(
                    name=name,
                    start=ir.Const(value=first),
                    stop=ir.Const(value=last),
                    body=[
                        ir.Store(
                            base=to,
                            index=ir.Local(name=at),
                            first=lowest,
                            last=highest,
                            value=ir.Load(block="table", base=origin, index=ir.Local(name=taken), first=low, last=high),
                            lo=lo,
                            hi=hi,
                        )
                    ],
                )
            ] if at == name == taken and max(lowest, low) <= first <= last <= min(highest, high) and (lo, hi) == WORD:
                self._copy = body[0].body[0]  # type: ignore[attr-defined]
                return to + first, to + last, origin + first
            case _:
                return None

    def _go_through_stores(self) -> None:
        program = self._program
        bodies = [function.body for function in program.functions.values()]
        bodies += [block.body for block in program.machine.blocks.values()]
        copy = self._copy if self.image is not None else None
        for body in bodies:
            for stmt in statements(body):
                if isinstance(stmt, ir.Store) and stmt is not copy:
                    self._write(stmt.base + stmt.first, stmt.base + stmt.last, stmt.lo, stmt.hi)
        for word, (lo, hi) in {
            ir.OVER: (0, 2),
            ir.ACTOR: (-1, -1),
            ir.RESUME: (0, len(program.machine.entries) - 1),
            ir.ANSWER: WORD,
            ir.FAULT: WORD,
            ir.FAULT_LINE: WORD,
        }.items():
            self._write(word, word, lo, hi)

    def _write(self, first: int, last: int, lo: int, hi: int) -> None:
        low, high = self._low[first : last + 1], self._high[first : last + 1]
        np.minimum(low, max(lo, WORD[0]), out=low)
        np.maximum(high, min(hi, WORD[1]), out=high)

    def _in_state(self, first: int, last: int, lo: int, hi: int) -> Range:
        """What may lie in some words of the state: what is ever written there, and what the first image has there."""
        low, high = int(self._low[first : last + 1].min()), int(self._high[first : last + 1].max())
        if self.image is not None:
            start, stop, base = self.image
            from_, to = max(first, start), min(last, stop)
            if from_ <= to:
                # what is written there anyway may as well be there from the beginning
                copied = self._in_table(base + from_ - start, base + to - start, min(lo, low), max(hi, high))
                low, high = min(low, copied[0]), max(high, copied[1])
        return (lo, hi) if lo <= low and high <= hi else (low, high)

    def _in_table(self, first: int, last: int, lo: int, hi: int) -> Range:
        """What may lie in some words of the table: what is claimed of them, unless that is known to be wrong."""
        if self._doubted[first : last + 1].any():
            return WORD
        low, high = self.table_low[first : last + 1], self.table_high[first : last + 1]
        np.maximum(low, lo, out=low)
        np.minimum(high, hi, out=high)
        return lo, hi

"""Blocks of the machine, and the slots of the code that runs in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludwright import ir
from ludwright.ir import terms
from ludwright.ir.terms import NONE, ONE, ZERO
from ludwright.language.syntax import Part
from ludwright.model.kinds import Type
from ludwright.rules.effects.effects import Effects
from ludwright.rules.emit.code import Code
from ludwright.rules.flow.at_once import Sealed
from ludwright.rules.names import sets
from ludwright.rules.names.scope import Scalar, Scope, WrongError
from ludwright.rules.state.frames import WORD, CallSite, Routine, SlotFrame, Stored

if TYPE_CHECKING:
    from ludwright.rules.compiler import Rules

MOST_PASSES = 10_000


class Blocks:
    """Opens and closes blocks; keeps values across questions."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.model = rules.model
        self.effects = Effects(rules)
        self.code = Code("machine")
        self.blocks: dict[str, ir.Block] = {}
        self.entries: list[str] = []
        self.frame = SlotFrame(self, fixed=True)
        self.ways: list[CallSite] = []
        self.settled = False
        self.in_action = False
        self.sealed: Sealed | None = None
        self.picking = False
        self.held: list[int] = []
        """Where something was done in secret that matters to the end of the block."""
        self.depth = 0
        self.routines: dict[object, Routine] = {}
        self._labels = 0
        self._open = ""
        self._stack: int | None = None
        self._result: int | None = None
        self.model.arrays["passes"] = self._passes = self.model.words(1)
        self._at: tuple[Scope, Part]

    def label(self, hint: str) -> str:
        self._labels += 1
        return f"{hint}_{self._labels}"

    def entry(self, label: str) -> int:
        if label not in self.entries:
            self.entries.append(label)
        return self.entries.index(label)

    def start(self, label: str) -> None:
        """Begin the block of that label; the one before must have ended."""
        self._open = label
        self.code.statements = []
        self.settled = False

    def close(self, end: ir.Terminator) -> None:
        if self._open:
            self.blocks[self._open] = ir.Block(self._open, self.code.statements, end)
        self._open = ""
        self.code.statements = []

    def jump(self, label: str) -> None:
        self.close(ir.Jump(label))

    def fall(self, label: str) -> None:
        """Go on in a new block of that label."""
        self.jump(label)
        self.start(label)

    def fork(self, cond: ir.Expr, yes: str, no: str) -> None:
        self.close(ir.Fork(cond, yes, no))

    def frame_word(self) -> ir.Load:
        low, high = self.frame_range()
        return terms.state(ir.FRAME, lo=low, hi=high)

    def frame_range(self) -> tuple[int, int]:
        """The first and the last word at which a frame may begin."""
        end = self.stack_end()
        return end - self.rules.stack_words, end - self.rules.stack_words // 2 - 1

    def stack_end(self) -> int:
        if self._stack is None:
            self._stack_top = self.model.words(1)
            self._stack = self.model.words(self.rules.stack_words)
            self.rules.image[self._stack_top] = self._stack
            self.rules.image[ir.FRAME] = self._stack
        return self._stack + self.rules.stack_words

    def spill(self, value: Scalar, node: Part, scope: Scope, wide: bool = False) -> Scalar:
        """Put a value where it outlives a question; ``wide``: where any other value of its type may follow it."""
        start = self.frame.slots()
        lo, hi = self.widest(value) if wide else self._word_range(value)
        expr = terms.as_int(value.expr)
        self.code.emit(self.frame.store(start, expr, lo=lo, hi=hi, line=self.rules.line(scope, node)))
        return self._slot(start, value.type, lo, hi)

    def _slot(self, start: int, type_: Type, lo: int, hi: int) -> Scalar:
        load = self.frame.load(start, lo, hi)
        return Scalar(terms.as_bool(load) if type_.form == "bool" else load, type_)

    def _word_range(self, value: Scalar) -> tuple[int, int]:
        if value.type.form == "bool":
            return 0, 1
        if value.type.form == "ref" and value.type.kind is not None:
            kind = value.type.kind
            low = kind.root.first if kind.role == "component" else kind.first
            high = kind.root.last if kind.role == "component" else kind.last
            return (min(NONE, value.expr.lo) if value.expr.lo < low else low), high
        return max(value.expr.lo, -WORD - 1), min(value.expr.hi, WORD)

    def widest(self, value: Scalar) -> tuple[int, int]:
        if value.type.form == "bool":
            return 0, 1
        if value.type.form == "ref" and value.type.kind is not None:
            kind = value.type.kind.root if value.type.kind.role == "component" else value.type.kind
            return NONE, kind.last
        return -WORD - 1, WORD

    def pass_by(self, scope: Scope, node: Part) -> None:
        """Count one pass of a loop, so that none goes on for ever without a question."""
        passes = terms.state(self._passes, lo=0, hi=MOST_PASSES)
        self.code.emit(
            ir.Check(terms.lt(passes, terms.const(MOST_PASSES)), ir.ENDLESS_LOOP, self.rules.line(scope, node))
        )
        self.code.emit(
            terms.store(
                self._passes, terms.lowest(terms.add(passes, ONE), terms.const(MOST_PASSES)), lo=0, hi=MOST_PASSES
            )
        )

    def forget_passes(self) -> None:
        """Somebody is asked: loops begin to count anew."""
        self.code.emit(terms.store(self._passes, ZERO, lo=0, hi=MOST_PASSES))

    def store_list(self, members: sets.SetValue, node: Part, scope: Scope) -> Stored:
        """Note a set down in slots."""
        kept = members if isinstance(members, sets.StoredSet) else sets.keep(self.code, members)
        stored = self.new_list(kept.size, kept.type, kept.lo, kept.hi)
        stored.clear(self.code)
        line = self.rules.line(scope, node)
        kept.each(self.code, lambda x: stored.put(self.code, x, line))
        return stored

    def new_list(self, size: int, type_: Type, lo: int, hi: int) -> Stored:
        return Stored(self, self.frame, self.frame.slots(size + 1), size, type_, lo, hi)

    def too_much(self) -> WrongError:
        """What is remembered across the questions of a procedure has no room."""
        scope, node = self._at
        self.rules.lacks_room = True
        return self.rules.wrong(
            scope, node, "this remembers too much across a question", "split the procedure, or choose from fewer things"
        )

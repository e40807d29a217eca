"""Which words of a state can still make a difference, found from the program alone.

A word matters at a question if something that may happen from there on reads it before it is written, and what is read there makes a
difference in its turn: for which way the game goes, for the options, for a draw of chance, for a fault, or for the results. So a counter
that is only ever counted up does not matter, nor does what a finished part of a turn left behind.

The program is gone through backwards until nothing new is found. Three sets of words, each as the bits of one number, stand for what is
known at a point of it: those that matter, those of them that are read from here on within the same function, and those certain to be
written before the function ends.
"""

from __future__ import annotations

from collections.abc import Iterable

from ludwright import ir
from ludwright.engine.facts import ProgramFacts, exits
from ludwright.engine.live_statements import Statements
from ludwright.engine.live_words import FunctionSummary, LiveWords
from ludwright.engine.walks import called, statements


class Liveness(Statements):
    """The words that matter in a program, for each place where it may go on after a question.

    ``exports`` are real-valued functions whose values are to be told from the words too, beside the results.
    """

    def __init__(self, program: ir.Program, exports: Iterable[str] = ()) -> None:
        super().__init__(program)
        self._facts = ProgramFacts(program)
        self._machine = FunctionSummary(acts=True)
        self._callers: dict[str, set[str]] = {name: set() for name in program.functions}
        for name, function in program.functions.items():
            for stmt in statements(function.body):
                for callee in called(stmt):
                    self._callers[callee].add(name)
        self._blocks = dict.fromkeys(program.machine.blocks, 0)
        for name in ("returns", *exports):
            if name in program.reals:
                self._functions[program.reals[name]].result_matters = True
        self._exports = [program.reals[name] for name in ("returns", *exports) if name in program.reals]
        self._find()

    @property
    def entries(self) -> list[int]:
        """For every entry of the machine the words that matter there, as bits: those its options are made of included."""
        asked = self._functions[self._program.options].read
        answer = 1 << ir.ANSWER
        return [(self._blocks[name] & ~answer) | asked for name in self._program.machine.entries]

    @property
    def results(self) -> int:
        """The words that matter when the game is over."""
        found = 0
        for name in self._exports:
            found |= self._functions[name].read
        return found

    # ------------------------------------------------------------ until nothing new is found

    def _find(self) -> None:
        machine = self._program.machine
        while True:
            before = self._state_of_machine()
            for name in self._facts.order:
                if name in self._stale:
                    self._stale.discard(name)
                    self._study(name)
            for block in reversed(machine.blocks.values()):
                self._study_block(block)
            if not self._stale and self._state_of_machine() == before:
                return

    def _state_of_machine(self) -> tuple[tuple[int, ...], int]:
        return tuple(self._blocks.values()), len(self._machine.needed)

    def _study(self, name: str) -> None:
        """Go through a function once; whoever depends on what is new becomes stale."""
        summary, function = self._functions[name], self._program.functions[name]
        old = (summary.read, summary.written, summary.acts, len(summary.needed))
        self._here, self._acted = summary, False
        self._returns = LiveWords(summary.after)
        found = self._body(function.body, self._returns)
        summary.read |= found.read
        summary.written = 0 if name in self._facts.ringed else found.written
        summary.acts |= self._acted or summary.result_matters
        if (summary.read, summary.written, summary.acts, len(summary.needed)) != old:
            self._stale |= {name, *self._callers[name]}

    def _study_block(self, block: ir.Block) -> None:
        self._here, self._returns = self._machine, LiveWords()
        end = block.end
        after = LiveWords(self._after(block))
        if isinstance(end, ir.Fork):
            after = self._use(end.cond, after)
        elif isinstance(end, ir.Dispatch):
            after = self._use(end.value, after)
        self._blocks[block.name] |= self._body(block.body, after).words

    def _after(self, block: ir.Block) -> int:
        machine = self._program.machine
        match block.end:
            case ir.Halt():
                return self.results | 1 << ir.OVER
            case ir.Ask():  # who is asked matters to whoever plays, even where no rule looks at it
                return self.entries[machine.entries.index(block.end.resume)] | 1 << ir.ACTOR
            case ir.Dispatch():
                return self._together(machine.entries)
            case _:
                return self._together(exits(block))

    def _together(self, names: Iterable[str]) -> int:
        found = 0
        for name in names:
            found |= self._blocks[name]
        return found

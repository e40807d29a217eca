"""A game of OpenSpiel where the plain run of a game is asked for: on lists of numbers, telling what happens."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ludwright import ir
from ludwright.engine.random import Stream
from ludwright.engine.twin import NoteHook, Twin, TwinContext
from ludwright.importing.openspiel.kernels_face import OWN
from ludwright.importing.openspiel.steps import Steps, Way


class OpenSpielTwin(Twin):
    """The same face as the plain run of a text."""

    def __init__(self, plain: Twin, program: ir.Program, steps: Steps) -> None:
        self._plain, self.program, self._steps = plain, program, steps
        self.source = f"# {steps.found.name}: its rules are OpenSpiel's\n"

    def wrap(self, name: str, around: Callable[[Callable[..., object]], Callable[..., object]]) -> None:
        """There are no functions here to be steered."""

    def setup(self, state: list[int], table: Sequence[int], context: TwinContext) -> int:
        """Begin the game."""
        state[:] = self.new_state()
        context.reset()
        return self._on(context, self._steps.begin(state, Way.by(table, context.chance, context.note)))

    def advance(self, state: list[int], table: Sequence[int], context: TwinContext, code: int) -> int:
        """Answer the open question."""
        context.reset()
        return self._on(context, self._steps.answer(state, code, Way.by(table, context.chance, context.note)))

    def legal(self, state: list[int], table: Sequence[int], context: TwinContext) -> int:
        """List its options again."""
        context.reset()
        return self._on(context, self._steps.options(state))

    def real(self, name: str, state: list[int], table: Sequence[int], context: TwinContext, *args: int) -> float:
        """`returns` or `score` of a seat; all else is asked of the text."""
        if name not in OWN:
            return self._plain.real(name, state, table, context, *args)
        return self._steps.real(name, state, args[0] if args else 0)

    def new_context(self, chance: Stream, note: NoteHook | None = None) -> TwinContext:
        """What a game needs beside its state."""
        return TwinContext(chance, self.program.max_options, note)

    @staticmethod
    def _on(context: TwinContext, codes: list[int]) -> int:
        context.options.extend(codes)
        return len(codes)

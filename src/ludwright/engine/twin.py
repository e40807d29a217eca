"""The plain Python run of a game: the definition of what its rules mean.

It executes the same program as the machine code and must agree with it on every game. It is slower by far, but it can be
read (:attr:`Twin.source`), stepped through in a debugger, and it tells what happens through a ``note`` callable.
"""

from __future__ import annotations

import linecache
from collections.abc import Callable, Sequence
from itertools import count
from typing import Any

from ludwright import ir
from ludwright.engine.facts import ProgramFacts
from ludwright.engine.random import Stream
from ludwright.engine.twin_source import TwinSource
from ludwright.engine.walks import ProgramError, within_reach

NoteHook = Callable[[str, tuple[int, ...]], None]

_numbers = count(1)


class TwinFault(Exception):  # noqa: N818 - it happens in a game, and is no error of the program
    """A rule that cannot be carried out: the game stops here."""

    def __init__(self, code: int, line: int) -> None:
        super().__init__(f"{ir.FAULTS.get(code, 'fault')} (line {line})")
        self.code = code
        self.line = line


class TwinContext:
    """What goes with a state while it is played: the game's chance, the options of the open question, the last fault."""

    __slots__ = ("capacity", "chance", "depth", "fault", "fault_line", "fuel", "note", "options")

    def __init__(self, chance: Stream, capacity: int, note: NoteHook | None = None) -> None:
        self.chance = chance
        self.capacity = capacity
        self.note = note or _silent
        self.options: list[int] = []
        self.fuel = self.depth = self.fault = self.fault_line = 0

    def renew(self) -> None:
        """Fill up the fuel and forget the last fault."""
        self.fuel = ir.FUEL
        self.depth = self.fault = self.fault_line = 0

    def tell(self, kind: str, values: Callable[[], tuple[int, ...]]) -> None:
        """Note something that has to be worked out first: that costs the game nothing, and no fault comes of it."""
        fuel, depth = self.fuel, self.depth
        self.fuel = ir.FUEL
        try:
            found = values()
        except TwinFault:
            return
        finally:
            self.fuel, self.depth = fuel, depth
        self.note(kind, found)

    def reset(self) -> None:
        """Begin a new advance of the game."""
        self.renew()
        self.options.clear()


class Twin:
    """A program as Python functions over a list of whole numbers.

    With ``careful`` every value is checked against the range its expression claims: for testing what wrote the program.
    """

    def __init__(self, program: ir.Program, *, notes: bool = True, careful: bool = False) -> None:
        self.program = program
        with within_reach():
            source = TwinSource(program, ProgramFacts(program), notes=notes, careful=careful)
        self.source = source.text
        """The Python text that is run."""
        file = f"<rules of a game, {next(_numbers)}>"
        linecache.cache[file] = (len(self.source), None, self.source.splitlines(keepends=True), file)
        self._names: dict[str, Any] = dict(_HELPERS)
        with within_reach():
            exec(compile(self.source, file, "exec"), self._names)
        self._entries: tuple[Callable[..., Any], ...] = self._names["ENTRIES"]
        self._frame: Callable[[], Any] = self._names["Frame"]
        self._options: Callable[..., Any] = self._names[source.functions[program.options]]
        self._reals = {name: self._names[source.functions[function]] for name, function in program.reals.items()}
        self._functions = {name: self._names[plain] for name, plain in source.functions.items()}

    def wrap(self, name: str, around: Callable[[Callable[..., Any]], Callable[..., Any]]) -> None:
        """Put something around one of the program's functions, if it has it: for who wants to see or to steer what happens there."""
        if name in self._functions:
            original = self._functions[name]
            self._functions[name] = self._names[original.__name__] = around(original)

    def new_state(self) -> list[int]:
        """A state of zeros."""
        return [0] * self.program.state_size

    def new_context(self, chance: Stream, note: NoteHook | None = None) -> TwinContext:
        """What a game needs beside its state."""
        return TwinContext(chance, self.program.max_options, note)

    def setup(self, state: list[int], table: Sequence[int], context: TwinContext) -> int:
        """Begin the game: run up to the first question. The number of options; 0 when the game is over."""
        state[:] = self.new_state()
        return self._run(state, table, context)

    def advance(self, state: list[int], table: Sequence[int], context: TwinContext, code: int) -> int:
        """Answer the open question and run on to the next. The number of options; 0 when the game is over."""
        if state[ir.OVER]:
            context.reset()
            return 0
        state[ir.ANSWER] = code
        return self._run(state, table, context)

    def legal(self, state: list[int], table: Sequence[int], context: TwinContext) -> int:
        """Emit the options of the open question again; how many there are."""
        context.reset()
        if state[ir.OVER]:
            return 0
        before = state[:]
        try:
            self._options(state, table, context)
        except TwinFault as fault:
            state[:] = before
            self._note_fault(context, fault)
        return len(context.options)

    def real(self, name: str, state: list[int], table: Sequence[int], context: TwinContext, *args: int) -> float:
        """The value of an exported function of the state; 0 where it faults."""
        context.renew()
        before = state[:]
        try:
            return float(self._reals[name](state, table, context, *args))
        except TwinFault as fault:
            state[:] = before
            context.fault, context.fault_line = fault.code, fault.line
            return 0.0

    def _run(self, state: list[int], table: Sequence[int], context: TwinContext) -> int:
        context.reset()
        frame = self._frame()
        try:
            entry = state[ir.RESUME]
            if not 0 <= entry < len(self._entries):
                raise TwinFault(ir.BAD_INDEX, 0)
            block: Any = self._entries[entry]
            while block is not None:
                block = block(state, table, context, frame)
        except TwinFault as fault:
            self._note_fault(context, fault)
            state[ir.OVER] = 2
            state[ir.ACTOR] = -1
            state[ir.FAULT] = fault.code
            state[ir.FAULT_LINE] = fault.line
        return len(context.options)

    @staticmethod
    def _note_fault(context: TwinContext, fault: TwinFault) -> None:
        context.fault, context.fault_line = fault.code, fault.line
        context.options.clear()


# ---------------------------------------------------------------- what the generated text calls


def _silent(kind: str, args: tuple[int, ...]) -> None:
    """Nobody listens."""


def _clamp(value: int, first: int, last: int) -> int:
    return first if value < first else last if value > last else value


def _option_at(options: list[int], index: int) -> int:
    return options[_clamp(index, 0, len(options) - 1)] if options else 0


def _put_option(options: list[int], index: int, code: int) -> None:
    if options:
        options[_clamp(index, 0, len(options) - 1)] = code


def _cut_options(options: list[int], count: int) -> None:
    del options[max(count, 0) :]


def _saturate(value: int) -> int:
    return _clamp(value, -ir.LIMIT, ir.LIMIT)


def _wrap(value: int) -> int:
    return ((value + (1 << 63)) & ((1 << 64) - 1)) - (1 << 63)


def _floor_div(a: int, b: int) -> int:
    return _wrap(a // b) if b else 0


def _floor_mod(a: int, b: int) -> int:
    return a % b if b else 0


def _shift_left(a: int, b: int) -> int:
    return _wrap(a << (b & 63))


def _real_div(a: float, b: float) -> float:
    return a / b if b else 0.0


def _real_min(a: float, b: float) -> float:
    return a if a < b else b


def _real_max(a: float, b: float) -> float:
    return a if a > b else b


def _checked(value: int, lo: int, hi: int, words: str) -> int:
    if not lo <= value <= hi:
        raise ProgramError(f"{value} is outside {lo}..{hi}: {words}")
    return value


def _redeal(state: list[int], low: int, high: int, seat: int, number: int) -> None:
    """Deal again by the same function that machine code calls."""
    import numpy as np

    from ludwright.engine.redealing import redealer

    words = np.array(state, np.int32)
    redealer()(words.ctypes.data, (high & 0xFFFFFFFF) << 32 | (low & 0xFFFFFFFF), seat, number)
    state[:] = words.tolist()


_HELPERS: dict[str, Any] = {
    "redeal": _redeal,
    "Fault": TwinFault,
    "clamp": _clamp,
    "option_at": _option_at,
    "put_option": _put_option,
    "cut_options": _cut_options,
    "saturate": _saturate,
    "wrap": _wrap,
    "floor_div": _floor_div,
    "floor_mod": _floor_mod,
    "shift_left": _shift_left,
    "real_div": _real_div,
    "real_min": _real_min,
    "real_max": _real_max,
    "checked": _checked,
}

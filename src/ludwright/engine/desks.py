"""Where single games are played on: states and contexts that never move, with calls bound to where they lie.

A game in progress is a :data:`Position`, which never changes: to be copied, kept or gone back to it needs no more than a reference. For one
step it is laid on a desk, played on there, and taken away again. A few desks serve any number of games; threads never share one at a time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from struct import Struct
from typing import TYPE_CHECKING

import numpy as np

from ludwright import ir
from ludwright.engine.random import Stream
from ludwright.engine.stepping import CHANCE_BYTES

if TYPE_CHECKING:
    from ludwright.engine.compiled import Compiled, State, Table
    from ludwright.engine.stepping import Step
    from ludwright.game import Game

Position = bytes
"""The words of a state, and behind them where the game's chance stands: the two numbers as a context holds them."""
Asked = tuple[Position, list[int] | None]
"""A position, and the codes that may be answered there; None if nothing is asked, or if it has to be listed what."""

_CODES = ir.CTX_HEADER
_chance_of = Struct("=qq")
_CHANCE_WORDS = CHANCE_BYTES // 4
assert _chance_of.size == CHANCE_BYTES


@dataclass(frozen=True, slots=True)
class DeskCalls:
    """The calls of a game, bound to a state, a table and a context."""

    setup: Callable[[], int]
    legal: Callable[[], int]
    advance: Callable[[int], int]
    real: Callable[..., float]
    step: Step | None = None
    """All that :meth:`Desks.advance` does on a desk, in one call, where there is such a thing."""


class Desk:
    """One state, one context, and what can be done with them."""

    __slots__ = ("advance", "calls", "chance", "lies", "numbers", "state", "step")

    def __init__(self, compiled: Compiled, table: Table) -> None:
        state, context = compiled.new_state(), compiled.new_context(Stream(0, 1))
        self.calls = compiled.bound(state, table, context)
        self.advance, self.step = self.calls.advance, self.calls.step
        self.state = state.data.cast("B")
        self.numbers = context.data
        first = 8 * ir.CTX_RNG_STATE
        self.chance = context.data.cast("B")[first : first + CHANCE_BYTES]
        self.lies: Position | None = None
        """The position that lies on it, if it is sure to be untouched."""

    def lay(self, position: Position) -> None:
        """Put a position in place."""
        if self.lies is not position:
            self.lies = None
            self.state[:], self.chance[:] = position[:-CHANCE_BYTES], position[-CHANCE_BYTES:]

    def options(self, count: int) -> list[int]:
        """The codes that the last call has left."""
        codes: list[int] = self.numbers[_CODES : _CODES + count].tolist()
        return codes

    def taken(self) -> Position:
        """What lies there now."""
        self.lies = self.state.tobytes() + self.chance.tobytes()
        return self.lies


class Desks:
    """The desks of a game under one table. After an error in a game's own code, a desk is not used again."""

    def __init__(self, compiled: Compiled, table: Table) -> None:
        self.compiled, self.table = compiled, table
        self._free: list[Desk] = []
        self._beginning: tuple[bytes, list[int] | None] | None = None
        """How every game begins, if nothing is drawn before the first question."""
        self._told = not table[ir.PAUSED]
        """Whether the codes that a step leaves are those of a question: games that pause leave another sign there."""

    @classmethod
    def of(cls, game: Game) -> Desks:
        """Those of a game as it is set now."""
        found: Desks | None = game.__dict__.get("_desks")
        if found is None or found.compiled is not game.compiled or found.table is not game.table:
            found = game.__dict__["_desks"] = cls(game.compiled, game.table)
        return found

    def _take(self) -> Desk:
        try:
            return self._free.pop()
        except IndexError:
            return Desk(self.compiled, self.table)

    def begin(self, chance: tuple[int, int]) -> Asked:
        """A game at its first question."""
        if self._beginning is not None:
            words, codes = self._beginning
            return words + _chance_of.pack(*chance), codes
        desk, begun_with = self._take(), _chance_of.pack(*chance)
        desk.lay(bytes(desk.state.nbytes) + begun_with)
        options = desk.calls.setup()
        found = desk.taken(), desk.options(options) if options and self._told else None
        if found[0][-CHANCE_BYTES:] == begun_with and self.compiled.from_start:
            self._beginning = found[0][:-CHANCE_BYTES], found[1]
        self._free.append(desk)
        return found

    def advance(self, position: Position, code: int) -> Asked:
        """Answer the open question and run on to the next."""
        try:
            desk = self._free.pop()
        except IndexError:
            desk = Desk(self.compiled, self.table)
        desk.lies = None
        if desk.step is not None and self._told:
            found = desk.step(position, code)
            self._free.append(desk)
            return found
        desk.lay(position)
        desk.lies = None
        options = desk.advance(code)
        found = desk.taken(), desk.options(options) if options and self._told else None
        self._free.append(desk)
        return found

    def legal(self, position: Position) -> list[int]:
        """The codes of the open question."""
        desk = self._take()
        desk.lay(position)
        desk.lies = None
        found = desk.options(desk.calls.legal())
        self._free.append(desk)
        return found

    def reals(self, position: Position, name: str, seats: range) -> list[float]:
        """The value of an exported function for several seats."""
        desk = self._take()
        desk.lay(position)
        desk.lies = None
        found = [desk.calls.real(name, seat) for seat in seats]
        self._free.append(desk)
        return found


def position_of(words: State, chance: tuple[int, int]) -> Position:
    """A position with these words."""
    return np.ascontiguousarray(words, np.int32).tobytes() + _chance_of.pack(*chance)


def words_of(position: Position) -> State:
    """The words of a position, which never change."""
    return np.frombuffer(position, np.int32)[:-_CHANCE_WORDS]


def chance_of(position: Position) -> tuple[int, int]:
    """Where the game's chance stands there."""
    state, stream = _chance_of.unpack_from(position, len(position) - CHANCE_BYTES)
    return state, stream

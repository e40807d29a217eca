"""Games that begin in the middle: at a position that was reached, with chance of their own from there on.

Such a game is played by the same kernels as any other. Only its ``setup`` is another: it puts the position in place of the start.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from copy import copy
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ludwright.engine.compiled import Compiled, Table
from ludwright.engine.random import MASK, stream
from ludwright.inspecting.mixing import mixed, unseen_groups
from ludwright.rules import ir

if TYPE_CHECKING:
    from ludwright.engine.twin import Twin, TwinContext
    from ludwright.game import Game

Words = npt.NDArray[np.int32]


@dataclass(frozen=True)
class Origin:
    """Where a game begins: the deal and the answers that led there."""

    seed: int
    number: int
    codes: tuple[int, ...]
    redeal: int | None = None
    """A seat, from 0: all that it does not know is dealt again for every game."""
    mixed: bool = False
    """Whether what nobody has seen is drawn anew for every game."""
    before: Origin | None = None
    """Where that deal itself began, if it was one of a fork."""

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        return asdict(self)

    @staticmethod
    def from_json(kept: dict[str, Any]) -> Origin:
        """What :meth:`as_json` wrote down."""
        before = kept.get("before")
        return Origin(
            kept["seed"],
            kept["number"],
            tuple(kept["codes"]),
            kept["redeal"],
            kept.get("mixed", False),
            None if before is None else Origin.from_json(before),
        )


def begun(game: Game, origin: Origin) -> Game:
    """The same rules, beginning where some answers have been given."""
    if origin.before is not None and game.origin is None:
        game = begun(game, origin.before)
    match = game.start(origin.seed, origin.number)
    for code in origin.codes:
        match.apply(code)
    words = match.numbers()
    other = game._other()
    seat = origin.redeal
    unseen = unseen_groups(game, words) if origin.mixed and seat is None else []

    def deal(chance: int) -> Words:
        if seat is None:
            return mixed(game, words, unseen, chance) if unseen else words
        from ludwright.hidden.native import dealt_again

        return dealt_again(game, words, seat, np.array(stream(chance, seat, 1), np.uint64))

    other.__dict__["compiled"] = _Begun(game.compiled, deal)
    other.__dict__["twin"] = _begun_twin(game.twin, deal)
    other.origin = origin
    return other


class _Begun(Compiled):
    """Machine code with another beginning."""

    def __init__(self, compiled: Compiled, deal: Callable[[int], Words]) -> None:
        self.__dict__.update(compiled.__dict__)
        self._deal = deal
        self._enter()

    def _build(self, table: Table | None) -> None:
        super()._build(table)
        self._enter()

    def _enter(self) -> None:
        legal = self._legal

        def begin(state: int, table: int, context: int) -> int:
            try:
                chance = ctypes.c_int64.from_address(context + 8 * ir.CTX_RNG_STATE).value
                words = self._deal(chance & MASK)
                ctypes.memmove(state, words.ctypes.data, words.nbytes)
                return legal(state, table, context)
            except Exception as error:  # raised by whoever plays: nothing can pass through machine code
                self.error = self.error or error
                return 0

        kept: Any = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_int64, ctypes.c_int64, ctypes.c_int64)(begin)
        self._setup = kept
        self.addresses = {**self.addresses, "setup": int(ctypes.cast(kept, ctypes.c_void_p).value or 0)}


def _begun_twin(twin: Twin, deal: Callable[[int], Words]) -> Twin:
    """The plain run with another beginning."""

    def setup(state: list[int], table: Any, context: TwinContext) -> int:
        state[:] = deal(context.chance.state).tolist()
        return twin.legal(state, table, context)

    other = copy(twin)
    other.setup = setup  # type: ignore[method-assign]
    return other

"""Games that begin in the middle: at a position that was reached, with chance of their own from there on.

Such a game is played by the same kernels as any other. Only its ``setup`` is another: it puts the position in place of the start.
"""

from __future__ import annotations

import ctypes
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ludwright import ir
from ludwright.engine.beginning import Begun, begun_twin
from ludwright.engine.random import MASK, stream
from ludwright.engine.told_chance import ToldCompiled, told_twin
from ludwright.inspecting.mixing import mixed, unseen_groups
from ludwright.stored import typed, within

if TYPE_CHECKING:
    from ludwright.engine.twin import TwinContext
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
    told: tuple[int, ...] = ()
    """What chance brought, draw by draw, where real cards and dice were used: see :mod:`ludwright.engine.told_chance`."""
    before: Origin | None = None
    """Where that deal itself began, if it was one of a fork."""

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        return asdict(self)

    @staticmethod
    def from_json(kept: dict[str, Any]) -> Origin:
        """What :meth:`as_json` wrote down."""
        return typed(Origin, kept, "origin")


def _told(game: Game, origin: Origin) -> Game:
    """The same game from its start, with chance that was told."""
    within("origin.told", list(origin.told), 0, MASK >> 32)
    other = game._other()
    then = stream(origin.seed, origin.number, 0)
    other.__dict__["twin"] = told_twin(game.twin, origin.told, then)
    other.__dict__["compiled"] = ToldCompiled(game.compiled, game.twin, origin.told, then)
    other.origin = origin
    return other


def begun(game: Game, origin: Origin) -> Game:
    """The same rules, beginning where some answers have been given."""
    if origin.before is not None and game.origin is None:
        game = begun(game, origin.before)
    if origin.told:
        return _told(game, origin)
    within("origin.seed", [origin.seed], 0, MASK)
    if origin.redeal is not None:
        within("origin.redeal", [origin.redeal], 0, game.players - 1)
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

    def enter(_: Any, state: int, __: int, context: int) -> bool:
        chance = ctypes.c_int64.from_address(context + 8 * ir.CTX_RNG_STATE).value
        position = deal(chance & MASK)
        ctypes.memmove(state, position.ctypes.data, position.nbytes)
        return True

    def enter_twin(_: Any, state: list[int], __: Any, context: TwinContext) -> bool:
        state[:] = deal(context.chance.state).tolist()
        return True

    other.__dict__["compiled"] = Begun(game.compiled, enter)
    other.__dict__["twin"] = begun_twin(game.twin, enter_twin)
    other.origin = origin
    return other

"""Players in their seats: what kernels are told of each."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Protocol

import numpy as np
import numpy.typing as npt

from ludwright.agents.catalogue import BOT
from ludwright.agents.catalogue import RANDOM as AT_RANDOM
from ludwright.agents.texts import AgentText, bots_of, check_code, read
from ludwright.play.kernels import RANDOM, SCRIPTED, THINKING
from ludwright.play.playable import Playable

if TYPE_CHECKING:
    from ludwright.agents.minds import SeatedAgent


class Thinker(Protocol):
    """A player that thinks, for one game."""

    def sit(self, limit: int, stop: npt.NDArray[np.int64] | None = None) -> SeatedAgent:
        """Take a seat, with memory of its own: for one thread."""
        ...


def thinker(game: Playable, text: AgentText) -> Thinker:
    """The player of a text that is neither random nor scripted."""
    check_code(text)
    home = text.kind.home if text.kind.home.startswith("ludwright.") else f"ludwright.agents.{text.kind.home}"
    made: Thinker = import_module(home).make(game, text.full() if text.kind.whole else text.settings)
    return made


class Seats:
    """Who sits in each seat, for one thread: a row of three numbers each."""

    def __init__(
        self, game: Playable, who: Sequence[str], limit: int, stop: npt.NDArray[np.int64] | None = None
    ) -> None:
        self.sitters: list[SeatedAgent | None] = []
        rows = []
        for text in (read(name, game) for name in who):
            sitter = None
            if text.kind is BOT:
                export = bots_of(game)[str(text.settings["name"])]
                if game.rules.estimates.wanted:  # its chances are estimated by redeals: their kernels are built now
                    import_module("ludwright.hidden.calls").addresses()
                rows.append((SCRIPTED, game.compiled.addresses[f"real_{export}"], 0))
            elif text.kind is AT_RANDOM:
                rows.append((RANDOM, 0, 0))
            else:
                sitter = thinker(game, text).sit(limit, stop)
                rows.append((THINKING, sitter.function, sitter.mind.address))
            self.sitters.append(sitter)
        self.rows = np.array(rows, np.int64).reshape(-1, 3)

    @property
    def error(self) -> BaseException | None:
        """What the code of a player written in Python raised first."""
        return next((sitter.mind.error for sitter in self.sitters if sitter is not None and sitter.mind.error), None)

    @property
    def thinking(self) -> bool:
        """Whether anybody thinks."""
        return any(sitter is not None for sitter in self.sitters)


def check(game: Playable, who: Sequence[str]) -> None:
    """Raise a kind error for players that can't play this game."""
    for name in dict.fromkeys(who):
        text = read(name, game)
        if text.kind is not BOT and text.kind is not AT_RANDOM:
            thinker(game, text)


def all_random(who: Sequence[str]) -> bool:
    """Whether nobody reckons with what he knows."""
    return all(name == AT_RANDOM.name for name in who)

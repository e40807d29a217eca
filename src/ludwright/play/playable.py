"""What everything that plays needs of a game, wherever its rules come from: a text, Python objects, Python code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from ludwright.play.match import Match


class Playable(Protocol):
    """A game that can be played: :class:`ludwright.Game`, and what :func:`ludwright.load` makes of a game in Python.

    Of ``compiled``, ``program``, ``rules``, ``wording`` and ``description``, a game in Python has what players, simulations and analyses
    use of any game, in classes of its own.
    """

    @property
    def title(self) -> str:
        """What it is called."""

    @property
    def seats(self) -> Sequence[str]:
        """The names of the players, in seat order."""

    @property
    def players(self) -> int:
        """How many play."""

    @property
    def source(self) -> str:
        """Where it comes from."""

    @property
    def ask_forced(self) -> bool:
        """Whether players are asked where they have no alternative."""

    @property
    def profile(self) -> str | None:
        """Who plays, where the game runs by a clock."""

    @property
    def params(self) -> Mapping[str, Any]:
        """Its parameters, as they are set."""

    @property
    def actions(self) -> Sequence[str]:
        """The names of its actions."""

    @property
    def table(self) -> npt.NDArray[np.int32]:
        """Its read-only numbers, for kernels."""

    @property
    def compiled(self) -> Any:
        """Its functions, for kernels."""

    @property
    def program(self) -> Any:
        """Sizes, and which numbers can be asked for."""

    @property
    def rules(self) -> Any:
        """What tools ask of the rules of any game."""

    @property
    def wording(self) -> Any:
        """Finds words for codes."""

    @property
    def description(self) -> Any:
        """What is written of it."""

    def start(self, seed: int = 0, game: int = 0, run: str = "native") -> Match:
        """Begin a game."""

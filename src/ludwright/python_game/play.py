"""One game in Python in progress."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from ludwright.play.match import Match
from ludwright.python_game.contract import PythonGame
from ludwright.rules.options.wording import Option

if TYPE_CHECKING:
    from ludwright.game import Game
    from ludwright.python_game.loaded import LoadedPythonGame


class PythonMatch(Match):
    """A match of a game in Python. Errors in the game's code are raised here, and leave the match as it was."""

    def __init__(self, loaded: LoadedPythonGame, seed: int, number: int) -> None:
        self._loaded = loaded
        super().__init__(cast("Game", loaded), seed, number, "native")

    def legal(self) -> list[Option]:
        """The legal answers, in words and codes."""
        return [] if self.over else self._loaded.compiled.worded(self.numbers())

    def position(self) -> PythonGame:
        """The game object at this point, to look at. It is a new one: what is done to it does not touch the match."""
        return self._loaded.compiled.position(self.numbers())

    def tracked(self) -> dict[str, list[float]]:
        """A game in Python tracks nothing."""
        return {}

    def copy(self) -> PythonMatch:
        """Another match at the same point; what is done to one does not touch the other."""
        return cast(PythonMatch, super().copy())

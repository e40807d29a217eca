"""Trying a game out: whether it keeps to what nobody can see from its class alone.

A game must come out the same when the same moves are made again, looking at it must not change it, and a copy must not
hang together with its original. Where that fails, searches and simulations would silently play another game.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ludwright.engine.random import Stream
from ludwright.mistakes import LudwrightError
from ludwright.play.agents import Agents
from ludwright.python_game.complaints import PythonGameError
from ludwright.python_game.contract import PythonGame, has

if TYPE_CHECKING:
    from ludwright.python_game.loaded import LoadedPythonGame
    from ludwright.python_game.play import PythonMatch

View = tuple[Any, ...]
"""What can be seen of a game from outside."""


class Trial:
    """Plays random games of a loaded game, and looks at every position in several ways."""

    def __init__(self, loaded: LoadedPythonGame) -> None:
        self.loaded = loaded.asking_forced()
        self._caller = self.loaded.compiled.caller

    def findings(self, games: int, seed: int) -> list[str]:
        """What is wrong, each thing once."""
        found: dict[str, None] = {}
        for number in range(games):
            play = self.loaded.start(seed, number)
            players = Agents(self.loaded, seed, number)
            try:
                while not play.over:
                    found.update(dict.fromkeys(self._look(play)))
                    play.apply(players.pick(play.actor or 0, play.codes(), ()))
            except LudwrightError as error:
                found[str(error)] = None
        return list(found)

    def _look(self, play: PythonMatch) -> Iterator[str]:
        words = play.words
        first, second = (self.loaded.compiled.replayed(words) for _ in range(2))
        view = self._view(first)
        if (list(view[1]), view[2]) != (play.codes(), play.actor):
            yield "made again, the game is not what it was in play: take everything random from the chance handed in"
        if self._view(second) != view:
            yield "made again twice, it is two different games: take everything random from the chance handed in"
        if self._view(first) != view:
            yield "looking at the game changes it: `over`, `current`, `actions`, `picture` and `words` may only look"
        yield from self._copies(first, view)
        if has(first, "encode"):
            numbers = list(self._caller.call(first, "encode"))
            begin = self.loaded.compiled.layout.position
            if numbers != words[begin : begin + len(numbers)]:
                yield "`decode` and then `encode` don't give the same numbers again"

    def _copies(self, game: PythonGame, view: View) -> Iterator[str]:
        for code in self._caller.actions(game):
            copied = self._copy(game)
            if copied is None:
                return
            if self._view(copied) != view:
                yield "`copy` gives a game that is not the same"
                return
            actions = self._caller.actions(copied)
            if code not in actions:
                yield "looked at twice, a game lists different actions: take everything random from the chance handed in"
                return
            self._caller.perform(copied, actions[code], Stream(1, 1))
            if self._view(game) != view:
                yield "what is done to a copy changes the original: `copy` must copy everything that can change"
                return

    def _copy(self, game: PythonGame) -> PythonGame | None:
        """A copy; None of games that can't be copied, and have not said that they can."""
        try:
            return self._caller.copy(game)
        except PythonGameError:
            if has(game, "copy"):
                raise
            return None

    def _view(self, game: PythonGame) -> View:
        """All that a game says of itself."""
        if self._caller.over(game):
            return (True, (), None, game.picture(), self.loaded.compiled.results.of(game))
        actions = self._caller.actions(game)
        words = [option.words for option in self._caller.options(game, actions)]
        return (False, tuple(actions), self._caller.seat(game), game.picture(), words)

"""A game in Python, ready to play: the same face as a game from a text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from ludwright import ir
from ludwright.arguments import SettingError
from ludwright.engine.compiled import Table
from ludwright.mistakes import Mistake
from ludwright.python_game.checking import check_functions, check_settings, defaults, player_count
from ludwright.python_game.complaints import home
from ludwright.python_game.contract import PlainGame, derived
from ludwright.python_game.making import maker
from ludwright.python_game.outline import Model, NoValues, OutlineProgram, OutlineRules, OutlineText, text_of
from ludwright.python_game.play import PythonMatch
from ludwright.python_game.rules import PythonRules
from ludwright.rules.options.wording import Option

if TYPE_CHECKING:
    from ludwright.game import Game


class LoadedPythonGame:
    """A game in Python for one number of players: what :func:`ludwright.load` makes of a class or an object.

    It has what :class:`ludwright.Game` has, as far as a game without a text can have it, and plays under the same kernels.
    """

    profile: str | None = None
    """A game in Python has no profiles."""

    def __init__(
        self, source: PlainGame | type[PlainGame], players: int | None, params: Mapping[str, Any], ask_forced: bool
    ) -> None:
        self._source = source
        self.kind = derived(source if isinstance(source, type) else type(source))
        """The class of the game."""
        check_functions(self.kind)
        self._make = maker(source, self.kind, params)
        self._sample = self._make()
        check_settings(self._sample)
        self.params: dict[str, Any] = {**defaults(source), **params}
        """What the class is made with."""
        self.players = player_count(self._sample, players)
        self.ask_forced = ask_forced
        self.title = self._sample.title or self.kind.__name__
        self.seats = [*self._sample.seats[: self.players]] or [f"seat {number + 1}" for number in range(self.players)]
        """The names of the players, in seat order."""
        place = home(self.kind)
        self.source = place.file if place is not None else self.title
        """The file it is written in."""
        self.actions: list[str] = []
        """A game in Python has no list of all its actions."""
        self.notes: list[Mistake] = []

    # ------------------------------------------------------------ how it is played

    @cached_property
    def compiled(self) -> PythonRules:
        """Its rules, for kernels and single plays."""
        return PythonRules(self._make, self._sample, self.players, self.ask_forced)

    @cached_property
    def table(self) -> Table:
        """The block of numbers that kernels hand on; there is nothing of the game in it."""
        table = np.zeros(ir.TABLE_HEADER, np.int32)
        table[ir.ASK_FORCED] = self.ask_forced
        return table

    @cached_property
    def program(self) -> OutlineProgram:
        """Sizes, and which numbers can be asked for."""
        compiled = self.compiled
        reals = {name: name for name in compiled.reals}
        return OutlineProgram(compiled.state_size, ir.TABLE_HEADER, self.players, compiled.capacity, reals)

    @cached_property
    def description(self) -> OutlineText:
        """What is written of it."""
        return text_of(self.title, self.kind)

    @property
    def rules(self) -> OutlineRules:
        """What tools ask of the rules of any game."""
        return OutlineRules(Model(self._sample.cooperative))

    @property
    def values(self) -> NoValues:
        """What can be read of a match by name: nothing."""
        return NoValues()

    def _repr_svg_(self) -> str:
        return self.start()._repr_svg_()

    @property
    def wording(self) -> LoadedPythonGame:
        """Finds words for codes."""
        return self

    def option(self, code: int, state: Sequence[int]) -> Option:
        """The option of a code on a state."""
        options = self.compiled.worded(np.array(state, np.int32))
        return next((o for o in options if o.code == code), Option(code, "?", (), f"option {code}"))

    def start(self, seed: int = 0, game: int = 0, run: str = "native") -> PythonMatch:
        """Begin game number ``game`` of a seed. Both runs are the same here."""
        if run not in ("native", "twin"):
            raise SettingError(f"there is no run `{run}`: say `native` or `twin`")
        return PythonMatch(self, seed, game)

    def trace(self, seed: int = 1, game: int = 0, *, move_limit: int = 10_000) -> Iterator[str]:
        """Tell game number ``game`` of a seed, line by line: the very game that ``simulate`` plays."""
        from ludwright.python_game.telling import told

        return told(self, seed, game, move_limit)

    def try_out(self, games: int = 10, seed: int = 1) -> list[str]:
        """Play some random games and look at every position in several ways. What is wrong, in words; nothing if all is well.

        It finds what no single play can show: chance that does not come from where it should, functions that change the
        game when they should only look, a ``copy`` that shares something with its original, an ``encode`` that forgets.
        """
        from ludwright.python_game.trying import Trial

        return Trial(self).findings(games, seed)

    def setting(self, **params: Any) -> LoadedPythonGame:
        """The same game with other parameters."""
        return LoadedPythonGame(self._source, self.players, {**self.params, **params}, self.ask_forced)

    def asking_forced(self) -> LoadedPythonGame:
        """The same game, where what has no alternative is asked too."""
        other = object.__new__(LoadedPythonGame)
        other.__dict__.update(
            {name: value for name, value in self.__dict__.items() if name not in ("compiled", "table", "program")}
        )
        other.ask_forced = True
        return other

    def where(self, line: int) -> str:
        """A line number of a fault as file and line."""
        return f"{self.source}:{line}" if line else self.source

    def __repr__(self) -> str:
        return f"<Game {self.title!r} in Python for {self.players}>"


def load_python(
    source: PlainGame | type[PlainGame],
    players: int | None = None,
    params: Mapping[str, Any] | None = None,
    *,
    ask_forced: bool = False,
) -> LoadedPythonGame:
    """Prepare a game written in Python: a class, which is made with ``params``, or an object."""
    return LoadedPythonGame(source, players, params or {}, ask_forced)


def as_game(loaded: LoadedPythonGame) -> Game:
    """For tools that ask for a game and use only what both kinds have."""
    return cast("Game", loaded)


def is_python_game(source: object) -> bool:
    """Whether this is meant to be a game written in Python."""
    return isinstance(source, type) or any(callable(getattr(source, name, None)) for name in ("perform", "current"))

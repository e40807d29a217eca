"""Calling the functions of a game: whatever goes wrong in them becomes one error at the designer's line."""

from __future__ import annotations

from collections.abc import Iterable
from numbers import Integral
from typing import Any

from ludwright.engine.random import Stream
from ludwright.python_game.chance import Chance
from ludwright.python_game.codes import LARGEST, Codes, OpaqueError
from ludwright.python_game.complaints import PythonGameError, failed, wrong
from ludwright.python_game.contract import PythonGame, adopted, has
from ludwright.python_game.saying import distinct, parts
from ludwright.rules.options.wording import Option

UNNAMED = "move"
"""What an action is called that is only a number, or only numbers."""

_SETS = (set, frozenset)

Actions = dict[int, Any]
"""What can be done, by code, in the game's own order."""


class Caller:
    """Asks games of one class, for one number of players."""

    def __init__(self, kind: type[PythonGame], players: int) -> None:
        self.kind, self.players = kind, players
        self._own_codes = has(kind, "code")
        self._codes = Codes()

    def call(self, game: PythonGame, name: str, *args: Any) -> Any:
        """Call one of its functions."""
        function = getattr(game, name)
        try:
            return function(*args)
        except (PythonGameError, KeyboardInterrupt):
            raise
        except BaseException as error:
            told = f"({', '.join(repr(arg) for arg in args if not isinstance(arg, Chance))})"
            raise failed(name, function, error, told) from error

    # ------------------------------------------------------------ moving

    def start(self, game: PythonGame, stream: Stream) -> None:
        """Set up a new game."""
        chance = Chance(stream)
        try:
            self.call(game, "start", chance)
        finally:
            chance.close()

    def perform(self, game: PythonGame, action: Any, stream: Stream) -> None:
        """Do an action."""
        chance = Chance(stream)
        try:
            self.call(game, "perform", action, chance)
        finally:
            chance.close()

    def copy(self, game: PythonGame) -> PythonGame:
        """Another game at the same point."""
        copied = adopted(self.call(game, "copy"), self.kind)
        if copied is None or copied is game:
            raise wrong(self.kind.copy, f"`copy` must give another {self.kind.__name__}")
        copied.players = self.players
        return copied

    # ------------------------------------------------------------ looking

    def over(self, game: PythonGame) -> bool:
        """Whether it has ended."""
        return bool(self.call(game, "over"))

    def seat(self, game: PythonGame) -> int:
        """Who is to act."""
        given = self.call(game, "current")
        if (type(given) is int or isinstance(given, Integral)) and 0 <= int(given) < self.players:
            return int(given)
        hint = "seats are counted from 0" if given == self.players else ""
        raise wrong(
            self.kind.current,
            f"`current` gave {given!r}: it must give a seat, a number from 0 to {self.players - 1}",
            hint,
        )

    def actions(self, game: PythonGame) -> Actions:
        """What can be done."""
        listed = self.call(game, "actions")
        given = listed if type(listed) is list else self._all(game, listed)
        if not given:
            raise wrong(
                self.kind.actions,
                "`actions` gave nothing to do, and `over` says that the game is not over",
                "end the game there, or list an action such as None, which is to pass",
            )
        coded = self._coded_by_game(game, given) if self._own_codes else self._coded(given)
        # The order of a set of texts differs from run to run; the order of their codes does not.
        return dict(sorted(coded.items())) if isinstance(listed, _SETS) else coded

    def _all(self, game: PythonGame, listed: Any) -> list[Any]:
        if not isinstance(listed, Iterable) or isinstance(listed, str):
            raise wrong(self.kind.actions, f"`actions` gave {listed!r}: it must give a list of actions")
        try:
            return list(listed)  # a generator runs only now
        except Exception as error:
            raise failed("actions", game.actions, error, "()") from error

    def _coded(self, given: list[Any]) -> Actions:
        found = self._codes.known_all(given)
        if found is not None:
            return found
        found = {}
        for action in given:
            try:
                code = self._codes.code(action)
            except TypeError:
                raise self._unfit(
                    action, "it can be changed (write a tuple instead of a list, a frozenset instead of a set)"
                ) from None
            except OpaqueError as error:
                raise self._unfit(
                    action,
                    f"a {error} has no value that is the same in every run: use numbers, texts, tuples, or write `code`",
                ) from None
            while code in found and found[code] != action:
                code = code + 1 if code < LARGEST else 1
            found.setdefault(code, action)
        return found

    def _unfit(self, action: Any, why: str) -> PythonGameError:
        return wrong(self.kind.actions, f"`actions` gave {action!r}, which can't be an action: {why}")

    def _coded_by_game(self, game: PythonGame, given: list[Any]) -> Actions:
        found: Actions = {}
        for action in given:
            code = self.call(game, "code", action)
            if not isinstance(code, Integral) or not 0 <= int(code) <= LARGEST:
                raise wrong(
                    self.kind.code, f"`code({action!r})` gave {code!r}: it must give a number from 0 to {LARGEST}"
                )
            other = found.setdefault(int(code), action)
            if other is not action and other != action:
                raise wrong(
                    self.kind.code,
                    f"`code` gave {code} for {other!r} and for {action!r}: different actions need different codes",
                )
        return found

    # ------------------------------------------------------------ telling

    def options(self, game: PythonGame, actions: Actions) -> list[Option]:
        """Actions with their words, all different."""
        words = distinct(self._words(game, action) for action in actions.values())
        found = []
        for (code, action), told in zip(actions.items(), words, strict=True):
            name, values = parts(action)
            found.append(Option(code, name or UNNAMED, values, told))
        return found

    def _words(self, game: PythonGame, action: Any) -> str:
        words = self.call(game, "words", action)
        if not isinstance(words, str) or not words:
            raise wrong(self.kind.words, f"`words({action!r})` gave {words!r}: it must give a text")
        return words

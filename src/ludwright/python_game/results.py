"""Who has won, from what a game in Python says about it."""

from __future__ import annotations

from math import isfinite
from typing import Any

from ludwright.python_game.caller import Caller
from ludwright.python_game.complaints import wrong
from ludwright.python_game.contract import PythonGame, has


class ReturnRules:
    """Works out returns and placings of games that are like ``sample``."""

    def __init__(self, sample: PythonGame, players: int, caller: Caller) -> None:
        self.players, self._caller = players, caller
        self.has_score, self.has_lead = has(sample, "score"), has(sample, "lead")
        self._has_returns, self._has_winners = has(sample, "returns"), has(sample, "winners")
        self._together = players == 1 or sample.cooperative
        self.may_name_all = self._has_winners and not self._has_returns and not self._together
        """Whether equal results of 0 may be a win of all, since the rules name the winners."""

    def of(self, game: PythonGame) -> tuple[list[float], list[int]]:
        """What each seat gets, and its placing."""
        seats = range(self.players)
        if self._has_returns:
            returns = [self.number(game, "returns", seat) for seat in seats]
            return returns, _placings(returns)
        if self._has_winners:
            won = self._winners(game)
            placings = [1 if seat in won else 2 for seat in seats]
        else:
            scores = [self.number(game, "score", seat) for seat in seats]
            if self._together:
                return scores, _placings(scores)
            placings = _placings(scores)
            won = {seat for seat in seats if placings[seat] == 1}
        if not self._together and len(won) in (0, self.players):
            return [0.0] * self.players, [int(self._has_winners and bool(won))] * self.players
        return [1.0 if seat in won else -1.0 for seat in seats], placings

    def number(self, game: PythonGame, name: str, seat: int) -> float:
        """A number that the game has for a seat."""
        given = self._caller.call(game, name, seat)
        try:
            value = float(given)
        except (TypeError, ValueError, OverflowError):
            value = float("nan")
        if not isfinite(value) or isinstance(given, str):
            raise wrong(getattr(type(game), name), f"`{name}({seat})` gave {given!r}: it must be a number")
        return value

    def _winners(self, game: PythonGame) -> set[int]:
        given: Any = self._caller.call(game, "winners")
        try:
            won = {int(seat) for seat in given} if not isinstance(given, str) else None
        except (TypeError, ValueError):
            won = None
        if won is None or not won <= set(range(self.players)):
            raise wrong(
                type(game).winners,
                f"`winners` gave {given!r}: it must give a list of seats, numbers from 0 to {self.players - 1}",
            )
        return won


def _placings(numbers: list[float]) -> list[int]:
    return [1 + sum(other > number for other in numbers) for number in numbers]

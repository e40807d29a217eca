"""What can be wrong with the class of a game, as far as it can be seen without playing."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator
from typing import Any

from ludwright.arguments import SettingError
from ludwright.mistakes import Mistake, MistakesError, nearest
from ludwright.model.limits import MOST_SEATS
from ludwright.python_game.complaints import home
from ludwright.python_game.contract import DECIDING, NEEDED, PythonGame, has

MOST_WORDS = 1_000_000
"""The largest value of the settings that say how much room there is."""

Found = Iterator[tuple[str, str]]


def check_functions(kind: type[PythonGame]) -> None:
    """Raise what functions the class lacks."""
    _raise_all(kind, _missing(kind))


def check_settings(game: PythonGame) -> None:
    """Raise what is wrong with the numbers and names that a game has beside its functions."""
    _raise_all(type(game), _unfit(game))


def _raise_all(kind: type[PythonGame], found: Iterable[tuple[str, str]]) -> None:
    mistakes = [Mistake(home(kind), message, hint) for message, hint in found]
    if mistakes:
        raise MistakesError(mistakes)


def _missing(kind: type[PythonGame]) -> Found:
    own = [name for name in dir(kind) if not name.startswith("_") and not hasattr(PythonGame, name)]
    for name in NEEDED:
        if not has(kind, name):
            yield f"{kind.__name__} has no function `{name}`", _meant(nearest(name, own))
    if not any(has(kind, name) for name in DECIDING):
        yield (
            f"{kind.__name__} doesn't say who wins: it needs `score(seat)` or `winners()`",
            _meant(nearest("winners", own) or nearest("score", own)),
        )
    if has(kind, "encode") != has(kind, "decode"):
        yield f"{kind.__name__} has only one of `encode` and `decode`", "write both, or none"
    for name in (*NEEDED, *DECIDING):
        if has(kind, name) and not callable(getattr(kind, name)):
            yield f"`{name}` of {kind.__name__} must be a function", ""


def _meant(name: str | None) -> str:
    return f"is `{name}` meant to be it?" if name else ""


def _unfit(game: PythonGame) -> Found:
    name, least = type(game).__name__, game.players
    most = least if game.most_players is None else game.most_players
    if not (_whole(least) and _whole(most) and 1 <= least <= most <= MOST_SEATS):
        span = f"{least!r}" if least == most else f"{least!r} to {most!r}"
        yield (
            f"{name} is for {span} players: a game has 1 to {MOST_SEATS}",
            "write for example `players = 2`, and `most_players = 4` below it",
        )
    elif game.seats and not _names(game.seats, most):
        yield (
            f"{name} needs a name for each of its {most} seats, not {game.seats!r}",
            'write for example `seats = ["X", "O"]`',
        )
    for setting in ("longest", "most_actions", "encoded_size"):
        value = getattr(game, setting)
        if not _whole(value) or not 1 <= value <= MOST_WORDS:
            yield f"`{setting}` of {name} is {value!r}: it must be a number from 1 to {MOST_WORDS:,}", ""


def _names(seats: Any, count: int) -> bool:
    """Whether these are different names for so many seats."""
    if isinstance(seats, str) or not all(isinstance(seat, str) and seat for seat in seats):
        return False
    return len(seats) >= count and len(set(seats)) == len(seats)


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def player_count(game: PythonGame, players: int | None) -> int:
    """How many play: as many as asked for, or else the fewest."""
    least, most = game.players, game.most_players or game.players
    count = least if players is None else players
    if not least <= count <= most:
        span = str(least) if least == most else f"{least} to {most}"
        raise SettingError(f"{game.title or type(game).__name__} is for {span} players, not {count}")
    return count


def defaults(source: object) -> dict[str, Any]:
    """The parameters of a class with what they are if not given."""
    if not isinstance(source, type):
        return {}
    known = inspect.signature(source).parameters
    return {name: value.default for name, value in known.items() if value.default is not inspect.Parameter.empty}

"""What is given to functions from Python: numbers and texts of the right kind, or a sentence that says what is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from operator import index
from os import PathLike, fspath
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from ludwright.mistakes import LudwrightError

P = ParamSpec("P")
R = TypeVar("R")
MOST_SEED = (1 << 64) - 1
MOST_GAMES = 10**12


class ArgumentError(LudwrightError, ValueError):
    """A value of the wrong kind, or out of its range."""


class SettingError(LudwrightError):
    """A number of players or a parameter that the game does not have."""


def renamed(**names: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """A function some of whose arguments were called otherwise before: the old names are understood as well.

    >>> @renamed(seats="agents")
    ... def play(agents=None):
    ...     return agents
    >>> play(seats="random")
    'random'
    """

    def understanding(function: Callable[P, R]) -> Callable[P, R]:
        @wraps(function)
        def called(*args: P.args, **kwargs: P.kwargs) -> R:
            for old in names.keys() & kwargs.keys():
                if names[old] in kwargs:
                    raise ArgumentError(f"`{old}` is another word for `{names[old]}`: give one of them")
                kwargs[names[old]] = kwargs.pop(old)
            return function(*args, **kwargs)

        return called

    return understanding


def whole_number(name: str, value: Any, least: int | None = None, most: int | None = None) -> int:
    """A whole number within bounds; numbers of NumPy are as good as those of Python.

    >>> whole_number("games", 100, 1)
    100
    >>> whole_number("games", "x")
    Traceback (most recent call last):
    ludwright.arguments.ArgumentError: `games` is a whole number, not 'x'
    """
    try:
        number = index(value)
    except TypeError:
        raise ArgumentError(f"`{name}` is a whole number, not {_shown(value)}") from None
    if least is not None and number < least:
        raise ArgumentError(f"`{name}` is {least:,} or more, not {number:,}")
    if most is not None and number > most:
        raise ArgumentError(f"`{name}` is {most:,} at most, not {number:,}")
    return number


def optional_number(name: str, value: Any, least: int | None = None, most: int | None = None) -> int | None:
    """The same, where nothing may be said."""
    return None if value is None else whole_number(name, value, least, most)


def text(name: str, value: Any) -> str:
    """A text."""
    if not isinstance(value, str):
        raise ArgumentError(f"`{name}` is a text, not {_shown(value)}")
    return value


def listed(name: str, value: Any) -> list[Any]:
    """Several things, or a single one."""
    if isinstance(value, str) or not isinstance(value, Iterable):
        return [value]
    return list(value)


def place(name: str, value: str | PathLike[str]) -> Path:
    """A place on the disk."""
    try:
        return Path(fspath(value))
    except TypeError:
        raise ArgumentError(f"`{name}` is a path, not {_shown(value)}") from None


def _shown(value: Any) -> str:
    shown = repr(value)
    return shown if len(shown) <= 60 else f"a {type(value).__name__}"

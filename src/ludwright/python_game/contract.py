"""What a game written in Python offers: the few functions it must have, and the many it may have."""

from __future__ import annotations

import copy
from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from ludwright.python_game.chance import Chance
from ludwright.python_game.saying import said

NEEDED = ("start", "current", "actions", "perform", "over")
"""What every game must have. And it says who has won: with ``score``, ``winners`` or ``returns``."""
DECIDING = ("score", "winners", "returns")


class PlainGame(Protocol):
    """The least that a class must have to be loaded as a game, whether it comes from :class:`PythonGame` or not.

    It also needs ``score`` or ``winners``, and may have everything else that :class:`PythonGame` lists.
    """

    def start(self, chance: Chance, /) -> None:
        """Set up a new game."""

    def current(self) -> int:
        """The seat that is to act."""

    def actions(self) -> Iterable[Any]:
        """What it may do."""

    def perform(self, action: Any, chance: Chance, /) -> None:
        """Do one of these."""

    def over(self) -> bool:
        """Whether the game has ended."""


class PythonGame:
    """A game written in Python. Derive a class, write the first five functions and ``score`` or ``winners``, and load it.

    >>> import ludwright
    >>> class Nim(ludwright.PythonGame):
    ...     title = "Nim"
    ...
    ...     def start(self, chance):
    ...         self.heaps, self.seat = [3, 4, 5], 0
    ...
    ...     def current(self):
    ...         return self.seat
    ...
    ...     def actions(self):
    ...         return [("take", n, "from", heap) for heap, size in enumerate(self.heaps) for n in range(1, size + 1)]
    ...
    ...     def perform(self, action, chance):
    ...         _, n, _, heap = action
    ...         self.heaps[heap] -= n
    ...         self.seat = 1 - self.seat
    ...
    ...     def over(self):
    ...         return not any(self.heaps)
    ...
    ...     def winners(self):
    ...         return [1 - self.seat]
    >>> game = ludwright.load(Nim)
    >>> play = game.start(seed=1)
    >>> play.apply("take 3 from 0")
    >>> play.legal()[0].words, game.seats[play.actor]
    ('take 1 from 1', 'seat 2')
    """

    title: str = ""
    """What it is called; without one, the name of the class."""
    players: int = 2
    """How many play (1 to 16), or the fewest. In a game under way, how many really play."""
    most_players: int | None = None
    """The most that can play, if that is more than ``players``."""
    seats: Sequence[str] = ()
    """The names of the seats, if they have names."""
    cooperative: bool = False
    """Whether all win or lose together."""
    longest: int = 1_000
    """A game with more moves than this is stopped as too long."""
    most_actions: int = 4_096
    """How many different actions there can be at one time."""
    encoded_size: int = 64
    """The most numbers that ``encode`` gives, if the game has it."""

    # ------------------------------------------------------------ what it must have

    def start(self, chance: Chance, /) -> None:
        """Set up a new game for ``self.players``. Everything that changes in play is set here."""
        raise NotImplementedError

    def current(self) -> int:
        """The seat that is to act, from 0."""
        raise NotImplementedError

    def actions(self) -> Iterable[Any]:
        """What it may do, in an order that is always the same; there must be something as long as the game isn't over.

        An action is a number, a text, an enum value, ``None`` (to pass), a tuple or frozen dataclass of such values; any
        other value if the game has :meth:`code`. What is listed twice counts once.
        """
        raise NotImplementedError

    def perform(self, action: Any, chance: Chance, /) -> None:
        """Do one of these."""
        raise NotImplementedError

    def over(self) -> bool:
        """Whether the game has ended."""
        raise NotImplementedError

    # ------------------------------------------------------------ one of these decides who has won

    def score(self, seat: int, /) -> float:
        """The points of a seat; the most points win. Alone, or if all play together, the points are the result."""
        raise NotImplementedError

    def winners(self) -> Iterable[int]:
        """The seats that have won. Nobody: a draw. (All together, everybody has won or lost.)"""
        raise NotImplementedError

    def returns(self, seat: int, /) -> float:
        """What a seat gets, if it is not simply +1 for a win, -1 for a loss, 0 for a draw."""
        raise NotImplementedError

    # ------------------------------------------------------------ what it may have

    def words(self, action: Any, /) -> str:
        """An action in words; ``("take", 3, "from", 0)`` is told as `take 3 from 0` without it."""
        return said(action)

    def lead(self, seat: int, /) -> float:
        """How far ahead a seat is, from 0 to 1."""
        raise NotImplementedError

    def picture(self) -> str:
        """The position as text of one or more lines."""
        return ""

    def copy(self) -> Any:
        """Another game at the same point that shares nothing changeable with this one. Write it if it can be fast."""
        return copy.deepcopy(self)

    def code(self, action: Any, /) -> int:
        """A number for an action, always the same, from 0 to 2147483647. Without it, one is worked out from the value."""
        raise NotImplementedError

    def encode(self) -> Sequence[int]:
        """The whole position as at most ``encoded_size`` numbers of 32 bits.

        With it and :meth:`decode`, going back to a position costs next to nothing, however long the game has been, and
        equal positions are known to be equal. Without them a position is found again by playing the same moves again.
        """
        raise NotImplementedError

    def decode(self, numbers: Sequence[int], /) -> None:
        """Set up the position that these numbers mean, on a new game of which ``start`` was not called."""
        raise NotImplementedError


def has(game: object, name: str) -> bool:
    """Whether a game has written this function itself."""
    kind = game if isinstance(game, type) else type(game)
    written = getattr(kind, name, None)
    return written is not None and written is not getattr(PythonGame, name)


def derived(kind: type[Any]) -> type[PythonGame]:
    """The class, with the base class behind it where it doesn't come from it."""
    if issubclass(kind, PythonGame):
        return kind
    return type(kind.__name__, (kind, PythonGame), {"__module__": kind.__module__, "__qualname__": kind.__qualname__})


def adopted(game: Any, kind: type[PythonGame]) -> PythonGame | None:
    """An object of the class that :func:`derived` gave, from one of the class it was given; None if that can't be."""
    if isinstance(game, kind):
        return game
    if type(game) not in kind.__mro__:
        return None
    try:
        game.__class__ = kind
    except TypeError:
        return None
    assert isinstance(game, kind)
    return game

"""The chance that a game in Python is handed: dice, cards and coins from the game's own stream of random numbers."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import TypeVar

from ludwright.engine.random import MAX_BOUND, Stream
from ludwright.mistakes import LudwrightError

T = TypeVar("T")


class ChanceError(LudwrightError):
    """Chance that was asked for something it can't give, or at the wrong time."""


class Chance:
    """Random numbers for one call of ``start`` or ``perform``.

    Everything random in a game must come from here: then the same seed gives the same game, on every machine and in any
    number of threads. A chance that is kept and used after the call answers with an error.

    >>> from ludwright.engine.random import Stream, stream
    >>> chance = Chance(Stream(*stream(seed=1, game=0, role=0)))
    >>> 1 <= chance.die() <= 6, len(chance.roll(3)), chance.pick(["heads", "tails"]) in ("heads", "tails")
    (True, 3, True)
    """

    __slots__ = ("_stream",)

    def __init__(self, stream: Stream) -> None:
        self._stream: Stream | None = stream

    def close(self) -> None:
        """The call is over."""
        self._stream = None

    def below(self, bound: int) -> int:
        """A whole number from 0 to ``bound - 1``, each equally likely."""
        if self._stream is None:
            raise ChanceError(
                "chance is lent for one call: don't keep it, use the one that `start` or `perform` is given"
            )
        if not 1 <= bound <= MAX_BOUND:
            raise ChanceError(f"chance can pick one of 1 to {MAX_BOUND:,} things, not one of {bound}")
        return self._stream.below(bound)

    def die(self, sides: int = 6) -> int:
        """One die: a number from 1 to ``sides``."""
        return 1 + self.below(sides)

    def roll(self, count: int, sides: int = 6) -> list[int]:
        """Several dice."""
        return [self.die(sides) for _ in range(count)]

    def pick(self, things: Sequence[T], weights: Sequence[int] | None = None) -> T:
        """One of some things: each equally likely, or as its weight (a whole number) says."""
        self._in_order(things)
        if weights is None:
            if not things:
                raise ChanceError("there is nothing to pick from")
            return things[self.below(len(things))]
        if len(weights) != len(things) or any(weight != int(weight) or weight < 0 for weight in weights):
            raise ChanceError("weights are whole numbers from 0, one for each thing")
        left = self.below(sum(int(weight) for weight in weights))
        for thing, weight in zip(things, weights, strict=True):
            if left < weight:
                return thing
            left -= weight
        raise AssertionError("the weights add up to more than they did")

    def sample(self, things: Sequence[T], count: int) -> list[T]:
        """That many of some things, none twice, in random order."""
        self._in_order(things)
        if not 0 <= count <= len(things):
            raise ChanceError(f"{count} of {len(things)} things can't be taken")
        pool = list(things)
        return [pool.pop(self.below(len(pool))) for _ in range(count)]

    def shuffle(self, things: MutableSequence[T]) -> None:
        """Put a list in random order."""
        self._in_order(things)
        for last in range(len(things) - 1, 0, -1):
            other = self.below(last + 1)
            things[last], things[other] = things[other], things[last]

    def random(self) -> float:
        """A number from 0 up to, but not including, 1."""
        high, low = self.below(1 << 27), self.below(1 << 26)
        return (high * (1 << 26) + low) / (1 << 53)

    @staticmethod
    def _in_order(things: object) -> None:
        if not hasattr(things, "__getitem__") or isinstance(things, dict):
            kind = type(things).__name__
            raise ChanceError(
                f"chance needs a list or a tuple, not a {kind}: only there the order is the same in every run"
            )

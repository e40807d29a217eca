"""Chance that leaves nothing to chance: every outcome in turn, each with its exact probability."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from ludwright.equilibria.mistakes import TooLargeError

MOST_DRAWS = 64
"""How often chance may be drawn in one step."""


class Outcomes:
    """All outcomes of the draws of one step of a game, one run of the step after the other.

    >>> chance, seen = Outcomes(), []
    >>> while True:
    ...     seen.append((chance.below(2), chance.below(2), chance.probability))
    ...     if not chance.another():
    ...         break
    >>> seen[1], len(seen)
    ((0, 1, Fraction(1, 4)), 4)
    """

    state, inc = 0, 1

    def __init__(self) -> None:
        self._taken: list[int] = []
        self._shares: list[Sequence[int] | int] = []
        self._at = 0

    def below(self, bound: int) -> int:
        """A number 0..bound-1, each equally likely."""
        return self._draw(bound) if bound > 1 else 0

    def among(self, weights: Sequence[int]) -> int:
        """One of some things, each as likely as its weight says."""
        return self._draw(weights) if len(weights) > 1 else 0

    def _draw(self, shares: Sequence[int] | int) -> int:
        if self._at == len(self._taken):
            if self._at == MOST_DRAWS:
                raise TooLargeError(
                    f"more than {MOST_DRAWS} draws of chance may follow one answer, perhaps any number of them: too many to go through all outcomes"
                )
            self._taken.append(0)
            self._shares.append(shares)
        self._at += 1
        return self._taken[self._at - 1]

    @property
    def drawn(self) -> bool:
        """Whether anything was drawn in this run."""
        return self._at > 0

    @property
    def probability(self) -> Fraction:
        """Of this run: of all that was drawn so far."""
        over, under = 1, 1
        for taken, shares in zip(self._taken[: self._at], self._shares, strict=False):
            if isinstance(shares, int):
                under *= shares
            else:
                over *= shares[taken]
                under *= sum(shares)
        return Fraction(over, under)

    def another(self) -> bool:
        """Turn to the next outcome; no when there is none left."""
        while self._taken and self._taken[-1] + 1 == _count(self._shares[-1]):
            self._taken.pop()
            self._shares.pop()
        self._at = 0
        if not self._taken:
            return False
        self._taken[-1] += 1
        return True


def _count(shares: Sequence[int] | int) -> int:
    return shares if isinstance(shares, int) else len(shares)

"""What each kind of player gets at each table: the game above the game, in which one chooses how to play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement
from math import factorial, prod

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.float64]
Table = tuple[int, ...]
"""Who sits at a table, by their numbers, the least first. Where they sit does not matter: all seats are taken in turn."""


def tables(agents: int, sides: int) -> list[Table]:
    """Everybody who may sit together.

    >>> tables(2, 3)
    [(0, 0, 0), (0, 0, 1), (0, 1, 1), (1, 1, 1)]
    """
    return list(combinations_with_replacement(range(agents), sides))


@dataclass(frozen=True)
class Shares:
    """For every player and all who may sit with it: its share of the win.

    ``mean[i, c]`` is what player ``i`` gets beside the ``c``-th company of ``sides - 1`` others.
    """

    mean: Numbers
    error: Numbers
    """The standard error of each."""
    sides: int

    @classmethod
    def of(cls, agents: int, sides: int, found: Mapping[Table, Mapping[int, tuple[float, float]]]) -> Shares:
        """From the share and its standard error of each player at each table. Among its own kind everybody gets an equal part."""
        company = tables(agents, sides - 1)
        mean, error = np.zeros((agents, len(company))), np.zeros((agents, len(company)))
        for one in range(agents):
            for place, others in enumerate(company):
                table = tuple(sorted((one, *others)))
                mean[one, place], error[one, place] = found[table][one] if len(set(table)) > 1 else (1 / sides, 0.0)
        return cls(mean, error, sides)

    @classmethod
    def between(cls, matrix: npt.ArrayLike) -> Shares:
        """Of two sides, from a matrix: what the row gets from the column."""
        mean = np.asarray(matrix, float)
        return cls(mean, np.zeros_like(mean), 2)

    @property
    def agents(self) -> int:
        """How many players there are to choose from."""
        return len(self.mean)

    @cached_property
    def counts(self) -> npt.NDArray[np.int64]:
        """How often each player sits in each company."""
        found = np.zeros((self.mean.shape[1], self.agents), np.int64)
        for place, others in enumerate(tables(self.agents, self.sides - 1)):
            for other in others:
                found[place, other] += 1
        return found

    @cached_property
    def ways(self) -> Numbers:
        """In how many orders each company can come together."""
        return np.array(
            [factorial(self.sides - 1) / prod(factorial(int(n)) for n in row) for row in self.counts], np.float64
        )

    def company(self, mix: Numbers) -> Numbers:
        """How likely each company is where everybody else is drawn from a mix."""
        found: Numbers = self.ways * np.prod(np.power(mix[None, :], self.counts), axis=1)
        return found

    def company_slopes(self, mix: Numbers) -> Numbers:
        """How much likelier each company becomes with each player's part of a mix."""
        less = np.maximum(0, self.counts[:, None, :] - np.eye(self.agents, dtype=np.int64)[None])
        found: Numbers = self.ways[:, None] * self.counts * np.prod(np.power(mix, less), axis=2)
        return found

    def against(self, mix: Numbers) -> Numbers:
        """What each player gets among others who are drawn from a mix."""
        found: Numbers = self.mean @ self.company(mix)
        return found

    def gain(self, mix: Numbers) -> float:
        """What the best answer to a mix gets more than the mix itself: 0 in an equilibrium."""
        found = self.against(mix)
        return float(found.max() - mix @ found)

    def at(self, one: int, others: Counter[int]) -> float:
        """What a player gets beside some others."""
        row = np.array([others[agent] for agent in range(self.agents)])
        return float(self.mean[one, int((self.counts == row).all(axis=1).argmax())])

    def drawn_anew(self, dice: np.random.Generator) -> Shares:
        """The same, each share as far off as so few games may have it."""
        return Shares(
            np.clip(self.mean + dice.normal(0.0, 1.0, self.mean.shape) * self.error, 0.0, 1.0), self.error, self.sides
        )

"""What an equilibrium shows about the options of a game: which are never taken, and which nobody should ever take."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ludwright.equilibria.situations import ALWAYS, Telling
from ludwright.equilibria.tree import Reals, Situation, Tree
from ludwright.equilibria.values import SeatGoal, likelihoods, limits

SELDOM = 1e-9
"""A situation less likely than this does not come up."""


@dataclass(frozen=True)
class Dominated:
    """An option that is worse than another whatever the others do and whatever they hold.

    The most it can bring is less than what the other option is sure to bring (for a weak one: no more than that, and sometimes less).
    """

    situation: Situation
    code: int
    by: int
    """The better option."""
    at_best: float
    """The most it can bring."""
    instead: float
    """What the better one brings at least."""

    @property
    def strictly(self) -> bool:
        return self.at_best < self.instead - 1e-9


@dataclass(frozen=True)
class Use:
    """How often a seat takes an option, of all times it is offered in the equilibrium."""

    seat: int
    words: str
    offered: float
    """How often it is offered in a game."""
    taken: float
    """How often it is taken in a game."""

    @property
    def share(self) -> float:
        return self.taken / self.offered if self.offered else 0.0


def dominated(tree: Tree, goal: SeatGoal) -> list[Dominated]:
    """All options that are dominated so plainly."""
    sure, hoped = limits(tree, goal)
    found = []
    for situation in tree.situations:
        begin, end = int(tree.begins[situation.number]), int(tree.begins[situation.number + 1])
        best = begin + int(np.argmax(sure[begin:end]))
        for option in range(begin, end):
            worse = hoped[option] < sure[best] - 1e-9
            never_better = abs(hoped[option] - sure[best]) <= 1e-9 and (
                sure[option] < sure[best] - 1e-9 or hoped[best] > hoped[option] + 1e-9
            )
            if option != best and (worse or never_better):
                codes = situation.codes
                found.append(
                    Dominated(
                        situation, codes[option - begin], codes[best - begin], float(hoped[option]), float(sure[best])
                    )
                )
    return found


def uses(tree: Tree, strategy: Reals, telling: Telling) -> list[Use]:
    """How often every seat takes what it is offered, in words; the least used first."""
    likely = likelihoods(tree, strategy)
    counts: dict[tuple[int, str], list[float]] = {}
    for situation in tree.situations:
        if likely[situation.number] < SELDOM:
            continue
        begin = int(tree.begins[situation.number])
        for i, words in enumerate(telling.options(situation)):
            count = counts.setdefault((situation.seat, words), [0.0, 0.0])
            count[0] += float(likely[situation.number])
            count[1] += float(likely[situation.number] * strategy[begin + i])
    found = [Use(seat, words, offered, taken) for (seat, words), (offered, taken) in counts.items()]
    return sorted(found, key=lambda use: (use.seat, use.share))


def never_used(found: list[Use]) -> list[Use]:
    """Options that are offered, but not taken."""
    return [use for use in found if use.share < 1 - ALWAYS]

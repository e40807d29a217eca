"""A whole game as a tree, in flat arrays: every node comes after its parent, and the children of a node stand side by side."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
import numpy.typing as npt

from ludwright.game import Game

Ints = npt.NDArray[np.int64]
Reals = npt.NDArray[np.float64]

CHANCE, END = -1, -2
"""Who decides at a node that is nobody's."""


@dataclass
class Situation:
    """What a seat knows when it is asked: all positions that have looked the same to it, all game long, are one situation."""

    number: int
    seat: int
    codes: list[int]
    """Its options."""
    node: int
    """The first node of the tree in which it is this situation."""
    view: int
    """What the seat sees now, as one number (:mod:`ludwright.hidden.observation_hash`)."""
    packed: bytes = field(repr=False)

    @property
    def words(self) -> npt.NDArray[np.int32]:
        """The state of one position of this situation. What the seat does not know is as it happens to be there."""
        return np.frombuffer(zlib.decompress(self.packed), np.int32)


@dataclass
class Tree:
    """Every way in which a game may go."""

    game: Game
    parent: Ints
    first: Ints
    """The first child of every node."""
    count: Ints
    """How many children it has."""
    actor: Ints
    """Whose decision it is: a seat, :data:`CHANCE` or :data:`END`."""
    chance: Reals
    """How likely a node is, where its parent is chance; otherwise 1."""
    code: Ints
    """The answer that led here; -1 for chance."""
    info: Ints
    """The number of the situation, at every decision; -1 elsewhere."""
    wins: Reals
    """What every seat gets at every end: wins and losses times the stake, or what a game for one or for all counts."""
    scores: Reals | None
    """The same by score, if the game has scores."""
    situations: list[Situation]
    faults: int = 0
    """How many ends are no ends, but a rule that could not be carried out."""

    def __len__(self) -> int:
        return len(self.parent)

    @property
    def players(self) -> int:
        return self.game.players

    @property
    def ends(self) -> int:
        return int(np.count_nonzero(self.actor == END))

    # ------------------------------------------------------------ strategies are one long array

    @cached_property
    def begins(self) -> Ints:
        """Where the options of every situation begin in the array of a strategy; one more number for its length."""
        return np.concatenate([[0], np.cumsum([len(s.codes) for s in self.situations])]).astype(np.int64)

    @cached_property
    def seats(self) -> Ints:
        """Whose every situation is."""
        return np.array([s.seat for s in self.situations], np.int64)

    @cached_property
    def slot(self) -> Ints:
        """For every node that an answer led to: the place of that answer in the array of a strategy; -1 for others."""
        above = np.maximum(self.parent, 0)
        info = np.where(self.parent >= 0, self.info[above], -1)
        begins = self.begins[np.maximum(info, 0)]
        return np.where(info >= 0, begins + np.arange(len(self)) - self.first[above], -1)

    def orders(self, seat: int) -> Ints:
        """All nodes such that whatever a seat knows at a decision of its own, all that can follow comes before."""
        return self._orders[seat]

    @cached_property
    def _orders(self) -> list[Ints]:
        from ludwright.equilibria.passes import levels

        found = []
        for seat in range(self.players):
            level = levels(self.parent, self.actor, seat)
            found.append(np.lexsort((np.arange(len(self)), level))[::-1].astype(np.int64).copy())
        return found

    def uniform(self) -> Reals:
        """The strategy that takes every option equally often."""
        sizes = np.diff(self.begins)
        return np.repeat(1.0 / sizes, sizes)

    def path(self, node: int) -> Iterator[tuple[Situation, int]]:
        """The decisions that led to a node, from the first on: the situation, and the code answered."""
        steps = []
        while node > 0:
            above = int(self.parent[node])
            if self.info[above] >= 0:
                steps.append((self.situations[int(self.info[above])], int(self.code[node])))
            node = above
        return reversed(steps)

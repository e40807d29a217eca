"""What a search has found out, read from its memory: how often each answer was taken, what came of it, and what is expected next."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ludwright.agents.kernels import block as places
from ludwright.agents.kernels import tree
from ludwright.agents.minds import AgentMemory
from ludwright.agents.nature import nature_of
from ludwright.engine.desks import chance_of
from ludwright.engine.random import stream
from ludwright.play.match import Match

PROVEN = {int(tree.LOSS): "loss", int(tree.DRAW): "draw", int(tree.WIN): "win"}
LONGEST = 12
"""So many answers of the expected line are told."""
FEW = 5
"""Answers taken less often are not expected by anybody."""


@dataclass(frozen=True)
class Taken:
    """An answer in the tree, and what came of it for whoever gives it."""

    row: int
    code: int
    mover: int
    visits: int
    total: float
    squares: float
    best: float
    proven: str | None


class SearchTree:
    """The tree in a mind, after the search."""

    def __init__(self, mind: AgentMemory) -> None:
        self.mind = mind
        block = mind.block
        rows = int(array_at(block[tree.TAKEN], np.int64, 1)[0])
        rows = min(rows, int(block[tree.MOST_ROWS]))
        width, row = int(block[tree.REALS_A_ROW]), int(tree.ROW)
        self.edges = array_at(block[tree.EDGES], np.int32, rows * row).reshape(-1, row)
        self.reals = array_at(block[tree.REALS], np.float64, rows * width).reshape(-1, width)

    def root(self, seat: int) -> int:
        """The row the search began from."""
        return seat if self.mind.block[tree.OBSERVERS] else 0

    def below(self, row: int) -> Iterator[Taken]:
        """The answers at a point."""
        child = int(self.edges[row, tree.FIRST])
        while child:
            marks, sums = self.edges[child], self.reals[child]
            squares, best = (float(sums[place]) if len(sums) > place else 0.0 for place in (tree.SQUARES, tree.BEST))
            yield Taken(
                child,
                int(marks[tree.CODE]),
                int(marks[tree.MOVER]),
                int(marks[tree.VISITS]),
                float(sums[tree.TOTAL]),
                squares,
                best,
                PROVEN.get(int(marks[tree.PROVEN])),
            )
            child = int(marks[tree.NEXT])

    def point(self, row: int, words: npt.NDArray[np.int32]) -> int:
        """The point that an answer has led to in a position; 0 if it was never reached."""
        from ludwright.agents.kernels.tree_reading import point_below

        array_at(self.mind.block[places.STATE], np.int32, words.size)[:] = words
        find = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64, ctypes.c_int64)(point_below().address)
        return int(find(self.mind.address, row))


@dataclass(frozen=True)
class ExpectedAnswer:
    """One answer of the expected line."""

    seat: str
    words: str


def expected(match: Match, found: SearchTree, seat: int, code: int, seed: int) -> tuple[list[ExpectedAnswer], str]:
    """The line that is expected after an answer, as far as it does not hang on chance; and why it ends there, where there is a reason."""
    table = _elsewhere(match, seat, seed)
    row = next((taken.row for taken in found.below(found.root(seat)) if taken.code == code), 0)
    line: list[ExpectedAnswer] = []
    while len(line) < LONGEST:
        before = _chance(table)
        line.append(_apply(table, code))
        while not table.over and len(table.codes()) == 1 and len(line) < LONGEST:
            line.append(_apply(table, table.codes()[0]))
        if table.over:
            return line, "the end"
        if _chance(table) != before:
            return line, "chance"
        row = found.point(row, table.numbers()) if row else 0
        following = _most_taken(found, row, table) if row else None
        if following is None:
            break
        row, code = following.row, following.code
    return line, ""


def _elsewhere(match: Match, seat: int, seed: int) -> Match:
    """A table to try a line on: with what the seat can't see dealt again, and chance of its own."""
    if nature_of(match.game).hidden:
        return match.determinize(seat, seed)
    return match.twin_of(match.numbers(), stream(seed, match.moves, 0))


def _apply(table: Match, code: int) -> ExpectedAnswer:
    words = next(option.words for option in table.legal() if option.code == code)
    step = ExpectedAnswer(table.game.seats[table.actor or 0], words)
    table.apply(code)
    return step


def _most_taken(found: SearchTree, row: int, table: Match) -> Taken | None:
    """The answer that the search took most, of those that are possible; none where it knows too little."""
    possible, actor = set(table.codes()), table.actor
    taken = [one for one in found.below(row) if one.code in possible and one.mover == actor and one.visits >= FEW]
    return max(taken, key=lambda one: (one.proven == "win", one.proven != "loss", one.visits), default=None)


def _chance(table: Match) -> tuple[int, int]:
    return chance_of(table._frozen())


def array_at(address: Any, kind: Any, size: int) -> npt.NDArray[Any]:
    """Memory of a mind as an array."""
    octets = (ctypes.c_char * (size * np.dtype(kind).itemsize)).from_address(int(address))
    return np.frombuffer(octets, kind)

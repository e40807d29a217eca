"""Search beside OpenSpiel's: iterations a second of ours and of its MCTSBot or ISMCTSBot, in turns, doing the same work.

Both search the first decision of a game afresh, without proofs: down the tree, one node more, one random play-out, back.
"""

from __future__ import annotations

import ctypes
import random
from dataclasses import dataclass
from statistics import median
from time import perf_counter
from typing import Any

import numpy as np
import pyspiel
from rich.table import Table

import ludwright
from bench.theirs import step_by_chance
from ludwright.agents.kernels import tree
from ludwright.agents.seating import Seats
from ludwright.play.agents import MOVE_LIMIT


@dataclass(frozen=True)
class Searched:
    """One game in both systems, and how many iterations one search has."""

    game: str
    iterations: int
    hidden: bool = False


SEARCHED = [
    Searched("tic_tac_toe", 20_000),
    Searched("connect_four", 4_000),
    Searched("breakthrough", 1_000),
    Searched("othello", 200),
    Searched("kuhn_poker", 20_000, hidden=True),
    Searched("leduc_poker", 10_000, hidden=True),
]


@dataclass(frozen=True)
class SearchRow:
    """Iterations a second of both, how many times faster ours is, and the bytes of a node."""

    game: str
    ours: float
    theirs: float
    ratio: float
    bytes_a_node: int


class Ours:
    """Our search on the first decision of a game."""

    def __init__(self, searched: Searched, more: str = "") -> None:
        self._game = ludwright.load(searched.game)
        self._match = self._game.start(seed=1)
        text = f"mcts:{searched.iterations},prove=no,reuse=no{more}"
        self._seats = Seats(self._game, [text] * self._game.players, MOVE_LIMIT)
        self._iterations = searched.iterations
        sitter = self._seats.sitters[self._match.actor or 0]
        assert sitter is not None
        self._decide = ctypes.CFUNCTYPE(ctypes.c_int64, *(ctypes.c_int64,) * 7)(sitter.function)
        self._mind = sitter.mind
        self._streams = np.arange(1, 2 * self._game.players + 3, dtype=np.uint64) | np.uint64(1)
        self._state = self._match.numbers()
        self._codes = self._match.codes()
        self._context = np.zeros(16 + len(self._codes), np.int64)
        self._context[16:] = self._codes
        self.search()

    def search(self) -> float:
        """One search; its iterations a second."""
        begin = perf_counter()
        self._decide(
            self._mind.address, self._state.ctypes.data, self._game.table.ctypes.data, self._context.ctypes.data,
            len(self._codes), self._match.actor or 0, self._streams.ctypes.data,
        )  # fmt: skip
        return self._iterations / (perf_counter() - begin)

    @property
    def bytes_a_node(self) -> int:
        """How much memory an answer takes in the tree."""
        return 4 * int(tree.ROW) + 8 * int(self._mind.block[tree.REALS_A_ROW])


class Theirs:
    """OpenSpiel's search on the first decision of a game."""

    def __init__(self, searched: Searched) -> None:
        self._game = pyspiel.load_game(searched.game)
        self._searched = searched
        self._state: Any = self._game.new_initial_state()
        chooser = random.Random(1)
        while self._state.is_chance_node():
            step_by_chance(self._state, chooser)

    def search(self) -> float:
        """One search; its iterations a second."""
        evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
        if self._searched.hidden:
            kind = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
            bot = pyspiel.ISMCTSBot(1, evaluator, 2.0, self._searched.iterations, -1, kind, False, False)
        else:
            bot = pyspiel.MCTSBot(self._game, evaluator, 2.0, self._searched.iterations, 1000, False, 1, False)
        begin = perf_counter()
        bot.step(self._state)
        return self._searched.iterations / (perf_counter() - begin)


def compare_search(searched: Searched, slices: int) -> SearchRow:
    """Both in turns; the ratio is the median of the slices' ratios."""
    ours, theirs = Ours(searched), Theirs(searched)
    pairs = [(ours.search(), theirs.search()) for _ in range(slices)]
    return SearchRow(
        searched.game,
        median(one for one, _ in pairs),
        median(other for _, other in pairs),
        median(one / other for one, other in pairs),
        ours.bytes_a_node,
    )


THREADED = [Searched("tic_tac_toe", 200_000), Searched("connect_four", 40_000), Searched("othello", 2_000)]
WAYS = {"trees side by side": ",threads=2", "one tree": ",threads=2,parallel=tree"}
"""How two threads share a search."""


@dataclass(frozen=True)
class ThreadRow:
    """How many times faster two threads are than one."""

    game: str
    way: str
    ratio: float


def compare_threads(searched: Searched, slices: int) -> list[ThreadRow]:
    """One thread and both ways of two, in turns; the ratio is the median of the slices' ratios."""
    one, others = Ours(searched), {way: Ours(searched, more) for way, more in WAYS.items()}
    rounds = [(one.search(), {way: other.search() for way, other in others.items()}) for _ in range(slices)]
    return [ThreadRow(searched.game, way, median(found[way] / alone for alone, found in rounds)) for way in WAYS]


def thread_table(rows: list[ThreadRow]) -> Table:
    """Two threads beside one."""
    table = Table(title="Search with two threads: times as fast as with one", title_justify="left")
    table.add_column("game")
    for way in WAYS:
        table.add_column(way, justify="right")
    for game in dict.fromkeys(row.game for row in rows):
        table.add_row(game, *(f"{row.ratio:.2f}" for way in WAYS for row in rows if (row.game, row.way) == (game, way)))
    return table


def search_table(rows: list[SearchRow]) -> Table:
    """Ours beside OpenSpiel's."""
    table = Table(title="Search iterations a second, one core", title_justify="left")
    for heading in ("game", "ours", "OpenSpiel C++", "ratio", "bytes a node"):
        table.add_column(heading, justify="left" if heading == "game" else "right")
    for row in rows:
        table.add_row(row.game, f"{row.ours:,.0f}", f"{row.theirs:,.0f}", f"{row.ratio:.1f}", str(row.bytes_a_node))
    return table

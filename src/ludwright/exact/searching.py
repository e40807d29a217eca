"""The memory of an alpha-beta search, and a search of one position from Python."""

from __future__ import annotations

import math
import threading
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ludwright import ir
from ludwright.engine.compiled import State
from ludwright.engine.positions import value_spans
from ludwright.exact import alphabeta, alphabeta_memory
from ludwright.exact.alphabeta_memory import COUNT_WORDS, FRAME_WORDS, WINDOW, SearchMemory
from ludwright.exact.prepared import Prepared

PLIES = 1_024
"""The longest line that is looked at."""
_CODES = 1 << 16
_HISTORY = 1 << 12
_POLL = 0.05
_TRIAL = 100_000
"""Positions that finding out the best order takes, a few times over."""


@dataclass(frozen=True)
class Looked:
    """What a search has found."""

    code: int
    """The best move; -1 if there was not even time to look one move ahead."""
    value: float
    """Its value for the seat whose view was taken."""
    proven: bool
    depth: int
    nodes: int
    """Positions looked at."""
    repeats: int
    """How often a position came again on a line."""
    unequal: bool
    """Whether one does not always lose what the other wins."""


class AlphaBetaSearcher:
    """Alpha-beta on positions of one game, with a table of ``megabytes``."""

    def __init__(
        self,
        prepared: Prepared,
        megabytes: float,
        leaf: int = alphabeta_memory.EVEN,
        plies: int = PLIES,
        stride: int = 0,
    ) -> None:
        """A searcher; with a ``stride`` of 2 each search is half as deep again as the one before, rather than one move deeper."""
        self.prepared = prepared
        self.stop = np.zeros(1, np.int64)
        width = prepared.packing.size
        self.rows = _rows(megabytes, width)
        words = prepared.compiled.program.state_size
        table = np.zeros((self.rows, width + 2), np.uint64)
        self.counts = np.zeros(COUNT_WORDS, np.int64)
        addresses = prepared.compiled.addresses
        self.counts[alphabeta_memory.LEAF] = leaf
        self.counts[alphabeta_memory.STRIDE] = stride
        self.counts[alphabeta_memory.LEAD] = addresses.get("real_lead", 0)
        self.counts[alphabeta_memory.SCORE] = addresses.get("real_score", 0)
        codes = max(_CODES, 2 * prepared.compiled.capacity)
        self.search = SearchMemory(
            states=np.zeros((plies, words), np.int32),
            frames=np.zeros((plies, FRAME_WORDS), np.int64),
            reals=np.zeros((plies, len(WINDOW))),
            keys=np.zeros((plies, width), np.uint64),
            codes=np.zeros(codes, np.int32),
            ranks=np.zeros(codes, np.int64),
            killers=np.full((plies, 2), -1, np.int32),
            history=np.zeros(_HISTORY, np.int64),
            table=table,
            kept=table.view(np.float64),
            counts=self.counts,
            bounds=result_bounds(prepared),
            stop=self.stop,
            streams=np.zeros(2 * (prepared.seats + 1), np.uint64),
        )

    def forget(self) -> None:
        """Begin anew: nothing of earlier searches counts any more."""
        counts = self.counts
        counts[alphabeta_memory.GENERATION] += 1
        if counts[alphabeta_memory.GENERATION] >= alphabeta_memory.GENERATIONS:
            self.search.table[:] = 0
            counts[alphabeta_memory.GENERATION] = 1
        self.search.killers[:] = -1
        self.search.history[:] = 0

    def find_order(self, state: State, view: int) -> None:
        """Find out in which order moves are looked at best, by searches of the same depth; what they find is forgotten."""
        orders = (0, 1)
        self.forget()
        depth = max(1, self.look(state, view, _TRIAL).depth)
        needed = {}
        for order in orders:
            self.counts[alphabeta_memory.BY_PLACE] = order
            self.forget()
            needed[order] = self.look(state, view, 2 * _TRIAL, depth).nodes
        self.counts[alphabeta_memory.BY_PLACE] = min(orders, key=needed.__getitem__)
        self.forget()

    def look(
        self,
        state: State,
        view: int,
        nodes: int,
        depth: int = PLIES,
        progress: Callable[[int, int], None] | None = None,
    ) -> Looked:
        """Search a position until its value is proven, or so many positions were looked at. It can be interrupted."""
        counts, search = self.counts, self.search
        counts[alphabeta_memory.VIEW], counts[alphabeta_memory.NODE_LIMIT] = view, nodes
        counts[alphabeta_memory.NODES] = counts[alphabeta_memory.REPEATS] = counts[alphabeta_memory.UNEQUAL] = 0
        search.states[0] = state
        self.stop[0] = 0
        found: list[tuple[int, float]] = []
        done = threading.Event()
        rules = self.prepared.rules

        def work() -> None:
            try:
                found.append(alphabeta.deepen(rules, search, np.int64(depth)))
            finally:
                done.set()

        threading.Thread(target=work, daemon=True).start()
        try:
            while not done.wait(_POLL):
                if progress is not None:
                    progress(int(counts[alphabeta_memory.NODES]), nodes)
        except KeyboardInterrupt:
            self.stop[0] = 1
            done.wait()  # the kernel works on these arrays until it has seen the stop
            raise
        code, value = found[0]
        return Looked(
            int(code), float(value), bool(counts[alphabeta_memory.PROVEN]), int(counts[alphabeta_memory.REACHED]),
            int(counts[alphabeta_memory.NODES]), int(counts[alphabeta_memory.REPEATS]), bool(counts[alphabeta_memory.UNEQUAL]),
        )  # fmt: skip


def _rows(megabytes: float, width: int) -> int:
    """How many rows fit: a power of two."""
    return max(1 << 8, 1 << int(math.log2(max(1.0, megabytes * (1 << 20) / (8 * (width + 2))))))


def result_bounds(prepared: Prepared) -> npt.NDArray[np.float64]:
    """The worst and the best result there can be; without bounds where the game has results of its own making."""
    program = prepared.game.program
    endless = np.array([-np.inf, np.inf])
    body = program.functions[program.reals["returns"]].body
    match body:
        case [ir.Return(value=ir.Unary(op="real", a=ir.Load(block="state", base=ir.HEADER)))]:
            known = value_spans(program, prepared.game.table)
            low, high = zip(*(known.get(ir.HEADER + seat, (0, 0)) for seat in range(prepared.seats)), strict=True)
            return np.array([min(low), max(high)], np.float64) if min(low) <= -1 and max(high) >= 1 else endless
        case _:
            return endless

"""Expressions followed along recorded games: threads play parts of a run again and note the values."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from ludwright import ir
from ludwright.engine.layout import own_lines
from ludwright.engine.random import MASK, Stream
from ludwright.game import Game
from ludwright.play.course import FollowedValue
from ludwright.queries.asking import Asked, asking
from ludwright.queries.recorded import OtherRulesError, PieceStretch, RecordedRun, parts

Progress = Callable[[int, int], None]
"""Called now and then with the games done so far and the games there are."""

ALL = (0, (1 << 31) - 1)
"""Bounds that leave nothing out."""
_ANSWERS = 1 << 18
"""A thread takes up so many answers at a time."""
_ROWS = 1 << 14


@dataclass(frozen=True)
class Wanted:
    """Where to look: at which stops (see :mod:`ludwright.queries.kernels`), in which frames and turns, both ends included."""

    stops: int
    frames: tuple[int, int] = ALL
    turns: tuple[int, int] = ALL


@dataclass(frozen=True)
class Stops:
    """What was noted of some games of one cell: one row a stop."""

    cell: Any
    game: Game
    """What was played, with the expressions compiled in."""
    ids: npt.NDArray[np.int64]
    """The games, by their numbers in the run."""
    lines: Sequence[FollowedValue]
    """What the columns of ``values`` are."""
    marks: npt.NDArray[np.int32]
    """One row a stop; the first column is the place of the game in ``ids``."""
    values: npt.NDArray[np.float64]


def follow(
    run: RecordedRun,
    texts: Sequence[str],
    wanted: Wanted,
    games: npt.NDArray[np.int64] | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Iterator[Stops]:
    """Play the games of a run again, all or those whose numbers are given, and note the values of expressions; a part at a time, in order."""
    from ludwright.queries.kernels import prepare

    prepare()
    total = len(games) if games is not None else int(_count(run))
    halt = own_lines(1, np.int64)
    asked = _AskedGames(run, texts)
    workers, done = max(1, threads or os.cpu_count() or 1), 0
    pool = ThreadPoolExecutor(workers)
    try:
        waiting: deque[Future[Stops]] = deque()
        for part in parts(run, games, _ANSWERS):
            waiting.append(pool.submit(_replay, asked.of(part.cell), run.seed, part, wanted, halt))
            if len(waiting) > workers:
                done += len((found := waiting.popleft().result()).ids)
                yield found
                _tell(progress, done, total)
        while waiting:
            done += len((found := waiting.popleft().result()).ids)
            yield found
            _tell(progress, done, total)
    finally:
        halt[0] = 1
        pool.shutdown(wait=True, cancel_futures=True)


def _tell(progress: Progress | None, done: int, total: int) -> None:
    if progress is not None:
        progress(done, total)


def _count(run: RecordedRun) -> int:
    import polars as pl

    return int(run.games.select(pl.len()).collect().item())


class _AskedGames:
    """The game of every version and number of players with the expressions compiled in, each made once."""

    def __init__(self, run: RecordedRun, texts: Sequence[str]) -> None:
        self.run, self.texts = run, texts
        self._known: dict[int, Asked] = {}
        self._alike: dict[int, tuple[Any, Asked]] = {}

    def of(self, cell: Any) -> Asked:
        """The game of a cell. Cells with the same game share one."""
        if cell.index not in self._known:
            game = self.run.game_in(cell)
            if id(game) not in self._alike:
                self._alike[id(game)] = game, asking(game, self.texts)
            self._known[cell.index] = self._alike[id(game)][1]
            _ = self._known[cell.index].game.compiled  # made here, once, and not by several threads
        return self._known[cell.index]


def _replay(asked: Asked, seed: int, part: PieceStretch, wanted: Wanted, halt: npt.NDArray[np.int64]) -> Stops:
    """One part, in the thread that calls."""
    from ludwright.queries.kernels import MARKS, replay_games

    game = asked.game
    compiled = game.compiled
    table = game.forgetful_table.copy()
    table[ir.PAUSED] = 1
    compiled.accept(table)
    places = compiled.addresses
    series = np.array([(places[f"real_{line.export}"], line.seat or 0) for line in asked.lines], np.int64).reshape(
        -1, 2
    )
    state, context = compiled.new_state(), compiled.new_context(Stream(0, 1))
    frames, turns = np.array(wanted.frames, np.int64), np.array(wanted.turns, np.int64)
    rows, filled = _ROWS, np.zeros(3, np.int64)
    found = [(np.empty((0, len(MARKS)), np.int32), np.empty((0, len(series))))]
    while filled[1] < len(part.ids) and not halt[0]:
        values, marks = np.empty((rows, len(series))), np.empty((rows, len(MARKS)), np.int32)
        replay_games(
            places["setup"], places["advance"], state, table, context, np.uint64(seed & MASK), part.numbers, part.codes,
            part.offsets, wanted.stops, frames, turns, halt, series, values, marks, filled,
        )  # fmt: skip
        if filled[2]:
            raise OtherRulesError
        full = int(filled[0])
        found.append((marks[:full].copy(), values[:full].copy()))
        rows = min(2 * rows, 1 << 20) if full else 2 * rows
    all_marks, all_values = np.concatenate([one for one, _ in found]), np.concatenate([one for _, one in found])
    return Stops(part.cell, game, part.ids, asked.lines, all_marks, all_values)

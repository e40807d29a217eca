"""What the kernels leave behind of a chunk of games, as the tables that are kept: see :mod:`.frames` for what is worked out of them.

A decision does not say which game it belongs to: decisions lie in the order of the games, and a game says how many are its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from ludwright import ir
from ludwright.play.kernels import DECISIONS, FAULT, LINE, MOVES, NAMED, OVER, ROUND, TURNS
from ludwright.play.simulate import SimulationWorker
from ludwright.play.winners import Winners
from ludwright.playtests.plan import PlanCell

ENDS = ("over", "fault", "too long", "unfinished")
"""How a game can end, by the number that is kept of it."""
TURN_ENDS: dict[str, Any] = {
    "game": pl.UInt32,
    "turn": pl.Int32,
    "round": pl.Int32,
    "player": pl.Int32,
    "turn_number": pl.Int32,
    "name": pl.String,
    "seat": pl.Int32,
    "value": pl.Float64,
}
"""The columns of the table: one row a tracked quantity at the end of a turn."""


def return_of(seat: int) -> str:
    """The column of what a seat got; seats count from 1."""
    return f"return_{seat}"


def score_of(seat: int) -> str:
    """The column of a seat's score, where the game has scores."""
    return f"score_{seat}"


@dataclass(frozen=True)
class Stretch:
    """Some games in a row, as the kernels note them: one column a game, or one row a decision or turn."""

    record: npt.NDArray[np.int32]
    outcomes: npt.NDArray[np.float64]
    scores: npt.NDArray[np.float64]
    what: npt.NDArray[Any]
    clocks: npt.NDArray[np.int32]
    marks: npt.NDArray[np.int32]
    values: npt.NDArray[np.float64]

    @staticmethod
    def of(worker: SimulationWorker, played: int, kind: type[np.integer[Any]], before: int) -> Stretch:
        """What a worker played last. The next games are noted in the same place, so what is kept of decisions and turns is a copy."""
        entries, rows = int(worker.filled[1]), int(worker.filled[0]) if worker.following else 0
        marks = worker.marks[:rows].copy()
        marks[:, 0] += before
        return Stretch(
            worker.record[:, :played],
            worker.outcomes[:, :played],
            worker.scores[:, :played],
            worker.log[:entries].astype(kind),
            worker.clocks[:entries].copy(),
            marks,
            worker.values[:rows].copy(),
        )

    @staticmethod
    def joined(parts: Sequence[Stretch]) -> Stretch:
        """One behind the other."""
        if len(parts) == 1:
            return parts[0]
        return Stretch(
            np.concatenate([part.record for part in parts], axis=1),
            np.concatenate([part.outcomes for part in parts], axis=1),
            np.concatenate([part.scores for part in parts], axis=1),
            np.concatenate([part.what for part in parts]),
            np.concatenate([part.clocks for part in parts]),
            np.concatenate([part.marks for part in parts]),
            np.concatenate([part.values for part in parts]),
        )


class ChunkTables:
    """The tables of a stretch of games of a cell, the first of which is number ``first`` of the cell."""

    def __init__(self, cell: PlanCell, first: int, stretch: Stretch) -> None:
        self.cell, self.stretch = cell, stretch
        self.count = stretch.record.shape[1]
        begin = cell.first + first
        self.ids = np.arange(begin, begin + self.count, dtype=np.uint32)

    def games(self, rounds: bool) -> pl.DataFrame:
        """One row a game."""
        record, outcomes = self.stretch.record, self.stretch.outcomes
        finished = record[OVER] == 1
        if not finished.all():
            outcomes = np.where(finished, outcomes, np.nan)
        found = Winners.of(outcomes, record[NAMED])
        columns: dict[str, Any] = {
            "game": self.ids,
            "cell": np.full(self.count, self.cell.index, np.int32),
            "end": _ends(record, finished),
            "fault": record[FAULT],
            "line": record[LINE],
            "winners": found.mask,
            "drawn": found.drawn,
            "decisions": record[DECISIONS],
            "moves": record[MOVES],
            "turns": record[TURNS],
            "rounds": record[ROUND] if rounds else _nothing(self.count),
            **{return_of(seat): own for seat, own in enumerate(outcomes, 1)},
            **{score_of(seat): own for seat, own in enumerate(self.stretch.scores, 1)},
        }
        return _table(columns)

    def decisions(self, timed: bool) -> pl.DataFrame:
        """One row a decision."""
        columns: dict[str, Any] = {"what": self.stretch.what}
        if timed:
            columns["time"] = self.stretch.clocks
        return _table(columns)

    def turns(self, lines: Sequence[Any]) -> pl.DataFrame:
        """One row a tracked quantity at the end of a turn."""
        marks, rows, each = self.stretch.marks, len(self.stretch.marks), len(lines)
        if not rows:
            return pl.DataFrame(schema=TURN_ENDS)
        titles = [line.title for line in lines]
        seats = [None if line.seat is None else line.seat + 1 for line in lines]
        which = np.tile(np.arange(each, dtype=np.uint32), rows)
        places, turns, rounds, players, numbers = (np.repeat(marks[:, column], each) for column in range(5))
        return _table(
            {
                "game": self.ids[places],
                "turn": turns,
                "round": rounds,
                "player": players + np.int32(1),
                "turn_number": numbers,
                "name": pl.Series(titles, dtype=pl.Enum(list(dict.fromkeys(titles)))).gather(which),
                "seat": pl.Series(seats, dtype=pl.Int32).gather(which),
                "value": self.stretch.values.reshape(-1),
            }
        )


def _table(columns: dict[str, Any]) -> pl.DataFrame:
    """A table, without the threads that Polars would start to make it from arrays."""
    return pl.DataFrame([pl.Series(name, values) for name, values in columns.items()])


def _nothing(rows: int) -> pl.Series:
    return pl.Series([None], dtype=pl.Int32).new_from_index(0, rows)


def _ends(record: npt.NDArray[np.int32], finished: npt.NDArray[np.bool_]) -> npt.NDArray[np.uint8]:
    if finished.all():
        return np.zeros(len(finished), np.uint8)
    return np.where(finished, 0, np.where(record[FAULT] == ir.TOO_LONG, 2, 1)).astype(np.uint8)

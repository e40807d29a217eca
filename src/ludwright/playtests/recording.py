"""Games played and written down: a chunk of a cell as three tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from ludwright.play.agents import seated
from ludwright.play.course import Course, NothingToFollowError, lines_of
from ludwright.play.kernels import DECISIONS, FAULT, LINE, MOVES, OVER, ROUND, TURN
from ludwright.play.profile import in_time
from ludwright.play.simulate import SimulationResult, Worker
from ludwright.playtests.plan import Cell, Chunk
from ludwright.rules import ir
from ludwright.rules.bots import RANDOM

_ROOM = 1 << 12
_MOST_ROOM = 1 << 22
CONSIDERED: dict[str, Any] = {
    "game": pl.UInt32,
    "ply": pl.Int32,
    "code": pl.Int32,
    "chosen": pl.Boolean,
    "visits": pl.Int64,
    "value": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
}
"""The columns of the table: one row an option of a decision."""
ENDS = ("over", "fault", "too long", "unfinished")
"""How a game can end, by the number that is kept of it."""


@dataclass(frozen=True)
class Recorded:
    """What came of a chunk."""

    games: pl.DataFrame
    decisions: pl.DataFrame
    turns: pl.DataFrame
    considered: pl.DataFrame

    def named(self) -> dict[str, pl.DataFrame]:
        """The tables by their names. The games come last: a chunk whose games are kept is kept whole."""
        return {
            "decisions": self.decisions,
            "turns": self.turns,
            "considered": self.considered,
            "games": self.games,
        }


class Recorder:
    """Plays chunks of one cell: for one thread."""

    def __init__(
        self,
        game: Any,
        cell: Cell,
        seed: int,
        tracked: int,
        move_limit: int,
        stop: npt.NDArray[np.int64],
        considered: int = 0,
    ) -> None:
        self.cell, self.tracked, self.stop, self.considered = cell, tracked, stop, considered
        who = seated(game, list(cell.agents))
        self.game = in_time(game, who)
        self.lines = followed_lines(self.game)
        self.rounds = counts_rounds(self.game)
        course = Course(list(game.seats), self.lines, 0) if self.lines else None
        self.result = SimulationResult(list(game.seats), seed, 0, move_limit, who, course)
        self.worker = Worker(self.game, self.result, stop)
        addresses = self.game.compiled.addresses
        self.worker.score = addresses.get("real_score", 0)
        self.worker.widths = cell.packing.widths
        self.timed = bool(getattr(self.game, "rules", None) and list(self.game.rules.model.of("clock")))
        plain = all(name == RANDOM for name in who)
        table = getattr(self.game, "forgetful_table", self.game.table) if plain else self.game.table
        self.table = np.ascontiguousarray(table, np.int32)
        self.game.compiled.accept(self.table)
        self._make_room(_ROOM)

    @property
    def thinking(self) -> bool:
        """Whether anybody in the seats thinks."""
        return self.worker.seats.thinking

    def _make_room(self, decisions: int) -> None:
        self.worker.log = np.empty(decisions, np.int64)
        self.worker.clocks = np.empty(decisions if self.timed else 0, np.int32)

    def play(self, chunk: Chunk) -> Recorded | None:
        """Play a chunk; None if it was stopped before the end."""
        parts: list[_Part] = []
        number, end = chunk.first, chunk.first + chunk.games
        kept = 0
        while number < end:
            follow = bool(self.lines) and number < self.tracked
            last = min(end, self.tracked) if follow else end
            played = self.worker.play(number, last - number, self.table, follow)
            error = self.game.compiled.error or self.worker.seats.error
            if error is not None:
                raise error
            if self.stop[0]:
                return None
            if played:
                parts.append(_Part(self, number, played, kept))
                kept += parts[-1].entries
                number += played
            if number < last:
                self._make_room(min(max(_MOST_ROOM, self.result.move_limit), 2 * len(self.worker.log)))
        games, decisions, turns = (pl.concat([part.tables[i] for part in parts]) for i in range(3))
        return Recorded(games, decisions, turns, self._thoughts(games, decisions))

    def _thoughts(self, games: pl.DataFrame, decisions: pl.DataFrame) -> pl.DataFrame:
        asked = games.filter(pl.col("game") < self.cell.first + self.considered)
        if asked.is_empty():
            return pl.DataFrame(schema=CONSIDERED)
        from ludwright.playtests.considering import considered

        return considered(self.game, self.cell, self.result.seed, asked, decisions)

    def lengths(self, games: int) -> float:
        """The mean number of decisions of the first games: how much room a game takes."""
        recorded = self.play(Chunk(0, self.cell.index, 0, games))
        return recorded.decisions.height / games if recorded is not None else 1.0


class _Part:
    """What one call of the kernel left behind, as tables."""

    def __init__(self, recorder: Recorder, first: int, played: int, kept: int) -> None:
        worker, self.cell = recorder.worker, recorder.cell
        self.recorder, self.first, self.played = recorder, first, played
        self.entries = int(worker.filled[1])
        self.lengths = worker.record[DECISIONS, :played].astype(np.int64)
        self.ids = np.arange(self.cell.first + first, self.cell.first + first + played, dtype=np.uint32)
        self.tables = (self._games(kept), self._decisions(), self._turns())

    def _games(self, kept: int) -> pl.DataFrame:
        worker = self.recorder.worker
        record, outcomes = worker.record[:, : self.played], worker.outcomes[:, : self.played]
        finished = record[OVER] == 1
        ends = np.where(finished, 0, np.where(record[FAULT] == ir.TOO_LONG, 2, 1)).astype(np.uint8)
        table: dict[str, Any] = {
            "game": self.ids,
            "cell": pl.repeat(self.cell.index, self.played, dtype=pl.Int32, eager=True),
            "end": ends,
            "fault": record[FAULT],
            "line": record[LINE],
            "winner": _winner(outcomes, finished),
            "decisions": record[DECISIONS],
            "moves": record[MOVES],
            "turns": record[TURN],
            "rounds": pl.Series(record[ROUND]) if self.recorder.rounds else _nobody(self.played),
            "first": (kept + np.cumsum(self.lengths) - self.lengths).astype(np.uint32),
            "returns": _lists(outcomes if finished.all() else np.where(finished, outcomes, np.nan)),
        }
        if worker.score:
            table["scores"] = _lists(worker.scores[:, : self.played])
        return pl.DataFrame(table)

    def _decisions(self) -> pl.DataFrame:
        worker = self.recorder.worker
        table: dict[str, Any] = {
            "game": np.repeat(self.ids, self.lengths),
            "what": worker.log[: self.entries].astype(self.cell.packing.kind),
        }
        if self.recorder.timed:
            table["time"] = worker.clocks[: self.entries].copy()
        return pl.DataFrame(table)

    def _turns(self) -> pl.DataFrame:
        worker, lines = self.recorder.worker, self.recorder.lines
        rows = int(worker.filled[0]) if worker.following else 0
        marks, values = worker.marks[:rows], worker.values[:rows]
        each = len(lines)
        columns = [np.repeat(marks[:, place], each) for place in range(1, 4)] if rows else [np.empty(0, np.int32)] * 3
        names = pl.Series([line.title for line in lines] * rows, dtype=pl.String)
        seats = pl.Series([None if line.seat is None else line.seat + 1 for line in lines] * rows, dtype=pl.Int32)
        return pl.DataFrame(
            {
                "game": np.repeat(self.ids[marks[:, 0]], each) if rows else np.empty(0, np.uint32),
                "turn": columns[0],
                "round": columns[1],
                "player": columns[2] + np.int32(1),
                "name": names,
                "seat": seats,
                "value": values.reshape(-1).copy()
                if rows
                else np.empty(0),  # the next games are noted in the same place
            }
        )


def _lists(columns: npt.NDArray[np.float64]) -> pl.Series:
    """One list a game, of one number a seat."""
    return pl.Series(np.ascontiguousarray(columns.T)).cast(pl.List(pl.Float64))


def _nobody(rows: int) -> pl.Series:
    return pl.repeat(None, rows, dtype=pl.Int32, eager=True)


def _winner(outcomes: npt.NDArray[np.float64], finished: npt.NDArray[np.bool_]) -> pl.Series:
    """The seat that won alone, from 1; none where nobody did."""
    best = outcomes.max(axis=0)
    alone = np.count_nonzero(outcomes == best, axis=0) == 1
    if len(outcomes) == 1:
        alone = best > 0
    winner = np.where(alone & finished, outcomes.argmax(axis=0) + 1, 0).astype(np.int32)
    return pl.Series(winner).replace(0, None)


def counts_rounds(game: Any) -> bool:
    """Whether the rules speak of rounds: else nobody counts them."""
    return bool(game.rules.turns.counts_rounds)


def followed_lines(game: Any) -> list[Any]:
    """What the game says is to be followed turn by turn; nothing if it says nothing."""
    try:
        return list(lines_of(game))
    except NothingToFollowError:
        return []

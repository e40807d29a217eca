"""Games played and written down: a chunk of a cell as three tables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from ludwright.play.agents import seated
from ludwright.play.course import Course, NothingToFollowError, lines_of
from ludwright.play.playable import Playable
from ludwright.play.profile import in_time
from ludwright.play.simulate import SimulationResult, SimulationWorker
from ludwright.playtests.chunk_tables import ChunkTables, Stretch
from ludwright.playtests.plan import Chunk, PlanCell
from ludwright.rules.options.bots import RANDOM

_ROOM = 1 << 12
_MOST_ROOM = 1 << 22
_MOST_TURNS = 1 << 18
_TIMES = 32
"""What was too small becomes so many times as large: room that is not used costs nothing."""
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


@dataclass(frozen=True)
class RecordedChunk:
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
        game: Playable,
        cell: PlanCell,
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
        self.worker = SimulationWorker(self.game, self.result, stop)
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

    def play(self, chunk: Chunk) -> RecordedChunk | None:
        """Play a chunk; None if it was stopped before the end."""
        parts: list[Stretch] = []
        number, end = chunk.first, chunk.first + chunk.games
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
                parts.append(Stretch.of(self.worker, played, self.cell.packing.kind, number - chunk.first))
                number += played
            if number < last:
                self._make_more_room()
        tables = ChunkTables(self.cell, chunk.first, Stretch.joined(parts))
        games, decisions = tables.games(self.rounds), tables.decisions(self.timed)
        return RecordedChunk(games, decisions, tables.turns(self.lines), self._thoughts(games, decisions))

    def _make_more_room(self) -> None:
        """There was too little for the decisions or for what is followed."""
        turns, entries = self.worker.filled.tolist()
        worker, most = self.worker, max(_MOST_ROOM, self.result.move_limit)
        if worker.following and 2 * turns >= len(worker.values) and len(worker.values) < _MOST_TURNS:
            worker.make_room(min(_MOST_TURNS, _TIMES * len(worker.values)))
        if 2 * entries >= len(worker.log) or not entries:
            self._make_room(min(most, _TIMES * len(worker.log)))

    def _thoughts(self, games: pl.DataFrame, decisions: pl.DataFrame) -> pl.DataFrame:
        asked = self.cell.first + self.considered - games["game"][0]
        if asked <= 0:
            return pl.DataFrame(schema=CONSIDERED)
        from ludwright.playtests.considering import considered

        return considered(self.game, self.cell, self.result.seed, games.head(asked), decisions)

    def lengths(self, games: int) -> tuple[float, float]:
        """The mean number of decisions of the first games, and of rows that are followed: how much room a game takes."""
        recorded = self.play(Chunk(0, self.cell.index, 0, games))
        return (
            (recorded.decisions.height / games, recorded.turns.height / games) if recorded is not None else (1.0, 0.0)
        )


def counts_rounds(game: Playable) -> bool:
    """Whether the rules speak of rounds: else nobody counts them."""
    return bool(game.rules.turns.counts_rounds)


def followed_lines(game: Playable) -> list[Any]:
    """What the game says is to be followed turn by turn; nothing if it says nothing."""
    try:
        return list(lines_of(game))
    except NothingToFollowError:
        return []

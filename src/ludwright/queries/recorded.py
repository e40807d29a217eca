"""Recorded games as queries take them: pieces of games of one cell, as plain arrays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt
import polars as pl

from ludwright.mistakes import LudwrightError


class QueryError(LudwrightError):
    """A question that can't be asked of recorded games."""


class OtherRulesError(QueryError):
    """Recorded answers that are not legal."""

    def __init__(self) -> None:
        super().__init__("recorded answers do not fit the rules: these games were played by other rules")


class RecordedCell(Protocol):
    """Games of one version, one number of players and one seating."""

    @property
    def index(self) -> int:
        """Its number."""

    @property
    def version(self) -> int:
        """The number of its version."""

    @property
    def players(self) -> int:
        """How many play."""

    @property
    def agents(self) -> Sequence[str]:
        """Who sits in each seat."""


class RecordedPiece(Protocol):
    """Some games of a cell with their answers."""

    @property
    def cell(self) -> RecordedCell:
        """Where they belong."""

    @property
    def ids(self) -> npt.NDArray[np.int64]:
        """Their numbers in the run."""

    @property
    def numbers(self) -> npt.NDArray[np.int64]:
        """Their deals: which games of the seed they are."""

    @property
    def codes(self) -> npt.NDArray[np.int32]:
        """All their answers, one game behind the other."""

    @property
    def offsets(self) -> npt.NDArray[np.int64]:
        """Where the answers of each game begin, and at last where they end."""


class RecordedRun(Protocol):
    """What queries need of a playtest."""

    @property
    def seed(self) -> int:
        """The seed of all its games."""

    @property
    def cells(self) -> Sequence[Any]:
        """Its cells."""

    @property
    def versions(self) -> Sequence[Any]:
        """The versions of the game."""

    @property
    def games(self) -> pl.LazyFrame:
        """One row a game."""

    @property
    def seats(self) -> pl.LazyFrame:
        """One row a seat of a game."""

    def pieces(self) -> Iterable[RecordedPiece]:
        """All its games, a piece at a time."""

    def game_in(self, cell: Any) -> Any:
        """The rules that were played by in a cell."""


@dataclass(frozen=True)
class PieceStretch:
    """A part of a piece, small enough for one thread at a time."""

    cell: Any
    ids: npt.NDArray[np.int64]
    numbers: npt.NDArray[np.int64]
    codes: npt.NDArray[np.int32]
    offsets: npt.NDArray[np.int64]

    @property
    def lengths(self) -> npt.NDArray[np.int64]:
        """How many answers each game has."""
        return np.diff(self.offsets)


def parts(run: RecordedRun, wanted: npt.NDArray[np.int64] | None, answers: int) -> Iterator[PieceStretch]:
    """All games of a run, or those whose numbers are wanted, in parts of about so many answers."""
    for piece in run.pieces():
        part = PieceStretch(piece.cell, piece.ids, piece.numbers, piece.codes, piece.offsets)
        if wanted is not None:
            part = _only(part, np.isin(part.ids, wanted))
        yield from _split(part, answers)


def _only(part: PieceStretch, kept: npt.NDArray[np.bool_]) -> PieceStretch:
    if kept.all():
        return part
    codes = part.codes[np.repeat(kept, part.lengths)]
    offsets = np.concatenate(([0], np.cumsum(part.lengths[kept]))).astype(np.int64)
    return PieceStretch(part.cell, part.ids[kept], part.numbers[kept], codes, offsets)


def _split(part: PieceStretch, answers: int) -> Iterator[PieceStretch]:
    first, games = 0, len(part.ids)
    while first < games:
        end = int(np.searchsorted(part.offsets, part.offsets[first] + answers, side="right")) - 1
        end = min(max(end, first + 1), first + answers, games)
        begin, stop = int(part.offsets[first]), int(part.offsets[end])
        yield PieceStretch(
            part.cell,
            np.array(part.ids[first:end], np.int64),
            np.array(part.numbers[first:end], np.int64),
            np.array(part.codes[begin:stop], np.int32),
            part.offsets[first : end + 1] - begin,
        )
        first = end


def chosen(run: RecordedRun, where: str | pl.Expr | None) -> npt.NDArray[np.int64] | None:
    """The numbers of the games for which a condition on the table of games holds; None: all games."""
    if where is None:
        return None
    from ludwright.queries.where import condition, first_line

    columns = run.games.collect_schema().names()
    wanted = condition(where, columns) if isinstance(where, str) else where
    try:
        found = run.games.filter(wanted).select("game").collect()
    except pl.exceptions.PolarsError as error:
        known = ", ".join(columns)
        raise QueryError(
            f"`{where}` is no condition on games: {first_line(error)}; their columns are {known}"
        ) from None
    return found["game"].to_numpy()


class RecordedWinners:
    """Who won the games of a run."""

    def __init__(self, run: RecordedRun) -> None:
        seats = run.seats.select("game", "seat", "won").sort("game", "seat").collect()
        games = run.games.select("game", "winner").sort("game").collect()
        self._seat_games, self._won = seats["game"].to_numpy(), seats["won"].fill_null(False).to_numpy()
        self._games, self._alone = games["game"].to_numpy(), games["winner"].fill_null(0).to_numpy().astype(np.int64)

    def won(self, ids: npt.NDArray[np.int64], players: int) -> npt.NDArray[np.bool_]:
        """For some games, a column for every seat: whether it won, alone or with others."""
        first = np.searchsorted(self._seat_games, ids)
        found: npt.NDArray[np.bool_] = self._won[first[:, None] + np.arange(players)]
        return found

    def alone(self, ids: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """The seat that won alone, from 1; 0 where none did."""
        return self._alone[np.searchsorted(self._games, ids)]

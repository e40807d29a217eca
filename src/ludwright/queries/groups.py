"""Values set apart by seat, agent, winner, version or number of players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import polars as pl

from ludwright.mistakes import nearest
from ludwright.queries.recorded import QueryError, Run

GROUPS = ("seat", "agent", "winner", "version", "players")


def read_groups(texts: str | Sequence[str] | None) -> list[str]:
    """`"seat,version"` or `["seat", "version"]` as names of groups.

    >>> read_groups("seat, version")
    ['seat', 'version']
    """
    given = texts.split(",") if isinstance(texts, str) else list(texts or [])
    names = [name.strip().lower() for name in given if name.strip()]
    for name in names:
        if name not in GROUPS:
            close = nearest(name, GROUPS)
            hint = f"did you mean `{close}`?" if close else f"there are {', '.join(GROUPS)}"
            raise QueryError(f"values can't be grouped by `{name}`: {hint}")
    return list(dict.fromkeys(names))


class Grouping:
    """Adds the columns of groups to values. A value of the whole game belongs to whoever acted, or whose turn it was.

    By `winner`, a value of a seat is in the group `yes` or `no`: whether that seat won. One of the whole game is in the group of the seat
    that won alone, or `none`.
    """

    def __init__(self, run: Run, names: Sequence[str]) -> None:
        self.run, self.names = run, names
        if "winner" in names:
            self._won = run.seats.select("game", "seat", "won").collect()
            self._alone = run.games.select("game", "winner").collect()

    def add(self, frame: pl.DataFrame, cell: Any) -> pl.DataFrame:
        """The same values of one cell, with a column for each group."""
        if "winner" in self.names:
            frame = self._with_winner(frame)
        if "seat" in self.names or "agent" in self.names:
            frame = frame.with_columns(seat=pl.col("seat").fill_null(pl.col("actor")))
        if "agent" in self.names:
            names = dict(enumerate(cell.agents, 1))
            frame = frame.with_columns(agent=pl.col("seat").replace_strict(names, default=None, return_dtype=pl.String))
        if "version" in self.names:
            frame = frame.with_columns(version=pl.lit(str(self.run.versions[cell.version].name)))
        if "players" in self.names:
            frame = frame.with_columns(players=pl.lit(cell.players, pl.Int32))
        return frame

    def _with_winner(self, frame: pl.DataFrame) -> pl.DataFrame:
        joined = frame.join(self._alone, on="game", how="left", maintain_order="left")
        joined = joined.join(self._won, on=["game", "seat"], how="left", maintain_order="left")
        won = pl.when(pl.col("won").fill_null(False)).then(pl.lit("yes")).otherwise(pl.lit("no"))
        alone = pl.col("winner").cast(pl.String).fill_null("none")
        return joined.with_columns(winner=pl.when(pl.col("seat").is_null()).then(alone).otherwise(won)).drop("won")

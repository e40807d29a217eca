"""The answers of a playtest's games as plain arrays, a piece at a time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import polars as pl

from ludwright.playtests import frames
from ludwright.playtests.plan import Plan, PlanCell
from ludwright.playtests.store import PlaytestStore


@dataclass(frozen=True)
class Piece:
    """Some games of a cell with their answers."""

    cell: PlanCell
    ids: npt.NDArray[np.int64]
    """Their numbers in the whole playtest."""
    numbers: npt.NDArray[np.int64]
    """Their deals: which games of the seed they are."""
    codes: npt.NDArray[np.int32]
    """All their answers, one game behind the other."""
    offsets: npt.NDArray[np.int64]
    """Where the answers of each game begin, and at last where they end."""


def pieces(store: PlaytestStore, plan: Plan) -> Iterator[Piece]:
    """All games that are there, in the order of their numbers; only one piece is held in memory."""
    done = store.done()
    for chunk in sorted(plan.chunks, key=lambda chunk: (chunk.cell, chunk.first)):
        if chunk.index in done:
            games = pl.read_parquet(store.path("games", chunk.index), columns=["game", "decisions"], glob=False)
            if any(games[name].null_count() or not games[name].dtype.is_integer() for name in games.columns):
                raise store.damaged(chunk.index)
            lengths = games["decisions"].to_numpy().astype(np.int64)
            there = store.path("decisions", chunk.index)
            cell = plan.cells[chunk.cell]
            packed = frames.scan([there] if there.is_file() else [], "decisions")
            answers = packed.select(cell.packing.part("code")).collect().to_series()
            offsets = np.concatenate(([0], np.cumsum(lengths)))
            if answers.null_count() or lengths.min(initial=0) < 0 or offsets[-1] != len(answers):
                raise store.damaged(chunk.index)  # kernels go by these numbers
            codes = answers.to_numpy()
            ids = games["game"].to_numpy().astype(np.int64)
            yield Piece(cell, ids, ids - cell.first + cell.deal, codes, offsets)

"""Games written down by hand, one action a line, in the shape that queries take: so that every value can be worked out on paper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

import ludwright

CLIMB = """game "Climb"
players 2
param summit = 6 in 1..30
each player
  height = 0 in 0..40
turn: climb
action climb(n in 0..3)
  my height += n
end when my height >= summit: me wins
lead(p): p.height / summit
track "gap": max(p.height for p in players) - min(p.height for p in players)
"""


@dataclass(frozen=True)
class Cell:
    """All written games of one version."""

    index: int
    version: int
    players: int
    agents: tuple[str, ...]


@dataclass(frozen=True)
class Piece:
    """Games with their answers."""

    cell: Cell
    ids: npt.NDArray[np.int64]
    numbers: npt.NDArray[np.int64]
    codes: npt.NDArray[np.int32]
    offsets: npt.NDArray[np.int64]


@dataclass(frozen=True)
class Version:
    """A setting of parameters."""

    index: int
    name: str


class WrittenRun:
    """Games of a text; each is given by its actions in words. With several settings the same actions are played under each."""

    seed = 1

    def __init__(
        self,
        text: str,
        games: Sequence[Sequence[str]],
        agents: Sequence[Sequence[str]] = (("a", "b"),),
        **grid: Sequence[int],
    ) -> None:
        settings: list[dict[str, int]] = [{}]
        for name, values in grid.items():
            settings = [{**one, name: value} for one in settings for value in values]
        self.versions = [Version(i, ", ".join(f"{k}={v}" for k, v in one.items())) for i, one in enumerate(settings)]
        self._played: list[tuple[Cell, Any, list[Any]]] = []
        self.cells: list[Cell] = []
        for version, setting in zip(self.versions, settings, strict=True):
            for who in agents:
                cell = Cell(len(self.cells), version.index, len(who), tuple(who))
                self.cells.append(cell)
                game = ludwright.load_text(text, players=len(who), params=setting)
                self._played.append((cell, game, [played(game, i, actions) for i, actions in enumerate(games)]))

    def pieces(self) -> list[Piece]:
        """One for each cell."""
        found, first = [], 0
        for cell, _, matches in self._played:
            lengths = [len(match.answers) for match in matches]
            ids = np.arange(first, first + len(matches), dtype=np.int64)
            codes = np.array([code for match in matches for code in match.answers], np.int32)
            offsets = np.concatenate(([0], np.cumsum(lengths))).astype(np.int64)
            found.append(Piece(cell, ids, np.arange(len(matches), dtype=np.int64), codes, offsets))
            first += len(matches)
        return found

    def game_in(self, cell: Cell) -> Any:
        """The rules of a cell."""
        return self._played[cell.index][1]

    @cached_property
    def games(self) -> pl.LazyFrame:
        """One row a game."""
        rows, number = [], 0
        for cell, _, matches in self._played:
            for deal, match in enumerate(matches):
                returns = match.returns()
                best = [seat for seat, value in enumerate(returns, 1) if value == max(returns)]
                rows.append(
                    {
                        "game": number, "cell": cell.index, "version": cell.version, "players": cell.players, "number": deal,
                        "end": "over" if match.over else "too long", "winner": best[0] if len(best) == 1 and match.over else None,
                        "decisions": len(match.answers), "turns": match.turn,
                    }
                )  # fmt: skip
                number += 1
        return pl.DataFrame(rows, schema_overrides={"winner": pl.Int32, "version": pl.Int32}).lazy()

    @cached_property
    def seats(self) -> pl.LazyFrame:
        """One row a seat of a game."""
        rows = []
        for row in self.games.collect().iter_rows(named=True):
            cell = self.cells[row["cell"]]
            for seat, agent in enumerate(cell.agents, 1):
                rows.append(
                    {
                        "game": row["game"], "cell": row["cell"], "version": row["version"], "players": cell.players,
                        "seat": seat, "agent": agent, "won": row["winner"] == seat,
                    }
                )  # fmt: skip
        return pl.DataFrame(rows).lazy()


def played(game: Any, number: int, actions: Sequence[str]) -> Any:
    """A match after these actions, as far as it goes."""
    match = game.start(seed=WrittenRun.seed, game=number)
    for action in actions:
        if not match.over:
            match.apply(action)
    return match

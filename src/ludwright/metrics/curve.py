"""The chances of every seat, moment by moment: what drama, tension and runaway leaders are measured on."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from ludwright.metrics.evidence import LEAD as LEAD
from ludwright.metrics.evidence import NoEvidenceError
from ludwright.metrics.figure import Figure, Witness
from ludwright.metrics.intervals import Numbers
from ludwright.metrics.schemas import SCHEMAS, shaped
from ludwright.play.winners import with_shares

Whole = npt.NDArray[np.int64]
NOBODY = -1
NO_CURVE = "the game does not say who is ahead, and no oracle was asked"
ONLY_ENDS = "these games were followed at their ends only: nothing is known of who was ahead before"
NO_LOSERS = "in no game did anybody lose: there is nobody to be ahead of"
TABLE, RULES = "the players", "the game"
"""The two sides where all win or lose together."""


@dataclass(frozen=True, eq=False)
class OutcomeCurve:
    """E_p(t): one row for every moment of every game, one column for every side (a seat; or the players and the game itself).

    The rows of a game stand together, in order: those of game i are ``starts[i]`` to ``starts[i + 1] - 1``. The last one is its end.
    """

    games: Whole
    starts: Whole
    values: Numbers
    marks: Whole
    """The turn, counted through the whole game (or, for curves by moves, the ply), of every row."""
    movers: Whole
    """The side whose turn or move led to the row, from 0; -1 if nobody's, as where all move at once."""
    parts: Numbers
    """One row a game: the part of the win that every side has. All zeros for a draw."""
    unit: str = "turn"
    how: str = "the game's lead as it is"
    error: Figure | None = None
    """How far the curve is from the truth, where it is an estimate."""
    sides: tuple[str, ...] = ()
    skipped: Whole | None = None
    """How many moments of each game were left out at its beginning; none if not given."""
    missing: str = NO_CURVE
    """Why there is nothing to tell, where there are no games."""

    @property
    def count(self) -> int:
        """How many games."""
        return len(self.games)

    @cached_property
    def lengths(self) -> Whole:
        """How many moments each game has."""
        return np.diff(self.starts)

    @cached_property
    def of_game(self) -> Whole:
        """The place in ``games`` of every row."""
        return np.repeat(np.arange(self.count), self.lengths)

    @cached_property
    def winners(self) -> Whole:
        """The side that won alone, from 0, for every game; -1 if none did."""
        if not self.parts.size:
            return np.full(self.count, NOBODY)
        return np.where(self.parts.max(axis=1) == 1, self.parts.argmax(axis=1), NOBODY)

    @cached_property
    def leaders(self) -> Whole:
        """The side that is ahead alone, for every row; -1 where several are."""
        best = self.values.max(axis=1, keepdims=True) if self.values.size else self.values[:, :1]
        ahead = self.values >= best - 1e-12
        return np.where(ahead.sum(axis=1) == 1, ahead.argmax(axis=1), NOBODY)

    @cached_property
    def held(self) -> Whole:
        """Who has the lead, for every row: where several are level, whoever had it before; -1 where nobody has been ahead alone yet."""
        rows = np.where(self.leaders != NOBODY, np.arange(len(self.leaders)), -1)
        rows = np.maximum.accumulate(np.maximum(rows, self.starts[:-1][self.of_game])) if len(rows) else rows
        return self.leaders[rows]

    @cached_property
    def inner(self) -> Whole:
        """The rows that have a row of the same game before them."""
        rows = np.ones(len(self.values), bool)
        rows[self.starts[:-1][self.lengths > 0]] = False
        return np.nonzero(rows)[0]

    def sums(self, rows: npt.NDArray[Any], weights: npt.NDArray[Any] | None = None) -> Numbers:
        """How many of some rows (or what they weigh together) each game has."""
        return np.bincount(self.of_game[rows], weights, minlength=self.count).astype(float)

    @cached_property
    def all_move_at_once(self) -> bool:
        """Whether no moment is the end of a turn of one player's own."""
        return bool(len(self.movers)) and not (self.movers != NOBODY).any()

    def at(self, share: float) -> Whole:
        """The row of every game at which that share of its moments has passed; never the end itself, where that is less than all."""
        within = np.ceil(share * self.lengths).astype(np.int64) - 1
        rows: Whole = self.starts[:-1] + np.clip(within, 0, np.maximum(0, self.lengths - (2 if share < 1 else 1)))
        return rows

    def since(self, rows: Whole) -> OutcomeCurve:
        """The same from the last of some rows on, in each game that has one of them."""
        first = self.starts[:-1].copy()
        np.maximum.at(first, self.of_game[rows], rows)
        kept = np.arange(len(self.values)) >= first[self.of_game]
        starts = np.append(0, np.cumsum(self.starts[1:] - first))
        return replace(
            self, starts=starts, values=self.values[kept], marks=self.marks[kept], movers=self.movers[kept],
            skipped=first - self.starts[:-1],
        )  # fmt: skip

    def mark(self, row: int) -> dict[str, int]:
        """Where a row is, for a witness."""
        if self.unit != "turn":
            return {"ply": int(self.marks[row])}
        game = int(self.of_game[row])
        skipped = int(self.skipped[game]) if self.skipped is not None else 0
        return {"turn": int(self.marks[row]), "moment": row - int(self.starts[game]) + skipped}

    def witness(self, row: int, note: str = "") -> Witness:
        """The game of a row, to be looked at there."""
        return Witness(int(self.games[self.of_game[row]]), note=note, **self.mark(row))

    def named(self, name: str) -> str:
        """The name of a figure, with what it was measured by."""
        return f"{name} by {self.unit}s"

    def having(self, values: Numbers, how: str, error: Figure | None) -> OutcomeCurve:
        """The same moments with other values."""
        return replace(self, values=values, how=how, error=error)


def silent(why: str = NO_LOSERS) -> OutcomeCurve:
    """A curve of no games, such as where nobody loses."""
    none = np.empty(0, np.int64)
    return OutcomeCurve(none, np.zeros(1, np.int64), np.empty((0, 2)), none, none, np.empty((0, 2)), missing=why)


def from_lead(turns: pl.DataFrame | Iterable[pl.DataFrame], seats: pl.DataFrame) -> OutcomeCurve:
    """The leads as the game tells them, at the end of every turn of finished games. Many may come in parts, each of whole games, in order.

    A lead that all share (`lead: …`), or that of a player alone, becomes two sides: the players, and the game, which has the rest. Where
    the rules count turns anew once in a game, as in a stage after claiming land, the curve begins there. Outside of turns, every part in
    which all move at once ends with a moment that is nobody's.
    """
    ended = seats.filter(pl.col("won").is_not_null())
    if ended["players"].n_unique() > 1:
        raise NoEvidenceError("a curve is of games with one number of players: pick one")
    over = ended.select("game").unique()
    given = [turns] if isinstance(turns, pl.DataFrame) else turns
    read = [_Leads.of(part, over) for part in given] or [_Leads.of(shaped(None, SCHEMAS["turns"]), over)]
    shared = any(len(part.values) for part in read) and all(part.shared for part in read if len(part.values))
    players = 1 if shared or not len(ended) else int(ended["seat"].to_numpy().max())
    together = shared or players == 1
    if together and len(ended) and ended["won"].all():
        return silent()  # there is no other side
    values = np.concatenate([part.values for part in read]).reshape(-1, players)
    of_game, marks, numbers, whose = (
        np.concatenate([getattr(part, name) for part in read])[::players].astype(np.int64) for name in ("games", "marks", "numbers", "whose")
    )  # fmt: skip
    games, starts = np.unique(of_game, return_index=True)
    movers = np.maximum(whose, 0) - 1
    parts = won_by(ended, games, players)
    sides = tuple(f"seat {seat + 1}" for seat in range(players))
    if together:
        values, sides, movers = np.column_stack([values[:, 0], 1 - values[:, 0]]), (TABLE, RULES), np.zeros_like(movers)
        parts = np.column_stack([parts[:, 0], 1 - parts[:, 0]])
    curve = OutcomeCurve(games, np.append(starts, len(values)), values, marks, movers, parts, sides=sides)
    restarts = counted_anew(curve, numbers, whose != 0)
    return curve.since(restarts) if 0 < len(restarts) <= curve.count else curve


@dataclass(frozen=True, eq=False)
class _Leads:
    """The leads of some games, one row for every seat at every moment, as plain arrays."""

    games: Whole
    values: Numbers
    marks: npt.NDArray[np.int32]
    numbers: npt.NDArray[np.int32]
    """Of the turn, as the rules count."""
    whose: npt.NDArray[np.int32]
    """Whose turn it was, from 1; 0: nobody's; -1: not known."""
    shared: bool
    """Whether all players have one lead."""

    @staticmethod
    def of(turns: pl.DataFrame, over: pl.DataFrame) -> _Leads:
        """Those among rows of turns that are of finished games."""
        leads = turns.filter(pl.col("name") == LEAD).join(over, on="game", how="semi", maintain_order="left")
        shared = bool(len(leads)) and leads["seat"].null_count() == len(leads)
        # frames keep the order in which turns were played
        leads = leads.with_columns(pl.int_range(pl.len()).over("game", "seat").alias("moment"))
        leads = leads.sort("game", "moment", "seat")
        numbers = leads.select(pl.coalesce("turn_number", "turn")).to_series()
        return _Leads(
            leads["game"].to_numpy(),
            leads["value"].to_numpy().astype(float),
            leads["turn"].fill_null(0).to_numpy().astype(np.int32),
            numbers.fill_null(0).to_numpy().astype(np.int32),
            leads["player"].fill_null(-1).to_numpy().astype(np.int32),
            shared,
        )


def counted_anew(curve: OutcomeCurve, numbers: npt.NDArray[Any], turned: npt.NDArray[np.bool_]) -> Whole:
    """The rows at which the rules count turns anew. Without the stages before the last is how publications on Risk follow a war."""
    rows = curve.inner[turned[curve.inner] & turned[curve.inner - 1]]
    return rows[numbers[rows] <= numbers[rows - 1]]


def won_by(seats: pl.DataFrame, games: Whole, players: int) -> Numbers:
    """The part of the win of every seat, for every one of some games, which are in ascending order; none of a draw.

    One player stands for all who win and lose together: whatever they win, they win as a whole.
    """
    parts = np.zeros((len(games), players))
    there = seats.join(pl.DataFrame({"game": games}, schema={"game": pl.Int64}), on="game", how="semi")
    there = with_shares(there).filter((pl.col("seat") <= players) & pl.col("won"))
    parts[np.searchsorted(games, there["game"].to_numpy()), there["seat"].to_numpy() - 1] = there[
        "share" if players > 1 else "won"
    ].to_numpy()
    return parts

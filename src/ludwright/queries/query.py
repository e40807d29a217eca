"""What to follow along games, and the values as a frame: one row a value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from ludwright.arguments import optional_number, text
from ludwright.mistakes import nearest
from ludwright.play.course import FollowedValue
from ludwright.queries.following import ALL, Progress, Stops, Wanted, follow
from ludwright.queries.operations import Operation, read_operation
from ludwright.queries.recorded import QueryError, RecordedRun, chosen

if TYPE_CHECKING:
    import numpy.typing as npt

    Column = npt.NDArray[np.int32]

WHEN = ("before", "after", "turn", "end")
VALUES = {
    "game": pl.Int64, "ply": pl.Int32, "turn": pl.Int32, "actor": pl.Int32, "name": pl.String, "seat": pl.Int32, "value": pl.Float64,
}  # fmt: skip
"""The columns of a frame of values."""
KEYS = ("game", "ply", "turn", "seat", "agent", "winner", "version", "players")
"""Columns that say what a value belongs to."""


@dataclass(frozen=True)
class Query:
    """One or more expressions of the game language, and where in which games to look at them.

    ``when``: `before` or `after` every decision, at the end of every `turn`, or at the `end` of the game. ``first`` and ``last`` bound the
    index: the number of the decision, from 0, or of the turn, from 1; both ends are included. ``where`` is a condition on the table of
    games, as in SQL, such as ``"winner = 1"``. With ``combine`` several expressions become one, see :mod:`ludwright.queries.operations`.

    >>> Query("p.points", when="turn", last=20).label
    'p.points'
    >>> Query("p.points", "pot", combine="difference").label
    'difference of p.points, pot'
    """

    texts: tuple[str, ...]
    when: str = "after"
    first: int | None = None
    last: int | None = None
    where: str | pl.Expr | None = None
    combine: Operation | None = None
    games: npt.NDArray[np.int64] | None = field(default=None, compare=False)
    """Only these games, by their numbers in the run."""

    def __init__(
        self,
        *texts: str,
        when: str = "after",
        first: int | None = None,
        last: int | None = None,
        where: str | pl.Expr | None = None,
        combine: str | Operation | None = None,
        games: Sequence[int] | npt.NDArray[np.int64] | None = None,
    ) -> None:
        _check(texts, when, first, last)
        given = {
            "texts": texts,
            "when": when,
            "first": first,
            "last": last,
            "where": where,
            "combine": read_operation(combine) if isinstance(combine, str) else combine,
            "games": None if games is None else np.asarray(games, np.int64),
        }
        for name, value in given.items():
            object.__setattr__(self, name, value)

    @property
    def label(self) -> str:
        """The query in words."""
        names = ", ".join(self.texts)
        return names if self.combine is None else f"{self.combine} of {names}"

    @property
    def index(self) -> str:
        """What counts the values of a game: `ply`, or `turn`."""
        return "turn" if self.when == "turn" else "ply"

    def wanted(self) -> Wanted:
        """Where a kernel has to look."""
        from ludwright.queries import kernels

        low, high = self.first if self.first is not None else 0, self.last if self.last is not None else ALL[1] - 1
        if self.when == "turn":
            return Wanted(int(kernels.TURN_END | kernels.OVER), turns=(low, high))
        if self.when == "end":
            return Wanted(int(kernels.OVER))
        if self.when == "before":
            return Wanted(int(kernels.ASKED), frames=(low, high))
        return Wanted(int(kernels.AFTER), frames=(low + 1, high + 1))


def _check(texts: Sequence[str], when: str, first: int | None, last: int | None) -> None:
    if not texts:
        raise QueryError("say what to follow: an expression of the game language, such as `p.points`")
    for expression in texts:
        text("expression", expression)
    first, last = optional_number("first", first), optional_number("last", last)
    if len(set(texts)) < len(texts):
        raise QueryError("the same expression stands there twice")
    if when not in WHEN:
        close = nearest(when, WHEN)
        hint = f"did you mean `{close}`?" if close else "say before, after, turn or end"
        raise QueryError(f"there is no time `{when}` to look: {hint}")
    if any(bound is not None and bound < 0 for bound in (first, last)):
        raise QueryError("the index counts from 0: its bounds can't be negative")
    if when == "end" and (first is not None or last is not None):
        raise QueryError("at the end of a game there is one value: leave the bounds away")


def games_of(run: RecordedRun, query: Query) -> npt.NDArray[np.int64] | None:
    """The games a query is about; None: all."""
    found = chosen(run, query.where)
    if query.games is None or found is None:
        return query.games if found is None else found
    return np.intersect1d(found, query.games)


def usual_time(runs: Iterable[RecordedRun]) -> str:
    """Where to look if nothing is said: after every decision; at the end of every turn in games in which nobody decides anything."""
    return "after" if any(_anybody_decides(run) for run in runs) else "turn"


def _anybody_decides(run: RecordedRun) -> bool:
    found = run.games.select((pl.col("decisions") > 0).any(), pl.len().alias("games")).collect()
    return bool(found["decisions"][0]) or not found["games"][0]


def only(query: Query, games: npt.NDArray[np.int64]) -> Query:
    """The same query of these games alone."""
    return Query(
        *query.texts, when=query.when, first=query.first, last=query.last, combine=query.combine, games=games
    )  # fmt: skip


def stops_of(
    run: RecordedRun, query: Query, threads: int | None = None, progress: Progress | None = None
) -> Iterator[Stops]:
    """The values of a query as plain arrays, part by part, in the order of the games; several expressions combined where it says so."""
    if query.when in ("before", "after") and not _anybody_decides(run):
        raise QueryError(
            'nobody decides anything in these games: look at the end of every turn (`--turns`, `when="turn"`) or of the game (`--end`)'
        )
    for stops in _followed(run, query, threads, progress):
        yield stops if query.combine is None else _as_one(stops, query)


_KEPT: ContextVar[dict[object, tuple[RecordedRun, list[Stops]]] | None] = ContextVar("kept", default=None)
_MOST_KEPT = 1 << 22
"""So many stops of one query are kept at most."""


@contextmanager
def followed_once() -> Iterator[None]:
    """Within this, what is asked of the same games at the same times again is not followed again, unless it is very much."""
    before = _KEPT.set({})
    try:
        yield
    finally:
        _KEPT.reset(before)


def _followed(run: RecordedRun, query: Query, threads: int | None, progress: Progress | None) -> Iterator[Stops]:
    """What was noted of the games of a query, before its expressions are combined."""
    kept = _KEPT.get()
    chosen_ones = None if query.games is None else query.games.tobytes()
    key = id(run), query.texts, query.when, query.first, query.last, str(query.where), chosen_ones
    if kept is not None and key in kept:
        yield from kept[key][1]
        return
    whole: list[Stops] | None = [] if kept is not None else None
    many = 0
    for stops in follow(run, query.texts, query.wanted(), games_of(run, query), threads, progress):
        many += len(stops.values)
        if whole is not None and many <= _MOST_KEPT:
            whole.append(stops)
        yield stops
    if kept is not None and whole is not None and many <= _MOST_KEPT:
        kept[key] = run, whole


def values(
    run: RecordedRun, query: Query, threads: int | None = None, progress: Progress | None = None
) -> pl.DataFrame:
    """All values of a query: game, ply, turn, actor, name, seat, value. Seats count from 1; the seat of a value of the whole game is null."""
    found = [as_frame(stops, query) for stops in stops_of(run, query, threads, progress)]
    return pl.concat(found) if found else pl.DataFrame(schema=VALUES)


def placed(stops: Stops, query: Query) -> tuple[Column, Column, Column]:
    """For every stop: the decision it belongs to, its turn, and who acted (or whose turn it was), from 0; -1 where there is none."""
    from ludwright.queries import kernels as k

    marks = stops.marks
    if query.when == "before":
        return marks[:, k.FRAME], marks[:, k.TURN], marks[:, k.ACTOR]
    if query.when == "after":
        return marks[:, k.FRAME] - 1, marks[:, k.MADE_TURN], marks[:, k.MADE_BY]
    return marks[:, k.FRAME] - 1, marks[:, k.TURN], marks[:, k.PLAYER]


def as_frame(stops: Stops, query: Query) -> pl.DataFrame:
    """One row a value."""
    lines, (ply, turn, actor) = stops.lines, placed(stops, query)
    each = len(lines)
    frame = pl.DataFrame(
        {
            "game": np.repeat(stops.ids[stops.marks[:, 0]], each),
            "ply": np.repeat(ply, each),
            "turn": np.repeat(turn, each),
            "actor": np.repeat(actor + 1, each),
            "name": pl.Series([line.title for line in lines] * len(ply), dtype=pl.String),
            "seat": pl.Series(
                [None if line.seat is None else line.seat + 1 for line in lines] * len(ply), dtype=pl.Int32
            ),
            "value": pl.Series(stops.values.reshape(-1)).fill_nan(None),
        },
        schema=VALUES,
    )
    return frame.with_columns(pl.when(pl.col("ply") >= 0).then("ply"), pl.when(pl.col("actor") >= 1).then("actor"))


# ---------------------------------------------------------------- several expressions to one


def _as_one(stops: Stops, query: Query) -> Stops:
    """The values of all expressions at the same moment, combined. One of the whole game counts for every seat."""
    assert query.combine is not None
    parts = [
        stops.values[:, [i for i, line in enumerate(stops.lines) if line.title == text]]
        for text in query.texts
    ]  # fmt: skip
    wide = max(part.shape[1] for part in parts)
    stack = np.stack([np.broadcast_to(part, (len(part), wide)) for part in parts])
    of_seats = any(line.seat is not None for line in stops.lines)
    lines = [FollowedValue(query.label, seat if of_seats else None, "") for seat in range(wide)]
    return replace(stops, lines=lines, values=query.combine(stack))


def combine(how: str | Operation, frames: Sequence[pl.DataFrame], on: Sequence[str] | None = None) -> pl.DataFrame:
    """Several results row by row combined to one: of different games, times or runs.

    Rows belong together when they agree in all columns that the frames share, or in those given; only rows that all frames have are kept.

    >>> won = pl.DataFrame({"turn": [1, 2], "value": [3.0, 5.0]})
    >>> lost = pl.DataFrame({"turn": [1, 2], "value": [1.0, 0.0]})
    >>> combine("quotient", [won, lost])["value"].to_list()
    [3.0, None]
    """
    if not frames:
        raise QueryError("there is nothing to combine")
    keys = list(on) if on is not None else [c for c in KEYS if all(c in frame.columns for frame in frames)]
    if not keys:
        raise QueryError("these results have no column in common by which their rows belong together")
    joined = frames[0].select(*keys, pl.col("value").alias("value 0"))
    for place, frame in enumerate(frames[1:], 1):
        other = frame.select(*keys, pl.col("value").alias(f"value {place}"))
        joined = joined.join(other, on=keys, how="inner", nulls_equal=True, maintain_order="left")
    found = (read_operation(how) if isinstance(how, str) else how)(joined.drop(keys).cast(pl.Float64).to_numpy().T)
    return joined.select(keys).with_columns(value=pl.Series(found, dtype=pl.Float64).fill_nan(None))

"""Pictures of queries: which columns of which table go where in a chart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from ludwright.mistakes import nearest
from ludwright.queries.following import Progress
from ludwright.queries.groups import GROUPS, Grouping, read_groups
from ludwright.queries.operations import Operation
from ludwright.queries.query import VALUES, Query, as_frame, games_of, only, placed, stops_of
from ludwright.queries.recorded import QueryError, RecordedRun
from ludwright.queries.summaries import distribution, summary

if TYPE_CHECKING:
    from ludwright.charts import Chart

KINDS = ("line", "bar", "box", "histogram", "scatter", "heat")
MOST = 500_000
"""A picture of single values shows about so many of them at most."""
FEW = 0.05
"""Curves end where fewer than this share of the games go on."""
_GROUP = "group"


@dataclass(frozen=True)
class Question:
    """A query, and how the values of many games are put together."""

    query: Query
    how: str | Operation = "average"
    per: str | Sequence[str] | None = None


def picture(
    run: RecordedRun | Mapping[str, RecordedRun],
    query: Query,
    kind: str,
    how: str | Operation = "average",
    per: str | Sequence[str] | None = None,
    title: str | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    name: str | None = None,
) -> Chart:
    """A chart of a query to one run, or to several by their names, set apart by the run.

    `line`: the games combined, along the index, with the 95% interval of an average as a band; `bar`: the same for every group; `heat`:
    groups by index. `histogram`: how often each value occurred; `box`: how the values of every group are spread; `scatter`: the second
    expression against the first, or the values along the index. The values are called by their ``name``, else by their expression.
    """
    from ludwright.charts import draw

    _check(query, kind)
    runs = run if isinstance(run, Mapping) else {"": run}
    figures = [_figures(one, query, kind, how, per, threads, progress) for one in runs.values()]
    frame = pl.concat(
        [one.frame.with_columns(run=pl.lit(name)) for name, one in zip(runs, figures, strict=True)], how="diagonal"
    )
    names = [*(["run"] if len(runs) > 1 else []), *figures[0].names]
    frame, apart = _set_apart(frame, query, names, kind == "scatter")
    roles = {"box": _box, "scatter": _scatter, "histogram": _histogram, "heat": _heat}.get(kind, _along)
    frame, told = roles(frame, query, apart)
    named: dict[str, Any] = {role: column for role, column in told.items() if column is not None}
    titles: dict[str, Any] = {
        f"{role}_title": name or query.label for role, column in named.items() if column == "value"
    }
    titles |= {f"{role}_title": "decision" for role, column in named.items() if column == "ply"}
    if kind == "histogram":
        titles["y_title"] = "share" if apart else "how many"
    notes = dict.fromkeys(one.note for one in figures if one.note is not None)
    return draw(frame, kind, title=title, note=" ".join(notes) or None, **named, **titles)


def mixed(
    run: RecordedRun | Mapping[str, RecordedRun],
    questions: Mapping[str, Question],
    kind: str,
    title: str | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Chart:
    """One chart of several questions by their names, each set apart. A scatter chart of two shows the second against the first."""
    from ludwright.charts import draw

    runs = run if isinstance(run, Mapping) else {"": run}
    asked = list(questions.values())
    if len(asked) == 1:
        name = next(iter(questions))
        return picture(runs, asked[0].query, kind, asked[0].how, asked[0].per, title, threads, progress, name)
    for question in asked:
        _check(question.query, kind)
    times = {question.query.when for question in asked}
    if len({"end", "turn"} & times) + bool({"before", "after"} & times) > 1:
        raise QueryError(
            "these questions look at different times: choose the end of the game, every turn or every decision for all of them"
        )
    parts, notes = [], list[str]()
    for (name, question), (label, one) in product(questions.items(), runs.items()):
        found = _figures(one, question.query, kind, question.how, question.per, threads, progress)
        frame, apart = _set_apart(found.frame, question.query, found.names, False)
        words = [pl.lit(name), *([pl.lit(label)] if len(runs) > 1 else []), *([pl.col(apart)] if apart else [])]
        parts.append(frame.with_columns(pl.concat_str(words, separator=", ", ignore_nulls=True).alias(_GROUP)))
        notes += [found.note] if found.note is not None else []
    whole = pl.concat(parts, how="diagonal_relaxed")
    roles = {"box": _box, "scatter": _scatter, "histogram": _histogram, "heat": _heat}.get(kind, _along)
    whole, told = roles(whole, asked[0].query, _GROUP)
    named: dict[str, Any] = {role: column for role, column in told.items() if column is not None}
    titles: dict[str, Any] = {f"{role}_title": "value" for role, column in named.items() if column == "value"}
    titles |= {f"{role}_title": "decision" for role, column in named.items() if column == "ply"}
    if kind == "histogram":
        titles["y_title"] = "share"
    return draw(whole, kind, title=title, note=" ".join(dict.fromkeys(notes)) or None, **named, **titles)


def _check(query: Query, kind: str) -> None:
    if kind not in KINDS:
        close = nearest(kind, KINDS)
        hint = f"did you mean `{close}`?" if close else f"there are {', '.join(KINDS)}"
        raise QueryError(f"a query can't be drawn as `{kind}`: {hint}")
    if query.when == "end" and kind in ("line", "heat"):
        raise QueryError(
            f"a {kind} chart goes along the index, and at the end there is only one value: try bar, box or histogram"
        )


@dataclass(frozen=True)
class _Figures:
    """What is drawn of one run: the columns that set its rows apart, and what was left out."""

    frame: pl.DataFrame
    names: list[str]
    note: str | None = None


def _figures(
    run: RecordedRun,
    query: Query,
    kind: str,
    how: str | Operation,
    per: str | Sequence[str] | None,
    threads: int | None,
    progress: Progress | None,
) -> _Figures:
    if kind in ("box", "scatter"):
        return _single_values(run, query, per, threads, progress)
    note = None
    if kind == "histogram":
        frame = distribution(run, query, per, threads, progress)
    else:
        frame, note = _going_on(summary(run, query, how, per, threads, progress), query)
    return _Figures(frame, [name for name in GROUPS if name in frame.columns], note)


Told = tuple[pl.DataFrame, dict[str, str | None]]


def _set_apart(
    frame: pl.DataFrame, query: Query, names: Sequence[str], crossed: bool
) -> tuple[pl.DataFrame, str | None]:
    """The column that tells the groups apart, made of several where it must be; None where there is one group only."""
    several = query.combine is None and len(query.texts) > 1 and not (crossed and len(query.texts) == 2)
    if not names and not several:
        return frame, None
    if len(names) == 1 and not several:
        return frame, names[0]
    words = [pl.col("name")] if several else []
    words += [pl.col(name) if name == "run" else pl.concat_str(pl.lit(f"{name} "), pl.col(name)) for name in names]
    return frame.with_columns(pl.concat_str(words, separator=", ", ignore_nulls=True).alias(_GROUP)), _GROUP


def _going_on(frame: pl.DataFrame, query: Query) -> tuple[pl.DataFrame, str | None]:
    """Where hardly any games are left, a few of them would set the scale for all."""
    if query.when == "end" or frame.is_empty():
        return frame, None
    many = frame["count"].max()
    kept = frame.filter(pl.col("count") >= FEW * pl.lit(many))
    whole = kept.height == frame.height
    return kept, None if whole else f"As far as at least {FEW:.0%} of the games go."


def _along(frame: pl.DataFrame, query: Query, apart: str | None) -> Told:
    ends = {"low": "low", "high": "high"} if "low" in frame.columns else {}
    if query.when == "end":
        return frame, {"x": apart or "name", "y": "value", **ends}
    return frame, {"x": query.index, "y": "value", "colour": apart, **ends}


def _heat(frame: pl.DataFrame, query: Query, apart: str | None) -> Told:
    return frame, {"x": query.index, "y": apart or "name", "colour": "value"}


def _histogram(frame: pl.DataFrame, query: Query, apart: str | None) -> Told:
    return frame, {"x": "value", "y": "count", "colour": apart}


def _box(frame: pl.DataFrame, query: Query, apart: str | None) -> Told:
    return frame, {"x": apart or (query.index if query.when != "end" else "name"), "y": "value"}


def _scatter(frame: pl.DataFrame, query: Query, apart: str | None) -> Told:
    if query.combine is not None or len(query.texts) != 2:
        return frame, {"x": query.index if query.when != "end" else "game", "y": "value", "colour": apart}
    one, other = query.texts
    keys = ["run", "game", "ply", "turn", "seat"]
    first, second = (frame.filter(pl.col("name") == text) for text in (one, other))
    shared = keys if first["seat"].null_count() == second["seat"].null_count() == 0 else keys[:-1]
    joined = first.rename({"value": one}).join(
        second.select(*shared, pl.col("value").alias(other)), on=shared, nulls_equal=True
    )
    return joined, {"x": one, "y": other, "colour": apart}


def _single_values(
    run: RecordedRun, query: Query, per: str | Sequence[str] | None, threads: int | None, progress: Progress | None
) -> _Figures:
    """Single values; where there are too many, of games at even distances."""
    query, note = _fewer(run, query)
    frame, apart = grouped_values(run, query, per, threads, progress)
    if frame.is_empty():
        raise QueryError("there are no values to draw")
    return _Figures(frame, apart, note)


def grouped_values(
    run: RecordedRun,
    query: Query,
    per: str | Sequence[str] | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> tuple[pl.DataFrame, list[str]]:
    """Every single value with the group it belongs to, and the columns that tell the groups apart."""
    grouping = Grouping(run, None if per is None else read_groups(per))
    found: list[pl.DataFrame] = []
    for stops in stops_of(run, query, threads, progress):
        groups = np.broadcast_to(grouping.of(stops, placed(stops, query)[2]), stops.values.shape)
        found.append(as_frame(stops, query).with_columns(pl.Series("group", groups.reshape(-1), dtype=pl.Int64)))
    if not found:
        return pl.DataFrame(schema=VALUES), []
    apart = grouping.columns()
    frame = (
        pl.concat(found)
        .drop(apart, strict=False)
        .join(grouping.table().drop("name"), on="group", maintain_order="left")
    )
    if "seat" not in frame.columns:
        frame = frame.with_columns(seat=pl.lit(None, pl.Int32))
    numbered = [name for name in apart if name in ("players", "seat", "winner", "version")]
    if numbered:  # in their order, not as they came
        frame = frame.sort(grouping.ordered(numbered), nulls_last=True, maintain_order=True)
    return frame.drop("group"), apart


def _fewer(run: RecordedRun, query: Query) -> tuple[Query, str | None]:
    """The same query of so few games that their values can be drawn."""
    wanted = games_of(run, query)
    games = run.games.select("game", "decisions", "turns").sort("game").collect()
    if wanted is not None:
        games = games.filter(pl.col("game").is_in(wanted.tolist()))
    length = {"end": pl.lit(1), "turn": pl.col("turns")}.get(query.when, pl.col("decisions"))
    bounded = length if query.last is None else pl.min_horizontal(length, query.last + 1)
    seats = max((cell.players for cell in run.cells), default=1)
    rows = int(games.with_columns(length=bounded)["length"].sum()) * len(query.texts) * seats
    step = -(-rows // MOST)
    if step <= 1:
        return query, None
    few = games["game"].to_numpy()[::step]
    return only(query, few), f"{len(few):,} of {games.height:,} games, at even distances."

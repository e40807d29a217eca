"""Tracked quantities: how much there is of what, when, and how it grows."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import polars as pl

from ludwright.metrics.curve import LEAD
from ludwright.metrics.figure import Figure, Witness, nothing
from ludwright.metrics.intervals import Numbers, bootstrap, mean, quantiles

_STEPS = 10
_SHARES = {"5%": 0.05, "25%": 0.25, "median": 0.5, "75%": 0.75, "95%": 0.95}


def tracked(turns: pl.DataFrame) -> pl.DataFrame:
    """All that is followed beside the lead, in order, with the moment from 1 on."""
    rows = turns.filter(pl.col("name") != LEAD)
    return rows.with_columns(pl.int_range(1, pl.len() + 1).over("game", "name", "seat").alias("moment"))


def _label(name: str, seat: int | None) -> str:
    return name if seat is None else f"{name}, seat {seat}"


def final_quantities(turns: pl.DataFrame) -> Figure:
    """How much of every tracked quantity there is at the end of a game.

    Definition: mean over games of the value at the last moment, with Student's interval, for every track and seat, as parts, each with
    its quantiles. The figure itself has no value.
    """
    last = tracked(turns).sort("game", "moment").group_by("game", "name", "seat", maintain_order=True).last()
    parts = []
    for (name, seat), rows in _by_line(last):
        values = rows["value"].to_numpy()
        levels = zip(_SHARES, quantiles(values, list(_SHARES.values())), strict=True)
        ends = (("least", int(values.argmin())), ("most", int(values.argmax())))
        parts.append(
            mean(
                _label(name, seat), values, parts=tuple(Figure(label, value, n=len(values)) for label, value in levels),
                witnesses=tuple(Witness(int(rows["game"][row]), note=f"the {label}") for label, row in ends),
            )
        )  # fmt: skip
    return _gathered("final quantities by turns", parts)


def quantities_over_time(turns: pl.DataFrame) -> pl.DataFrame:
    """For every track, seat and moment: name, seat, moment, games, mean, and the quantiles 5%, 25%, 50%, 75%, 95%."""
    levels = [pl.col("value").quantile(share, "linear").alias(label) for label, share in _SHARES.items()]
    return (
        tracked(turns)
        .group_by("name", "seat", "moment")
        .agg(pl.len().alias("games"), pl.col("value").mean().alias("mean"), *levels)
        .sort("name", "seat", "moment")
    )


def course_of_quantities(turns: pl.DataFrame) -> Figure:
    """How much of every tracked quantity there is, as a game goes on.

    Definition: for every track and seat, as parts, and in them for every tenth of the game: mean over games of the mean value in that tenth, with
    Student's interval, and quantiles over all its moments. The figure itself has no value.
    """
    tenth = (pl.col("moment") - 1) * _STEPS // pl.len().over("game", "name", "seat")
    parts = []
    for (name, seat), rows in _by_line(tracked(turns).with_columns(tenth.alias("tenth"))):
        steps = []
        for (place,), own in sorted(rows.partition_by("tenth", as_dict=True).items()):
            assert isinstance(place, int)
            levels = zip(_SHARES, quantiles(own["value"].to_numpy(), list(_SHARES.values())), strict=True)
            values = own.group_by("game").agg(pl.col("value").mean()).sort("game")["value"].to_numpy()
            label = f"{place * 100 // _STEPS} to {(place + 1) * 100 // _STEPS}%"
            spread = tuple(Figure(at, value, n=len(own), of="moments") for at, value in levels)
            steps.append(mean(label, values, parts=spread))
        first, last = steps[0].value or 0.0, steps[-1].value or 0.0
        note = f"from {first:.3g} in the first tenth to {last:.3g} in the last"
        parts.append(Figure(_label(name, seat), None, n=rows["game"].n_unique(), parts=tuple(steps), note=note))
    return _gathered("quantities over time by turns", parts)


def sources_and_sinks(turns: pl.DataFrame, beginnings: pl.DataFrame) -> Figure:
    """How much of every tracked quantity comes in, and how much goes out.

    Definition: for every track and seat, as parts: Σ increases in a turn / turns (the value), with Σ decreases in a turn / turns as the
    part `out`, and 1 − decreases / increases as the part `kept`. The first turn is counted from what there is after the setup; where that
    is not known, it is left out. Bootstrap over games. The figure itself has no value.
    """
    parts = []
    first = beginnings.select("game", "name", "seat", "value", pl.lit(0, pl.Int64).alias("moment"))
    rows = tracked(turns).select(first.columns).cast(dict(first.schema))
    there = rows.select("game", "name", "seat").unique()
    begun = first.join(there, on=["game", "name", "seat"], how="semi", nulls_equal=True)
    change = pl.col("value").diff().over("game", order_by="moment")
    for (name, seat), own in _by_line(pl.concat([begun, rows])):
        changed = own.with_columns(change.alias("change")).drop_nulls("change")
        sums = changed.group_by("game").agg(
            pl.col("change").clip(0).sum().alias("in"), (-pl.col("change")).clip(0).sum().alias("out"), pl.len().alias("turns")
        )  # fmt: skip
        sums = sums.sort("game")
        table = sums.select("in", "out", "turns").to_numpy().astype(float)
        out = bootstrap("out", table, lambda drawn: drawn[:, 1] / drawn[:, 2], unit="a turn")
        kept = bootstrap("kept", table, lambda drawn: 1 - drawn[:, 1] / drawn[:, 0], unit="share")
        found = bootstrap(_label(name, seat), table, lambda drawn: drawn[:, 0] / drawn[:, 2], unit="a turn")
        note = f"in a turn, {out.value:.3g} out" if out.value is not None else found.note
        if out.value is not None and not (own["moment"] == 0).any():
            note += "; without the first turn"
        richest = sums.sort(pl.col("in") / pl.col("turns"), descending=True, maintain_order=True)["game"].head(3)
        shown = tuple(Witness(int(game), note="the most comes in") for game in richest.to_list())
        parts.append(replace(found, parts=(out, kept), note=note, witnesses=shown))
    return _gathered("sources and sinks by turns", parts)


def growth(turns: pl.DataFrame) -> Figure:
    """How fast every tracked quantity grows.

    Definition: slope of the least squares line of value over moment within games, Σ (t − t̄_g)(v − v̄_g) / Σ (t − t̄_g)², for every track and
    seat, as parts. Bootstrap over games. The figure itself has no value.
    """
    parts = []
    for (name, seat), rows in _by_line(tracked(turns)):
        centred = rows.with_columns(
            (pl.col("moment") - pl.col("moment").mean().over("game")).alias("t"),
            (pl.col("value") - pl.col("value").mean().over("game")).alias("v"),
        )
        sums = centred.group_by("game").agg(
            (pl.col("t") * pl.col("v")).sum().alias("tv"), (pl.col("t") ** 2).sum().alias("tt")
        )
        parts.append(
            bootstrap(_label(name, seat), sums.sort("game").select("tv", "tt").to_numpy(), _slope, unit="a turn")
        )
    return _gathered("growth by turns", parts)


def _slope(sums: Numbers) -> Numbers:
    slope: Numbers = sums[:, 0] / np.where(sums[:, 1] > 0, sums[:, 1], np.nan)
    return slope


def _by_line(rows: pl.DataFrame) -> list[tuple[tuple[str, int | None], pl.DataFrame]]:
    found = rows.partition_by("name", "seat", as_dict=True, maintain_order=True)
    lines = [((str(name), int(seat) if seat is not None else None), part) for (name, seat), part in found.items()]
    return sorted(lines, key=lambda line: (line[0][0], line[0][1] or 0))


def _gathered(name: str, parts: list[Figure]) -> Figure:
    if not parts:
        return nothing(name, "the game tracks nothing")
    note = f"{len(parts)} tracked; each is a part" if len(parts) > 1 else "one tracked"
    games = max(part.n for part in parts)
    return Figure(name, None, n=games, parts=tuple(parts), note=note)

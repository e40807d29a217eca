"""Charts of the course of games: who is ahead, drama, how much there is to choose from, what there is of what."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl

from ludwright.findings.play import Play
from ludwright.metrics.curve import NOBODY
from ludwright.reports.section import STEPS, Section, draw, note_of, told


def lead_curves(play: Play, plays: Sequence[Play]) -> Section | None:
    curve = play.evidence.curve
    won = curve.winners != NOBODY
    if not curve.count or not won.any():
        return None
    rows = []
    for step in range(STEPS + 1):
        at = curve.at(max(1e-9, step / STEPS))[won]
        winner = curve.values[at, curve.winners[won]]
        others = (curve.values[at].sum(axis=1) - winner) / max(1, curve.values.shape[1] - 1)
        for who, values in (("later winner", winner), ("the others, on average", others)):
            low, high = np.quantile(values, [0.25, 0.75])
            rows.append((100 * step / STEPS, who, float(values.mean()), float(low), float(high)))
    frame = pl.DataFrame(rows, schema=["time", "who", "chance", "low", "high"], orient="row")
    chart = draw(
        frame, "line", x="time", y="chance", low="low", high="high", colour="who", shares=True, title="Who is ahead",
        x_title="percent of the game", y_title="chance to win", colour_title="", note=f"Bands hold half of the games. {note_of(play)}",
    )  # fmt: skip
    runaway = play.figure("runaway leader")
    known = (
        ""
        if play.told_by_lead is None
        else f"; it explains {max(0.0, play.told_by_lead):.0%} of who wins, the rest is still open"
    )
    sentence = (
        f"Whoever leads at half-time wins {told(runaway)} of the games. Chances are estimated from {curve.how}{known}."
    )
    return Section("lead curves", "Who is ahead", sentence, chart, play, runaway.witnesses[:1])


def drama(play: Play, plays: Sequence[Play]) -> Section | None:
    curve, figure = play.evidence.curve, play.figure("drama")
    if not figure.known or not curve.count or not figure.witnesses:
        return None
    witness = figure.witnesses[0]
    place = int(np.nonzero(curve.games == witness.game)[0][0])
    rows = slice(int(curve.starts[place]), int(curve.starts[place + 1]))
    names = curve.sides or tuple(f"seat {seat + 1}" for seat in range(curve.values.shape[1]))
    frame = pl.DataFrame(
        [
            (int(mark), name, float(value))
            for mark, values in zip(curve.marks[rows], curve.values[rows], strict=True)
            for name, value in zip(names, values, strict=True)
        ],
        schema=["moment", "who", "chance"],
        orient="row",
    )
    chart = draw(
        frame, "line", x="moment", y="chance", colour="who", shares=True, title="The most dramatic game",
        x_title=curve.unit, y_title="chance to win", colour_title="", note=f"Game {witness.game:,} of {note_of(play)}",
    )  # fmt: skip
    changes = play.figure("lead changes")
    sentence = f"Drama is {told(figure)}, from 0 (the winner is never behind) to 1; the lead changes at {told(changes)} of the moments."
    return Section("drama", "Drama", sentence, chart, play, figure.witnesses[:1])


def decision_space(play: Play, plays: Sequence[Play]) -> Section | None:
    rows = play.evidence.decisions.filter(pl.col("options") > 0)
    if not len(rows):
        return None
    step = (pl.col("ply") * STEPS // pl.len().over("game")).alias("step")
    frame = (
        rows.with_columns(step)
        .group_by("step")
        .agg(
            pl.col("options").mean().alias("mean"),
            pl.col("options").quantile(0.25, "linear").alias("low"),
            pl.col("options").quantile(0.75, "linear").alias("high"),
        )
        .sort("step")
        .with_columns((pl.col("step") * (100 / STEPS)).alias("time"))
    )
    chart = draw(
        frame, "line", x="time", y="mean", low="low", high="high", title="How much there is to choose from",
        x_title="percent of the game", y_title="options", note=f"The band holds half of the decisions. {note_of(play)}",
    )  # fmt: skip
    figure = play.figure("decision space")
    return Section(
        "decision space", "How much there is to choose from", f"There are {told(figure)} on average, counting moves without a choice.", chart, play,
        figure.witnesses[:1],
    )  # fmt: skip


def economy(play: Play, plays: Sequence[Play]) -> Section | None:
    from ludwright.metrics.economy import quantities_over_time, tracked

    if not len(tracked(play.evidence.turns)):
        return None
    over_time = quantities_over_time(play.evidence.turns)
    most = int(over_time["games"].max() or 0)  # type: ignore[arg-type]
    seat = pl.when(pl.col("seat").is_null()).then(pl.lit("")).otherwise(", seat " + pl.col("seat").cast(pl.String))
    frame = over_time.filter(pl.col("games") * 10 >= most).with_columns((pl.col("name") + seat).alias("what"))
    if frame["what"].n_unique() > 8:
        frame = frame.filter(pl.col("seat").is_null() | (pl.col("seat") == 1))
    chart = draw(
        frame, "line", x="moment", y="mean", low="25%", high="75%", colour="what", title="The economy over time",
        x_title="turn", y_title="amount", colour_title="", note=f"Bands hold half of the games. {note_of(play)}",
    )  # fmt: skip
    parts = play.figure("final quantities").parts[:3]
    sentence = "In the end: " + "; ".join(f"{part.name} {told(part)}" for part in parts) + "."
    return Section("economy", "The economy over time", sentence, chart, play)

"""The charts of thought: how much more of it helps, and how much of who wins is luck."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

import polars as pl

from ludwright.findings.play import Play
from ludwright.reports.section import Section, draw, note_of
from ludwright.strategy.plays import luck_of, told_luck


def depth(play: Play, plays: Sequence[Play]) -> Section | None:
    """What twice the thought brings, rung by rung."""
    base = play.best
    ladder = base.ladder if base is not None else None
    if base is None or ladder is None or not ladder.rungs:
        return None
    heights = list(accumulate(rung.gain for rung in ladder.rungs))
    below = [0.0, *heights]
    rows = [
        (f"{rung.budget}", height, foot + rung.interval[0], foot + rung.interval[1])
        for rung, height, foot in zip(ladder.rungs, heights, below, strict=False)
    ]
    frame = pl.DataFrame(rows, schema=["play-outs", "strength", "low", "high"], orient="row")
    chart = draw(
        frame, "bar", x="play-outs", y="strength", low="low", high="high", title="Does thinking longer help?", x_title="play-outs a decision",
        y_title=f"{ladder.unit} above random",
        note=f"{ladder.games:,} games, each rung against the one below; thin lines are 95% intervals of that gain.",
    )  # fmt: skip
    return Section("depth", "Does thinking longer help?", " ".join(ladder.words), chart, base)


def luck(play: Play, plays: Sequence[Play]) -> Section | None:
    """How much of who wins comes from who plays, and how much from luck."""
    met = [one for one in plays if one.mixed and one.players > 1 and not one.nature.common]
    figure = luck_of(met) if met else None
    if figure is None or figure.value is None or figure.low is None or figure.high is None:
        return None
    rows = [
        ("who plays", 1 - figure.value, 1 - figure.high, 1 - figure.low),
        ("luck", figure.value, figure.low, figure.high),
    ]
    frame = pl.DataFrame(rows, schema=["what", "share", "low", "high"], orient="row")
    chart = draw(
        frame, "bar", x="what", y="share", low="low", high="high", shares=True, title="Luck or skill?", x_title="",
        y_title="of who wins", note=f"{note_of(met[-1])}. Thin lines are 95% intervals.",
    )  # fmt: skip
    return Section("luck", "Luck or skill?", told_luck(figure), chart, met[-1])

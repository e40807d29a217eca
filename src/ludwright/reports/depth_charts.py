"""The charts of thought: how much more of it helps, and how much of who wins is luck."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate

import polars as pl

from ludwright.agents.nature import draws_at_all, nature_of
from ludwright.findings.play import Play
from ludwright.game import Game
from ludwright.metrics.figure import Figure
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
    rest = "luck" if _may_be_luck(met[-1].game) else "the rest"
    rows = [
        ("who plays", 1 - figure.value, 1 - figure.high, 1 - figure.low),
        (rest, figure.value, figure.low, figure.high),
    ]
    frame = pl.DataFrame(rows, schema=["what", "share", "low", "high"], orient="row")
    chart = draw(
        frame, "bar", x="what", y="share", low="low", high="high", shares=True, title="Luck or skill?", x_title="",
        y_title="of who wins", note=f"{note_of(met[-1])}. Thin lines are 95% intervals.",
    )  # fmt: skip
    names = {agent: play.named(agent) for play in met for agent in play.agents}
    who = re.sub("`([^`]+)`", lambda found: names.get(found[1], found[0]), figure.note)
    sentence = told_luck(replace(figure, note=who)) if rest == "luck" else _told_without_luck(figure, who)
    return Section("luck", "Luck or skill?", sentence, chart, met[-1])


def _may_be_luck(game: Game) -> bool:
    """Whether chance or secrets have a part in it; of rules in Python that is not known."""
    return nature_of(game).hidden or getattr(game, "layout", None) is None or draws_at_all(game.program)


def _told_without_luck(figure: Figure, who: str) -> str:
    """The same of a game in which nothing is left to chance."""
    value, low, high = (1 - (end or 0.0) for end in (figure.value, figure.high, figure.low))
    return (
        f"Who plays decides {value:.0%} of who wins ({low * 100:.0f}–{high:.0%}), between {who}. There is no chance in the rules: the rest comes from "
        "seats and from what others happen to do."
    )

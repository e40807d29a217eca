"""The chart of interventions: what it costs to do without things."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from ludwright.findings.play import Play
from ludwright.findings.rule import spelled
from ludwright.powers.looks import Look
from ludwright.reports.section import Section, draw


def without(play: Play, plays: Sequence[Play]) -> Section | None:
    """What being barred from a thing costs one player among others like him."""
    base = play.best
    if base is None or base.trials is None:
        return None
    looks = [look for look in (*base.trials.things, *base.trials.options.values()) if look.worth.known]
    if not looks:
        return None
    looks.sort(key=lambda look: -(look.worth.value or 0.0))
    frame = pl.DataFrame(
        [(_name(one), one.worth.value, one.worth.low, one.worth.high) for one in looks],
        schema=["what", "costs", "low", "high"], orient="row",
    )  # fmt: skip
    told = base.trials.told.replace("`", "")
    chart = draw(
        frame, "bar", x="what", y="costs", low="low", high="high", shares=True, title="What it costs to do without", x_title="",
        y_title="share of wins", note=f"{told[:1].upper()}{told[1:]}. Thin lines are 95% intervals.",
    )  # fmt: skip
    top, points = looks[0], spelled("points")
    ends = f"{points(top.worth.low or 0.0).removesuffix(' points')} to {points(top.worth.high or 0.0)}"
    sentence = (
        f"One player must not take a thing, the others may: without `{top.what}` he wins {top.without.value:.1%} instead of "
        f"{1 / base.players:.1%}, which costs him {points(top.worth.value or 0.0)} (95% interval {ends}). "
        "The deals are the same, so that the difference is the thing's own."
    )
    shown = next((figure.witnesses for figure in base.holdings if figure.name == top.what), ())
    return Section("without", "What it costs to do without", sentence, chart, base, shown[:1])


def _name(look: Look) -> str:
    return f"{look.what} × {look.copies}" if look.copies > 1 else look.what

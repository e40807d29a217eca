"""The charts of interventions: what it costs to do without things, and what starting places are worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import polars as pl

from ludwright.findings.play import Play
from ludwright.findings.rule import interval, spelled
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
    sentence = (
        f"Without `{top.what}`, one of several {base.trials.who} wins {top.without.value:.0%} instead of {1 / base.players:.0%}: that costs "
        f"{points(top.worth.value or 0.0)} of win chance ({interval(replace(top.worth, unit='points'))}). The others may still use it, and the deals are the same."
    )
    shown = next((figure.witnesses for figure in base.holdings if figure.name == top.what), ())
    return Section("without", "What it costs to do without", sentence, chart, base, shown[:1])


def places(play: Play, plays: Sequence[Play]) -> Section | None:
    """What of the wins goes to whoever begins at a place."""
    base = play.best
    known = [] if base is None or base.places is None else [one for one in base.places.places if one.wins.known]
    if base is None or base.places is None or not known:
        return None
    frame = pl.DataFrame(
        [(one.what, one.wins.value, one.wins.low, one.wins.high) for one in known],
        schema=["place", "wins", "low", "high"], orient="row",
    )  # fmt: skip
    told = base.places.told.replace("`", "")
    chart = draw(
        frame, "bar", x="place", y="wins", low="low", high="high", shares=True, title="What starting places win", x_title="",
        y_title="share of wins", note=f"{told[:1].upper()}{told[1:]}. Thin lines are 95% intervals.",
    )  # fmt: skip
    top = max(known, key=lambda one: one.wins.value or 0.0)
    sentence = (
        f"Players change places before the first turn, and the order of turns stays: from the {top.what}, {base.called(base.places.agent)} win "
        f"{top.wins.value:.0%} (95% interval {top.wins.low:.0%} to {top.wins.high:.0%}); a fair share is {1 / base.players:.0%}."
    )
    return Section("places", "What starting places win", sentence, chart, base, ())


def _name(look: Look) -> str:
    return f"{look.what} × {look.copies}" if look.copies > 1 else look.what

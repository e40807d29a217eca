"""The charts of a report: each with a sentence, and with games that show it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from ludwright.charts import Chart, draw
from ludwright.findings.play import Play
from ludwright.findings.rule import spelled
from ludwright.metrics.curve import NOBODY
from ludwright.metrics.figure import Figure, Witness

_STEPS = 20
"""Courses of games are told in so many steps, whatever their length."""
_CELL = r"\b([a-z])(\d{1,2})$"


@dataclass(frozen=True)
class Section:
    """A chart with its sentence."""

    name: str
    title: str
    sentence: str
    chart: Chart
    play: Play
    witnesses: tuple[Witness, ...] = ()
    group: str = ""


def told(figure: Figure) -> str:
    """A figure with its interval, in words.

    >>> told(Figure("draws", 0.25, 0.2, 0.3, n=400, unit="share"))
    '25.0% (95% interval 20.0% to 30.0%)'
    """
    if figure.value is None:
        return "not known"
    spell = spelled(figure.unit)
    if figure.low is None or figure.high is None:
        return spell(figure.value)
    return f"{spell(figure.value)} (95% interval {spell(figure.low)} to {spell(figure.high)})"


def sections(play: Play, plays: Sequence[Play]) -> list[Section]:
    """All charts of a play that can be drawn; ``plays`` are all of the same number of players."""
    found = []
    for make in _MAKERS:
        section = make(play, plays)
        if section is not None:
            found.append(section)
    return found


def _note(play: Play) -> str:
    return f"{play.games:,} games of {play.told.replace('`', '')}"


# ---------------------------------------------------------------- who wins, how long


def win_shares(play: Play, plays: Sequence[Play]) -> Section | None:
    if play.players < 2 or play.nature.common:
        return None
    equals = [one for one in plays if not one.mixed] or [play]
    rows = []
    for one in equals:
        for part in one.figure("seat shares").parts:
            rows.append((part.name, one.agents[0], part.value, part.low, part.high))
    if not rows:
        return None
    frame = pl.DataFrame(rows, schema=["seat", "players", "wins", "low", "high"], orient="row")
    draws = play.figure("draws")
    chart = draw(
        frame, "bar", x="seat", y="wins", low="low", high="high", colour="players", shares=True, title="Who wins",
        y_title="share of games won", x_title="", colour_title="played by", note="Thin lines are 95% intervals.",
    )  # fmt: skip
    own = play.figure("seat shares")
    parts = ", ".join(f"{part.name} {spelled('share')(part.value or 0)}" for part in own.parts)
    sentence = f"Among {play.told}, {parts} of {own.n:,} games; nobody wins {told(draws)}."
    return Section("win shares", "Who wins", sentence, chart, play, own.witnesses[:1])


def lengths(play: Play, plays: Sequence[Play]) -> Section | None:
    figure = play.figure("duration in turns")
    if not figure.known:
        return None
    frame = play.evidence.games.filter(pl.col("end") == "over").select("turns")
    chart = draw(
        frame, "histogram", x="turns", title="How long games are", x_title="turns", y_title="games", note=_note(play)
    )
    minutes = play.figure("duration in minutes")
    sentence = (
        f"A game takes {told(figure)}: from {figure.part('shortest').value:g} to {figure.part('longest').value:g}. "
        + (f"With ten seconds for a decision that is {told(minutes)}.")
    )
    return Section("length", "How long games are", sentence, chart, play, figure.witnesses)


def length_by_winner(play: Play, plays: Sequence[Play]) -> Section | None:
    if play.players < 2 or play.nature.common:
        return None
    games = play.evidence.games.filter(pl.col("end") == "over")
    winner = pl.when(pl.col("winner").is_null()).then(pl.lit("shared or drawn")).otherwise(
        "seat " + pl.col("winner").cast(pl.String)
    )  # fmt: skip
    frame = games.select(winner.alias("winner"), "turns").sort("winner")
    if not len(frame):
        return None
    chart = draw(
        frame,
        "box",
        x="winner",
        y="turns",
        title="How long, by who wins",
        x_title="",
        y_title="turns",
        note=_note(play),
    )
    means = frame.group_by("winner").agg(pl.col("turns").mean(), pl.len()).sort("turns")
    few = ", ".join(f"{row[0]} {row[1]:.1f} turns ({row[2]:,} games)" for row in means.rows())
    return Section("length by winner", "How long, by who wins", f"On average: {few}.", chart, play)


# ---------------------------------------------------------------- the course of games


def lead_curves(play: Play, plays: Sequence[Play]) -> Section | None:
    curve = play.evidence.curve
    won = curve.winners != NOBODY
    if not curve.count or not won.any():
        return None
    rows = []
    for step in range(_STEPS + 1):
        at = curve.at(max(1e-9, step / _STEPS))[won]
        winner = curve.values[at, curve.winners[won]]
        others = (curve.values[at].sum(axis=1) - winner) / max(1, curve.values.shape[1] - 1)
        for who, values in (("later winner", winner), ("the others, on average", others)):
            low, high = np.quantile(values, [0.25, 0.75])
            rows.append((100 * step / _STEPS, who, float(values.mean()), float(low), float(high)))
    frame = pl.DataFrame(rows, schema=["time", "who", "chance", "low", "high"], orient="row")
    chart = draw(
        frame, "line", x="time", y="chance", low="low", high="high", colour="who", shares=True, title="Who is ahead",
        x_title="percent of the game", y_title="chance to win", colour_title="", note=f"Bands hold half of the games. {_note(play)}",
    )  # fmt: skip
    runaway = play.figure("runaway leader")
    sentence = f"Whoever leads at half-time wins {told(runaway)} of the games. Chances are estimated from {curve.how}."
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
        x_title=curve.unit, y_title="chance to win", colour_title="", note=f"Game {witness.game:,} of {_note(play)}",
    )  # fmt: skip
    changes = play.figure("lead changes")
    sentence = f"Drama is {told(figure)}, from 0 (the winner is never behind) to 1; the lead changes at {told(changes)} of the moments."
    return Section("drama", "Drama", sentence, chart, play, figure.witnesses[:2])


def decision_space(play: Play, plays: Sequence[Play]) -> Section | None:
    rows = play.evidence.decisions.filter(pl.col("options") > 0)
    if not len(rows):
        return None
    step = (pl.col("ply") * _STEPS // pl.len().over("game")).alias("step")
    frame = (
        rows.with_columns(step)
        .group_by("step")
        .agg(
            pl.col("options").mean().alias("mean"),
            pl.col("options").quantile(0.25, "linear").alias("low"),
            pl.col("options").quantile(0.75, "linear").alias("high"),
        )
        .sort("step")
        .with_columns((pl.col("step") * (100 / _STEPS)).alias("time"))
    )
    chart = draw(
        frame, "line", x="time", y="mean", low="low", high="high", title="How much there is to choose from",
        x_title="percent of the game", y_title="options", note=f"The band holds half of the decisions. {_note(play)}",
    )  # fmt: skip
    figure = play.figure("decision space")
    return Section(
        "decision space", "How much there is to choose from", f"A decision has {told(figure)} options on average.", chart, play,
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
        x_title="turn", y_title="amount", colour_title="", note=f"Bands hold half of the games. {_note(play)}",
    )  # fmt: skip
    parts = play.figure("final quantities").parts[:3]
    sentence = "In the end: " + "; ".join(f"{part.name} {told(part)}" for part in parts) + "."
    return Section("economy", "The economy over time", sentence, chart, play)


# ---------------------------------------------------------------- choices


def power(play: Play, plays: Sequence[Play]) -> Section | None:
    """What options do, measured where players choose at random."""
    base = next((one for one in plays if one.level == 0 and not one.mixed), None)
    if base is None or base.players < 2 or base.nature.common:
        return None
    found = sorted(base.effects("words"), key=lambda effect: -abs(effect.figure.value or 0.0))[:16]
    if not found:
        return None
    found.sort(key=lambda effect: -(effect.figure.value or 0.0))
    frame = pl.DataFrame(
        [(one.what, one.figure.value, one.figure.low, one.figure.high) for one in found],
        schema=["what", "effect", "low", "high"], orient="row",
    )  # fmt: skip
    chart = draw(
        frame, "bar", x="what", y="effect", low="low", high="high", shares=True, title="What options are worth", x_title="",
        y_title="change of the chance to win", note="Taking it rather than something else. " + _note(base),
    )  # fmt: skip
    top = found[0]
    sentence = f"`{top.what}` is worth most: {told(top.figure)} more chance to win than what else could be chosen. " + (
        "Random players choose without a reason, so that the difference is the option's own."
    )
    return Section("power", "What options are worth", sentence, chart, base, top.figure.witnesses[:1])


def holdings(play: Play, plays: Sequence[Play]) -> Section | None:
    """Whose owners win: cards and other things to have."""
    if play.players < 2 or play.nature.common:
        return None
    equals = [one for one in plays if not one.mixed] or [play]
    rows = [(part.name, one.agents[0], part.value, part.low, part.high) for one in equals for part in one.holdings]
    if not rows:
        return None
    frame = pl.DataFrame(rows, schema=["what", "players", "share", "low", "high"], orient="row")
    most = frame.group_by("what").agg(pl.col("share").mean().alias("mean")).sort("mean", descending=True)
    kept = pl.concat([most.head(8), most.tail(8)]).unique("what", maintain_order=True)
    frame = kept.join(frame, on="what", how="left", maintain_order="left")
    chart = draw(
        frame, "bar", x="what", y="share", low="low", high="high", colour="players", shares=True, title="What things are worth",
        x_title="", y_title="share of wins of whoever alone has it", colour_title="played by", note=_note(play),
    )  # fmt: skip
    best = max((part for part in (play.holdings or equals[0].holdings)), key=lambda part: part.value or 0.0)
    sentence = f"Whoever alone has `{best.name}` takes {told(best)} of the wins; {1 / play.players:.0%} would be even."
    owner = play if play.holdings else equals[0]
    return Section("holdings", "What things are worth", sentence, chart, owner, best.witnesses[:1])


def flow(play: Play, plays: Sequence[Play]) -> Section | None:
    from ludwright.metrics.picks import named_choices

    rows = play.evidence.decisions.filter(pl.col("options") > 1)
    if not len(rows):
        return None
    kinds = play.evidence.actions["action"].n_unique()
    named = named_choices(rows, play.evidence.actions, "action" if kinds > 1 else "words")
    if named["what"].n_unique() < 2:
        return None
    step = (pl.col("ply") * _STEPS // (pl.col("ply").max().over("game") + 1) * (100 / _STEPS)).alias("time")
    frame = named.with_columns(step).group_by("time", "what").agg(pl.len().alias("many")).sort("what", "time")
    chart = draw(
        frame, "flow", x="time", y="many", colour="what", title="What is done when", x_title="percent of the game",
        y_title="share of choices", colour_title="", note=_note(play),
    )  # fmt: skip
    entropy = play.figure("action entropy")
    sentence = f"How evenly options are used: {told(entropy)}, where 1 would be all alike and 0 always the same."
    return Section("flow", "What is done when", sentence, chart, play)


def heat(play: Play, plays: Sequence[Play]) -> Section | None:
    """Where on a grid things are done, as far as the words of the options tell."""
    from ludwright.metrics.picks import named_choices

    named = named_choices(play.evidence.decisions, play.evidence.actions)
    cell = pl.col("what").str.extract_groups(_CELL)
    cells = named.with_columns(cell.struct.field("1").alias("x"), cell.struct.field("2").cast(pl.Int32).alias("y"))
    known = cells.drop_nulls(["x", "y"])
    if len(known) < 0.5 * len(named) or known["x"].n_unique() < 2 or known["y"].n_unique() < 2:
        return None
    frame = known.group_by("x", "y").agg((pl.len() / len(known)).alias("share")).sort("x", "y")
    chart = draw(
        frame, "heat", x="x", y="y", colour="share", shares=True, title="Where things are done", x_title="", y_title="",
        colour_title="share of choices", note=_note(play),
    )  # fmt: skip
    top = frame.sort("share", descending=True).row(0)
    sentence = f"Most is done at {top[0]}{top[1]}: {top[2]:.1%} of {len(known):,} choices."
    return Section("heat map", "Where things are done", sentence, chart, play)


def skill(play: Play, plays: Sequence[Play]) -> Section | None:
    rows = []
    for one in plays:
        if one.mixed:
            against = " and ".join(agent for agent in one.agents if agent != one.agents[0])
            part = next((part for part in one.figure("agent shares").parts if part.name == one.agents[0]), None)
            if part is not None:
                rows.append((f"{one.agents[0]} against {against}", part.value, part.low, part.high))
    if not rows:
        return None
    frame = pl.DataFrame(rows, schema=["who", "share", "low", "high"], orient="row")
    chart = draw(
        frame, "bar", x="who", y="share", low="low", high="high", shares=True, title="Does it matter who plays?", x_title="",
        y_title="share of points", note="One half would be even.",
    )  # fmt: skip
    sentence = (
        "; ".join(f"{who}: {value:.0%} of the points ({low:.0%} to {high:.0%})" for who, value, low, high in rows) + "."
    )
    return Section("skill", "Does it matter who plays?", sentence, chart, play)


Maker = Callable[[Play, Sequence[Play]], Section | None]
_MAKERS: tuple[Maker, ...] = (
    win_shares, lengths, length_by_winner, lead_curves, drama, skill, power, holdings, decision_space, flow, heat, economy,
)  # fmt: skip

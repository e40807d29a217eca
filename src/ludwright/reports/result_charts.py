"""Charts of results: who wins, how long it takes, whether it matters who plays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import polars as pl

from ludwright.findings.play import Play
from ludwright.findings.rule import spelled
from ludwright.findings.skill import share_of
from ludwright.metrics.figure import Witness
from ludwright.metrics.intervals import mean
from ludwright.reports.section import Section, capital, draw, note_of, told


def win_shares(play: Play, plays: Sequence[Play]) -> Section | None:
    if play.players < 2 or play.nature.common:
        return None
    equals = [one for one in plays if not one.mixed] or [play]
    rows = [
        (part.name, one.names, part.value, part.low, part.high)
        for one in equals
        for part in one.figure("seat shares").parts
    ]
    if not rows:
        return None
    frame = pl.DataFrame(rows, schema=["seat", "players", "wins", "low", "high"], orient="row")
    draws = play.figure("draws")
    shared = " A shared win counts in parts, and a draw for all alike."
    chart = draw(
        frame, "bar", x="seat", y="wins", low="low", high="high", colour="players", shares=True, title="Who wins",
        y_title="share of wins", x_title="", colour_title="played by", note=f"Thin lines are 95% intervals.{shared}",
    )  # fmt: skip
    own = play.figure("seat shares")
    parts = ", ".join(
        f"{part.name} {'' if place else 'wins '}{spelled('share')(part.value or 0)}"
        for place, part in enumerate(own.parts)
    )
    sentence = f"Among {play.told}, {parts} ({own.n:,} games); {told(draws)} are drawn."
    return Section("win shares", "Who wins", sentence, chart, play, own.witnesses[:1])


def lengths(play: Play, plays: Sequence[Play]) -> Section | None:
    figure = play.figure("duration in turns")
    if not figure.known:
        return None
    over = play.evidence.games.filter(pl.col("end") == "over")
    unit = next((name for name in ("turns", "decisions", "moves") if over[name].n_unique() > 1), None)
    if unit is None:
        return None
    chart = draw(
        over.select(unit), "histogram", x=unit, title="How long games are", x_title=unit, y_title="games", note=note_of(play)
    )  # fmt: skip
    minutes = play.figure("duration in minutes")
    least, most = figure.part("shortest").value or 0.0, figure.part("longest").value or 0.0
    taken = (
        f"A game takes {told(figure)}: from {least:g} to {most:g}."
        if least < most
        else f"All games take {least:g} turns."
    )
    sentence = f"{taken} With ten seconds for a decision that is {told(minutes)}."
    shown = tuple(replace(one, ply=0) for one in figure.witnesses) if least < most else ()
    return Section("length", "How long games are", sentence, chart, play, shown)


def length_by_winner(play: Play, plays: Sequence[Play]) -> Section | None:
    if play.players < 2 or play.nature.common:
        return None
    games = play.evidence.games.filter(pl.col("end") == "over")
    winner = pl.when(pl.col("winner").is_null()).then(pl.lit("shared or drawn")).otherwise(
        "seat " + pl.col("winner").cast(pl.String)
    )  # fmt: skip
    frame = games.select(winner.alias("winner"), "turns").sort("winner")
    if frame["turns"].n_unique() < 2:
        return None
    chart = draw(
        frame,
        "box",
        x="winner",
        y="turns",
        title="How long, by who wins",
        x_title="",
        y_title="turns",
        note=note_of(play),
    )
    means = frame.group_by("winner").agg(pl.col("turns").mean(), pl.len()).sort("turns")
    few = ", ".join(f"{row[0]} {row[1]:.1f} turns ({row[2]:,} games)" for row in means.rows())
    return Section("length by winner", "How long, by who wins", f"On average: {few}.", chart, play)


def results(play: Play, plays: Sequence[Play]) -> Section | None:
    """What those get who play alone, or together against the game."""
    if play.players > 1 and not play.nature.common:
        return None
    rows = [
        one.evidence.seats.filter(pl.col("seat") == 1).drop_nulls("won")
        .select(pl.col("score").fill_null(pl.col("return")).alias("result"), pl.lit(one.names).alias("players"), "game")
        for one in plays
    ]  # fmt: skip
    frame = pl.concat(rows)
    if frame["result"].n_unique() < 2:
        return None
    chart = draw(
        frame, "histogram", x="result", colour="players", title="What is reached", x_title="result", y_title="games", colour_title="played by",
        note=note_of(play),
    )  # fmt: skip
    own = rows[plays.index(play)].sort("result", "game")
    figure = mean("result", own["result"].to_numpy())
    best = own.row(-1, named=True)
    sentence = f"{capital(play.told)}: {told(figure)} on average, {best['result']:g} at best."
    shown = (Witness(best["game"], note="the best result"),)
    return Section("results", "What is reached", sentence, chart, play, shown)


def skill(play: Play, plays: Sequence[Play]) -> Section | None:
    rows = []
    met = [one for one in plays if one.mixed and one.players > 1 and not one.nature.common]
    for one in met:
        best = max(one.agents, key=one.level_of)
        against = " and ".join(one.named(agent) for agent in one.agents if agent != best)
        part = share_of(one, best)
        if part.known:
            rows.append((one.named(best), against, part))
    if not rows:
        return None
    even = f"{1 / play.players:.0%}"
    # where one player meets several, a long name would leave no room for whom it meets
    alone = len({who for who, *_ in rows}) == 1
    frame = pl.DataFrame(
        [
            (f"{'' if alone else who + ' '}against {against}".replace("`", ""), part.value, part.low, part.high)
            for who, against, part in rows
        ],
        schema=["who", "share", "low", "high"], orient="row",
    )  # fmt: skip
    chart = draw(
        frame, "bar", x="who", y="share", low="low", high="high", shares=True, title="Does it matter who plays?", x_title="",
        y_title="share of wins", note=f"{even} would be even. A draw is shared by all.",
    )  # fmt: skip
    told_rows = (f"{who} win {told(part)} against {against}" for who, against, part in rows)
    return Section(
        "skill", "Does it matter who plays?", f"{capital('; '.join(told_rows))}; {even} would be even.", chart, met[0]
    )

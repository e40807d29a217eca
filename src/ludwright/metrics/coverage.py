"""What of a game is ever used."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import polars as pl

from ludwright.conformance.finding import ProofFinding
from ludwright.conformance.uses import Uses
from ludwright.metrics.figure import Figure, Witness, nothing
from ludwright.metrics.intervals import share
from ludwright.metrics.picks import named_choices

RARE = 0.01
"""What fewer games than this share see is hardly ever used."""


def unused_actions(decisions: pl.DataFrame, actions: pl.DataFrame, declared: Sequence[str]) -> Figure:
    """How many actions of the game are never or hardly ever taken.

    Definition: actions taken in fewer than 1% of the games / actions that the game declares. The parts are all actions with the share of the games in which
    they were taken (Wilson), the rarest first, with the shortest games that show them as witnesses.
    """
    return _unused("unused actions", decisions, actions, declared, "action")


def unused_options(decisions: pl.DataFrame, actions: pl.DataFrame, declared: Sequence[str]) -> Figure:
    """How many of the options that were known, cards to play or cells to go to, are hardly ever chosen.

    Definition: as for actions, every option in words by itself: `declared` has all that were ever offered.
    """
    return _unused("unused options", decisions, actions, declared, "words")


def _unused(name: str, decisions: pl.DataFrame, actions: pl.DataFrame, declared: Sequence[str], by: str) -> Figure:
    games = decisions["game"].n_unique()
    if not games or not declared:
        return nothing(
            name, "nobody chose anything" if not games else "nothing is known of what could be done", "share"
        )
    # each way of saying it once a game: all decisions with their words would take much room
    keys = [column for column in ("game", "code", "question") if column in decisions.columns]
    long = decisions.group_by("game").agg(pl.len().alias("long"))
    first = decisions.group_by(keys).agg(pl.col("ply").min()).join(long, on="game")
    used = (
        named_choices(first, actions, by)
        .group_by("game", "what", "long")
        .agg(pl.col("ply").min())
        .sort("long", "game")
        .group_by("what")
        .agg(pl.len().alias("games"), pl.col("game").head(1), pl.col("ply").head(1))
    )
    seen = {row["what"]: row for row in used.iter_rows(named=True)}
    parts = [_used(what, seen.get(what), games) for what in dict.fromkeys(declared)]
    parts.sort(key=lambda part: (part.value or 0.0, part.name))
    rare = sum((part.value or 0.0) < RARE for part in parts)
    never = [part.name for part in parts if not part.value]
    note = f"never: {', '.join(f'`{what}`' for what in never[:8])}" + (" …" if len(never) > 8 else "") if never else ""
    return Figure(
        name, rare / len(parts), how="none: a count", n=games, unit="share", parts=tuple(parts[:100]), note=note
    )


def _used(what: str, row: dict[str, list[int]] | None, games: int) -> Figure:
    if row is None:
        return share(what, 0, games)
    shown = (Witness(row["game"][0], ply=row["ply"][0], note="the shortest game that shows it"),)
    return share(what, int(row["games"]), games, witnesses=shown)  # type: ignore[call-overload]


def unused_rules(uses: Uses) -> Figure:
    """What of the game's text never comes into play.

    Definition: number of rules (statements, actions, stages, ends, automatic rules, effects), zones, kinds of cards and parameters that none of
    the games looked at used. What is part of something unused is not counted again. The parts are the unused ones, with where they stand.
    """
    if not uses.games:
        return nothing("unused rules", "no game was looked at", "rules")
    parts = tuple(Figure(_told(found), 0.0, n=uses.games) for found in uses.findings(()))
    return Figure("unused rules", float(len(parts)), how="none: a count", n=uses.games, unit="rules", parts=parts)


def rare_rules(carried: pl.DataFrame) -> Figure:
    """How many rules hardly ever come into play.

    Definition: number of rules (statements, actions, stages, ends, automatic rules, effects) that were carried out in some of the games
    looked at, but in fewer than 1% of them. The parts are the ten rarest rules, with the share of games (Wilson), and the shortest game that
    shows each.
    """
    if not len(carried):
        return nothing("rare rules", "no game was looked at", "rules")
    rows = carried.sort("games", "where", "rule").iter_rows(named=True)
    parts = [
        share(
            f"{row['where']}: {row['rule']}", row["games"], row["of"],
            witnesses=(Witness(row["shortest"], note="the shortest game that shows it"),),
        )
        for row in rows
    ]  # fmt: skip
    rare = sum((part.value or 0.0) < RARE for part in parts)
    games = int(carried["of"][0])
    note = "" if games >= 1 / RARE else f"{games} games are too few to tell"
    return Figure(
        "rare rules", float(rare), how="none: a count", n=games, unit="rules", parts=tuple(parts[:10]), note=note
    )


def _told(found: ProofFinding) -> str:
    """Where it stands and what is to say of it, in one line."""
    words = " ".join(found.words.split())
    return f"{Path(found.where).name}: {words}" if found.where else words


def positions_reached(positions: pl.DataFrame) -> Figure:
    """How many different positions games visit.

    Definition: different positions / positions, over all moments of the games looked at; 1 if none ever came twice. ``positions`` has a row
    for each: game, ply, key. The parts are the number of different ones, and the share of games in which a position comes again.
    """
    if not len(positions):
        return nothing("positions reached", "no game was looked at", "share")
    different = positions["key"].n_unique()
    games = positions["game"].n_unique()
    again = positions.group_by("game").agg((pl.len() > pl.col("key").n_unique()).alias("again"), pl.len().alias("long"))
    circles = again.filter("again").sort("long", "game")
    shown = tuple(Witness(game, note="a position comes again") for game in circles["game"].head(3).to_list())
    parts = (
        Figure("different positions", float(different), n=games, how="none: a count"),
        share("a position comes again", len(circles), games, witnesses=shown),
    )
    return Figure(
        "positions reached", different / len(positions), how="none: a count", n=games, unit="share", parts=parts,
        witnesses=shown,
    )  # fmt: skip

"""Patterns over the course of games that a game's text expects, as figures: how often they hold, whatever was wished for."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from ludwright.game import Game
from ludwright.metrics.figure import Figure, Witness, nothing
from ludwright.metrics.intervals import SHARE, ratio

if TYPE_CHECKING:
    from ludwright.metrics.replays import Replays

CASES = {"title": pl.String, "game": pl.Int64, "opened": pl.Int32, "frame": pl.Int32, "verdict": pl.String}
_SHOWN = 3


def patterns(cases: pl.DataFrame) -> Figure:
    """How often what the game's text expects to follow does follow.

    Definition: for every `expect` of the game that tells of a course of events (`after … then …`), as parts: cases for it / cases for and against
    it, those left out in which the game ended too early. Bootstrap over games. The figure itself has no value.
    """
    parts = []
    for (title,), rows in cases.partition_by("title", as_dict=True, maintain_order=True).items():
        held = pl.col("verdict") == "for"
        decided = rows.filter(pl.col("verdict") != "open")
        sums = decided.group_by("game").agg(held.sum().alias("for"), pl.len().alias("all")).sort("game")
        shown = decided.filter(held).head(_SHOWN)
        parts.append(
            ratio(
                str(title), sums["for"].to_numpy(), sums["all"].to_numpy(), bounds=SHARE, unit="share",
                note="" if len(decided) else "it never came to that",
                witnesses=tuple(Witness(row["game"], ply=row["frame"]) for row in shown.iter_rows(named=True)),
            )
        )  # fmt: skip
    if not parts:
        return nothing("patterns", "the game's text expects no course of events")
    games = cases["game"].n_unique()
    note = f"{len(parts)} expected; each is a part" if len(parts) > 1 else "one expected; it is a part"
    return Figure("patterns", None, n=games, parts=tuple(parts), note=note)


def cases(replays: Replays) -> pl.DataFrame:
    """All cases of the patterns of a game in some of its games; the columns are those of CASES."""
    first = next(iter(replays), None)
    found = _found(replays, replays.run.game_of(first[0])) if first is not None else []
    return pl.DataFrame(found, schema=CASES, orient="row")


def _found(replays: Replays, game: Game) -> list[tuple[str, int, int, int, str]]:
    # expectations are made of metrics: only those of a game itself are asked here, when it is there
    from ludwright.expectations.matching import Matcher
    from ludwright.expectations.measuring import expecting_game
    from ludwright.expectations.reading import COURSE, expectations

    declared = [one for one in game.description.declarations if one.kind == "expect"]
    wanted = [one for one in expectations(declared) if one.kind == COURSE]
    if not wanted:
        return []
    matcher = Matcher(expecting_game(game, wanted))
    found = []
    for number, deal, codes in replays:
        for one, own in zip(wanted, matcher.cases(replays.run.plan.seed, deal, codes), strict=True):
            found += [(one.title, number, opened, frame, verdict) for opened, frame, verdict in own]
    return sorted(found, key=lambda case: [one.title for one in wanted].index(case[0]))

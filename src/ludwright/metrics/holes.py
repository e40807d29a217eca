"""Holes in a design: games that a fault stopped, that never end, or in which somebody had nothing to do."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from ludwright.metrics.evidence import FAULT, TOO_LONG
from ludwright.metrics.figure import Figure, Witness
from ludwright.metrics.intervals import share
from ludwright.rules import ir

_LOOPS = (ir.ENDLESS_LOOP, ir.ENDLESS_RULES)


def _stopped(games: pl.DataFrame, codes: Sequence[int] | None) -> pl.DataFrame:
    stopped = games.filter(pl.col("end") == FAULT).sort("decisions", "game")
    return stopped if codes is None else stopped.filter(pl.col("fault").is_in(list(codes)))


def _hole(name: str, games: pl.DataFrame, found: pl.DataFrame) -> Figure:
    """The share of games, with the shortest ones, and a part for every line of the text that they stopped at."""
    shown = tuple(
        Witness(row["game"], ply=row["decisions"], note="the shortest" if not at else "")
        for at, row in enumerate(found.head(5).iter_rows(named=True))
    )
    kinds = found.group_by("fault", "line", maintain_order=True).agg(pl.len().alias("games"), pl.col("game").head(5))
    parts = tuple(
        share(
            f"{ir.FAULTS.get(row['fault'], 'fault')}, line {row['line']}" if row["line"] else ir.FAULTS.get(row["fault"], "?"),
            row["games"], len(games), witnesses=tuple(Witness(game) for game in row["game"]),
        )
        for row in kinds.sort("games", descending=True, maintain_order=True).iter_rows(named=True)
    )  # fmt: skip
    return share(name, len(found), len(games), witnesses=shown, parts=parts)


def faults(games: pl.DataFrame) -> Figure:
    """Rules that can't be carried out.

    Definition: games stopped by a fault / all games (Wilson); a part for every kind of fault and line of the text, with games that show it.
    """
    return _hole("faults", games, _stopped(games, None))


def dead_ends(games: pl.DataFrame) -> Figure:
    """Turns without a legal action.

    Definition: games stopped because a player had to act and could not / all games.
    """
    return _hole("dead ends", games, _stopped(games, (ir.NO_ACTION,)))


def endless(games: pl.DataFrame) -> Figure:
    """Rules or games that go round in circles.

    Definition: games stopped by the limit of moves, by a loop or by automatic rules that set each other off for ever / all games.
    """
    long = games.filter(pl.col("end") == TOO_LONG).with_columns(pl.lit(ir.TOO_LONG, pl.Int32).alias("fault"))
    return _hole("endless games", games, pl.concat([long.sort("moves", "game"), _stopped(games, _LOOPS)]))

"""Cards and other things that players have: those who have one, against those who have not. What stands out is tried out, see `powers.py`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from ludwright.metrics.choice_effects import points
from ludwright.metrics.figure import Figure, Witness
from ludwright.metrics.holdings import holdings
from ludwright.metrics.intervals import SHARE, mean
from ludwright.metrics.replays import Replays

if TYPE_CHECKING:
    from ludwright.findings.play import Play

_LEAST = 40
"""What fewer games tell apart is not looked at."""
_MOST = 60


def had(play: Play) -> pl.DataFrame:
    """What every seat ever had in a zone of its own, and since when: game, seat, what, ply."""
    over = play.evidence.games.filter(pl.col("end") == "over")
    return holdings(Replays(play.run, over, play.evidence.decisions, play.sample), play.game)


def worth(play: Play) -> list[Figure]:
    """What of the wins goes to the seat that alone has a thing, for every thing; a draw is shared by all."""
    rows = had(play)
    alone = rows.filter(pl.len().over("game", "what") == 1).join(points(play.evidence.seats), on=["game", "seat"])
    often = alone.group_by("what").len().filter(pl.col("len") >= _LEAST).sort(["len", "what"], descending=[True, False])
    found = []
    for what in often["what"].head(_MOST).to_list():
        own = alone.filter(pl.col("what") == what).sort("game")
        won, lost = (_shown(own.filter(pl.col("points") == got), f"has {what}") for got in (1.0, 0.0))
        parts = (Figure("who loses with it", None, witnesses=lost),)
        found.append(mean(what, own["points"].to_numpy(), SHARE, unit="share", witnesses=won, parts=parts))
    return found


def _shown(rows: pl.DataFrame, note: str) -> tuple[Witness, ...]:
    return tuple(Witness(row["game"], ply=row["ply"], note=note) for row in rows.head(3).iter_rows(named=True))

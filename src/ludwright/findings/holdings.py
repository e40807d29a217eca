"""Rules about cards and other things that players have: those who have one, against those who have not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from ludwright.findings.effects import points
from ludwright.findings.finding import Look
from ludwright.findings.rule import EQUALS, Rule
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


def _looks(play: Play, threshold: float) -> Iterator[Look]:
    if play.players < 2 or play.nature.common:
        return
    found = play.holdings
    if not found:
        return
    # who has more things of all kinds may win more: what is usual is measured on all of them
    usual = float(np.mean([figure.value for figure in found if figure.value is not None]))
    for figure in found:
        for above in (True, False):
            limit = usual + threshold if above else usual - threshold
            words = {
                "usual": f"{usual:.0%}",
                "much": "too strong" if above else "too weak",
                "only": "" if above else "only ",
            }
            shown = figure.witnesses if above else figure.parts[0].witnesses
            if 0.0 < limit < 1.0:
                yield Look(
                    figure, limit, above, usual, 1.0 if above else 0.0, words, figure.name, None, shown, f"{figure.name} {words['much']}"
                )  # fmt: skip


HOLDING = Rule(
    "overpowered card",
    "A card, or another thing to have, whose owner wins far more often, or far more rarely, than owners of others",
    0.12,
    "of wins beyond what is usual",
    "`{subject}` is {much}: whoever alone has it takes {only}{value} of the wins ({interval}); {usual} is usual for things to have",
    "Change what it costs or what it brings. Having and winning go together here; that one causes the other is likely, not proven.",
    _looks,
    weight=1.1,
    whose=EQUALS,
    metrics=("observed power",),
    topic="things to have",
)

RULES = (HOLDING,)

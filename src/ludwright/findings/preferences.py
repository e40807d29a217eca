"""Of things that all players can choose from the beginning: which is preferred to which."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import polars as pl

from ludwright.metrics.figure import Figure, Witness
from ludwright.metrics.intervals import share
from ludwright.metrics.picks import named_choices

if TYPE_CHECKING:
    from ludwright.findings.play import Play

_LEAST = 40
"""What was chosen between more rarely is not looked at."""
_TOGETHER = 0.95
"""Things count as offered to all if, when the first of them can be chosen in a game, the others can be as well, in so many games."""
_MOST = 6
"""Of an action with more ways to carry it out, no two are compared."""


@dataclass(frozen=True)
class Preference:
    """How often one way to carry out an action is taken where another could be, of the cases in which one of both was."""

    one: str
    other: str
    """What is taken more rarely."""
    figure: Figure


def preferences(play: Play) -> list[Preference]:
    """All of them, among things to have: what chance deals is no matter of taste, and neither is where to put something."""
    evidence = play.evidence
    kinds = evidence.actions.select(pl.col("words").alias("what"), "action").unique("what")
    offered = named_choices(evidence.offers.filter(pl.col("options") > 1), evidence.actions)
    offered = offered.select("game", "ply", "what").unique().join(kinds, on="what")
    chosen = named_choices(evidence.decisions, evidence.actions).select("game", "ply", pl.col("what").alias("took"))
    found: list[Preference] = []
    for (action,), rows in sorted(offered.partition_by("action", as_dict=True).items()):
        names = sorted(set(rows["what"].to_list()))
        if 2 <= len(names) <= _MOST and all(_is_thing(play, name.removeprefix(f"{action} ")) for name in names):
            found += _between(names, rows, chosen)
    return found


def _is_thing(play: Play, name: str) -> bool:
    from ludwright.agents.barred import designs_called

    return bool(designs_called(play.game, name))


def _between(names: list[str], rows: pl.DataFrame, chosen: pl.DataFrame) -> Iterator[Preference]:
    for one, other in combinations(names, 2):
        either = rows.filter(pl.col("what").is_in([one, other])).group_by("game", "ply").len("ways")
        first = either.sort("ply").group_by("game").first()
        if not len(first) or float((first["ways"] == 2).mean() or 0.0) < _TOGETHER:  # type: ignore[arg-type]
            continue
        both = either.filter(pl.col("ways") == 2).join(chosen, on=["game", "ply"]).sort("game", "ply")
        took = {name: both.filter(pl.col("took") == name) for name in (one, other)}
        times = len(took[one]) + len(took[other])
        if times >= _LEAST:
            best, worse = sorted((one, other), key=lambda name: -len(took[name]))
            shown = tuple(Witness(row["game"], ply=row["ply"]) for row in took[best].head(3).iter_rows(named=True))
            yield Preference(best, worse, share(best, len(took[best]), times, of="choices", witnesses=shown))

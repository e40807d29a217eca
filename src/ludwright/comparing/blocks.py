"""How figures change when some deals are left out: what paired intervals of any metric are made of.

The deals are put into twenty blocks. Every figure is worked out once with all deals, and once without each of the blocks. From these come the
jackknife's *pseudo-values*, K·θ − (K − 1)·θ₋ₖ: of a mean they are the means of the blocks, and of any smooth figure they behave like those. Deals of the
same number are in the same block in all versions, so that differences of pseudo-values are paired.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from ludwright.comparing.looks import Key, looks, testable
from ludwright.metrics.catalogue import Metric
from ludwright.metrics.evidence import SCHEMAS, Evidence
from ludwright.metrics.figure import Figure, Witness
from ludwright.metrics.intervals import Numbers, values_only

BLOCKS = 20
FEWEST = 4
"""Fewer blocks tell nothing about their spread."""
_REPLAYED = ("offers", "had", "looked_at", "hints", "handled", "kinds", "cases")
"""Frames that were made by playing games again: once for all blocks."""

Progress = Callable[[str, int, int], None]


class _Some(Evidence):
    """Some of the games of some evidence. What was played again is not played once more."""

    def placed(self, witness: Witness) -> Witness:
        """As it is: nobody looks at the witnesses of a part."""
        return witness


@dataclass(frozen=True)
class Blocked:
    """The figures of one version, with all deals and without each block of them."""

    figures: Mapping[Key, Figure]
    pseudo: Mapping[Key, Numbers]
    """One value a block; of figures that are known without any block."""
    games: int
    deals: int


def restricted(evidence: Evidence, games: pl.DataFrame) -> Evidence:
    """The evidence of some of its games."""
    frames = {name: getattr(evidence, name) for name in SCHEMAS if name not in ("games", "actions")}
    own = {name: frame.join(games, on="game", how="semi", maintain_order="left") for name, frame in frames.items()}
    found = _Some(
        run=evidence.run, oracle=evidence.oracle_text, sample=evidence.sample, games=games, actions=evidence.actions, **own
    )  # fmt: skip
    for name in _REPLAYED:
        if name in evidence.__dict__:
            found.__dict__[name] = evidence.__dict__[name].join(games, on="game", how="semi", maintain_order="left")
    if "words" in evidence.__dict__:
        found.__dict__["words"] = evidence.__dict__["words"]
    return found


def blocked(
    evidence: Evidence,
    figures: Sequence[tuple[Metric, Figure]],
    progress: Callable[[int], None] | None = None,
    blocks: int = BLOCKS,
) -> Blocked:
    """The figures with all deals, as they were measured, and without each block of deals."""
    known = {key: found for metric, figure in figures for key, found in looks(metric, figure)}
    wanted = {key for key, found in known.items() if testable(key, found)}
    metrics = [metric for metric, figure in figures if any(key in wanted for key, _ in looks(metric, figure))]
    deals = evidence.games["number"].n_unique()
    count = min(blocks, deals)
    without: dict[Key, list[float]] = {key: [] for key in wanted}
    rank = pl.col("number").rank("dense") - 1
    places = evidence.games.with_columns((rank % max(1, count)).alias("block"))
    for block in range(count if count >= FEWEST else 0):
        some = restricted(evidence, places.filter(pl.col("block") != block).drop("block"))
        for key, value in _values(some, metrics).items():
            if key in without:
                without[key].append(value)
        if progress is not None:
            progress(block + 1)
    whole = {key: float(known[key].value or 0.0) for key in wanted}
    pseudo = {
        key: count * whole[key] - (count - 1) * np.asarray(values)
        for key, values in without.items()
        if len(values) == count >= FEWEST
    }
    return Blocked(known, pseudo, len(evidence.games), deals)


def _values(evidence: Evidence, metrics: Sequence[Metric]) -> dict[Key, float]:
    found = {}
    with values_only():
        for metric in metrics:
            figure = metric.of(evidence)
            parts = {part.name: part for part in figure.parts}
            for key in ((metric.name, ""), *((metric.name, name) for name in parts)):
                value = figure.value if not key[1] else parts[key[1]].value
                if value is not None and np.isfinite(value):
                    found[key] = float(value)
    return found

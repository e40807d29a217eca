"""The rule about what never happens."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ludwright.findings.finding import Look
from ludwright.findings.rule import RANDOM, Rule
from ludwright.metrics.intervals import share

if TYPE_CHECKING:
    from ludwright.findings.play import Play

_TOLD = 12
"""Of more dead rules the rest is not told."""


def _dead_looks(play: Play, threshold: float) -> Iterator[Look]:
    """What neither random players nor the strongest ones ever use."""
    unused = play.figure("unused rules")
    if not unused.known:
        return
    dead, games = [part.name for part in unused.parts if not _rare_end(part.name)], unused.n
    best = play.best
    if best is not None and best is not play and dead:
        other = best.figure("unused rules")
        if other.known:
            also = {part.name for part in other.parts}
            dead, games = [name for name in dead if name in also], games + other.n
    for name in dead[:_TOLD]:
        yield Look(share(name, 0, games), threshold, False, 0.2, 0.0, {"what": _after(name)}, name)
    if not dead:
        yield Look(share("unused", games, games), threshold, False, 0.2, 0.0, {"what": ""}, "all rules")


def _rare_end(name: str) -> bool:
    """An end without a winner may be there for a case that hardly ever comes."""
    return "ends this way" in name and name.rstrip("`").endswith("draw")


def _after(name: str) -> str:
    """The words without the place, which are told behind them."""
    where, colon, words = name.partition(": ")
    return f"{words} ({where})" if colon else name


DEAD = Rule(
    "dead rule",
    "A rule, card, zone or parameter that never comes into play",
    0.02,
    "of games",
    "A part of the game is never used: {what}",
    "Leave it out, or let it happen.",
    _dead_looks,
    weight=0.8,
    whose=RANDOM,
    metrics=("unused rules",),
)

RULES = (DEAD,)

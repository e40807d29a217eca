"""Flat Monte Carlo: a tree of one level, in which every option is played out equally often."""

from __future__ import annotations

from collections.abc import Mapping

from ludwright.agents.searching import Searcher
from ludwright.agents.settings import Value
from ludwright.play.playable import Playable


def make(game: Playable, settings: Mapping[str, Value]) -> Searcher:
    """A player that plays every option out."""
    flat: dict[str, Value] = {"prove": False, "merge": False, "chance": "open", "final": "mean"}
    return Searcher(game, {**flat, **settings}, evenly=True)

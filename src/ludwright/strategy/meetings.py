"""The games of a tournament as the frame of seats that metrics read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import polars as pl

from ludwright.metrics.schemas import SCHEMAS, shaped
from ludwright.play.winners import Winners

if TYPE_CHECKING:
    from ludwright.tournaments import Tournament


def seats_of(played: Tournament) -> pl.DataFrame:
    """One row for every seat of every finished game: game, seat, agent, return, won.

    Where nobody plays against anybody, all agents played the same deals by themselves: then a deal is a game, and each agent a seat of it.
    """
    columns: dict[str, list[np.ndarray]] = {"game": [], "seat": [], "agent": [], "return": [], "won": []}
    tables = [_deals(played)] if played.common else [(one.finished, one.seating) for one in played.played]
    first = 0
    for returns, seating in tables:
        games, seats = returns.shape
        # agents who played the same deals by themselves are level where they got the same, however much that is
        against = returns - returns.max(axis=1, keepdims=True, initial=-np.inf) if played.common else returns
        columns["game"].append(np.repeat(np.arange(first, first + games), seats))
        columns["seat"].append(np.tile(np.arange(1, seats + 1), games))
        columns["agent"].append(np.tile([played.agents[agent] for agent in seating], games))
        columns["return"].append(returns.ravel())
        columns["won"].append(Winners.of(against.T).won.T.ravel())
        first += games
    frame = {name: np.concatenate(parts) for name, parts in columns.items() if parts}
    return shaped(pl.DataFrame(frame) if frame else None, SCHEMAS["seats"])


def _deals(played: Tournament) -> tuple[np.ndarray, tuple[int, ...]]:
    """The scores of all agents, deal by deal, of those that all brought to an end."""
    games = min(len(one.returns) for one in played.played)
    scores = np.column_stack([one.returns[:games, 0] for one in played.played])
    return scores[~np.isnan(scores).any(axis=1)], tuple(one.seating[0] for one in played.played)

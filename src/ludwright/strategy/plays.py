"""The same questions answered from the games of a report: those of its strongest equals, and those between different players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import polars as pl

from ludwright.metrics.catalogue import metric
from ludwright.metrics.evidence import Evidence
from ludwright.metrics.figure import Figure
from ludwright.metrics.schemas import SCHEMAS
from ludwright.strategy.answers import answered, between_extremes
from ludwright.strategy.answers import told_luck as told_luck

if TYPE_CHECKING:
    from ludwright.findings import Play


def answers_of(plays: Sequence[Play]) -> list[dict[str, Any]]:
    """For every version and number of players: plain values of all answers."""
    found = []
    for version, players in dict.fromkeys((play.version, play.players) for play in plays):
        own = [play for play in plays if (play.version, play.players) == (version, players)]
        equals = [play for play in own if not play.mixed]
        among = max(equals, key=lambda play: play.level).evidence if equals else own[-1].evidence
        ladder = next((play.ladder for play in own if play.ladder is not None), None)
        answers = answered(_between([play for play in own if play.mixed]), among, ladder)
        agents = list(dict.fromkeys(agent for play in own for agent in play.agents))
        told = [answer.as_json() for answer in answers]
        found.append({"version": version, "players": players, "agents": agents, "answers": told})
    return found


def luck_of(plays: Sequence[Play]) -> Figure:
    """How much of who wins is luck, between the strongest and the weakest who meet."""
    seats = _between(plays)
    return between_extremes(seats, metric("agent shares").of(Evidence(seats=seats)))


def _between(plays: Sequence[Play]) -> pl.DataFrame:
    """The seats of several plays, whose games are numbered through."""
    frames, first = [], 0
    for play in plays:
        seats = play.evidence.seats.select(list(SCHEMAS["seats"]))
        frames.append(seats.with_columns(pl.col("game") + first))
        first += int(seats["game"].max() or 0) + 1  # type: ignore[arg-type]
    return pl.concat(frames) if frames else pl.DataFrame(schema=dict(SCHEMAS["seats"]))

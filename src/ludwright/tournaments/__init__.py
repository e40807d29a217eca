"""Agents against each other: tournaments, which tell who is stronger, and ladders, which tell how deep a game is."""

from ludwright.tournaments.findings import AgentComparison, Rating, SeatWorth
from ludwright.tournaments.ladder import Ladder, ladder
from ludwright.tournaments.play import tournament
from ludwright.tournaments.result import Tournament
from ludwright.tournaments.rungs import Rung
from ludwright.tournaments.shares import Mean, Share
from ludwright.tournaments.strongest import Strongest, strongest
from ludwright.tournaments.texts import TournamentError, split_agents

__all__ = [
    "AgentComparison",
    "Ladder",
    "Mean",
    "Rating",
    "Rung",
    "SeatWorth",
    "Share",
    "Strongest",
    "Tournament",
    "TournamentError",
    "ladder",
    "split_agents",
    "strongest",
    "tournament",
]

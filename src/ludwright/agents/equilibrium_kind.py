"""How the player that keeps to an equilibrium is called, and what can be set about it."""

from __future__ import annotations

from ludwright.agents.settings import AgentKind, Setting

EQUILIBRIUM = AgentKind(
    "equilibrium",
    "for small games, hidden cards or not: works out an equilibrium before the first game, and keeps to it",
    (
        Setting("iterations", "at most so many rounds of learning", 2000, 1, 1_000_000),
        Setting(
            "by",
            "what it plays for, `wins` or `score`",
            "wins",
            choices=("wins", "score"),
            automatic="the score where scores always cancel out, else wins",
        ),
        Setting("limit", "the most positions the game may have", 2_000_000, 1, 100_000_000),
    ),
    first="iterations",
    home="ludwright.equilibria.player",
    examples=("equilibrium", "equilibrium:10000,by=wins"),
)

"""Who plays where strategies are looked for: players of every kind that this game allows, each thinking equally long."""

from __future__ import annotations

from ludwright.agents.nature import nature_of
from ludwright.agents.seating import check
from ludwright.agents.texts import bots_of, read
from ludwright.game import Game
from ludwright.mistakes import LudwrightError

RANDOM, GREEDY = "random", "greedy"
STYLES = ("aggressive", "cautious", "hoarder", "explorer", "planner", "hasty")
"""Personas that want something beside winning."""
MOST = 5
"""More strategies that think than this are not looked at."""
_BOTS = 3


def population(game: Game, thoughts: int, most: int = MOST) -> list[str]:
    """The strategies: a search and personas that think equally long, ``most`` of them together, the obvious plan, scripted players, chance."""
    styles = [] if nature_of(game).common else [f"{style}:{thoughts}" for style in STYLES]
    thinking = [name for name in (str(read(f"auto:{thoughts}", game)), *styles) if _plays(game, name)]
    quick = [*([GREEDY] if has_greedy(game) else []), *[f"bot:{name}" for name in bots_of(game)][:_BOTS], RANDOM]
    return [*thinking[:most], *(name for name in quick if _plays(game, name))]


def has_greedy(game: Game) -> bool:
    """Whether the game tells what is good, so that somebody can take what looks best at once."""
    addresses = game.compiled.addresses
    return "real_lead" in addresses or "real_score" in addresses or nature_of(game).common


def _plays(game: Game, name: str) -> bool:
    try:
        check(game, [name])
    except LudwrightError:
        return False
    return True


def thinks(name: str) -> bool:
    """Whether a player takes its time."""
    return name not in (RANDOM, GREEDY) and not name.startswith("bot:")

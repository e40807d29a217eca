"""How far exact players look, and what they think of a position where they stop looking."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ludwright.agents.settings import AgentError, Value
from ludwright.game import Game

UNLIMITED = 1 << 60
DEEPEST = 500


@dataclass(frozen=True)
class Budget:
    """Moves ahead, positions, and time for a decision; whatever is used up first."""

    depth: int
    nodes: int
    nanoseconds: int

    @classmethod
    def read(cls, settings: Mapping[str, Value], depth: int, nodes: int) -> Budget:
        """What was said; if nothing was said, a depth and a number of positions."""
        said = {name for name in ("depth", "nodes", "time") if settings.get(name)}
        if not said:
            return cls(depth, nodes, 0)
        return cls(
            int(settings["depth"]) if "depth" in said else DEEPEST,
            int(settings["nodes"]) if "nodes" in said else UNLIMITED,
            round(float(settings["time"]) * 1e9) if "time" in said else 0,
        )


def leaf_of(game: Game, settings: Mapping[str, Value], known: Mapping[str, int], otherwise: str) -> str:
    """How positions are judged at the end of a search: as was said, or by the game's lead or score, if it has one."""
    has = [name for name in ("lead", "score") if f"real_{name}" in game.compiled.addresses]
    said = str(settings.get("leaf", ""))
    if not said:
        return has[0] if has else otherwise
    if said in ("lead", "score") and said not in has:
        raise AgentError(
            f"`leaf={said}`: {game.title} has no `{said}`; use one of {', '.join(sorted({*known} - {'lead', 'score'} | {*has}))}"
        )
    return said

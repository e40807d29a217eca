"""How strong agents are, as far as their names tell."""

from __future__ import annotations

_LEVELS = {"random": 0, "greedy": 1}
_THINKING = 2


def level_of(agent: str) -> int:
    """0 at random, 1 greedy, 2 for all that think.

    >>> [level_of(agent) for agent in ("random", "greedy:samples=9", "mcts:200")]
    [0, 1, 2]
    """
    return _LEVELS.get(agent.split(":")[0], _THINKING)

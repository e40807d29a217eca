"""How strong agents are, as far as their names tell."""

from __future__ import annotations

from ludwright.agents.catalogue import BARRED, BOT, BOUND, GREEDY, KINDS, PYTHON, RANDOM

AT_RANDOM, BY_RULES, THINKING = range(3)
_LEVELS = {
    RANDOM.name: AT_RANDOM,
    **{kind.name: BY_RULES for kind in (GREEDY, BOT, PYTHON, BARRED, BOUND)},
}


def level_of(agent: str) -> int:
    """0 at random; 1 greedy, scripted or written by somebody, whose reasons nobody knows; 2 for all that think.

    >>> [level_of(agent) for agent in ("random", "greedy:samples=9", "hold at 20", "mcts:200")]
    [0, 1, 1, 2]
    """
    name = agent.split(":")[0]
    return _LEVELS.get(name, THINKING if name in KINDS else BY_RULES)

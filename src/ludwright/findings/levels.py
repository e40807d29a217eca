"""How strong agents are, as far as their names tell."""

from __future__ import annotations

from ludwright.agents.catalogue import BARRED, BOT, BOUND, GREEDY, KINDS, PYTHON, RANDOM

_AT_RANDOM, _BY_RULES, _THINKING = range(3)
_LEVELS = {
    RANDOM.name: _AT_RANDOM,
    **{kind.name: _BY_RULES for kind in (GREEDY, BOT, PYTHON, BARRED, BOUND)},
}


def level_of(agent: str) -> int:
    """0 at random; 1 greedy, scripted or written by somebody, whose reasons nobody knows; 2 for all that think.

    >>> [level_of(agent) for agent in ("random", "greedy:samples=9", "hold at 20", "mcts:200")]
    [0, 1, 1, 2]
    """
    name = agent.split(":")[0]
    return _LEVELS.get(name, _THINKING if name in KINDS else _BY_RULES)

"""Small games solved exactly, with all that is hidden in them: equilibria, best answers, and how exploitable a player is.

:func:`equilibrium` solves a game. :func:`grow` makes the tree of all ways it can go, :func:`judge` says what a strategy on it is worth and what the
best answers to it would gain, and :func:`strategy_of` makes the strategy of a bot, a random player, or a function of one's own.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ludwright.equilibria.equilibrium_result import Equilibrium, StrategyLine, equilibrium
    from ludwright.equilibria.growing import LIMIT, grow
    from ludwright.equilibria.mistakes import EquilibriumError, TooLargeError
    from ludwright.equilibria.solving import solve
    from ludwright.equilibria.strategies import strategy_of
    from ludwright.equilibria.tree import Situation, Tree
    from ludwright.equilibria.values import Judgement, Response, SeatGoal, goal_of, judge

_HOMES = {
    "LIMIT": "growing", "grow": "growing", "EquilibriumError": "mistakes", "TooLargeError": "mistakes", "Equilibrium": "equilibrium_result",
    "StrategyLine": "equilibrium_result", "equilibrium": "equilibrium_result", "solve": "solving", "strategy_of": "strategies", "Situation": "tree", "Tree": "tree",
    "SeatGoal": "values", "Judgement": "values", "Response": "values", "goal_of": "values", "judge": "values",
}  # fmt: skip

__all__ = [
    "LIMIT",
    "Equilibrium",
    "EquilibriumError",
    "Judgement",
    "Response",
    "SeatGoal",
    "Situation",
    "StrategyLine",
    "TooLargeError",
    "Tree",
    "equilibrium",
    "goal_of",
    "grow",
    "judge",
    "solve",
    "strategy_of",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    """Import each public name when it is first used: the list of all players reads only how this one is called."""
    if name not in _HOMES:
        raise AttributeError(f"module 'ludwright.equilibria' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"ludwright.equilibria.{_HOMES[name]}"), name)

"""Agents as short texts: several of them in one line, and one of them with a budget."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ludwright.agents.own import Player
from ludwright.agents.texts import read, split
from ludwright.mistakes import LudwrightError

_BUDGET, _OTHER_BUDGET = "iterations", "time"


class TournamentError(LudwrightError):
    """A tournament or a ladder that can't be played as it was asked for."""


def split_agents(texts: str | Sequence[Player]) -> list[Player]:
    """The agents in one line or several; a setting belongs to the agent before it.

    >>> split_agents(["random, mcts:time=0.5,c=1.2", "greedy"])
    ['random', 'mcts:time=0.5,c=1.2', 'greedy']
    """
    found: list[Player] = []
    for text in [texts] if isinstance(texts, str) else texts:
        found += split(text) if isinstance(text, str) else [text]
    if not all(found):
        raise TournamentError("an agent is missing: write them with commas between, like `random,mcts:100`")
    return found


def with_budget(agent: str, budget: int, game: object = None) -> str:
    """An agent that may think so much.

    >>> with_budget("mcts", 64), with_budget("mcts:c=1.2", 64)
    ('mcts:64', 'mcts:64,c=1.2')
    """
    found = read(agent, game)
    if _BUDGET not in [setting.name for setting in found.kind.settings]:
        raise TournamentError(
            f"`{agent}` does not think more if it may: a ladder needs an agent with a budget, like `mcts`"
        )
    for name in (_BUDGET, _OTHER_BUDGET):
        if name in found.settings:
            raise TournamentError(
                f"a ladder sets the budget itself: leave {name} out of `{agent}`, and say with --start and --most how much it may think"
            )
    return str(replace(found, settings={_BUDGET: budget, **found.settings}))

"""Agents as short texts: several of them in one line, and one of them with a budget."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ludwright.mistakes import LudwrightError

_SETTING = re.compile(r"\s*[\w-]+\s*=")
"""How the further options of an agent begin: ``c=1.2``. In a new agent a colon comes first: ``alphabeta:depth=6``."""


class TournamentError(LudwrightError):
    """A tournament or a ladder that can't be played as it was asked for."""


def split_agents(texts: str | Sequence[str]) -> list[str]:
    """The agents in one line or several; a setting belongs to the agent before it.

    >>> split_agents("random, mcts:time=0.5,c=1.2, greedy")
    ['random', 'mcts:time=0.5,c=1.2', 'greedy']
    """
    found: list[str] = []
    for text in [texts] if isinstance(texts, str) else texts:
        own: list[str] = []
        for item in text.split(","):
            if own and _SETTING.match(item):
                own[-1] += "," + item.strip()
            else:
                own.append(item.strip())
        found += own
    if not all(found):
        raise TournamentError("an agent is missing: write them with commas between, like `random,mcts:100`")
    return found


def with_budget(agent: str, budget: int) -> str:
    """An agent that may think so much.

    >>> with_budget("mcts", 64), with_budget("mcts:c=1.2", 64)
    ('mcts:64', 'mcts:64,c=1.2')
    """
    name, _, options = agent.partition(":")
    settings = [option.strip() for option in options.split(",") if option.strip()]
    own = [option for option in settings if "=" not in option or option.partition("=")[0].strip() == "time"]
    if own:
        raise TournamentError(
            f"a ladder sets the budget itself: write `{name.strip()}` without `{own[0]}`, and say with --start and --most how much it may think"
        )
    return f"{name.strip()}:{','.join([str(budget), *settings])}"

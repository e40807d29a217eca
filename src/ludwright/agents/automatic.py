"""`auto`: the player that suits a game, as a text of its own that says who it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ludwright.agents.catalogue import IMPROVE, MCTS
from ludwright.agents.settings import Value
from ludwright.play.playable import Playable

if TYPE_CHECKING:
    from ludwright.agents.seating import Thinker
    from ludwright.agents.texts import AgentText


def suited(game: Playable, settings: Mapping[str, Value]) -> AgentText:
    """Who plays: one that improves on the game's best scripted player where a tree sees too little of the game, else a tree search.

    >>> import ludwright
    >>> str(suited(ludwright.load("conquest_small"), {"iterations": 60})), str(suited(ludwright.load("pig"), {"iterations": 60}))
    ('improve:60,bot=thesis', 'mcts:60')
    """
    from ludwright.agents.auto_settings import suits_improving
    from ludwright.agents.nature import nature_of
    from ludwright.agents.rollout import best_bot
    from ludwright.agents.texts import AgentText, bots_of

    if bots_of(game) and suits_improving(game, nature_of(game)):
        return AgentText(IMPROVE, {**settings, "bot": best_bot(game)})
    return AgentText(MCTS, dict(settings))


def make(game: Playable, settings: Mapping[str, Value]) -> Thinker:
    """The player that suits a game."""
    from ludwright.agents.seating import thinker

    return thinker(game, suited(game, settings))

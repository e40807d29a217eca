"""Players that do a thing whenever it is legal: `bound:mcts:200,to=take gem`. What that brings them shows what the thing is worth."""

from __future__ import annotations

from collections.abc import Mapping

from ludwright.agents.barred import Barred
from ludwright.agents.settings import Value
from ludwright.play.playable import Playable


class Bound(Barred):
    """A player with something it has to do wherever it can, for one game."""

    setting = "to"
    bound = True


def make(game: Playable, settings: Mapping[str, Value]) -> Bound:
    """A player that is bound to do something."""
    return Bound(game, settings)

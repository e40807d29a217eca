"""What suits a game, for players that were told nothing of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from weakref import WeakKeyDictionary

from ludwright.agents.nature import Nature
from ludwright.agents.settings import Value
from ludwright.play.playable import Playable

LONG, CUT = 150, 30
"""Where random games take more decisions than the first number, play-outs are cut off after the second and judged by who is ahead."""
LONE_C = 0.05
"""In games for one without chance the best game counts, not the mean of all: there it pays to explore less (``python -m bench.solo_exploration``)."""
FAR = 100
"""Where random games take more decisions than that, and not all can be foreseen, a tree sees too little of them."""


def defaults(game: Playable, nature: Nature, said: Mapping[str, Value]) -> dict[str, Value]:
    """What suits a game, where nothing is said."""
    found: dict[str, Value] = {}
    by_bot = str(said.get("playout", "")).startswith("bot:")
    if by_bot and said.get("guide", True):
        found["widen"] = 1.0
        if nature.common and nature.hidden:  # a partner in the tree would know more than he does
            found["deepest"] = 1
    if (
        "real_lead" in game.compiled.addresses
        and not by_bot
        and not said.get("learned")
        and typical_length(game) > LONG
    ):
        found["depth"] = CUT
    groups = getattr(getattr(game, "rules", None), "groups", None)
    if groups is not None and groups.weights:
        found["playout"] = "groups"
    if nature.chance and not nature.hidden and hasattr(game, "layout"):
        found["chance"] = "closed"
    if nature.players == 1 and nature.exact:
        if said.get("formula", "ucb1") == "ucb1":
            found["c"] = LONE_C
        found.update(merge=not said.get("bestpath") and not said.get("anywhere"), final="best")
    return found


_LENGTHS: WeakKeyDictionary[Any, float] = WeakKeyDictionary()


def typical_length(game: Playable) -> float:
    """How many decisions a game takes at random: the mean of a few games, none counted for more than a thousand."""
    from ludwright.play.simulate import simulate

    if game not in _LENGTHS:
        played = simulate(game, 12, seed=1, threads=1, move_limit=1000)
        ended = played.decisions.mean * played.finished + 1000 * played.faulted
        _LENGTHS[game] = ended / max(1, played.games)
    return _LENGTHS[game]


def suits_improving(game: Playable, nature: Nature) -> bool:
    """Whether improving on a scripted player is better than a tree: in common games with hidden cards, where a partner in a tree would know
    more than he does, and in long games with chance or hidden cards, of which a tree sees little."""
    if nature.players == 1 or nature.exact:
        return False
    return (nature.common and nature.hidden) or typical_length(game) > FAR

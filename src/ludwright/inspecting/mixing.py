"""What nobody has seen, drawn anew: the order of a deck is chance that has not come about yet."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ludwright import ir
from ludwright.engine.random import Stream, stream

if TYPE_CHECKING:
    from ludwright.game import Game

Words = npt.NDArray[np.int32]
_ROLE = 2
"""The stream of this, apart from those of the game and of what is dealt again."""


def unseen_groups(game: Game, state: Words) -> list[list[int]]:
    """Components that may change places without anybody noticing: in one place that nobody sees, shuffled together, of which nobody knows or was told anything."""
    model, arrays = game.rules.model, game.rules.model.arrays
    if "urn" not in arrays or state[ir.OVER] or ("veil" in arrays and state[arrays["veil"]]):
        return []
    groups: dict[tuple[int, int, int], list[int]] = defaultdict(list)
    for number in range(model.components):
        place = int(state[arrays["place"] + number])
        hidden = 0 <= place < model.zone_places and not game.layout.watch[place]
        if hidden and not state[arrays["known"] + number] and not _told_of(game, state, number):
            kind = next(kind for kind in model.component_kinds if kind.first <= number <= kind.last)
            groups[place, int(state[arrays["urn"] + number]), kind.root.first].append(number)
    return [group for group in groups.values() if len(group) > 1]


def _told_of(game: Game, state: Words, number: int) -> bool:
    """Whether somebody was told something about a component."""
    model = game.rules.model
    if "told" not in model.arrays:
        return False
    slots = model.components + model.ghosts
    firsts = (model.arrays["told"] + (who * slots + number) * model.told_words for who in range(model.tellers))
    return any(state[first : first + model.told_words].any() for first in firsts)


def mixed(game: Game, state: Words, groups: list[list[int]], chance: int) -> Words:
    """A copy of a state in which the groups are shuffled."""
    words, design = state.copy(), game.rules.model.arrays.get("design", 0)
    dice = Stream(*stream(chance, 0, _ROLE))
    for group in groups:
        order = list(group)
        for last in range(len(order) - 1, 0, -1):
            other = dice.below(last + 1)
            order[last], order[other] = order[other], order[last]
        words[design + np.array(group)] = state[design + np.array(order)]
    return words

"""The native side of players that learn or have learned: the block of a mind, filled with what of a game is weighed."""

from __future__ import annotations

from math import lcm

import numpy as np
import numpy.typing as npt

from ludwright import ir
from ludwright.agents.kernels import learned as places
from ludwright.agents.kernels.deciding import MEANS, SAMPLES
from ludwright.agents.minds import AgentMemory
from ludwright.agents.nature import nature_of
from ludwright.agents.stakes import put_stakes
from ludwright.engine.walks import statements
from ludwright.learning.learned import BITS, VIEW_BITS
from ludwright.learning.sights import Sights
from ludwright.mistakes import LudwrightError
from ludwright.play.playable import Playable


class LearningError(LudwrightError):
    """A game that can't be learned."""


def learning_mind(
    game: Playable,
    weights: npt.NDArray[np.float32],
    views: npt.NDArray[np.int32],
    scale: float,
    squash: bool,
    samples: int,
    limit: int,
    stop: npt.NDArray[np.int64] | None,
) -> AgentMemory:
    """A mind that weighs positions. The tables of weights are shared by all that are given them."""
    check_learnable(game)
    # what a seat has seen counts in what it weighs, so knowledge is kept in what it tries
    mind = AgentMemory(game, game.table, limit, stop)
    sights = Sights(game)
    nature = nature_of(game)
    put_stakes(mind)
    mind.put(SAMPLES, 1 if nature.exact else _whole_throws(samples, faces_of(game)))
    mind.room(MEANS, game.compiled.capacity + 1, np.float64)
    mind.hold(places.WEIGHTS, weights)
    mind.hold(places.VIEWS, views)
    mind.put(places.VIEW_MASK, (1 << VIEW_BITS) - 1)
    mind.put(places.SQUASH, int(squash))
    mind.put(places.ERROR, 0.0)
    mind.put(places.SCALE, float(scale))
    see(mind, sights, BITS)
    return mind


MOST_FACES = 12
"""Dice with more faces, and several kinds of dice that show the same only in more throws, are not gone through one face after the other."""


def faces_of(game: Playable) -> int:
    """In so many throws each face of the game's dice can come equally often; 1 where there are no dice.

    >>> import ludwright
    >>> faces_of(ludwright.load("pig")), faces_of(ludwright.load("hearts"))
    (6, 1)
    """
    machine = game.program.machine
    bodies = [*(one.body for one in game.program.functions.values()), *(one.body for one in machine.blocks.values())]
    drawn = [one.bound for body in bodies for one in statements(body) if isinstance(one, ir.Draw)]
    faces = lcm(*(bound.value for bound in drawn if isinstance(bound, ir.Const) and bound.value > 0))
    return faces if faces <= MOST_FACES else 1


def _whole_throws(samples: int, faces: int) -> int:
    """So many samples, or rather more, that each face comes equally often."""
    return -(-samples // faces) * faces


def see(mind: AgentMemory, sights: Sights, bits: int) -> None:
    """Room for looking at positions: what is found is told by so many bits."""
    from ludwright.hidden.native import knowledge_block

    game = mind.game
    mind.put(places.MASK, (1 << bits) - 1)
    mind.hold(places.KNOWS, knowledge_block(game))
    for place, count, rows in (
        (places.ROWS, places.ROW_COUNT, sights.rows),
        (places.TUPLES, places.TUPLE_COUNT, sights.tuples),
    ):
        mind.hold(place, np.ascontiguousarray(rows))
        mind.put(count, len(rows))
    mind.hold(places.PLACE_SPOTS, np.ascontiguousarray(sights.places))
    mind.room(places.SPOTS, sights.spots * (places.LAYERS if sights.has_wide else 1), np.int64)
    mind.put(places.WIDE_SPOTS, int(sights.has_wide))
    mind.put(places.SPOT_COUNT, sights.spots)
    mind.put(places.OWNED, sights.owned)
    mind.put(places.OPEN_SPOT, -1 if nature_of(game).exact else sights.free)
    mind.room(places.FOUND, sights.most, np.int64)
    mind.room(places.COUNTERS, int(places.COUNTERS_KEPT), np.int64)
    mind.put(places.COMMON, int(nature_of(game).common))


def check_learnable(game: Playable) -> None:
    """What a seat sees is known of games that are described, not of those whose rules are Python code."""
    if not hasattr(game, "layout"):
        raise LearningError(
            f"{game.title} can't be learned: its rules are Python code, and what a seat sees is not declared"
        )

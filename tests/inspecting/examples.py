"""The recorded examples of the bundled games, as games with frames."""

from __future__ import annotations

from functools import cache

import ludwright
from ludwright.game import GAMES
from ludwright.inspecting import Recorded
from ludwright.play.agents import MOVE_LIMIT, Agents
from tests.golden.recording import SEED

ALL = sorted(path.stem for path in GAMES.glob("*.game"))
SOME = (
    "bird_lady", "checkers", "conquest_small", "crazy_eights", "hearts", "kalah", "kuhn_poker", "liars_dice", "movement_points", "one_night",
    "polis", "tic_tac_toe", "yacht",
)  # fmt: skip
"""Boards, maps, cards, dice, secrets, and games in which nobody chooses."""


@cache
def example(name: str, most: int = MOVE_LIMIT) -> Recorded:
    """The game that `tests/golden` tells, or its first moves; what is forced is asked as well."""
    game = ludwright.load(name, ask_forced=True)
    match, agents = game.start(SEED), Agents(game, SEED, 0)
    while not match.over and match.moves < most:
        match.apply(agents.pick(match.actor or 0, match.codes(), match.words))
    return Recorded(game, SEED, 0, match.answers)

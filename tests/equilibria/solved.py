"""Equilibria that several proofs look at, each worked out once."""

from __future__ import annotations

from functools import cache

import ludwright
from ludwright.equilibria import Equilibrium

ONE_DIE = {"dice_each": 1, "wild": 6, "one_hand": 1}
"""Liar's Dice as OpenSpiel plays it."""


@cache
def solved(name: str, iterations: int = 2000) -> Equilibrium:
    params = ONE_DIE if name == "liars_dice" else None
    return ludwright.equilibrium(ludwright.load(name, params=params), iterations)


def shares(found: Equilibrium, seat: int, before: str, holding: str) -> dict[str, float]:
    """How often each option is taken in a situation given in words."""
    lines = [line for line in found.lines(seat) if (line.before, line.holding) == (before, holding)]
    assert len(lines) == 1, [(line.before, line.holding) for line in found.lines(seat)]
    return lines[0].shares

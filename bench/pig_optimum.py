"""Pig as it is best played, worked out exactly: ``python -m bench.pig_optimum [--learned FILE]``.

The share of its games that the best player wins against itself, and against one who holds at 20, as the first and as the second (Neller and Presser 2004: 0.5306
against itself; against one who holds at 20 0.5874 as the first, and as the second 0.5224). Beside it, what a player that has learned wins.
"""

from __future__ import annotations

import argparse
from typing import no_type_check

import numpy as np
import numpy.typing as npt
from numba import njit

import ludwright
from ludwright.statistics import wilson

GOAL = 100
ALIKE = 1e-9
GAMES = 20_000

Reals = npt.NDArray[np.float64]


@njit
@no_type_check
def solve(held):
    """For both who has so much, how much the other has, and what lies in the pot: how likely the one whose turn it is wins. The other plays best, or holds at ``held``.

    Row 0: the best player is asked. Row 1: the other is, who holds at ``held`` (0: plays best, too).
    """
    wins = np.full((2, GOAL, GOAL, GOAL), 0.5)
    change = 1.0
    while change > ALIKE:
        change = 0.0
        for who in range(2):
            for mine in range(GOAL - 1, -1, -1):
                for theirs in range(GOAL - 1, -1, -1):
                    for pot in range(GOAL - mine - 1, -1, -1):
                        lost = 1.0 - wins[1 - who, theirs, mine, 0]
                        total = lost
                        for face in range(2, 7):
                            total += 1.0 if mine + pot + face >= GOAL else wins[who, mine, theirs, pot + face]
                        throw = total / 6.0
                        stop = 1.0 - wins[1 - who, theirs, mine + pot, 0]
                        if who == 1 and held > 0:
                            best = throw if pot < held else stop
                        else:
                            best = throw if pot == 0 else max(throw, stop)
                        change = max(change, abs(best - wins[who, mine, theirs, pot]))
                        wins[who, mine, theirs, pot] = best
    return wins


def shares(held: int) -> tuple[float, float]:
    """How often the best player wins as the first and as the second."""
    wins: Reals = solve(held)
    return float(wins[0, 0, 0, 0]), float(1.0 - wins[1, 0, 0, 0])


def main() -> None:
    """The optimum, and what has been learned."""
    asked = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    asked.add_argument("--learned", help="the file of a player that has learned", default="bundled")
    asked.add_argument("--games", type=int, default=GAMES)
    given = asked.parse_args()
    for rival, held in (("itself", 0), ("hold at 20", 20)):
        first, second = shares(held)
        print(f"the best player against {rival}: {first:.2%} first, {second:.2%} second, {(first + second) / 2:.2%}")
    game, agent = ludwright.load("pig", 2), f"learned:{given.learned}"
    one = ludwright.simulate(game, given.games // 2, agents=[agent, "hold at 20"], seed=2)
    other = ludwright.simulate(game, given.games // 2, agents=["hold at 20", agent], seed=2)
    won, played = one.wins[0] + other.wins[1], one.games + other.games
    low, high = wilson(won, played)
    print(f"{agent} against hold at 20: {won / played:.2%} ({low:.2%} to {high:.2%}) of {played:,} games")


if __name__ == "__main__":
    main()

"""Whoever thinks longer plays better: eight times the play-outs beat the fewer ones, in every bundled game that has skill."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import count
from math import sqrt

import numpy as np
import numpy.typing as npt
import pytest

import ludwright
from ludwright.agents.nature import nature_of

WEAK, STRONG = "mcts:25", "mcts:200"

NOTHING_TO_DECIDE = (
    "movement_points", "movement_points_2", "movement_points_3", "polis", "polis_b", "polis_c", "polis_d", "polis_e", "polis_f",
)  # fmt: skip
"""Exhibits of rules in which nobody ever has a choice."""
BLUFFING = ("kuhn_poker", "leduc_poker", "one_night")
"""Here best play is a mixture, or a matter of what others say. Search settles on one answer for what it sees, and thinking longer about that
does not help it: between 25 and 200 play-outs no difference was found in thousands of games. In the first two, `equilibrium` is the player."""
SOON_PERFECT = ("tic_tac_toe", "nim")
"""Here 25 play-outs are enough to play without a mistake: there is nothing to gain any more, so fewer ones are compared."""
CLOSE = {"blackjack": (5000,)}
"""Here it takes many games to tell anything from luck."""
PLAYERS = {"fireworks": 3}
"""Where more than the fewest play: published figures of Fireworks are those of three."""
SKILL = [game.name for game in ludwright.bundled_games() if game.name not in (*NOTHING_TO_DECIDE, *BLUFFING)]

SURE = 2.576
"""So many standard errors on either side: 99 of 100, as several looks are taken."""
LOOKS = (20, 40, 80, 160, 320, 640)
"""After so many games of each seating it is looked whether they are enough."""


@dataclass(frozen=True)
class Gain:
    """What more play-outs bring: the mean difference of results, how sure it is, and of how many games."""

    mean: float
    error: float
    games: int

    @property
    def sure(self) -> bool:
        """Whether it is more than luck."""
        return self.mean - SURE * self.error > 0


def gain(name: str, strong: str = STRONG, weak: str = WEAK, looks: tuple[int, ...] = LOOKS) -> Gain:
    """What a stronger player gains on weaker ones: as few games as show that it does, and as many as there may be otherwise."""
    game = ludwright.load(name, players=PLAYERS.get(name))
    between = _alone if nature_of(game).common else _against
    batches: list[npt.NDArray[np.float64]] = []
    played = 0
    for seed, most in zip(count(1), looks, strict=False):
        batches.append(between(game, strong, weak, most - played, seed))
        played = most
        found = np.concatenate(batches)
        result = Gain(float(found.mean()), float(found.std(ddof=1)) / sqrt(len(found)), len(found))
        if result.sure:
            break
    return result


def _against(game: ludwright.Game, strong: str, weak: str, games: int, seed: int) -> npt.NDArray[np.float64]:
    """In every seat against weaker ones in all others: the own result less the mean of theirs, game by game."""
    found = []
    for seat in range(game.players):
        seats = [strong if other == seat else weak for other in range(game.players)]
        results = _results(game, games, seats, 100 * seed + seat)
        others = np.delete(results, seat, axis=1).mean(axis=1)
        found.append(results[:, seat] - others)
    return np.concatenate(found)


def _alone(game: ludwright.Game, strong: str, weak: str, games: int, seed: int) -> npt.NDArray[np.float64]:
    """Alone, or all together: the results of the strong less those of the weak, by the same chance."""
    one, other = (_results(game, games, [agent] * game.players, seed)[:, 0] for agent in (strong, weak))
    return one - other


def _results(game: ludwright.Game, games: int, seats: list[str], seed: int) -> npt.NDArray[np.float64]:
    played = ludwright.simulate(game, games, agents=seats, seed=seed, keep=True)
    assert played.returns is not None
    assert not played.faults
    return played.returns


@pytest.mark.slow
@pytest.mark.parametrize("name", SKILL)
def test_more_play_outs_play_better(name: str) -> None:
    strong, weak = ("mcts:8", "mcts:1") if name in SOON_PERFECT else (STRONG, WEAK)
    found = gain(name, strong, weak, CLOSE.get(name, LOOKS))
    assert found.sure, found


@pytest.mark.slow
@pytest.mark.parametrize("name", SOON_PERFECT)
def test_who_is_perfect_gains_nothing_by_thinking_longer(name: str) -> None:
    found = gain(name, looks=(200,))
    assert abs(found.mean) <= SURE * found.error


@pytest.mark.parametrize("name", NOTHING_TO_DECIDE)
def test_where_nobody_decides_nothing_can_be_gained(name: str) -> None:
    assert ludwright.simulate(ludwright.load(name), 20).decisions.mean == 0

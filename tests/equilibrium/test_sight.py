"""The machine code sees what an observation shows, in every bundled game."""

from __future__ import annotations

import random

import numpy as np
import pytest

import ludwright
from ludwright.equilibria.sight import observed, sight_of

GAMES = [game.name for game in ludwright.bundled_games()]


@pytest.mark.parametrize("name", GAMES)
def test_both_ways_of_seeing_show_the_same(name: str) -> None:
    game = ludwright.load(name)
    sight = sight_of(game)
    choose = random.Random(5)
    match = game.start(seed=2)
    for _ in range(25):
        if match.over:
            break
        for seat in range(game.players):
            assert np.array_equal(observed(sight, match.numbers(), seat), match.observe(seat).words)
        match.apply(choose.choice(match.codes()))

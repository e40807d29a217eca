"""Where nothing is found that hidden numbers may have come from, they are drawn from their range: never left as they are."""

from __future__ import annotations

import numpy as np

import ludwright
from ludwright.engine.random import stream
from ludwright.hidden.native import NO_NUMBERS, dealt_again, failing
from ludwright.model.transfer_layout import HEAD, HIGH, LOW
from ludwright.model.visibility import veiled_fields

PURSES = """\
game "Purses"
players 3
enum good: ore, wool
each player
  coins = 5 in 0..9, seen by owner
  goods[good] = 3 in 0..9, seen by owner
turn: rob
action rob(p in others)
  me secretly chooses n from 0..min(2, my coins)
    pay n from my coins to p.coins
  let s = random r in goods by p.goods[r]
  pay 1 s from p.goods to my goods
end when turn.number is 9: draw
"""


def test_numbers_of_which_nothing_fits_are_drawn_from_their_range() -> None:
    game = ludwright.load_text(PURSES)
    match = game.start(seed=1)
    for _ in range(4):
        match.apply(match.codes()[0])
    model, words = game.rules.model, match.numbers().copy()
    streams = [np.array(stream(seed, 2, 1), np.uint64) for seed in range(200)]
    assert failing(game, words, 2, streams[0]) == 0
    first = model.arrays["transfers"] + 2 + HEAD
    words[first + LOW], words[first + HIGH] = 9, 0  # as if more had been seen than there can be
    assert failing(game, words, 2, streams[0]) == NO_NUMBERS
    coins, goods = veiled_fields(model)
    dealt = [dealt_again(game, words, 2, one) for one in streams]
    assert {int(one[coins.base]) for one in dealt} == set(range(10))
    assert all(one[coins.base + 2] == words[coins.base + 2] for one in dealt), "its own it sees"
    assert len({int(one[goods.base]) for one in dealt}) > 3
    for one in dealt:
        for owner in range(3):
            span = slice(goods.base + 2 * owner, goods.base + 2 * owner + 2)
            assert one[span].sum() == words[span].sum()

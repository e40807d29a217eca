"""What a position leaves out makes no difference: unpacked again, every position plays on as the game it was packed from."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import ludwright
from ludwright import ir
from ludwright.engine.positions import hash_key, pack, packing, significant, unpack
from ludwright.engine.random import Stream
from ludwright.library import bundled_games
from tests.bundled import bundled

NAMES = [game.name for game in bundled_games()]
QUICK = (
    "tic_tac_toe",
    "hex",
    "pig",
    "kalah",
    "checkers",
    "cant_stop",
    "kuhn_poker",
    "liars_dice",
    "island",
    "six_takes",
)


class _Table:
    """A game played by hand, with its position beside it."""

    def __init__(self, game: Any, seed: int) -> None:
        self.game, self.compiled = game, game.compiled
        self.packing = packing(game)
        self.state, self.context = self.compiled.new_state(), self.compiled.new_context(Stream(seed, 2 * seed + 1))
        self.compiled.setup(self.state, game.table, self.context)

    def options(self) -> list[int]:
        self.compiled.legal(self.state, self.game.table, self.context)
        return list(self.compiled.options(self.context))

    def key(self) -> np.ndarray:
        key = np.zeros(self.packing.size, np.uint64)
        pack(self.state, self.packing.rows, self.packing.runs, key)
        return key

    def take_over(self, other: _Table) -> None:
        """Go on from the position of another game, with the chance of that game."""
        unpack(other.key(), self.packing.rows, self.packing.runs, self.state)
        for place in (ir.CTX_RNG_STATE, ir.CTX_RNG_STREAM):
            self.context[place] = other.context[place]

    def returns(self) -> list[float]:
        seats = range(self.game.players)
        return [self.compiled.real("returns", self.state, self.game.table, self.context, seat) for seat in seats]


@pytest.mark.parametrize(
    "name", [name if name in QUICK else pytest.param(name, marks=pytest.mark.slow) for name in NAMES]
)
def test_a_position_unpacked_plays_on_as_the_game_it_was_packed_from(name: str) -> None:
    game = bundled(name)
    chooser = random.Random(name)
    played, other = _Table(game, 7), _Table(game, 8)
    for _ in range(60):
        if played.state[ir.OVER]:
            break
        other.take_over(played)
        assert np.array_equal(other.key(), played.key())
        options = played.options()
        assert other.options() == options
        code = chooser.choice(options)
        for table in (played, other):
            table.compiled.advance(table.state, game.table, table.context, code)
        assert other.state[ir.OVER] == played.state[ir.OVER]
        assert np.array_equal(other.key(), played.key())
        assert other.returns() == played.returns()


def test_move_and_turn_counters_are_no_part_of_a_position_unless_a_rule_reads_them() -> None:
    counters = {ir.MOVES, ir.TURN, ir.TURNS, ir.ROUND, ir.ANSWER}
    assert not counters & set(significant(ludwright.load("tic_tac_toe")).tolist())
    assert ir.TURN in significant(ludwright.load("hex")).tolist()


def test_the_same_board_reached_in_another_order_is_the_same_position() -> None:
    game = ludwright.load("tic_tac_toe", ask_forced=True)
    one, other = _Table(game, 1), _Table(game, 2)
    for table, moves in ((one, (1, 5, 9)), (other, (9, 5, 1))):
        for code in moves:
            table.compiled.advance(table.state, game.table, table.context, code)
    assert not np.array_equal(one.state, other.state) or one.state[ir.ANSWER] == other.state[ir.ANSWER]
    assert np.array_equal(one.key(), other.key())
    assert hash_key(one.key()) == hash_key(other.key())
    one.compiled.advance(one.state, game.table, one.context, 2)
    assert not np.array_equal(one.key(), other.key())

"""Games in Python against the bundled descriptions of the same games: the same games, not merely similar ones."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest

import ludwright
from ludwright import ir
from ludwright.engine.random import Stream
from ludwright.play.playable import Playable
from ludwright.play.simulate import SimulationResult
from ludwright.python_game import LoadedPythonGame
from ludwright.statistics import wilson
from tests.python_game.games import EncodedTicTacToe, Nim, Pig, TicTacToe


def played(game: Playable, games: int, seed: int, threads: int | None = None) -> dict[str, Any]:
    """What came of many games: all but the time it took, and rounds, which games in Python don't count."""
    values = ludwright.simulate(game, games, seed=seed, threads=threads).as_json()
    del values["seconds"], values["games_per_second"], values["lengths"]["rounds"]
    return values


@pytest.mark.parametrize("kind", [TicTacToe, EncodedTicTacToe])
def test_tic_tac_toe_plays_the_very_games_of_the_description(kind: type[TicTacToe]) -> None:
    assert played(ludwright.load(kind), 3_000, seed=5) == played(ludwright.load("tic-tac-toe"), 3_000, seed=5)


def test_nim_plays_the_very_games_of_the_description() -> None:
    assert played(ludwright.load(Nim), 3_000, seed=6) == played(ludwright.load("nim"), 3_000, seed=6)


def test_so_does_nim_where_the_last_stone_loses() -> None:
    here = ludwright.load(Nim, params={"last_loses": True})
    there = ludwright.load("nim", params={"last_loses": True})
    assert played(here, 1_000, seed=7) == played(there, 1_000, seed=7)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_pig_throws_the_very_dice_of_the_description(players: int) -> None:
    here, there = ludwright.load(Pig, players=players), ludwright.load("pig", players=players)
    assert played(here, 150, seed=8) == played(there, 150, seed=8)


@cache
def second_wins(heaps: tuple[int, ...]) -> Fraction:
    """How likely it is that who is not to move takes the last stone, if both play at random."""
    moves = [
        (*heaps[:heap], heaps[heap] - n, *heaps[heap + 1 :])
        for heap in range(len(heaps))
        for n in range(1, heaps[heap] + 1)
    ]
    return sum((1 - second_wins(after) for after in moves), Fraction()) / len(moves) if moves else Fraction(1)


def test_nim_is_won_as_often_as_it_must_be() -> None:
    result = ludwright.simulate(ludwright.load(Nim), 6_000, seed=1)
    low, high = wilson(result.wins[1], result.games, z=4)
    assert low < second_wins((3, 4, 5)) < high


def overlap(one: SimulationResult, other: SimulationResult) -> bool:
    """Whether the win shares of both may be the same."""
    spans = [[wilson(r.wins[seat], r.games, z=3.3) for seat in range(2)] for r in (one, other)]
    return all(a[0] < b[1] and b[0] < a[1] for a, b in zip(*spans, strict=True))


def test_win_shares_agree_over_other_games_too() -> None:
    here = ludwright.simulate(ludwright.load(TicTacToe), 4_000, seed=21)
    there = ludwright.simulate(ludwright.load("tic-tac-toe"), 4_000, seed=22)
    assert here.wins != there.wins
    assert overlap(here, there)


# ---------------------------------------------------------------- counting all games by walking


def walk(game: LoadedPythonGame) -> Iterator[tuple[bytes, bool]]:
    """Every game of all, move by move: each position on the way, and whether the game is over there."""
    rules = game.compiled
    context = rules.new_context(Stream(0, 1))
    first = rules.new_state()
    rules.setup(first, game.table, context)
    open_states = [first]
    while open_states:
        state = open_states.pop()
        yield state[rules.layout.position :].tobytes(), bool(state[ir.OVER])
        rules.legal(state, game.table, context)
        for code in rules.options(context):
            after = state.copy()
            rules.advance(after, game.table, context, code)
            open_states.append(after)


def test_tic_tac_toe_has_5478_positions_and_255168_games() -> None:
    game = ludwright.load(EncodedTicTacToe, ask_forced=True)
    rules, context = game.compiled, game.compiled.new_context(Stream(0, 1))
    known: dict[bytes, int] = {}

    def games_from(state: np.ndarray) -> int:
        """How many games lead on from a state; equal positions are walked once."""
        position = state[rules.layout.position :].tobytes()
        if position not in known:
            rules.legal(state, game.table, context)
            known[position] = int(state[ir.OVER])
            for code in rules.options(context):
                after = state.copy()
                rules.advance(after, game.table, context, code)
                known[position] += games_from(after)
        return known[position]

    first = rules.new_state()
    rules.setup(first, game.table, context)
    assert games_from(first) == 255_168
    assert len(known) == 5_478


def test_the_first_four_moves_of_tic_tac_toe_by_walking_matches() -> None:
    counts = [0] * 5

    def walk_on(play: ludwright.Match) -> None:
        counts[play.moves] += 1
        if play.moves < 4:
            for code in play.codes():
                play.apply(code)
                walk_on(play)
                play.undo()

    walk_on(ludwright.load(TicTacToe).start())
    assert counts == [1, 9, 72, 504, 3_024]


@pytest.mark.slow
def test_every_single_game_of_tic_tac_toe() -> None:
    game = ludwright.load(TicTacToe, ask_forced=True)
    assert sum(over for _, over in walk(game)) == 255_168

"""Players that plan: they can play every bundled game, do the same again, see no more than their seat, and stop when they are told to."""

from __future__ import annotations

import ctypes

import numpy as np
import pytest

import ludwright
from ludwright import ir
from ludwright.agents.seating import thinker
from ludwright.agents.texts import read
from ludwright.engine.random import stream
from ludwright.play.agents import Agents
from tests.bundled import bundled
from tests.python_game.games import Pig

PLAYERS = ("nested:3,level=1", "spmcts:4", "nrpa:2,level=1", "rhea:3,length=3,population=2")
MOVES = 15


@pytest.mark.parametrize("name", [game.name for game in ludwright.bundled_games()])
def test_they_meet_no_fault(name: str) -> None:
    game = bundled(name)
    for first in range(0, len(PLAYERS), game.players):
        seats = [PLAYERS[(first + seat) % len(PLAYERS)] for seat in range(game.players)]
        found = ludwright.simulate(game, 1, agents=seats, move_limit=MOVES, threads=1)
        assert found.games == 1
        assert all(fault.code == ir.TOO_LONG for fault in found.faults), found.faults


@pytest.mark.parametrize("agent", ["nested:30", "nrpa:6", "rhea:30", "spmcts:30"])
def test_the_same_seed_gives_the_same_games_on_any_number_of_threads(agent: str) -> None:
    game = ludwright.load("pig")
    one, two = (ludwright.simulate(game, 6, agents=agent, threads=threads, keep=True) for threads in (1, 2))
    assert one.returns is not None
    assert two.returns is not None
    assert one.returns.tolist() == two.returns.tolist()
    assert one.moves.mean == two.moves.mean


@pytest.mark.parametrize("agent", ["nested:60", "nrpa:8", "rhea:60"])
@pytest.mark.parametrize("name", ["kuhn_poker", "letters", "six_takes"])
def test_other_cards_where_they_can_t_see_them_make_no_difference(name: str, agent: str) -> None:
    game = bundled(name)
    for seed in range(2):
        match = game.start(seed=seed)
        while len(match.codes()) == 1:
            match.apply(match.codes()[0])
        seat = match.actor or 0
        chosen = {
            Agents(game, 7, 0, [agent] * game.players).pick(seat, view.codes(), view.words)
            for view in (match, *(match.determinize(seat, other) for other in range(3)))
        }
        assert len(chosen) == 1


@pytest.mark.parametrize(
    "agent", ["nested:1000000000", "spmcts:1000000000", "nrpa:100000", "rhea:1000000000", "nested:time=3000"]
)
def test_they_stop_when_they_are_told_to(agent: str) -> None:
    game = ludwright.load("simple_coins")
    sitter = thinker(game, read(agent, game)).sit(10_000, np.ones(1, np.int64))
    match = game.start()
    state, context = np.array(match.words, np.int32), np.zeros(game.compiled.context_words, np.int64)
    codes = match.codes()
    context[ir.CTX_HEADER : ir.CTX_HEADER + len(codes)] = codes
    streams = np.array([stream(1, 0, role) for role in range(2)], np.uint64).reshape(-1)
    decide = ctypes.CFUNCTYPE(ctypes.c_int64, *(ctypes.c_int64,) * 7)(sitter.function)
    given = (state.ctypes.data, game.table.ctypes.data, context.ctypes.data, len(codes), 0, streams.ctypes.data)
    assert 0 <= decide(sitter.mind.address, *given) < len(codes)


@pytest.mark.parametrize("agent", ["nested:20", "nrpa:4", "rhea:20"])
def test_they_play_games_whose_rules_are_python_code(agent: str) -> None:
    found = ludwright.simulate(ludwright.load(Pig), 1, agents=[agent, "random"], threads=1)
    assert found.games == 1
    assert not found.faults

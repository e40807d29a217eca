"""What happens when a kernel calls a game in Python from the very thread that the user sits at."""

from __future__ import annotations

import os
import signal

import numpy as np

import ludwright
from ludwright import Chance, ir
from ludwright.engine.random import Stream
from ludwright.play import kernels
from ludwright.play.simulate import SimulationResult, SimulationWorker
from ludwright.python_game import LoadedPythonGame, PythonGame
from ludwright.python_game.complaints import StoppedError
from tests.python_game.games import Market, Nim, Pig


def run(game: LoadedPythonGame, games: int) -> tuple[np.ndarray, Exception | None]:
    """Play games in this thread. What was noted of each, and the error that stopped them, if any."""
    kernels.prepare()
    worker = SimulationWorker(game, SimulationResult(list(game.seats), 1, games), np.zeros(1, np.int64))
    worker.play(0, games, game.table, follow=False)
    return worker.record, game.compiled.error


class Fragile(Nim):
    """Breaks in the fifth game of all, once."""

    begun = 0

    def start(self, chance: Chance) -> None:
        super().start(chance)
        Fragile.begun += 1
        if Fragile.begun == 5:
            raise OSError("broken")


def test_after_an_error_nothing_more_is_played_and_the_next_run_is_fresh() -> None:
    game = ludwright.load(Fragile)
    record, error = run(game, 9)
    assert "OSError: broken" in str(error)
    assert record[kernels.OVER].tolist() == [1, 1, 1, 1, 2, 2, 2, 2, 2]
    assert Fragile.begun == 5
    record, error = run(game, 9)
    assert error is None
    assert record[kernels.OVER].tolist() == [1] * 9


class Interrupted(Nim):
    def perform(self, action: tuple[str, int, int], chance: Chance) -> None:
        if action[2] == 5:
            os.kill(os.getpid(), signal.SIGINT)
        super().perform(action, chance)


def test_an_interrupt_inside_a_kernel_is_not_lost() -> None:
    record, error = run(ludwright.load(Interrupted), 50)
    assert isinstance(error, StoppedError)
    assert record[kernels.OVER, -1] == 2


def test_the_record_of_a_game_is_as_long_as_the_game() -> None:
    kinds: list[type[PythonGame]] = [Pig, Market]
    for kind in kinds:
        game = ludwright.load(kind, ask_forced=True)
        play = game.start(seed=3)
        while not play.over:
            assert game.compiled.layout.read(np.array(play.words, np.int32)).used == play.moves
            play.apply(play.codes()[-1 if kind is Pig and play.moves % 5 else 0])
        assert play.moves > 4


def test_more_streams_of_chance_than_there_is_room_for_end_a_game() -> None:
    game = ludwright.load(Pig, ask_forced=True)
    rules = game.compiled
    state, context = rules.new_state(), rules.new_context(Stream(1, 1))
    rules.setup(state, game.table, context)
    throws = 0
    while not state[ir.OVER]:
        throws += 1
        context[ir.CTX_RNG_STATE] = throws
        rules.legal(state, game.table, context)
        rules.advance(state, game.table, context, rules.options(context)[-1])
    assert state[ir.FAULT] == ir.TOO_LONG
    assert 64 < throws < Pig.longest

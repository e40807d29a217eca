"""Learning a game by playing against oneself."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from ludwright.agents.kernels import block as shared
from ludwright.agents.kernels import learned_training as places
from ludwright.agents.kernels.learned_training import learn_games
from ludwright.agents.minds import AgentMemory
from ludwright.agents.nature import nature_of
from ludwright.agents.own import Player
from ludwright.agents.seating import Seats
from ludwright.arguments import MOST_SEED, whole_number
from ludwright.engine.kernel import announcing
from ludwright.engine.random import Stream
from ludwright.game import loaded
from ludwright.learning.learned import TABLE_SIZE, Learned
from ludwright.learning.minds import LearningError, check_learnable, learning_mind
from ludwright.learning.sights import Sights
from ludwright.play.agents import MOVE_LIMIT, seated
from ludwright.play.patience import patiently
from ludwright.play.playable import Playable

SHARE = 0.8
"""How much the result counts beside what was thought on the way: λ."""
TRIALS, WILD = 0.1, 0.5
"""How often an answer is tried that is not thought best: in usual games, and in wild ones."""
SAMPLES = 2
"""How often each option is tried for a decision while learning, where chance or hidden cards play a part."""
TRACE_NUMBERS = 1 << 21
"""Room for what is remembered of one game. Of a very long game only the end is learned from."""
A_WHILE = 0.2
"""So many seconds of games are played between two looks at the clock, about."""
TRIAL_GAMES = 200
"""Random games that show how large results are."""

Progress = Callable[[int, int], None]


def learn(
    game: Playable | str | Path,
    games: int = 100_000,
    seed: int = 1,
    against: Player | Sequence[Player] | None = None,
    progress: Progress | None = None,
    announce: Callable[[], None] | None = None,
) -> Learned:
    """Learn a game by playing against oneself, or ``against`` others, the seats in turn. Interrupted by the user, it gives what was learned so far.

    >>> import ludwright
    >>> ludwright.learn(ludwright.load("tic-tac-toe"), games=100)
    <Learned 'Tic-tac-toe' for 2 in 100 games>
    """
    game = loaded(game)
    games, seed = whole_number("games", games, 1), whole_number("seed", seed, 0, MOST_SEED)
    check_learnable(game)
    who = _others(game, against)
    weights, scale = np.zeros(TABLE_SIZE), _scale(game)
    stop = np.zeros(1, np.int64)
    mind = learning_mind(game, weights, scale, SAMPLES, MOVE_LIMIT, stop)
    with announcing(announce):
        function = learn_games()
    _get_ready(mind, game, seed)
    others = _seat_others(mind, game, who, stop)
    with suppress(KeyboardInterrupt):
        _play(
            ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64, ctypes.c_int64)(function.address),
            mind,
            games,
            stop,
            progress,
        )
    if others is not None and others.error is not None:
        raise others.error
    return Learned(
        title=game.title,
        players=game.players,
        rules=game.description.text_hash,
        params=dict(game.params),
        games=int(mind.block[places.PLAYED]),
        asked=games,
        seed=seed,
        scale=scale,
        weights=weights,
    )


def _others(game: Playable, against: Player | Sequence[Player] | None) -> list[str] | None:
    """Those who play in the seats that don't learn: who can't play is told before anything is built."""
    if against is None:
        return None
    if nature_of(game).common:
        raise LearningError(f"in {game.title} nobody plays against anybody: it is learned by playing alone or together")
    return seated(game, against)


def _seat_others(mind: AgentMemory, game: Playable, who: list[str] | None, stop: Any) -> Seats | None:
    if who is None:
        return None
    seats = Seats(game, who, MOVE_LIMIT, stop)
    mind.hold(places.OTHERS, seats.rows)
    return seats


def _play(function: Any, mind: AgentMemory, games: int, stop: Any, progress: Progress | None) -> None:
    """Play in portions, so that somebody can watch and Ctrl-C is heard."""
    portion, done = 1, 0
    while done < games:
        began = perf_counter()
        asked = min(portion, games - done)
        patiently(lambda asked=asked: function(mind.address, asked), stop)  # type: ignore[misc]
        done = int(mind.block[places.PLAYED])
        if progress is not None:
            progress(done, games)
        portion = 2 * portion if perf_counter() - began < A_WHILE / 2 else max(1, portion // 2)


def _get_ready(mind: AgentMemory, game: Playable, seed: int) -> None:
    """Room for the game that is played and what is remembered of it."""
    compiled = game.compiled
    width = Sights(game).most
    steps = max(16, TRACE_NUMBERS // width)
    mind.put(places.SETUP, compiled.addresses["setup"])
    mind.hold(places.LIVE, compiled.new_state())
    mind.hold(places.LIVE_CONTEXT, compiled.new_context(Stream(0, 1)))
    mind.room(shared.STREAMS, 2 * (game.players + 1), np.int64)
    mind.room(places.TRACE, width * steps, np.int64)
    mind.put(places.TRACE_WIDTH, width)
    mind.put(places.TRACE_STEPS, steps)
    mind.room(places.STEPS, steps * int(places.STEP_ROW), np.int64)
    mind.room(places.SUMS, TABLE_SIZE, np.float64)
    mind.room(places.SIZES, TABLE_SIZE, np.float64)
    mind.room(places.TARGETS, game.players, np.float64)
    mind.put(places.SHARE, SHARE)
    mind.put(places.TRIALS, TRIALS)
    mind.put(places.WILD, WILD)
    mind.put(places.SEED, seed)


def _scale(game: Playable) -> float:
    """How large results are: the largest of some random games."""
    from ludwright.play.simulate import simulate

    played = simulate(game, TRIAL_GAMES, seed=1, threads=1, keep=True)
    assert played.returns is not None
    results = np.abs(played.returns[np.isfinite(played.returns)])
    largest = float(results.max()) if results.size else 0.0
    return largest if largest > 0 else 1.0

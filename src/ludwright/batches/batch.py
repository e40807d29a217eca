"""Thousands of games, stepped together into NumPy arrays."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from ludwright.arguments import MOST_SEED, whole_number
from ludwright.engine.layout import own_lines
from ludwright.engine.random import Stream, stream
from ludwright.game import Game, loaded
from ludwright.mistakes import LudwrightError
from ludwright.play.agents import MOVE_LIMIT
from ludwright.play.match import IllegalMoveError

MOST_NUMBERS = 1 << 31
"""A batch whose arrays would have more numbers than that is refused before any memory is taken."""
_SMALL = 256
"""So many games are not worth a second thread."""

Indices = Sequence[int] | npt.NDArray[np.integer[Any]]


class Batch:
    """Many games of one kind in progress. Every array has one row for each game, and is the same array after each step.

    >>> import ludwright
    >>> batch = ludwright.Batch("tic_tac_toe", games=1000, seed=1)
    >>> while not batch.over.all():
    ...     batch.step(batch.random_codes())
    >>> batch.returns.shape
    (1000, 2)
    """

    actors: npt.NDArray[np.int32]
    """Whose answer is awaited, from 0; -1 where a game is over."""
    masks: npt.NDArray[np.bool_]
    """Which codes may be answered."""
    returns: npt.NDArray[np.float64]
    """What each seat got, in the step in which a game ended; else 0."""
    observations: npt.NDArray[np.int32]
    """What the one who is asked sees: the numbers of :meth:`ludwright.Match.observe`."""

    def __init__(
        self,
        game: Game | str | Path,
        games: int = 1024,
        seed: int = 0,
        *,
        restart: bool = False,
        observe: bool = True,
        scores: bool = False,
        threads: int | None = None,
        move_limit: int = MOVE_LIMIT,
    ) -> None:
        """Begin so many games: numbers 0 up to ``games`` of the seed.

        With ``restart`` a game that is over begins anew in the next step, whatever is answered there. Without ``observe`` nobody looks, and
        :attr:`observations` stay empty. With ``scores`` a seat is paid its score, as where it plays for chips, instead of 1 for a win and -1 for a loss.
        """
        from ludwright.hidden.observation_layout import ObservationLayout

        made: Any = loaded(game)
        if not isinstance(made, Game):
            raise LudwrightError("many games at once are stepped in machine code: a game written in Python has none")
        self.game: Game = made
        self.games = whole_number("games", games, 1)
        self.seed = whole_number("seed", seed, 0, MOST_SEED)
        self.restart, self.move_limit = restart, whole_number("move_limit", move_limit, 1)
        self.threads = max(1, min(threads or os.cpu_count() or 1, self.games // _SMALL))
        self._looks = observe
        compiled = made.compiled
        self._table = np.ascontiguousarray(made.table, np.int32)
        compiled.accept(self._table)
        self.codes = made.rules.questions.codes
        """How many codes there are: answers are below."""
        self.layout = ObservationLayout.of(made)
        row = compiled.new_state().size
        needed = self.games * (row + self.codes + (self.layout.size if observe else 0))
        if needed > MOST_NUMBERS:
            raise LudwrightError(
                f"{self.games:,} games of {made.title} at once would take {needed:,} numbers: take fewer games"
            )
        pays = "real_score" if scores else "real_returns"
        if pays not in compiled.addresses:
            raise LudwrightError(f"{made.title} has no score: leave out `scores`")
        places = [compiled.addresses[name] for name in ("setup", "advance", pays)]
        self._functions = np.array(places, np.int64)
        self._contexts = [compiled.new_context(Stream(0, 1)) for _ in range(self.threads)]
        self._rooms = [own_lines(self.layout.room_words, np.int32) for _ in range(self.threads)]
        self._states = np.zeros((self.games, row), np.int32)
        self._chances = np.zeros((self.games, 2), np.uint64)
        self._streams = np.array([stream(self.seed, n, 1) for n in range(self.games)], np.uint64)
        self._numbers = np.arange(self.games, dtype=np.int64)
        self._standing = np.ones(self.games, np.int8)
        self._pool = ThreadPoolExecutor(self.threads) if self.threads > 1 else None
        self.actors = np.full(self.games, -1, np.int32)
        self.masks = np.zeros((self.games, self.codes), np.bool_)
        self.returns = np.zeros((self.games, made.players))
        self.observations = np.zeros((self.games, self.layout.size if observe else 0), np.int32)
        self._run(np.zeros(self.games, np.int64), np.ones(self.games, np.bool_))

    @property
    def over(self) -> npt.NDArray[np.bool_]:
        """Which games are over."""
        return np.not_equal(self._standing, 0)

    @property
    def faulted(self) -> npt.NDArray[np.bool_]:
        """Which were stopped: a rule could not be carried out, or the game took too many moves."""
        return np.equal(self._standing, 2)

    @property
    def names(self) -> list[str]:
        """What each number of an observation is."""
        return self.game.observer.naming.all

    def step(self, codes: Indices) -> None:
        """Answer in every game, by the codes of the answers; what is given for games that are over does not matter."""
        from ludwright.batches.kernels import illegal

        given = np.ascontiguousarray(codes, np.int64)
        if given.shape != (self.games,):
            raise LudwrightError(f"give one code for each of the {self.games} games, not an array of {given.shape}")
        wrong = int(illegal(self.masks, self._standing, given, 0, self.games))
        if wrong >= 0:
            raise IllegalMoveError(f"in game {wrong} the code {given[wrong]} is not legal; masks tell what is")
        self._run(given, np.full(self.games, self.restart))

    def begin(self, which: Indices | None = None) -> None:
        """Begin games anew, all of them or some: as further games of the seed."""
        chosen = np.ones(self.games, np.bool_)
        if which is not None:
            chosen[:] = False
            chosen[np.asarray(which)] = True
        self._standing[chosen] = 1
        running = self._standing == 0
        self._standing[running] = 3  # left alone below: neither running nor begun anew
        self._run(np.zeros(self.games, np.int64), chosen)
        self._standing[running] = 0

    def random_codes(self) -> npt.NDArray[np.int64]:
        """A legal answer for every game, all equally likely; -1 where a game is over."""
        from ludwright.batches.kernels import draw_codes

        codes = np.empty(self.games, np.int64)
        self._share(lambda first, end, _: draw_codes(self.masks, self._streams, first, end, codes))
        return codes

    def observe(
        self, seat: int | npt.NDArray[np.int32], into: npt.NDArray[np.int32] | None = None
    ) -> npt.NDArray[np.int32]:
        """What one seat sees in every game, or in each game another one, whoever is asked; nothing for a seat -1."""
        if isinstance(seat, np.ndarray):
            seats = np.ascontiguousarray(seat, np.int32)
            if seats.shape != (self.games,) or seats.min() < -1 or seats.max() >= self.game.players:
                raise LudwrightError(
                    f"give one seat for each of the {self.games} games, from -1 to {self.game.players - 1}"
                )
        else:
            seats = np.full(self.games, whole_number("seat", seat, 0, self.game.players - 1), np.int32)
        found = np.empty((self.games, self.layout.size), np.int32) if into is None else into
        if found.shape != (self.games, self.layout.size) or found.dtype != np.int32 or not found.flags.c_contiguous:
            raise LudwrightError(
                f"`into` is an array of {self.games} times {self.layout.size} 32-bit numbers, row by row"
            )
        self._look(seats, found)
        return found

    def _run(self, codes: npt.NDArray[np.int64], restart: npt.NDArray[np.bool_]) -> None:
        from ludwright.batches.kernels import step_games

        self._share(
            lambda first, end, thread: step_games(
                self._functions, self._table, self._contexts[thread], np.uint64(self.seed), self._states, self._chances, self._numbers, codes,
                restart, first, end, self.move_limit, self.games, self.actors, self.masks, self.returns, self._standing,
            )
        )  # fmt: skip
        if self._looks:
            self._look(self.actors, self.observations)

    def _look(self, seats: npt.NDArray[np.int32], found: npt.NDArray[np.int32]) -> None:
        from ludwright.batches.kernels import observe_games

        self._share(
            lambda first, end, thread: observe_games(
                self.layout.block, self._states, seats, first, end, self._rooms[thread], found
            )
        )

    def _share(self, work: Callable[[int, int, int], object]) -> None:
        """Have the threads work on a part of the games each."""
        if self._pool is None:
            work(0, self.games, 0)
            return
        edges = np.linspace(0, self.games, self.threads + 1).astype(int).tolist()
        waiting = [self._pool.submit(work, edges[i], edges[i + 1], i) for i in range(self.threads)]
        for done in waiting:
            done.result()

    def __repr__(self) -> str:
        return f"<Batch of {self.games:,} games of {self.game.title!r}, {int(self.over.sum()):,} over>"

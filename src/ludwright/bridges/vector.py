"""Thousands of games side by side as one vector environment of Gymnasium, stepped in machine code: games for one, and all seats of games for several."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from ludwright.agents.stakes import plays_for_score
from ludwright.batches import Batch
from ludwright.bridges.spaces import MASK, Spaces, opened
from ludwright.game import Game
from ludwright.play.agents import MOVE_LIMIT

ACTOR, PAID = "actor", "rewards"
"""What stands in ``infos`` beside the masks: the seat that is asked, and what each seat was paid."""

Seen = npt.NDArray[Any]


class VectorEnvironment(VectorEnv[Seen, npt.NDArray[Any], npt.NDArray[Any]]):
    """Many games of one kind. Whoever is asked in a game answers: what it sees is the observation, and its reward is what it is paid for its answer.

    ``infos`` has for each game ``action_mask``, ``actor`` (the seat that is asked, from 0; -1 where the game is over) and ``rewards`` (what each seat was paid).
    A game that is over begins anew in the next step, whatever is answered there (Gymnasium's *next-step* mode).

    >>> from ludwright.bridges.vector import VectorEnvironment
    >>> env = VectorEnvironment("connect_four", games=3)
    >>> seen, infos = env.reset(seed=1)
    >>> seen.shape, infos["action_mask"].sum(axis=1), infos["actor"]
    ((3, 54), array([7, 7, 7]), array([0, 0, 0], dtype=int32))
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012 (Gymnasium looks for it here)

    def __init__(
        self,
        game: Game | str | Path,
        games: int = 1024,
        *,
        players: int | None = None,
        params: Mapping[str, int] | None = None,
        scaled: bool = False,
        copy: bool = True,
        threads: int | None = None,
        move_limit: int = MOVE_LIMIT,
    ) -> None:
        """With ``scaled`` an observation is made of small numbers. Without ``copy`` arrays are the same ones after each step, filled anew: quicker, for those who have
        done with them by then."""
        self.game = opened(game, players, params)
        self.spaces = Spaces(self.game)
        self.scaled, self.copy, self._threads, self._limit = scaled, copy, threads, move_limit
        self._begin(games, 0)
        self.num_envs = self.batch.games
        self.single_observation_space: spaces.Space[Any] = self.spaces.scaled() if scaled else self.spaces.words()
        self.single_action_space: spaces.Space[Any] = self.spaces.answers()
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def _begin(self, games: int, seed: int) -> None:
        self.batch = Batch(
            self.game, games, seed, restart=True, observe=False, scores=plays_for_score(self.game), threads=self._threads,
            move_limit=self._limit,
        )  # fmt: skip
        self._observations = np.empty((self.batch.games, self.spaces.size), np.int32)
        self._fresh = True

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        """Begin all games: those of a seed, or further ones of the seed before."""
        if seed is not None:
            self._begin(self.batch.games, seed)
        elif not self._fresh:
            self.batch.begin()
        self._fresh = False
        return self._seen(self.batch.actors), self._infos()

    def step(
        self, actions: npt.NDArray[Any]
    ) -> tuple[Seen, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]:
        """Answer in every game. An answer that is not legal is refused, for all of them."""
        batch = self.batch
        before = batch.actors.copy()
        batch.step(actions)
        over, faulted = batch.over, batch.faulted
        rewards = batch.returns[np.arange(batch.games), np.maximum(before, 0)] * (before >= 0)
        seen = self._seen(np.where(over, before, batch.actors).astype(np.int32))
        return seen, rewards, over & ~faulted, faulted, self._infos()

    def close_extras(self, **kwargs: Any) -> None:
        """Nothing is open."""

    def random_actions(self) -> npt.NDArray[np.int64]:
        """A legal answer in every game, all equally likely."""
        return self.batch.random_codes()

    def _seen(self, seats: npt.NDArray[np.int32]) -> Seen:
        self.batch.observe(seats, self._observations)
        if self.scaled:
            return self.spaces.scale(self._observations)
        return self._observations.copy() if self.copy else self._observations

    def _infos(self) -> dict[str, Any]:
        found = {MASK: self.batch.masks, ACTOR: self.batch.actors, PAID: self.batch.returns}
        return {name: array.copy() for name, array in found.items()} if self.copy else dict(found)

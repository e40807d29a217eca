"""Every game as an environment of PettingZoo: move by move (AEC), and where players choose at once, all together (Parallel)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

from ludwright.bridges.spaces import MASK, OBSERVATION, Spaces, opened, result_of
from ludwright.game import Game
from ludwright.mistakes import LudwrightError
from ludwright.play.agents import MOVE_LIMIT
from ludwright.play.match import IllegalMoveError, Match

Seen = dict[str, np.ndarray[Any, Any]]


class _Table:
    """What both kinds of environments have in common: the game, its seats by their names, and their spaces."""

    game: Game
    possible_agents: list[str]

    def _lay(self, game: Game | str | Path, players: int | None, params: Mapping[str, int] | None) -> None:
        self.game = opened(game, players, params)
        self.spaces = Spaces(self.game)
        self.possible_agents = list(self.game.seats)
        self.observation_spaces = {name: self.spaces.masked() for name in self.possible_agents}
        self.action_spaces = {name: self.spaces.answers() for name in self.possible_agents}
        self._seat = {name: seat for seat, name in enumerate(self.possible_agents)}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What a seat may see, and what it may answer."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The codes of answers."""
        return self.action_spaces[agent]


class Environment(_Table, AECEnv[str, Seen, int]):
    """A game whose players are asked one after the other. Agents are the seats by their names; each sees what its seat sees.

    >>> from ludwright.bridges.pettingzoo import Environment
    >>> env = Environment("tic_tac_toe")
    >>> env.reset(seed=1)
    >>> env.agent_selection, int(env.observe("X")["action_mask"].sum())
    ('X', 9)
    """

    metadata = {"render_modes": ["ansi", "svg"], "is_parallelizable": False, "name": "ludwright_v0"}  # noqa: RUF012 (PettingZoo looks for it here)

    def __init__(
        self,
        game: Game | str | Path,
        *,
        players: int | None = None,
        params: Mapping[str, int] | None = None,
        move_limit: int = MOVE_LIMIT,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self._lay(game, players, params)
        self.move_limit, self.render_mode = move_limit, render_mode
        self.agents: list[str] = []

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game."""
        if seed is not None or not hasattr(self, "_dice"):
            self._dice = np.random.default_rng(seed)
        self.match: Match = self.game.start(int(self._dice.integers(1 << 62)))
        self.agents = self.possible_agents.copy()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations, self.truncations = dict.fromkeys(self.agents, False), dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {name: {} for name in self.agents}
        self.agent_selection = self.agents[self.match.actor or 0]
        self._settle()

    def observe(self, agent: str) -> Seen:
        """What a seat sees."""
        return self.spaces.seen(self.match, self._seat[agent])

    def step(self, action: int | None) -> None:
        """Answer for the seat that is asked."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or int(action) not in self.match.codes():
            raise IllegalMoveError(f"{agent} can't answer {action} here; the action mask tells what is legal")
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.match.apply(int(action))
        if not self.match.over:
            self.agent_selection = self.possible_agents[self.match.actor or 0]
        self._settle()
        self._accumulate_rewards()

    def _settle(self) -> None:
        """Say what came of it, if it is over."""
        if self.match.over:
            for name in self.agents:
                self.rewards[name] = result_of(self.match, self._seat[name])
                self.terminations[name] = True
            if self.match.fault is not None:
                for name in self.agents:
                    self.infos[name]["fault"] = self.match.fault.words
        elif self.match.moves >= self.move_limit:
            for name in self.agents:
                self.truncations[name] = True

    def render(self) -> str | None:
        """The table, as text or as a drawing."""
        return _drawn(self.match, self.render_mode)

    def close(self) -> None:
        """Nothing is open."""


class ParallelEnvironment(_Table, ParallelEnv[str, Seen, int]):
    """A game in which players choose at once. Everybody who has to choose answers in the same step; what others give does not matter.

    Who has to choose has a mask that is not empty. A game that asks one player at a time can be played, too: then one mask is not empty.
    """

    metadata = {"render_modes": ["ansi", "svg"], "name": "ludwright_parallel_v0"}  # noqa: RUF012

    def __init__(
        self,
        game: Game | str | Path,
        *,
        players: int | None = None,
        params: Mapping[str, int] | None = None,
        move_limit: int = MOVE_LIMIT,
        render_mode: str | None = None,
    ) -> None:
        self._lay(game, players, params)
        if "veil" not in self.game.rules.model.arrays:
            raise LudwrightError(
                f"in {self.game.title} nobody chooses at once: take ludwright.bridges.pettingzoo.Environment"
            )
        self._veil = self.game.rules.model.arrays["veil"]
        self._in_turn = self.game.rules.model.has_secret_stage
        """In a secret stage players choose one after the other, and what one does may change what the next can do."""
        self.move_limit, self.render_mode = move_limit, render_mode
        self.agents: list[str] = []

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Seen], dict[str, dict[str, Any]]]:
        """Begin a game."""
        if seed is not None or not hasattr(self, "_dice"):
            self._dice = np.random.default_rng(seed)
        self.match: Match = self.game.start(int(self._dice.integers(1 << 62)))
        self.agents = self.possible_agents.copy()
        return self._seen(), {name: {} for name in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Seen], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Answer for all who have to choose now."""
        for seat, codes in self._asked().items():
            name = self.possible_agents[seat]
            if name not in actions or int(actions[name]) not in codes:
                told = actions.get(name)
                raise IllegalMoveError(f"{name} can't answer {told} here; the action mask tells what is legal")
            if self.match.over or self.match.actor != seat or int(actions[name]) not in self.match.codes():
                break  # somebody has to say more first: who could not answer yet is asked again
            self.match.apply(int(actions[name]))
        over, late = self.match.over, self.match.moves >= self.move_limit
        names = self.agents
        rewards = {name: result_of(self.match, self._seat[name]) for name in names}
        seen = self._seen()
        if over or late:
            self.agents = []
        return seen, rewards, dict.fromkeys(names, over), dict.fromkeys(names, late), {name: {} for name in names}

    def _asked(self) -> dict[int, list[int]]:
        """Who chooses now, each with what is legal: looked up on a copy, on which each answers anything, as nobody's answer touches another's."""
        found: dict[int, list[int]] = {}
        trial = self.match.copy()
        while not trial.over and trial.actor is not None and trial.actor not in found:
            found[trial.actor] = codes = trial.codes()
            if self._in_turn or not trial.words[self._veil]:
                break
            trial.apply(codes[0])
            if not trial.over and not trial.words[self._veil]:
                break
        return found

    def _seen(self) -> dict[str, Seen]:
        asked = self._asked()
        found: dict[str, Seen] = {}
        for name in self.agents:
            seat = self._seat[name]
            mask = np.zeros(self.spaces.codes, np.int8)
            mask[asked.get(seat, [])] = 1
            found[name] = {OBSERVATION: self.match.observe(seat).words.astype(np.int32), MASK: mask}
        return found

    def render(self) -> str | None:
        """The table, as text or as a drawing."""
        return _drawn(self.match, self.render_mode)


def _drawn(match: Match, mode: str | None) -> str | None:
    return None if mode is None else match._repr_svg_() if mode == "svg" else str(match)

"""Games for one, and single seats of games for several, as environments of Gymnasium."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt

from ludwright.bridges.spaces import MASK, Spaces, opened, result_of
from ludwright.game import Game
from ludwright.mistakes import LudwrightError
from ludwright.play.agents import MOVE_LIMIT, Agents, seated
from ludwright.play.match import Match
from ludwright.play.outcome import is_cooperative


class SoloEnvironment(gymnasium.Env[npt.NDArray[np.int32], np.int64]):
    """A game for one. What it pays comes with the last step; ``info["action_mask"]`` and :meth:`action_masks` say what is legal.

    An answer that is not legal changes nothing and costs ``penalty``; ``info["illegal"]`` says so.
    """

    metadata = {"render_modes": ["ansi", "svg"]}  # noqa: RUF012 (Gymnasium looks for it here)

    def __init__(
        self,
        game: Game | str | Path,
        *,
        params: Mapping[str, int] | None = None,
        together: bool = False,
        penalty: float = 1.0,
        move_limit: int = MOVE_LIMIT,
        render_mode: str | None = None,
    ) -> None:
        """``together`` takes a cooperative game for several as one for a single player, who sees what the one who is asked sees."""
        self.game = opened(game, None, params)
        alone = self.game.players == 1 or (together and is_cooperative(self.game))
        if not alone:
            raise LudwrightError(
                f"{self.game.title} is for {self.game.players}: Gymnasium is for games for one; take SeatEnvironment, or ludwright.bridges.pettingzoo"
            )
        self.spaces = Spaces(self.game)
        self.observation_space, self.action_space = self.spaces.words(), self.spaces.answers()  # type: ignore[assignment]
        self.penalty, self.move_limit, self.render_mode = penalty, move_limit, render_mode
        self.match: Match | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[np.int32], dict[str, Any]]:
        """Begin a game."""
        super().reset(seed=seed)
        self.match = self.game.start(int(self.np_random.integers(1 << 62)))
        return self._seen(), self._info()

    def step(self, action: np.int64 | int) -> tuple[npt.NDArray[np.int32], float, bool, bool, dict[str, Any]]:
        """Answer the open question."""
        match = self._running()
        if match.over or int(action) not in match.codes():
            return self._seen(), -self.penalty, match.over, False, {**self._info(), "illegal": True}
        match.apply(int(action))
        return self._seen(), result_of(match, 0), match.over, match.moves >= self.move_limit, self._info()

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """What is legal, as masked learners ask for it."""
        return self.spaces.mask(self._running()).astype(np.bool_)

    def render(self) -> str | None:
        """The table, as text or as a drawing."""
        if self.render_mode is None:
            return None
        return self._running()._repr_svg_() if self.render_mode == "svg" else str(self._running())

    def _running(self) -> Match:
        if self.match is None:
            raise LudwrightError("call reset first: it begins a game")
        return self.match

    def _seen(self) -> npt.NDArray[np.int32]:
        match = self._running()
        return match.observe(match.actor or 0).words.astype(np.int32)

    def _info(self) -> dict[str, Any]:
        return {MASK: self.spaces.mask(self._running())}


class SeatEnvironment(SoloEnvironment):
    """One seat of a game for several; agents of Ludwright sit in the others. In every game it is the next seat, unless one is named.

    What is paid comes with the last step. With ``scaled`` an observation is made of small numbers, as networks like them: the logarithm of each number, and beside it
    whether it is seen.
    """

    def __init__(
        self,
        game: Game | str | Path,
        against: str | Sequence[str] = "random",
        seat: int | None = None,
        *,
        players: int | None = None,
        params: Mapping[str, int] | None = None,
        scaled: bool = False,
        penalty: float = 1.0,
        move_limit: int = MOVE_LIMIT,
        render_mode: str | None = None,
    ) -> None:
        """``against`` is one agent for all other seats, or one for each of them, in order."""
        self.game = opened(game, players, params)
        if self.game.players < 2:
            raise LudwrightError(f"{self.game.title} is for one: take SoloEnvironment")
        others = [against] * (self.game.players - 1) if isinstance(against, str) else list(against)
        if len(others) != self.game.players - 1:
            raise LudwrightError(f"name one agent, or {self.game.players - 1}: one for each other seat")
        if seat is not None and not 0 <= seat < self.game.players:
            raise LudwrightError(f"there is no seat {seat}: they are 0 to {self.game.players - 1}")
        self.others = [seated(self.game, [other])[0] for other in others]
        self.seat, self._always = seat or 0, seat is not None
        self.spaces, self.scaled = Spaces(self.game), scaled
        self.observation_space, self.action_space = self._words(), self.spaces.answers()  # type: ignore[assignment]
        self.penalty, self.move_limit, self.render_mode = penalty, move_limit, render_mode
        self.match: Match | None = None
        self._begun = 0

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[npt.NDArray[Any], dict[str, Any]]:
        """Begin a game; the others play until the seat is asked. Games that end before that are passed over."""
        gymnasium.Env.reset(self, seed=seed)
        self._begun = 0 if seed is not None else self._begun
        while True:
            number = int(self.np_random.integers(1 << 62))
            if not self._always:
                self.seat = self._begun % self.game.players
            self._begun += 1
            self.match = self.game.start(number)
            who = [*self.others[: self.seat], "random", *self.others[self.seat :]]
            self._agents = Agents(self.game, number, 0, who)
            self._let_others_play()
            if not self.match.over:
                return self._seen(), self._info()

    def step(self, action: np.int64 | int) -> tuple[npt.NDArray[Any], float, bool, bool, dict[str, Any]]:
        """Answer the open question; then the others play until the seat is asked again."""
        match = self._running()
        if match.over or int(action) not in match.codes():
            return self._seen(), -self.penalty, match.over, False, {**self._info(), "illegal": True}
        match.apply(int(action))
        self._let_others_play()
        return self._seen(), result_of(match, self.seat), match.over, match.moves >= self.move_limit, self._info()

    def _let_others_play(self) -> None:
        match = self._running()
        while not match.over and match.actor != self.seat and match.moves < self.move_limit:
            match.apply(self._agents.pick(match.actor or 0, match.codes(), match.words))

    def _words(self) -> gymnasium.spaces.Box:
        return self.spaces.scaled() if self.scaled else self.spaces.words()

    def _seen(self) -> npt.NDArray[Any]:
        words = self._running().observe(self.seat).words.astype(np.int32)
        return self.spaces.scale(words) if self.scaled else words

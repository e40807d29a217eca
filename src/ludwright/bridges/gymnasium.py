"""Games for one as environments of Gymnasium."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt

from ludwright.bridges.spaces import MASK, Spaces, opened, result_of
from ludwright.game import Game
from ludwright.mistakes import LudwrightError
from ludwright.play.agents import MOVE_LIMIT
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
                f"{self.game.title} is for {self.game.players}: Gymnasium is for games for one; take ludwright.bridges.pettingzoo"
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

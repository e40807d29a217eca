"""What all environments share: how an observation and the legal answers become arrays, with the names of what stands where."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from ludwright.agents.stakes import plays_for_score
from ludwright.game import Game, load
from ludwright.hidden.observation_layout import ObservationLayout
from ludwright.mistakes import LudwrightError
from ludwright.play.match import Match

MOST_CODES = 1 << 20
"""A game with more answers than that gets no environment: a mask of so many bits would have to be handed on at every step."""

OBSERVATION, MASK = "observation", "action_mask"
"""The names of the parts of what an agent gets, as PettingZoo's own games call them."""


def opened(game: Game | str | Path, players: int | None, params: Mapping[str, int] | None) -> Game:
    """The game of an environment."""
    made: Any = game if isinstance(game, Game) else load(game, players, params)
    if not isinstance(made, Game):
        raise LudwrightError("environments are made of game texts; a game written in Python has no masks")
    if not made.rules.questions.all:
        raise LudwrightError(f"in {made.title} nobody ever decides anything: there is nothing to learn")
    if made.rules.questions.codes > MOST_CODES:
        raise LudwrightError(
            f"{made.title} has {made.rules.questions.codes:,} possible answers, more than an environment offers ({MOST_CODES:,})"
        )
    return made


class Spaces:
    """The spaces of one game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.size, self.codes = ObservationLayout.of(game).size, game.rules.questions.codes

    @property
    def names(self) -> list[str]:
        """What each number of an observation is."""
        return self.game.observer.naming.all

    def words(self) -> spaces.Box:
        """All that an observation may be: 32-bit numbers, the lowest of them for what is unseen."""
        edge = np.iinfo(np.int32)
        return spaces.Box(edge.min, edge.max, (self.size,), np.int32)

    def scaled(self) -> spaces.Box:
        """The same as small numbers: the logarithm of each, and beside them whether each is seen."""
        return spaces.Box(-32.0, 32.0, (2 * self.size,), np.float32)

    def scale(self, words: npt.NDArray[np.int32]) -> npt.NDArray[np.float32]:
        """Observations, one or many, as small numbers."""
        seen = words != np.iinfo(np.int32).min
        known = np.where(seen, words, 0).astype(np.float32)
        return np.concatenate([np.sign(known) * np.log1p(np.abs(known)), seen], axis=-1).astype(np.float32)

    def answers(self) -> spaces.Discrete:
        """The codes of answers."""
        return spaces.Discrete(self.codes)

    def masked(self) -> spaces.Dict:
        """An observation with the legal answers."""
        return spaces.Dict({OBSERVATION: self.words(), MASK: spaces.Box(0, 1, (self.codes,), np.int8)})

    def mask(self, match: Match, seat: int | None = None) -> npt.NDArray[np.int8]:
        """The legal answers of the one who is asked; of anybody else, none."""
        found = np.zeros(self.codes, np.int8)
        if not match.over and (seat is None or match.actor == seat):
            found[match.codes()] = 1
        return found

    def seen(self, match: Match, seat: int) -> dict[str, npt.NDArray[Any]]:
        """What a seat gets."""
        return {OBSERVATION: match.observe(seat).words.astype(np.int32), MASK: self.mask(match, seat)}


def result_of(match: Match, seat: int) -> float:
    """What a seat got at the end: its score where scores are stakes, as chips are; nothing where the game was stopped by a fault."""
    if not match.over or match.fault is not None:
        return 0.0
    scores = match.scores() if plays_for_score(match.game) else None
    return (scores if scores is not None else match.returns())[seat]

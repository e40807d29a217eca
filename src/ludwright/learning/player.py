"""Players that have learned a game by playing against themselves: one step ahead, by what the position is worth then."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from ludwright.agents.kernels import learned as places
from ludwright.agents.minds import SeatedAgent
from ludwright.agents.settings import AgentError, Value
from ludwright.agents.worths import Worths, means
from ludwright.learning.files import load_learned
from ludwright.learning.learned import Learned
from ludwright.learning.minds import check_learnable, learning_mind
from ludwright.mistakes import LudwrightError
from ludwright.play.match import Match
from ludwright.play.playable import Playable


class LearnedPlayer:
    """A player that has learned."""

    def __init__(self, game: Playable, learned: Learned, samples: int, error: float) -> None:
        self.game, self.learned = game, learned
        self.samples, self.error = samples, error

    def sit(self, limit: int, stop: npt.NDArray[np.int64] | None = None) -> SeatedAgent:
        """Take a seat."""
        mind = learning_mind(self.game, self.learned.weights, self.learned.scale, self.samples, limit, stop)
        mind.put(places.ERROR, self.error)
        return SeatedAgent(places.decide_by_learning().address, mind)

    def worths(self, match: Match, sitter: SeatedAgent) -> Worths:
        """What it learned that the positions behind its options are worth."""
        return means(match, sitter, "result it expects", self.learned.scale)


def make(game: Playable, settings: Mapping[str, Value]) -> LearnedPlayer:
    """The player of a file."""
    file = str(settings["file"])
    try:
        check_learnable(game)
        if not file:
            raise AgentError(
                "`learned` needs the file of what was learned, as in `learned:pig.npz`; `ludwright learn` makes one"
            )
        learned = load_learned(file)
    except LudwrightError as error:
        raise AgentError(str(error)) from None
    if learned.rules != game.description.text_hash or learned.players != game.players:
        known, here = (
            f"{title} for {players}"
            for title, players in ((learned.title, learned.players), (game.title, game.players))
        )
        same = learned.title == game.title and learned.players == game.players
        other = f"{known} by other rules than these" if same else f"{known}, and this is {here}"
        raise AgentError(f"{file} was learned from {other}: learn this game with `ludwright learn`")
    return LearnedPlayer(game, learned, int(settings["samples"]), float(settings["error"]))

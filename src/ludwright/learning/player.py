"""Players that have learned a game by playing against themselves: one step ahead, by what the position is worth then."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import numpy.typing as npt

from ludwright.agents.bundled import BUNDLED, bundled_player
from ludwright.agents.kernels import learned as places
from ludwright.agents.kernels.block import STREAMS
from ludwright.agents.minds import AgentMemory, SeatedAgent
from ludwright.agents.settings import AgentError, Value
from ludwright.agents.worths import Worths, means
from ludwright.learning.files import another_version, load_learned
from ludwright.learning.learned import Learned
from ludwright.learning.minds import check_learnable, learning_mind
from ludwright.learning.network import Network, is_network, load_network
from ludwright.learning.network_judge import NetworkJudge
from ludwright.learning.sights import fingerprint
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
        mind = self.evaluator(limit, stop)
        mind.put(places.ERROR, self.error)
        return SeatedAgent(places.decide_by_learning().address, mind)

    def worths(self, match: Match, sitter: SeatedAgent) -> Worths:
        """What it learned that the positions behind its options are worth."""
        return means(match, sitter, "result it expects", self.learned.scale)

    @property
    def mirrored(self) -> bool:
        """Whether what one of two seats gains, the other loses."""
        return self.learned.mirrored

    @property
    def evaluate(self) -> int:
        """The address of the function that says what a position is worth."""
        address: int = places.worth_learned().address
        return address

    foretell = 0
    """What answers are worth, only the positions behind them tell."""

    def evaluator(self, limit: int, stop: npt.NDArray[np.int64] | None = None) -> AgentMemory:
        """Memory to judge positions with, for one thread."""
        known = self.learned
        mind = learning_mind(
            self.game, known.weights, known.views, known.scale, known.squash, self.samples, limit, stop
        )
        mind.room(STREAMS, 2 * (self.game.players + 1), np.int64)
        return mind


def make(game: Playable, settings: Mapping[str, Value]) -> LearnedPlayer:
    """The player of a file."""
    file = str(settings["file"])
    return learned_player(game, file, int(settings["samples"]), float(settings["error"]))


def judge(game: Playable, file: str) -> LearnedPlayer | NetworkJudge:
    """Whoever judges positions by what stands in a file: weights, or a network."""
    path = _bundled(game) if file == BUNDLED else Path(file)
    if not is_network(path):
        return learned_player(game, file)
    try:
        check_learnable(game)
        network = load_network(path)
    except LudwrightError as fault:
        raise AgentError(str(fault)) from None
    _check_same(game, network, path)
    return NetworkJudge(game, network)


def _bundled(game: Playable) -> Path:
    found = bundled_player(game)
    if found is None:
        raise AgentError(
            f"no player that has learned comes with {game.title} for {game.players}: `ludwright learn` makes the file of one, as in `learned:pig.npz`"
        )
    return found


def learned_player(game: Playable, file: str, samples: int = 8, error: float = 0.0) -> LearnedPlayer:
    """The player of a file, if it was learned from this game."""
    try:
        check_learnable(game)
        path = _bundled(game) if file == BUNDLED else Path(file)
        if is_network(path):
            raise AgentError(f"{file} is a network: it plays in a search, as `mcts:100,learned={file}`")
        learned = load_learned(path)
    except LudwrightError as fault:
        raise AgentError(str(fault)) from None
    _check_same(game, learned, path)
    return LearnedPlayer(game, learned, samples, error)


def _check_same(game: Playable, learned: Learned | Network, file: Path) -> None:
    """Raise a kind error, if something else was learned."""
    now = fingerprint(game)
    if learned.rules != now or learned.players != game.players:
        if learned.players == game.players and learned.rules.partition("-")[0] == now.partition("-")[0]:
            raise AgentError(another_version(file))
        known, here = (
            f"{title} for {players}"
            for title, players in ((learned.title, learned.players), (game.title, game.players))
        )
        same = learned.title == game.title and learned.players == game.players
        other = f"{known} by other rules than these" if same else f"{known}, and this is {here}"
        raise AgentError(f"{file} was learned from {other}: learn this game with `ludwright learn`")

"""One game for one number of players, as the proofs look at it."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ludwright.conformance.finding import ProofFinding
from ludwright.play.agents import Agents
from ludwright.play.simulate import MOVE_LIMIT

if TYPE_CHECKING:
    from ludwright.game import Game
    from ludwright.play.match import Match

USUAL_GAMES = 1_000
"""How many games are looked at when nobody says how many."""


@dataclass(frozen=True)
class TestedGame:
    """A game, the games of a seed to look at, and how to name one of them."""

    game: Game
    games: int
    seed: int = 1
    source: str | None = None
    """As a user would give it to a command: a name or a path; None for a game that no command can load."""
    settings: tuple[str, ...] = ()
    move_limit: int = MOVE_LIMIT
    tick: Callable[[], None] = lambda: None
    """Called after every game that was looked at."""

    def command(self, number: int) -> str:
        """The command that tells game ``number`` move by move."""
        if self.source is None:
            return ""
        words = ["ludwright", "trace", self.source, "--seed", str(self.seed), "--game", str(number)]
        words += ["--players", str(self.game.players)]
        for setting in self.settings:
            words += ["--set", setting]
        return shlex.join(words)

    def finding(
        self,
        proof: str,
        severity: str,
        words: str,
        *,
        where: str = "",
        game: int | None = None,
        move: int | None = None,
    ) -> ProofFinding:
        """Something found with this number of players, in that game after so many moves."""
        seed, command = (None, "") if game is None else (self.seed, self.command(game))
        return ProofFinding(proof, severity, words, where, (self.game.players,), seed, game, move, command)

    # ------------------------------------------------------------ playing

    def numbers(self, one_in: int, moves: int, played: Callable[[], int]) -> Iterator[int]:
        """The numbers of some games, for proofs that are slow.

        One in ``one_in`` of those asked for, two at least, and no further game is begun after so many moves (for the usual
        number of games). ``played`` tells how many moves have been looked at.
        """
        most = moves * max(1, self.games // USUAL_GAMES)
        for number in range(min(self.games, max(2, self.games // one_in))):
            if played() < most:
                yield number
                self.tick()

    def random_moves(self, match: Match) -> Iterator[int]:
        """The codes that random players answer in a match, one after the other: the very game that ``simulate`` plays.

        The caller applies them.
        """
        players = Agents(self.game, match.seed, match.number)
        for _ in range(self.move_limit):
            if match.over:
                return
            yield players.pick(match.actor or 0, match.codes(), match.words)

"""Other ways to go on from a frame: with other actions, other players and fresh chance, many times over."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from math import sqrt
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ludwright.agents.texts import strangers
from ludwright.arguments import MOST_SEED, whole_number
from ludwright.display import Block, Displayed, FinePrint, TextTable, Title
from ludwright.hidden.sight import anything_hidden
from ludwright.inspecting.beginning import Origin, begun
from ludwright.inspecting.recorded import InspectError, Recorded
from ludwright.play.agents import seated
from ludwright.play.simulate import Progress, simulate
from ludwright.play.winners import WinCount
from ludwright.statistics import Z95

if TYPE_CHECKING:
    from ludwright.agents.own import Player
    from ludwright.game import Game
    from ludwright.playtests import Playtest

_MOST_GAMES = 10_000_000


@dataclass(frozen=True)
class Continued:
    """What came of one seat in the continuations."""

    seat: str
    agent: str
    won: int
    share: float
    low: float
    high: float
    """The ends of the 95% interval of the share."""
    mean: float
    """The mean return, and the ends of its 95% interval."""
    mean_low: float
    mean_high: float


@dataclass(frozen=True)
class ForkedGames(Displayed):
    """Games continued from one frame of a recorded game."""

    game: Game
    """Its rules, beginning at the fork."""
    frame: int
    actions: tuple[str, ...]
    """What was done before anybody was free to choose."""
    who: tuple[str, ...]
    seed: int
    returns: npt.NDArray[np.float64]
    """What each seat got, one row a game; not a number where a game did not come to its end."""
    won: WinCount
    """How often each seat won."""
    recorded: tuple[float, ...] | None
    """What the seats got in the recorded game; nothing if it did not come to its end."""
    interrupted: bool = False
    run: Playtest | None = None
    """The continuations as a playtest of their own, if they were kept."""

    @property
    def basis(self) -> str:
        """What was drawn anew in every continuation, and what stayed as it was: that is what the intervals are about."""
        origin = self.game.origin
        if origin is not None and origin.redeal is not None:
            return f"In every continuation chance is fresh, and all that {self.game.seats[origin.redeal]} does not know is dealt again."
        if not anything_hidden(self.game):
            return "What is left to chance is drawn anew in every continuation."
        return (
            "In every continuation chance is fresh, and what nobody has seen is shuffled again. What some have seen lies as it lay in "
            "the recorded game: the figures are about this deal. `--seat P --redeal` deals again what a seat does not know."
        )

    @property
    def games(self) -> int:
        """How many continuations were played."""
        return len(self.returns)

    @cached_property
    def _ended(self) -> npt.NDArray[np.float64]:
        return self.returns[~np.isnan(self.returns).any(axis=1)]

    @property
    def finished(self) -> int:
        """How many of them came to their end; a fault stopped the others, or they were too long."""
        return len(self._ended)

    @cached_property
    def seats(self) -> list[Continued]:
        """Seat by seat: the games it won, alone or shared, and its share, in which a shared win and a draw count in parts."""
        return [self._seat(seat) for seat in range(self.game.players)]

    def _seat(self, seat: int) -> Continued:
        column, count = self._ended[:, seat], self.finished
        mean = float(column.mean()) if count else 0.0
        reach = Z95 * float(column.std(ddof=1)) / sqrt(count) if count > 1 else 0.0
        won, share = self.won.wins[seat], self.won.share(seat)
        return Continued(
            self.game.seats[seat], self.who[seat], won, share, *self.won.interval(seat), mean, mean - reach, mean + reach
        )  # fmt: skip

    @property
    def headline(self) -> str:
        """What was done, behind the title of the game."""
        done = f" after {', '.join(f'`{action}`' for action in self.actions)}" if self.actions else ""
        games = "1 continuation" if self.games == 1 else f"{self.games:,} continuations"
        return f", frame {self.frame:,}{done}: {games}, seed {self.seed}"

    def table(self) -> TextTable:
        """Win shares and mean returns by seat, with their intervals; beside them what was recorded."""
        rows = [
            [
                f"{seat.seat} ({seat.agent})",
                f"{seat.won:,}",
                f"{seat.share:.1%}",
                f"{seat.low:.1%} to {seat.high:.1%}",
                f"{seat.mean:+.3g}",
                f"{seat.mean_low:+.3g} to {seat.mean_high:+.3g}",
                "–" if self.recorded is None else f"{self.recorded[place]:+g}",
            ]
            for place, seat in enumerate(self.seats)
        ]
        return TextTable(["seat", "won", "share", "95% interval", "mean result", "95% interval", "recorded"], rows)

    def shown(self) -> Iterator[Block]:
        """What `print` and notebooks show."""
        yield Title(f"{self.game.title}{self.headline}")
        if self.finished < self.games:
            yield f"{self.games - self.finished:,} of them did not come to their end."
        if self.finished:
            yield self.table()
            yield FinePrint(self.basis)

    def as_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "game": self.game.title,
            "frame": self.frame,
            "actions": list(self.actions),
            "seed": self.seed,
            "games": self.games,
            "finished": self.finished,
            "interrupted": self.interrupted,
            "basis": self.basis,
            "recorded": None if self.recorded is None else list(self.recorded),
            "seats": [asdict(seat) for seat in self.seats],
            "run": None if self.run is None else str(self.run.folder),
        }

    def __repr__(self) -> str:
        shares = ", ".join(f"{seat.seat} {seat.share:.0%}" for seat in self.seats)
        return f"<Fork of {self.game.title!r} at frame {self.frame}, {self.games:,} games: {shares}>"


def branch(recorded: Recorded, frame: int, actions: Sequence[str | int] = (), redeal: int | None = None) -> Game:
    """The rules, beginning at a frame and some actions after it. Actions are given in words or as codes. What nobody has seen is drawn anew."""
    if recorded.by_turns:
        raise InspectError("nobody chooses anything in this game: there is no other way to go on")
    match = recorded.at(recorded.frame(frame))
    for action in actions:
        match.apply(action)
    if match.over:
        when = "after these actions" if actions else "there"
        raise InspectError(f"the game is over {when}: nothing can be gone on with")
    if redeal is not None and not 0 <= redeal < recorded.game.players:
        raise InspectError(f"there is no seat {redeal}: they are 0 to {recorded.game.players - 1}")
    game = recorded.game
    return begun(game, Origin(recorded.seed, recorded.number, tuple(match.answers), redeal, True, before=game.origin))


def fork(
    recorded: Recorded,
    frame: int,
    *,
    actions: Sequence[str | int] = (),
    agents: Player | Sequence[Player] | None = None,
    games: int = 100,
    seed: int = 1,
    redeal: int | None = None,
    out: str | Path | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    announce: Callable[[], None] | None = None,
) -> ForkedGames:
    """Continue a game from a frame, many times.

    First the ``actions`` are taken, each by whoever is asked. Then ``agents`` play on to the end: by default those of the recorded game.
    What will be drawn by chance is fresh in every continuation, and so is the order of what nobody has seen, such as a deck. What is hidden from
    some stays as it was; with ``redeal`` all that one seat (from 0) does not know is dealt again each time. With ``out`` the continuations are kept there as a playtest of their own.
    """
    games, seed = whole_number("games", games, 1, _MOST_GAMES), whole_number("seed", seed, 0, MOST_SEED)
    own = strangers(recorded.agents)
    if agents is None and own:  # code of others runs only when it is asked for by name
        raise InspectError(f"`{own[0]}` took part, a player out of a file: say who plays on")
    game = branch(recorded, frame, actions, redeal)
    who = tuple(seated(game, agents if agents is not None else recorded.agents or None))
    run, interrupted = None, False
    if out is None:
        result = simulate(game, games, seed, threads, progress, announce=announce, agents=who, keep=True)
        assert result.returns is not None
        returns, won, interrupted = result.returns[: result.games], result.won, result.interrupted
    else:
        run, returns = _kept(game, who, games, seed, out, threads, progress, announce)
        (group,) = run.tally().groups.values()
        won, interrupted = group.won, not run.complete
    end = recorded.at(recorded.last)
    ended = tuple(end.returns()) if end.over and end.fault is None else None
    told = tuple(map(str, actions))
    return ForkedGames(game, recorded.frame(frame), told, who, seed, returns, won, ended, interrupted, run)


def _kept(
    game: Game,
    who: tuple[str, ...],
    games: int,
    seed: int,
    out: str | Path,
    threads: int | None,
    progress: Progress | None,
    announce: Callable[[], None] | None,
) -> tuple[Playtest, npt.NDArray[np.float64]]:
    """The continuations as a playtest, and what they brought."""
    from ludwright.playtests.playtest import playtest

    run = playtest(
        game,
        who,
        games,
        seatings="fixed",
        seed=seed,
        out=out,
        threads=threads,
        progress=None if progress is None else lambda standing: progress(standing.done, standing.asked),
        announce=announce,
    )
    rows = run.games.sort("game").select("returns").collect()["returns"].to_list()
    return run, np.array(rows, np.float64).reshape(-1, game.players)

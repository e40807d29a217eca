"""Many games at once, of random and scripted players: who wins, how long it takes, what goes wrong.

Game number k of a seed is the same game on every machine and in any number of threads, and everything counted here is
counted exactly, so the result depends on nothing but the game, the seed and the number of games.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from ludwright import ir
from ludwright.agents.own import Player
from ludwright.agents.texts import runs_code
from ludwright.arguments import MOST_GAMES, MOST_SEED, optional_number, renamed, whole_number
from ludwright.display import Block, Displayed
from ludwright.engine.layout import own_lines
from ludwright.engine.random import MASK, Stream
from ludwright.play.agents import MOVE_LIMIT as MOVE_LIMIT
from ludwright.play.agents import seated
from ludwright.play.course import Course, lines_of
from ludwright.play.group_ranges import ranges_of_groups
from ludwright.play.outcome import has_common_score, is_cooperative
from ludwright.play.playable import Playable
from ludwright.play.profile import in_time, under
from ludwright.play.tally import Lengths, Results, exact_sum
from ludwright.play.winners import PLACING, WinCount, Winners
from ludwright.rules.options.bots import RANDOM
from ludwright.statistics import wilson

_EXAMPLES = 5
_FIRST_CHUNK = 16
_LARGEST_CHUNK = 1 << 16
_CHUNK_SECONDS = 0.1
_TURNS = 1 << 13
"""Room for that many turns at first, where games are followed."""

Progress = Callable[[int, int], None]
"""Called now and then with the games played so far and the games asked for."""


class PlayRules(Protocol):
    """Functions of a game by address, and the blocks they work on: machine code, or callbacks into Python."""

    @property
    def addresses(self) -> Mapping[str, int]:
        """Where ``setup``, ``advance`` and ``real_returns`` lie."""

    @property
    def error(self) -> Exception | None:
        """The first error that rules written in Python raised."""

    def accept(self, table: npt.NDArray[np.int32]) -> None:
        """Get ready to run on a table."""

    def new_state(self) -> npt.NDArray[np.int32]:
        """A state of zeros."""

    def new_context(self, chance: Stream) -> npt.NDArray[np.int64]:
        """What a game needs beside its state."""


@dataclass(slots=True)
class FaultCount:
    """One way in which games went wrong."""

    code: int
    line: int
    games: int = 0
    examples: list[int] = field(default_factory=list)
    """The lowest game numbers that show it."""

    @property
    def words(self) -> str:
        """What went wrong."""
        return ir.FAULTS.get(self.code, "fault")

    def add(self, numbers: npt.NDArray[np.int64]) -> None:
        """Count games that went wrong in this way."""
        self.games += len(numbers)
        self.examples = sorted({*self.examples, *numbers[:_EXAMPLES].tolist()})[:_EXAMPLES]

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "code": self.code,
            "words": self.words,
            "line": self.line,
            "games": self.games,
            "examples": self.examples,
        }


@dataclass(slots=True, repr=False)
class SimulationResult(Displayed):
    """What came of many games.

    Who wins is decided by :mod:`ludwright.play.winners`: a win that several share counts in parts, and so does a draw. Shares and
    lengths count the games that came to an end; faults are counted apart.
    """

    seats: list[str]
    seed: int
    asked: int
    """How many games were asked for."""
    move_limit: int = MOVE_LIMIT
    who: list[str] = field(default_factory=list)
    """Who sat in each seat: `random`, or a bot of the game."""
    course: Course | None = None
    """What was followed turn by turn, if that was asked for."""
    returns: npt.NDArray[np.float64] | None = None
    """If that was asked for: what each seat got, one row a game; not a number where a game did not come to its end."""
    games: int = 0
    """How many were played, faults included."""
    cooperative: bool = False
    """Whether all win or lose together."""
    won: WinCount = field(init=False)
    decisions: Lengths = field(default_factory=Lengths)
    """Questions answered."""
    moves: Lengths = field(default_factory=Lengths)
    """Actions and answers, those without a choice included."""
    turns: Lengths = field(default_factory=Lengths)
    rounds: Lengths = field(default_factory=Lengths)
    results: Results | None = None
    """What all got together, where that is a score: in games for one, and in cooperative ones that are not just won or lost."""
    faults: list[FaultCount] = field(default_factory=list)
    seconds: float = 0.0
    interrupted: bool = False
    title: str = ""
    """The game's."""
    _sums: list[Fraction] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.who = self.who or [RANDOM] * len(self.seats)
        self.won = WinCount(len(self.seats))
        self._sums = self._sums or [Fraction()] * len(self.seats)

    @property
    def faulted(self) -> int:
        """Games stopped by a fault."""
        return sum(fault.games for fault in self.faults)

    @property
    def finished(self) -> int:
        """Games that came to an end."""
        return self.games - self.faulted

    @property
    def games_per_second(self) -> float:
        """How fast it went."""
        return self.games / self.seconds if self.seconds else 0.0

    @property
    def mean_returns(self) -> list[float]:
        """The mean return of each seat."""
        return [float(total / self.finished) if self.finished else 0.0 for total in self._sums]

    @property
    def wins(self) -> list[int]:
        """The games that each seat won, alone or with others."""
        return self.won.wins

    @property
    def shared(self) -> list[int]:
        """Of the wins of each seat, those that it shared."""
        return self.won.shared

    @property
    def draws(self) -> int:
        """Games that nobody won and nobody lost."""
        return self.won.draws

    @property
    def lost_by_all(self) -> int:
        """Games that everybody lost."""
        return self.won.lost_by_all

    def win_share(self, seat: int) -> float:
        """What a seat won of the finished games: a win of k counts 1/k, a draw is shared by all. So the shares add up to 1."""
        return self.won.share(seat)

    def win_interval(self, seat: int) -> tuple[float, float]:
        """Where the true share lies, with 95% confidence."""
        return self.won.interval(seat)

    def as_json(self) -> dict[str, Any]:
        """Plain values, ready for a JSON file."""
        return {
            "games": self.games,
            "asked": self.asked,
            "interrupted": self.interrupted,
            "seed": self.seed,
            "move_limit": self.move_limit,
            "finished": self.finished,
            "seats": [
                {
                    "seat": name,
                    "player": self.who[seat],
                    "wins": self.wins[seat],
                    "shared": self.shared[seat],
                    "share": self.win_share(seat),
                    "interval": list(self.win_interval(seat)),
                    "mean_return": self.mean_returns[seat],
                }
                for seat, name in enumerate(self.seats)
            ],
            **({"together": self._together()} if self.cooperative else {}),
            **({"score": self.results.as_json()} if self.results is not None else {}),
            "draws": self.draws,
            "draw_share": self.draws / self.finished if self.finished else 0.0,
            "lost_by_all": self.lost_by_all,
            "lengths": {name: getattr(self, name).as_json() for name in ("decisions", "moves", "turns", "rounds")},
            "faults": [fault.as_json() for fault in self.faults],
            **({"course": self.course.as_json()} if self.course is not None else {}),
            "seconds": self.seconds,
            "games_per_second": self.games_per_second,
        }

    def shown(self) -> Iterator[Block]:
        """What `print` and notebooks show."""
        from ludwright.play.result_tables import blocks

        return blocks(self)

    def _together(self) -> dict[str, Any]:
        won = self.wins[0]
        share = won / self.finished if self.finished else 0.0
        return {"wins": won, "share": share, "interval": list(wilson(won, self.finished))}

    def add(self, first: int, outcomes: npt.NDArray[np.float64], record: npt.NDArray[np.int32]) -> None:
        """Count the games of one chunk, numbered from ``first``."""
        from ludwright.play import kernels

        self.games += record.shape[1]
        wrong = record[kernels.OVER] != 1
        if self.returns is not None:
            self.returns[first : first + len(wrong)] = np.where(wrong, np.nan, outcomes).T
        if wrong.any():
            self._add_faults(first + np.nonzero(wrong)[0], record[:, wrong])
            outcomes, record = outcomes[:, ~wrong], record[:, ~wrong]
        self.decisions.add(record[kernels.DECISIONS])
        self.moves.add(record[kernels.MOVES])
        self.turns.add(record[kernels.TURNS])
        self.rounds.add(record[kernels.ROUND])
        self._add_outcomes(outcomes, record[kernels.NAMED])

    def _add_outcomes(self, outcomes: npt.NDArray[np.float64], named: npt.NDArray[np.int32]) -> None:
        if self.results is not None:
            self.results.add(outcomes[0])
        self.won.add(Winners.of(outcomes, named))
        for seat in range(len(self.seats)):
            self._sums[seat] += exact_sum(outcomes[seat])

    def _add_faults(self, numbers: npt.NDArray[np.int64], record: npt.NDArray[np.int32]) -> None:
        from ludwright.play import kernels

        kinds = record[[kernels.FAULT, kernels.LINE]]
        for code, line in np.unique(kinds, axis=1).T.tolist():
            fitting = numbers[(kinds[0] == code) & (kinds[1] == line)]
            known = next((fault for fault in self.faults if (fault.code, fault.line) == (code, line)), None)
            if known is None:
                known = FaultCount(code, line)
                self.faults.append(known)
            known.add(fitting)
        self.faults.sort(key=lambda fault: (-fault.games, fault.code, fault.line))


class _Crew:
    """Threads that share the games among themselves, a chunk at a time."""

    def __init__(self, game: Playable, result: SimulationResult) -> None:
        self.game = game
        self.result = result
        self.followed = result.course.asked if result.course is not None else 0
        """The course of so many games is kept."""
        self.stop = own_lines(1, np.int64)
        self.lock = threading.Lock()
        self.next = 0
        self.working = self.threads = 0
        self.done = threading.Event()
        """Set when the last thread has gone home. (An interrupted ``Thread.join`` takes a running thread for a finished one.)"""
        self.error: BaseException | None = None

    def start(self, threads: int) -> None:
        """Send that many threads to work."""
        self.working = self.threads = threads
        for number in range(threads):
            threading.Thread(target=self.work, name=f"simulate-{number}", daemon=True).start()

    def take(self, wanted: int) -> tuple[int, int]:
        """The first game and the number of games of the next chunk."""
        with self.lock:
            first = self.next
            # towards the end the chunks become smaller, so that all threads finish at about the same time
            if self.threads > 1:
                wanted = min(wanted, max(_FIRST_CHUNK, (self.result.asked - first) // (2 * self.threads)))
            most = self.followed if first < self.followed else self.result.asked
            self.next = min(self.result.asked, most, first + wanted)
            return first, self.next - first

    def work(self) -> None:
        """Play chunks until there are none left."""
        try:
            self._work()
        except BaseException as error:
            self.error = error
            self.stop[0] = 1
        finally:
            with self.lock:
                self.working -= 1
                if not self.working:
                    self.done.set()

    def _work(self) -> None:
        game, result = self.game, self.result
        compiled = game.compiled
        nobody_reckons = all(who == RANDOM for who in result.who)
        table = getattr(game, "forgetful_table", game.table) if nobody_reckons else game.table
        table = np.ascontiguousarray(table, np.int32)
        compiled.accept(table)
        worker = SimulationWorker(game, result, self.stop)
        chunk = 1 if worker.seats.thinking else _FIRST_CHUNK
        while not self.stop[0]:
            first, games = self.take(chunk)
            if not games:
                return
            began = time.perf_counter()
            end = first + games
            while first < end and not self.stop[0]:
                played = worker.play(first, end - first, table, first < self.followed)
                error = compiled.error or worker.seats.error
                if error is not None:
                    raise error
                with self.lock:
                    worker.count(first, played)
                first += played
            took = time.perf_counter() - began
            if took < _CHUNK_SECONDS:
                chunk = min(_LARGEST_CHUNK, 4 * chunk if took < _CHUNK_SECONDS / 4 else 2 * chunk)
            elif took > 3 * _CHUNK_SECONDS:
                chunk = max(1, chunk // 2)


class SimulationWorker:
    """What one thread plays with: its state, and room for what comes of a chunk of games."""

    def __init__(self, game: Playable, result: SimulationResult, stop: npt.NDArray[np.int64]) -> None:
        from ludwright.agents.seating import Seats

        self.game, self.result, self.stop = game, result, stop
        compiled = game.compiled
        self.places = [compiled.addresses[name] for name in ("setup", "advance", "real_returns")]
        self.placing = compiled.addresses.get(f"real_{PLACING}", 0)
        self.state, self.context = compiled.new_state(), compiled.new_context(Stream(0, 1))
        self.seats = Seats(game, result.who, result.move_limit, stop)
        groups = getattr(getattr(game, "rules", None), "groups", None)
        self.ranges = ranges_of_groups(groups.ranges if groups is not None else [])
        self.weights = np.array(groups.weights if groups is not None else [], np.int64)
        self.paused: npt.NDArray[np.int32] | None = None
        self.series = np.empty((0, 2), np.int64)
        self.filled = np.zeros(2, np.int64)
        """How many rows of what is followed, and of the log, hold whole games."""
        self.log, self.clocks = np.empty(0, np.int64), np.empty(0, np.int32)
        """Room for the decisions and the clock at each, where somebody records them."""
        self.widths = np.zeros(3, np.int64)
        """How decisions are packed."""
        self.score = 0
        """The function that works out a seat's score, where somebody wants the scores."""
        self.make_room(0)

    def make_room(self, turns: int) -> None:
        """Have room for so many turns of games that are followed."""
        from ludwright.play.kernels import MARKS

        self.values, self.marks = np.empty((turns, len(self.series))), np.empty((turns, len(MARKS)), np.int32)

    def _follow(self, table: npt.NDArray[np.int32], course: Course) -> npt.NDArray[np.int32]:
        """The table with which games stop at the end of every turn."""
        if self.paused is None:
            self.paused = table.copy()
            self.paused[ir.PAUSED] = 1
            self.game.compiled.accept(self.paused)
            addresses = self.game.compiled.addresses
            lines = [(addresses[f"real_{line.export}"], line.seat or 0) for line in course.lines]
            self.series = np.array(lines, np.int64).reshape(-1, 2)
            self.make_room(_TURNS)
        return self.paused

    def play(self, first: int, games: int, table: npt.NDArray[np.int32], follow: bool) -> int:
        """Play so many games from ``first`` on; how many came to their end before the room was full."""
        from ludwright.play.kernels import RECORD, play_games

        result, seats = self.result, len(self.result.seats)
        self.following = follow and result.course is not None
        if follow and result.course is not None:
            table = self._follow(table, result.course)
        self.outcomes, self.record = np.empty((seats, games)), np.empty((len(RECORD), games), np.int32)
        self.scores = np.empty((seats if self.score else 0, games))
        played = int(
            play_games(
                *self.places, self.state, table, self.context, np.uint64(result.seed & MASK), first, seats,
                result.move_limit, self.stop, self.outcomes, self.record, self.seats.rows, self.ranges, self.weights,
                self.series if self.following else self.series[:0], self.values, self.marks, self.filled,
                self.score, self.scores, self.placing, self.log, self.clocks, self.widths,
            )
        )  # fmt: skip
        if not played and self.following:
            self.make_room(2 * len(self.values))
        return played

    def count(self, first: int, played: int) -> None:
        """Add what was played last to the result."""
        from ludwright.play.kernels import OVER

        outcomes, record = self.outcomes[:, :played], self.record[:, :played]
        if self.following and self.result.course is not None:
            rows = int(self.filled[0])
            self.result.course.add(first, self.marks[:rows], self.values[:rows], outcomes, record[OVER] == 1)
        self.result.add(first, outcomes, record)


def build_players(game: Playable, who: Sequence[str], announce: Callable[[], None] | None) -> None:
    """Have the kernels of players that think ready, from disk or built now: before the clock runs, and outside of threads."""
    from ludwright.agents.seating import Seats
    from ludwright.engine.kernel import announcing

    native = [name for name in dict.fromkeys(who) if not runs_code(name)]
    with announcing(announce):
        Seats(game, native, MOVE_LIMIT)


@renamed(seats="agents")
def simulate(
    game: Playable | str | Path,
    games: int,
    seed: int = 1,
    threads: int | None = None,
    progress: Progress | None = None,
    move_limit: int = MOVE_LIMIT,
    announce: Callable[[], None] | None = None,
    agents: Player | Sequence[Player] | None = None,
    follow: int = 0,
    profile: str | None = None,
    keep: bool = False,
    stop_when: Callable[[], bool] | None = None,
) -> SimulationResult:
    """Play games 0 to ``games - 1`` of ``seed`` and count what came of them.

    ``agents`` says who plays: a text such as `random`, `mcts:200` or the name of a bot of the game for each seat, or one for all; random
    players if not given. A seat may also be a player written in Python: a function ``choose(observation, options)`` or a class. With ``follow`` the course of that many games is kept: their `lead` and tracks at the end of every turn.
    ``profile`` says who plays a game with a clock: one of its profiles. With ``keep`` the returns of every single game are kept.
    ``threads`` is the number of processors if not given. Interrupted by the user, it returns what was played so far,
    marked ``interrupted``. ``stop_when`` is asked now and then: as soon as it says yes, games stop likewise, and
    ``games`` is less than ``asked`` then. ``announce`` is called when the kernels have to be built first, which happens once.
    """
    from ludwright.game import loaded
    from ludwright.play.kernels import prepare

    game = loaded(game)

    games, follow = whole_number("games", games, 0, MOST_GAMES), whole_number("follow", follow, 0)
    seed, move_limit = whole_number("seed", seed, 0, MOST_SEED), whole_number("move_limit", move_limit, 1)
    threads = optional_number("threads", threads, 1)
    if profile is not None:
        game = under(game, profile)
    course = Course(list(game.seats), lines_of(game), follow) if follow else None
    who = seated(game, agents) if agents is not None else []
    game = in_time(game, who)
    prepare(announce)
    result = SimulationResult(list(game.seats), seed, games, move_limit, who, course)
    result.results = Results() if has_common_score(game) else None
    result.cooperative = is_cooperative(game)
    result.title = game.title
    if keep:
        result.returns = np.full((games, len(result.seats)), np.nan)
    crew = _Crew(game, result)
    _ = game.compiled  # made here, once: it belongs to no thread and does not count as playing
    if any(name != RANDOM for name in who):
        build_players(game, who, announce)
    began = time.perf_counter()
    # a player written in Python may keep things in mind that two threads would disturb
    own = any(map(runs_code, who))
    crew.start(1 if own else max(1, threads or os.cpu_count() or 1))
    try:
        while not crew.done.wait(0.05):
            if progress is not None:
                progress(result.games, games)
            if stop_when is not None and stop_when():
                crew.stop[0] = 1
    except KeyboardInterrupt:
        result.interrupted = True
        crew.stop[0] = 1
        crew.done.wait()
    result.seconds = time.perf_counter() - began
    if crew.error is not None:
        raise crew.error
    if progress is not None:
        progress(result.games, games)
    return result

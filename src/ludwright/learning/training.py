"""Learning a game by playing against oneself."""

from __future__ import annotations

import ctypes
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from ludwright.agents.kernels import block as shared
from ludwright.agents.kernels import learned as play_places
from ludwright.agents.kernels import learned_training as places
from ludwright.agents.kernels.learned_training import learn_games
from ludwright.agents.minds import AgentMemory
from ludwright.agents.nature import nature_of
from ludwright.agents.own import Player
from ludwright.agents.seating import Seats
from ludwright.agents.stakes import plays_for_score
from ludwright.agents.texts import bots_of
from ludwright.arguments import MOST_SEED, whole_number
from ludwright.engine.kernel import announcing
from ludwright.engine.random import Stream
from ludwright.game import loaded
from ludwright.learning.files import load_learned, save_learned
from ludwright.learning.learned import TABLE_SIZE, VIEW_COUNT, Curve, Learned, Lesson, empty_views
from ludwright.learning.minds import LearningError, check_learnable, learning_mind
from ludwright.learning.sights import Sights, fingerprint
from ludwright.learning.trials import strength
from ludwright.play.agents import MOVE_LIMIT, seated
from ludwright.play.kernels import THINKING
from ludwright.play.patience import patiently
from ludwright.play.playable import Playable

GAMES = 100_000
"""So many games are learned from where nothing is said."""
SHARE, CHANCE_SHARE = 0.8, 0.2
"""How much the result counts beside what was thought on the way: λ. Where chance decides much, results say less."""
BY_HEART, CHANCE_BY_HEART = 0.5, 0.05
"""How far a whole view is drawn towards a result by itself. What came of a position once by chance is not to be learned by heart."""
EXPLORE, WILDER = 0.1, 5.0
"""How often an answer is tried that is not thought best; in wild games, so many times as often, and at most every second time."""
SAMPLES = 2
"""How often each option is tried for a decision while learning, where chance or hidden cards play a part."""
TRACE_NUMBERS = 1 << 21
"""Room for what is remembered of one game. Of a very long game only the end is learned from."""
A_WHILE = 0.2
"""So many seconds of games are played between two looks at the clock, about."""
TRIAL_GAMES = 200
"""Random games that show how large results are."""
FEW_RESULTS = 8
"""Where random games end in no more different results than that, they are won and lost, not played for points."""
SELVES, FIRST_SELF = 3, 200
"""So many earlier selves are kept: of the last times when twice as many games were played as the time before, the first after so many."""
FIRST_POINT, CURVE_SHARE = 1000, 0.15
"""How strong the player is, is measured first after so many games, then after twice as many and so on, as long as that takes no more of the time than this share."""
COMPANIES = 20
"""Among several others, so many companies are drawn."""
BETWEEN_SAVES = 60.0
"""What was learned so far is written down every so many seconds."""

Progress = Callable[[int, int], None]


def learn(
    game: Playable | str | Path,
    games: int | None = None,
    seed: int = 1,
    against: Player | Sequence[Player] | None = None,
    progress: Progress | None = None,
    announce: Callable[[], None] | None = None,
    *,
    seconds: float | None = None,
    explore: float = EXPLORE,
    resume: str | Path | None = None,
    checkpoint: str | Path | None = None,
    ladder: Sequence[str] = (),
    among: Mapping[str, float] | None = None,
) -> Learned:
    """Learn a game by playing against oneself, or ``against`` others, the seats in turn: so many ``games`` in all, or for some ``seconds``.
    ``among`` others, each with its part, everybody else is drawn anew for each game.

    It can go on from a file (``resume``), and writes down what it knows every minute (``checkpoint``). Beside a ``ladder`` of opponents it measures how
    strong it is while it learns. Interrupted by the user, it gives what was learned so far.

    >>> import ludwright
    >>> ludwright.learn(ludwright.load("tic-tac-toe"), games=100)
    <Learned 'Tic-tac-toe' for 2 in 100 games>
    """
    game = loaded(game)
    if games is None:
        games = 0 if seconds is not None else GAMES
    games, seed = whole_number("games", games, 0 if seconds else 1), whole_number("seed", seed, 0, MOST_SEED)
    if seconds is not None and not seconds > 0:
        raise LearningError(f"`seconds` is more than 0, not {seconds}")
    if not 0 <= explore <= 1:
        raise LearningError(f"`explore` is how often something else is tried, from 0 to 1, not {explore}")
    check_learnable(game)
    who = _drawn(game, among, seed) if among else _others(game, against)
    before = _to_resume(game, resume, seed) if resume is not None else None
    with announcing(announce):
        learner = Learner(game, seed, explore, who, before)
    return learner.run(games, seconds, progress, Path(checkpoint) if checkpoint else None, ladder)


class Learner:
    """Somebody who learns a game: tables of weights that become better from game to game."""

    def __init__(
        self, game: Playable, seed: int, explore: float, who: list[list[str]] | None, before: Learned | None = None
    ) -> None:
        self.game, self.seed, self.explore = game, seed, explore
        self.curve: Curve = []
        self.seconds = 0.0
        self.stop = np.zeros(1, np.int64)
        if before is None:
            self.stakes = stakes_of(game)
            self.weights, self.views = np.zeros(TABLE_SIZE, np.float32), empty_views()
            self.lesson = Lesson(np.zeros(2 * TABLE_SIZE, np.float32), np.zeros(2 * VIEW_COUNT, np.float32), [])
        else:
            assert before.lesson is not None
            self.lesson = before.lesson
            self.stakes = Stakes(before.scale, before.squash, before.mirrored)
            self.weights, self.views = before.weights, before.views
            self.seed, self.explore, self.seconds, self.curve = (
                before.seed,
                before.explore,
                before.seconds,
                before.curve,
            )
        self._mind = self._sit(self.weights, self.views)
        self._function = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64, ctypes.c_int64)(learn_games().address)
        self._get_ready()
        self._mind.put(places.PLAYED, before.games if before else 0)
        self._others = self._seat_others(who)
        self._mates: list[AgentMemory] = []
        self._bots: list[Seats] = []
        if who is None and not nature_of(game).common:
            self._bots = [Seats(game, [f"bot:{bot}"] * game.players, MOVE_LIMIT, self.stop) for bot in bots_of(game)]
            self._seat_mates()
            for weights, views in self.lesson.league:
                self._seat_self(weights, views)

    @property
    def played(self) -> int:
        """How many games it has learned from."""
        return int(self._mind.block[places.PLAYED])

    def run(
        self,
        games: int,
        seconds: float | None,
        progress: Progress | None,
        checkpoint: Path | None,
        ladder: Sequence[str],
    ) -> Learned:
        """Learn until so many games are played (0: any number), or the time is up."""
        began = saved = time.perf_counter()
        measuring, portion, first = 0.0, 1, self.played
        try:
            while True:
                now = time.perf_counter()
                left = (games or 1 << 60) - self.played
                if left <= 0 or (seconds is not None and now - began >= seconds):
                    break
                asked = min(portion, left, *(point - self.played for point in self._points()))
                used, busy = time.perf_counter(), time.process_time()
                patiently(lambda asked=asked: self._function(self._mind.address, asked), self.stop)  # type: ignore[misc]
                used = time.perf_counter() - used
                self.seconds += time.process_time() - busy
                portion = 2 * portion if used < A_WHILE / 2 else max(1, portion // 2)
                self._look_back()
                if ladder and self._is_point() and measuring <= CURVE_SHARE * (now - began):
                    measuring -= time.perf_counter()
                    self.measure(ladder)
                    measuring += time.perf_counter()
                if checkpoint is not None and time.perf_counter() - saved > BETWEEN_SAVES:
                    save_learned(self.learned(games), checkpoint)
                    saved = time.perf_counter()
                if progress is not None:
                    progress(self.played, games or self._expected(seconds, began, first))
        except KeyboardInterrupt:
            self.stop[0] = 1
        for others in self._others:
            if others.error is not None:
                raise others.error
        return self.learned(games)

    def learned(self, asked: int) -> Learned:
        """What it has learned so far."""
        return Learned(
            title=self.game.title,
            players=self.game.players,
            rules=fingerprint(self.game),
            params=dict(self.game.params),
            games=self.played,
            asked=asked,
            seed=self.seed,
            scale=self.stakes.scale,
            squash=self.stakes.squash,
            mirrored=self.stakes.mirrored,
            weights=self.weights,
            views=self.views,
            explore=self.explore,
            seconds=self.seconds,
            curve=self.curve,
            lesson=self.lesson,
        )

    def measure(self, ladder: Sequence[str]) -> None:
        """Note how strong it is now."""
        self.curve.append(
            {"games": self.played, "seconds": round(self.seconds, 1), **strength(self.learned(0), self.game, ladder)}
        )

    # ------------------------------------------------------------ in portions

    def _points(self) -> list[int]:
        """After how many games there is something else to do."""
        return [_next_doubling(first, self.played) for first in (FIRST_SELF, FIRST_POINT)]

    def _is_point(self) -> bool:
        return _is_doubling(FIRST_POINT, self.played)

    def _expected(self, seconds: float | None, began: float, first: int) -> int:
        """About how many games it will have played when the time is up."""
        elapsed = time.perf_counter() - began
        return first + int((self.played - first) * max(1.0, (seconds or 0.0) / max(elapsed, 1e-9)))

    def _look_back(self) -> None:
        """Keep what is known now as an earlier self, if it is time to."""
        if not _is_doubling(FIRST_SELF, self.played) or self._others or nature_of(self.game).common:
            return
        league = self.lesson.league
        if len(league) == SELVES:
            weights, views = league.pop(0)
            league.append((weights, views))
            np.copyto(weights, self.weights)
            np.copyto(views, self.views)
            self._mates.append(self._mates.pop(0))
        else:
            league.append((self.weights.copy(), self.views.copy()))
            self._seat_self(*league[-1])
        self._seat_mates()

    # ------------------------------------------------------------ who plays

    def _sit(self, weights: npt.NDArray[np.float32], views: npt.NDArray[np.int32]) -> AgentMemory:
        return learning_mind(
            self.game, weights, views, self.stakes.scale, self.stakes.squash, SAMPLES, MOVE_LIMIT, self.stop
        )

    def _seat_self(self, weights: npt.NDArray[np.float32], views: npt.NDArray[np.int32]) -> None:
        self._mates.append(self._sit(weights, views))
        self._seat_mates()

    def _seat_mates(self) -> None:
        """Write down who the earlier selves are, and the scripted players behind them: each in all seats of a game."""
        function = play_places.decide_by_learning().address
        rows = [(THINKING, function, mate.address) for mate in self._mates for _ in range(self.game.players)]
        scripted = [np.asarray(bot.rows, np.int64).reshape(-1, 3) for bot in self._bots]
        self._mind.hold(places.OTHERS, np.concatenate([np.array(rows, np.int64).reshape(-1, 3), *scripted]))
        self._mind.put(places.LEAGUE, len(self._mates))
        self._mind.put(places.BOTS, len(self._bots))

    def _seat_others(self, who: list[list[str]] | None) -> list[Seats]:
        """Seat companies of others, each of which plays as many games."""
        if who is None:
            return []
        alike = {
            agent: Seats(self.game, [agent] * self.game.players, MOVE_LIMIT, self.stop) for row in who for agent in row
        }
        rows = [alike[agent].rows[seat] for company in who for seat, agent in enumerate(company)]
        self._mind.hold(places.OTHERS, np.array(rows, np.int64))
        self._mind.put(places.LEAGUE, -len(who))
        return list(alike.values())

    def _get_ready(self) -> None:
        """Room for the game that is played and what is remembered of it."""
        mind, game, compiled, nature = self._mind, self.game, self.game.compiled, nature_of(self.game)
        width = Sights(game).most + 2
        steps = max(16 * game.players, TRACE_NUMBERS // width)
        mind.put(places.SETUP, compiled.addresses["setup"])
        mind.hold(places.LIVE, compiled.new_state())
        mind.hold(places.LIVE_CONTEXT, compiled.new_context(Stream(0, 1)))
        mind.room(shared.STREAMS, 2 * (game.players + 1), np.int64)
        mind.room(places.TRACE, width * steps, np.int64)
        mind.put(places.TRACE_WIDTH, width)
        mind.put(places.TRACE_STEPS, steps)
        mind.room(places.STEPS, steps * int(places.STEP_ROW), np.int64)
        mind.hold(places.RATES, self.lesson.rates)
        mind.hold(places.VIEW_RATES, self.lesson.view_rates)
        mind.room(places.TARGETS, game.players, np.float64)
        mind.room(places.KNOWN, game.players, np.int64)
        mind.put(places.SHARE, CHANCE_SHARE if nature.chance else SHARE)
        mind.put(places.BY_HEART, CHANCE_BY_HEART if nature.chance else BY_HEART)
        mind.put(places.TRIALS, float(self.explore))
        mind.put(places.WILD, min(0.5, WILDER * self.explore))
        mind.put(places.SEED, self.seed)
        mind.put(shared.MIRRORED, int(self.stakes.mirrored))
        mind.put(places.ALL_WATCH, int(game.players > 1 and not nature.common and not self.stakes.mirrored))


def _next_doubling(first: int, played: int) -> int:
    """The least of ``first``, twice, four times as many ... that lies ahead.

    >>> [_next_doubling(200, played) for played in (0, 199, 200, 401)]
    [200, 200, 400, 800]
    """
    point = first
    while point <= played:
        point *= 2
    return point


def _is_doubling(first: int, played: int) -> bool:
    return played > 0 and _next_doubling(first, played - 1) == played


def _to_resume(game: Playable, path: str | Path, seed: int) -> Learned:
    found = load_learned(path)
    if found.rules != fingerprint(game) or found.players != game.players:
        raise LearningError(f"{path} was learned from another game, {found.title} for {found.players}")
    if found.lesson is None:
        raise LearningError(f"{path} holds what it takes to play, not to go on learning: begin anew without `--resume`")
    if found.seed != seed:
        raise LearningError(f"{path} was learned with seed {found.seed}: go on with `--seed {found.seed}`")
    return found


def _others(game: Playable, against: Player | Sequence[Player] | None) -> list[list[str]] | None:
    """Those who play in the seats that don't learn: who can't play is told before anything is built."""
    if against is None:
        return None
    if nature_of(game).common:
        raise LearningError(f"in {game.title} nobody plays against anybody: it is learned by playing alone or together")
    return [seated(game, against)]


def _drawn(game: Playable, among: Mapping[str, float], seed: int) -> list[list[str]]:
    """Companies of others, drawn by their parts."""
    total = sum(among.values())
    if nature_of(game).common or not total > 0 or min(among.values()) < 0:
        raise LearningError(
            "`among` names players of a game in which they play against each other, each with a part above 0"
        )
    dice = np.random.default_rng(seed)
    names = [seated(game, [agent])[0] for agent in among]
    parts = np.array(list(among.values())) / total
    # each seat is filled as evenly as its parts allow, the seats independently
    places = (np.arange(COMPANIES) + 0.5) / COMPANIES
    filled = np.minimum(np.searchsorted(np.cumsum(parts), places), len(names) - 1)
    seats = [dice.permutation(filled) for _ in range(game.players)]
    return [[names[seat[company]] for seat in seats] for company in range(COMPANIES)]


@dataclass(frozen=True)
class Stakes:
    """What is played for."""

    scale: float
    """How large results are."""
    squash: bool
    """Whether games are just won or lost."""
    mirrored: bool
    """Whether what one of two gains, the other loses."""


def stakes_of(game: Playable) -> Stakes:
    """What is played for, as some random games show."""
    rows = _results(game)
    largest = float(np.abs(rows).max()) if rows.size else 0.0
    squash = len(np.unique(np.abs(rows))) <= FEW_RESULTS
    mirrored = squash and nature_of(game).duel and bool((rows.sum(axis=1) == 0).all())
    return Stakes(largest if largest > 0 else 1.0, squash, mirrored)


def _results(game: Playable) -> npt.NDArray[np.float64]:
    """What each seat got in random games, one row a game."""
    from ludwright.agents.stakes import played_at_random
    from ludwright.play.simulate import simulate

    if plays_for_score(game):
        rows = [played_at_random(game, seed).scores() for seed in range(1, TRIAL_GAMES // 4)]
        return np.array([row for row in rows if row], np.float64).reshape(-1, game.players)
    played = simulate(game, TRIAL_GAMES, seed=1, threads=1, keep=True)
    assert played.returns is not None
    return played.returns[np.isfinite(played.returns).all(axis=1)]

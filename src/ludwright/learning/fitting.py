"""A player fitted to recorded games: how far somebody looks ahead, and how often they err, told from the answers they gave.

Every candidate is asked again and again in the positions of the games. Somebody who plays like it, but for errors, answers as it would, and now and then anything:
how likely that makes the answers that were given says which candidate fits best, and how many errors. Games that were left out of the
fit then show how well it foretells what somebody does, beside others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from ludwright.agents.texts import read
from ludwright.arguments import whole_number
from ludwright.display import Block, Displayed, FinePrint, Lines, TextTable, Title
from ludwright.mistakes import LudwrightError
from ludwright.play.agents import Agents, player_called
from ludwright.playtests import Playtest

CANDIDATES = ("greedy", "mcts:5", "mcts:10", "mcts:20", "mcts:50", "mcts:100", "mcts:200")
"""Who is tried where nobody is named."""
REPEATS = 10
"""How often each candidate is asked about a position, with other chance each time."""
DOUBTS = (0.01, 0.03, 0.1, 0.3, 1.0, 3.0)
"""What was never seen in so few answers may still happen: so many of them count as any. How many is right, a candidate's own answers tell."""
MOST_DECISIONS = 600
FEWEST = 4
"""It takes so many games at least."""
GOALS = {
    "attack": "overrates attacks: it takes what hurts the others, even where something else would rather win",
    "safe": "plays it too safe: it avoids what may go badly soon, even where that would rather win",
    "hoard": "gathers what counts soon, even where something else would rather win",
    "score": "plays for points of its own rather than to win",
    "options": "keeps more options open than winning needs",
    "hurry": "wants the game to be over",
    "linger": "wants the game to last",
    "explore": "tries what it has not done yet, for its own sake",
}
"""What somebody may care about beside winning, and how that is told."""
GOAL_WEIGHT, GOAL_SHARE = 0.3, 0.5
"""How much such a goal counts in the personas that are tried, and from what share of the decisions that is told."""
ERRORS = np.linspace(0.0, 0.9, 181)
RESAMPLED = 400
"""So many times games are drawn anew, for intervals (bootstrap)."""

Reals = npt.NDArray[np.float64]


class FittingError(LudwrightError):
    """Games that nobody can be fitted to."""


@dataclass(frozen=True)
class CandidateAnswers:
    """What a candidate answered in one position, each time it was asked."""

    given: int
    """How often as was answered in the game."""
    counts: tuple[int, ...]
    """How often each answer that came at all."""
    options: int

    def likelihood(self, doubt: float) -> float:
        """How likely the candidate makes the answer of the game."""
        return (self.given + doubt / self.options) / (sum(self.counts) + doubt)

    def foretold(self, doubt: float) -> float:
        """How well each of its answers is foretold by its others: the sum of the logarithms."""
        whole = sum(self.counts) - 1 + doubt
        return sum(count * float(np.log((count - 1 + doubt / self.options) / whole)) for count in self.counts)


@dataclass(frozen=True)
class Fit(Displayed):
    """Who plays like somebody."""

    title: str
    seat: str | None
    agent: str
    """The candidate that fits best."""
    agents: tuple[str, ...]
    """All that fit as well as far as so few games tell."""
    error: float
    error_low: float
    error_high: float
    held_out: dict[str, float]
    """How likely each candidate, fitted, makes an answer in games it was not fitted to: the geometric mean."""
    decisions: int
    games: int
    goal: str | None = None
    """What they surely care about beside winning, if anything."""
    goal_times: float = 1.0
    """How many times as likely that makes an answer."""
    goals_tried: int = 0

    @property
    def text(self) -> str:
        """The agent that plays like it, errors included, where there is one: a persona."""
        found = read(self.agent)
        budget = found.settings.get("iterations")
        liking = f",goal={self.goal},weight={GOAL_WEIGHT:g}" if self.goal is not None else ""
        return f"persona:depth={budget},error={self.error:.2f}{liking}" if budget is not None else self.agent

    @property
    def sentences(self) -> list[str]:
        """What it comes to."""
        whose = self.seat or "Whoever played"
        some = [f"`{agent}`" for agent in self.agents]
        like = f"`{self.agent}`" if len(some) == 1 else f"`{self.agent}` (or anything from {some[0]} to {some[-1]})"
        told = [
            f"{whose} plays like {like} and does something else in {self.error:.0%} of the decisions ({self.error_low:.0%} to {self.error_high:.0%})"
        ]
        if self.goal is not None:
            told.append(f"It {GOALS[self.goal]}; that makes an answer {self.goal_times:.2f} times as likely")
        elif self.goals_tried:
            told.append(f"None of {self.goals_tried} other aims beside winning explains the answers surely better")
        best = self.held_out[self.agent]
        told.append(
            f"In games it was not fitted to, that makes an answer {best / self.held_out['random']:.1f} times as likely as chance does"
        )
        return told

    def as_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "game": self.title,
            "seat": self.seat,
            "agent": self.agent,
            "agents": list(self.agents),
            "error": self.error,
            "error_interval": [self.error_low, self.error_high],
            "goal": self.goal,
            "goal_times": self.goal_times,
            "text": self.text,
            "held_out": self.held_out,
            "decisions": self.decisions,
            "games": self.games,
            "sentences": self.sentences,
        }

    def shown(self) -> Iterator[Block]:
        """What `print` and notebooks show."""
        yield Title(f"{self.title}: who plays like that")
        yield Lines("\n".join(self.sentences))
        rows = [
            [who, f"{likelihood:.3f}"] for who, likelihood in sorted(self.held_out.items(), key=lambda one: -one[1])
        ]
        yield TextTable(["player", "likelihood of an answer"], rows)
        yield FinePrint(f"{self.decisions:,} decisions of {self.games:,} games; half of them to fit, half to judge.")

    def __repr__(self) -> str:
        return f"<Fit {self.agent!r}, error {self.error:.0%}>"


def fit(
    run: Playtest,
    seat: str | None = None,
    candidates: Sequence[str] = CANDIDATES,
    seed: int = 1,
    repeats: int = REPEATS,
    most: int = MOST_DECISIONS,
    progress: Callable[[int, int], None] | None = None,
    *,
    goals: Sequence[str] = (),
) -> Fit:
    """Fit a player to the games of a run: to all seats, or to the answers of one. With ``goals``, say whether they care for one of these beside winning."""
    repeats, most = whole_number("repeats", repeats, 2), whole_number("most", most, 10)
    first = run.cells[0]
    alike = [cell for cell in run.cells if (cell.version, cell.players) == (first.version, first.players)]
    numbers = [number for cell in alike for number in range(cell.first, cell.first + cell.games)]
    if len(numbers) < FEWEST:
        raise FittingError(
            f"{run.folder} holds {len(numbers)} games: it takes at least {FEWEST} to fit somebody and to see how well that fits"
        )
    game = run.game_of(numbers[0])
    if seat is not None and seat not in game.seats:
        raise FittingError(f"nobody sits in a seat `{seat}`: there are {', '.join(game.seats)}")
    who = [player_called(game, candidate) for candidate in candidates]
    unknown = [goal for goal in goals if goal not in GOALS]
    if unknown:
        raise FittingError(f"nobody is tried who cares about `{unknown[0]}`: there are {', '.join(GOALS)}")
    given, whose = _gathered(run, numbers, seat, who, seed, repeats, most, progress)
    if len(set(whose)) < FEWEST:
        raise FittingError("there are too few decisions with a choice in these games to fit anybody")
    found = _fitted(_likelihoods(given), np.array(whose), who, game.title, seat)
    budget = read(found.agent).settings.get("iterations")
    if not goals or budget is None:
        return found
    aims = {goal: f"persona:{budget},goal={goal},weight={GOAL_WEIGHT}" for goal in goals}
    who = [found.agent, *(player_called(game, aim) for aim in aims.values())]
    fewer = max(10, round(most * GOAL_SHARE))
    given, whose = _gathered(run, numbers, seat, who, seed, repeats, fewer, progress)
    goal, times = liked(_likelihoods(given), np.array(whose), list(goals))
    return replace(found, goal=goal, goal_times=times, goals_tried=len(goals))


def _gathered(
    run: Playtest,
    numbers: Sequence[int],
    seat: str | None,
    who: Sequence[str],
    seed: int,
    repeats: int,
    most: int,
    progress: Callable[[int, int], None] | None,
) -> tuple[list[list[CandidateAnswers]], list[int]]:
    """What each candidate answers in the positions of some games, and of which game each position is."""
    given: list[list[CandidateAnswers]] = []
    whose: list[int] = []
    for number in numbers:
        rows = list(_asked(run, number, seat, who, seed, repeats))
        given += rows
        whose += [number] * len(rows)
        if progress is not None:
            progress(min(len(given), most), most)
        if len(given) >= most:
            break
    return given, whose


def liked(given: Reals, whose: npt.NDArray[np.int64], goals: Sequence[str]) -> tuple[str | None, float]:
    """Which goal makes answers surely likelier than caring for nothing but winning does, if any; and how many times as likely.

    The first column is of a player who only wants to win, then come those with a goal, last comes chance. Games are drawn anew (bootstrap), and the level is divided by
    the number of goals (Bonferroni).
    """
    games = np.unique(whose)
    by_game = np.array([_log_likelihoods(given[whose == game]) for game in games])
    dice, best = np.random.default_rng(1), (0.0, -1)
    tail = 0.05 / len(goals)
    draws = [dice.integers(0, len(games), len(games)) for _ in range(max(RESAMPLED, round(20 / tail)))]
    plain = np.array([by_game[drawn, 0].sum(axis=0).max() for drawn in draws])
    for place in range(len(goals)):
        more = np.array([by_game[drawn, 1 + place].sum(axis=0).max() for drawn in draws]) - plain
        mean = float(by_game[:, 1 + place].sum(axis=0).max() - by_game[:, 0].sum(axis=0).max())
        if np.quantile(more, tail) > 0 and mean > best[0]:
            best = mean, place
    return (goals[best[1]], float(np.exp(best[0] / len(whose)))) if best[1] >= 0 else (None, 1.0)


def _asked(
    run: Playtest, number: int, seat: str | None, who: Sequence[str], seed: int, repeats: int
) -> Iterator[list[CandidateAnswers]]:
    """For every decision of a game: what each candidate answers."""
    game = run.game_of(number)
    match = game.start(run.plan.seed, run.plan.number_of(number))
    players = [[Agents(game, seed + again, number, [name] * game.players) for again in range(repeats)] for name in who]
    for code in run.codes(number):
        codes, actor = match.codes(), match.actor or 0
        if len(codes) > 1 and seat in (None, game.seats[actor]):
            words, row = match.words, []
            for asked in players:
                picks = Counter(agents.pick(actor, codes, words) for agents in asked)
                row.append(CandidateAnswers(picks[code], tuple(picks.values()), len(codes)))
            yield row
        match.apply(code)


def _likelihoods(given: Sequence[Sequence[CandidateAnswers]]) -> Reals:
    """How likely each candidate makes every answer, without errors; and how likely chance does."""
    columns = []
    for answers in zip(*given, strict=True):
        doubt = max(DOUBTS, key=lambda doubt: sum(one.foretold(doubt) for one in answers))
        columns.append([one.likelihood(doubt) for one in answers])
    return np.array([*columns, [1.0 / row[0].options for row in given]]).T


def _fitted(given: Reals, whose: npt.NDArray[np.int64], who: Sequence[str], title: str, seat: str | None) -> Fit:
    games = np.unique(whose)
    # how likely all answers of a game are, for every candidate and every share of errors
    by_game = np.array([_log_likelihoods(given[whose == game]) for game in games])
    sizes = np.array([(whose == game).sum() for game in games])
    training = np.arange(len(games)) % 2 == 0
    held_out = {}
    for place, name in enumerate(who):
        error = int(by_game[training, place].sum(axis=0).argmax())
        held_out[name] = float(np.exp(by_game[~training, place, error].sum() / sizes[~training].sum()))
    held_out["random"] = float(np.exp(np.log(given[:, -1][~training[np.searchsorted(games, whose)]]).mean()))
    best, error = _best(by_game.sum(axis=0))
    dice = np.random.default_rng(1)
    found = [_best(by_game[dice.integers(0, len(games), len(games))].sum(axis=0)) for _ in range(RESAMPLED)]
    places, errors = np.array(found).T
    low, high = np.quantile(ERRORS[errors.astype(int)], [0.025, 0.975])
    first, last = np.quantile(places, [0.025, 0.975], method="nearest").astype(int)
    return Fit(
        title=title,
        seat=seat,
        agent=who[best],
        agents=tuple(who[min(first, best) : max(last, best) + 1]),
        error=float(ERRORS[error]),
        error_low=float(low),
        error_high=float(high),
        held_out=held_out,
        decisions=len(given),
        games=len(games),
    )


def _log_likelihoods(given: Reals) -> Reals:
    """The logarithm of how likely some answers are, for every candidate and every share of errors."""
    mixed = given[:, :-1, None] * (1 - ERRORS) + given[:, -1:, None] * ERRORS
    found: Reals = np.log(mixed).sum(axis=0)
    return found


def _best(likelihoods: Reals) -> tuple[int, int]:
    place, error = np.unravel_index(likelihoods.argmax(), likelihoods.shape)
    return int(place), int(error)

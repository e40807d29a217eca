"""What a variant is like: gates, the cheap ones before the dear ones, then figures."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np

from ludwright import ir
from ludwright.evolution.mistakes import EvolveError
from ludwright.evolution.random_games import RandomGames, play_at_random
from ludwright.game import Game
from ludwright.metrics.curve import OutcomeCurve, counted_anew
from ludwright.metrics.drama import drama, lead_changes
from ludwright.mistakes import LudwrightError, nearest
from ludwright.play.course import LEAD, Course
from ludwright.play.simulate import SimulationResult, simulate
from ludwright.statistics import wilson

ENDS, CHOICES, START, SKILL = "ends", "not trivial", "open after the first move", "skill matters"
GATES = (ENDS, CHOICES, START, SKILL)
"""In the order in which they are asked; that a game checks is asked before it is born."""
MEASURES = {
    "turns": "how many turns a game takes",
    "first seat wins": "share of the first seat; a draw is shared",
    "second seat wins": "share of games that the second seat wins",
    "fairness": "1: all seats win as often; 0: one always wins",
    "draws": "share of games that nobody wins",
    "completion": "share of random games that come to their end",
    "decisions": "how many decisions with a choice a game has",
    "options": "how many options a decision offers",
    "drama": "how far behind later winners were, by the game's lead",
    "lead changes": "changes of the leader a turn, by the game's lead",
    "skill": "share of a strong player against a beginner; 0.5: none",
    "luck": "how much of who wins is not explained by who plays stronger",
    "depth": "share of a strong player against one who thinks a quarter as long",
    "cells": "how many cells its boards have",
    "quality": "harmonic mean of fairness, decided games, games that end, choice and skill",
}
"""All figures, and what they say; and `turns off N`: by how much games miss a length of N turns, as a part of N."""
_OFF = re.compile(r"turns off (?P<wished>\d+)")
_FEW = 30
"""Games at random that are played first."""
_FEWEST_SOUND, _MOST_SOUND, _SOUND_MOVES = 200, 10_000, 1_000_000
"""What has passed all gates is played at random once more, to see that it never breaks: as many games as make so many moves."""
_LIMIT = 2_000
_ONE_SIDED = 0.9


@dataclass(frozen=True)
class Trial:
    """How variants are played: by whom, how often, and what they must pass."""

    agents: str = "mcts:30"
    games: int = 40
    gates: tuple[str, ...] = GATES
    strong: str = "mcts:120"
    middle: str = "mcts:30"
    beginner: str = "mcts:15"
    duels: int = 32
    deep: bool = True
    """Whether strong players meet others at all."""
    wished: tuple[str, ...] = ()
    """Figures with a number of their own, as in `turns off 16`."""
    move_limit: int = _LIMIT


@dataclass(frozen=True)
class Look:
    """What came of playing a variant."""

    figures: dict[str, float]
    failed: str = ""
    """The gate that it did not pass."""
    why: str = ""
    games: int = 0


def look_at(game: Game, trial: Trial, seed: int, threads: int = 1) -> Look:
    """Play a variant through the gates and measure it; all games follow from the seed."""
    seen = _Seen(game, trial, seed, threads)
    try:
        for gate, why in seen.gates():
            if gate in trial.gates and why:
                return Look(seen.figures, gate, why, seen.games)
        seen.measure()
        if ENDS in trial.gates and seen.broken:
            return Look(seen.figures, ENDS, seen.broken, seen.games)
    except LudwrightError as error:
        return Look(seen.figures, ENDS, str(error).splitlines()[0], seen.games)
    return Look(seen.figures, games=seen.games)


class _Seen:
    """A variant on trial."""

    def __init__(self, game: Game, trial: Trial, seed: int, threads: int) -> None:
        self.game, self.trial, self.seed, self.threads = game, trial, seed, threads
        self.figures: dict[str, float] = {}
        self.games = 0
        self.broken = ""
        """What went wrong in any game, other than that it is too long."""
        self.alone = game.players == 1

    def _play(self, agents: Sequence[str], games: int, part: int, follow: int = 0) -> SimulationResult:
        found = simulate(
            self.game, games, seed=self.seed + part, threads=self.threads, agents=list(agents), follow=follow, move_limit=self.trial.move_limit
        )  # fmt: skip
        if found.interrupted:
            raise KeyboardInterrupt
        self.games += found.games
        wrong = next((one for one in found.faults if one.code != ir.TOO_LONG), None)
        if wrong is not None:
            self.broken = f"{wrong.games} of {found.games} games: {wrong.words}"
        return found

    def gates(self) -> Iterator[tuple[str, str]]:
        """Each gate, and why the variant does not pass it."""
        players = self.game.players
        first = play_at_random(self.game, _FEW, self.seed, self.trial.move_limit, brief=bool(self.trial.gates))
        self.games += first.games
        self.figures["completion"] = first.finished / max(1, first.games)
        self.figures["cells"] = float(_cells(self.game))
        wrong = first.broken or (first.faults if first.finished < 0.95 * first.games else [])
        yield ENDS, f"{len(first.faults)} of {first.games} random games: {wrong[0]}" if wrong else ""
        self.figures["decisions"] = float(np.mean(first.decisions)) if first.finished else 0.0
        self.figures["options"] = float(np.mean(first.options)) if first.options else 1.0
        yield CHOICES, self._trivial(first)
        if ENDS not in self.trial.gates and not first.finished:
            return
        self.equal = self._play([self.trial.agents] * players, self.trial.games, 1, self._followed())
        self._count(self.equal)
        yield ENDS, self.broken
        yield START, self._one_sided()
        if self.trial.deep:
            self._duel()
            low = wilson(self.figures["skill"] * self.met, self.met)[0]
            yield (
                SKILL,
                ""
                if self.alone or low > 0.5
                else f"a strong player wins {self.figures['skill']:.0%} against a beginner",
            )

        if ENDS in self.trial.gates:
            moves = max(1.0, self.equal.moves.mean)
            self._play(["random"] * players, int(np.clip(_SOUND_MOVES / moves, _FEWEST_SOUND, _MOST_SOUND)), 40)
            yield ENDS, self.broken

    def _followed(self) -> int:
        return self.trial.games if next(iter(self.game.rules.model.of("lead")), None) is not None else 0

    def _trivial(self, first: RandomGames) -> str:
        decisions, players = self.figures["decisions"], self.game.players
        if decisions < 2 * players:
            return f"{decisions:.1f} decisions a game"
        if self.figures["options"] < 1.5:
            return "hardly ever a choice"
        if not self.alone and not first.cooperative and first.finished:
            if first.won.draws >= 0.95 * first.finished:
                return "every game is a draw"
            if max(first.won.wins) >= 0.97 * first.finished:
                return "one seat always wins"
        return ""

    def _count(self, equal: SimulationResult) -> None:
        played = max(1, equal.finished)
        figures = self.figures
        figures["turns"] = equal.turns.mean if equal.finished else 0.0
        figures["draws"] = equal.draws / played
        shares = [equal.win_share(seat) for seat in range(self.game.players)]
        if not self.alone:
            figures["first seat wins"] = shares[0]
            figures["second seat wins"] = equal.wins[1] / played
            fair = 1 / self.game.players
            figures["fairness"] = 1 - max(abs(share - fair) for share in shares) / (1 - fair)
        if equal.course is not None:
            self._follow(equal.course)

    def _follow(self, course: Course) -> None:
        """Drama and changes of the lead, from where the rules count turns anew; and the turns since then."""
        curve = curve_of(course, self.game.players)
        if curve is None:
            return
        found, changes = drama(curve), lead_changes(curve)
        self.figures["drama"] = found.value or 0.0
        self.figures["lead changes"] = changes.part("per moment").value or 0.0
        last = np.array([kept.turns[-1, 3] for kept in course.games], float)
        for name in self.trial.wished:
            off = _OFF.fullmatch(name)
            if off is not None:
                self.figures[name] = float(np.abs(last - int(off["wished"])).mean() / int(off["wished"]))

    def _one_sided(self) -> str:
        if self.alone or self.equal.cooperative:
            return ""
        decided = self.equal.finished - self.equal.draws
        if decided < 0.1 * max(1, self.equal.finished):
            return "nearly every game is a draw"
        most = max(self.equal.wins) / max(1, decided)
        return f"one seat wins {most:.0%} of the decided games" if most > _ONE_SIDED else ""

    # ------------------------------------------------------------ strength

    def _duel(self) -> None:
        self.met = 0
        shares = self._shares(self.trial.strong, self.trial.beginner, 2)
        self.met = len(shares)
        mean = float(np.mean(shares)) if len(shares) else 0.5
        self.figures["skill"] = mean
        spread = float(np.mean((shares - 0.5) ** 2)) if len(shares) else 0.0
        self.figures["luck"] = 1 - (mean - 0.5) ** 2 / spread if spread else 1.0

    def _shares(self, one: str, other: str, part: int) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
        """What a player gets against others, in every seat in turn: 1 for a win, as if there were two at the table."""
        players = self.game.players
        if self.alone:
            return np.zeros(0)
        found: list[float] = []
        each = max(1, self.trial.duels // players)
        for seat in range(players):
            who = [one if place == seat else other for place in range(players)]
            result = self._play(who, each, part + seat)
            share = result.win_share(seat)
            share = share / (share + (1 - share) / (players - 1)) if share else 0.0
            wins, draws = result.wins[seat], result.draws
            if players > 2:
                found += [1.0] * round(share * result.finished) + [0.0] * (
                    result.finished - round(share * result.finished)
                )
            else:
                found += [1.0] * wins + [0.5] * draws + [0.0] * (result.finished - wins - draws)
        return np.array(found)

    def measure(self) -> None:
        """The figures that no gate needed."""
        if self.trial.deep and not self.alone:
            shares = self._shares(self.trial.strong, self.trial.middle, 20)
            self.figures["depth"] = float(np.mean(shares)) if len(shares) else 0.5
        self.figures["quality"] = quality(self.figures)


def _cells(game: Game) -> int:
    """How many cells all boards have."""
    kinds = {
        id(kind): kind for kind in game.rules.model.kinds.values() if kind.geometry is not None and kind.role == "cell"
    }
    return sum(kind.geometry.count for kind in kinds.values() if kind.geometry is not None)


def quality(figures: dict[str, float]) -> float:
    """The harmonic mean of what a good game has: one that lacks in anything is not good.

    >>> round(quality({"fairness": 0.9, "draws": 0.0, "completion": 1.0, "options": 5.0, "skill": 0.75}), 2)
    0.79
    """
    parts = [
        1 - figures.get("draws", 0.0),
        figures.get("completion", 1.0),
        1 - 1 / max(1.0, figures.get("options", 1.0)),
    ]
    if "fairness" in figures:
        parts.append(figures["fairness"])
    if "skill" in figures:
        parts.append(2 * max(0.0, figures["skill"] - 0.5))
    return len(parts) / sum(1 / part for part in parts) if all(part > 0 for part in parts) else 0.0


def curve_of(course: Course, players: int) -> OutcomeCurve | None:
    """The leads of games, as metrics read them; none if nobody has a lead of their own."""
    games = [one for one in course.games if one.winner is not None]
    columns = [place for place, line in enumerate(course.lines) if line.title == LEAD and line.seat is not None]
    if not games or len(columns) != players:
        return None
    lengths = [len(one.values) for one in games]
    values = np.concatenate([one.values[:, columns] for one in games])
    turns = np.concatenate([one.turns for one in games])
    parts = np.zeros((len(games), players))
    parts[np.arange(len(games)), [one.winner for one in games if one.winner is not None]] = 1.0
    whole = np.int64
    curve = OutcomeCurve(
        np.array([one.number for one in games], whole), np.append(0, np.cumsum(lengths)).astype(whole), values, turns[:, 0].astype(whole),
        turns[:, 2].astype(whole), parts, sides=tuple(f"seat {seat + 1}" for seat in range(players)),
    )  # fmt: skip
    restarts = counted_anew(curve, turns[:, 3], turns[:, 2] >= 0)
    return curve.since(restarts) if 0 < len(restarts) <= curve.count else curve


def known_measure(name: str) -> str:
    """A figure's name, checked."""
    if name in MEASURES or _OFF.fullmatch(name):
        return name
    close = nearest(name, MEASURES)
    hint = f"did you mean `{close}`?" if close else f"there are {', '.join(MEASURES)}, and `turns off 16`"
    raise EvolveError(f"no figure of a variant is called `{name}`: {hint}")


@dataclass(frozen=True)
class Ideal:
    """What a figure should be."""

    name: str
    value: float

    @property
    def scale(self) -> float:
        """As far as a figure may be from it."""
        return max(self.value, 1 - self.value) if 0 <= self.value <= 1 else max(1.0, self.value)

    def away(self, figures: Mapping[str, float]) -> float:
        """How far a variant is from it; as far as can be, where the figure is not known."""
        return abs(figures[self.name] - self.value) if self.name in figures else self.scale


_IDEAL = re.compile(r"(?P<name>.+?)\s*(?:=|:|\bat\b)?\s*(?P<value>\d+(?:\.\d+)?)(?P<percent>%?)")


def read_ideals(texts: Sequence[str]) -> tuple[Ideal, ...]:
    """Sentences such as `second seat wins 50%` or `drama 0.1`."""
    found = []
    for text in texts:
        match = _IDEAL.fullmatch(text.strip())
        if match is None:
            raise EvolveError(
                f"`{text}`: name a figure and what it should be, as in `second seat wins 50%` or `drama 0.1`"
            )
        value = float(match["value"]) / (100 if match["percent"] else 1)
        found.append(Ideal(known_measure(" ".join(match["name"].split())), value))
    return tuple(found)


def nearness(figures: Mapping[str, float], ideals: Sequence[Ideal]) -> float:
    """1 − the distance to the ideals, each on a scale of its own: the same for a variant whoever else there is."""
    if not ideals:
        return figures.get("quality", 0.0)
    return 1 - sqrt(sum(min(1.0, one.away(figures) / one.scale) ** 2 for one in ideals) / len(ideals))

"""What a simulation found, with what a reader needs to see it again."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ludwright.statistics import wilson

if TYPE_CHECKING:
    from ludwright.play.simulate import FaultCount, SimulationResult
    from ludwright.play.tally import Lengths, Results


@dataclass(frozen=True)
class Row:
    """What one seat won."""

    name: str
    won: int
    shared: int
    """Of the games it won, those it shared."""
    share: float
    interval: tuple[float, float]


@dataclass(frozen=True)
class Summary:
    """The result of a simulation and how it was asked for."""

    game: str
    """As given on the command line: a name or a path."""
    title: str
    params: dict[str, Any]
    players: int | None
    """As given on the command line."""
    settings: Sequence[str]
    where: Callable[[int], str]
    """A fault's line as file and line."""
    result: SimulationResult
    profile: str | None = None
    """As given on the command line."""

    def show(self, fault: FaultCount) -> str:
        """The command that prints one game with this fault."""
        words = ["ludwright", "trace", self.game, "--seed", str(self.result.seed), "--game", str(fault.examples[0])]
        if not self.at_random:
            words += ["--seats", ",".join(self.result.who)]
        if self.players is not None:
            words += ["--players", str(self.players)]
        for setting in self.settings:
            words += ["--set", setting]
        if self.profile is not None:
            words += ["--profile", self.profile]
        return shlex.join(words)

    def rows(self) -> list[Row]:
        """Who won how many games and which share of all, seat by seat; in one row where all win and lose together."""
        result = self.result
        if result.cooperative:
            won = result.wins[0]
            return [Row("all together", won, 0, won / result.finished, wilson(won, result.finished))]
        return [
            Row(name, result.wins[seat], result.shared[seat], result.win_share(seat), result.win_interval(seat))
            for seat, name in enumerate(self.names)
        ]

    def not_won(self) -> list[str]:
        """How many games were drawn, lost or won by several, and how these count."""
        result = self.result
        alike = ("", "") if result.cooperative else (", each winner having an equal part", ", shared by all")
        told = []
        if result.won.won_by_several and not result.cooperative:
            told.append(f"Won by several: {self._part(result.won.won_by_several)}{alike[0]}")
        if result.draws:
            told.append(f"Drawn: {self._part(result.draws)}{alike[1]}")
        if result.lost_by_all:
            told.append(f"Lost by all: {self._part(result.lost_by_all)}")
        return told

    def _part(self, games: int) -> str:
        return f"{games:,} of {self.result.finished:,} games ({games / self.result.finished:.1%})"

    @property
    def names(self) -> list[str]:
        """The seats, with who sat there unless all played at random."""
        result = self.result
        if self.at_random:
            return list(result.seats)
        return [f"{seat} ({who})" for seat, who in zip(result.seats, result.who, strict=True)]

    @property
    def at_random(self) -> bool:
        """Whether nobody had a plan."""
        return set(self.result.who) <= {"random"}

    @property
    def length(self) -> tuple[str, Lengths]:
        """In what to count how long games are: in moves, or in turns where nobody ever moves."""
        result = self.result
        return ("moves", result.moves) if result.moves.most else ("turns", result.turns)

    def score(self) -> list[str]:
        """The mean result of a game for one, or of a team that plays for points, and how it spreads; there a win share says nothing."""
        results = self.result.results
        if results is None:
            return []
        told = _figure(results)
        low, high = results.interval
        what = "Result" if len(self.result.seats) == 1 else "Common score"
        middle = results.quantile(0.5)
        steps = [("lowest", results.least), ("middle", middle), ("highest", results.most)]
        if middle is not None:
            steps[1:1] = [("a quarter up to", results.quantile(0.25))]
            steps[3:3] = [("three quarters up to", results.quantile(0.75))]
        spread = ", ".join(
            f"{name} {f'{value:,.0f}' if value == int(value) else told(value)}"
            for name, value in steps
            if value is not None
        )
        players = [] if self.at_random else [f"Players: {', '.join(self.names)}"]
        return [
            *players,
            f"{what}: {told(results.mean)} on average, 95% interval {told(low)} to {told(high)}",
            f"Spread: {spread}; standard deviation {told(results.deviation)}",
        ]

    def as_json(self) -> dict[str, Any]:
        """Plain data; only ``seconds`` and ``games_per_second`` differ from run to run."""
        data = {"game": self.title, "players": len(self.result.seats), "params": self.params, **self.result.as_json()}
        if self.profile is not None:
            data["profile"] = self.profile
        for told, fault in zip(data["faults"], self.result.faults, strict=True):
            told["where"] = self.where(fault.line)
            told["show"] = self.show(fault)
        return data


def _figure(results: Results) -> Callable[[float], str]:
    """How to write figures of about this size."""
    whole = results.least == int(results.least) and results.most == int(results.most)
    digits = 2 if whole or max(abs(results.least), abs(results.most)) >= 2 else 4
    return lambda value: f"{value:,.{digits}f}"


def word(value: object) -> str:
    """A parameter's value as the game text writes it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)

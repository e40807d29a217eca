"""What a simulation found, with what a reader needs to see it again."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ludwright.play.simulate import FaultCount, SimulationResult
    from ludwright.play.tally import Lengths, Results


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

    def rows(self) -> list[tuple[str, int]]:
        """Every way a finished game can end, in words, and how many did."""
        result = self.result
        rows = list(zip(self.names, result.wins, strict=True))
        rows.append(("drawn", result.draws))
        if result.lost_by_all:
            rows.append(("lost by all", result.lost_by_all))
        return rows

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

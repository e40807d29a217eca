"""What a simulation found, with what a reader needs to see it again."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ludwright.play import result_tables
from ludwright.play.outcome import MEANING

if TYPE_CHECKING:
    from ludwright.play.simulate import FaultCount, SimulationResult


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

    @property
    def at_random(self) -> bool:
        """Whether nobody had a plan."""
        return result_tables.at_random(self.result)

    @property
    def names(self) -> list[str]:
        """The seats, with who sat there unless all played at random."""
        return result_tables.names(self.result)

    def as_json(self) -> dict[str, Any]:
        """Plain data; only ``seconds`` and ``games_per_second`` differ from run to run."""
        data = {"game": self.title, "players": len(self.result.seats), "params": self.params, **self.result.as_json()}
        if self.profile is not None:
            data["profile"] = self.profile
        for told, fault in zip(data["faults"], self.result.faults, strict=True):
            told["where"] = self.where(fault.line)
            told["meaning"] = MEANING[fault.code]
            told["show"] = self.show(fault)
        return data


def word(value: object) -> str:
    """A parameter's value as the game text writes it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)

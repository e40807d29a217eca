"""What a metagame comes to: who survives, who is left in the long run, what was tried against them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from ludwright.display import Block, Displayed, FinePrint, Picture, TextTable, Title
from ludwright.metagames.answers import Round

LEAST = 0.01
"""A smaller part is not worth a word."""
CARRIES = 0.05
VAGUE = 0.6
"""An interval as wide as that says hardly anything."""
CLEARLY = 0.02
"""Who takes so much more than a fair share where all others play alike beats them."""


@dataclass(frozen=True)
class Part:
    """How much of a mix a player is."""

    agent: str
    share: float
    low: float
    high: float

    @property
    def words(self) -> str:
        """A share and where it lies."""
        return f"{self.share:.0%} ({self.low:.0%} to {self.high:.0%})"

    def as_json(self) -> dict[str, Any]:
        """Plain data."""
        return {"agent": self.agent, "share": self.share, "interval": [self.low, self.high]}


@dataclass(frozen=True, repr=False)
class Metagame(Displayed):
    """Which players survive."""

    title: str
    players: int
    sides: int
    seed: int
    agents: tuple[str, ...]
    parts: tuple[Part, ...]
    """The mix that none of them beats (Nash equilibrium), the greatest part first."""
    long_run: tuple[Part, ...]
    """How much of the time everybody plays like each, where whoever does better is imitated (alpha-rank)."""
    gets: dict[str, float]
    """What each takes against the mix."""
    alone: tuple[tuple[float, ...], ...]
    """For each agent and each other: what it takes where everybody else plays like the other."""
    gain: float
    """How much more the best answer of all agents takes than the mix: how exact the mix is."""
    rounds: tuple[Round, ...]
    games: int
    faults: int = 0
    params: Mapping[str, Any] = field(default_factory=dict)
    interrupted: bool = False

    @property
    def survivors(self) -> list[Part]:
        """The players of the mix."""
        return [part for part in self.parts if part.share >= LEAST]

    @property
    def words(self) -> list[str]:
        """What it comes to, in sentences."""
        return [*self._surviving(), *self._in_the_long_run(), *self._answering()]

    def _surviving(self) -> Iterator[str]:
        survivors = self.survivors
        gone = [f"`{agent}`" for agent in self.agents if agent not in {part.agent for part in survivors}]
        if len(survivors) == 1:
            yield f"`{survivors[0].agent}` is all that survives: among players like it, nobody else gets a fair share"
        else:
            told = ", ".join(f"`{part.agent}` {part.words}" for part in survivors)
            yield f"{len(survivors)} ways to play survive, and keep each other in check: {told}"
        if gone:
            yield f"Not worth playing against these: {', '.join(gone)}"
        if any(part.high - part.low > VAGUE for part in self.parts):
            yield "So few games hardly tell how much of the mix is who: play more at each table"
        if self.gain > 0.01:
            yield f"This mix is not exact: somebody still takes {self.gain:.1%} more than the others"

    def _in_the_long_run(self) -> Iterator[str]:
        left = [part for part in self.long_run if part.share >= CARRIES]
        told = ", ".join(f"`{part.agent}` {part.words}" for part in left)
        if len(left) == 1:
            yield f"If people imitate whoever does better, they end up as `{left[0].agent}`: {left[0].words} of the time"
        else:
            how = (
                "it goes round in circles"
                if self._circling([part.agent for part in left])
                else "none of these drives out the others"
            )
            yield f"If people imitate whoever does better, {how}: {told} of the time"

    def _circling(self, left: Sequence[str]) -> bool:
        """Whether each of some loses to another of them."""
        rows = [self.agents.index(agent) for agent in left]
        return all(
            any(self.alone[other][one] > 1 / self.sides + CLEARLY for other in rows if other != one) for one in rows
        )

    def _answering(self) -> Iterator[str]:
        for number, one in enumerate(self.rounds, 1):
            best = one.tried[0]
            share = f"{best.share:.0%} ({best.low:.0%} to {best.high:.0%}; a fair share is {1 / self.sides:.0%})"
            tried = f"{len(one.tried)} other way{'s' if len(one.tried) > 1 else ''} to play"
            if one.joined is not None:
                yield f"Search {number}: of {tried}, `{best.agent}` beats the mix and joined: it takes {share}"
            else:
                yield f"Search {number}: of {tried}, none surely beats the mix; the best, `{best.agent}`, takes {share}"

    def shown(self) -> Iterator[Block]:
        """What `print` and notebooks show."""
        yield Title(f"{self.title}: which ways to play survive")
        yield from self.words
        rows = [
            [
                part.agent,
                part.words,
                next(one.words for one in self.long_run if one.agent == part.agent),
                f"{self.gets[part.agent]:.0%}",
            ]
            for part in self.parts
        ]
        yield TextTable(["player", "of the mix nobody beats", "in the long run", "takes against the mix"], rows)
        yield Picture(self.svg)
        wrong = f" {self.faults:,} games were stopped by a fault and count for nobody." if self.faults else ""
        yield FinePrint(
            f"{self.games:,} games, {self.players} players, seed {self.seed}. The mix is a Nash equilibrium, the long run alpha-rank; "
            f"intervals (95%) come from drawing every share anew.{wrong}"
        )

    def svg(self) -> str:
        """A picture: who beats whom, and who is left."""
        from ludwright.metagames.picture import picture

        return picture(self)

    def as_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "game": self.title,
            "players": self.players,
            "sides": self.sides,
            "seed": self.seed,
            "params": dict(self.params),
            "agents": list(self.agents),
            "mix": [part.as_json() for part in self.parts],
            "gain": self.gain,
            "alpha_rank": [part.as_json() for part in self.long_run],
            "against_the_mix": self.gets,
            "among": [list(row) for row in self.alone],
            "searches": [one.as_json() for one in self.rounds],
            "words": self.words,
            "games": self.games,
            "faults": self.faults,
            "interrupted": self.interrupted,
        }

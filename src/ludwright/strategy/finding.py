"""Strategies of a game: a population plays, the strongest play themselves, a ladder is climbed, and questions are answered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludwright.display import Block, Displayed
from ludwright.strategy.answers import Answer, answered
from ludwright.strategy.meetings import seats_of
from ludwright.strategy.playing import Budget, Progress, budget

if TYPE_CHECKING:
    from ludwright.game import Game
    from ludwright.metrics import Figure, Measured
    from ludwright.playtests import Playtest
    from ludwright.tournaments import Ladder, Tournament

SECONDS = 30.0


@dataclass(repr=False)
class Strategies(Displayed):
    """What was found, with the games it rests on."""

    title: str
    players: int
    seed: int
    agents: tuple[str, ...]
    answers: list[Answer]
    between: Tournament
    among: Playtest | None = None
    """Games of the strongest among themselves."""
    ladder: Ladder | None = None
    strongest: str = ""
    params: Mapping[str, Any] = field(default_factory=dict)
    interrupted: bool = False

    @property
    def games(self) -> int:
        """How many games were played."""
        own = self.among.tally().games if self.among is not None else 0
        return self.between.games + own + (self.ladder.games if self.ladder is not None else 0)

    @property
    def figures(self) -> list[Figure]:
        """All figures, in the order of the questions."""
        return [figure for answer in self.answers for figure in answer.figures]

    def __getitem__(self, name: str) -> Figure:
        """The figure of a metric."""
        return next(figure for figure in self.figures if figure.name.startswith(name))

    def shown(self) -> Iterator[Block]:
        """What `print` and notebooks show."""
        from ludwright.strategy.answer_tables import blocks

        return blocks(self)

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "game": self.title,
            "players": self.players,
            "seed": self.seed,
            "params": dict(self.params),
            "agents": list(self.agents),
            "strongest": self.strongest,
            "games": self.games,
            "interrupted": self.interrupted,
            "answers": [answer.as_json() for answer in self.answers],
            "ladder": self.ladder.as_json() if self.ladder is not None else None,
        }


def strategies(
    game: str | Path | Game,
    agents: str | Sequence[str] | None = None,
    *,
    players: int | None = None,
    params: Mapping[str, int] | None = None,
    seed: int = 1,
    seconds: float = SECONDS,
    games: int | None = None,
    thoughts: int | None = None,
    climb: bool = True,
    out: str | Path | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
    announce: Any = None,
) -> Strategies:
    """Look for strategies: who beats whom, how winners open, whether one plan always wins, how deep it is, whether games end alike.

    ``agents`` names the population; if not given, it is a search, the obvious plan, chance, the game's bots and personas. As much is played
    as about ``seconds`` allow; ``games`` says it instead, and ``thoughts`` how many play-outs a player may think of. ``out`` keeps the games
    of the strongest among themselves.

    >>> import ludwright
    >>> found = ludwright.strategies("nim", "random,mcts:20", games=40, thoughts=20, climb=False)
    >>> found["dominance"].note
    '`mcts:20` beats all others'
    """
    import ludwright
    from ludwright.tournaments import split_agents

    loaded = game if not isinstance(game, str | Path) else ludwright.load(game, players=players, params=params)
    named = [str(name) for name in split_agents(agents)] if agents is not None else None
    _tell(progress, "finding out how long a game takes", 0, 1)
    plan = budget(loaded, seconds, named, games, thoughts, threads)
    between = ludwright.tournament(
        loaded, list(plan.agents), plan.between, seed, threads=threads, announce=announce,
        progress=lambda done, total: _tell(progress, "games between different players", done, total),
    )  # fmt: skip
    found = Strategies(
        loaded.title, loaded.players, seed, tuple(between.agents), [], between, params=dict(loaded.params), interrupted=between.interrupted
    )  # fmt: skip
    found.strongest = between.ratings[0].agent
    if not found.interrupted:
        _play_among(found, loaded, plan, out, threads, progress)
    if climb and plan.most and not found.interrupted:
        found.ladder = ludwright.ladder(
            loaded, games=plan.rung, most=plan.most, seed=seed, threads=threads,
            progress=lambda doing, done, total: _tell(progress, f"the ladder: {doing}", done, total),
        )  # fmt: skip
        found.interrupted = found.ladder.interrupted
    found.answers = answered(seats_of(between), _evidence(found), found.ladder)
    return found


def _play_among(
    found: Strategies,
    game: Game,
    plan: Budget,
    out: str | Path | None,
    threads: int | None,
    progress: Progress | None,
) -> None:
    """The strongest play themselves."""
    from ludwright.playtests import playtest

    _tell(progress, f"games among {found.strongest}", 0, 1)
    run = playtest(
        game, [found.strongest], plan.equals(found.strongest), seed=found.seed, out=out, threads=threads,
    )  # fmt: skip
    found.among, found.interrupted = run, not run.complete


def _evidence(found: Strategies) -> Any:
    from ludwright.metrics import Evidence

    return Evidence.of(found.among, 0, found.players) if found.among is not None else None


def _tell(progress: Progress | None, doing: str, done: int, total: int) -> None:
    if progress is not None:
        progress(doing, done, max(1, total))


def measured_strategies(found: Strategies, metrics: Sequence[str]) -> Measured:
    """The figures of some metrics as those of a playtest."""
    from ludwright.metrics import Measured, metric

    figures = [(metric(name), found[name]) for name in metrics]
    return Measured(0, found.title, found.players, found.games, found.agents, figures, seed=found.seed)

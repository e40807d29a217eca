"""All figures of a playtest: for every version and every number of players."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import polars as pl

from ludwright.display import Block, Displayed, as_html, as_text
from ludwright.metrics.catalogue import GROUPS, METRICS, Metric, metric
from ludwright.metrics.evidence import Evidence, NoEvidenceError
from ludwright.metrics.figure import Figure
from ludwright.mistakes import nearest

_HASH = 8
Progress = Callable[[str, int, int], None]
"""Called with what is being measured, how many figures there are already, and how many there will be; while games are played again for
one, with how many of these were and will be."""


@dataclass(repr=False)
class Measured(Displayed):
    """The figures of games of one version with one number of players."""

    version: int
    version_name: str
    players: int
    games: int
    agents: tuple[str, ...]
    figures: list[tuple[Metric, Figure]] = field(default_factory=list)
    curve: str = ""
    """How the chances to win were estimated."""
    curve_error: Figure | None = None
    seed: int = 0
    rules: str = ""
    """Tells versions of the game's text apart."""

    def __getitem__(self, name: str) -> Figure:
        """The figure of a metric."""
        wanted = metric(name)
        return next(figure for one, figure in self.figures if one is wanted)

    def of_group(self, group: str) -> Iterator[tuple[Metric, Figure]]:
        """The figures of a group."""
        return ((one, figure) for one, figure in self.figures if one.group == group)

    def shown(self) -> Iterator[Block]:
        """What `print` and notebooks show."""
        from ludwright.metrics.metric_rows import blocks

        return blocks(self)

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "version": self.version,
            "version_name": self.version_name,
            "players": self.players,
            "games": self.games,
            "agents": list(self.agents),
            "seed": self.seed,
            "rules": self.rules,
            "curve": self.curve,
            "curve_error": self.curve_error.as_json() if self.curve_error is not None else None,
            "figures": [{"metric": one.name, "group": one.group, **figure.as_json()} for one, figure in self.figures],
        }


class Measurements(list[Measured]):
    """What was measured, a version and a number of players at a time; a list that notebooks and `print` can show."""

    def shown(self) -> Iterator[Block]:
        """What `print` and notebooks show."""
        return (block for measured in self for block in measured.shown())

    def __str__(self) -> str:
        return as_text(self.shown())

    def _repr_html_(self) -> str:
        return as_html(self.shown())


def measure(
    run: Any,
    metrics: Sequence[str] | None = None,
    *,
    oracle: str | None = None,
    sample: int | None = None,
    preferred: float | None = None,
    seconds: float | None = None,
    ladder: Any = None,
    progress: Progress | None = None,
) -> Measurements:
    """Measure a playtest: every version and number of players by itself.

    ``metrics`` names metrics or groups of them; all if not given. ``oracle`` (such as ``playouts:100`` or ``mcts:200``) estimates chances
    instead of the game's lead; where there is neither, a few play-outs do if games are short. ``sample`` games are played
    again where something has to be looked up; as many as are soon played if it is not said. Every figure tells how many games it is made
    of: ``looked_at``. ``preferred`` is how many turns a game should take, ``seconds`` how long a decision
    takes, ``ladder`` one that was climbed with this game.
    """
    if sample is not None and sample < 1:
        raise NoEvidenceError(f"a sample has one game or more, not {sample}")
    chosen = chosen_metrics(metrics)
    tables = sorted({(cell.version, cell.players) for cell in run.cells})
    found = Measurements()
    for place, (version, players) in enumerate(tables):
        evidence = Evidence.of(
            run, version, players, oracle=oracle, sample=sample, capped=sample is None, ladder=ladder, playing_on=True
        )
        seated = [cell.agents for cell in run.cells if (cell.version, cell.players) == (version, players)]
        agents = tuple(dict.fromkeys(agent for cell in seated for agent in cell))
        own = Measured(version, run.versions[version].name, players, len(evidence.games), agents, seed=run.plan.seed)
        own.rules = run.versions[version].text_hash[:_HASH]
        for number, one in enumerate(chosen):
            if progress is not None:
                progress(one.name, place * len(chosen) + number, len(tables) * len(chosen))
                evidence.report = partial(_played_again, progress, one.name)
            own.figures.append((one, one.of(evidence, preferred=preferred, seconds=seconds)))
        if any("curve" in one.needs for one in chosen):
            _tell_curve(own, evidence)
        found.append(own)
    return found


def tension_of(run: Any, game: int | None = None, *, oracle: str | None = None) -> tuple[int, str, pl.DataFrame]:
    """Suspense and surprise of a game, moment by moment and seat by seat: its number, the unit of its moments, and the columns of TENSION.

    The game with the most surprise is taken if none is named.
    """
    from ludwright.metrics.tension import course_of_tension, surprise

    cell = run.cell_of(game) if game is not None else run.cells[0]
    curve = Evidence.of(run, cell.version, cell.players, oracle=oracle, playing_on=True).curve
    shown = surprise(curve).witnesses
    if game is None:
        if not shown:
            raise NoEvidenceError(curve.missing if not curve.count else "in no game did chances ever change")
        game = shown[0].game
    return game, curve.unit, course_of_tension(curve, game)


def _played_again(progress: Progress, name: str, done: int, games: int) -> None:
    progress(f"{name}: game {done:,} of {games:,}", done, games)


def _tell_curve(measured: Measured, evidence: Evidence) -> None:
    curve = evidence.curve
    if curve.count:
        measured.curve, measured.curve_error = curve.how, curve.error


def chosen_metrics(names: Sequence[str] | None) -> list[Metric]:
    """The metrics that some names of metrics or groups stand for, in the order of the catalogue; the first words of several stand for all of these.

    >>> [one.name for one in chosen_metrics(["deviation"])]
    ['deviation of scores', 'deviation of turns', 'deviation of moves']
    """
    if not names:
        return list(METRICS)
    wanted: set[str] = set()
    for name in names:
        if name in GROUPS:
            wanted |= {one.name for one in METRICS if one.group == name}
            continue
        words = name.replace("_", " ")
        begun = {one.name for one in METRICS if one.name.startswith(f"{words} ")}
        if begun and words not in {one.name for one in METRICS}:
            wanted |= begun
            continue
        close = nearest(name, GROUPS)
        if close and not any(one.name == words for one in METRICS):
            raise NoEvidenceError(f"there is no metric `{name}`: did you mean the group `{close}`?")
        wanted.add(metric(name).name)
    return [one for one in METRICS if one.name in wanted]

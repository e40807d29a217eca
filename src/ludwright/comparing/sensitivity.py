"""Which parameter moves which metric: one at a time, and by how much of the variation comes from each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ludwright.comparing.blocks import Blocked, Progress, blocked
from ludwright.comparing.difference import CHANGED, Difference, difference, judged
from ludwright.comparing.looks import Key, told
from ludwright.comparing.margins import MATTERS, SHARE_MATTERS
from ludwright.comparing.mistakes import ComparisonError
from ludwright.comparing.sides import SeatingPlan, read_table
from ludwright.comparing.variance import Index, Shares, shares
from ludwright.comparing.varying import Design, design, varied
from ludwright.comparing.wording import number
from ludwright.display import Block, Displayed
from ludwright.game import Game, load
from ludwright.metrics.evidence import Evidence
from ludwright.metrics.figure import Figure
from ludwright.metrics.intervals import Numbers
from ludwright.metrics.measuring import chosen_metrics
from ludwright.playtests import Playtest, playtest

if TYPE_CHECKING:
    from ludwright.charts import Chart

QUICK = (
    "completion", "draws", "shared wins", "scores", "deviation of scores", "seat shares", "duration in turns", "deviation of turns", "duration in moves", "drama of the lead",
    "lead changes of the lead", "decision space", "genuine decisions", "decisions a turn", "action entropy", "runaway leader", "downtime",
    "elimination", "faults",
)  # fmt: skip
"""The metrics that are measured if none are named: all that need no second look at the games."""
_BLOCKS = 10


@dataclass(frozen=True)
class Effect:
    """What one parameter does to one figure, all others being as they are."""

    param: str
    key: Key
    values: tuple[int, ...]
    """Of the parameter."""
    figures: tuple[Figure, ...]
    """At each of them."""
    over_range: Difference
    """How much the figure changes from the least value to the largest, along the straight line of least squares."""

    @property
    def name(self) -> str:
        """The figure."""
        return told(self.key)

    @property
    def slope(self) -> float:
        """For each step of one of the parameter."""
        return (self.over_range.value or 0.0) / (self.values[-1] - self.values[0])

    @property
    def range(self) -> float:
        """Between the smallest figure and the largest."""
        found = [figure.value for figure in self.figures if figure.value is not None]
        return max(found) - min(found)

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        line, width = self.over_range, self.values[-1] - self.values[0]
        ends = None if line.low is None or line.high is None else [line.low / width, line.high / width]
        return {
            "parameter": self.param, "metric": self.key[0], "part": self.key[1] or None, "unit": line.unit,
            "values": list(self.values), "figures": [figure.value for figure in self.figures], "slope": self.slope,
            "interval": ends, "range": self.range, "p": line.chance, "p_corrected": line.corrected, "state": line.state,
        }  # fmt: skip


@dataclass(frozen=True, repr=False)
class Sensitivity(Displayed):
    """What the parameters of a game do."""

    title: str
    design: Design
    games: int
    agents: tuple[str, ...]
    effects: tuple[Effect, ...]
    """The sure ones first, the largest of them first."""
    shares: Mapping[Key, Shares]
    """Of figures that surely vary: where that comes from."""
    complete: bool = True
    """Whether all versions were played; else what could be told by then."""

    @property
    def sentence(self) -> str:
        """What moves most."""
        sure = [one for one in self.effects if one.over_range.state == CHANGED and one.over_range.size >= 1]
        if not sure:
            return f"No parameter of {self.title} surely moves any of {len({one.key for one in self.effects})} figures so much that it matters."
        first: dict[str, Effect] = {}
        for one in sorted(sure, key=lambda one: one.key[1] != ""):
            first.setdefault(one.param, one)
        most = next(iter(first)) if len(self.design.names) > 1 else ""
        moved = [
            f"`{name}` {'matters most: it ' if name == most else ''}moves {one.name} ({_course(one)})"
            for name, one in first.items()
        ]
        still = [name for name in self.design.names if name not in first]
        rest = f"; nothing that matters is surely moved by {', '.join(f'`{name}`' for name in still)}" if still else ""
        return f"In {self.title}, {'; '.join(moved)}{rest}."

    @property
    def basis(self) -> str:
        """What it rests on."""
        played = f"{self.games:,} games of each of {len(self.design.versions)} versions, by {', '.join(dict.fromkeys(self.agents))}, with the same deals"
        return (
            f"{played}; variation over {self.design.how}."
            if self.design.spread
            else f"{played}. {self.design.left_out}."
        )

    def share_of(self, metric: str, param: str, part: str = "") -> tuple[Index, Index]:
        """How much of a figure's variation comes from a parameter: alone, and in all."""
        if (metric, part) not in self.shares or param not in self.design.names:
            raise ComparisonError(f"nothing is known of what `{param}` does to {told((metric, part))}")
        found = self.shares[metric, part]
        return found.first[param], found.total[param]

    def shown(self) -> Iterator[Block]:
        """What `print` and notebooks show."""
        from ludwright.comparing.tables import sensitivity_blocks

        return sensitivity_blocks(self)

    def chart(self) -> Chart:
        """A heat map: how much of each figure's variation comes from each parameter, in all."""
        import polars as pl

        from ludwright.charts import draw

        rows = [
            {"figure": told(key), "parameter": name, "share": found.total[name].value}
            for key, found in self.shares.items()
            for name in self.design.names
        ]
        frame = pl.DataFrame(rows, schema={"figure": pl.String, "parameter": pl.String, "share": pl.Float64})
        note = f"How much of a figure's variation would be left if all other parameters were fixed. {self.basis}"
        return draw(
            frame, "heat", x="parameter", y="figure", colour="share", shares=True, title=f"{self.title}: what moves what",
            x_title="", y_title="", colour_title="share of the variation", note=note, width=640,
        )  # fmt: skip

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "game": self.title, "sentence": self.sentence, "basis": self.basis, "games": self.games,
            "versions": [dict(zip(self.design.names, version, strict=True)) for version in self.design.versions],
            "base": dict(zip(self.design.names, self.design.base, strict=True)),
            "effects": [one.as_json() for one in self.effects],
            "variation": [
                {"metric": key[0], "part": key[1] or None, "variance": found.variance, "parameters": {
                    name: {"first": _plain(found.first[name]), "total": _plain(found.total[name])} for name in self.design.names}}
                for key, found in self.shares.items()
            ],
        }  # fmt: skip


def _plain(index: Index) -> dict[str, Any]:
    return {"value": index.value, "interval": [index.low, index.high]}


def _course(one: Effect) -> str:
    unit = one.over_range.unit
    ends = f"{number(one.figures[0].value, unit)} → {number(one.figures[-1].value, unit)}"
    spelled = "" if unit in ("", "share") else f" {unit}"
    return f"{ends}{spelled} from {one.values[0]} to {one.values[-1]}"


def sensitivity(
    game: Game | str | Path,
    vary: Mapping[str, Sequence[int]] | None = None,
    *,
    agents: str | Sequence[str] = "random",
    games: int = 300,
    players: int | None = None,
    seatings: str = "rotate",
    seed: int = 1,
    params: Mapping[str, int] | None = None,
    metrics: Sequence[str] | None = None,
    rows: int | None = None,
    sample: int = 100,
    threads: int | None = None,
    progress: Progress | None = None,
) -> Sensitivity:
    """Which parameter moves which metric.

    ``vary`` has the values of each parameter; if not given, all are varied: the ends of their ranges, and what they are anyway. Every version
    is played with the same deals. All combinations are played if they are 64 at most; else, or if ``rows`` is said, a sample of (k + 2) · rows of
    them, k being the number of parameters. Where a large game would have to be compiled for most of them, and ``rows`` is not said, each parameter
    is varied by itself only. ``metrics`` names metrics or groups of them; those that are quick if not given.

    >>> import ludwright
    >>> found = ludwright.sensitivity("pig", {"goal": [40, 60]}, games=60, metrics=["duration in turns"])
    >>> found.effects[0].over_range.state, found.effects[0].slope > 0
    ('changed', True)
    """
    table = read_table(agents, games, players, seatings, seed, threads)
    chosen = chosen_metrics(list(metrics or QUICK))
    named = len(table.agents) if len(table.agents) > 1 else None
    if isinstance(game, Game):  # as it is set, unless something else is said
        params, named = {**game._set, **(params or {})}, named or game.players
    loaded = load(game.description if isinstance(game, Game) else game, players=players or named, params=params)
    plan = design(loaded, varied(loaded, vary), rows)
    seats = replace(table, players=(loaded.players,))
    found = _played(loaded, seats, plan, params or {}, chosen, sample, progress)
    complete = len(found) == len(plan.versions)
    effects = _effects(plan, found, games)
    if not complete and not effects:
        raise KeyboardInterrupt
    parts = _shares(plan, found) if complete else {}
    return Sensitivity(loaded.title, plan, games, table.agents, effects, parts, complete)


def _played(
    game: Game, table: SeatingPlan, plan: Design, params: Mapping[str, int], chosen: Sequence[Any], sample: int, progress: Progress | None
) -> list[Blocked]:  # fmt: skip
    """The versions one after the other; interrupted by the user, those that are done."""
    found: list[Blocked] = []
    runs: list[Playtest] = []  # held, as what is compiled for one serves others
    try:
        for place, setting in enumerate(plan.versions):
            if progress is not None:
                progress("playing and measuring", place, len(plan.versions))
            own = {**params, **dict(zip(plan.names, setting, strict=True))}
            runs.append(_run(game, table, own))
            found.append(_measured(runs[-1], table, chosen, sample))
    except KeyboardInterrupt:
        pass
    return found


def _run(game: Game, table: SeatingPlan, params: Mapping[str, int]) -> Playtest:
    run = playtest(
        game.description, table.agents, table.games, players=table.players, seatings=table.seatings, seed=table.seed, params=params,
        threads=table.threads,
    )  # fmt: skip
    if not run.complete:
        raise KeyboardInterrupt
    return run


def _measured(run: Playtest, table: SeatingPlan, chosen: Sequence[Any], sample: int) -> Blocked:
    evidence = Evidence.of(run, 0, table.players[0], sample=sample)
    return blocked(evidence, [(metric, metric.of(evidence)) for metric in chosen], blocks=_BLOCKS)


def _effects(plan: Design, found: Sequence[Blocked], games: int) -> tuple[Effect, ...]:
    effects: dict[tuple[str, Key], Effect] = {}
    lines = []
    for name in plan.names:
        values, places = zip(*plan.line(name), strict=True)
        if max(places) >= len(found):  # interrupted before
            continue
        for key in _common(found, places):
            figures = tuple(found[place].figures[key] for place in places)
            pseudo = np.array([found[place].pseudo[key] for place in places])
            line = _line(key, values, figures, pseudo, found[places[0]].deals)
            effects[name, key] = Effect(name, key, values, figures, line)
            lines.append((name, replace(line, key=(name, f"{key[0]}\n{key[1]}"))))
    judged_lines = judged([line for _, line in lines], games)
    ordered = []
    for line in judged_lines:
        metric, _, part = line.key[1].partition("\n")
        one = effects[line.key[0], (metric, part)]
        ordered.append(replace(one, over_range=replace(line, key=(metric, part))))
    return tuple(ordered)


def _common(found: Sequence[Blocked], places: Sequence[int]) -> list[Key]:
    """The figures that are known in all of some versions."""
    first, *rest = (found[place] for place in places)
    return [key for key in first.figures if key in first.pseudo and all(key in other.pseudo for other in rest)]


def _line(key: Key, values: Sequence[int], figures: Sequence[Figure], pseudo: Numbers, deals: int) -> Difference:
    """The change from the least to the largest value along the line of least squares, as a difference of its two ends."""
    steps = np.asarray(values, float)
    away = steps - steps.mean()
    weights = away / (away**2).sum() * (steps[-1] - steps[0])
    change = float(weights @ np.array([figure.value for figure in figures], float))
    ends = replace(figures[0], value=0.0), replace(figures[-1], value=change)
    found = difference(key, *ends, (np.zeros(pseudo.shape[1]), weights @ pseudo), deals)
    middle = float(np.mean([figure.value or 0.0 for figure in figures]))
    return replace(found, a=replace(ends[0], value=middle - change / 2), b=replace(ends[1], value=middle + change / 2))


def _shares(plan: Design, found: Sequence[Blocked]) -> dict[Key, Shares]:
    """Where the variation comes from, of figures that surely vary, and so much that it matters."""
    shown: dict[Key, Shares] = {}
    if not plan.spread:
        return shown
    for key in _common(found, plan.spread):
        values = np.array([found[place].pseudo[key] for place in plan.spread])
        own = shares(plan.names, values, plan.parts)
        figure = found[0].figures[key]
        matters = SHARE_MATTERS if figure.unit == "share" else MATTERS * abs(float(values.mean()))
        if own.certain and own.variance > (matters / 4) ** 2:
            shown[key] = own
    return shown

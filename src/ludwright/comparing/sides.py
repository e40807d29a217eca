"""The two that are compared: games that are played now with the same deals, or playtests that were kept."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ludwright.agents.texts import split, strangers
from ludwright.comparing.blocks import Progress
from ludwright.comparing.mistakes import ComparisonError
from ludwright.game import Game, described, player_range
from ludwright.language.source import Description
from ludwright.playtests import Playtest, PlaytestError, open_run, playtest
from ludwright.playtests.shelf import find_run
from ludwright.playtests.source import FOLDER, read_sources

Source = str | Path | Game | Description | Playtest


@dataclass(frozen=True)
class SeatingPlan:
    """Who plays how many games."""

    agents: tuple[str, ...] = ("random",)
    games: int = 1_000
    players: tuple[int, ...] = ()
    """Empty: the fewest that both games allow."""
    seatings: str = "rotate"
    seed: int = 1
    threads: int | None = None


@dataclass(frozen=True)
class Side:
    """One of the two."""

    run: Playtest
    version: int
    label: str
    """What it is called, beside A or B."""
    text: str
    """Its rules."""
    stopped: bool = False
    """Whether the user interrupted its games just now."""

    @property
    def deals(self) -> tuple[int, frozenset[tuple[int, tuple[str, ...], int]]]:
        """What decides whether its games have the same deals as others: the seed, and who sat where from which deal on."""
        cells = [cell for cell in self.run.cells if cell.version == self.version]
        return self.run.seed, frozenset((cell.players, cell.agents, cell.deal) for cell in cells)


def opened(source: Source) -> Source:
    """A kept playtest if there is one of that name, else what was given."""
    if isinstance(source, str):
        try:
            folder = find_run(source)
        except PlaytestError:
            return source
        return open_run(folder)
    if isinstance(source, Path) and source.is_dir():
        return open_run(source)
    return source


def sides(
    a: Source,
    b: Source | None,
    table: SeatingPlan,
    settings: tuple[Mapping[str, int], Mapping[str, int]],
    progress: Progress | None,
) -> tuple[Side, Side]:
    """Both sides, played if they are not kept."""
    first, second = opened(a), None if b is None else opened(b)
    if second is None:
        if isinstance(first, Playtest):
            return _versions(first)
        if dict(settings[0]) == dict(settings[1]):
            raise ComparisonError(
                "the two are the same game: name another one, or say what is set otherwise, as in `--b goal=50`"
            )
        second = first
    kept = next((one for one in (first, second) if isinstance(one, Playtest)), None)
    if kept is not None:
        table = _as_in(kept, table)
    table = _seated((first, second), table)
    found = [
        _kept(one, own, name) if isinstance(one, Playtest) else _played(one, own, table, name, progress)
        for one, own, name in zip((first, second), settings, "AB", strict=True)
    ]
    return _told_apart(found[0], found[1])


def _versions(run: Playtest) -> tuple[Side, Side]:
    """The first two versions of one playtest."""
    if len(run.versions) != 2:
        many = "one version" if len(run.versions) == 1 else f"{len(run.versions)} versions"
        raise ComparisonError(f"a playtest of two versions can be compared by itself; {run.folder} has {many}")
    one, other = (_side(run, version) for version in (0, 1))
    return replace(one, label=run.versions[0].name), replace(other, label=run.versions[1].name)


def _kept(run: Playtest, settings: Mapping[str, int], name: str) -> Side:
    if len(run.versions) > 1:
        fitting = [one for one in run.versions if settings and settings.items() <= one.params.items()]
        if len(fitting) != 1:
            names = "; ".join(version.name for version in run.versions)
            raise ComparisonError(
                f"{run.folder} has several versions ({names}): say which by its settings, as in `--{name.lower()} NAME=VALUE`"
            )
        return _side(run, fitting[0].index)
    if any(run.versions[0].params.get(setting) != value for setting, value in settings.items()):
        raise ComparisonError(f"{run.folder} was played already: its parameters can't be set any more")
    return _side(run, 0)


def _side(run: Playtest, version: int) -> Side:
    own = run.versions[version]
    description = read_sources(run.folder / FOLDER, run.plan)[own.main]
    return Side(run, version, description.title, rules_text(description, own.params))


def rules_text(description: Description, params: Mapping[str, int]) -> str:
    """All files of a game, one after the other, with what is set in its place."""
    parts = []
    for place, (name, content) in enumerate(description.contents.items()):
        text = content.decode("utf-8", "replace").rstrip()
        parts.append(text if not place else f"# file {name}\n{text}")
    text, left = "\n\n".join(parts), []
    for name, value in sorted(params.items()):
        found = re.search(rf"^\s*param\s+{re.escape(name)}\s*=\s*(-?\d+|yes|no)\b", text, flags=re.MULTILINE)
        if found is None:
            left.append(f"{name} = {value}")
        else:
            text = text[: found.start(1)] + _as_written(value, found[1]) + text[found.end(1) :]
    return "\n".join([text, *(["", "# set", *left] if left else [])]) + "\n"


def _as_written(value: int, before: str) -> str:
    """A value in the words of the one it takes the place of."""
    return ("yes" if value else "no") if before in ("yes", "no") else str(value)


def _as_in(run: Playtest, table: SeatingPlan) -> SeatingPlan:
    """The table of a kept playtest, for the game that is compared with it."""
    players = tuple(sorted({cell.players for cell in run.cells}))
    plan = run.plan
    own = strangers(plan.agents, table.agents)
    if own:  # code of others runs only when it is asked for by name
        raise ComparisonError(
            f'a player out of a file played there: name it again, `--agents "{own[0]}"`, if you trust it'
        )
    return replace(table, agents=plan.agents, games=plan.games, players=players, seatings=plan.seatings, seed=plan.seed)


def _seated(both: Sequence[Source], table: SeatingPlan) -> SeatingPlan:
    if table.players:
        return table
    least = [player_range(_description(one))[0] for one in both if not isinstance(one, Playtest)]
    loaded = [one.players for one in both if isinstance(one, Game)]
    named = len(table.agents) if table.seatings != "all" else 0
    return replace(table, players=(max([*least, *loaded, named]),))


def _description(source: Source) -> Description:
    return source.description if isinstance(source, Game) else described(source)


def _played(
    source: Source, settings: Mapping[str, int], table: SeatingPlan, name: str, progress: Progress | None
) -> Side:
    assert not isinstance(source, Playtest)
    run = playtest(
        source, table.agents, table.games, players=table.players, seatings=table.seatings, seed=table.seed,
        params=settings, threads=table.threads,
        progress=None if progress is None else lambda standing: progress(f"playing {name}", standing.done, standing.asked),
    )  # fmt: skip
    if not run.complete and (name == "A" or not run.tally().games):
        raise KeyboardInterrupt
    return replace(_side(run, 0), stopped=not run.complete)


def _told_apart(a: Side, b: Side) -> tuple[Side, Side]:
    """With what is set, where that or the titles' being the same asks for it."""
    of_a, of_b = (side.run.versions[side.version].params for side in (a, b))
    labels = []
    for side, own, other in ((a, of_a, of_b), (b, of_b, of_a)):
        special = [f"{name}={value}" for name, value in own.items() if other.get(name) != value]
        labels.append(", ".join([side.label, *special]))
    if labels[0] == labels[1]:
        labels = [_folder_or_file(label, side) for label, side in zip(labels, (a, b), strict=True)]
    return replace(a, label=labels[0]), replace(b, label=labels[1])


def _folder_or_file(label: str, side: Side) -> str:
    main = side.run.versions[side.version].main.removesuffix(".game")
    return f"{label} ({main})" if main else label


def read_table(
    agents: str | Sequence[str], games: int, players: int | Sequence[int] | None, seatings: str, seed: int, threads: int | None
) -> SeatingPlan:  # fmt: skip
    """A table from what was said about it."""
    who = tuple(split(agents) if isinstance(agents, str) else agents)
    counts = () if players is None else (players,) if isinstance(players, int) else tuple(players)
    return SeatingPlan(who, games, counts, seatings, seed, threads)

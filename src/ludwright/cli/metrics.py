"""``ludwright metrics``: the figures of a playtest or a game, each with its interval and a game that shows it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludwright.cli.manners import FINE, INTERRUPTED, complain
from ludwright.cli.options import Json, Seed, Settings, read_settings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludwright.metrics import Measured
    from ludwright.playtests import Playtest

_BETWEEN = {"skill", "strategy"}
"""Groups that need different players: whoever asks for them by name gets a population."""
_RESULTS = {"games", "seats"}
"""Whoever interrupts the games does not want to wait any longer: what is read off their results is told at once."""


def metrics(
    what: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME|RUN",
            help="A game, which is played first, or the folder of a playtest or its name in runs/. Without it: list the metrics.",
        ),
    ] = None,
    which: Annotated[
        list[str] | None, typer.Argument(metavar="[METRIC...]", help="Metrics or groups of them; default: all.")
    ] = None,
    oracle: Annotated[
        str | None,
        typer.Option(
            "--oracle", metavar="WHO", help="Who estimates chances: playouts:100, mcts:200. Default: the lead."
        ),
    ] = None,
    sample: Annotated[
        int | None,
        typer.Option(
            "--sample",
            min=1,
            help="How many games are played again, where that is needed; default: as many as are soon played.",
        ),
    ] = None,
    turns: Annotated[float | None, typer.Option("--turns", min=1, help="How many turns a game should take.")] = None,
    seconds: Annotated[
        float | None, typer.Option("--seconds", min=0, help="How long a decision takes; default: 10.")
    ] = None,
    parts: Annotated[
        bool, typer.Option("--parts", help="Also by seat, by third of the game, by action and so on, and games to see.")
    ] = False,
    chart: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Draw suspense and surprise of a game, seat by seat: .svg, .png, .html or .pdf."
        ),
    ] = None,
    game: Annotated[
        int | None, typer.Option("--game", "-g", min=0, help="--chart: which game; default: the most surprising one.")
    ] = None,
    agents: Annotated[
        str | None, typer.Option("--agents", "-a", metavar="A,B", help="Of a game: who plays; default: random.")
    ] = None,
    games: Annotated[
        int | None, typer.Option("--games", "-n", min=1, help="Of a game: how many are played; default: 1,000.")
    ] = None,
    players: Annotated[
        str | None,
        typer.Option("--players", "-p", metavar="2,3", help="Of a game: how many play; default: the fewest."),
    ] = None,
    seed: Seed = 1,
    settings: Settings = None,
    as_json: Json = False,
) -> int:
    """Measure a game or a playtest: whether it ends, who wins, how dramatic it is, what is chosen, what is never used."""
    from ludwright.cli.printing import print_json
    from ludwright.metrics.measuring import chosen_metrics

    if what is None:
        return _list(as_json)
    chosen = [one.name for one in chosen_metrics(which)]
    run = _opened(what)
    given = {"--agents": agents, "--games": games, "--players": players, "--set": settings}
    if run is not None and (wrong := next((name for name, value in given.items() if value is not None), None)):
        raise typer.BadParameter(f"`{what}` is a playtest, whose games are played already", param_hint=wrong)
    if game is not None and chart is None:
        raise typer.BadParameter("it says which game --chart draws", param_hint="--game")
    measuring = {"chart": (chart, game), "oracle": oracle, "sample": sample, "preferred": turns, "seconds": seconds}
    if run is not None:
        found, title, complete = _measured(run, chosen, measuring), run.title, True
    else:
        groups = _BETWEEN if which and agents is None else set()
        found, title, complete = _played(what, chosen, groups, measuring, agents, games, players, seed, settings)
    if as_json:
        print_json({"game": title, "measured": [measured.as_json() for measured in found]})
    else:
        _print(title, found, parts)
    if not complete:
        complain("interrupted: this is what the results of the games played so far tell")
        return INTERRUPTED
    return FINE


def _opened(name: str) -> Playtest | None:
    """A playtest if there is one of that name; None for a game."""
    from ludwright.game import UnknownGameError, find
    from ludwright.playtests import PlaytestError, open_run
    from ludwright.playtests.shelf import find_run

    try:
        folder = find_run(name)
    except PlaytestError as error:
        try:
            find(name)
        except UnknownGameError:
            raise PlaytestError(f"{error}\nThere is no game of that name either (`ludwright games`)") from None
        return None
    return open_run(folder)


def _measured(run: Playtest, chosen: Sequence[str], measuring: dict[str, Any]) -> list[Measured]:
    from ludwright.cli.progress import proofs_bar
    from ludwright.metrics import measure

    chart, game = measuring["chart"]
    with proofs_bar() as progress:
        found = measure(
            run, chosen, progress=progress, **{name: value for name, value in measuring.items() if name != "chart"}
        )
    if chart is not None:
        from ludwright.charts.tension import draw_tension
        from ludwright.metrics.measuring import tension_of

        number, unit, course = tension_of(run, game, oracle=measuring["oracle"])
        draw_tension(course, number, unit, note=run.title).save(chart)
    return found


def _played(
    game: str,
    chosen: Sequence[str],
    groups: set[str],
    measuring: dict[str, Any],
    agents: str | None,
    games: int | None,
    players: str | None,
    seed: int,
    settings: list[str] | None,
) -> tuple[list[Measured], str, bool]:
    """Measure a game that is played now: the figures, its title, and whether all games were played."""
    import ludwright
    from ludwright.cli.playtest import read_counts
    from ludwright.cli.playtests import playtest_bar
    from ludwright.cli.progress import announce_kernels, proofs_bar
    from ludwright.metrics import metric
    from ludwright.strategy import measured_strategies

    between = [name for name in chosen if metric(name).group in groups]
    others = [name for name in chosen if name not in between]
    params, counts = read_settings(settings), read_counts(players)
    found: list[Measured] = []
    title, complete = game, True
    if others:
        with playtest_bar() as progress:
            run = ludwright.playtest(
                game, agents or "random", games or 1_000, players=counts, seed=seed, params=params, progress=progress,
                announce=announce_kernels,
            )  # fmt: skip
        title, complete = run.title, run.complete
        wanted = others if complete else [name for name in others if set(metric(name).needs) <= _RESULTS]
        found = _measured(run, wanted, measuring) if wanted else []
    tables: list[int | None] = [*counts] if counts else [None]
    for count in tables if between and complete else []:
        with proofs_bar() as doing:
            played = ludwright.strategies(
                game, players=count, params=params, seed=seed, games=games, progress=doing, announce=announce_kernels,
                climb="ladder depth" in between,
            )  # fmt: skip
        found.append(measured_strategies(played, between))
        title, complete = played.title, complete and not played.interrupted
    return found, title, complete


def _list(as_json: bool) -> int:
    from ludwright.cli.printing import print_json
    from ludwright.metrics import METRICS

    if as_json:
        print_json(
            [{"name": m.name, "group": m.group, "meaning": m.meaning, "definition": m.definition} for m in METRICS]
        )
        return FINE
    from ludwright.cli.figures import print_catalogue
    from ludwright.cli.printing import console

    print_catalogue(console())
    return FINE


def _print(title: str, found: Sequence[Measured], parts: bool) -> None:
    from rich.markup import escape

    from ludwright.cli.figures import print_measured
    from ludwright.cli.printing import console

    out = console()
    several = len({measured.version_name for measured in found}) > 1
    for place, measured in enumerate(found):
        if place:
            out.print()
        print_measured(title + (f" ({measured.version_name})" if several else ""), measured, parts, out)
    out.print()
    for line in _more(found, parts):
        out.print(f"[dim]{escape(line)}[/dim]")


def _more(found: Sequence[Measured], parts: bool) -> list[str]:
    """How to get more."""
    lines = [
        "After each value: its 95% interval. `ludwright metrics` tells what each means.",
        *([] if parts else ["`--parts` adds what figures are made of, and games to look at; `--json` has all."]),
    ]
    looked_at = [figure.looked_at for measured in found for _, figure in measured.figures if figure.looked_at]
    if any(games < of for games, of in looked_at):
        lines.append("`--sample N` plays N games again where something has to be looked up, however long that takes.")
    names = {metric.name for measured in found for metric, figure in measured.figures if not figure.known}
    if "dominance" in names:
        lines.append("Skill and strategy need different players: `ludwright strategies GAME`.")
    if "drama" in names:
        lines.append("Chances of a game without `lead` are estimated by `--oracle playouts:50`.")
    return lines

"""``ludwright learn``: a player learns a game by playing against itself."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ludwright.cli.manners import FINE, INTERRUPTED, complain
from ludwright.cli.options import GameName, Json, Players, Profile, Seed, Settings, read_settings

if TYPE_CHECKING:
    from rich.console import Console

    from ludwright.learning.learned import Learned
    from ludwright.learning.trials import Trial
    from ludwright.play.playable import Playable


def learn(
    game: GameName,
    games: Annotated[
        int | None,
        typer.Option(
            "--games",
            "-n",
            min=1,
            help="How many games to learn from, in all; default: 100,000, or as many as there is time for.",
        ),
    ] = None,
    seconds: Annotated[float | None, typer.Option("--seconds", min=1, help="How long to learn.")] = None,
    explore: Annotated[
        float, typer.Option("--explore", min=0, max=1, help="How often it tries what it does not think best.")
    ] = 0.1,
    resume: Annotated[
        Path | None, typer.Option("--resume", metavar="FILE", help="Go on from what was learned before.")
    ] = None,
    ladder: Annotated[
        str | None,
        typer.Option(
            "--ladder",
            metavar="WHO",
            help="Whom it is measured against on its way; `none`: nobody. Default: random, greedy, the game's bots, mcts:100.",
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="FILE", help="Where to keep it; default: named after the game."),
    ] = None,
    against: Annotated[
        str | None,
        typer.Option(
            "--against", metavar="WHO", help="Learn against these agents, in every seat, not against oneself."
        ),
    ] = None,
    network: Annotated[
        bool,
        typer.Option(
            "--network",
            help="Learn with a small network and a search that judges by it; takes PyTorch, an optional extra.",
        ),
    ] = False,
    thoughts: Annotated[
        int | None, typer.Option("--thoughts", min=2, help="With --network: play-outs for each decision; default: 64.")
    ] = None,
    trials: Annotated[
        int, typer.Option("--trials", min=0, help="How many games each seat then plays against random players.")
    ] = 1_000,
    players: Players = None,
    seed: Seed = 1,
    settings: Settings = None,
    profile: Profile = None,
    as_json: Json = False,
) -> int:
    """Learn a game by playing against oneself: makes the file of the agent `learned:FILE`.

    The file is written every minute. Ctrl-C ends the lesson; what was learned so far is kept, and `--resume` goes on from there.
    """
    import ludwright
    from ludwright.agents.texts import split
    from ludwright.cli.printing import console, print_json
    from ludwright.cli.progress import announce_kernels, progress_bar
    from ludwright.learning.files import check_place
    from ludwright.learning.minds import LearningError
    from ludwright.learning.trials import default_ladder, try_out

    loaded = ludwright.load(game, players=players, params=read_settings(settings), profile=profile)
    path = out or resume or Path(f"{Path(game).stem.replace('-', '_')}.npz")
    check_place(path)
    rungs = default_ladder(loaded) if ladder is None else [] if ladder == "none" else split(ladder)
    if network:
        if against:
            raise LearningError("with `--network` it learns from games against itself: leave `--against` out")
        return _learn_network(
            loaded,
            games,
            seconds,
            seed,
            explore,
            resume,
            path,
            rungs if ladder is not None else ["random"],
            thoughts,
            as_json,
        )
    if thoughts is not None:
        raise LearningError("`--thoughts` is for `--network`: others look one step ahead")
    with progress_bar() as progress:
        found = ludwright.learn(
            loaded,
            games,
            seed,
            against=split(against) if against else None,
            progress=progress,
            announce=announce_kernels,
            seconds=seconds,
            explore=explore,
            resume=resume,
            checkpoint=path,
            ladder=rungs,
        )
    found.save(path)
    tried = try_out(loaded, path, trials, announce=announce_kernels) if trials and not found.interrupted else []
    if as_json:
        print_json({**found.as_json(), "file": str(path), "trials": [trial.as_json() for trial in tried]})
    else:
        _print(found, path, tried, console())
    if found.interrupted:
        complain(f"interrupted; what was learned so far is in {path}, and `--resume {path}` goes on from there")
        return INTERRUPTED
    return FINE


def _learn_network(
    game: Playable,
    games: int | None,
    seconds: float | None,
    seed: int,
    explore: float,
    resume: Path | None,
    path: Path,
    ladder: list[str],
    thoughts: int | None,
    as_json: bool,
) -> int:
    from ludwright.cli.printing import print_json
    from ludwright.cli.progress import announce_kernels, progress_bar
    from ludwright.cli.visible import say
    from ludwright.learning.expert import THOUGHTS, learn_network
    from ludwright.learning.trials import curve_lines

    with progress_bar() as progress:
        found = learn_network(
            game, games, seed, progress, announce_kernels, seconds=seconds, thoughts=thoughts or THOUGHTS, explore=explore, resume=resume,
            checkpoint=path, ladder=ladder,
        )  # fmt: skip
    found.save(path)
    if as_json:
        print_json({**found.as_json(), "file": str(path)})
    else:
        for line in (str(found), *curve_lines(found.curve), f"The agent is `{found.agent(path)}`"):
            say(line)
    if found.interrupted:
        complain(f"interrupted; what was learned so far is in {path}, and `--resume {path}` goes on from there")
        return INTERRUPTED
    return FINE


def _print(found: Learned, path: Path, tried: list[Trial], out: Console) -> None:
    from rich.markup import escape

    from ludwright.learning.trials import curve_lines

    out.print(
        f"[bold]{escape(found.title)}[/bold] for {found.players}: learned in {found.games:,} games, {found.known:,} weights"
    )
    for line in curve_lines(found.curve):
        out.print(escape(line))
    for trial in tried:
        out.print(escape(trial.words))
    out.print(f"The agent is `learned:{escape(str(path))}`")

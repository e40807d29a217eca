"""``ludwright runs``: the playtests that are kept, and making room."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludwright.cli.manners import FINE
from ludwright.cli.options import Json
from ludwright.cli.visible import say

if TYPE_CHECKING:
    from ludwright.playtests.shelf import ShelvedPlaytest


def runs(
    what: Annotated[
        list[str] | None, typer.Argument(metavar="[prune RUN...]", help="Nothing: list them. prune: take some away.")
    ] = None,
    shelf: Annotated[Path, typer.Option("--in", metavar="DIR", help="Where to look.")] = Path("runs"),
    incomplete: Annotated[
        bool, typer.Option("--incomplete", help="prune: all that were stopped before the end.")
    ] = False,
    as_json: Json = False,
) -> int:
    """List the playtests that are kept; `ludwright runs prune RUN` takes some away and frees their room."""
    from ludwright.cli.printing import print_json
    from ludwright.playtests import shelf as kept

    words = what or []
    if not words:
        found = kept.runs(shelf)
        print_json([_plain(run) for run in found]) if as_json else _print(found, shelf)
        return FINE
    if words[0] != "prune":
        raise typer.BadParameter(f"`{words[0]}`: say nothing to list them, or `prune RUN`")
    doomed = [kept.find_run(name, shelf) for name in words[1:]]
    if incomplete:
        doomed += [run.folder for run in kept.runs(shelf) if not run.complete and run.folder not in doomed]
    if not doomed and not incomplete:
        raise typer.BadParameter("say which: `ludwright runs prune RUN`, or `--incomplete` for all that were stopped")
    freed = {str(folder): kept.prune(folder) for folder in doomed}
    if as_json:
        print_json({"freed": freed})
    else:
        for folder, size in freed.items():
            say(f"took away {folder}: {_bytes(size)}")
        say(f"freed {_bytes(sum(freed.values()))}")
    return FINE


def _print(found: list[ShelvedPlaytest], shelf: Path) -> None:
    from rich.markup import escape
    from rich.table import Table

    from ludwright.cli.printing import console

    if not found:
        say(f"There is no playtest in {shelf}: `ludwright playtest GAME` makes one.")
        return
    table = Table(box=None, pad_edge=False)
    for name in ("run", "game", "agents", "games", "size", "begun", ""):
        table.add_column(name, justify="right" if name in ("games", "size") else "left")
    for run in found:
        title, agents = (
            (run.plan.title, ", ".join(dict.fromkeys(run.plan.agents))) if run.plan else ("can't be read", "")
        )
        state = "" if run.complete else "not complete"
        row = (
            run.folder.name,
            title,
            agents,
            f"{run.games:,}",
            _bytes(run.size),
            run.begun[:16].replace("T", " "),
            state,
        )
        table.add_row(*(escape(_printable(cell)) for cell in row))
    console().print(table)


def _plain(run: ShelvedPlaytest) -> dict[str, Any]:
    return {
        "folder": _printable(str(run.folder)),
        "game": run.plan.title if run.plan else None,
        "agents": list(run.plan.agents) if run.plan else [],
        "games": run.games,
        "complete": run.complete,
        "bytes": run.size,
        "begun": run.begun,
    }


def _printable(text: str) -> str:
    """Names of folders may hold bytes that are no text."""
    return text.encode("utf-8", "replace").decode()


def _bytes(size: int) -> str:
    for unit in ("B", "kB", "MB", "GB"):
        if size < 1000 or unit == "GB":
            return f"{size:,.0f} {unit}" if unit == "B" else f"{size:,.1f} {unit}"
        size = size / 1000  # type: ignore[assignment]
    return ""

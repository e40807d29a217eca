"""``ludwright agents``: all kinds of players, and what can be set about each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludwright.cli.manners import FINE
from ludwright.cli.options import Json, Players, Settings, read_settings

if TYPE_CHECKING:
    from rich.console import Console

    from ludwright.agents.settings import AgentKind, Setting
    from ludwright.game import Game


def agents(
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", show_default=False, help="Tell all about one kind of player.")
    ] = None,
    game: Annotated[
        str | None,
        typer.Option("--game", metavar="GAME", help="Also the bots of a game, and what suits it by default."),
    ] = None,
    players: Players = None,
    settings: Settings = None,
    as_json: Json = False,
) -> int:
    """List the agents that can take a seat: each is a short text, such as `mcts:1000,c=1.2`, wherever players are named."""
    import ludwright
    from ludwright.agents.catalogue import KINDS
    from ludwright.cli.printing import console, print_json

    loaded = ludwright.load(game, players=players, params=read_settings(settings)) if game is not None else None
    chosen = [_kind(name)] if name is not None else list(KINDS.values())
    if as_json:
        print_json({"agents": [_plain(kind) for kind in chosen], **(_of_game(loaded) if loaded is not None else {})})
        return FINE
    out = console()
    if name is None:
        _list(chosen, out)
    else:
        _explain(chosen[0], out)
    if loaded is not None:
        _print_game(loaded, out)
    return FINE


def _kind(name: str) -> AgentKind:
    """The kind of a name, or of a whole text."""
    from ludwright.agents.texts import read

    return read(name).kind


# ---------------------------------------------------------------- for people


def _list(kinds: list[AgentKind], out: Console) -> None:
    from rich.markup import escape
    from rich.table import Table

    table = Table(box=None, pad_edge=False, show_header=False)
    table.add_column(style="bold", no_wrap=True)
    table.add_column(overflow="fold")
    for kind in kinds:
        table.add_row(escape(kind.name), escape(kind.explained))
    out.print(table)
    out.print("\n`ludwright agents NAME` tells what can be set about one.")


def _explain(kind: AgentKind, out: Console) -> None:
    from rich.markup import escape

    out.print(f"[bold]{escape(kind.name)}[/bold]: {escape(kind.explained)}")
    for setting in kind.settings:
        mark = (
            f" (`{kind.name}:{setting.default}` is short for it)"
            if setting.name == kind.first and setting.default
            else ""
        )
        out.print(f"\n  [bold]{escape(setting.name)}[/bold] = {escape(default_of(setting))}{escape(mark)}")
        out.print(f"      {escape(setting.explained)}")
        allowed = allowed_of(setting)
        if allowed:
            out.print(f"      [dim]{escape(allowed)}[/dim]")
    if kind.examples:
        out.print("\nFor example " + ", ".join(f"`{escape(example)}`" for example in kind.examples))


def default_of(setting: Setting) -> str:
    """What holds if nothing is set, in words."""
    if setting.automatic:
        return setting.automatic
    return setting.written(setting.default).partition("=")[2] or "nothing"


def allowed_of(setting: Setting) -> str:
    """What can be set, in words."""
    if isinstance(setting.default, bool):
        return "yes or no"
    if isinstance(setting.default, str):
        return (
            ("one of " + ", ".join(choice + "…" * choice.endswith(":") for choice in setting.choices))
            if setting.choices
            else ""
        )
    whole = "a whole number" if isinstance(setting.default, int) else "a number"
    return f"{whole} from {_number(setting.low)}" + (f" to {_number(setting.high)}" if setting.high < 1e12 else " on")


def _number(value: float) -> str:
    return f"{int(value):,}" if float(value).is_integer() else f"{value:g}"


def _print_game(game: Game, out: Console) -> None:
    from rich.markup import escape

    told = _of_game(game)
    bots = ", ".join(f"`{bot}`" for bot in told["bots"]) or "none"
    out.print(f"\n[bold]{escape(game.title)}[/bold] for {game.players} has these bots: {escape(bots)}")
    chosen = ", ".join(f"{name}={value}" for name, value in told["mcts_here"].items())
    out.print(f"`mcts` is here `{escape(f'mcts:{chosen}' if chosen else 'mcts')}`")
    out.print(f"`auto` is here `{escape(told['auto_here'])}`")


# ---------------------------------------------------------------- for programs


def _plain(kind: AgentKind) -> dict[str, Any]:
    return {
        "name": kind.name,
        "explained": kind.explained,
        "first": kind.first or None,
        "examples": list(kind.examples),
        "settings": [
            {
                "name": setting.name,
                "explained": setting.explained,
                "default": setting.default if not setting.automatic else None,
                "automatic": setting.automatic or None,
                "allowed": allowed_of(setting),
            }
            for setting in kind.settings
        ],
    }


def _of_game(game: Game) -> dict[str, Any]:
    """A game's bots, what the plain search chooses there, where it differs from what is said of all games, and who `auto` is."""
    from ludwright.agents.auto_settings import defaults
    from ludwright.agents.catalogue import MCTS
    from ludwright.agents.nature import nature_of
    from ludwright.agents.texts import bots_of, read

    found = defaults(game, nature_of(game), {})
    here = {setting.name: found[setting.name] for setting in MCTS.settings if setting.name in found}
    told = {name: ("yes" if value else "no") if isinstance(value, bool) else value for name, value in here.items()}
    auto = str(read("auto", game))
    return {
        "game": game.title, "players": game.players, "bots": list(bots_of(game)), "mcts_here": told, "auto_here": auto,
    }  # fmt: skip

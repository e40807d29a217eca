"""``ludwright check``: all mistakes of a game text at once; with ``--thorough``, what only playing shows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from ludwright.cli.manners import FINE, FOUND, INTERRUPTED, complain
from ludwright.cli.options import GameName, Json, Seed, Settings, read_settings
from ludwright.cli.visible import say
from ludwright.mistakes import EMPTY_CELLS, in_short
from ludwright.model.limits import MOST_SEATS

if TYPE_CHECKING:
    from ludwright.mistakes import Mistake

_WITH = "with --thorough"


def check(
    game: GameName,
    thorough: Annotated[
        bool, typer.Option("--thorough", help="Also play, and prove what every game must keep to.")
    ] = False,
    games: Annotated[
        int | None,
        typer.Option("--games", "-n", min=1, help=f"{_WITH}: random games for each number of players; default 1,000."),
    ] = None,
    players: Annotated[
        int | None,
        typer.Option("--players", "-p", min=1, max=MOST_SEATS, help=f"{_WITH}: how many play; default: every number."),
    ] = None,
    every_note: Annotated[bool, typer.Option("--notes", help="Show every note in full.")] = False,
    seed: Seed = 1,
    settings: Settings = None,
    as_json: Json = False,
) -> int:
    """Look for mistakes in a game text: names, kinds, rules that can't work.

    Ends with 1 when there are mistakes; notes alone are fine, and come in a line for each kind. With --thorough the game is also played in every way that must
    come out the same; ends with 1 when something is wrong, with 0 when some things are worth a look.
    """
    import ludwright

    params = read_settings(settings)
    if not thorough and (games is not None or players is not None or params):
        raise typer.BadParameter("--games, --players and --set say how to play: add --thorough")
    found = ludwright.check(game)
    wrong = [mistake for mistake in found if mistake.severity == "mistake"]
    if thorough and not wrong:
        return _thorough(game, found, games, players, seed, params, as_json, every_note)
    if as_json:
        from ludwright.cli.printing import print_json

        print_json({"game": game, "ok": not wrong, "mistakes": [mistake.as_json() for mistake in found]})
    else:
        for mistake in wrong:
            say(mistake.render(), end="\n\n")
        notes = [note for note in found if note.severity == "note"]
        told = notes if every_note else [note for note in notes if not note.about]
        _print(told, every_note)
        say(_verdict(game, len(wrong), len(told), every_note))
    return FOUND if wrong else FINE


def _thorough(
    game: str,
    notes: list[Mistake],
    games: int | None,
    players: int | None,
    seed: int,
    params: dict[str, int],
    as_json: bool,
    every_note: bool,
) -> int:
    """All proofs."""
    import ludwright
    from ludwright.cli.progress import proofs_bar

    with proofs_bar() as progress:
        report = ludwright.check_thoroughly(
            game, games=games, seed=seed, players=players, params=params, progress=progress
        )
    if as_json:
        from ludwright.cli.printing import print_json

        print_json({**report.as_json(), "mistakes": [note.as_json() for note in notes]})
    else:
        _print([note for note in notes if every_note or note.about != EMPTY_CELLS], every_note)
        say(report.as_text())
    if report.interrupted:
        complain("interrupted")
        return INTERRUPTED
    return FINE if report.ok else FOUND


def _say(notes: list[Mistake], in_full: bool) -> None:
    if in_full:
        for note in notes:
            say(note.render(), end="\n\n")
    elif notes:
        say("\n".join(in_short(notes)), end="\n\n")


def _print(notes: list[Mistake], in_full: bool) -> None:
    if in_full:
        for note in notes:
            say(note.render(), end="\n\n")
    elif notes:
        say("\n".join(in_short(notes)), end="\n\n")


def _verdict(game: str, mistakes: int, notes: int, in_full: bool) -> str:
    parts = []
    if mistakes:
        parts.append("1 mistake" if mistakes == 1 else f"{mistakes} mistakes")
    if notes:
        more = "" if in_full else " (`--notes` shows more)"
        parts.append(("1 note" if notes == 1 else f"{notes} notes") + more)
    if mistakes:
        return f"{game}: " + ", ".join(parts)
    return f"{game}: no mistakes" + (f", {parts[0]}" if parts else "")

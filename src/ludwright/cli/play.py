"""``ludwright play``: sit down at the table, with others or against players of every strength."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludwright.cli.options import Json, Players, Profile, Settings, read_settings

if TYPE_CHECKING:
    from ludwright.game import Game
    from ludwright.play.sitting import Sitting


def play(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            show_default=False,
            help="A bundled game (see `ludwright games`) or the path of a game text; not needed with --load.",
        ),
    ] = None,
    seats: Annotated[
        str | None,
        typer.Option(
            metavar="WHO,WHO",
            help="Who sits where: human, or an agent such as random or mcts:500 (see `ludwright agents`). Default: a human, the others random.",
        ),
    ] = None,
    seed: Annotated[
        int | None, typer.Option("--seed", "-s", min=0, help="The same seed gives the same luck. Default: any.")
    ] = None,
    players: Players = None,
    settings: Settings = None,
    profile: Profile = None,
    save: Annotated[
        Path | None, typer.Option("--save", metavar="FILE", help="Where `save` puts the game; also when you leave.")
    ] = None,
    load: Annotated[Path | None, typer.Option("--load", metavar="FILE", help="Go on with a saved game.")] = None,
    as_json: Json = False,
) -> int:
    """Play a game in the terminal: alone against the computer, or several people at one screen."""

    from ludwright.cli.printing import console
    from ludwright.cli.table import TableSitting

    if load is not None:
        sitting = _resumed(game, load, seats, profile)
    else:
        sitting = _begun(game, seats, seed, players, settings, profile)
    out = console(stderr=as_json)
    code = TableSitting(sitting, out, save if save is not None else load).play()
    if as_json:
        from ludwright.cli.printing import print_json

        print_json(_record(sitting))
    return code


def _begun(
    name: str | None,
    words: str | None,
    seed: int | None,
    players: int | None,
    settings: list[str] | None,
    profile: str | None,
) -> Sitting:
    from secrets import randbelow

    import ludwright
    from ludwright.play.sitting import Sitting

    if name is None:
        raise typer.BadParameter("which game? `ludwright games` lists what is bundled", param_hint="GAME")
    who = read_seats(words)
    params = read_settings(settings)
    game = ludwright.load(name, players=players, params=params, ask_forced=True, profile=profile)
    if players is None and len(who) > game.players:
        game = ludwright.load(name, players=len(who), params=params, ask_forced=True, profile=profile)
    start = game.start(randbelow(1_000_000_000) if seed is None else seed)
    return Sitting(start, _seated(who, game))


def _resumed(name: str | None, path: Path, words: str | None, profile: str | None) -> Sitting:
    from ludwright.agents.texts import strangers
    from ludwright.mistakes import LudwrightError
    from ludwright.play.saved import SavedGameError, lasting_name, read, resume
    from ludwright.play.sitting import Sitting

    saved = read(path)
    if name is not None and lasting_name(name) != saved.game:
        raise typer.BadParameter(f"`{path}` holds a game of `{saved.game}`, not of `{name}`", param_hint="GAME")
    if profile is not None and profile != saved.profile:
        played = f"by `{saved.profile}`" if saved.profile is not None else "without a profile"
        raise typer.BadParameter(f"`{path}` was played {played}: that can't change on the way", param_hint="--profile")
    match = resume(path, saved)
    if words is None and strangers(saved.seats):
        raise typer.BadParameter(
            f"somebody in `{path}` comes out of a file, and a saved game never opens another: say yourself who sits where",
            param_hint="--seats",
        )
    if words is not None:
        return Sitting(match, _seated(read_seats(words), match.game))
    try:
        return Sitting(match, _seated(saved.seats, match.game))
    except (typer.BadParameter, LudwrightError) as error:
        raise SavedGameError(f"`{path}` can't be gone on with: {getattr(error, 'message', error)}") from None


def read_seats(words: str | None) -> list[str]:
    """``human,random`` as a list of names."""
    from ludwright.agents.texts import split

    return split(words or "human")


def _seated(who: list[str], game: Game) -> list[str]:
    """Somebody in every seat, a beginning of a name being enough: where nothing is said, a random player."""
    from ludwright.agents.seating import check
    from ludwright.play.agents import HUMAN
    from ludwright.rules.options.bots import RANDOM

    if len(who) > game.players:
        message = f"{len(who)} seats are filled, but {game.players} play: {', '.join(game.seats)}"
        raise typer.BadParameter(message, param_hint="--seats")
    seats = [_player(word, game) for word in who]
    check(game, [seat for seat in seats if seat != HUMAN])
    return seats + [RANDOM] * (game.players - len(who))


def _player(word: str, game: Game) -> str:
    """Whoever is meant: a human, a name that begins like that, or a text that describes a player."""
    from ludwright.agents.catalogue import KINDS
    from ludwright.agents.texts import bots_of
    from ludwright.mistakes import nearest
    from ludwright.play.agents import HUMAN, SeatError, player_called

    known = [HUMAN, *KINDS, *bots_of(game)]
    fits = [name for name in known if word and name.casefold().startswith(word.casefold())]
    if fits and (fits[0] == HUMAN or ":" not in word):
        exact = [name for name in fits if name.casefold() == word.casefold()]
        word = (exact or fits)[0]
        if word == HUMAN:
            return HUMAN
    try:
        return player_called(game, word)
    except SeatError as error:
        close = nearest(word.casefold(), known)
        hint = f"nobody is called `{word}`: did you mean `{close}`?" if close and ":" not in word else str(error)
        raise typer.BadParameter(hint, param_hint="--seats") from None


def _record(sitting: Sitting) -> dict[str, Any]:
    """The game as plain data."""
    match = sitting.match
    game = match.game
    finished = match.over and match.fault is None
    return {
        "game": game.title,
        "seed": match.seed,
        "params": dict(game.params),
        "profile": game.profile,
        "seats": [{"name": name, "who": who} for name, who in zip(game.seats, sitting.seats, strict=True)],
        "moves": [
            {"seat": game.seats[done.seat], "words": done.option.words, "code": done.option.code}
            for done in sitting.done
        ],
        "over": match.over,
        "fault": None if match.fault is None else match.fault.words,
        "returns": match.returns() if finished else None,
        "scores": match.scores() if finished else None,
    }

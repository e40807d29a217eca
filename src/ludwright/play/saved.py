"""Games put aside: a file that says which game it is, and everything that was answered."""

from __future__ import annotations

import json
from dataclasses import dataclass, fields
from pathlib import Path

from ludwright.game import Game, bundled_path, load
from ludwright.mistakes import LudwrightError, MistakesError
from ludwright.play.match import Match
from ludwright.stored import StoredError, read_json, typed, within
from ludwright.written import UnwrittenError, put

_MARK, _VERSION = "ludwright saved game", 1


class SavedGameError(LudwrightError):
    """A file that holds no game that can be gone on with."""


@dataclass(frozen=True)
class Saved:
    """A game put aside."""

    game: str
    """A bundled game's name, or the path of its text."""
    players: int
    params: dict[str, int]
    seats: list[str]
    """Who sat where: ``human`` or ``random``."""
    match: str
    """The snapshot."""
    profile: str | None = None
    """Who plays, in a game with a clock."""


def save(path: Path, match: Match, seats: list[str]) -> None:
    """Write a match to a file. A file that is there already is replaced only when the new one is whole."""
    game = match.game
    kept = {
        "what": _MARK,
        "version": _VERSION,
        "title": game.title,
        "game": lasting_name(game.source),
        "players": game.players,
        "params": {name: int(value) for name, value in game.params.items() if not isinstance(value, list)},
        "seats": seats,
        "match": match.snapshot().decode(),
        "profile": game.profile,
    }
    try:
        put(path, json.dumps(kept, indent=1, ensure_ascii=False) + "\n")
    except UnwrittenError as error:
        raise SavedGameError(str(error)) from error


def lasting_name(source: str) -> str:
    """A name under which a game is found again from any folder."""
    path = Path(source)
    if path.is_file():
        return str(path.resolve())
    found = bundled_path(source)
    return found.stem if found is not None else source


def read(path: Path) -> Saved:
    """Read a saved game; whatever is wrong with the file is said in a sentence."""
    try:
        kept = read_json(path)
        if not isinstance(kept, dict) or kept.get("what") != _MARK:
            raise SavedGameError(f"`{path}` is not a saved game")
        if kept.get("version") != _VERSION:
            raise SavedGameError(f"`{path}` was saved by another version of Ludwright")
        parts = [field.name for field in fields(Saved)]
        saved = typed(Saved, {name: value for name, value in kept.items() if name in parts})
        within("players", [saved.players], len(saved.seats), len(saved.seats))
    except StoredError as error:
        raise SavedGameError(f"`{path}` can't be read: it is damaged, or not a saved game ({error})") from None
    return saved


def resume(path: Path, saved: Saved) -> Match:
    """The match of a saved game, where it was left."""
    try:
        game: Game = load(saved.game, saved.players, saved.params, ask_forced=True, profile=saved.profile)
        match = game.start()
        match.restore(saved.match.encode())
    except MistakesError:
        raise  # it is about the game's text, as everywhere
    except LudwrightError as error:
        raise SavedGameError(f"`{path}` can't be gone on with: {error}") from None
    return match

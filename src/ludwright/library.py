"""The bundled games: what there is, told from the heads of their files alone. Nothing is compiled."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from ludwright.language.files import open_inside
from ludwright.mistakes import MistakesError

GAMES = Path(__file__).parent / "games"
"""Where the bundled games lie."""

_MOST_BASES = 20
_HEAD = 100_000
"""So many bytes are looked through."""
_RULES = re.compile(r"^# Rules:\s*(?P<source>.+?)\s*$", re.MULTILINE)
_TITLE = re.compile(r'^(?:game|variant) "(?P<title>[^"]*)"(?: of "(?P<base>[^"]*)")?', re.MULTILINE)
_PLAYERS = re.compile(r"^players (?P<least>\d+)(?: to (?P<most>\d+))?", re.MULTILINE)


@dataclass(frozen=True)
class BundledGame:
    """A game that comes with Ludwright."""

    name: str
    """What commands and :func:`ludwright.load` take."""
    title: str
    players: str
    """How many play: ``2``, or ``2 to 4``."""
    rules: str
    """Where the rules come from."""
    path: Path


def bundled_games() -> list[BundledGame]:
    """All bundled games, by name.

    >>> [game.title for game in bundled_games() if game.name == "tic_tac_toe"]
    ['Tic-tac-toe']
    """
    return [head_of(path) for path in sorted(GAMES.glob("*.game"))]


def head_of(path: Path) -> BundledGame:
    """What the head of a game's file tells, also of one that is no good otherwise."""
    text = _text(path)
    title, rules = _TITLE.search(text), _RULES.search(text)
    return BundledGame(
        name=path.stem,
        title=title["title"] if title else path.stem,
        players=_players(path, text),
        rules=rules["source"] if rules else "",
        path=path,
    )


def _players(path: Path, text: str) -> str:
    """How many play; a variant that doesn't say has the number of the game it changes."""
    for _ in range(_MOST_BASES):
        players = _PLAYERS.search(text)
        if players:
            return players["least"] + (f" to {players['most']}" if players["most"] else "")
        title = _TITLE.search(text)
        if title is None or title["base"] is None:
            return ""
        try:
            path = open_inside(path.parent, title["base"], None)
        except MistakesError:
            return ""
        text = _text(path)
    return ""


def _text(path: Path) -> str:
    with path.open("rb") as file:
        return file.read(_HEAD).decode("utf-8", "replace")

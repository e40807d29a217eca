"""The rules a playtest was played by, kept beside its games: a run can be replayed when its game has long been changed."""

from __future__ import annotations

from pathlib import Path

from ludwright.language.source import Description, read_description
from ludwright.playtests.mistakes import PlaytestError

FOLDER = "source"


def main_of(description: Description) -> str:
    """The name of the game's own text among its files."""
    return next(iter(description.contents))


def write_source(folder: Path, description: Description) -> None:
    """Keep the files of a game in a playtest's folder."""
    for name, content in description.contents.items():
        path = folder / FOLDER / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def read_source(folder: Path, main: str, text_hash: str) -> Description:
    """The game a playtest was played by."""
    path = folder / FOLDER / main
    if not path.is_file():
        raise PlaytestError(f"the source of the game is missing: there is no {path}")
    description = read_description(path)
    if description.text_hash != text_hash:
        raise PlaytestError(
            f"{path} was changed since the games were played: what it says now would replay other games"
        )
    return description

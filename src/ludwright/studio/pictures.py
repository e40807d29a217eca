"""Pictures of games that were drawn once, and are kept as long as neither their files nor the drawing changes."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from ludwright.language.cache import cache_folder, keep, kept, make_room
from ludwright.plain_files import read_plain
from ludwright.studio.workspace import needed_files

_MOST = 500
_MOST_FILES = 20


@cache
def _stamp() -> str:
    """Changes with the code that draws."""
    room = Path(__file__).parents[1] / "drawing"
    return str(max((file.stat().st_mtime_ns for file in room.glob("*.py")), default=0))


def _place(game: Path) -> Path | None:
    """Where the picture of a game is kept: named by all files that the game is made of."""
    folder = cache_folder("pictures")
    if folder is None:
        return None
    whole = hashlib.sha256(_stamp().encode())
    waiting, seen = [game.resolve()], set[Path]()
    while waiting and len(seen) < _MOST_FILES:
        path = waiting.pop()
        if path in seen or not path.is_file() or not path.is_relative_to(game.resolve().parent):
            continue
        seen.add(path)
        content = read_plain(path)
        whole.update(f"{path.name} {len(content)} ".encode("utf-8", "surrogateescape") + content)
        if path.suffix == ".game":
            waiting += [(path.parent / name).resolve() for name in needed_files(content.decode("utf-8", "replace"))]
    return folder / whole.hexdigest()


def known_picture(game: Path) -> str | None:
    """The picture of a game, if it was drawn before."""
    try:
        place = _place(game)
    except (OSError, ValueError):
        return None
    found = kept(place) if place is not None else None
    return found.decode() if found is not None else None


def keep_picture(game: Path, drawn: str) -> None:
    """Keep a picture for the next time."""
    try:
        place = _place(game)
    except (OSError, ValueError):
        return
    if place is not None:
        keep(place, drawn.encode())
        make_room(place.parent, _MOST)

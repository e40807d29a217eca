"""Where playtests are kept when nobody says otherwise, and how they are found again."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

from ludwright.mistakes import nearest
from ludwright.playtests.errors import PlaytestError
from ludwright.playtests.lock import locked
from ludwright.playtests.plan import Plan
from ludwright.playtests.source import FOLDER
from ludwright.playtests.store import MANIFEST, PlaytestStore, disk

SHELF = Path("runs")
LAST = "last"


@dataclass(frozen=True)
class ShelvedPlaytest:
    """A playtest in a folder, as a list of them shows it."""

    folder: Path
    plan: Plan | None
    """None: the folder has a manifest that can't be read."""
    begun: str
    games: int
    """How many games are there."""
    complete: bool
    size: int


def free_folder(title: str, shelf: Path = SHELF) -> Path:
    """A folder on the shelf that is not there yet: the game's name and a number."""
    stem = "".join(c if c.isalnum() else "_" for c in title.lower()).strip("_") or "game"
    numbers = [
        int(path.name.rpartition("-")[2])
        for path in shelf.glob(f"{stem}-*")
        if path.name.rpartition("-")[2].isdecimal()
    ]
    return shelf / f"{stem}-{max(numbers, default=0) + 1}"


def find_run(name: str, shelf: Path = SHELF) -> Path:
    """The folder of a playtest: a path, its name on the shelf, or `last`. On another shelf only its own are found."""
    there = folders(shelf)
    if name == LAST and there:
        return max(there, key=lambda folder: (folder / MANIFEST).stat().st_mtime)
    for folder in (shelf / name, *([Path(name)] if shelf == SHELF else [])):
        with disk(folder):
            if (folder / MANIFEST).is_file():
                return folder
    close = nearest(name, [folder.name for folder in there])
    hint = f"did you mean `{close}`?" if close else "`ludwright runs` lists what there is"
    raise PlaytestError(f"there is no playtest `{name}`: {hint}")


def folders(shelf: Path = SHELF) -> list[Path]:
    """The folders on a shelf that hold a playtest."""
    with disk(shelf):
        return sorted(path.parent for path in shelf.glob(f"*/{MANIFEST}")) if shelf.is_dir() else []


def runs(shelf: Path = SHELF) -> list[ShelvedPlaytest]:
    """The playtests on a shelf, the oldest first."""
    found = [_kept(folder) for folder in folders(shelf)]
    return sorted(found, key=lambda kept: (kept.begun, kept.folder.name))


def _kept(folder: Path) -> ShelvedPlaytest:
    store = PlaytestStore(folder)
    try:
        plan, begun = store.plan(), str(store.manifest().get("begun", ""))
        done = store.done()
    except (PlaytestError, OSError):
        return ShelvedPlaytest(folder, None, "", 0, False, store.size())
    games = sum(chunk.games for chunk in plan.chunks if chunk.index in done)
    return ShelvedPlaytest(folder, plan, begun, games, store.finished() is not None, store.size())


def prune(folder: Path) -> int:
    """Take a playtest away; how many bytes that frees. One that is running is left alone."""
    store = PlaytestStore(folder)
    size = store.size()
    with locked(folder), disk(folder):  # the manifest goes last: what could not be taken away is still listed
        for part in (store.data, folder / FOLDER):
            if part.is_dir():
                shutil.rmtree(part)
        shutil.rmtree(folder)
    return size

"""The versions of every text, over days: none is ever lost, and none is kept for a single letter.

While somebody types, the newest version is written over again for a minute; then it stays, and a new one begins. What somebody else
wrote, and both sides of a conflict, are versions of their own. Of versions older than a day one an hour is kept.
"""

from __future__ import annotations

import hashlib
import itertools
import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from ludwright.mistakes import LudwrightError
from ludwright.plain_files import read_plain
from ludwright.written import put

_FORM = "%Y%m%dT%H%M%S%f"
_FILE = re.compile(r"(?P<time>\d{8}T\d{12})-(?P<digest>[0-9a-f]{12})\.txt")
_STAYS = timedelta(minutes=1)
_A_DAY = timedelta(days=1)
MOST = 400
"""So many versions of a file are kept."""


@dataclass(frozen=True)
class Kept:
    """One version."""

    id: str
    time: datetime
    path: Path


class History:
    """The versions of the files of a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._open: dict[str, Kept] = {}
        """The version of each file that is still being typed."""

    def versions(self, name: str) -> list[Kept]:
        """All versions of a file, the newest first."""
        found = []
        try:
            for path in self._place(name).iterdir():
                parts = _FILE.fullmatch(path.name)
                if parts and path.is_file() and not path.is_symlink():
                    time = datetime.strptime(parts["time"], _FORM).replace(tzinfo=UTC)
                    found.append(Kept(path.stem, time, path))
        except (OSError, ValueError):
            return sorted(found, key=lambda kept: kept.id, reverse=True)
        return sorted(found, key=lambda kept: kept.id, reverse=True)

    def text(self, name: str, version: str) -> str | None:
        """The text of a version; None if there is none such."""
        for kept in self.versions(name):
            if kept.id == version:
                return read_plain(kept.path).decode("utf-8", "surrogatepass")
        return None

    def add(self, name: str, text: str) -> Kept | None:
        """Keep a text as the newest version, unless it is the newest already."""
        newest = next(iter(self.versions(name)), None)
        digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]
        if newest is not None and newest.id.endswith(digest):
            return newest
        time = datetime.now(UTC)
        place = self._place(name)
        path = place / f"{time.strftime(_FORM)}-{digest}.txt"
        try:
            place.mkdir(parents=True, exist_ok=True)
            put(path, text.encode("utf-8", "surrogatepass"))
        except (OSError, LudwrightError):
            return None  # a folder that can't be written to has no history, and the text itself is told to be unwritten
        self._thin(name)
        return Kept(path.stem, time, path)

    def before_saving(self, name: str, old: str) -> None:
        """What is about to be written over must be there: the first version, or one that came from elsewhere."""
        self.add(name, old)

    def after_saving(self, name: str, new: str) -> None:
        """Keep what was saved; while a version is fresh, the next one takes its place."""
        open_ = self._open.get(name)
        kept = self.add(name, new)
        if kept is None or (open_ is not None and kept.id == open_.id):
            return
        if open_ is not None and kept.time - open_.time < _STAYS:
            open_.path.unlink(missing_ok=True)
            self._open[name] = Kept(kept.id, open_.time, kept.path)
        else:
            self._open[name] = kept

    def settle(self, name: str) -> None:
        """What was saved last stays as it is: what comes next is a version of its own."""
        self._open.pop(name, None)

    def _thin(self, name: str) -> None:
        """Throw away the one before the newer of two in one hour, of old ones, and the oldest of too many."""
        found = self.versions(name)
        doomed = found[MOST:]
        now = datetime.now(UTC)
        for newer, older in itertools.pairwise(found):
            if now - newer.time > _A_DAY and newer.time.strftime("%Y%m%d%H") == older.time.strftime("%Y%m%d%H"):
                doomed.append(older)
        for kept in doomed:
            kept.path.unlink(missing_ok=True)

    def _place(self, name: str) -> Path:
        return self.folder / re.sub(r"[^\w.-]", "_", name.replace("/", "__"))

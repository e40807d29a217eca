"""Folders of playtests that nobody asked to keep: each goes when nothing that reads from it is left."""

from __future__ import annotations

import shutil
import tempfile
import weakref
from pathlib import Path

import polars as pl


class TemporaryFolder:
    """A folder that lasts as long as somebody holds this, and till Python ends at most."""

    def __init__(self) -> None:
        self.path = Path(tempfile.mkdtemp(prefix="ludwright-"))
        weakref.finalize(self, shutil.rmtree, self.path, ignore_errors=True)
        _THERE[self.path] = self

    def held_by(self, frame: pl.LazyFrame) -> pl.LazyFrame:
        """The same frame; as long as it lasts, or one made of it, the folder stays."""
        return frame.map_batches(self._as_it_is)

    def _as_it_is(self, frame: pl.DataFrame) -> pl.DataFrame:
        return frame


_THERE: weakref.WeakValueDictionary[Path, TemporaryFolder] = weakref.WeakValueDictionary()


def temporary(folder: Path) -> TemporaryFolder | None:
    """What holds a folder, if it is one of these."""
    return _THERE.get(folder)

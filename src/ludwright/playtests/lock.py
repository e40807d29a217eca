"""One at a time: a folder is locked while a playtest runs into it. The lock goes with the process, however that ends."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from ludwright.playtests.errors import PlaytestError
from ludwright.written import unlinked

LOCK = ".lock"


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Hold the lock of a folder."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file = os.fdopen(unlinked(folder / LOCK, os.O_RDWR | os.O_CREAT | os.O_APPEND), "a+b")
    except OSError as error:
        raise PlaytestError(f"{folder} can't be written: {error.strerror}") from error
    with file:
        if not _take(file):
            raise PlaytestError(
                f"another playtest is running into {folder}: wait until it ends, or give another `--out`"
            )
        yield


if os.name == "nt":
    import msvcrt

    def _take(file: BinaryIO) -> bool:
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
        except OSError:
            return False
        return True
else:
    import fcntl

    def _take(file: BinaryIO) -> bool:
        try:
            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True

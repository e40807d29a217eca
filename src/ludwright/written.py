"""Files that a user asked for: whole or not at all."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import BinaryIO

from ludwright.mistakes import LudwrightError


class UnwrittenError(LudwrightError):
    """A file that can't be written."""


def put(path: Path, content: str | bytes) -> None:
    """Write a file. It gets its name when it is whole: if the disk is full, what was there before stays as it was."""
    given = content.encode() if isinstance(content, str) else content
    try:
        if path.exists() and not path.is_file():  # a pipe, a terminal
            path.write_bytes(given)
        else:
            _put(Path(os.path.realpath(path)), given)
    except (OSError, ValueError) as error:
        raise UnwrittenError(f"`{path}` can't be written: {_reason(error)}") from error


def fresh(path: Path) -> BinaryIO:
    """A new file to write into. A file or a link that is there already goes: nothing is ever written through a link somebody left."""
    path.unlink(missing_ok=True)
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    return os.fdopen(unlinked(path, flags), "wb")


def unlinked(path: str | Path, flags: int) -> int:
    """For ``open(..., opener=unlinked)``: a file that is there itself; a link is an ``OSError``."""
    return os.open(path, flags | getattr(os, "O_NOFOLLOW", 0), 0o666)


def _put(path: Path, content: bytes) -> None:
    beside = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        with fresh(beside) as file:
            file.write(content)
        if path.exists():
            beside.chmod(path.stat().st_mode & 0o7777)
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def _reason(error: OSError | ValueError) -> str:
    if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT):
        return "the disk is full"
    return getattr(error, "strerror", None) or str(error)

"""Files that a user asked for: whole or not at all."""

from __future__ import annotations

import errno
import os
from pathlib import Path

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


def _put(path: Path, content: bytes) -> None:
    beside = path.with_name(f".{path.name}.{os.getpid()}.new")
    try:
        beside.write_bytes(content)
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

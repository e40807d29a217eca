"""Files that a user or a stranger named: plain files of a sensible size, and nothing that waits or never ends.

Whatever is no such file is an ``OSError`` whose ``strerror`` is a part of a sentence, so callers tell it like a file that is missing.
"""

from __future__ import annotations

import errno
import json
import os
import stat
from pathlib import Path
from typing import Any, BinaryIO

MOST_BYTES = 5_000_000
MOST_VALUES = 3_000_000
"""Numbers, words, lists and objects in one JSON file: each takes far more memory than its few letters."""


def open_plain(path: str | Path, most: int = MOST_BYTES) -> BinaryIO:
    """A plain file of at most ``most`` bytes, open for reading. Pipes, devices and folders are refused without waiting for them."""
    number = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    try:
        found = os.fstat(number)
        if not stat.S_ISREG(found.st_mode):
            raise OSError(errno.EINVAL, "it is not a plain file", str(path))
        if found.st_size > most:
            raise _too_big(path, most)
        return os.fdopen(number, "rb")
    except BaseException:
        os.close(number)
        raise


def read_plain(path: str | Path, most: int = MOST_BYTES) -> bytes:
    """The content of a plain file of at most ``most`` bytes."""
    with open_plain(path, most) as file:
        content = file.read(most + 1)  # it may grow while it is read
    if len(content) > most:
        raise _too_big(path, most)
    return content


def read_json(path: str | Path, most: int = MOST_BYTES) -> Any:
    """What a JSON file holds; a ``ValueError`` where it is none, or holds too many values."""
    content = read_plain(path, most)
    if sum(content.count(sign) for sign in (b",", b"[", b"{")) > MOST_VALUES:
        raise ValueError(f"more than {MOST_VALUES:,} values")
    try:
        return json.loads(content)
    except RecursionError:
        raise ValueError("nested too deeply") from None


def _too_big(path: str | Path, most: int) -> OSError:
    return OSError(errno.EFBIG, f"it has more than {most / 1e6:,.0f} million bytes", str(path))

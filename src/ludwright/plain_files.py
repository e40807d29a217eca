"""Files that a user or a stranger named: plain files of a sensible size, and nothing that waits or never ends.

Whatever is no such file is an ``OSError`` whose ``strerror`` is a part of a sentence, so callers tell it like a file that is missing.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO

MOST_BYTES = 5_000_000


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
        # no more memory than the file needs, however much it might hold; and it may grow while it is read
        content = file.read(min(most, os.fstat(file.fileno()).st_size) + 1)
        while len(content) <= most and (more := file.read(1 << 20)):
            content += more
    if len(content) > most:
        raise _too_big(path, most)
    return content


def _too_big(path: str | Path, most: int) -> OSError:
    return OSError(errno.EFBIG, f"it has more than {most / 1e6:,.0f} million bytes", str(path))

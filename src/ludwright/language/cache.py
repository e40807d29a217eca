"""A folder in the user's own cache for things that are slow to make again. Never needed, never the cause of a failure.

Every file begins with the fingerprint of what follows, so a damaged file is the same as none: it is made again. A folder or file that
somebody else owns or may write to is not used: what lies there could have been put there by anyone.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import stat
import sys
import tempfile
from pathlib import Path

_DIGEST = 32
_NO_LINKS = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)


def cache_folder(part: str = "") -> Path | None:
    """The folder, or one inside it, made if need be; None where there is no safe one (then nothing is kept).

    ``LUDWRIGHT_CACHE`` names another folder; empty, it turns the cache off.
    """
    try:
        folder = _wanted()
        return None if folder is None else private_folder(folder, part)
    except (OSError, RuntimeError, ValueError):
        return None


def private_folder(folder: Path, part: str = "") -> Path | None:
    """A folder, or one inside it, made if need be; None if it is not the user's own."""
    for each in (folder, folder / part) if part else (folder,):
        try:
            each.mkdir(parents=True, exist_ok=True, mode=0o700)
            if not stat.S_ISDIR(each.stat().st_mode) or not _is_own(each.stat()):
                return None
        except (OSError, ValueError):
            return None
    return folder / part if part else folder


def keep(path: Path, content: bytes) -> None:
    """Write a file of the cache in one step, so that no other process ever sees half of it."""
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=".part-")
    except OSError:
        return
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(hashlib.sha256(content).digest() + content)
        os.replace(name, path)
    except OSError:
        with contextlib.suppress(OSError):
            os.unlink(name)


def kept(path: Path) -> bytes | None:
    """What :func:`keep` wrote; None if there is nothing, it is damaged, or somebody else could have written it."""
    try:
        with os.fdopen(os.open(path, os.O_RDONLY | _NO_LINKS), "rb") as file:
            about = os.fstat(file.fileno())
            if not stat.S_ISREG(about.st_mode) or not _is_own(about):
                return None
            content = file.read()
    except OSError:
        return None
    if hashlib.sha256(memoryview(content)[_DIGEST:]).digest() != content[:_DIGEST]:
        return None
    with contextlib.suppress(OSError):
        os.utime(path)  # what is used stays longest
    return content[_DIGEST:]


def make_room(folder: Path, most: int) -> None:
    """Throw away the files not used for longest when there are more than ``most``."""
    with contextlib.suppress(OSError):
        files = [path for path in folder.iterdir() if path.is_file()]
        if len(files) > most:
            by_age = sorted(files, key=lambda path: path.stat().st_mtime)
            for path in by_age[: len(files) - most * 3 // 4]:
                path.unlink(missing_ok=True)


def _wanted() -> Path | None:
    chosen = os.environ.get("LUDWRIGHT_CACHE")
    if chosen is not None:
        return Path(chosen).absolute() if chosen.strip() else None
    return user_folder()


def user_folder() -> Path | None:
    """Where this system has a user's caches; None if the user has no home."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA")
        return Path(base) / "ludwright" / "cache" if base else None
    base = os.environ.get("XDG_CACHE_HOME")
    try:
        if sys.platform == "darwin":
            return Path.home() / "Library" / "Caches" / "ludwright"
        return (Path(base) if base and os.path.isabs(base) else Path.home() / ".cache") / "ludwright"
    except RuntimeError:
        return None


def _is_own(about: os.stat_result) -> bool:
    if sys.platform == "win32":
        return True  # the profile folder is the user's own
    return about.st_uid == os.geteuid() and not about.st_mode & (stat.S_IWGRP | stat.S_IWOTH)

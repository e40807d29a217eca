"""A folder in the user's own cache for things that are slow to make again. Never needed, never the cause of a failure."""

from __future__ import annotations

import contextlib
import os
import stat
import sys
import tempfile
from pathlib import Path


def cache_folder() -> Path | None:
    """The folder, made if need be; None where there is no safe one (then nothing is kept).

    ``LUDWRIGHT_CACHE`` names another folder; empty, it turns the cache off. A folder that another user owns or may
    write to is not used: what lies there could have been put there by anyone.
    """
    try:
        folder = _wanted()
        if folder is None:
            return None
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        return folder if _is_private(folder) else None
    except (OSError, RuntimeError, ValueError):
        return None


def keep(path: Path, content: bytes) -> None:
    """Write a file of the cache in one step, so that no other process ever sees half of it."""
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=".part-")
    except OSError:
        return
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        os.replace(name, path)
    except OSError:
        with contextlib.suppress(OSError):
            os.unlink(name)


def _wanted() -> Path | None:
    chosen = os.environ.get("LUDWRIGHT_CACHE")
    if chosen is not None:
        return Path(chosen).absolute() if chosen.strip() else None
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA")
        return Path(base) / "ludwright" / "cache" if base else None
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "ludwright"
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base and os.path.isabs(base) else Path.home() / ".cache") / "ludwright"


def _is_private(folder: Path) -> bool:
    if sys.platform == "win32":
        return folder.is_dir()  # the profile folder is the user's own
    about = folder.stat()
    shared = about.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
    return stat.S_ISDIR(about.st_mode) and about.st_uid == os.geteuid() and not shared

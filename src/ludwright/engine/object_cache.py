"""Machine code kept on disk, so that a game that was played before need not be compiled again.

A file's name is the fingerprint of everything the code depends on: the assembly text, this processor, and the compiler.
Files lie in the user's own cache folder and begin with the fingerprint of what follows, so half a file is never loaded.
"""

from __future__ import annotations

import contextlib
import hashlib
from pathlib import Path

import llvmlite
import llvmlite.binding as llvm

from ludwright.language.cache import cache_folder, keep

_FORMAT = 2
"""Raised when the way from text to code changes."""
_MOST_FILES = 1000
_DIGEST = 32


def fingerprint(text: str, machine: llvm.TargetMachine, cpu: str, features: str) -> str:
    """What distinguishes the machine code of one text on one computer from all other machine code."""
    depends = (
        str(_FORMAT),
        llvmlite.__version__,
        str(llvm.llvm_version_info),
        str(machine.triple),
        cpu,
        features,
        text,
    )
    return hashlib.sha256("\0".join(depends).encode()).hexdigest()


def fetch(name: str) -> bytes | None:
    """The code kept under a fingerprint, if there is any."""
    path = _path(name)
    if path is None:
        return None
    try:
        content = path.read_bytes()
    except OSError:
        return None
    code = content[_DIGEST:]
    if hashlib.sha256(code).digest() != content[:_DIGEST]:
        return None
    with contextlib.suppress(OSError):
        path.touch()
    return code


def store(name: str, code: bytes) -> None:
    """Keep code under a fingerprint; where that cannot be done, nothing happens."""
    path = _path(name)
    if path is not None:
        keep(path, hashlib.sha256(code).digest() + code)
        _make_room(path.parent)


def _path(name: str) -> Path | None:
    folder = cache_folder()
    if folder is None:
        return None
    try:
        (folder / "code").mkdir(mode=0o700, exist_ok=True)
    except OSError:
        return None
    return folder / "code" / name


def _make_room(folder: Path) -> None:
    """Throw away the files not used for longest when there are too many."""
    with contextlib.suppress(OSError):
        files = [path for path in folder.iterdir() if path.is_file()]
        if len(files) > _MOST_FILES:
            by_age = sorted(files, key=lambda path: path.stat().st_mtime)
            for path in by_age[: len(files) - _MOST_FILES * 3 // 4]:
                path.unlink(missing_ok=True)

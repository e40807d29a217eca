"""Machine code kept on disk, so that a game that was played before need not be compiled again.

A file's name is the fingerprint of everything the code depends on: the assembly text, this processor, and the compiler.
Files lie in the user's own cache folder (:mod:`ludwright.language.cache`).
"""

from __future__ import annotations

import hashlib

import llvmlite
import llvmlite.binding as llvm

from ludwright.language.cache import cache_folder, keep, kept, make_room

_FORMAT = 2
"""Raised when the way from text to code changes."""
_PART = "code"
_MOST_FILES = 1000


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
    folder = cache_folder(_PART)
    return None if folder is None else kept(folder / name)


def store(name: str, code: bytes) -> None:
    """Keep code under a fingerprint; where that cannot be done, nothing happens."""
    folder = cache_folder(_PART)
    if folder is not None:
        keep(folder / name, code)
        make_room(folder, _MOST_FILES)

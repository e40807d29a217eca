"""Kernels kept on disk: Numba's own cache is unpickled unchecked, fails on a damaged file for ever, and may lie where others can write.

Files lie in the user's own cache folder (:mod:`ludwright.language.cache`), checked before they are read. A file's name is the fingerprint
of everything the machine code depends on: the sources, the types, this processor, Python and Numba. So several versions of Ludwright
share one folder, and a kernel is never taken for another. A program whose files change while it runs keeps and reads none of them:
what it has imported before and what it imports now may not belong together, and such a mixture must not be taken for the new version.
"""

from __future__ import annotations

import hashlib
import pickle
import re
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from time import time
from typing import Any

import llvmlite
import numba
from numba.core import compiler, serialize

from ludwright.language.cache import cache_folder, keep, kept, make_room, private_folder, user_folder

_dumps: Any = serialize.dumps
_Result: Any = compiler.CompileResult
_PACKAGE = Path(__file__).parent.parent
_IMPORT = re.compile(r"^from ludwright(?P<module>[a-z_.]*) import (?P<name>[a-z_]*)", re.MULTILINE)
_OWN = Path(__file__)
"""How kernels are kept makes no difference to them."""
_BEGAN = time()
"""What was written later was written while this program runs."""
_PART = "kernels"
_MOST_FILES = 1000
_MADE_BY = "\0".join(("2", sys.version, numba.__version__, llvmlite.__version__))


def _folder() -> Path | None:
    """Where kernels lie. They belong to the program, not to a game: where no cache is wanted for games, they are kept all the same,
    and for a user without a home beside the program, as Python keeps its own."""
    chosen = cache_folder(_PART)
    if chosen is not None:
        return chosen
    for folder in (user_folder(), _PACKAGE / "__pycache__"):
        found = private_folder(folder, _PART) if folder is not None else None
        if found is not None:
            return found
    return None


FOLDER = _folder()


@cache
def _read(file: Path) -> tuple[bytes, tuple[Path, ...]]:
    """The hash of a file of the package, and which others it imports at its head."""
    content = file.read_bytes()
    found = []
    for module, name in _IMPORT.findall(content.decode()):
        folder = _PACKAGE.joinpath(*module.split("."))
        found += [
            path
            for path in (folder.with_suffix(".py"), folder / f"{name}.py", folder / name / "__init__.py")
            if path.is_file() and path != _OWN
        ]
    return hashlib.sha256(content).digest(), tuple(found)


def sources(file: Path) -> list[Path]:
    """A file of the package and all it imports from the package at its head: what its kernels may depend on."""
    found, open_files = {file}, [file]
    while open_files:
        fresh = set(_read(open_files.pop())[1]) - found
        found |= fresh
        open_files += fresh
    return sorted(found)


@cache
def fingerprint(file: Path) -> str:
    """The same as long as nothing has changed that the kernels of a file may depend on."""
    return hashlib.sha256(b"".join(_read(path)[0] for path in sources(file))).hexdigest()


@cache
def unchanged(file: Path) -> bool:
    """Whether everything that the kernels of a file may depend on was written before this program began."""
    now = time()
    return not any(_BEGAN < path.stat().st_mtime <= now for path in sources(file))


class KernelCache:
    """What Numba asks for a function that was compiled before, and hands what it has compiled."""

    def __init__(self, function: Callable[..., Any], kind: str) -> None:
        self._function = function
        code, name = function.__code__, f"{function.__module__}.{function.__qualname__}"
        file = Path(code.co_filename)
        self._about = f"{kind} {name}:{code.co_firstlineno} {fingerprint(file)}" if unchanged(file) else ""

    @property
    def cache_path(self) -> str:
        """Where it is kept."""
        return str(FOLDER)

    def path(self, signature: Any, codegen: Any) -> Path | None:
        """The file of a kernel for some types on this machine; None where it is not kept."""
        if FOLDER is None or not self._about:
            return None
        own = self._function.__closure__
        bound = _dumps(tuple(cell.cell_contents for cell in own)) if own is not None else b""
        words = "\0".join((_MADE_BY, self._about, str(signature), repr(codegen.magic_tuple())))
        whole = (words.encode(), self._function.__code__.co_code, bound)
        return FOLDER / hashlib.sha256(b"".join(hashlib.sha256(part).digest() for part in whole)).hexdigest()

    def has(self, signature: Any, codegen: Any) -> bool:
        """Whether it seems to be there; it is not read, as it may be large."""
        path = self.path(signature, codegen)
        return path is not None and path.is_file()

    def load_overload(self, signature: Any, context: Any) -> Any:
        """What was compiled before; None if it has to be compiled, as where a file is damaged."""
        context.refresh()
        path = self.path(signature, context.codegen())
        content = kept(path) if path is not None else None
        if content is None:
            return None
        try:
            return _Result._rebuild(context, *pickle.loads(content))  # our own bytes: see `kept`
        except Exception:  # whatever is wrong with the cache, the function itself is at hand
            return None

    def save_overload(self, signature: Any, result: Any) -> None:
        """Keep what was compiled; where that can't be done, nothing happens."""
        path = self.path(signature, result.codegen)
        if FOLDER is None or path is None or result.library.has_dynamic_globals or result.lifted:
            return
        keep(path, _dumps(result._reduce()))
        make_room(FOLDER, _MOST_FILES)

    def flush(self) -> None:
        """Nothing: what was made of other sources has another name."""


def kept_on_disk(made: Any, function: Callable[..., Any]) -> Any:
    """A kernel that is looked for on disk before it is compiled; as it is if it comes from no file."""
    if Path(function.__code__.co_filename).is_file():
        made._cache = KernelCache(function, type(made).__name__)
    return made

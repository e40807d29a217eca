"""What is wrong in the code of a game, told at the line of the designer's own file."""

from __future__ import annotations

import inspect
import linecache
import os
import sysconfig
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from traceback import walk_tb
from types import CodeType, TracebackType
from typing import Any

from ludwright.mistakes import LudwrightError, Mistake, MistakesError, Place

_OURS = str(Path(__file__).parents[1]) + os.sep
_LIBRARIES = tuple(
    {path + os.sep for name in ("stdlib", "platstdlib", "purelib", "platlib") if (path := sysconfig.get_path(name))}
)


class PythonGameError(MistakesError):
    """The code of a game failed, or did not keep to what is asked of it.

    What Python itself said is its ``__cause__``.
    """

    def __init__(self, mistake: Mistake) -> None:
        super().__init__(mistake)
        self.actions: list[Any] = []
        """What had been done in the game before, as far as that is known."""

    def __str__(self) -> str:
        moves = len(self.actions)
        if not moves:
            return super().__str__()
        done = ", ".join(f"{action!r}" for action in self.actions[-_SHOWN:])
        after = f"after {moves} move{'' if moves == 1 else 's'}" + (", the last of them" if moves > _SHOWN else "")
        return f"{super().__str__()}\n  {after}: {done}"


_SHOWN = 8
"""So many of the last actions are told."""


class StoppedError(LudwrightError):
    """Somebody interrupted a game from the keyboard."""


def wrong(function: Callable[..., Any] | type, message: str, hint: str = "") -> PythonGameError:
    """An error about what a function gave, at the line where it begins."""
    return PythonGameError(Mistake(home(function), message, hint))


def failed(name: str, function: Callable[..., Any], error: BaseException, told: str) -> PythonGameError:
    """An error that a function raised, at the line that raised it. ``told`` says what it was called with."""
    said = str(error) if isinstance(error, LudwrightError) else f"{type(error).__name__}: {error}".removesuffix(": ")
    place = _deepest(error.__traceback__) or home(function)
    if not callable(function):
        said = f"the game has set `{name}` to {function!r}, but it must stay a function"
    return PythonGameError(Mistake(place, f"`{name}{told}` failed: {said}"))


def _deepest(trace: TracebackType | None) -> Place | None:
    """The innermost place in the designer's own files; failing that, in a library."""
    frames = [(frame.f_code, line, at) for (frame, line), at in zip(walk_tb(trace), _steps(trace), strict=True)]
    others = [found for found in frames if not found[0].co_filename.startswith(_OURS)]
    own = [found for found in others if not found[0].co_filename.startswith(_LIBRARIES)]
    if not others:
        return None
    code, line, at = (own or others)[-1]
    _, last_line, first, last = next(islice(code.co_positions(), at // 2, None), (None, None, None, None))
    text = linecache.getline(code.co_filename, line)
    column = _characters(text, first or 0)
    width = _characters(text, last or 0) - column if last_line == line else len(text.rstrip()) - column
    return Place(_shown(code), line, column + 1, max(1, width), text)


def _steps(trace: TracebackType | None) -> list[int]:
    """How far each frame of a traceback had come."""
    found = []
    while trace is not None:
        found.append(trace.tb_lasti)
        trace = trace.tb_next
    return found


def _characters(text: str, octets: int) -> int:
    """Python counts columns in bytes."""
    return len(text.encode()[:octets].decode(errors="ignore"))


def home(function: Any) -> Place | None:
    """Where a function or a class is written."""
    function = inspect.unwrap(function) if callable(function) else function
    code = getattr(function, "__code__", None)
    if isinstance(code, CodeType):
        file, line = _shown(code), code.co_firstlineno
        lines = linecache.getlines(code.co_filename)
        while line < len(lines) and lines[line - 1].lstrip().startswith("@"):
            line += 1
        name = code.co_name
    elif isinstance(function, type):
        try:
            lines, line = inspect.findsource(function)
            file, line, name = _relative(inspect.getfile(function)), line + 1, function.__name__
        except (OSError, TypeError):
            return None
    else:
        return None
    text = lines[line - 1] if line <= len(lines) else ""
    at = max(0, text.find(name))
    return Place(file, line, at + 1, len(name), text)


def _shown(code: CodeType) -> str:
    return _relative(code.co_filename)


def _relative(file: str) -> str:
    """A file as the designer would name it."""
    try:
        short = os.path.relpath(file)
    except ValueError:  # on another drive
        return file
    return file if short.startswith("..") or file.startswith("<") else short

"""Reading files that a description names: only inside its own folder, only whole text, only of a sensible size."""

from __future__ import annotations

import os
import stat
from pathlib import Path, PurePosixPath, PureWindowsPath

from ludwright.mistakes import Mistake, MistakesError, Place, nearest

MAX_BYTES = 5_000_000
MAX_TABLE_BYTES = 20_000_000


def open_inside(folder: Path | None, name: str, place: Place | None, *, root: Path | None = None) -> Path:
    """The file `name`, looked for from `folder`, which must lie inside `root` (by default `folder` itself).

    Absolute names, names that climb out with ``..`` and links that lead out are mistakes at `place`; so are files
    that are missing or are no plain files. Every reading of a file that a description names goes through here.
    """

    def wrong(message: str, hint: str = "") -> MistakesError:
        return MistakesError(Mistake(place, message, hint))

    if folder is None:
        raise wrong(f'the file "{name}" can\'t be read: this text belongs to no folder', "read it from a file")
    if not name.strip():
        raise wrong("the name of the file is empty")
    if any(ord(c) < 32 for c in name) or len(name) > 500:
        raise wrong("this can't be the name of a file")
    if "\\" in name:
        raise wrong(f'"{name}": folders are separated by `/`', f'write "{name.replace(chr(92), "/")}"')
    windows = PureWindowsPath(name)
    outside = f'"{name}" lies outside the folder of the game'
    advice = "copy the file into the folder of the game and name it from there"
    if PurePosixPath(name).is_absolute() or windows.drive or windows.root or name.startswith("~"):
        raise wrong(outside, advice)
    base = Path(os.path.realpath(root if root is not None else folder))
    try:
        path = Path(os.path.realpath(folder / name))
        if not path.is_relative_to(base):
            raise wrong(outside, advice)
        mode = path.stat().st_mode
    except (FileNotFoundError, NotADirectoryError):
        raise wrong(f'there is no file "{name}"', _similar(folder, name)) from None
    except (OSError, ValueError) as error:
        raise wrong(f'the file "{name}" can\'t be read: {_reason(error)}') from None
    if not stat.S_ISREG(mode):
        raise wrong(f'"{name}" is not a file')
    return path


def read_bytes(path: Path, shown: str, place: Place | None, limit: int = MAX_BYTES) -> bytes:
    """The content of a file of at most `limit` bytes; `shown` is how the file is called to the user."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            raise MistakesError(Mistake(place, f'"{shown}" is not a file'))
        with path.open("rb") as file:
            content = file.read(limit + 1)
    except FileNotFoundError:
        raise MistakesError(Mistake(place, f'there is no file "{shown}"', _similar(path.parent, path.name))) from None
    except (OSError, ValueError) as error:
        raise MistakesError(Mistake(place, f'the file "{shown}" can\'t be read: {_reason(error)}')) from None
    if len(content) > limit:
        raise MistakesError(
            Mistake(place, f'the file "{shown}" is too big', f"at most {limit // 1_000_000} million bytes are read")
        )
    return content


def decode(content: bytes, shown: str) -> str:
    """The bytes of a text file as text; anything but UTF-8 is a mistake at the first byte that is none."""
    advice = "save the file as UTF-8 text"
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise MistakesError(Mistake(Place(shown, 1, 1), "this file is UTF-16 text, not UTF-8", advice))
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = content[: error.start].replace(b"\r\n", b"\n")
        line = before.count(b"\n") + 1
        column = len(before[before.rfind(b"\n") + 1 :].decode("utf-8", "replace")) + 1
        shown_line = content.split(b"\n")[line - 1][:300].decode("utf-8", "replace")
        message = f"this is not UTF-8 text: the byte {content[error.start]} can't be read"
        raise MistakesError(Mistake(Place(shown, line, column, 1, shown_line), message, advice)) from None
    return text


def _similar(folder: Path, name: str) -> str:
    """A suggestion from the files that are there."""
    wanted = PurePosixPath(name)
    try:
        there = [entry.name for entry in os.scandir(folder / wanted.parent) if entry.is_file()]
    except (OSError, ValueError):
        return ""
    found = nearest(wanted.name, there)
    return f'did you mean "{(wanted.parent / found).as_posix()}"?' if found else ""


def _reason(error: Exception) -> str:
    reason = error.strerror if isinstance(error, OSError) else str(error)
    return (reason or "unknown reason").lower()

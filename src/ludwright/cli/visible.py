"""Words for the terminal. Titles and names may be a stranger's: what would steer a terminal, or turn a line around, is shown as its code."""

from __future__ import annotations

import re
from typing import TextIO

_RANGES = (
    (0, 8),
    (11, 31),
    (127, 159),
    (0x61C, 0x61C),
    (0x200B, 0x200B),
    (0x200E, 0x200F),
    (0x2028, 0x202E),
    (0x2060, 0x206F),
    (0xFEFF, 0xFEFF),
    (0xFFF9, 0xFFFB),
)
HIDDEN = [chr(code) for first, last in _RANGES for code in range(first, last + 1)]
"""Control characters but for tabs and line ends, marks of direction, and what takes no room."""
_HIDDEN = re.compile(f"[{re.escape(''.join(HIDDEN))}]")


def visible(text: str) -> str:
    """A text without control characters and marks of direction: their codes stand in their places.

    >>> print(visible("Pig\\x1b[2J \\u202eexe"))
    Pig\\x1b[2J \\u202eexe
    """
    return _HIDDEN.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


def say(*words: object, end: str = "\n", file: TextIO | None = None, flush: bool = False) -> None:
    """Print words. All commands print through this, or through a console that does the same."""
    print(visible(" ".join(map(str, words))), end=end, file=file, flush=flush)

"""The code blocks of a documentation page, in order.

What a block is and how it is treated stands behind its three backquotes, where a reader of the page does not see it::

    ```game file=pirates.game wrong
"""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass
from pathlib import Path

_FENCE = re.compile(r"^(?P<indent> *)```(?P<about>[^\n`]*)$")


@dataclass(frozen=True)
class Block:
    """One fenced block: the word behind the backquotes, what else stands there, and the text."""

    kind: str
    options: dict[str, str]
    text: str
    line: int


def blocks(page: Path) -> list[Block]:
    """All blocks of a page; a fence that is never closed is an error."""
    found: list[Block] = []
    about, start, inside = "", 0, list[str]()
    for number, line in enumerate(page.read_text(encoding="utf-8").split("\n"), 1):
        fence = _FENCE.match(line)
        if fence is None:
            inside.append(line)
        elif not start:
            about, start, inside = fence["about"].strip(), number, []
        else:
            found.append(_block(about, "\n".join(inside) + "\n", start))
            start = 0
    if start:
        raise ValueError(f"{page.name}: the block of line {start} is never closed")
    return found


def _block(about: str, text: str, line: int) -> Block:
    kind, *rest = shlex.split(about) or [""]
    options = {key: value for key, _, value in (word.partition("=") for word in rest)}
    return Block(kind, options, text, line)

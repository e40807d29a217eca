"""Output: tables for people, JSON for programs, files."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment

from ludwright.cli.visible import HIDDEN, say, visible

if TYPE_CHECKING:
    from rich.table import Table

    from ludwright.display import Block, TextTable

_ESCAPED = {ord(sign): f"\\u{ord(sign):04x}" for sign in HIDDEN}
"""What JSON need not write as a code, but a terminal would follow."""
_NO_TEXT = "replace"
"""Bytes that are no text are shown as such, and understood by nobody."""


class _Console(Console):
    def on_broken_pipe(self) -> None:
        """Let the command end as after any other line that nobody reads."""
        raise BrokenPipeError

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        """What is to be shown, with nothing in it that a stranger's words could steer the terminal with."""
        for part in super().render(renderable, options):
            yield part if part.control else Segment(visible(part.text), part.style)


def console(stderr: bool = False) -> Console:
    """Where tables go. Not a terminal: wide enough never to cut a line, and no colours."""
    stream = sys.stderr if stderr else sys.stdout
    return _Console(stderr=stderr, highlight=False, soft_wrap=True, width=None if stream.isatty() else 160)


def read_line(out: Console) -> str:
    """A line from whoever sits there; the end of the input is an ``EOFError``."""
    out.file.flush()
    if isinstance(sys.stdin, TextIOWrapper) and sys.stdin.errors != _NO_TEXT:
        sys.stdin.reconfigure(errors=_NO_TEXT)
    if sys.stdin.isatty():
        return input().strip()
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line.strip()


def print_json(value: Any) -> None:
    """Plain data, for other programs."""
    say(json.dumps(value, indent=2, ensure_ascii=False).translate(_ESCAPED))


def write_text(path: Path, text: str) -> None:
    """Write a file the user asked for, whole or not at all; a path that can't be written is wrong use."""
    from ludwright.written import put

    put(path, text)


def print_blocks(shown: Iterable[Block], out: Console, header_style: str = "bold") -> None:
    """What a result has to show: sentences and tables; a terminal has no pictures."""
    from rich.markup import escape

    from ludwright.display import FinePrint, Picture, TextTable, Title

    styles = {Title: "bold", FinePrint: "dim"}
    for block in shown:
        if isinstance(block, TextTable):
            out.print(rich_table(block, header_style))
        elif not isinstance(block, Picture):
            style = styles.get(type(block))
            out.print(escape(block if isinstance(block, str) else block.words), style=style)


def rich_table(table: TextTable, header_style: str = "bold", drawn: Sequence[str] = ()) -> Table:
    """The same table for a terminal; at the end of its rows what is drawn in characters."""
    from rich.markup import escape
    from rich.table import Table

    made = Table(box=None, pad_edge=False, header_style=header_style)
    for place, heading in enumerate(table.headings):
        made.add_column(escape(heading), justify="left" if place in table.text else "right")
    if drawn:
        made.add_column("", style="cyan")
    for place, row in enumerate(table.rows):
        made.add_row(*map(escape, row), *drawn[place : place + 1])
    return made


def blocks(share: float, width: int = 20) -> str:
    """A bar of ``width`` characters at most for a share from 0 to 1; plain signs where the terminal knows no blocks."""
    plain = "utf" not in (sys.stdout.encoding or "").lower()
    eighths = round(max(0.0, min(1.0, share)) * width * 8)
    if plain:
        return "#" * round(eighths / 8)
    full, part = divmod(eighths, 8)
    return "█" * full + (" ▏▎▍▌▋▊▉"[part] if part else "")

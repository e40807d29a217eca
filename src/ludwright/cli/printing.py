"""Output: tables for people, JSON for programs, files."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import typer
from rich.console import Console


def console() -> Console:
    """Where tables go. Not a terminal: wide enough never to cut a line, and no colours."""
    return Console(highlight=False, soft_wrap=True, width=None if sys.stdout.isatty() else 160)


def read_line(out: Console) -> str:
    """A line from whoever sits there; the end of the input is an ``EOFError``."""
    out.file.flush()
    if sys.stdin.isatty():
        return input().strip()
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line.strip()


def print_json(value: Any) -> None:
    """Plain data, for other programs."""
    print(json.dumps(value, indent=2, ensure_ascii=False))


def write_text(path: Path, text: str) -> None:
    """Write a file the user asked for; a path that can't be written is wrong use."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise typer.BadParameter(f"`{path}` can't be written: {error.strerror}") from error


def blocks(share: float, width: int = 20) -> str:
    """A bar of ``width`` characters at most for a share from 0 to 1; plain signs where the terminal knows no blocks."""
    plain = "utf" not in (sys.stdout.encoding or "").lower()
    eighths = round(max(0.0, min(1.0, share)) * width * 8)
    if plain:
        return "#" * round(eighths / 8)
    full, part = divmod(eighths, 8)
    return "█" * full + (" ▏▎▍▌▋▊▉"[part] if part else "")

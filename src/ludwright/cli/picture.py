"""Drawings in the terminal: in colours where there are colours, in plain signs where nothing else can be shown."""

from __future__ import annotations

import sys

from rich.console import Console
from rich.text import Text

from ludwright.drawing.colours import lightness
from ludwright.drawing.scene import Scene
from ludwright.drawing.spans import Line
from ludwright.drawing.text import lines_of

_PLAIN = str.maketrans({"·": ".", "▶": ">", "▒": "#", "×": "x", "–": "-", "—": "-", "…": "~"})
"""For terminals that know nothing but ASCII."""


def print_scene(scene: Scene, out: Console, faces: bool = False) -> None:
    """A scene, as far as the terminal can show it; with ``faces`` cards tell what is printed on them."""
    simple = "utf" not in (out.encoding or sys.stdout.encoding or "").lower()
    for line in lines_of(scene, faces):
        out.print(_styled(line, simple), soft_wrap=True)


def _styled(line: Line, simple: bool) -> Text:
    text = Text()
    for part in line:
        words = part.text.translate(_PLAIN).encode("ascii", "replace").decode() if simple else part.text
        text.append(words, style=_style(part.colour, part.bold, part.marked))
    text.rstrip()
    return text


def _style(colour: str | None, bold: bool, marked: bool) -> str:
    # black and white would vanish on one background or the other: those stay in the terminal's own ink, thin and bold
    light = lightness(colour) if colour is not None else 0.5
    shown = colour if colour is not None and 0.3 < light < 0.9 else ""
    return f"{'reverse ' if marked else ''}{'bold ' if bold and light >= 0.3 else ''}{shown}".strip()

"""Makes a description that shows something wrong shorter, as long as it still shows it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tests.properties.flow import Made

Shows = Callable[[Made], bool]


def complaint(play: Callable[[Made], object], made: Made) -> str | None:
    """What goes wrong with a description, without the numbers that change from text to text; None if nothing does."""
    try:
        play(made)
    except Exception as error:
        return f"{type(error).__name__} {''.join(c for c in str(error)[:40] if not c.isdigit())}"
    return None


def shrunk(play: Callable[[Made], object], made: Made, tries: int = 150) -> Made:
    """The description with as many lines left out as possible."""
    wanted = complaint(play, made)
    if wanted is None:
        return made
    left = tries
    for name in made.files:
        step = max(1, len(_parts(made.files[name])) // 4)
        while step and left > 0:
            at = 0
            while at < len(_parts(made.files[name])) and left > 0:
                parts = _parts(made.files[name])
                shorter = replace(made, files={**made.files, name: "".join(parts[:at] + parts[at + step :])})
                left -= 1
                if complaint(play, shorter) == wanted:
                    made = shorter
                else:
                    at += step
            step //= 2
    return made


def _parts(text: str) -> list[str]:
    """Lines, each with what is indented below it if that is short."""
    parts: list[str] = []
    for line in text.splitlines(keepends=True):
        if parts and line.startswith("  |") and parts[-1].count("\n") < 8:
            parts[-1] += line
        else:
            parts.append(line)
    return parts

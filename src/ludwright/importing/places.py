"""Places in a foreign file, and the mistakes found there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from ludwright.mistakes import Mistake, Place

MOST_MISTAKES = 50


class Located(Protocol):
    """Anything that knows its line and column, and how it is written."""

    @property
    def text(self) -> str: ...
    @property
    def line(self) -> int: ...
    @property
    def column(self) -> int: ...


class Wrong:
    """Collects mistakes and notes about one file; the same one is told once."""

    def __init__(self, file: str, lines: Sequence[str]) -> None:
        self.file, self.lines = file, lines
        self.mistakes: list[Mistake] = []
        self.notes: list[Mistake] = []

    def place(self, at: Located) -> Place:
        """Where something stands."""
        text = self.lines[at.line - 1] if 0 < at.line <= len(self.lines) else ""
        return Place(self.file, at.line, at.column, max(1, len(at.text)), text)

    def __call__(self, at: Located | None, message: str, hint: str = "") -> None:
        """Something is wrong there."""
        found = Mistake(None if at is None else self.place(at), message, hint)
        if found not in self.mistakes and len(self.mistakes) < MOST_MISTAKES:
            self.mistakes.append(found)

    def note(self, at: Located | None, message: str, hint: str = "") -> None:
        """Something there is odd, but can be played."""
        found = Mistake(None if at is None else self.place(at), message, hint, "note")
        if found not in self.notes:
            self.notes.append(found)

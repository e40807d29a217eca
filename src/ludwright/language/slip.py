"""A syntax mistake before it is known in which file it stands."""

from __future__ import annotations


class SlipError(Exception):
    """Something that can't be read, at a place in a text: line and column from 1."""

    def __init__(self, line: int, column: int, width: int, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.line, self.column, self.width, self.message, self.hint = line, column, width, message, hint

"""How long a description is: its lines without blanks and comments, file by file."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ludwright.language.source import Description


def count_lines(description: Description) -> dict[str, int]:
    """For each file that the game is made of, how many lines say something."""
    texts = {part.file: part.lines for part in (*description.declarations, *description.changes)}
    return {file: sum(_says_something(line) for line in texts[file]) for file in description.files if file in texts}


def _says_something(line: str) -> bool:
    text = line.strip()
    return bool(text) and not text.startswith("#")

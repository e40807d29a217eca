"""Mistakes a designer can make, and how they are told.

Every error that a user can cause is a :class:`LudwrightError`. Most are about a text: a :class:`Mistake` says where
it is, what is wrong in a designer's words, and what was probably meant.
"""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

_SHOWN = 140  # columns of a source line that are shown around the caret

CONCLUSIONS = "conclusions"
"""Notes about what players could conclude and don't."""
EMPTY_CELLS = "empty cells"
"""Notes about cells of tables that say nothing."""


class LudwrightError(Exception):
    """Base of all errors a user can cause; its text is one clear message."""


@dataclass(frozen=True)
class Place:
    """Where something stands: a file, a line and a column (both from 1), and how wide it is.

    ``text`` is the source line. In a spreadsheet ``line`` is the row and ``column`` the number of the column; then
    ``caret`` says under which character of ``text`` the cell begins.
    """

    file: str
    line: int
    column: int
    width: int = 1
    text: str = ""
    caret: int | None = None

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@dataclass(frozen=True)
class Mistake:
    """One thing that is wrong (or, as a ``note``, worth knowing), at one place; ``about`` sorts notes that few look for."""

    place: Place | None
    message: str
    hint: str = ""
    severity: str = "mistake"
    about: str = ""

    def render(self) -> str:
        """The whole message: place and words, the line with a caret below, and the hint.

        >>> print(Mistake(Place("nim.game", 3, 7, 4, "turn: tak"), "unknown name `tak`", "did you mean `take`?").render())
        nim.game:3:7: unknown name `tak`
            turn: tak
                  ^~~
          did you mean `take`?
        """
        head = self.message if self.place is None else f"{self.place}: {self.message}"
        if self.severity == "note":
            head = f"note: {head}" if self.place is None else f"{self.place}: note: {self.message}"
        lines = [head]
        if self.place is not None and self.place.text.strip():
            lines += ["    " + line for line in _pointed(self.place)]
        if self.hint:
            lines.append("  " + self.hint)
        return "\n".join(lines)

    def as_json(self) -> dict[str, Any]:
        """The same as plain data, for editors and other programs."""
        place = self.place
        return {
            "severity": self.severity,
            "file": place.file if place else None,
            "line": place.line if place else None,
            "column": place.column if place else None,
            "width": place.width if place else None,
            "text": place.text if place else None,
            "message": self.message,
            "hint": self.hint,
            "about": self.about,
        }


class MistakesError(LudwrightError):
    """One or more mistakes in a description; ``str`` shows them all, and no notes."""

    def __init__(self, mistakes: Sequence[Mistake] | Mistake) -> None:
        self.mistakes: list[Mistake] = [mistakes] if isinstance(mistakes, Mistake) else list(mistakes)
        super().__init__(self.mistakes)

    def __str__(self) -> str:
        return "\n\n".join(mistake.render() for mistake in self.mistakes if mistake.severity != "note")


def in_short(notes: Iterable[Mistake]) -> list[str]:
    """Notes in one line for each kind: what it says, where the first one is, and how many are like it.

    >>> notes = [Mistake(Place("a.game", n, 1), f"`{name}` is never used", severity="note") for n, name in ((3, "x"), (5, "y"))]
    >>> print(*in_short(notes))
    note: `x` is never used (a.game:3, and 1 more like it)
    """
    kinds: dict[str, list[Mistake]] = {}
    for note in notes:
        kinds.setdefault(re.sub("`[^`]*`", "`", note.message), []).append(note)
    lines = []
    for first, *others in kinds.values():
        where = [f"{first.place.file}:{first.place.line}"] if first.place is not None else []
        where += [f"and {len(others)} more like it"] if others else []
        lines.append(f"note: {first.message}" + (f" ({', '.join(where)})" if where else ""))
    return lines


def nearest(name: str, candidates: Iterable[str]) -> str | None:
    """The candidate that was probably meant by `name`, or None when nothing is near.

    Upper and lower case, plurals and swapped letters are forgiven:

    >>> nearest("Cards", ["card", "deck"])
    'card'
    >>> nearest("actoin", ["action", "auction", "stage"])
    'action'
    >>> nearest("zebra", ["action", "stage"]) is None
    True
    """
    wanted = name.casefold()
    best: str | None = None
    best_score = 0.0
    for candidate in dict.fromkeys(candidates):
        score = _likeness(wanted, candidate.casefold())
        if candidate != name and score > best_score:
            best, best_score = candidate, score
    return best


def written(name: str) -> str:
    """A name as rules write it: in quotes if it is not a single word.

    >>> written("Tax Collector"), written("Guard")
    ('"Tax Collector"', 'Guard')
    """
    return name if name.isidentifier() else f'"{name}"'


def _likeness(a: str, b: str) -> float:
    """How alike two words are, 0 when too different to suggest one for the other."""
    if a == b:
        return 3.0
    if _singulars(a) & _singulars(b):
        return 2.0
    if len(a) <= 2:
        return 0.0  # almost any short word is near to such a one
    length = max(len(a), len(b))
    steps = _edits(a, b, limit=1 if length <= 4 else 2 if length <= 8 else 3)
    if steps is not None and steps < length - 1:
        # Among equally near ones the one that begins alike is the likelier.
        return 1.0 - steps / length + (0.01 if a[:1] == b[:1] else 0.0)
    if length <= 4:
        return 0.0
    alike = difflib.SequenceMatcher(None, a, b)
    if alike.real_quick_ratio() < 0.75 or alike.quick_ratio() < 0.75:  # bounds, found sooner
        return 0.0
    ratio = alike.ratio()
    return ratio - 0.1 if ratio >= 0.75 else 0.0


def _singulars(word: str) -> set[str]:
    """What the word could be the plural of, itself included."""
    forms = {word}
    if word.endswith("ies"):
        forms.add(word[:-3] + "y")
    if word.endswith("es"):
        forms.add(word[:-2])
    if word.endswith("s"):
        forms.add(word[:-1])
    return {form for form in forms if len(form) > 1}


def _edits(a: str, b: str, limit: int) -> int | None:
    """Letters to insert, drop, replace or swap with a neighbour to get from a to b; None beyond the limit."""
    if abs(len(a) - len(b)) > limit or max(len(a), len(b)) > 60 or len(set(a) ^ set(b)) > 2 * limit:
        return None
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        older, before, row = before, row, [i]
        for j, y in enumerate(b, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                cost = min(cost, older[j - 2] + 1)
            row.append(cost)
    return row[-1] if row[-1] <= limit else None


def _pointed(place: Place) -> list[str]:
    """The source line and, below it, a caret under the place; a long line is cut around it."""
    start = max(0, (place.caret if place.caret is not None else place.column) - 1)
    text = place.text.rstrip()
    start = min(start, len(text))
    width = max(1, min(place.width, max(1, len(text) - start)))
    if len(text) > _SHOWN:
        first = max(0, min(start - 40, len(text) - _SHOWN))
        cut = text[first : first + _SHOWN]
        before, after = "… " if first else "", " …" if first + _SHOWN < len(text) else ""
        start = start - first + len(before)
        text = before + cut + after
        width = max(1, min(width, len(text) - start))
    text = "".join(" " if unicodedata.category(c) == "Cc" and c != "\t" else c for c in text)
    margin = "".join("\t" if c == "\t" else " " * _cells(c) for c in text[:start])
    under = sum(_cells(c) for c in text[start : start + width]) or 1
    return [text, margin + "^" + "~" * (under - 1)]


def _cells(character: str) -> int:
    """How many cells of a terminal a character takes."""
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1

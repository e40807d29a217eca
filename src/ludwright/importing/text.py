"""Writing a text in our language: lines that remember where in a foreign file they come from, and names that are free here."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache

from ludwright.importing.places import Located
from ludwright.language.declarations import plural_of
from ludwright.language.grammar import grammar_text
from ludwright.rules.formulas.formulas import BUILT_IN

_FREE = frozenset(["a", "an", "x", "cards"])
"""Words of the language that are never mistaken for it."""


@cache
def taken() -> frozenset[str]:
    """Words that a text can't use for things of its own without losing something."""
    words = re.findall(r'"([a-z_]+)"', grammar_text())
    return frozenset([*words, *BUILT_IN, "empty", "it", "my", "owner", "number", "position", "design"]) - _FREE


class Names:
    """Names of the new text: each is used once, and none is a word of the language or a built-in name."""

    def __init__(self) -> None:
        self.taken: set[str] = set()

    def fresh(self, wanted: str, plural: bool = False, suffix: str = "") -> str:
        """The wanted name, or one like it that is free (by the suffix, if that is enough); with ``plural``, one whose plural is free as well."""
        if suffix and re.sub(r"[^\w]", "_", wanted) in self.taken:
            wanted = f"{wanted}_{suffix}"
        plain = re.sub(r"[^\w]", "_", wanted)
        if not plain or plain[0].isdigit():
            plain = f"_{plain}"
        name, number = plain, 1
        while self._is_taken(name) or (plural and self._is_taken(plural_of(name))):
            number += 1
            name = f"{plain}_" if number == 2 and not plain.endswith("_") else f"{plain}_{number}"
        self.taken.add(name)
        if plural:
            self.taken.add(plural_of(name))
        return name

    def _is_taken(self, name: str) -> bool:
        return name in self.taken or name in taken()


@dataclass
class Text:
    """Lines of a new text, each with the place it comes from."""

    lines: list[str] = field(default_factory=list)
    origins: list[Located | None] = field(default_factory=list)
    depth: int = 0

    def line(self, text: str, at: Located | None = None) -> None:
        """One line, as deep as the block it stands in."""
        self.lines.append("  " * self.depth + text if text else "")
        self.origins.append(at)

    def all(self, lines: Iterable[tuple[str, Located | None]]) -> None:
        """Several lines; those that begin with spaces lie deeper."""
        for text, at in lines:
            self.line(text, at)

    @contextmanager
    def block(self, head: str, at: Located | None = None) -> Iterator[None]:
        """A line, and those below it one step deeper."""
        self.line(head, at)
        self.depth += 1
        yield
        self.depth -= 1

    def table(self, rows: list[tuple[list[str], Located | None]]) -> None:
        """A table with columns of one width each."""
        widths = [max(len(cells[i]) for cells, _ in rows) for i in range(len(rows[0][0]))]
        for cells, at in rows:
            self.line(
                "| " + " | ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True)) + " |", at
            )

    def gap(self) -> None:
        """An empty line."""
        if self.lines and self.lines[-1]:
            self.line("")

    def written(self) -> str:
        return "\n".join(self.lines).rstrip("\n") + "\n"

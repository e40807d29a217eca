"""Games in other languages: a front end makes the same declarations as a text in our language, and nothing behind it knows the difference.

A front end is a function from the text of a file to an :class:`Imported`: a text in our language, line by line with the place it comes from. It is found by the
ending of the file (:data:`FRONT_ENDS`), which is all that a new one has to add here. Games that others have by name (:data:`LIBRARIES`) are named `openspiel:NAME`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from lark import Token

from ludwright.language.declarations import Declaration
from ludwright.language.files import decode, read_bytes
from ludwright.language.source import Description, read_text
from ludwright.language.syntax import Node
from ludwright.mistakes import Mistake, Place

__all__ = ["FRONT_ENDS", "Imported", "imported", "is_foreign", "read_foreign"]


@dataclass(frozen=True)
class Imported:
    """A game in another language, as a text in ours."""

    language: str
    text: str
    origins: list[Place | None]
    """For every line of the text, where it comes from."""
    notes: list[Mistake] = field(default_factory=list)
    about: str = ""
    """What can be read off the file without playing, for people."""
    facts: dict[str, Any] = field(default_factory=dict)
    """The same as plain data."""
    contents: dict[str, bytes] = field(default_factory=dict)
    """What is kept of the game instead of the text, if that does not say how it is played."""
    plays: Callable[[Any], None] | None = None
    """Puts somebody else's rules in the place of those of the text, in a game compiled from it."""

    def take_over(self, game: Any) -> None:
        """Play a game compiled from the text as it was played where it comes from."""
        if self.plays is not None:
            self.plays(game)

    def origin(self, line: int) -> Place | None:
        """Where a line comes from; where that is not known, the line before it."""
        for known in reversed(self.origins[: max(0, line)]):
            if known is not None:
                return known
        return next((known for known in self.origins if known is not None), None)


def _cardscript(text: str, file: str) -> Imported:
    from ludwright.importing.cardscript.front_end import import_cardscript

    return import_cardscript(text, file)


def _wgdl(text: str, file: str) -> Imported:
    from ludwright.importing.wgdl.front_end import import_wgdl

    return import_wgdl(text, file)


def _ludii(text: str, file: str) -> Imported:
    from ludwright.importing.ludii.front_end import import_ludii

    return import_ludii(text, file)


def _openspiel_file(text: str, file: str) -> Imported:
    from ludwright.importing.openspiel.front_end import import_openspiel

    return import_openspiel(text, file)


def _openspiel(name: str) -> Imported:
    from ludwright.importing.openspiel.front_end import made
    from ludwright.importing.openspiel.library import find

    return made(find(name), f"openspiel:{name}", name)


FRONT_ENDS: dict[str, Callable[[str, str], Imported]] = {
    ".crds": _cardscript,
    ".wgdl": _wgdl,
    ".lud": _ludii,
    ".openspiel": _openspiel_file,
}
"""By the ending of a file's name: makes our text of what is in it. Mistakes are raised all at once, as a :class:`MistakesError`."""

LIBRARIES: dict[str, Callable[[str], Imported]] = {"openspiel": _openspiel}
"""By what stands before the colon of a name: finds the game of the rest."""


def in_library(name: str) -> bool:
    """Whether it is the name of a game that others have, such as `openspiel:hex`."""
    library, colon, _ = name.partition(":")
    return bool(colon) and library.strip().lower() in LIBRARIES


def from_library(name: str) -> Description | None:
    """A game that others have by name, such as `openspiel:hex(board_size=5)`; None if that is no such name."""
    if not in_library(name):
        return None
    library, _, rest = name.partition(":")
    return _described(LIBRARIES[library.strip().lower()](rest.strip()), name)


def is_foreign(path: Path) -> bool:
    """Whether a file is in another language, by the ending of its name."""
    return path.suffix.lower() in FRONT_ENDS


def imported(path: Path) -> Imported:
    """A file in another language, as a text in ours."""
    text = decode(read_bytes(path, str(path), None), str(path))
    return FRONT_ENDS[path.suffix.lower()](text, str(path))


def read_foreign(path: Path) -> Description:
    """The declarations of a file in another language; what is wrong with them is told at its place there."""
    return _described(imported(path), str(path))


def _described(found: Imported, name: str) -> Description:
    description = read_text(found.text, name)
    return replace(
        description,
        contents=found.contents or description.contents,
        declarations=[_Foreign.of(one, found) for one in description.declarations],
        changes=[_Foreign.of(one, found) for one in description.changes],
        notes=[*found.notes, *description.notes],
        origin=found,
    )


class _Foreign(Declaration):
    """A declaration that came from another language: its places are those of the file it came from."""

    imported: Imported

    @staticmethod
    def of(declaration: Declaration, found: Imported) -> _Foreign:
        other = _Foreign(declaration.tree, declaration.file, declaration.lines, declaration.folder, declaration.root)
        other.imported = found
        return other

    def place(self, node: Node | Token | None = None) -> Place:
        here = super().place(node)
        return self.imported.origin(here.line) or here

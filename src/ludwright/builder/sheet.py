"""The rule sheet under construction: the declarations so far, as trees, text and description."""

from __future__ import annotations

from pathlib import Path

from ludwright.builder.texts import read_declarations
from ludwright.builder.trees import BuildError
from ludwright.language.parser import parse_file
from ludwright.language.printer import to_text
from ludwright.language.source import Description, read_text
from ludwright.language.syntax import DeclarationNode, File, Node


class DeclarationSheet:
    """Collects declarations in the order in which they are added."""

    def __init__(self) -> None:
        self._declarations: list[DeclarationNode] = []

    def _add(self, tree: Node) -> None:
        assert isinstance(tree, DeclarationNode)
        self._declarations.append(tree)

    def add(self, text: str) -> None:
        """Add declarations given as text of the language."""
        for tree in read_declarations(text):
            self._add(tree)

    @property
    def tree(self) -> File:
        """The syntax tree, as the parser would read it from :meth:`text`; without places in a text."""
        return File(tuple(self._declarations))

    def text(self) -> str:
        """The game as text of the language."""
        return to_text(self.tree)

    def save(self, path: Path | str) -> None:
        """Write the game to a file."""
        try:
            Path(path).write_text(self.text(), encoding="utf-8")
        except OSError as error:
            raise BuildError(f"the game can't be written to {path}: {error.strerror or error}") from None

    def description(self, folder: Path | None = None) -> Description:
        """The game as the checker takes it. ``folder`` is where the files it names are looked for.

        Places of mistakes are lines of :meth:`text`. Raises :class:`MistakesError` if a name makes the text unreadable.
        """
        text = self.text()
        self._check(text)
        return read_text(text, "game", folder)

    def _check(self, text: str) -> None:
        """Make sure that the text says what was built.

        A name that means something else where it stands (a statement that begins with one spelt `draw`) would not.
        """
        read = parse_file(text).declarations
        for number, built in enumerate(self._declarations):
            if number >= len(read) or built != read[number]:
                raise BuildError(f"a name here is taken for a word of the language; rename it:\n{to_text(built)}")

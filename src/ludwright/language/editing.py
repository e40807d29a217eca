"""Change one spot of a text and leave everything else as its author wrote it: comments, blank lines, order, spelling.

A change is made where a node of the tree stands. The new text is read again, and it must say just what was meant: so a formula gets
the brackets it needs, and nothing else of the game can change by accident.
"""

from __future__ import annotations

from lark import Token

from ludwright.language.parser import parse_file
from ludwright.language.printer import to_text
from ludwright.language.syntax import (
    Brackets,
    DeclarationNode,
    File,
    FormulaNode,
    Node,
    Nothing,
    Part,
    Span,
    StatementBlock,
    StatementNode,
)
from ludwright.language.syntax.walking import exchanged, path_to, walk
from ludwright.mistakes import LudwrightError, MistakesError


class EditError(LudwrightError):
    """A change that can't be made in this text."""


class Draft:
    """A text and its tree, for changes. Every change gives a new draft; the old one stays as it is."""

    def __init__(self, text: str, tree: File | None = None) -> None:
        self.text = text
        self.tree = tree or parse_file(text)

    def replace(self, old: Part, new: Part) -> Draft:
        """Another node, or another word, where one stands."""
        attempts = [new, Brackets(new)] if isinstance(new, FormulaNode) else [new]
        for attempt in attempts:
            changed = self._put(self._span(old), to_text(attempt))
            read = _read(changed)
            if read == exchanged(self.tree, old, attempt):
                return Draft(changed, read)
        raise EditError(f"`{to_text(new)}` can't stand here")

    def insert(self, new: Node, *, after: Node | None = None, before: Node | None = None) -> Draft:
        """A statement or a declaration behind or before another; without either, at the end of the text."""
        if after is None and before is None:
            spaced = "\n" if self.text.strip() and "\n" in to_text(new) else ""
            return self._grown(
                f"{self.text.rstrip()}\n{spaced}{to_text(new)}\n" if self.text.strip() else f"{to_text(new)}\n"
            )
        beside = after or before
        assert beside is not None
        self._check_line(beside)
        span = self._span(beside)
        margin = " " * (span.column - 1)
        lines = self.text.split("\n")
        written = [margin + line if line else line for line in to_text(new).split("\n")]
        if isinstance(new, DeclarationNode) and len(written) > 1:
            written = ["", *written] if after else [*written, ""]
        at = span.end_line if after else span.line - 1
        return self._grown("\n".join([*lines[:at], *written, *lines[at:]]))

    def remove(self, node: Node) -> Draft:
        """Take out a statement or a declaration with its lines. Where a block would be left empty, it says `nothing` instead."""
        above = path_to(self.tree, node)
        if above and isinstance(above[-1], StatementBlock) and len(above[-1].statements) == 1:
            return self.replace(node, Nothing())
        self._check_line(node)
        span = self._span(node)
        lines = self.text.split("\n")
        first, last = span.line - 1, span.end_line
        if isinstance(node, DeclarationNode) and last < len(lines) and not lines[last].strip():
            last += 1  # the empty line behind it
        changed = "\n".join([*lines[:first], *lines[last:]])
        read = _read(changed)
        if read != exchanged(self.tree, node, None):
            raise EditError("this can't be taken out here")
        return Draft(changed, read)

    def at(self, line: int, column: int = 1) -> list[Part]:
        """What stands at a place of the text, the smallest part first."""
        found = [part for part in walk(self.tree) if _covers(part, line, column)]
        return found[::-1]

    def _grown(self, changed: str) -> Draft:
        read = _read(changed)
        if read is None:
            raise EditError("this can't stand here")
        return Draft(changed, read)

    def _put(self, span: Span, words: str) -> str:
        """The text with other words at a place; further lines are indented as the first."""
        lines = self.text.split("\n")
        line = lines[span.line - 1]
        margin = line[: len(line) - len(line.lstrip())]
        first, *rest = words.split("\n")
        written = "\n".join([first, *(margin + further if further else further for further in rest)])
        head = "\n".join([*lines[: span.line - 1], line[: span.column - 1]])
        tail = "\n".join([lines[span.end_line - 1][span.end_column - 1 :], *lines[span.end_line :]])
        return head + written + tail

    def _span(self, part: Part) -> Span:
        span = _place(part)
        if span is None or not any(own is part for own in walk(self.tree)):
            raise EditError("this is no part of the text")
        return span

    def _check_line(self, node: Node) -> None:
        """Only what has lines of its own can be taken out, or have something put beside it."""
        span = self._span(node)
        own = not self.text.split("\n")[span.line - 1][: span.column - 1].strip()
        if not own or not isinstance(node, StatementNode | DeclarationNode):
            raise EditError(f"`{to_text(node)}` has no line of its own")


def _place(part: Part) -> Span | None:
    if isinstance(part, Node):
        return part.span
    if not part.line:
        return None
    return Span(part.line, part.column or 1, part.end_line or part.line, part.end_column or 1)


def _covers(part: Part, line: int, column: int) -> bool:
    span = _place(part)
    return span is not None and (span.line, span.column) <= (line, column) < (span.end_line, span.end_column)


def _read(text: str) -> File | None:
    try:
        return parse_file(text)
    except MistakesError:
        return None


def word(text: str) -> Token:
    """A name or a number to put into a tree."""
    return Token("NUMBER" if text.replace(".", "", 1).isdigit() else "NAME", text)

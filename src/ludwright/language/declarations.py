"""One declaration of a file: its kind, its name, and where each part of it stands."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lark import Token

from ludwright.language.files import open_inside
from ludwright.language.syntax import KindName, Node, parts
from ludwright.mistakes import Place

_BY_NAME = frozenset(["param", "enum", "cards", "board", "zone", "dice", "var", "stage", "action", "define", "proc"])
_BY_STRING = frozenset(["bot", "expect", "track", "profile"])
_ALONE = frozenset(["players", "clock", "setup", "play", "turn", "score", "winner", "lead", "result"])


@dataclass
class Declaration:
    """One declaration of a file, with what is needed to point at any part of it.

    ``file`` is the name as shown to the user, ``lines`` are the lines of that file, ``folder`` is where it lies (None
    for a text without a file) and ``root`` the folder that nothing it names may leave.
    """

    tree: Any
    """Its node in the syntax tree."""
    file: str
    lines: list[str] = field(repr=False)
    folder: Path | None = None
    root: Path | None = None

    @property
    def kind(self) -> str:
        """What is declared: the name of the grammar rule, such as ``action``."""
        return str(self.tree.rule)

    @property
    def name(self) -> str | None:
        """The declared name; None for what has none, such as `turn` or `end`.

        It is the kind for `each` and `picture`, ``Guard.played`` for an event, the text in quotes for bots,
        expectations, tracks and profiles, and the number of a goal.
        """
        if self.kind == "event":
            return ".".join(str(child) for child in parts(self.tree)[:2])
        token = self.name_token
        if token is None:
            return None
        return str(token)[1:-1] if token.type == "STRING" else str(token)

    @property
    def name_token(self) -> Token | None:
        """The word of the text that gives the name."""
        if self.kind not in _BY_NAME | _BY_STRING | {"each", "picture", "goal", "event"}:
            return None
        if self.kind == "board":  # the first name is the shape
            return next(str_token(part) for part in parts(self.tree) if isinstance(part, Node) and part.rule == "kind")
        for part in parts(self.tree):
            if isinstance(part, Node) and part.rule in ("kind", "attr"):
                return str_token(part)
            if isinstance(part, Token) and part.type in ("NAME", "STRING", "NUMBER"):
                return part
        return None

    @property
    def key(self) -> tuple[str, str] | None:
        """What two declarations share if one replaces the other; None for those that all stand side by side."""
        if self.kind in _BY_NAME:
            return "name", self.name or ""
        if self.kind in _BY_STRING or self.kind in ("event", "picture", "goal"):
            return self.kind, self.name or ""
        if self.kind == "winners":
            return "winner", ""
        return (self.kind, "") if self.kind in _ALONE else None

    @property
    def members(self) -> dict[str, Token]:
        """The names declared in an `each` block."""
        if self.kind != "each":
            return {}
        tokens = [str_token(part) for part in parts(self.tree) if isinstance(part, Node)]
        return {str(token): token for token in reversed(tokens)}

    def place(self, node: Node | Token | None = None) -> Place:
        """Where a part of this declaration stands; without a part, where the declaration begins."""
        if isinstance(node, Token) and node.line:
            line, column, end_line, end_column = node.line, node.column, node.end_line, node.end_column
        else:
            span = (node.span if isinstance(node, Node) else None) or self.tree.span
            if span is None:
                return Place(self.file, 1, 1, 1, self.lines[0] if self.lines else "")
            line, column, end_line, end_column = span
        text = self.lines[line - 1] if 0 < line <= len(self.lines) else ""
        column = column or 1
        end = end_column if end_line == line and end_column else len(text.rstrip()) + 1
        return Place(self.file, line, column, max(1, end - column), text)

    def open_file(self, token: Token) -> Path:
        """The file that a word in quotes of this declaration names."""
        return open_inside(self.folder, str(token)[1:-1], self.place(token), root=self.root)

    @property
    def file_token(self) -> Token | None:
        """The word in quotes behind `from`, of declarations that may have one."""
        found = self._source()
        return found[0] if found else None

    @property
    def sheet_token(self) -> Token | None:
        """The word in quotes behind `sheet`."""
        found = self._source()
        return found[1] if len(found) > 1 else None

    def _source(self) -> list[Token]:
        if self.kind not in ("enum", "cards", "board"):
            return []
        for part in parts(self.tree):
            if isinstance(part, Token) and part.type == "STRING":
                return [part]
            if isinstance(part, Node) and part.rule == "sheet_of":
                return [token for token in parts(part) if isinstance(token, Token)]
        return []

    @property
    def kind_words(self) -> tuple[str, ...]:
        """The declared kind and its plural."""
        kind = next((part for part in parts(self.tree) if isinstance(part, KindName)), None)
        if kind is None:
            return ()
        name, plural = str(kind.name), kind.plural
        return name, plural_of(name) if plural is None else str(plural)


def plural_of(word: str) -> str:
    """The usual English plural: city, cities; box, boxes."""
    if word.endswith("y") and len(word) > 1 and word[-2] not in "aeiou":
        return word[:-1] + "ies"
    if word.endswith(("s", "x", "z", "ch", "sh")):
        return word + "es"
    return word + "s"


def str_token(part: Node) -> Token:
    """The first word below a node."""
    first = parts(part)[0]
    while isinstance(first, Node):
        first = parts(first)[0]
    assert isinstance(first, Token)
    return first

"""A description: the declarations of a file together with those of the files it includes or is a variant of."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from lark import Token, Tree

from ludwright.language.files import decode, open_inside, read_bytes
from ludwright.language.parser import Node, normal, parse_declarations
from ludwright.mistakes import Mistake, MistakesError, Place

_BY_NAME = frozenset("param enum cards board zone dice var stage action define proc".split())
_BY_STRING = frozenset("bot expect track profile".split())


@dataclass
class Declaration:
    """One declaration of a file, with what is needed to point at any part of it."""

    tree: Node
    file: str
    lines: list[str] = field(repr=False)
    folder: Path | None = None
    root: Path | None = None

    @property
    def kind(self) -> str:
        """What is declared: the name of the grammar rule, such as ``action``."""
        return str(self.tree.data)

    @property
    def name(self) -> str | None:
        """The declared name, by which another file replaces or drops this declaration.

        The kind for `each` and `picture`, ``Guard.played`` for an event, the text in quotes for bots, expectations,
        tracks and profiles, the number of a goal; None for what has no name, such as `turn` or `end`.
        """
        children = self.tree.children
        if self.kind == "event":
            return ".".join(str(child) for child in children[:2])
        if self.kind in ("each", "picture", "goal"):
            return str(children[0])
        if self.kind in _BY_STRING:
            return str(children[0])[1:-1]
        if self.kind in _BY_NAME:
            token = self.name_token
            return None if token is None else str(token)
        return None

    @property
    def name_token(self) -> Token | None:
        """The word in the text that gives the name."""
        for part in self.tree.children:
            if isinstance(part, Tree) and part.data in ("kind", "attr"):
                part = part.children[0]
            elif self.kind == "board":
                continue
            if isinstance(part, Token) and part.type in ("NAME", "STRING", "NUMBER"):
                return part
        return None

    def place(self, node: Node | Token | None = None) -> Place:
        """Where a part of this declaration stands; without a part, where the declaration begins."""
        if isinstance(node, Token) and node.line:
            line, column, end_line, end_column = node.line, node.column, node.end_line, node.end_column
        else:
            tree = node if isinstance(node, Tree) and not node.meta.empty else self.tree
            if tree.meta.empty:
                return Place(self.file, 1, 1, 1, self.lines[0] if self.lines else "")
            meta = tree.meta
            line, column, end_line, end_column = meta.line, meta.column, meta.end_line, meta.end_column
        text = self.lines[line - 1] if 0 < line <= len(self.lines) else ""
        column = column or 1
        end = end_column if end_line == line and end_column else len(text) + 1
        return Place(self.file, line, column, max(1, end - column), text)

    def open_file(self, token: Token) -> Path:
        """The file that a word in quotes of this declaration names."""
        return open_inside(self.folder, str(token)[1:-1], self.place(token), root=self.root)


@dataclass
class Description:
    """All declarations of a game, as its file and the files it builds on give them."""

    title: str
    declarations: list[Declaration]
    files: list[str]
    changes: list[Declaration]
    notes: list[Mistake]
    text_hash: str


def read_description(path: Path) -> Description:
    """Read a game from its file."""
    path = Path(path)
    content = read_bytes(path, path.name, None)
    folder = path.resolve().parent
    return _Reader(folder).read(decode(content, path.name), path.name, folder, path.resolve())


def read_text(text: str, name: str = "game", folder: Path | None = None) -> Description:
    """Read a game from a text; `folder` is where the files it names are looked for."""
    folder = None if folder is None else Path(folder).resolve()
    return _Reader(folder).read(text, name, folder, None)


class _Reader:
    def __init__(self, root: Path | None) -> None:
        self.root = root
        self.mistakes: list[Mistake] = []

    def read(self, text: str, name: str, folder: Path | None, path: Path | None) -> Description:
        text = normal(text)
        lines = text.split("\n")
        tree, mistakes = parse_declarations(text, name)
        if mistakes:
            raise MistakesError(mistakes)
        declarations = [Declaration(t, name, lines, folder, self.root) for t in tree.children if isinstance(t, Tree)]
        title = ""
        for d in declarations:
            if d.kind == "game":
                title = str(d.tree.children[0])[1:-1]
        rest = [d for d in declarations if d.kind not in ("game", "change")]
        changes = [d for d in declarations if d.kind == "change"]
        return Description(title, rest, [name], changes, [], hashlib.sha256(text.encode()).hexdigest())

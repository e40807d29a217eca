"""What fits at a place of a text: the words the grammar allows there, and the names the game knows."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from lark import Token, UnexpectedToken

from ludwright.language import syntax
from ludwright.language.characters import normal
from ludwright.language.declarations import Declaration
from ludwright.language.expected import spelled
from ludwright.language.grammar import parser
from ludwright.language.parser import parse_declarations
from ludwright.language.recovery import parts
from ludwright.language.scanner import Scanner, vocabulary
from ludwright.language.slip import SlipError

_HERE = "ludwright_cursor_stands_here"
_WORD = re.compile(r"[^\W\d]\w*\Z")
_KINDS = {
    "cards": "cards",
    "proc": "procedure",
    "define": "definition",
    "var": "variable",
    "enum": "enumeration",
    "param": "parameter",
}
_OF_EVERYTHING = ("count", "number", "position", "owner", "design")
"""What may stand behind a dot whatever stands before it."""


@dataclass(frozen=True)
class Word:
    """Something that fits."""

    text: str
    kind: str
    """``word`` of the language, or what sort of thing the name is."""

    def as_json(self) -> dict[str, str]:
        """As plain values."""
        return {"label": self.text, "kind": self.kind}


@dataclass(frozen=True)
class Named:
    """A name that the text declares."""

    name: str
    kind: str
    line: int
    column: int

    def as_json(self) -> dict[str, Any]:
        """As plain values."""
        return {"name": self.name, "kind": self.kind, "line": self.line, "column": self.column}


def grammar_words() -> dict[str, list[str]]:
    """The words of the language, for highlighting; those that begin a declaration apart."""
    words = vocabulary(parser())
    return {"declaring": sorted(words.declaring), "words": sorted(set(words.keywords) - words.declaring)}


def complete(text: str, line: int, column: int) -> list[Word]:
    """What fits at a line (from 1) and column (from 0), where the word that is being typed begins."""
    lines = normal(text).split("\n")[:line]
    if not 0 < line <= len(lines):
        return []
    before = _WORD.sub("", lines[-1][:column])
    if "#" in re.sub(r'"[^"]*"', "", before) or before.count('"') % 2:
        return []
    lines[-1] = f"{before}{_HERE}"
    accepted = _accepted(lines)
    words = vocabulary(parser())
    fitting = [Word(word, "word") for word in spelled(accepted, words) if word.isidentifier()]
    names = named(text)
    if before.rstrip().endswith("."):
        return _of_something(names)
    found: list[Word] = []
    if "NAME" in accepted and _is_used(lines):
        from ludwright.rules.formulas.formulas import BUILT_IN

        known = {one.name: Word(one.name, one.kind) for one in names if one.kind != "column"}
        found = [*known.values(), *(Word(name, "built in") for name in BUILT_IN if name not in known)]
    return [*found, *sorted(fitting, key=lambda word: word.text)]


def named(text: str) -> list[Named]:
    """All names that a text declares, even where parts of it can't be read."""
    tree, _ = parse_declarations(text, "game")
    lines = normal(text).split("\n")
    return names_of([Declaration(part, "game", lines) for part in tree.declarations])


def names_of(declarations: Iterable[Declaration]) -> list[Named]:
    """All names that some declarations give."""
    found: dict[tuple[str, str], Named] = {}

    def add(token: Token | None, name: str, kind: str) -> None:
        if token is not None and name:
            found.setdefault((name, kind), Named(name, kind, token.line or 1, token.column or 1))

    for declaration in declarations:
        part = declaration.tree
        token = declaration.name_token
        kind = _KINDS.get(declaration.kind, declaration.kind)
        if declaration.kind == "each":
            for name, member in declaration.members.items():
                add(member, name, "of each player" if str(token) == "player" else f"of each {token}")
            continue
        if declaration.kind in ("event", "picture") or token is None or token.type == "STRING":
            continue
        add(token, str(token), kind)
        if declaration.kind_words:
            add(
                token,
                declaration.kind_words[1],
                f"all {kind}" if kind == "cards" else f"all of {declaration.kind_words[0]}",
            )
        _add_rows(part, add)
        _add_carried(part, add)
        if declaration.kind == "enum":
            for word in syntax.tokens(part, "NAME"):
                if word is not token:
                    add(word, str(word), str(token))
    return sorted(found.values(), key=lambda one: (one.line, one.column))


def _add_rows(tree: Any, add: Any) -> None:
    """The names and columns of a table in the text."""
    rows = list(syntax.tokens(tree, "ROW"))
    for number, row in enumerate(rows):
        cells = [cell.strip() for cell in str(row).strip("|").split("|")]
        if not number:
            for cell in cells:
                add(row, cell, "column")
        elif cells and cells[0].isidentifier():
            add(row, cells[0], "row")


def _add_carried(tree: Any, add: Any) -> None:
    """What cards are made of (`each rank in 1..5`), and what things and cells carry."""
    for part in syntax.parts(tree):
        if isinstance(part, syntax.CardAxis | syntax.Attribute):
            add(part.name, str(part.name), "column")


def _accepted(lines: list[str]) -> set[str]:
    """What the parser would take where the cursor stands."""
    lark = parser()
    words = vocabulary(lark)
    pieces = list(parts(lines, words.declaring))
    piece = pieces[-1][1] if pieces else lines
    scanner = Scanner(words, piece)
    machine: Any = lark.parse_interactive(start="start")
    try:
        for token in scanner.tokens(machine.choices, machine.accepts):
            if token == _HERE:
                break
            machine.feed_token(token)
    except (UnexpectedToken, SlipError):
        return set()
    return set(machine.accepts())


def _is_used(lines: list[str]) -> bool:
    """Whether a name at the end of the lines is used there, not given to something new."""
    return not re.match(
        rf"\s*(?:(?:param|enum|cards|things|zone|dice|var|stage|action|define|to|let)\s+{_HERE})", lines[-1]
    )


def _of_something(names: list[Named]) -> list[Word]:
    """What may stand behind a dot."""
    kinds = ("column", "of each")
    own = {one.name: Word(one.name, one.kind) for one in names if one.kind.startswith(kinds)}
    return [*own.values(), *(Word(name, "built in") for name in _OF_EVERYTHING if name not in own)]

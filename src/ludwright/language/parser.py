"""From text to syntax trees, with every syntax mistake of a text in one go.

The trees are those of `grammar.lark`: ``start`` for a file, ``cell`` for a formula (its only child), ``effects`` for
the effects of a table cell. Lines and columns of all nodes are those of the file the text came from.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from lark import Token, Tree
from lark.exceptions import UnexpectedToken

from ludwright.language.explain import explain
from ludwright.language.grammar import parser
from ludwright.language.scanner import Scanner, Slip, vocabulary
from ludwright.mistakes import Mistake, MistakesError, Place

Node = Tree[Token]

MAX_CHARACTERS = 2_000_000
MAX_LINES = 20_000
MAX_COLUMNS = 5_000
MAX_DEPTH = 150
MAX_MISTAKES = 50


def parse_file(text: str, file: str = "game") -> Node:
    """The tree of a whole description (``start``); all its syntax mistakes as one error."""
    tree, mistakes = parse_declarations(text, file)
    if mistakes:
        raise MistakesError(mistakes)
    return tree


def parse_formula(text: str, place: Place | None = None) -> Node:
    """The tree of a formula, ``cell`` with the formula as its only child; `place` is where the text stands."""
    return _parse_piece(text, "cell", place)


def parse_effects(text: str, place: Place | None = None) -> Node:
    """The tree ``effects`` of statements separated by ``;``; `place` is where the text stands."""
    return _parse_piece(text, "effects", place)


def parse_declarations(text: str, file: str = "game") -> tuple[Node, list[Mistake]]:
    """The tree of what can be read and the mistakes of the rest, in the order of the text."""
    text = normal(text)
    lines = text.split("\n")
    too_big = _too_big(text, lines, file)
    if too_big is not None:
        return Tree("start", []), [too_big]
    try:
        return _parse(lines, "start"), []
    except Slip as slip:
        whole = slip
    trees: list[Node | Token] = []
    slips: list[Slip] = []
    for first, part in _parts(lines):
        try:
            trees += _parse(part, "start", first).children
        except Slip as slip:
            slips.append(slip)
            if len(slips) == MAX_MISTAKES:
                break
    mistakes = [_mistake(slip, file, lines) for slip in slips or [whole]]
    return Tree("start", trees), mistakes


def normal(text: str) -> str:
    """The text with one kind of line end and of space."""
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\u00a0", " ").removeprefix("\ufeff")


def _parse_piece(text: str, start: str, place: Place | None) -> Node:
    place = place or Place("formula", 1, 1, len(text), text)
    lines = normal(text).split("\n")
    try:
        if len(text) > MAX_COLUMNS:
            raise Slip(place.line, place.column, place.width, "this cell is too long")
        first_column = (place.caret if place.caret is not None else place.column)
        return _parse(lines, start, place.line, first_column)
    except Slip as slip:
        if place.caret is not None:
            at = replace(place, caret=slip.column, width=slip.width)
        else:
            at = replace(place, line=slip.line, column=slip.column, width=slip.width)
        raise MistakesError(Mistake(at, slip.message, slip.hint)) from None


def _parse(lines: list[str], start: str, first_line: int = 1, first_column: int = 1) -> Node:
    lark = parser()
    scanner = Scanner(vocabulary(lark), lines, first_line, first_column, blocks=start == "start")
    machine = lark.parse_interactive(start=start)
    try:
        for token in scanner.tokens(machine.choices):
            machine.feed_token(token)
        end = Token("$END", "", 0, first_line + len(lines) - 1, first_column + len(lines[-1]))
        tree: Node = machine.feed_token(end)
    except UnexpectedToken as unexpected:
        raise explain(unexpected.token, machine.accepts(), scanner) from None
    if max(scanner.longest, len(scanner.history)) > MAX_DEPTH // 2:
        _check_depth(tree)
    return tree


def _check_depth(tree: Node) -> None:
    """Refuse a tree so deep that walking it could exhaust Python's stack."""
    pending: list[tuple[Node, int]] = [(tree, 1)]
    while pending:
        node, depth = pending.pop()
        if depth > MAX_DEPTH:
            raise Slip(
                node.meta.line, node.meta.column, 1, "this formula is too long to be read as one",
                "give parts of it a name with `let` or `define`",
            )  # fmt: skip
        pending += [(child, depth + 1) for child in node.children if isinstance(child, Tree)]


def _too_big(text: str, lines: list[str], file: str) -> Mistake | None:
    if len(text) > MAX_CHARACTERS or len(lines) > MAX_LINES:
        return Mistake(
            Place(file, 1, 1),
            f"this file is too big: {len(text):,} characters in {len(lines):,} lines",
            f"a description has at most {MAX_LINES:,} lines; put long tables into a CSV file and write `from \"…\"`",
        )
    for number, line in enumerate(lines, 1):
        if len(line) > MAX_COLUMNS:
            return Mistake(
                Place(file, number, 1, 1, line[:200]),
                f"this line is too long: {len(line):,} characters",
                f"a line has at most {MAX_COLUMNS:,}",
            )
    return None


def _parts(lines: list[str]) -> Iterator[tuple[int, list[str]]]:
    """The declarations as (number of the first line, lines)."""
    first: int | None = None
    for number, line in enumerate(lines, 1):
        if re.match(r"[^\s#]", line):
            if first is not None:
                yield first, lines[first - 1 : number - 1]
            first = number
        elif first is None and line.strip() and not line.strip().startswith("#"):
            first = number
    if first is not None:
        yield first, lines[first - 1 :]


def _mistake(slip: Slip, file: str, lines: list[str]) -> Mistake:
    text = lines[slip.line - 1] if 0 < slip.line <= len(lines) else ""
    return Mistake(Place(file, slip.line, slip.column, slip.width, text), slip.message, slip.hint)

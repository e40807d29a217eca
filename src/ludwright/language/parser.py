"""From text to syntax trees, with every syntax mistake of a text in one go.

The nodes are the classes of `syntax/`: `File` for a text, `CellFormula` for a formula, `CellEffects` for the effects of a table cell.
Their lines and columns are those of the file the text came from.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace
from typing import Any

from lark import Token
from lark.exceptions import UnexpectedToken

from ludwright.language.characters import harmful, normal
from ludwright.language.explain import declared_names, explain
from ludwright.language.grammar import parser
from ludwright.language.recovery import parts as declarations_of
from ludwright.language.recovery import without_line
from ludwright.language.scanner import Scanner, declaration_words, vocabulary
from ludwright.language.slip import SlipError
from ludwright.language.syntax import CellEffects, CellFormula, DeclarationNode, File, Node, Span, parts
from ludwright.mistakes import Mistake, MistakesError, Place

MAX_CHARACTERS = 2_000_000
MAX_LINES = 10_000
MAX_COLUMNS = 5_000
MAX_DEPTH = 150
MAX_MISTAKES = 50
_TRIES = 10  # mistakes looked for in one declaration,
_TRIED_LINES = 1_000  # if it is not longer than this


_KEPT: OrderedDict[tuple[int, tuple[str, ...]], tuple[DeclarationNode, ...]] = OrderedDict()
_KEPT_CELLS: OrderedDict[tuple[str, str, str, int, int, int | None], Node] = OrderedDict()
_kept_at_most = 0
_CELLS = 4
"""For each declaration so many cells of tables."""


def keep_declarations(most: int) -> None:
    """For whoever reads nearly the same text again and again: so many declarations are kept, and not read again where they stand unchanged."""
    global _kept_at_most
    _kept_at_most = most
    _KEPT.clear()
    _KEPT_CELLS.clear()


def parse_file(text: str, file: str = "game") -> File:
    """The tree of a whole description (``start``); all its syntax mistakes as one error."""
    tree, mistakes = parse_declarations(text, file)
    if mistakes:
        raise MistakesError(mistakes)
    return tree


def parse_formula(text: str, place: Place | None = None) -> CellFormula:
    """The tree of a formula, ``cell`` with the formula as its only child; `place` is where the text stands."""
    tree = _parse_piece(text, "cell", place)
    assert isinstance(tree, CellFormula)
    return tree


def parse_effects(text: str, place: Place | None = None) -> CellEffects:
    """The tree ``effects`` of statements separated by ``;``; `place` is where the text stands."""
    tree = _parse_piece(text, "effects", place)
    assert isinstance(tree, CellEffects)
    return tree


def parse_declarations(text: str, file: str = "game") -> tuple[File, list[Mistake]]:
    """The tree of what can be read, and the mistakes of the rest in the order of the text."""
    if len(text) > MAX_CHARACTERS:
        return File(), [_too_big(file, f"{len(text):,} characters")]
    lines = normal(text).split("\n")
    if len(lines) > MAX_LINES:
        return File(), [_too_big(file, f"{len(lines):,} lines")]
    unfit = [slip for number, line in enumerate(lines, 1) if (slip := _unfit(number, line))]
    if unfit:
        return File(), _mistakes(unfit, file, lines)
    try:
        return _parse_kept(lines) if _kept_at_most else _parse_whole(lines, explained=False), []
    except SlipError:
        pass  # the first of perhaps many: now each declaration by itself
    trees: list[DeclarationNode] = []
    slips: list[SlipError] = []
    declared = declared_names(lines)
    for first, part in declarations_of(lines, declaration_words(parser())):
        if len(slips) < MAX_MISTAKES:
            tree, wrong = _parse_declaration(part, first, declared)
            trees += tree.declarations if tree else ()
            slips += wrong
    if not slips:  # only wrong as a whole
        _, slips = _parse_declaration(lines, 1, declared)
    return File(tuple(trees)), _mistakes(slips, file, lines)


def _parse_kept(lines: list[str]) -> File:
    """The tree of a whole text of which most was read before: only the declarations that are new are read."""
    found = [(first, tuple(part)) for first, part in declarations_of(lines, declaration_words(parser()))]
    if 2 * sum(part in _KEPT for part in found) < len(found):
        tree = _parse_whole(lines, explained=False)
        for first, part in found:
            last = first + len(part)
            _keep((first, part), tuple(one for one in tree.declarations if one.span and first <= one.span.line < last))
        return tree
    trees: list[DeclarationNode] = []
    for first, part in found:
        if (first, part) not in _KEPT:
            _keep((first, part), _parse_whole(list(part), first, explained=False).declarations)
        _KEPT.move_to_end((first, part))
        trees += _KEPT[first, part]
    return File(tuple(trees))


def _keep(part: tuple[int, tuple[str, ...]], trees: tuple[DeclarationNode, ...]) -> None:
    _KEPT[part] = trees
    while len(_KEPT) > _kept_at_most:
        _KEPT.popitem(last=False)


def _parse_declaration(lines: list[str], first: int, declared: dict[str, str]) -> tuple[File | None, list[SlipError]]:
    """One declaration, or its mistakes: after the first the lines behind it are still read."""
    slips: list[SlipError] = []
    while len(slips) < _TRIES:
        try:
            tree = _parse_whole(lines, first, declared=declared)
            return (tree, []) if not slips else (None, slips)
        except SlipError as slip:
            if slips and slip.line <= slips[-1].line:
                break  # a consequence of having left a line out
            slips.append(slip)
            rest = without_line(lines, slip.line - first) if len(lines) <= _TRIED_LINES else None
            if rest is None:
                break
            lines = rest
    return None, slips


def _parse_whole(
    lines: list[str], first_line: int = 1, *, declared: dict[str, str] | None = None, explained: bool = True
) -> File:
    tree = _parse(lines, "start", first_line, declared=declared, explained=explained)
    assert isinstance(tree, File)
    return tree


def _parse_piece(text: str, start: str, place: Place | None) -> Node:
    at = place or Place("formula", 1, 1, max(1, len(text)), text)
    if not _kept_at_most:
        return _piece(text, start, at)
    key = (start, text, at.file, at.line, at.column, at.caret)
    if key not in _KEPT_CELLS:
        _KEPT_CELLS[key] = _piece(text, start, at)
        if len(_KEPT_CELLS) > _CELLS * _kept_at_most:
            _KEPT_CELLS.popitem(last=False)
    return _KEPT_CELLS[key]


def _piece(text: str, start: str, at: Place) -> Node:
    text = normal(text)
    column = at.column if at.caret is None else at.caret
    try:
        if len(text) > MAX_COLUMNS:
            raise SlipError(at.line, column, at.width, f"this text is too long: {len(text):,} characters")
        # A cell of a spreadsheet may hold several lines; they count as one.
        line = " ".join(text.split("\n"))
        strange = harmful(line)
        if strange is not None:
            raise SlipError(at.line, column + strange[0], 1, f"{strange[1]} stands here", "delete it")
        return _parse([line], start, at.line, column)
    except SlipError as slip:
        if at.caret is None:
            at = replace(at, column=slip.column, width=slip.width)
        else:
            at = replace(at, caret=slip.column, width=slip.width)
        raise MistakesError(Mistake(at, slip.message, slip.hint)) from None


def _parse(
    lines: list[str],
    start: str,
    first_line: int = 1,
    first_column: int = 1,
    *,
    declared: dict[str, str] | None = None,
    explained: bool = True,
) -> Node:
    """Parse lines that begin at a certain place of their file; what is wrong first is raised as a slip."""
    lark = parser()
    scanner = Scanner(vocabulary(lark), lines, first_line, first_column, blocks=start == "start")
    machine: Any = lark.parse_interactive(start=start)  # Lark leaves its methods without types
    fed: list[Token] = []
    try:
        for token in scanner.tokens(machine.choices, machine.accepts):
            machine.feed_token(token)
            fed.append(token)
        end = Token("$END", "", 0, first_line + len(lines) - 1, first_column + len(lines[-1]))
        tree: Node = machine.feed_token(end)
    except UnexpectedToken as unexpected:
        if not explained:
            raise SlipError(1, 1, 1, "this can't be read") from None
        # The machine may have gone on a little before it noticed: look at it as it was.
        machine = lark.parse_interactive(start=start)
        for token in fed:
            machine.feed_token(token)
        raise _explain(unexpected.token, machine, scanner, declared or {}) from None
    for token in fed:
        if token.type == "QUOTED":
            token.type = "NAME"  # from here on it is a name like any other
    if max(scanner.longest, len(scanner.history)) > MAX_DEPTH // 4:
        _check_depth(tree)
    return tree


def _explain(found: Token, machine: Any, scanner: Scanner, declared: dict[str, str]) -> SlipError:
    def fits(terminal: str) -> bool:
        """Whether the unexpected word would do if `terminal` stood before it."""
        trial = machine.copy(deepcopy_values=False)
        try:
            trial.feed_token(Token(terminal, ""))
            kind = scanner.word(str(found), trial.choices())[0] if str(found).isidentifier() else found.type
            trial.feed_token(Token(kind, str(found)))
        except UnexpectedToken:
            return False
        return True

    return explain(found, machine.accepts(), scanner, declared, fits)


def _check_depth(tree: Node) -> None:
    """Refuse a tree so deep that walking it could exhaust Python's stack."""
    pending: list[tuple[Node, int]] = [(tree, 1)]
    while pending:
        node, depth = pending.pop()
        if depth > MAX_DEPTH:
            hint = "give parts of it a name with `let` or `define`"
            at = node.span or Span(1, 1, 1, 1)
            raise SlipError(at.line, at.column, 1, "this formula is too long to be read as one", hint)
        pending += [(part, depth + 1) for part in parts(node) if isinstance(part, Node)]


def _too_big(file: str, size: str) -> Mistake:
    hint = f'a description has at most {MAX_LINES:,} lines; put long tables into a CSV file and write `from "…"`'
    return Mistake(Place(file, 1, 1), f"this file is too big: {size}", hint)


def _unfit(number: int, line: str) -> SlipError | None:
    """What makes a line unfit to be read at all."""
    if len(line) > MAX_COLUMNS:
        message = f"this line is too long: {len(line):,} characters"
        return SlipError(number, 1, 1, message, f"a line has at most {MAX_COLUMNS:,}; inside brackets it may be broken")
    strange = harmful(line)
    return None if strange is None else SlipError(number, strange[0] + 1, 1, f"{strange[1]} stands here", "delete it")


def _mistakes(slips: list[SlipError], file: str, lines: list[str]) -> list[Mistake]:
    found = []
    for slip in slips[:MAX_MISTAKES]:
        text = lines[slip.line - 1] if 0 < slip.line <= len(lines) else ""
        found.append(Mistake(Place(file, slip.line, slip.column, slip.width, text), slip.message, slip.hint))
    return found

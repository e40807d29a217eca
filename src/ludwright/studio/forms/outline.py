"""A text as blocks: every declaration that can be read as a tree of phrases and places to fill, the others as their text."""

from __future__ import annotations

from typing import Any

from lark import Token

from ludwright.language import syntax
from ludwright.language.characters import normal
from ludwright.language.editing import EditError
from ludwright.language.grammar import parser
from ludwright.language.parser import parse_declarations
from ludwright.language.recovery import parts as pieces_of
from ludwright.language.scanner import declaration_words
from ludwright.language.syntax.base import FormulaNode, Node, Part, Span, shape
from ludwright.studio.forms.table import FORMS, LINES, SECTIONS, Form, Hole

_PLAIN = (syntax.MemberOf, syntax.My, syntax.Of, syntax.At, syntax.DesignsOf, syntax.FixedWord, syntax.Negative)
"""Formulas that are shown in one piece, by their text."""
_DEEP = 14
"""Formulas nested deeper than this are shown as their text."""


class Source:
    """A text and the parts of it that can be read."""

    def __init__(self, text: str) -> None:
        self.text = normal(text)
        self.lines = self.text.split("\n")
        self.tree, self.mistakes = parse_declarations(self.text)

    def offset(self, line: int, column: int) -> int:
        """Where a line and a column, both from 1, lie in the text."""
        starts = self.__dict__.get("starts")
        if starts is None:
            starts = [0]
            for one in self.lines:
                starts.append(starts[-1] + len(one) + 1)
            self.__dict__["starts"] = starts
        return int(starts[line - 1]) + column - 1

    def span(self, part: Part) -> tuple[int, int]:
        """From where to where a part stands."""
        place = place_of(part)
        assert place is not None, "what was read stands somewhere"
        return self.offset(place.line, place.column), self.offset(place.end_line, place.end_column)

    def of(self, part: Part) -> str:
        """The text of a part, as its author wrote it."""
        first, last = self.span(part)
        return self.text[first:last]

    def part(self, path: str) -> Any:
        """What stands at a path: a part, a tuple of parts, or None."""
        found: Any = self.tree
        for step in path.split(".") if path else []:
            if isinstance(found, tuple) and step.isdecimal() and len(step) < 10 and int(step) < len(found):
                found = found[int(step)]
            elif isinstance(found, Node) and step in found.__dataclass_fields__:
                found = getattr(found, step)
            else:
                raise EditError("the text has changed since: this part is not there any more")
        return found


def place_of(part: Part) -> Span | None:
    """Where a part stands."""
    if isinstance(part, Node):
        return part.span
    return Span(part.line, part.column or 1, part.end_line or part.line, part.end_column or 1) if part.line else None


def outline(text: str) -> dict[str, Any]:
    """The declarations of a text as blocks, each under its section; what can't be read as its text."""
    source = Source(text)
    blocks = [
        _top(source, declaration, f"declarations.{number}")
        for number, declaration in enumerate(source.tree.declarations)
    ]
    if source.mistakes:
        blocks += _unread(source, {block["line"] for block in blocks})
    blocks.sort(key=lambda block: int(block["line"]))
    return {"blocks": blocks, "sections": SECTIONS}


def _top(source: Source, declaration: Node, path: str) -> dict[str, Any]:
    form = FORMS.get(type(declaration))
    block = block_of(source, declaration, path, "declaration", 0)
    assert declaration.span is not None
    return {
        **block,
        "section": form.section if form else SECTIONS[0],
        "line": declaration.span.line,
        "last": declaration.span.end_line,
        "head": source.lines[declaration.span.line - 1].partition("#")[0].strip(),
    }


def _unread(source: Source, known: set[int]) -> list[dict[str, Any]]:
    """The declarations that hold a mistake."""
    found = []
    for first, lines in pieces_of(source.lines, declaration_words(parser())):
        if first not in known:
            while lines and (not lines[-1].strip() or lines[-1].startswith("#")):
                lines = lines[:-1]
            if lines:
                wrong = next(
                    (
                        one.message
                        for one in source.mistakes
                        if one.place and first <= one.place.line < first + len(lines)
                    ),
                    "",
                )
                found.append(
                    {
                        "path": f"lines.{first}.{first + len(lines) - 1}", "kind": "Unread", "title": "Can't be read yet", "text": "\n".join(lines), "line": first,
                        "last": first + len(lines) - 1, "section": "", "wrong": wrong, "head": lines[0],
                    }
                )  # fmt: skip
    return found


# ---------------------------------------------------------------- one block


def block_of(source: Source, part: Part, path: str, fits: str, depth: int) -> dict[str, Any]:
    """A node or a word as a block."""
    place = place_of(part)
    assert place is not None
    block: dict[str, Any] = {"path": path, "fits": fits, "line": place.line}
    if isinstance(part, Token):
        return {**block, "kind": "Word", "text": str(part), "type": part.type}
    block |= {"kind": type(part).__name__, "text": source.of(part)}
    form = FORMS.get(type(part))
    if form is None or isinstance(part, _PLAIN) or depth > _DEEP or (isinstance(part, FormulaNode) and _short(part)):
        if form is not None:
            block["title"] = form.title
        return block
    block["title"] = form.title
    if isinstance(part, syntax.Logic):
        return block | _joined(source, part, path, depth)
    if isinstance(part, syntax.Brackets) and isinstance(part.formula, syntax.Logic):
        inner = block_of(source, part.formula, f"{path}.formula", fits, depth + 1)
        return inner | {"outer": path}
    block["parts"] = _pieces(source, part, path, form, depth)
    if isinstance(part, syntax.ZoneDeclaration):
        block["seen"] = seen_by(part)
    return block


def _short(part: FormulaNode) -> bool:
    """A call without anything to choose inside, such as `worth(c)`."""
    return isinstance(part, syntax.FunctionCall) and isinstance(part.arguments, syntax.Arguments)


def _joined(source: Source, part: syntax.Logic, path: str, depth: int) -> dict[str, Any]:
    """A chain of `and`s or `or`s as one list."""
    items = [block_of(source, one, at, "condition", depth + 1) for one, at in chain(part, path)]
    return {"join": "and" if isinstance(part, syntax.And) else "or", "items": items}


def chain(part: syntax.Logic, path: str) -> list[tuple[Part, str]]:
    """The members of a chain of the same word, with their paths."""
    found: list[tuple[Part, str]] = []
    for side, name in ((part.left, "left"), (part.right, "right")):
        at = f"{path}.{name}"
        if type(side) is type(part):
            found += chain(side, at)
        else:
            found.append((side, at))
    return found


def _pieces(source: Source, part: Node, path: str, form: Form, depth: int) -> list[dict[str, Any]]:
    many = dict(shape(type(part)))
    found: list[dict[str, Any]] = []
    for piece in form.pieces():
        if isinstance(piece, str):
            if piece.strip():
                found.append({"words": piece.strip()})
            continue
        value, fits, at = getattr(part, piece.field), form.fits.get(piece.field, ""), f"{path}.{piece.field}"
        entry: dict[str, Any] = {
            "field": piece.field,
            "fits": fits,
            "path": at,
            "before": piece.before.strip(" :,") or piece.after.strip(" :,"),
            "optional": piece.optional,
        }
        if fits in LINES or fits == "else":
            found.append(entry | _below(source, part, piece, value, at, depth))
        elif many[piece.field]:
            entry["items"] = [block_of(source, one, f"{at}.{n}", fits, depth + 1) for n, one in enumerate(value)]
            entry["between"] = form.between.strip(" ,") or ","
            found.append(entry)
        elif isinstance(part, syntax.Assign) and piece.field == "sign":
            found.append(
                entry
                | {
                    "block": {
                        "path": at,
                        "fits": fits,
                        "kind": "Word",
                        "text": str(value or "="),
                        "type": "SIGN",
                        "line": 0,
                    }
                }
            )
        else:
            entry["block"] = (
                None
                if value is None
                else block_of(source, value, at, fits, depth + (1 if isinstance(value, FormulaNode) else 0))
            )
            found.append(entry)
    return found  # fmt: skip


def _below(source: Source, part: Node, hole: Hole, value: Any, at: str, depth: int) -> dict[str, Any]:
    """Entries that stand below their heading, one a line."""
    if isinstance(value, tuple):
        rows = [one for one in value if isinstance(one, syntax.TableRow)]
        entries = [(one, f"{at}.{n}") for n, one in enumerate(value) if not isinstance(one, syntax.TableRow)]
        below: dict[str, Any] = {"body": [block_of(source, one, where, "", depth) for one, where in entries]}
        if rows:
            below["rows"] = [_cells(str(row.text), isinstance(part, syntax.PictureDeclaration)) for row in rows]
        return below
    if value is None:
        return {"body": []}
    if isinstance(value, syntax.Else | syntax.OtherwiseBranch):
        return {"body": [block_of(source, value, at, "", depth)]}
    statements = value.statements if isinstance(value, syntax.StatementSequence) else (value,)
    inside = f"{at}.statements" if isinstance(value, syntax.StatementSequence) else at
    return {
        "body": [
            block_of(source, one, f"{inside}.{n}" if inside != at else at, "statement", depth)
            for n, one in enumerate(statements)
        ]
    }


def _cells(row: str, signs: bool) -> list[str]:
    """The cells of a row of a table, or the signs of a row of a picture."""
    inside = row.strip().strip("|")
    return [sign for sign in inside if not sign.isspace()] if signs else [cell.strip() for cell in inside.split("|")]


def seen_by(zone: syntax.ZoneDeclaration) -> str:
    """Who sees what lies in a zone, as it is written; nothing for everybody."""
    for option in zone.options:
        if isinstance(option, syntax.FaceDown):
            return "face down"
        if isinstance(option, syntax.SeenBy):
            return f"seen by {option.who}"
    return ""

"""Columns of tables that hold words for people: rules text, flavour, notes for the artist. They are kept, and no rule reads them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from lark import Token

from ludwright.language import syntax
from ludwright.language.scanner import Quoted
from ludwright.language.syntax import Node
from ludwright.language.syntax.reading import names_in
from ludwright.language.syntax.walking import nodes, tokens
from ludwright.language.tables import Cell
from ludwright.mistakes import Mistake, MistakesError
from ludwright.model.kinds import Kind, Property
from ludwright.rules.formulas.formulas import BUILT_IN

if TYPE_CHECKING:
    from ludwright.rules.compiler import Rules

_NO_WHOLE = re.compile(r"[+-]?[0-9]+\.[0-9]+|[0-9]{4}-[0-9]{2}-[0-9]{2}.*")
"""Parts of a whole, and dates: rules know neither."""
_WORD = re.compile(r"[^\W\d_]\w+")
_READS = (syntax.MemberOf, syntax.My, syntax.Of, syntax.FunctionCall)
"""Formulas that may read something printed."""
_ALSO = ("it", "session", "answer", "score", "empty", "all", "any", "every", "first", "highest", "lowest", "random", "not", "and", "or", "is")  # fmt: skip


def keep_texts(rules: Rules) -> None:
    """Make texts of the columns that can't be values, as long as no rule reads them; one note tells of those of a table."""
    model = rules.model
    kinds = [k for k in {id(k): k for k in model.kinds.values()}.values() if k.declaration is not None]
    doubtful = [(kind, column) for kind in kinds for column in _doubtful(kind)]
    if not doubtful:
        return
    read = _read(rules, kinds)
    known: set[str] = {*model.all_names(), *(name for k in kinds for name in k.members), *BUILT_IN, *_ALSO}
    known |= {*rules.definitions, *rules.procedures, *rules.stages}
    found: dict[int, tuple[Kind, str]] = {}
    for kind, column in doubtful:
        if column.name not in read and _is_text(column, known, rules):
            cells = [cell if isinstance(cell, Cell) else None for cell in column.cells]
            first = next(cell for cell in cells if cell is not None and cell.text)
            kind.texts[first.column or column.name] = [_plain(cell.text) if cell is not None else "" for cell in cells]
            del kind.properties[column.name]
            strange = next(cell for cell in cells if cell is not None and not _is_value(cell, known, rules))
            found.setdefault(id(kind), (kind, strange.text))
    for kind, example in found.values():
        _note(rules, kind, example)


def _doubtful(kind: Kind) -> list[Property]:
    """The columns with cells that are more than a number, `yes` or `no`."""
    if kind.role == "player":
        return []  # teams are words of their own
    single = [columns[0] for columns in kind.properties.values() if len(columns) == 1 and columns[0].index is None]
    return [c for c in single if any(isinstance(cell, Cell) and not _is_literal(cell.value) for cell in c.cells)]


def _is_literal(text: str) -> bool:
    return not text or text in ("yes", "no", "none") or text.lstrip("-").isdigit()


def _read(rules: Rules, kinds: list[Kind]) -> set[str]:
    """The names that rules, or the effects and formulas in tables, read from something."""
    trees: list[Node] = [d.tree for d in (*rules.description.declarations, *rules.description.changes)]
    trees += [tree for kind in kinds for tree in _cell_trees(kind)]
    found = {str(node.name) for tree in trees for node in nodes(tree) if isinstance(node, _READS)}
    for change in rules.description.changes:
        found |= {str(word) for word in change.tree.target.words[1:]}
    return found


def _cell_trees(kind: Kind) -> Iterator[Node]:
    formulas = [c for columns in kind.properties.values() for column in columns for c in column.cells]
    if kind.table is not None and kind.role != "component":
        formulas += [
            row[i] for i, name in enumerate(kind.table.columns) if name.startswith("copies") for row in kind.table.rows
        ]
    for cell in formulas:
        if isinstance(cell, Cell) and not _is_literal(cell.value) and not cell.text.isidentifier():
            tree = _formula(cell)
            if tree is not None:
                yield tree
    for cell in (cell for cells in kind.events.values() for cell in cells.values()):
        try:
            yield cell.effects()
        except MistakesError:
            continue  # told where the cell is compiled


def _formula(cell: Cell) -> Node | None:
    try:
        return cell.formula()
    except MistakesError:
        return None


def _is_text(column: Property, known: set[str], rules: Rules) -> bool:
    """Whether none of the cells is a value; or, where some are, whether another one is plainly a phrase and no slip of the pen."""
    cells = [cell for cell in column.cells if cell is not None and not (isinstance(cell, Cell) and not cell.text)]
    strange = [cell for cell in cells if isinstance(cell, Cell) and not _is_value(cell, known, rules)]
    return bool(strange) and (len(strange) == len(cells) or any(_is_phrase(cell, known) for cell in strange))


def _is_value(cell: Cell, known: set[str], rules: Rules) -> bool:
    if _is_literal(cell.value) or cell.text in known:
        return True
    tree = None if _NO_WHOLE.fullmatch(cell.value) else _formula(cell)
    return tree is not None and not _unknown(tree, known) and not _is_file_name(tree, rules)


def _is_file_name(tree: Node, rules: Rules) -> bool:
    """Whether something is asked of a card that no card has, as by `guard.png` where a card is called `guard`."""
    match tree:
        case syntax.CellFormula(syntax.MemberOf(Token() as name, word, None)) if name in rules.model.values:
            kind = rules.model.values[str(name)][0]
            return kind.role in ("design", "enum") and not (
                rules.properties.columns(kind, str(word)) or word in ("number", "name") or word in rules.definitions
            )
    return False


def _has_text(tree: Node) -> bool:
    return any(isinstance(word, Quoted) for word in tokens(tree))


def _unknown(tree: Node, known: set[str]) -> set[str]:
    """The names of a formula that mean nothing; what is read from a thing is not looked at."""
    own = (syntax.Generator, syntax.EveryHas, syntax.MemberOf)
    return names_in(tree) - {str(node.name) for node in nodes(tree) if isinstance(node, own)} - known


def _is_phrase(cell: Cell, known: set[str]) -> bool:
    """Whether a cell that is no value is plainly meant for people: several words, and not all of them names."""
    if _NO_WHOLE.fullmatch(cell.value):
        return True
    words = set(_WORD.findall(cell.text))
    tree = _formula(cell)
    if tree is not None:
        return _has_text(tree) or (len(words) > 1 and not words & known)
    return len(words) > 1 and not words <= known


def _plain(text: str) -> str:
    """The text without quotes around all of it."""
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] == '"' and '"' not in text[1:-1] else text


def _note(rules: Rules, kind: Kind, example: str) -> None:
    """Say once which columns of a table are texts."""
    assert kind.declaration is not None
    names = [f"`{heading}`" for heading in kind.texts]
    listed = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
    are = "the column {} is text" if len(names) == 1 else "the columns {} are text"
    shown = "shown with the card, read by no rule" if kind.role == "design" else "kept, and read by no rule"
    hint = f"what a rule can read is a number, yes, no, a name or a formula; `{_short(example)}` is none of them"
    place = kind.declaration.place(kind.declaration.name_token)
    rules.report(Mistake(place, f"{are.format(listed)}: {shown}", hint, "note"))


def _short(text: str) -> str:
    return text if len(text) <= 30 else text[:29].rstrip() + "…"

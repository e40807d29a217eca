"""Small changes of a text through its tree: numbers, tables, boards. Each gives a new draft and says what it did."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TypeVar

from lark import Token
from numpy.random import Generator

from ludwright.evolution.genome import ANALYSIS, number, rows_of
from ludwright.language import syntax
from ludwright.language.editing import Draft, word
from ludwright.language.printer import to_text
from ludwright.language.syntax.walking import path_to, walk
from ludwright.model.boards import OPTIONS, SHAPES

Changed = tuple[Draft, str]
Edit = Callable[[Draft, Generator], Changed | None]
Item = TypeVar("Item")
_MOST_SIZE = 12
_NO_RULE = (*ANALYSIS, syntax.GameDeclaration, syntax.ParamDeclaration, syntax.PlayersDeclaration)
_TABLES = (syntax.CardsDeclaration, syntax.EnumDeclaration, syntax.PlayersDeclaration)


def pick(items: Sequence[Item], dice: Generator) -> Item | None:
    """One of some; none if there are none."""
    return items[int(dice.integers(len(items)))] if len(items) else None


def rules_of(tree: syntax.File) -> list[syntax.DeclarationNode]:
    """The declarations that are rules: neither parameters, nor what is said about the game, nor definitions that only that needs."""
    found = [one for one in tree.declarations if not isinstance(one, _NO_RULE)]
    words = {id(one): {str(part) for part in walk(one) if isinstance(part, Token)} for one in found}
    while True:
        idle = [
            one
            for one in found
            if isinstance(one, syntax.DefineDeclaration | syntax.ProcedureDeclaration)
            and not any(str(one.name) in words[id(other)] for other in found if other is not one)
        ]
        if not idle:
            return found
        found = [one for one in found if not any(one is other for other in idle)]


def stepped(value: int, dice: Generator, low: int | None = None, high: int | None = None) -> int:
    """Another number near one: mostly the next, sometimes half as much again."""
    step = 1 if dice.random() < 0.7 else max(1, round(value * 0.5 * dice.random()))
    new = value + (step if dice.integers(2) else -step)
    if high is not None and new > high:
        new = value - step
    if new < (low if low is not None else 0):
        new = value + step
    return new if high is None or new <= high else value


# ---------------------------------------------------------------- parameters and numbers


def change_parameter(draft: Draft, dice: Generator) -> Changed | None:
    """Another value of a parameter, inside its range."""
    found = [
        one
        for one in draft.tree.declarations
        if isinstance(one, syntax.ParamDeclaration) and _value_of(one) is not None
    ]
    one = pick(found, dice)
    if one is None:
        return None
    if isinstance(one.value, syntax.Yes | syntax.No):
        new: syntax.Formula = syntax.No() if isinstance(one.value, syntax.Yes) else syntax.Yes()
        return draft.replace(one.value, new), f"{one.name} {to_text(one.value)} → {to_text(new)}"
    old = _value_of(one)
    assert old is not None and isinstance(one.value, syntax.Node | Token)
    low, high = _range_of(one)
    value = stepped(old, dice, low, high)
    return (draft.replace(one.value, number(value)), f"{one.name} {old} → {value}") if value != old else None


def _value_of(one: syntax.ParamDeclaration) -> int | None:
    if isinstance(one.value, syntax.Yes | syntax.No):
        return int(isinstance(one.value, syntax.Yes))
    return whole(one.value)


def whole(part: object) -> int | None:
    """The whole number that a word is."""
    return int(part) if isinstance(part, Token) and part.type == "NUMBER" and part.isdigit() and len(part) < 8 else None


def _range_of(one: syntax.ParamDeclaration) -> tuple[int | None, int | None]:
    if isinstance(one.values, syntax.NumberRange):
        return whole(one.values.first), whole(one.values.last)
    return None, None


def change_number(draft: Draft, dice: Generator) -> Changed | None:
    """Another number in a rule: in a condition, an effect, the set-up, a definition."""
    places = [
        (declaration, part)
        for declaration in rules_of(draft.tree)
        if not isinstance(declaration, syntax.BoardDeclaration | syntax.CardsDeclaration | syntax.EnumDeclaration)
        for part in walk(declaration)
        if whole(part) is not None
    ]
    chosen = pick(places, dice)
    if chosen is None:
        return None
    declaration, part = chosen
    old = whole(part)
    assert old is not None
    new = stepped(old, dice)
    changed = draft.replace(part, word(str(new)))
    return changed, f"{_where(declaration)}: `{context(draft, part)}` {old} → {new}"


def _where(declaration: syntax.DeclarationNode) -> str:
    name = getattr(declaration, "name", None)
    return str(name) if isinstance(name, Token) else declaration.rule


def context(draft: Draft, part: syntax.Part, most: int = 60) -> str:
    """The smallest formula or statement around a part, as text."""
    for above in reversed(path_to(draft.tree, part)):
        text = to_text(above)
        if "\n" not in text:
            return text if len(text) <= most else text[: most - 1] + "…"
    return to_text(part)


# ---------------------------------------------------------------- tables


def _tables(draft: Draft) -> list[tuple[syntax.DeclarationNode, list[str], list[list[str]]]]:
    """Declarations with rows in the text: headings and cells."""
    found: list[tuple[syntax.DeclarationNode, list[str], list[list[str]]]] = []
    for one in draft.tree.declarations:
        if isinstance(one, _TABLES):
            lines = one.lines if isinstance(one, syntax.CardsDeclaration) else one.rows
            rows = [
                [cell.strip() for cell in str(line.text).strip().strip("|").split("|")]
                for line in lines
                if isinstance(line, syntax.TableRow)
            ]
            rows = [row for row in rows if not all(set(cell) <= set("-: ") for cell in row)]
            if len(rows) > 1 and all(len(row) == len(rows[0]) for row in rows):
                found.append((one, rows[0], rows[1:]))
    return found


def _rewritten(draft: Draft, one: syntax.DeclarationNode, columns: list[str], rows: list[list[str]]) -> Draft:
    written = rows_of(columns, rows)
    if isinstance(one, syntax.CardsDeclaration):
        rest = tuple(line for line in one.lines if not isinstance(line, syntax.TableRow))
        return draft.replace(one, replace(one, lines=(*written, *rest)))
    assert isinstance(one, syntax.EnumDeclaration | syntax.PlayersDeclaration)
    return draft.replace(one, replace(one, rows=written))


def _numbers(rows: list[list[str]]) -> list[tuple[int, int]]:
    return [(r, c) for r, row in enumerate(rows) for c, cell in enumerate(row) if cell.isdigit() and len(cell) < 6]


def change_cell(draft: Draft, dice: Generator) -> Changed | None:
    """Another printed number, or another number of copies."""
    table = pick([one for one in _tables(draft) if _numbers(one[2])], dice)
    if table is None:
        return None
    one, columns, rows = table
    r, c = _numbers(rows)[int(dice.integers(len(_numbers(rows))))]
    old = int(rows[r][c])
    new = stepped(old, dice, 1 if columns[c] == "copies" else 0)
    rows[r][c] = str(new)
    return _rewritten(draft, one, columns, rows), f"{rows[r][0]}'s {columns[c]} {old} → {new}"


def swap_cells(draft: Draft, dice: Generator) -> Changed | None:
    """Two rows exchange what is printed in a column."""
    table = pick([one for one in _tables(draft) if len(one[2]) > 1], dice)
    if table is None:
        return None
    one, columns, rows = table
    ways = [
        (a, b, c)
        for c in range(1, len(columns))
        for a in range(len(rows))
        for b in range(a + 1, len(rows))
        if rows[a][c] != rows[b][c]
    ]
    way = pick(ways, dice)
    if way is None:
        return None
    a, b, c = way
    rows[a][c], rows[b][c] = rows[b][c], rows[a][c]
    return _rewritten(draft, one, columns, rows), f"swap {columns[c]} of {rows[a][0]} and {rows[b][0]}"


def new_card(draft: Draft, dice: Generator) -> Changed | None:
    """A new card between two others: each column is of one of them, and one number is changed."""
    table = pick(
        [one for one in _tables(draft) if isinstance(one[0], syntax.CardsDeclaration) and "name" in one[1]], dice
    )
    if table is None:
        return None
    one, columns, rows = table
    parents = [rows[int(dice.integers(len(rows)))] for _ in range(2)]
    row = [parents[int(dice.integers(2))][c] for c in range(len(columns))]
    at, taken, count = columns.index("name"), {own[columns.index("name")] for own in rows}, 2
    stem = parents[0][at].rstrip("0123456789").rstrip("_")
    while f"{stem}_{count}" in taken:
        count += 1
    row[at] = f"{stem}_{count}"
    cells = [c for c, cell in enumerate(row) if cell.isdigit()]
    if cells:
        c = cells[int(dice.integers(len(cells)))]
        row[c] = str(stepped(int(row[c]), dice, 1 if columns[c] == "copies" else 0))
    told = ", ".join(f"{column} {cell}" for column, cell in zip(columns, row, strict=True) if column != "name" and cell)
    return _rewritten(draft, one, columns, [*rows, row]), f"new card {row[at]}: {told}"


def drop_card(draft: Draft, dice: Generator) -> Changed | None:
    """A card less."""
    table = pick(
        [one for one in _tables(draft) if isinstance(one[0], syntax.CardsDeclaration) and len(one[2]) > 2], dice
    )
    if table is None:
        return None
    one, columns, rows = table
    gone = rows.pop(int(dice.integers(len(rows))))
    return _rewritten(draft, one, columns, rows), f"without the card {gone[0]}"


# ---------------------------------------------------------------- boards


def resize_board(draft: Draft, dice: Generator) -> Changed | None:
    """A board wider, narrower, higher or lower by one."""
    sizes = [
        (one, part)
        for one in draft.tree.declarations
        if isinstance(one, syntax.BoardDeclaration)
        for part in (one.width, one.height)
        if part is not None and whole(part) is not None
    ]
    chosen = pick(sizes, dice)
    if chosen is None:
        return None
    board, part = chosen
    old = whole(part)
    assert old is not None
    new = old + (1 if old <= 2 or (old < _MOST_SIZE and dice.integers(2)) else -1)
    changed = draft.replace(part, word(str(new)))
    return changed, f"board {_size(board)} → {_size(_board(changed, board))}"


def _board(draft: Draft, like: syntax.BoardDeclaration) -> syntax.BoardDeclaration:
    return next(
        one for one in draft.tree.declarations if isinstance(one, syntax.BoardDeclaration) and one.kind == like.kind
    )


def _size(board: syntax.BoardDeclaration) -> str:
    return f"{board.shape} {board.width or ''}{f' x {board.height}' if board.height else ''}".strip()


def reshape_board(draft: Draft, dice: Generator) -> Changed | None:
    """Another shape that is measured alike, or other neighbours: diagonal, wrapped."""
    boards = [
        one
        for one in draft.tree.declarations
        if isinstance(one, syntax.BoardDeclaration) and SHAPES.get(str(one.shape))
    ]
    board = pick(boards, dice)
    if board is None:
        return None
    if dice.integers(2):
        alike = [
            shape
            for shape, sizes in SHAPES.items()
            if len(sizes) == len(SHAPES[str(board.shape)]) and shape != board.shape
        ]
        shape = pick(alike, dice)
        if shape is None:
            return None
        new = replace(board, shape=word(shape), options=_fitting(board, shape))
    else:
        words = [name for name in OPTIONS.get(str(board.shape), ()) if " " not in name]
        option = pick(words, dice)
        if option is None:
            return None
        own = _fitting(board, "")
        new = replace(board, options=(syntax.BoardOption(word(option)), *own))
    if new == board:
        return None
    return draft.replace(board, new), f"`{to_text(board).splitlines()[0]}` → `{to_text(new).splitlines()[0]}`"


def _fitting(board: syntax.BoardDeclaration, shape: str) -> tuple[syntax.BoardOption | syntax.Holds, ...]:
    """The options of a board that another shape has as well."""
    shaped = {name.split()[0] for names in OPTIONS.values() for name in names}
    kept = {name.split()[0] for name in OPTIONS.get(shape, ())}
    return tuple(
        one
        for one in board.options
        if not isinstance(one, syntax.BoardOption) or str(one.name) not in shaped or str(one.name) in kept
    )


PARAMETERS: tuple[Edit, ...] = (change_parameter,)
NUMBERS: tuple[Edit, ...] = (change_number,)
TABLES: tuple[Edit, ...] = (change_cell, change_cell, swap_cells, new_card, drop_card)
BOARDS: tuple[Edit, ...] = (resize_board, reshape_board)

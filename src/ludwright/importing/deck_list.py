"""A deck list as people paste it: cells from a spreadsheet, or lines such as `3 Guard`; it becomes a `cards` declaration with a table."""

from __future__ import annotations

import re

from ludwright.importing.cardscript.syntax import Word
from ludwright.importing.places import Wrong
from ludwright.importing.text import Text
from ludwright.mistakes import Mistake, MistakesError, Place

_COUNTED = re.compile(
    r"^(?P<copies>\d{1,4})\s*[x×]?\s+(?P<name>\S.*?)$|^(?P<name2>\S.*?)\s+[x×]\s*(?P<copies2>\d{1,4})$"
)
_NAMES = ("name", "card", "title")
_COPIES = ("copies", "count", "number", "qty", "quantity", "amount", "#")
_MOST_ROWS, _MOST_COLUMNS = 5_000, 100


def cards_from(text: str, file: str, kind: str) -> str:
    """The declaration of the cards in a list; what is wrong with a line is told there."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").rstrip("\n").split("\n")
    wrong = Wrong(file, lines)
    rows = [(number, _cells(line)) for number, line in enumerate(lines, 1) if line.strip()]
    if not rows:
        raise MistakesError(_empty(file))
    if all(len(cells) == 1 for _, cells in rows):
        table = _counted(rows, wrong)
    else:
        table = _spread(rows, wrong)
    if wrong.mistakes:
        raise MistakesError(wrong.mistakes)
    made = Text()
    with made.block(f"cards {kind}"):
        made.table([(cells, None) for cells in table])
    return made.written()


def _empty(file: str) -> list[Mistake]:
    return [
        Mistake(Place(file, 1, 1), "this list is empty", "a line for each card: `3 Guard`, or cells of a spreadsheet")
    ]


def _cells(line: str) -> list[str]:
    """The cells of a line: between tabs, as spreadsheets copy them, else between bars, semicolons or commas."""
    for sign in ("\t", "|", ";", ","):
        if sign in line.strip(" |"):
            cells = line.strip(" ").strip("|") if sign == "|" else line
            return [cell.strip().replace("|", "/") for cell in cells.split(sign)]
    return [line.strip()]


def _counted(rows: list[tuple[int, list[str]]], wrong: Wrong) -> list[list[str]]:
    """Lines such as `3 Guard`, `3x Guard`, `Guard x3`, or a name alone."""
    table, seen = [["name", "copies"]], dict[str, int]()
    for number, (line,) in rows:
        found = _COUNTED.match(line)
        name, copies = (
            (line, "1") if found is None else (found["name"] or found["name2"], found["copies"] or found["copies2"])
        )
        _note_name(name, number, seen, wrong)
        table.append([name, copies])
    return table


def _spread(rows: list[tuple[int, list[str]]], wrong: Wrong) -> list[list[str]]:
    """Cells with a line of headings."""
    (first, heads), *others = rows
    named = [_heading(head) for head in heads]
    place = next((i for i, head in enumerate(named) if head in _NAMES), None)
    if place is None:
        wrong(
            Word(heads[0], first, 1), "no column is headed `name`", "begin with a line of headings, one of them `name`"
        )
        return []
    named[place] = "name"
    named = ["copies" if head in _COPIES else head for head in named]
    used = [place, *(i for i, head in enumerate(named) if head and i != place)][:_MOST_COLUMNS]
    if len({named[i] for i in used}) < len(used):
        again = next(head for head in named if named.count(head) > 1)
        wrong(Word(again, first, 1), f"two columns are headed `{again}`")
    table, seen = [[named[i] for i in used]], dict[str, int]()
    for number, cells in others[:_MOST_ROWS]:
        row = [cells[i] if i < len(cells) else "" for i in used]
        if len(cells) > len(heads):
            wrong(Word(cells[-1], number, 1), f"this row has {len(cells)} cells, but there are {len(heads)} headings")
        if not row[0]:
            wrong(Word(cells[0] or " ", number, 1), "this card has no name")
        else:
            _note_name(row[0], number, seen, wrong)
        table.append(row)
    return table


def _note_name(name: str, number: int, seen: dict[str, int], wrong: Wrong) -> None:
    if name in seen:
        column = max(0, wrong.lines[number - 1].find(name)) + 1
        wrong(
            Word(name, number, column),
            f"`{name}` is already there, on line {seen[name]}",
            "write how many copies there are instead",
        )
    seen.setdefault(name, number)


def _heading(text: str) -> str:
    return text.strip() if text.strip() == "#" else re.sub(r"\W+", "_", text.strip().lower()).strip("_")

"""A version taken into the game itself: its numbers stand in the text and the tables, and all else stays as it is written."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory

from ludwright.balancing.errors import BalanceError
from ludwright.balancing.knobs import CELL, COPIES, NUMBER, PARAM, SEAT, START, Knob, find_knobs, numbers_of
from ludwright.balancing.versions import changed_lines, declared_anew
from ludwright.game import described, player_range
from ludwright.language import syntax
from ludwright.language.declarations import Declaration
from ludwright.language.source import Description
from ludwright.language.syntax import Part, Span
from ludwright.language.tables import read_table
from ludwright.mistakes import LudwrightError
from ludwright.written import put


@dataclass(frozen=True)
class _Splice:
    """Other words at a place of a file."""

    file: str
    span: Span
    words: str


def accept(path: Path, changes: Mapping[str, int]) -> dict[str, bytes]:
    """The files of a game that change when some knobs are turned, with their new contents, by their names beside the game.

    What is written is read again: every knob must have its new value, and all others the old one.
    """
    description = described(path)
    counts = (player_range(description)[0],)
    knobs = find_knobs(description, counts, {})
    unknown = [name for name in changes if name not in knobs]
    if unknown:
        raise BalanceError(f"the game has changed since: there is no `{unknown[0]}` in it any more. Look again")
    turned = [(knobs[name], value) for name, value in changes.items()]
    whole = _changed(description, turned)
    after = _read_again(description, whole, counts)
    wrong = [knob.name for knob, value in turned if knob.kind != SEAT and after[knob.name].value != value]
    others = (knob for name, knob in knobs.items() if name not in changes and knob.owner != "setup" and name in after)
    wrong += [knob.name for knob in others if after[knob.name].value != knob.value]
    if wrong:
        raise BalanceError(f"`{wrong[0]}` can't be written into the text: change it by hand")
    return {name: content for name, content in whole.items() if content != description.contents[name]}


def _changed(description: Description, turned: list[tuple[Knob, int]]) -> dict[str, bytes]:
    whole, spliced, added = dict(description.contents), [], []
    main = next(iter(whole))
    variant = re.search(r"(?m)^variant\b", whole[main].decode("utf-8", "replace")) is not None
    own_setup = [one for one in turned if one[0].kind == SEAT or (one[0].kind == NUMBER and one[0].owner == "setup")]
    anew = own_setup if any(knob.kind == SEAT for knob, _ in own_setup) else []
    for knob, value in turned:
        if (knob, value) in anew:
            continue
        splice = _splice(description, knob, value)
        if splice is None or (variant and splice.file != main):  # the game it is a variant of stays as it is
            added.append((knob, value))
        else:
            spliced.append(splice)
    if anew:
        spliced += _setup(description, anew, main)
        added += [] if any(one.words.startswith("setup") for one in spliced) else anew
    for name in whole:
        whole[name] = _spliced(whole[name], [one for one in spliced if one.file == name], name)
    if added:
        text = whole[main].decode("utf-8").rstrip()
        whole[main] = "\n".join([text, *changed_lines(added, description), ""]).encode()
    return whole


def _setup(description: Description, changed: list[tuple[Knob, int]], main: str) -> Iterator[_Splice]:
    """The set-up once more, with what single seats begin with behind it."""
    declaration = next((one for one in description.declarations if one.kind == "setup"), None)
    if declaration is not None and declaration.tree.span is not None and _file(description, declaration.file) == main:
        yield _Splice(main, declaration.tree.span, declared_anew(list(changed), description))


def _splice(description: Description, knob: Knob, value: int) -> _Splice | None:
    """Where the number of a knob stands."""
    words = ("yes" if value else "no") if knob.is_bool else str(value)
    target = (knob.name,) if knob.kind == PARAM else (knob.owner, knob.column)
    for change in reversed(description.changes):  # a variant's own line counts
        if tuple(str(word) for word in change.tree.target.words) == target:
            return _at(description, change, change.tree.value, words)
    if knob.kind in (CELL, COPIES):
        return _cell(description, knob, words)
    declaration = knob.declaration or _declared(description, knob)
    if declaration is None:
        return None
    if knob.kind == PARAM:
        return _at(description, declaration, declaration.tree.value, words)
    if knob.kind == START:
        found = (one for one in syntax.find(declaration.tree, syntax.Attribute) if str(one.name) == knob.column)
        return _at(description, declaration, next(found).value, words)
    return _at(description, declaration, numbers_of(declaration.tree)[knob.place - 1], words)


def _declared(description: Description, knob: Knob) -> Declaration | None:
    return next((one for one in description.declarations if one.kind == "param" and one.name == knob.name), None)


def _at(description: Description, declaration: Declaration, part: Part | None, words: str) -> _Splice | None:
    if isinstance(part, syntax.Node):
        span = part.span
    elif part is not None and part.line:
        span = Span(part.line, part.column or 1, part.end_line or part.line, part.end_column or 1)
    else:
        span = None
    return None if span is None else _Splice(_file(description, declaration.file), span, words)


def _cell(description: Description, knob: Knob, words: str) -> _Splice | None:
    """A number in a table: between bars in the text, or in a file of text. Spreadsheets of other programs are not written."""
    assert knob.declaration is not None
    table = read_table(knob.declaration)
    if table is None:
        return None
    at, number = table.columns.index("name"), table.columns.index(knob.column)
    row = next(row for row in table.rows if row[at].text == knob.owner)
    place = row[number].place
    name = _file(description, place.file)
    if PurePosixPath(name).suffix.lower() in (".xlsx", ".ods"):
        raise BalanceError(f"`{name}` is a spreadsheet of another program: set `{knob.name}` to {words} there")
    column = place.caret + 1 if place.caret is not None else place.column
    line = description.contents[name].decode("utf-8-sig").splitlines()[place.line - 1]
    start = _begins(line, row[number].text, column, number)
    return _Splice(name, Span(place.line, start + 1, place.line, start + 1 + len(row[number].text)), words)


def _begins(line: str, text: str, column: int, number: int) -> int:
    """Where in its line a cell begins: where the table says, or else behind so many separators."""
    if text and line[column - 1 : column - 1 + len(text)] == text:
        return column - 1
    separator = max(",;\t", key=line.count)
    cells = line.split(separator)
    if '"' in line or number >= len(cells) or cells[number].strip() != text:
        raise BalanceError(f"the table's line `{line[:60]}` can't be changed by itself: change it by hand")
    before = sum(len(cell) + 1 for cell in cells[:number])
    return before + len(cells[number]) - len(cells[number].lstrip())


def _file(description: Description, name: str) -> str:
    """A file among the contents of a game, however it was named."""
    plain = PurePosixPath(Path(name).as_posix())
    found = [key for key in description.contents if key == name or PurePosixPath(key).name == plain.name]
    if not found:
        raise BalanceError(f"`{plain.name}` is no file of this game")
    return next((key for key in found if key == name), found[0])


def _spliced(content: bytes, splices: list[_Splice], name: str) -> bytes:
    """A text with other words at some places, the last first."""
    if not splices:
        return content
    mark = b"\xef\xbb\xbf" if content.startswith(b"\xef\xbb\xbf") else b""
    try:
        lines = content.removeprefix(mark).decode("utf-8").split("\n")
    except UnicodeDecodeError:
        raise BalanceError(f"`{name}` is not in UTF-8: change it by hand") from None
    for one in sorted(splices, key=lambda one: (one.span.line, one.span.column), reverse=True):
        span = one.span
        head, tail = lines[span.line - 1][: span.column - 1], lines[span.end_line - 1][span.end_column - 1 :]
        lines[span.line - 1 : span.end_line] = (head + one.words + tail).split("\n")
    return mark + "\n".join(lines).encode()


def _read_again(description: Description, whole: Mapping[str, bytes], counts: tuple[int, ...]) -> dict[str, Knob]:
    with TemporaryDirectory(prefix="ludwright-") as place:
        for name, content in whole.items():
            path = Path(place) / name
            path.parent.mkdir(parents=True, exist_ok=True)
            put(path, content)
        try:
            return find_knobs(described(Path(place) / next(iter(whole))), counts, {})
        except LudwrightError as error:
            raise BalanceError(f"the changed text would be wrong: {str(error).splitlines()[0]}") from None


__all__ = ["accept"]

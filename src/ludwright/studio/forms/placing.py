"""Where things stand in a text: the lines of an entry, the end of what comes before a place, the block below a heading."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludwright.language import syntax
from ludwright.language.editing import EditError
from ludwright.language.syntax.base import Node, Part
from ludwright.studio.forms.outline import Source
from ludwright.studio.forms.table import FORMS, LINES


def home_of(source: Source, path: str) -> tuple[Node, str]:
    """The node that holds a list, and the name of the list in it."""
    above, _, name = path.removesuffix(".statements").rpartition(".")
    node = source.part(above)
    if not isinstance(node, Node) or not hasattr(node, name):
        raise EditError("the text has changed since: this part is not there any more")
    return node, name


def entries_of(node: Node, name: str) -> Sequence[Part]:
    """What stands in a list or a block."""
    value: Any = getattr(node, name)
    if isinstance(value, syntax.StatementSequence):
        return value.statements
    return value if isinstance(value, tuple) else () if value is None else (value,)


def entry_lines(source: Source, part: Part) -> tuple[int, int]:
    """The first and last line of an entry, from 0."""
    first, last = source.span(part)
    top = source.text.count("\n", 0, first)
    return top, top + source.text[first:last].rstrip().count("\n")


def indented(text: str, margin: str) -> list[str]:
    """Lines of a text with a margin before each."""
    return [margin + line if line.strip() else line for line in text.split("\n")]


def end_before(source: Source, node: Node, name: str) -> int:
    """Where what comes before a field of a phrase ends."""
    at = source.span(node)[0]
    for piece in FORMS[type(node)].pieces():
        if isinstance(piece, str):
            words = piece.strip()
            if words:
                found = source.text.find(words, at)
                at = found + len(words) if found >= 0 else at
            continue
        if piece.field == name:
            return at
        value = getattr(node, piece.field)
        if FORMS[type(node)].fits.get(piece.field, "") in LINES or not value:
            continue
        last = value[-1] if isinstance(value, tuple) else value
        at = source.span(last)[1]
        for sign in piece.after.strip():
            at = source.text.find(sign, at) + 1
    return at


def body_at(source: Source, node: Node, name: str) -> tuple[Source, Sequence[Part], str, int]:
    """A block ready for one more line: the text, what stands in it, its margin, and the line of its heading (from 0).

    What stood behind a colon is put on lines of its own first.
    """
    top = source.text.count("\n", 0, source.span(node)[0])
    head = source.lines[top]
    margin = head[: len(head) - len(head.lstrip())]
    entries = entries_of(node, name)
    if not entries:
        at = source.text.count("\n", 0, max(source.span(node)[0], end_before(source, node, name)))
        return source, entries, margin + "  ", at
    first = source.span(entries[0])[0]
    begin = source.text.rfind("\n", 0, first) + 1
    before = source.text[begin:first]
    if not before.strip():
        return source, entries, before, top
    return _unfolded(source, node, name, entries, margin + "  ")


def _unfolded(
    source: Source, node: Node, name: str, entries: Sequence[Part], margin: str
) -> tuple[Source, Sequence[Part], str, int]:
    """`turn: a; b` as lines of their own."""
    path = _path_of(source, node)
    first, last = source.span(entries[0])[0], source.span(entries[-1])[1]
    head = source.text[:first].rstrip()
    head = head[:-1].rstrip() if head.endswith(":") else head
    written = "".join("\n" + margin + source.of(one).replace("\n", "\n  ") for one in entries)
    opened = Source(head + written + source.text[last:])
    if len(opened.mistakes) > len(source.mistakes):
        raise EditError("nothing can be added here by a click: write it in the text")
    fresh = opened.part(path)
    top = opened.text.count("\n", 0, opened.span(fresh)[0])
    return opened, entries_of(fresh, name), margin, top


def _path_of(source: Source, node: Node) -> str:
    """The path of a node."""
    waiting: list[tuple[Any, str]] = [(source.tree, "")]
    while waiting:
        part, path = waiting.pop()
        if part is node:
            return path
        if isinstance(part, tuple):
            waiting += [(one, f"{path}.{n}") for n, one in enumerate(part)]
        elif isinstance(part, Node):
            fields = [key for key in part.__dataclass_fields__ if key != "span"]
            waiting += [(getattr(part, key), f"{path}.{key}".lstrip(".")) for key in fields]
    raise EditError("the text has changed since: this part is not there any more")

"""The rules of two versions beside each other: which lines are new, gone or changed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher
from html import escape

KEPT, GONE, NEW = " ", "-", "+"
AROUND = 2
"""So many lines that stayed are shown around those that did not."""


@dataclass(frozen=True)
class Line:
    """A line of the rules of A, of B, or of both."""

    sign: str
    text: str
    marks: tuple[tuple[int, int], ...] = ()
    """What of it is gone or new, from and to, where the rest stayed."""


def changes(a: str, b: str) -> list[list[Line]]:
    """The places at which two texts differ, with a few lines around each; empty if they are the same.

    >>> [[(line.sign, line.text) for line in place] for place in changes("goal 50\\nend\\n", "goal 60\\nend\\n")]
    [[('-', 'goal 50'), ('+', 'goal 60'), (' ', 'end')]]
    """
    old, new = a.splitlines(), b.splitlines()
    found = []
    for group in SequenceMatcher(None, old, new, autojunk=False).get_grouped_opcodes(AROUND):
        lines: list[Line] = []
        for kind, i, j, k, m in group:
            if kind == "equal":
                lines += [Line(KEPT, text) for text in old[i:j]]
            else:
                lines += _changed(old[i:j], new[k:m])
        found.append(lines)
    return found


def _changed(old: list[str], new: list[str]) -> Iterator[Line]:
    if len(old) != len(new):
        yield from (Line(GONE, text) for text in old)
        yield from (Line(NEW, text) for text in new)
        return
    pairs = [_marked(before, after) for before, after in zip(old, new, strict=True)]
    yield from (gone for gone, _ in pairs)
    yield from (come for _, come in pairs)


def _marked(before: str, after: str) -> tuple[Line, Line]:
    """Two lines of which one took the other's place, with what differs marked, if most of it stayed."""
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    if matcher.ratio() < 0.5:
        return Line(GONE, before), Line(NEW, after)
    codes = [code for code in matcher.get_opcodes() if code[0] != "equal"]
    gone = tuple((i, j) for _, i, j, _, _ in codes if j > i)
    new = tuple((k, m) for _, _, _, k, m in codes if m > k)
    return Line(GONE, before, gone), Line(NEW, after, new)


def as_html(places: list[list[Line]]) -> str:
    """The changes as a part of a page: signs as well as colours tell what is gone and what is new."""
    kinds = {KEPT: "kept", GONE: "gone", NEW: "new"}
    tags = {KEPT: "span", GONE: "del", NEW: "ins"}
    blocks = []
    for place in places:
        lines = [
            f'<{tags[line.sign]} class="line {kinds[line.sign]}">{line.sign} {_text(line)}</{tags[line.sign]}>' for line in place
        ]  # fmt: skip
        blocks.append(f'<pre class="rules" tabindex="0" aria-label="Changed rules">{"".join(lines)}</pre>')
    return "".join(blocks)


def _text(line: Line) -> str:
    parts, at = [], 0
    for start, end in line.marks:
        parts.append(f"{escape(line.text[at:start])}<mark>{escape(line.text[start:end])}</mark>")
        at = end
    return "".join(parts) + escape(line.text[at:])

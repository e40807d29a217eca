"""Going on after a syntax mistake: where declarations begin, and a declaration without the line that is wrong."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator

_SIGNS = re.compile(r'"[^"]*"|#.*|[()\[\]]')
_WORD = re.compile(r"[^\W\d]\w*")
# Declarations whose blocks are made of statements; there `nothing` can stand for a line.
_STATEMENTS = frozenset(["setup", "play", "turn", "stage", "secret", "action", "to", "when", "whenever", "every"])
_CONTINUATIONS = frozenset(["else", "otherwise", "then"])


def parts(lines: list[str], declarations: Container[str]) -> Iterator[tuple[int, list[str]]]:
    """The declarations of a text, each as the number of its first line and its lines.

    A declaration begins at the left margin. Inside an open bracket a line at the margin belongs to what is above it,
    unless it begins like a declaration: then the bracket was never closed.
    """
    first: int | None = None
    depth = 0
    for number, line in enumerate(lines, 1):
        body = line.strip()
        if not body or body.startswith("#"):
            continue
        at_margin = not line[0].isspace()
        if first is None:
            first = number
        elif at_margin and (depth <= 0 or _first_word(body) in declarations):
            yield first, lines[first - 1 : number - 1]
            first, depth = number, 0
        depth += _opened(body)
    if first is not None:
        yield first, lines[first - 1 :]


def without_line(lines: list[str], wrong: int) -> list[str] | None:
    """The lines of a declaration with line `wrong` (from 0) and all that hangs on it left out.

    None where nothing sensible would be left: the wrong line opens the declaration, or is part of a longer one that
    is broken inside brackets.
    """
    if not 0 < wrong < len(lines):
        return None
    step = _indent(lines[wrong])
    if step == 0 or _opened(lines[wrong]) or sum(_opened(line) for line in lines[:wrong]):
        return None
    rest = list(lines)
    stands_for = " " * step if "\t" not in lines[wrong] else lines[wrong][:step]
    rest[wrong] = stands_for + "nothing" if _first_word(lines[0]) in _STATEMENTS else ""
    for number in range(wrong + 1, len(lines)):
        body = lines[number].strip()
        if not body or body.startswith("#"):
            continue
        indent = _indent(lines[number])
        if indent < step or (indent == step and _first_word(body) not in _CONTINUATIONS):
            break
        rest[number] = ""
    return rest


def _opened(line: str) -> int:
    """How many brackets a line opens and leaves open."""
    if line.lstrip().startswith("|"):
        return 0
    return sum({"(": 1, "[": 1, ")": -1, "]": -1}.get(sign, 0) for sign in _SIGNS.findall(line))


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" \t"))


def _first_word(text: str) -> str:
    match = _WORD.match(text.lstrip(" \t"))
    return match[0] if match else ""

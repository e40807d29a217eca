"""What changed between two versions of a text, in words."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator

from ludwright.language.characters import normal
from ludwright.language.declarations import Declaration
from ludwright.language.parser import parse_declarations

_NOUNS = {
    "param": "parameter", "cards": "cards", "enum": "list", "proc": "procedure", "define": "definition", "var": "variable", "turn": "the turn",
    "setup": "the set-up", "end": "the end", "score": "the score", "winner": "who wins", "winners": "who wins", "lead": "the lead",
    "play": "the course of play", "players": "the players", "game": "the title", "variant": "the title", "expect": "expectation",
}  # fmt: skip
_MOST = 6


def told_changes(old: str, new: str) -> list[str]:
    """Sentences about what is new, gone or different; the most important first.

    >>> told_changes('game "A"\\nparam goal = 10 in 1..50\\n', 'game "A"\\nparam goal = 20 in 1..50\\n')
    ['goal: 10 → 20']
    """
    if old == new:
        return []
    before, after = _declared(old), _declared(new)
    told: list[str] = []
    for key, text in after.items():
        if key not in before:
            told.append(f"new: {_name(key)}")
        elif before[key] != text:
            told += _difference(key, before[key], text)
    told += [f"gone: {_name(key)}" for key in before if key not in after]
    if not told:
        told = ["only comments, blanks or the order"]
    return told if len(told) <= _MOST else [*told[: _MOST - 1], f"and {len(told) - _MOST + 1} more changes"]


def told_cells(old: str, new: str) -> list[str]:
    """The same of a table in a file: rows by their first cell, and what changed in them.

    >>> told_cells("name,cost\\nLoaf,3\\nPear,1\\n", "name,cost\\nLoaf,2\\nPlum,1\\n")
    ['Loaf: cost 3 → 2', 'new: Plum', 'gone: Pear']
    """
    if old == new:
        return []
    (heads_before, before), (heads, after) = _named_rows(old), _named_rows(new)
    told = [f"new column: {head}" for head in heads if head not in heads_before]
    told += [f"column gone: {head}" for head in heads_before if head not in heads]
    for name, row in after.items():
        if name in before:
            told += [
                f"{name}: {head} {before[name].get(head) or 'nothing'} → {cell or 'nothing'}"
                for head, cell in row.items() if head in heads_before and before[name].get(head) != cell
            ]  # fmt: skip
    told += [f"new: {name}" for name in after if name not in before]
    told += [f"gone: {name}" for name in before if name not in after]
    told = told or ["only the order, or blanks"]
    return told if len(told) <= _MOST else [*told[: _MOST - 1], f"and {len(told) - _MOST + 1} more changes"]


def _named_rows(text: str) -> tuple[list[str], dict[str, dict[str, str]]]:
    """The headings of a CSV table, and its rows by their first cells."""
    first = text.split("\n", 1)[0]
    rows = [row for row in csv.reader(io.StringIO(text), delimiter=max(",;\t", key=first.count)) if row]
    heads = rows.pop(0) if rows else []
    named: dict[str, dict[str, str]] = {}
    for row in rows:
        name = row[0] if row[0] not in named else f"{row[0]} ({sum(one.startswith(row[0]) for one in named) + 1})"
        named[name] = dict(zip(heads, row, strict=False))
    return heads, named


def _declared(text: str) -> dict[tuple[str, str], str]:
    """The declarations by kind and name, each as its words without comments."""
    tree, _ = parse_declarations(text, "game")
    lines = normal(text).split("\n")
    found: dict[tuple[str, str], str] = {}
    for part in tree.declarations:
        declaration = Declaration(part, "game", lines)
        key = declaration.kind, declaration.name or ""
        written = lines[part.span.line - 1 : part.span.end_line] if part.span else []
        words = "\n".join(filter(None, (re.sub(r"\s*#.*", "", line).rstrip() for line in written)))
        found[key] = f"{found[key]}\n{words}" if key in found else words
    return found


def _name(key: tuple[str, str]) -> str:
    kind, name = key
    noun = _NOUNS.get(kind, kind)
    return f"{noun} {name}".strip() if not noun.startswith(("the ", "who ")) else noun


def _difference(key: tuple[str, str], old: str, new: str) -> Iterator[str]:
    kind, name = key
    if kind == "param":
        yield f"{name}: {_value(old)} → {_value(new)}"
    elif "|" in old and "|" in new:
        told = list(_cells(old, new))
        yield from told or [f"{_name(key)} changed"]
    else:
        yield f"{_name(key)} changed"


def _value(text: str) -> str:
    return text.partition("=")[2].partition(" in ")[0].strip() or "?"


def _rows(text: str) -> dict[str, list[str]]:
    rows = [
        [cell.strip() for cell in line.strip().strip("|").split("|")]
        for line in text.split("\n")
        if line.strip().startswith("|")
    ]
    return {row[0]: row for row in rows}


def _cells(old: str, new: str) -> Iterator[str]:
    """Which cells of a table in the text differ."""
    before, after = _rows(old), _rows(new)
    heads = next(iter(after.values()), [])
    for name, row in after.items():
        if name not in before:
            yield f"new: {name}"
        else:
            for head, was, now in zip(heads, before[name], row, strict=False):
                if was != now:
                    yield f"{name}: {head} {was or '–'} → {now or '–'}"
    yield from (f"gone: {name}" for name in before if name not in after)

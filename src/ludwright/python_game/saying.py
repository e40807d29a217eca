"""Actions in words, made from their values where the game has no words of its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

PASS = "pass"
"""The action ``None``."""


def said(action: Any) -> str:
    """An action in words.

    >>> said(("move", (1, 2), (3, 4))), said(None), said(("swap", True, 2.5))
    ('move 1,2 3,4', 'pass', 'swap yes 2.5')
    """
    name, values = parts(action)
    return " ".join((name, *values) if name else values)


def parts(action: Any) -> tuple[str, tuple[str, ...]]:
    """The name of an action, empty if it has none, and its values."""
    if action is None:
        return PASS, ()
    if is_dataclass(action) and not isinstance(action, type):
        return _plain(type(action).__name__), tuple(_value(getattr(action, field.name)) for field in fields(action))
    if isinstance(action, tuple):
        if action and isinstance(action[0], str):
            return _value(action[0]), tuple(map(_value, action[1:]))
        return "", tuple(map(_value, action))
    if isinstance(action, str):
        return _value(action), ()
    return "", (_value(action),)


def distinct(words: Iterable[str]) -> Iterator[str]:
    """The same words, numbered where they come again: words can be given as an answer."""
    seen: set[str] = set()
    for word in words:
        fresh, times = word, 1
        while fresh in seen:
            times += 1
            fresh = f"{word} ({times})"
        seen.add(fresh)
        yield fresh


def _value(value: Any) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Enum):
        return _plain(value.name)
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, tuple):
        return ",".join(map(_value, value))
    if isinstance(value, frozenset):
        return ",".join(sorted(map(_value, value)))
    if is_dataclass(value) and not isinstance(value, type):
        return said(value)
    return str(value)


def _plain(name: str) -> str:
    return name.lower().replace("_", " ")

"""A number for every action: the same in every process, because it is worked out from nothing but the action's value.

``None``, which is to pass, is 0. A whole number n from 0 on is n + 1. The number of any other value is taken from a digest
(BLAKE2) of its written form, above 2**30: two different values then share a number once in about a thousand million pairs.
Where both can be done at the same time, the one listed later takes the next free number, so play is never confused.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from hashlib import blake2b
from numbers import Integral
from typing import Any, cast

import numpy as np

LARGEST = (1 << 31) - 1
DIGESTS = 1 << 30
"""From here on lie the numbers taken from digests."""

_REMEMBERED = 1 << 16


class OpaqueError(Exception):
    """A value of which no form can be written that is the same in every process."""


class Codes:
    """Works out numbers, and remembers what it worked out."""

    def __init__(self) -> None:
        self._known: dict[Any, int] = {}

    def known_all(self, actions: list[Any]) -> dict[int, Any] | None:
        """Actions by their numbers, if all of them are known and differ: the usual case, in the shortest time."""
        try:
            found = dict(zip(map(self._known.get, actions), actions, strict=True))
        except TypeError:
            return None
        return None if None in found or len(found) < len(actions) else cast(dict[int, Any], found)

    def code(self, action: Any) -> int:
        """The number of an action; TypeError if it can't be a key of a dict, OpaqueError if it has no written form."""
        known = self._known.get(action)
        if known is None:
            known = code_of(action)
            if len(self._known) >= _REMEMBERED:
                self._known.clear()
            self._known[action] = known
        return known


def code_of(action: Any) -> int:
    """The number of an action.

    >>> code_of(None), code_of(0), code_of(41), code_of(("take", 1)) == code_of(("take", True))
    (0, 1, 42, True)
    """
    if action is None:
        return 0
    if _is_whole(action) and 0 <= int(action) < DIGESTS - 1:
        return int(action) + 1
    digest = blake2b(b"".join(_written(action)), digest_size=4).digest()
    return DIGESTS + int.from_bytes(digest, "big") % DIGESTS


def _written(value: Any) -> Iterator[bytes]:
    """A value as bytes. Values that Python takes for equal (1, 1.0 and yes) are written alike, others are not."""
    if value is None:
        yield b"none;"
    elif _is_whole(value):
        yield b"number %d;" % int(value)
    elif isinstance(value, float):
        yield b"real %s;" % value.hex().encode()
    elif isinstance(value, str):
        yield from _counted(b"text", value.encode("utf-8", "surrogatepass"))
    elif isinstance(value, bytes):
        yield from _counted(b"bytes", value)
    elif isinstance(value, Enum):
        yield from _counted(b"enum", f"{type(value).__name__}.{value.name}".encode())
    elif isinstance(value, tuple):
        yield b"tuple %d;" % len(value)
        for item in value:
            yield from _written(item)
    elif isinstance(value, frozenset):
        yield b"set %d;" % len(value)
        yield from sorted(b"".join(_written(item)) for item in value)
    elif is_dataclass(value) and not isinstance(value, type):
        yield from _counted(b"data", type(value).__name__.encode())
        for field in fields(value):
            if field.compare:
                yield from _written(getattr(value, field.name))
    else:
        raise OpaqueError(type(value).__name__)


def _is_whole(value: Any) -> bool:
    return isinstance(value, Integral | np.bool_) or (isinstance(value, float) and value.is_integer())


def _counted(kind: bytes, content: bytes) -> Iterator[bytes]:
    """Its length before it: so no two values run together to the same bytes."""
    yield b"%s %d:" % (kind, len(content))
    yield content

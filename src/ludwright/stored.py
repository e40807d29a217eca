"""Reading what is stored as JSON. Anybody may have written such a file, and any disk may damage it: every value is of its type, or refused."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from ludwright.mistakes import LudwrightError, MistakesError
from ludwright.plain_files import read_plain

MOST_BYTES = 64_000_000
MOST_VALUES = 3_000_000
"""Numbers, texts, lists and tables: each takes far more memory than its few letters in the file."""
T = TypeVar("T")

_WORDS: dict[Any, str] = {
    int: "a whole number",
    float: "a number",
    str: "a text",
    bool: "true or false",
    list: "a list",
    tuple: "a list",
    dict: "a table of names",
    NoneType: "nothing",
}


class StoredError(LudwrightError):
    """A stored file that can't be read, or holds something else than it should."""


@contextmanager
def going_on(folder: Path | None) -> Iterator[None]:
    """What can't be gone on with, as its settings make no sense, is told with its folder; None where nothing was kept."""
    try:
        yield
    except LudwrightError as error:
        if folder is None or str(folder) in str(error):
            raise
        if isinstance(error, MistakesError) and any(mistake.place for mistake in error.mistakes):
            raise  # it stands in a text, and says where
        raise StoredError(f"{folder} can't be gone on with: {error}") from None


def read_json(path: Path) -> Any:
    """What a file of JSON holds. Only plain files of a sensible size are read."""
    try:
        content = read_plain(path, MOST_BYTES)
    except FileNotFoundError:
        raise StoredError("it is not there") from None
    except (OSError, ValueError) as error:
        raise StoredError((getattr(error, "strerror", None) or str(error)).lower()) from None
    return parse_json(content)


def parse_json(content: bytes | str) -> Any:
    """What a text in JSON holds."""
    text = content if isinstance(content, bytes) else content.encode(errors="surrogatepass")
    if sum(text.count(sign) for sign in (b",", b"[", b"{")) > MOST_VALUES:
        raise StoredError(f"it holds more than {MOST_VALUES:,} values")
    try:
        return json.loads(content)
    except json.JSONDecodeError as error:
        raise StoredError(f"it is no JSON from line {error.lineno} on") from None
    except (ValueError, RecursionError):  # bytes that are no text, numbers of a million digits, a million brackets
        raise StoredError("it is no JSON") from None


def typed(kind: type[T], value: Any, name: str = "") -> T:
    """A value as what it should be: a plain type, a list or table of such, or a dataclass with a value for each of its fields.

    >>> typed(tuple[int, ...], [1, 2])
    (1, 2)
    >>> typed(dict[str, int], {"goal": "high"})
    Traceback (most recent call last):
    ludwright.stored.StoredError: `goal` is a text, not a whole number
    """
    try:
        found: T = _typed(kind, value, name)
    except RecursionError:
        raise StoredError("it goes too deep") from None
    return found


def _typed(kind: Any, value: Any, name: str) -> Any:
    plain, inside = get_origin(kind) or kind, get_args(kind)
    if plain is Any:
        return value
    if plain in (Union, UnionType):
        if value is None and NoneType in inside:
            return None
        kinds = [one for one in inside if one is not NoneType]
        return _typed(next((one for one in kinds if type(value) is one), kinds[0]), value, name)
    if is_dataclass(plain):
        return _made(plain, value, name)
    if plain in (tuple, list):
        rows = value if type(value) is tuple else _checked(list, value, name)  # what was never written down
        return plain(_typed(inside[0], row, f"{name}[{place}]") for place, row in enumerate(rows))
    if plain is dict:
        table = _checked(dict, value, name)
        return {_checked(str, key, name): _typed(inside[1], row, _below(name, key)) for key, row in table.items()}
    if plain is float and type(value) is int and abs(value) < 1 << 53:
        return float(value)
    return _checked(plain, value, name)


def _checked(kind: type, value: Any, name: str) -> Any:
    if type(value) is not kind:
        raise StoredError(f"{_shown(name)} is {_WORDS.get(type(value), 'something')}, not {_WORDS[kind]}")
    if isinstance(value, str) and any("\ud800" <= letter <= "\udfff" for letter in value):
        raise StoredError(f"{_shown(name)} holds half a character")
    return value


@cache
def _hints(kind: Any) -> Mapping[str, Any]:
    return get_type_hints(kind)


def _made(kind: Any, value: Any, name: str) -> Any:
    table = _checked(dict, value, name)
    hints = _hints(kind)
    own = {field.name: field for field in fields(kind)}
    for key in table:
        if key not in own:
            raise StoredError(f"{_shown(_below(name, str(key)))} does not belong there")
    for key, field in own.items():
        if key not in table and field.default is MISSING and field.default_factory is MISSING:
            raise StoredError(f"{_shown(_below(name, key))} is missing")
    return kind(**{key: _typed(hints[key], row, _below(name, key)) for key, row in table.items()})


def _below(name: str, part: str) -> str:
    return f"{name}.{part}" if name else part


def _shown(name: str) -> str:
    short = name if len(name) <= 80 else f"{name[:80]}…"
    return f"`{short}`" if name else "what it holds"


def within(name: str, values: Sequence[int], least: int, most: int) -> None:
    """Raise a kind error unless all numbers lie between two bounds."""
    for value in values:
        if not least <= value <= most:
            raise StoredError(f"`{name}` lies outside of {least} to {most}")

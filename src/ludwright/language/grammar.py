"""The grammar as a ready parser: built from `grammar.lark` once, its table then kept in the user's cache folder."""

from __future__ import annotations

import gc
import hashlib
import io
import json
import pickle
import sys
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, cast

import lark
from lark import Lark

from ludwright.language.building import reductions
from ludwright.language.cache import cache_folder, keep, kept

STARTS = ("start", "effects", "cell")
_KEYED = "by number"  # marks a dictionary with whole numbers as keys, which JSON does not have


def grammar_text() -> str:
    """The text of the grammar file."""
    return resources.files("ludwright.language").joinpath("grammar.lark").read_text(encoding="utf-8")


def build(text: str | None = None) -> Lark:
    """A parser made from the grammar alone: slow (about a second), independent of any cache."""
    # Words are read by our own scanner; Lark's is never asked, so the simplest will do.
    lark = Lark(
        grammar_text() if text is None else text,
        parser="lalr",
        lexer="basic",
        start=list(STARTS),
        maybe_placeholders=True,
    )
    return _making_nodes(lark)


def _making_nodes(ready: Any) -> Lark:
    """The parser, set to make our nodes instead of Lark's trees; this asks for more than Lark's types tell."""
    machine = ready.parser.parser.parser
    machine.callbacks = reductions(machine.callbacks)
    return cast(Lark, ready)


@cache
def parser() -> Lark:
    """The parser, from the cache where possible."""
    text = grammar_text()
    folder = cache_folder()
    if folder is None:
        return build(text)
    path = folder / f"grammar-{_stamp(text)}.json"
    ready = _load(path)
    if ready is None:
        ready = build(text)
        keep(path, _dump(ready))
    return ready


def _stamp(text: str) -> str:
    """Changes whenever the grammar or a program that could write the table differently does."""
    parts = (text, lark.__version__, str(sys.version_info[:2]), "3")
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:24]


def _dump(ready: Lark) -> bytes:
    """The table as JSON: unlike Lark's own format it can hold nothing that runs when it is read."""
    memory = io.BytesIO()
    ready.save(memory)
    table = pickle.loads(memory.getvalue())  # our own bytes, just made
    return json.dumps(_without_numbers_as_keys(table), separators=(",", ":")).encode()


def _load(path: Path) -> Lark | None:
    """The parser kept at `path`; None when there is none or it is damaged."""
    collecting = gc.isenabled()
    gc.disable()  # tens of thousands of small objects, all of them kept: looking for garbage would double the time
    try:
        content = kept(path)
        if content is None:
            return None
        return _making_nodes(Lark.load(json.loads(content, object_hook=_with_numbers_as_keys)))
    except Exception:  # whatever is wrong with the cache, the grammar itself is at hand
        return None
    finally:
        if collecting:
            gc.enable()


def _without_numbers_as_keys(value: Any) -> Any:
    if isinstance(value, dict):
        plain = {key: _without_numbers_as_keys(item) for key, item in value.items()}
        return {_KEYED: list(plain.items())} if any(isinstance(key, int) for key in plain) else plain
    if isinstance(value, (list, tuple)):
        return [_without_numbers_as_keys(item) for item in value]
    return value


def _with_numbers_as_keys(value: dict[str, Any]) -> dict[Any, Any]:
    pairs = value.get(_KEYED)
    return value if pairs is None else dict(pairs)

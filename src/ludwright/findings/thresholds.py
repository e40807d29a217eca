"""Thresholds that a user sets: in a TOML or JSON file, or one by one."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Mapping
from math import isfinite
from pathlib import Path
from typing import Any

from ludwright.findings.catalogue import ERROR_RATE, RULES
from ludwright.mistakes import LudwrightError, nearest
from ludwright.plain_files import read_plain


class ThresholdError(LudwrightError):
    """A threshold that there is not, or a value that it can't have."""


def thresholds(path: str | Path | None = None, texts: Iterable[str] = ()) -> dict[str, float]:
    """All thresholds: those of the rules, changed by a file, changed by texts such as ``seat advantage=0.03``.

    >>> thresholds(texts=["draws=0.3"])["draws"]
    0.3
    """
    found = {rule.name: rule.threshold for rule in RULES} | {ERROR_RATE: 0.05}
    if path is not None:
        given = _read(Path(path)).items()
        try:
            found = _changed(found, given)
        except ThresholdError as error:
            raise ThresholdError(f"`{path}`: {error}") from None
    return _changed(found, map(_split, texts))


def _changed(known_ones: Mapping[str, float], given: Iterable[tuple[str, Any]]) -> dict[str, float]:
    """Thresholds with some others in their place."""
    found = dict(known_ones)
    for name, value in given:
        known = name.strip().replace("_", " ")
        if known not in found:
            close = nearest(known, found)
            hint = f"did you mean `{close}`?" if close else f"there are {', '.join(found)}"
            raise ThresholdError(f"there is no threshold `{name[:60]}`: {hint}")
        found[known] = number(known, value)
        if found[known] < 0:
            raise ThresholdError(f"the threshold `{known}` is 0 or more, not `{found[known]:g}`")
    if not 0.0 < found[ERROR_RATE] < 1.0:
        raise ThresholdError(f"the `{ERROR_RATE}` lies between 0 and 1, such as 0.05")
    return found


def given_thresholds(path: str | Path | None, texts: Iterable[str]) -> list[tuple[str, Any]]:
    """Names and values as they were given: first those of the file, then the texts."""
    given = _read(Path(path)) if path is not None else {}
    return [*given.items(), *map(_split, texts)]


def _read(path: Path) -> Mapping[str, Any]:
    try:
        text = read_plain(path).decode("utf-8")
    except OSError as error:
        raise ThresholdError(f"the thresholds in `{path}` can't be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ThresholdError(f"the thresholds in `{path}` can't be read: {error}") from error
    try:
        read = json.loads(text) if path.suffix.lower() == ".json" else tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise ThresholdError(f"`{path}` holds no thresholds: {error}") from error
    found = read.get("thresholds", read) if isinstance(read, dict) else None
    if not isinstance(found, dict):
        raise ThresholdError(f"`{path}` holds no thresholds: write lines such as `draws = 0.3`")
    return found


def _split(text: str) -> tuple[str, str]:
    name, equals, value = (part.strip() for part in text.partition("="))
    if not (name and equals and value):
        raise ThresholdError(f"`{text}`: write a threshold's name, an equals sign and its value, like draws=0.3")
    return name, value


def number(name: str, value: object) -> float:
    """The value of a threshold; percents are parts of one."""
    share = isinstance(value, str) and value.strip().endswith("%")
    try:
        found = float(str(value).strip().rstrip("%")) / (100 if share else 1)
    except ValueError:
        found = float("nan")
    if isinstance(value, bool) or not isfinite(found):
        raise ThresholdError(f"the threshold `{name}` is a number, not `{str(value)[:60]}`")
    return found

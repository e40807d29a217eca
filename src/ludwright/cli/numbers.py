"""Numbers on the command line: each is a number, none is larger than makes sense, and what is wrong with one is said in the same words everywhere."""

from __future__ import annotations

import math
from collections.abc import Callable
from inspect import Parameter, Signature, signature
from typing import Any, get_args

import typer
from typer.models import OptionInfo

MOST = 10**10
_MOST = {"seed": (1 << 64) - 1, "threads": 256}
"""Of some options the highest value is another."""
_EXAMPLES: dict[str, float] = {"games": 1000, "seconds": 60, "players": 2, "threads": 2, "seed": 1, "game": 3}
"""What is shown where an option has no value by itself."""


def bounded(command: Callable[..., Any]) -> Signature:
    """The signature of a command, in which every number has a highest value, and is read here."""
    plain = signature(command, eval_str=True)
    for one in plain.parameters.values():
        hint = one.annotation
        for option in (part for part in get_args(hint) if isinstance(part, OptionInfo)):
            kinds = {get_args(hint)[0], *get_args(get_args(hint)[0])}
            if kinds & {int, float}:
                _read_here(option, one, int if int in kinds else float)
    return plain.replace(return_annotation=None)


def _read_here(option: OptionInfo, one: Parameter, kind: type[int] | type[float]) -> None:
    if option.parser is not None:
        return  # shared by several commands
    name = next((text for text in option.param_decls or () if text.startswith("--")), f"--{one.name.replace('_', '-')}")
    low, high = option.min, option.max if option.max is not None else _MOST.get(one.name, MOST)
    option.parser = _Reader(name, kind, low, high, _example(one, low, high))
    option.metavar = option.metavar or ("NUMBER" if kind is float else "INTEGER")
    option.min = option.max = None


def _example(one: Parameter, low: float | None, high: float) -> float:
    given = one.default
    if isinstance(given, int | float) and not isinstance(given, bool):
        return given
    return min(high, max(_EXAMPLES.get(one.name, 1), low if low is not None else 1))


class _Reader:
    """Reads the number of one option."""

    def __init__(
        self, name: str, kind: type[int] | type[float], low: float | None, high: float, example: float
    ) -> None:
        self.name, self.kind, self.low, self.high, self.example = name, kind, low, high, example
        self.__name__ = "INTEGER" if kind is int else "NUMBER"

    def __call__(self, text: Any) -> float:
        if not isinstance(text, str):
            return text if isinstance(text, self.kind) else self.kind(text)
        try:
            value = self.kind(text)
        except ValueError:
            raise self._wrong(text, f"is no {'whole ' if self.kind is int else ''}number") from None
        if not math.isfinite(value):
            raise self._wrong(text, "is no number")
        if self.low is not None and value < self.low:
            raise self._wrong(text, f"is too small: the least is {self.low:,}")
        if value > self.high:
            raise self._wrong(text, f"is too large: the most is {self.high:,}")
        return value

    def _wrong(self, text: str, message: str) -> typer.BadParameter:
        shown_example = int(self.example) if self.example == int(self.example) else self.example
        shown = text if len(text) <= 40 else f"{text[:40]}…"
        return typer.BadParameter(
            f"`{shown}` {message}; write for example {self.name} {shown_example}", param_hint=self.name
        )

"""Dice and paper for writing descriptions: seeded choices, fresh names, and pieces of text that know how they bind."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")

ATOM, SIGNED, PRODUCT, SUM, TEST, LOGIC, PICK, FORMULA = range(8)
"""How loosely a formula binds: a higher one needs brackets where a lower one is wanted."""


class Text(str):
    """A formula and how loosely it binds."""

    level: int

    def __new__(cls, text: str, level: int = ATOM) -> Text:
        made = super().__new__(cls, text)
        made.level = level
        return made

    def at(self, level: int) -> str:
        """The formula as it may stand where at most that level is allowed."""
        return str(self) if self.level <= level else f"({self})"


class Pen:
    """All choices of one description, from one seed."""

    def __init__(self, seed: int, small: bool = False) -> None:
        self.dice = Random(f"description {seed}")
        self.small = small
        self._names: dict[str, int] = {}
        self.ink = self.dice.choice((4, 7, 10) if small else (25, 40, 60))
        """How many more statements may be written: keeps descriptions short."""

    def chance(self, share: float) -> bool:
        return self.dice.random() < share

    def pick(self, items: Sequence[T]) -> T:
        return self.dice.choice(items)

    def number(self, lo: int, hi: int) -> int:
        return self.dice.randint(lo, hi)

    def some(self, items: Sequence[T], least: int, most: int) -> list[T]:
        """Some of the items, in their order."""
        many = min(len(items), self.number(least, most))
        return [items[i] for i in sorted(self.dice.sample(range(len(items)), many))]

    def fresh(self, word: str) -> str:
        """A name nothing else has."""
        self._names[word] = self._names.get(word, 0) + 1
        return f"{word}{self._names[word]}"

    def either(self, *ways: tuple[float, Callable[[], T | None]]) -> T:
        """One of several ways to write something, by weight; a way that gives None was impossible here."""
        left = [way for way in ways if way[0] > 0]
        while left:
            weight, write = self.dice.choices(left, [w for w, _ in left])[0]
            made = write()
            if made is not None:
                return made
            left.remove((weight, write))
        raise AssertionError("every way was impossible: one of them must always do")

"""A decision in one number, as narrow as the game allows: who chose, among how many options, in answer to which question, and what.

A million games then take little room and little time to write. Whoever reads the files gets the parts back through :mod:`.frames`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from ludwright.play.playable import Playable

_MOST_QUESTIONS, _MOST_OPTIONS = 12, 16
"""Bits: what is larger counts as the largest number that fits."""


@dataclass(frozen=True)
class Packing:
    """How many bits the parts have, from the highest to the lowest."""

    code: int = 31
    question: int = _MOST_QUESTIONS
    options: int = _MOST_OPTIONS
    actor: int = 4

    @staticmethod
    def of(game: Playable) -> Packing:
        """The narrowest packing for a game."""
        questions = game.rules.questions
        codes = questions.codes
        return Packing(
            _bits(codes),
            min(_MOST_QUESTIONS, _bits(len(questions.all))),
            min(_MOST_OPTIONS, _bits(codes)),
            _bits(game.players - 1),
        )

    @property
    def kind(self) -> type[np.integer[Any]]:
        """The narrowest type of number that holds it."""
        bits = self.code + self.question + self.options + self.actor
        return np.uint16 if bits <= 16 else np.uint32 if bits <= 32 else np.int64

    @property
    def widths(self) -> npt.NDArray[np.int64]:
        """What the kernel has to know."""
        return np.array([self.question, self.options, self.actor], np.int64)

    def _places(self) -> dict[str, tuple[int, int]]:
        """For every part: by how many bits it is shifted, and its mask."""
        shift, found = 0, {}
        for name, bits in (("actor", self.actor), ("options", self.options), ("question", self.question)):
            found[name] = shift, (1 << bits) - 1
            shift += bits
        found["code"] = shift, (1 << 31) - 1
        return found

    def part(self, name: str) -> pl.Expr:
        """One part of the column `what`; actors count from 1."""
        shift, mask = self._places()[name]
        number = ((pl.col("what").cast(pl.Int64) // (1 << shift)) & mask).cast(pl.Int32)
        return (number + 1 if name == "actor" else number).alias(name)

    def sql(self, name: str, column: str) -> str:
        """The same in SQL."""
        shift, mask = self._places()[name]
        return f"((({column}::BIGINT >> {shift}) & {mask}){' + 1' if name == 'actor' else ''})::INTEGER AS {name}"


WIDE = Packing()
"""Fits every game."""


def _bits(most: int) -> int:
    return max(1, int(most).bit_length())

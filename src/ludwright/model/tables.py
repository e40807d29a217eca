"""The read-only block of a game: printed numbers, geometry and parameters, as 32-bit words."""

from __future__ import annotations

from collections.abc import Sequence

from ludwright import ir
from ludwright.mistakes import Mistake, MistakesError
from ludwright.model.constants import evaluate
from ludwright.model.limits import MOST_PRINTED

WORD = 2**31 - 1
Word = int | ir.Expr
"""A number, or a formula over parameters that is worked out when the block is made."""


class WordTables:
    """Words laid out one after the other; equal runs of plain numbers share a place."""

    def __init__(self) -> None:
        self.words: list[Word] = [0] * ir.TABLE_HEADER
        self._known: dict[tuple[int, ...], int] = {}

    def add(self, words: Sequence[Word]) -> int:
        """Lay down the words and return where they begin."""
        plain = tuple(words) if all(isinstance(w, int) for w in words) else None
        if plain is not None and plain in self._known:
            return self._known[plain]  # type: ignore[index]
        base = self.reserve(words)
        if plain is not None:
            self._known[plain] = base  # type: ignore[index]
        return base

    def reserve(self, words: Sequence[Word]) -> int:
        """Like :meth:`add`, but never shared: for words that may be set anew."""
        base = len(self.words)
        if base + len(words) > MOST_PRINTED:
            message = f"what is printed and the lists of cells take more than {MOST_PRINTED:,} numbers"
            raise MistakesError(Mistake(None, message, "make the boards smaller, or `line` shorter"))
        self.words.extend(words)
        return base

    def ragged(self, lists: Sequence[Sequence[int]]) -> tuple[int, int, int, int]:
        """Lists of lists: (place of the offsets, place of the items, how many items, longest list). Index -1 is an empty list."""
        offsets: list[int] = [0, 0]
        items: list[int] = []
        for one in lists:
            items.extend(one)
            offsets.append(len(items))
        return self.add(offsets) + 1, self.add(items or [0]), len(items), max((len(x) for x in lists), default=0)

    def resolve(self, values: dict[int, int]) -> list[int]:
        """The finished words, with those at some places replaced first (the parameters a user sets)."""
        words: list[Word] = list(self.words)
        for place, value in values.items():
            words[place] = value
        found = [word if isinstance(word, int) else evaluate(word, words) for word in words]
        if any(not -WORD - 1 <= word <= WORD for word in found):
            raise MistakesError(
                [Mistake(None, "with these parameters a printed number is too large", "32 bits is all")]
            )
        return found

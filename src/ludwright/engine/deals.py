"""The same deal under another seed: every game of every seed is some game of any other."""

from __future__ import annotations

from ludwright.engine.random import GOLDEN, MASK, mix

_UNSTEP = pow(GOLDEN, -1, 1 << 64)


def same_deal(seed: int, game: int, other: int) -> int:
    """The number under which seed ``other`` deals what is game ``game`` of ``seed``, between -2⁶³ and 2⁶³ - 1.

    >>> from ludwright.engine.random import stream
    >>> stream(7, same_deal(3, 12, 7), 0) == stream(3, 12, 0)
    True
    """
    number = ((mix(seed + GOLDEN) - mix(other + GOLDEN)) * _UNSTEP + game) & MASK
    return number - (1 << 64) if number >> 63 else number

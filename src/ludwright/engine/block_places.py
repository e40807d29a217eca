"""Places in blocks of numbers that Python fills and kernels read: each has one name, given to it in one list.

    SECTION = places(3, first=64)
    (TABLE, STATE, CONTEXT) = SECTION

The names are constants of the machine code. A list of another length than was said is refused when it is loaded, and so is a section that
reaches into what lies behind it.
"""

from __future__ import annotations

import numpy as np

Section = tuple[np.int64, ...]


def places(count: int, first: int | np.int64 = 0, before: int | np.int64 | None = None) -> Section:
    """So many places one after the other, the last of them ``before`` something else.

    >>> [int(place) for place in places(3, first=64)]
    [64, 65, 66]
    >>> places(3, first=62, before=64)
    Traceback (most recent call last):
    ValueError: 3 places from 62 on reach beyond 64
    """
    if before is not None and first + count > before:
        raise ValueError(f"{count} places from {first} on reach beyond {before}")
    return tuple(map(np.int64, range(int(first), int(first) + count)))


def behind(section: Section) -> int:
    """The place after a section."""
    return int(section[-1]) + 1

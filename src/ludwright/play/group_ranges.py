"""Which codes of options belong to which group, as one array that kernels look up."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

MOST_CODES = 65_536
"""Up to so many codes each has its own entry; beyond, ranges are looked through."""


def ranges_of_groups(ranges: Iterable[tuple[int, int, int]]) -> npt.NDArray[np.int64]:
    """How many ranges there are, and how many codes have an entry; then one of both: first code, last code and group of each range in ascending
    order; or the group of every code, -1 where it has none."""
    rows = np.array([*ranges], np.int64).reshape(-1, 3)
    codes = int(rows[-1, 1]) + 1 if len(rows) else 0
    if not 0 < codes <= MOST_CODES:
        return np.concatenate([np.array([len(rows), 0], np.int64), rows.ravel()])
    entries = np.full(codes, -1, np.int64)
    for first, last, group in rows:
        entries[first : last + 1] = group
    return np.concatenate([np.array([len(rows), codes], np.int64), entries])

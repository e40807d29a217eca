"""The memory of an alpha-beta search: what its numbers mean, and its table of positions."""

from __future__ import annotations

from typing import NamedTuple, no_type_check

import numpy as np

from ludwright.engine.block_places import places
from ludwright.engine.kernel import inner
from ludwright.engine.positions import hash_key

FRAME_WORDS, COUNT_WORDS = 8, 32
"""How many whole numbers a frame has room for, and how many a search counts at most: here, and in max-n."""
FRAME = places(8, before=FRAME_WORDS)
(FIRST, COUNT, NEXT, DEPTH, CHOSEN, MOST, KNOWN, ASKED) = FRAME
"""The whole numbers of a frame: where its moves begin, how many, how many were tried, depth left, the best move so far, whether the most is
wanted, guesses before it was entered, the move that is being looked at."""
WINDOW = places(5)
(ALPHA, BETA, BEST, UPPER, LOWER) = WINDOW
"""Its real numbers: the window, the best value so far, and the window at first."""

COUNTED = places(21, before=COUNT_WORDS)
(
    NODES, GUESSES, NODE_LIMIT, STOPPED, DEADLINE, CLOCK, USED, GENERATION, REPEATS, UNEQUAL, VIEW, LEAF, LEAD, SCORE, PLAYOUTS, REACHED,
    PROVEN, DEEPEST, ROLE, STRIDE, BY_PLACE,
) = COUNTED  # fmt: skip
"""What the counts of a search hold."""

EVEN, BY_LEAD, BY_SCORE, BY_PLAYOUTS = range(4)
"""What a position is worth where the depth ends."""

EXACT, AT_LEAST, AT_MOST = 1, 2, 3
GENERATIONS = 1 << 14


class SearchMemory(NamedTuple):
    """The memory of a search. ``kept`` is the table once more, seen as real numbers."""

    states: np.ndarray
    frames: np.ndarray
    reals: np.ndarray
    keys: np.ndarray
    codes: np.ndarray
    ranks: np.ndarray
    killers: np.ndarray
    history: np.ndarray
    table: np.ndarray
    kept: np.ndarray
    counts: np.ndarray
    bounds: np.ndarray
    stop: np.ndarray
    streams: np.ndarray


_U = np.uint64
_GUESSED = np.uint64(1) << np.uint64(34)


@inner
@no_type_check
def row_of(s, key):
    """The row of a position in the table; -1 if it is not there."""
    size, mask = key.size, s.table.shape[0] // 2 - 1
    first = 2 * np.int64(hash_key(key) & _U(mask))
    for row in range(first, first + 2):
        same = (s.table[row, size] >> _U(50)) == _U(s.counts[GENERATION])
        for i in range(size):
            same = same and s.table[row, i] == key[i]
        if same:
            return row
    return np.int64(-1)


@inner
@no_type_check
def keep(s, key, depth, flag, guessed, code, value):
    """Keep what was found of a position: in the first row of two if it is deeper than what is there, or else in the second."""
    size, mask = key.size, s.table.shape[0] // 2 - 1
    row = 2 * np.int64(hash_key(key) & _U(mask))
    there = s.table[row, size]
    if (there >> _U(50)) == _U(s.counts[GENERATION]):
        deeper = np.int64((there >> _U(35)) & _U(0x7FFF)) > depth
        same = True
        for i in range(size):
            same = same and s.table[row, i] == key[i]
        if deeper and not same:
            row += 1
    for i in range(size):
        s.table[row, i] = key[i]
    meta = (
        _U(s.counts[GENERATION]) << _U(50) | _U(min(depth, 0x7FFF)) << _U(35) | _U(flag) << _U(32) | _U(np.uint32(code))
    )
    s.table[row, size] = meta | _GUESSED if guessed else meta
    s.kept[row, size + 1] = value


@inner
@no_type_check
def remembered(s, ply, row):
    """Whether what the table knows of a position settles it for the window of a frame; and the value."""
    size = s.keys.shape[1]
    meta, value = s.table[row, size], s.kept[row, size + 1]
    flag = np.int64((meta >> _U(32)) & _U(3))
    known = (meta & _GUESSED) == 0
    known = known or (flag != AT_MOST and value >= s.bounds[1]) or (flag != AT_LEAST and value <= s.bounds[0])
    if not known and np.int64((meta >> _U(35)) & _U(0x7FFF)) < s.frames[ply, DEPTH]:
        return False, value
    settled = (
        flag == EXACT
        or (flag == AT_LEAST and value >= s.reals[ply, BETA])
        or (flag == AT_MOST and value <= s.reals[ply, ALPHA])
    )
    if settled and not known:
        s.counts[GUESSES] += 1
    return settled, value

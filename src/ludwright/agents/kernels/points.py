"""Points of a tree that stand for a position: found by its hash, whatever has led there."""

from __future__ import annotations

from typing import no_type_check

import numpy as np

from ludwright.agents.kernels.block import STATE
from ludwright.agents.kernels.growing import new_row
from ludwright.agents.kernels.sharing import publish_number, published_number
from ludwright.agents.kernels.tree import KEYS, POINT_BITS, POINTS, SIGNIFICANT, SIGNIFICANT_WORDS
from ludwright.engine.calling import number, set_word, word
from ludwright.engine.kernel import inner, mix

NOBODY, SOMEBODY = np.int64(0), np.int64(-1)
"""Instead of a hash: the slot is free; somebody is writing into it."""
FARTHEST = 64
"""So many slots are looked at."""


@inner
@no_type_check
def hash_words(state, places, count, stem):
    """A hash of some words of a position, never 0. Equal words below another stem have another."""
    key = np.uint64(stem)
    for i in range(count):
        key = (key ^ np.uint64(np.uint32(word(state, word(places, i))))) * np.uint64(0x9E3779B97F4A7C15)
        key ^= key >> np.uint64(29)
    key = mix(key)
    return np.int64(key) if key != 0 else np.int64(1)


@inner
@no_type_check
def key_of(b, stem):
    """The hash of the position on the table: of the words that matter for what may come."""
    return hash_words(number(b, STATE), number(b, SIGNIFICANT), number(b, SIGNIFICANT_WORDS), stem)


@inner
@no_type_check
def enter(b, slot, key):
    """A new row for a position, in a slot that is ours; 0 when there is no room."""
    row = new_row(b, 0, 0)
    if row:
        set_word(number(b, POINTS), slot, row)
    publish_number(number(b, KEYS), slot, SOMEBODY, key if row else NOBODY)
    return row


@inner
@no_type_check
def point(b, key):
    """The row of a position, made if it is new; 0 when there is no room, or somebody else is about to make one there."""
    keys = number(b, KEYS)
    last = (np.int64(1) << number(b, POINT_BITS)) - 1
    slot = key & last
    for _ in range(FARTHEST):
        found = published_number(keys, slot)
        if found == key:
            return word(number(b, POINTS), slot)
        if found == NOBODY:
            return enter(b, slot, key) if publish_number(keys, slot, NOBODY, SOMEBODY) else np.int64(0)
        slot = (slot + 1) & last
    return np.int64(0)

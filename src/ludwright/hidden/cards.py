"""Cards as kernels see them: one number each, its family above, its design below; and what a seat was told about where they lie."""

from __future__ import annotations

from typing import no_type_check

from ludwright.engine.kernel import kernel
from ludwright.hidden.layout import COMPONENTS, MOST_GHOSTS, TELLERS, TOLD, TOLD_WORDS
from ludwright.model.world import TOLD_BITS

FRONT = (1 << 32) - 1
"""The bits of a card that say its design."""


@kernel
@no_type_check
def told_row(spots, seat, slot):
    """Where the words begin that say what a slot can't be, for all the seat was told."""
    teller = seat if spots[TELLERS] > 1 else 0
    return spots[TOLD] + (teller * (spots[COMPONENTS] + spots[MOST_GHOSTS]) + slot) * spots[TOLD_WORDS]


@kernel
@no_type_check
def told_out(spots, state, seat, slot, card):
    """Whether the seat was told that what lies in a slot is not this card."""
    if spots[TELLERS] <= 0:
        return False
    design = card & FRONT
    return (state[told_row(spots, seat, slot) + design // TOLD_BITS] >> (design % TOLD_BITS) & 1) == 1

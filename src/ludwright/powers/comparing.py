"""Cards beside their like."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ludwright.powers.looks import Look
from ludwright.powers.paired import Numbers, paired

FEW = 3
"""With fewer others of its kind, nothing is compared with them."""


def compare(look: Look, others: Sequence[Look]) -> None:
    """How much more a copy is worth than one of the others: of those in the middle, so that one other that is far off does not count.
    What a script never takes, it does without at no cost, and that says nothing about what it is worth."""
    known = [other for other in others if other.worth.known and not (other.scripted and not other.values.any())]
    if len(known) < FEW or not look.worth.known:
        return
    ranked = sorted(known, key=lambda other: ((other.worth.value or 0.0) / other.copies, other.what))
    cut = len(ranked) // 4
    middle = ranked[cut : len(ranked) - cut]
    usual: Numbers = np.mean([other.values / other.copies for other in middle], axis=0)
    look.beside_values = look.values / look.copies - usual
    look.beside = paired("beside others", look.beside_values, look.beside_bounds, unit=look.worth.unit)
    look.beyond_values = look.values - look.copies * usual
    look.beyond = paired("beside others", look.beyond_values, look.beside_bounds, unit=look.worth.unit)

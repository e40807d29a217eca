"""What is proven in a tree: who wins after an answer, whatever the others do."""

from __future__ import annotations

from typing import no_type_check

import numpy as np

from ludwright.agents.kernels.block import SEATS, VALUES
from ludwright.agents.kernels.tree import DRAW, FIRST, LOSS, MOVER, NEXT, PATH, PROVEN, WIN, mark, set_mark
from ludwright.engine.calling import number, real, set_real
from ludwright.engine.kernel import inner


@inner
@no_type_check
def proven_of(b, holder):
    """What is proven of a point for whoever is to move there: a win, or the best of its children if all are proven; else 0."""
    row, best, whole = mark(b, holder, FIRST), np.int64(0), True
    while row:
        found = mark(b, row, PROVEN)
        if found == 0:
            whole = False
        elif found > best:
            best = found
        row = mark(b, row, NEXT)
    return best if best == WIN or whole else np.int64(0)


@inner
@no_type_check
def prove(b, depth):
    """What follows from a proven answer for those that led to it: all the way up as far as it goes."""
    path = number(b, PATH)
    for level in range(depth - 1, -1, -1):
        best = proven_of(b, number(path, 2 * level + 1))
        if best == 0:
            return
        if level == 0:
            set_mark(b, 0, PROVEN, best)
            return
        above = number(path, 2 * level - 2)
        same = mark(b, above, MOVER) == mark(b, number(path, 2 * level), MOVER)
        set_mark(b, above, PROVEN, best if same else WIN + LOSS - best)


@inner
@no_type_check
def outcome(value):
    """A result as it is proven."""
    return WIN if value > 0.0 else LOSS if value < 0.0 else DRAW


@inner
@no_type_check
def note_end(b, depth):
    """The game is over: the last answer is proven."""
    row = number(number(b, PATH), 2 * (depth - 1))
    set_mark(b, row, PROVEN, outcome(real(number(b, VALUES), mark(b, row, MOVER))))
    prove(b, depth)


@inner
@no_type_check
def value_of_proof(b, depth):
    """What a proven answer is worth to both sides."""
    row = number(number(b, PATH), 2 * (depth - 1))
    value = np.float64(mark(b, row, PROVEN) - DRAW)
    for seat in range(number(b, SEATS)):
        set_real(number(b, VALUES), seat, value if seat == mark(b, row, MOVER) else -value)

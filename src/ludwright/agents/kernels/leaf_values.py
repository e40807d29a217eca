"""What a leaf of the tree is worth to every seat by what was learned, instead of a play-out."""

from __future__ import annotations

from typing import no_type_check

import numpy as np

from ludwright.agents.kernels.block import CONTEXT, EVALUATE, EVALUATOR, MIRRORED, SEATS, SPAN, STATE, VALUES, mover
from ludwright.agents.kernels.tree import (
    FIRST,
    FORETELL,
    FORETOLD,
    MOVER,
    NEXT,
    PATH,
    PRIOR,
    PRIOR_VISITS,
    mark,
    sum_of,
)
from ludwright.engine.calling import call_real, number, real, set_real
from ludwright.engine.kernel import inner


@inner
@no_type_check
def estimate(b, depth):
    """What the position on the table, so many answers below the root, is worth. Where its answers are foretold, it is worth what the best of them is."""
    row = number(number(b, PATH), 2 * (depth - 1)) if depth > 0 else np.int64(0)
    who, value = mark(b, row, MOVER), 0.0
    foretold = number(b, FORETOLD)
    first = mark(b, row, FIRST) if real(b, PRIOR_VISITS) > 0.0 else np.int64(0)
    if number(b, FORETELL):
        who = mover(b)
        value = real(foretold, 1)
        if np.isnan(value):
            value = worth_to(b, who)
        set_real(foretold, 1, np.nan)
    elif first > 0:
        who, value = mark(b, first, MOVER), -np.inf
        while first:
            value = max(value, sum_of(b, first, PRIOR))
            first = mark(b, first, NEXT)
    else:
        who = who if depth > 0 else mover(b)
        value = worth_to(b, who)
    for seat in range(number(b, SEATS)):
        if seat != who:
            note_value(b, seat, -value if number(b, MIRRORED) else worth_to(b, seat))
    note_value(b, who, value)


@inner
@no_type_check
def worth_to(b, seat):
    return call_real(number(b, EVALUATE), number(b, EVALUATOR), number(b, STATE), number(b, CONTEXT), np.int64(seat))


@inner
@no_type_check
def note_value(b, seat, value):
    """What came of it for a seat; what results are usual is known from all of them."""
    span = number(b, SPAN)
    if value < real(span, 0):
        set_real(span, 0, value)
    if value > real(span, 1):
        set_real(span, 1, value)
    set_real(number(b, VALUES), seat, value)

"""Several threads in one tree: the steps of a decision, one function by address each. From step to step, everybody waits for the others.

Only :func:`search_on` is run by all at the same time; the other steps are those of whoever the tree belongs to.
"""

from __future__ import annotations

from functools import cache
from typing import Any, no_type_check

import numpy as np

from ludwright.agents.kernels.block import lay_out_root, mover, plan, room
from ludwright.agents.kernels.deciding import DECIDE, begin, conclude, settle, sit_down, stand_by, start_clock
from ludwright.agents.kernels.growing import match_options
from ludwright.agents.kernels.search import forget, open_options, search
from ludwright.agents.kernels.tree import EXACT, OBSERVERS
from ludwright.engine.calling import number
from ludwright.engine.kernel import by_address, inner


@inner
@no_type_check
def plant(b, context, options, seat):
    """A new tree. The options at its root are there before anybody looks for them, so that none is made twice."""
    forget(b)
    if number(b, EXACT) == 0:
        lay_out_root(b)
        open_options(b, context, options)
        match_options(b, seat if number(b, OBSERVERS) else np.int64(0), options, mover(b))


@no_type_check
def _open_tree(b, state, table, context, options, seat, streams):
    options = min(options, room(b))
    if not begin(b, state, options, seat, streams):
        plant(b, context, options, seat)
    return np.int64(0)


@no_type_check
def _open_again(b, state, table, context, options, seat, streams):
    start_clock(b)
    plant(b, context, min(options, room(b)), seat)
    return np.int64(0)


@no_type_check
def _join(b, state, table, context, options, seat, streams):
    start_clock(b)
    sit_down(b, seat, streams)
    plan(b, state)
    return np.int64(0)


@no_type_check
def _search_on(b, state, table, context, options, seat, streams):
    return search(b, context, min(options, room(b)))


@no_type_check
def _close_tree(b, state, table, context, options, seat, done):
    conclude(b, context, min(options, room(b)), done)
    return np.int64(0)


@no_type_check
def _settle_on(b, state, table, context, options, seat, streams):
    return settle(b, context, min(options, room(b)))


@no_type_check
def _remember(b, state, table, context, options, seat, chosen):
    stand_by(b, state, context, chosen)
    return np.int64(0)


@cache
def open_tree() -> Any:
    """Begin to think about a position, in the tree of earlier decisions or in a new one."""
    return by_address(_open_tree, DECIDE)


@cache
def open_again() -> Any:
    """A new tree for one more search of the same position."""
    return by_address(_open_again, DECIDE)


@cache
def join() -> Any:
    """Begin to think about a position in somebody else's tree."""
    return by_address(_join, DECIDE)


@cache
def search_on() -> Any:
    """Iterations in a tree that is open; how many."""
    return by_address(_search_on, DECIDE)


@cache
def close_tree() -> Any:
    """Count what was found in as many iterations as the last number says."""
    return by_address(_close_tree, DECIDE)


@cache
def settle_on() -> Any:
    """The answer in the end, by what was counted."""
    return by_address(_settle_on, DECIDE)


@cache
def remember() -> Any:
    """Keep in mind the answer that was given: the place the last number says."""
    return by_address(_remember, DECIDE)

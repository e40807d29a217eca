"""Dealing again what a seat can't see, as functions by address: kernels that search don't know how it is done."""

from __future__ import annotations

from functools import cache
from typing import Any, no_type_check

import numpy as np
from numba import carray, types  # type: ignore[attr-defined]

from ludwright.agents.kernels.block import (
    KNOWLEDGE,
    KNOWLEDGE_WORDS,
    PLAN,
    PLAN_WORDS,
    ROLE,
    ROOT,
    SEAT,
    SEATS,
    STATE,
    STATE_WORDS,
    STREAMS,
    WISE_TABLE,
)
from ludwright.engine.calling import bits_at, number, numbers_at, words_at
from ludwright.engine.kernel import by_address
from ludwright.hidden.block import AT_BEGUN, MODE, REPLAYED
from ludwright.hidden.calls import sample_belief
from ludwright.hidden.native import deal, prepare
from ludwright.hidden.replay import room_for_state

_PLAIN = types.int64(types.int64)


@no_type_check
def _prepare_at(b):
    prepare(
        carray(numbers_at(number(b, KNOWLEDGE)), number(b, KNOWLEDGE_WORDS)),
        carray(numbers_at(number(b, PLAN)), number(b, PLAN_WORDS)),
        carray(words_at(number(b, ROOT)), number(b, STATE_WORDS)),
        number(b, WISE_TABLE),
        number(b, SEAT),
        carray(bits_at(number(b, STREAMS)), 2 * (number(b, SEATS) + 1)),
        number(b, ROLE),
    )
    return np.int64(0)


@no_type_check
def _deal_at(b):
    return deal(
        carray(numbers_at(number(b, KNOWLEDGE)), number(b, KNOWLEDGE_WORDS)),
        carray(numbers_at(number(b, PLAN)), number(b, PLAN_WORDS)),
        carray(words_at(number(b, STATE)), number(b, STATE_WORDS)),
        number(b, WISE_TABLE),
        carray(bits_at(number(b, STREAMS)), 2 * (number(b, SEATS) + 1)),
        number(b, ROLE),
    )


@no_type_check
def _begin_part_at(b):
    block = carray(numbers_at(number(b, KNOWLEDGE)), number(b, KNOWLEDGE_WORDS))
    scratch = carray(numbers_at(number(b, PLAN)), number(b, PLAN_WORDS))
    if scratch[MODE] & REPLAYED == 0:
        return np.int64(0)
    state = carray(words_at(number(b, STATE)), number(b, STATE_WORDS))
    begun = room_for_state(block, scratch, AT_BEGUN)
    state[: begun.size] = begun
    streams = carray(bits_at(number(b, STREAMS)), 2 * (number(b, SEATS) + 1))
    sample_belief(block, scratch, state, streams, number(b, ROLE))
    return np.int64(1)


@cache
def begin_part_by_address() -> Any:
    """Put the beginning of a part that asks everybody at once on the table, dealt again; 0 if nobody has answered in it before."""
    return by_address(_begin_part_at, _PLAIN)


@cache
def prepare_by_address() -> Any:
    """Plan the deals of a decision, from the root in the block."""
    return by_address(_prepare_at, _PLAIN)


@cache
def deal_by_address() -> Any:
    """Deal again on the table, which holds a copy of the root."""
    return by_address(_deal_at, _PLAIN)

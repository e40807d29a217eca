"""Deals that fit what others did: of all that a seat can't see, only what would have let the others answer as they have, had a scripted player sat there.

Of every own decision its position is remembered, with what the seat saw and what it answered. A deal is laid under the remembered position, the
others answer from there as the scripted player would, and what the seat sees in the end must be what it did see.
"""

from __future__ import annotations

from typing import no_type_check

import numpy as np
from numba import carray  # type: ignore[attr-defined]

from ludwright import ir
from ludwright.agents.kernels.block import (
    BLOCK_WORDS,
    CONTEXT,
    CONTEXT_WORDS,
    KNOWLEDGE,
    KNOWLEDGE_WORDS,
    OWN,
    ROOT,
    SEAT,
    STATE,
    STATE_WORDS,
    STOP,
    code_at,
    lay_out,
    lay_out_root,
    room,
    state_word,
    step,
)
from ludwright.agents.kernels.playout import by_bot
from ludwright.engine.block_places import places
from ludwright.engine.calling import copy_bytes, number, numbers_at, set_number, word, words_at
from ludwright.engine.kernel import inner
from ludwright.hidden.calls import observation_hash

BELIEVING = places(11, first=OWN + 32, before=BLOCK_WORDS)
(DESIGNS, DESIGN_WORDS, MEMORY, KEPT, PASTS, PAST_CODES, PAST_LOOKS, NOW, DEALT, PATIENCE, DOUBT) = BELIEVING
"""Where it stands in a block: where the designs of cards begin in a state and how many there are; how many own decisions are
remembered at most and how many are, their positions, answers and looks; the look of today; the deal at hand; how many deals may be tried for one; of a thousand, how many are dealt without regard to what others did."""


@inner
@no_type_check
def seen(b):
    """What the seat sees of the position on the table, as one number."""
    return np.int64(
        observation_hash(
            carray(numbers_at(number(b, KNOWLEDGE)), number(b, KNOWLEDGE_WORDS)),
            carray(words_at(number(b, STATE)), number(b, STATE_WORDS)),
            carray(numbers_at(number(b, CONTEXT)), number(b, CONTEXT_WORDS)),
            number(b, SEAT),
        )
    )


@inner
@no_type_check
def past(b, age):
    """The address of a remembered position; 0 is the latest."""
    return number(b, PASTS) + 4 * number(b, STATE_WORDS) * age


@inner
@no_type_check
def went_back(b, state):
    """Whether moves were taken back since the last decision."""
    return number(b, KEPT) > 0 and word(past(b, np.int64(0)), ir.MOVES) >= word(state, ir.MOVES)


@inner
@no_type_check
def remember(b, code):
    """Keep the position of this decision, with the answer given."""
    codes, looks = number(b, PAST_CODES), number(b, PAST_LOOKS)
    for i in range(number(b, MEMORY) - 1):
        age = number(b, MEMORY) - 1 - i
        copy_bytes(past(b, age - 1), past(b, age), 4 * number(b, STATE_WORDS))
        set_number(codes, age, number(codes, age - 1))
        set_number(looks, age, number(looks, age - 1))
    copy_bytes(number(b, ROOT), past(b, np.int64(0)), 4 * number(b, STATE_WORDS))
    set_number(codes, 0, code)
    set_number(looks, 0, number(b, NOW))
    set_number(b, KEPT, min(number(b, MEMORY), number(b, KEPT) + 1))


@inner
@no_type_check
def leads_to(b, age, moves, view):
    """Whether, with the cards of the deal at hand, scripted players lead from a remembered position to what was seen after so many moves."""
    lay_out(b, past(b, age))
    designs = 4 * number(b, DESIGNS)
    copy_bytes(number(b, DEALT) + designs, number(b, STATE) + designs, 4 * number(b, DESIGN_WORDS))
    options = step(b, number(number(b, PAST_CODES), age))
    while options > 0 and state_word(b, ir.MOVES) < moves:
        options = step(b, code_at(b, by_bot(b, min(options, room(b))) if options > 1 else np.int64(0)))
    return options > 0 and seen(b) == view


@inner
@no_type_check
def fits(b):
    """Whether the deal at hand fits what the others did since the earliest decision remembered."""
    moves, view = word(number(b, ROOT), ir.MOVES), number(b, NOW)
    for age in range(number(b, KEPT)):
        if not leads_to(b, np.int64(age), moves, view):
            return False
        moves, view = word(past(b, age), ir.MOVES), number(number(b, PAST_LOOKS), age)
    return True


@inner
@no_type_check
def deal_likely(b):
    """Deal again what the seat can't see, such that it fits what the others did. No if no such deal was found."""
    for _ in range(number(b, PATIENCE)):
        lay_out_root(b)
        copy_bytes(number(b, STATE), number(b, DEALT), 4 * number(b, STATE_WORDS))
        if fits(b):
            return True
        if number(number(b, STOP), 0):
            break
    return False

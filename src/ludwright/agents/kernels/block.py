"""The block of a player that thinks: one array of numbers that says which game it plays, how it was set, and where its memory lies.

Python fills it (:mod:`ludwright.agents.minds`); kernels read it. Real numbers lie in it bit by bit.
"""

from __future__ import annotations

from typing import no_type_check

import numpy as np

from ludwright import ir
from ludwright.engine.block_places import places
from ludwright.engine.calling import call_advance, call_clock, call_plain, copy_bytes, number, set_number, word
from ludwright.engine.kernel import inner
from ludwright.engine.streams import below_at, next_at

OWN = np.int64(64)
"""From here on: what only one kind of player has."""
BLOCK_WORDS = 192

GAME = places(62, before=OWN)
"""What stands at the beginning of every block: addresses, and sizes. ``streams``, ``role`` and ``seat`` are written when it is asked. ``evaluate`` says what a
position is worth by what was learned, from the block ``evaluator``; ``mirrored``: what one seat gains the other loses."""
(
    ADVANCE, LEGAL, RETURNS, LEAD, SCORE, BOT, SEATS, STATE_WORDS, CONTEXT_WORDS, LIMIT, TABLE, STOP, CLOCK,
    STATE, CONTEXT, ROOT, RANGES, WEIGHTS, WEIGHT_COUNT, COUNTS, VALUES, SPAN, SPARE, SPARE_CONTEXT,
    KNOWLEDGE, PLAN, PLAN_WORDS, VEIL, GOALS, STREAMS, ROLE, SEAT, GREED, POLICY, KNOWLEDGE_WORDS,
    WISE_TABLE, PREPARE, DEAL, TRAIL, TRAIL_ROWS, HABIT, HABIT_ROWS, HOPE, PACE, RUN_PACE, PACE_ROWS,
    PATH_SCRATCH, OTHER, OTHER_CONTEXT, GAME_MARK, SCORED, BEGIN_PART, SEALED, REWIND, REPLIES,
    DUE, TICKS, LATE, EVALUATE, EVALUATOR, DECIDE_LEARNED, MIRRORED,
) = GAME  # fmt: skip

PATIENCE = np.int64(64)
"""After so many steps of a game the clock is looked at."""


RANDOM_POLICY, GROUP_POLICY, GREEDY_POLICY, BOT_POLICY, MAST_POLICY, DECISIVE_POLICY, CAREFUL_POLICY, LEARNED_POLICY = (
    map(np.int64, range(8))
)
"""How play-outs choose."""


# A player thinks at a table of its own: a state and a context, beside the ones of the game. All kernels take the address of the block, ``b``.


@inner
@no_type_check
def step(b, code):
    """Answer the open question at the table; how many options there are next."""
    return np.int64(
        call_advance(number(b, ADVANCE), number(b, STATE), number(b, TABLE), number(b, CONTEXT), np.int32(code))
    )


@inner
@no_type_check
def set_due(b, when):
    """Think until then at the latest, by the clock; 0: as long as it takes."""
    set_number(b, DUE, when)
    set_number(b, TICKS, PATIENCE)
    set_number(b, LATE, 0)


@inner
@no_type_check
def is_late(b, steps):
    """Whether the time is up. So many steps of a game were taken since this was asked last: the clock is looked at only now and then."""
    if number(b, DUE) == 0:
        return False
    if number(b, LATE) == 0:
        left = number(b, TICKS) - steps
        if left <= 0:
            left = PATIENCE
            set_number(b, LATE, np.int64(call_clock(number(b, CLOCK)) >= number(b, DUE)))
        set_number(b, TICKS, left)
    return number(b, LATE) == 1


@inner
@no_type_check
def state_word(b, place):
    """A word of the position on the table."""
    return word(number(b, STATE), place)


@inner
@no_type_check
def code_at(b, option):
    """The code of an option that lies open at the table."""
    return number(number(b, CONTEXT), ir.CTX_HEADER + option)


@inner
@no_type_check
def mover(b):
    """Who is asked at the table."""
    actor = word(number(b, STATE), ir.ACTOR)
    return actor if 0 <= actor < number(b, SEATS) else np.int64(0)


@inner
@no_type_check
def room(b):
    """How many options a context has room for."""
    return number(b, CONTEXT_WORDS) - ir.CTX_HEADER


@inner
@no_type_check
def equal_words(one, two, count):
    """Whether two positions, given by their addresses, are the same word by word."""
    at = np.int64(0)
    while at < count and word(one, at) == word(two, at):
        at += 1
    return at == count


@inner
@no_type_check
def lay_out(b, source):
    """Put a position, given by its address, on the table."""
    copy_bytes(source, number(b, STATE), 4 * number(b, STATE_WORDS))


@inner
@no_type_check
def plan(b, state):
    """Get ready to deal again what the seat can't see in a position given by its address."""
    copy_bytes(state, number(b, ROOT), 4 * number(b, STATE_WORDS))
    if number(b, PREPARE):
        call_plain(number(b, PREPARE), b)


@inner
@no_type_check
def lay_out_root(b):
    """Put the planned position on the table; what the seat can't see is dealt again."""
    lay_out(b, number(b, ROOT))
    if number(b, DEAL):
        call_plain(number(b, DEAL), b)


@inner
@no_type_check
def part_of(b, state):
    """In a position given by its address: which part it is in that asks everybody at once, as a number of its own; -1 if in none."""
    sealed = number(b, SEALED)
    if sealed < 0 or word(state, sealed) <= 0 or word(state, number(b, REWIND)) <= 0:
        return np.int64(-1)
    return word(state, number(b, REWIND) + 2)


@inner
@no_type_check
def draw(b, bound):
    """A number below a bound, from the player's own stream."""
    return below_at(number(b, STREAMS), number(b, ROLE), bound)


@inner
@no_type_check
def bits(b):
    """64 random bits from the player's own stream."""
    high = next_at(number(b, STREAMS), number(b, ROLE))
    return np.int64(high << np.uint64(32) | next_at(number(b, STREAMS), number(b, ROLE)))


@inner
@no_type_check
def own_chance(b, context):
    """Chance for a context to think with: from the player's own stream, never the game's."""
    set_number(context, ir.CTX_RNG_STATE, bits(b))
    set_number(context, ir.CTX_RNG_STREAM, bits(b) | 1)

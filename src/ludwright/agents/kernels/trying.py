"""Trying options out in one future: the same cards and the same chance for all, and a scripted player that goes on for everybody."""

from __future__ import annotations

from typing import no_type_check

import numpy as np

from ludwright import ir
from ludwright.agents.kernels.at_once import lay_out_now
from ludwright.agents.kernels.belief_filter import DEALT, DOUBT, KEPT, deal_likely
from ludwright.agents.kernels.block import (
    BLOCK_WORDS,
    CONTEXT,
    LATE,
    LIMIT,
    OWN,
    ROLE,
    ROOT,
    SEAT,
    SEATS,
    STATE,
    STATE_WORDS,
    STOP,
    STREAMS,
    VALUES,
    bits,
    code_at,
    draw,
    is_late,
    lay_out,
    room,
    state_word,
    step,
)
from ludwright.agents.kernels.playout import appraise, by_bot
from ludwright.agents.kernels.search import open_options
from ludwright.engine.block_places import places
from ludwright.engine.calling import copy_bytes, number, real, set_number, set_real, word
from ludwright.engine.kernel import inner

TRYING = places(10, first=OWN, before=BLOCK_WORDS)
(ITERATIONS, NANOSECONDS, DEPTH, SURE, WIDE, SUMS, LIKED, FIELD, UNTIL, TRIAL) = TRYING
"""Where it stands in a block: the budget; after how many decisions play-outs are cut off; how many standard errors better another answer has to
be; how many options are looked at; what was found out about each, which the scripted player likes,
which are still in the field; at which turn play-outs end; what came of each in the future at hand."""

TRIED, TOTAL, SQUARES, GAIN, GAIN_SQUARES = map(np.int64, range(5))
"""What is found out about an option: how often it was tried, the sum of what came of it, and of the squares; the sum of what it gained on the
first one in the same futures, and of the squares."""
NOTES = np.int64(5)
UNSET = np.int64(1) << 40
"""No turn is that late."""


@inner
@no_type_check
def noted(b, option, what):
    return real(number(b, SUMS), NOTES * option + what)


@inner
@no_type_check
def note(b, option, what, value):
    """Add to what is known of an option."""
    set_real(number(b, SUMS), NOTES * option + what, noted(b, option, what) + value)


@inner
@no_type_check
def play_on(b, options):
    """Let the scripted player go on for all: to the end, or to the beginning of a certain turn."""
    until, limit, decisions = number(b, UNTIL), number(b, LIMIT), np.int64(0)
    while options > 0 and state_word(b, ir.MOVES) <= limit:
        turn = state_word(b, ir.TURN)
        if turn >= until:
            break
        if until == UNSET and number(b, DEPTH) > 0 and decisions >= number(b, DEPTH):
            # all others end at the same turn of the same player
            ahead, seats = turn - word(number(b, ROOT), ir.TURN), number(b, SEATS)
            until = turn - ahead % seats + seats
            set_number(b, UNTIL, until)
            continue
        pick = np.int64(0)
        if options > 1:
            pick = by_bot(b, min(options, room(b)))
            decisions += 1
        options = step(b, code_at(b, pick))
        if number(number(b, STOP), 0) or is_late(b, 1):
            break


@inner
@no_type_check
def try_out(b, context, options, option, chance):
    """What an option brings the seat in the deal at hand, with certain random numbers."""
    lay_out(b, number(b, DEALT))
    open_options(b, context, options)
    set_number(number(b, CONTEXT), ir.CTX_RNG_STATE, chance)
    set_number(number(b, STREAMS), 2 * number(b, ROLE), ~chance)
    play_on(b, step(b, number(context, ir.CTX_HEADER + option)))
    appraise(b)
    return real(number(b, VALUES), number(b, SEAT))


@inner
@no_type_check
def compare(b, context, options, many):
    """Try all options in the field out in one future. No if none was found, or time was up before all were tried."""
    if number(b, KEPT) and draw(b, np.int64(1000)) >= number(b, DOUBT):
        if not deal_likely(b):
            return False
    else:
        lay_out_now(b)
        copy_bytes(number(b, STATE), number(b, DEALT), 4 * number(b, STATE_WORDS))
    field, trial = number(b, FIELD), number(b, TRIAL)
    chance, streams, role = bits(b), number(b, STREAMS), number(b, ROLE)
    own = number(streams, 2 * role)
    for i in range(many):
        set_real(trial, i, try_out(b, context, options, word(field, i), chance))
        if is_late(b, 1):
            break
    set_number(streams, 2 * role, own)
    if number(b, LATE):
        return False
    for i in range(many):
        option, value = word(field, i), real(trial, i)
        gain = value - real(trial, 0)
        note(b, option, TRIED, 1.0)
        note(b, option, TOTAL, value)
        note(b, option, SQUARES, value * value)
        note(b, option, GAIN, gain)
        note(b, option, GAIN_SQUARES, gain * gain)
    return True

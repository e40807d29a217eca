"""Lines: whole games thought through from one position, answer by answer, such that each can be followed again.

Players that look for the best line, not the best answer on average, work on a *future*: the position as it may be (what the seat can't see
is dealt again), chance fixed in advance, and what others will answer, too. In a future, the same answers always lead to the same end.
"""

from __future__ import annotations

from typing import no_type_check

import numpy as np

from ludwright import ir
from ludwright.agents.kernels.block import (
    BLOCK_WORDS,
    CONTEXT,
    GOALS,
    LATE,
    LIMIT,
    OWN,
    POLICY,
    SEAT,
    STATE,
    STATE_WORDS,
    STOP,
    VALUES,
    code_at,
    is_late,
    lay_out,
    mover,
    room,
    state_word,
    step,
)
from ludwright.agents.kernels.playout import appraise, choose_by
from ludwright.engine.block_places import places
from ludwright.engine.calling import copy_bytes, number, real, set_number, set_real, set_word, word
from ludwright.engine.kernel import inner, mix

PLACES = places(37, first=OWN, before=BLOCK_WORDS)
(
    LEVEL, TOP, ITERATIONS, NANOSECONDS, FUTURES, FOLLOW, OTHERS, EXACT, LINES, LINE_ROWS, LENGTHS, SAVED_STATES,
    SAVED_CODES, SAVED_CHANCE, SUMS, BESTS, SHARES, DONE, UNTIL, KNOWN, GAME_KEY, SIGNIFICANT, SIGNIFICANT_WORDS,
    FORESIGHT, BEST_VALUE, BEST_SEEN, FOUND_AFTER, PLAYED, SEEN_MOVES, WEIGHTS_OF, WEIGHT_ROWS, ALPHA, RUNS, STAMPS, STAMP, ONCE, GOALS_BEFORE,
) = PLACES  # fmt: skip
"""Where the settings and the memory of such a player stand in its block. Of the game it plays: ``best_value`` of the line kept, ``best_seen`` and ``found_after``
how many play-outs, how many it ``played`` in all, and how many moves it had ``seen`` at its last decision. Where goals are taken one by one, ``goals_before`` says how many were reached when the search began."""


# ---------------------------------------------------------------- the memory of each level


@inner
@no_type_check
def line(b, level):
    """The best line a level has found: codes from the first answer on."""
    return number(b, LINES) + 4 * level * number(b, LINE_ROWS)


@inner
@no_type_check
def codes(b, level):
    """The options that lay open where a level stands."""
    return number(b, SAVED_CODES) + 8 * level * room(b)


@inner
@no_type_check
def write(b, level, ply, code):
    """Note an answer in the line of a level."""
    if ply < number(b, LINE_ROWS):
        set_word(line(b, level), ply, code)


@inner
@no_type_check
def improve(b, level, other, ply):
    """The line of another level, from an answer on, is the best this level has found."""
    length = min(number(number(b, LENGTHS), other), number(b, LINE_ROWS))
    if length > ply:
        copy_bytes(line(b, other) + 4 * ply, line(b, level) + 4 * ply, 4 * (length - ply))
    set_number(number(b, LENGTHS), level, length)


@inner
@no_type_check
def save(b, level, options):
    """A level keeps where the table stands."""
    words, context = number(b, STATE_WORDS), number(b, CONTEXT)
    copy_bytes(number(b, STATE), number(b, SAVED_STATES) + 4 * level * words, 4 * words)
    copy_bytes(context + 8 * ir.CTX_HEADER, codes(b, level), 8 * options)
    chance = number(b, SAVED_CHANCE)
    set_number(chance, 2 * level, number(context, ir.CTX_RNG_STATE))
    set_number(chance, 2 * level + 1, number(context, ir.CTX_RNG_STREAM))


@inner
@no_type_check
def restore(b, level):
    """The table stands again where a level kept it; the options lie in its ``codes``."""
    lay_out(b, number(b, SAVED_STATES) + 4 * level * number(b, STATE_WORDS))
    context, chance = number(b, CONTEXT), number(b, SAVED_CHANCE)
    set_number(context, ir.CTX_RNG_STATE, number(chance, 2 * level))
    set_number(context, ir.CTX_RNG_STREAM, number(chance, 2 * level + 1))


@inner
@no_type_check
def open_saved(b, level, options):
    """As :func:`restore`, with the options open at the table, too."""
    restore(b, level)
    copy_bytes(codes(b, level), number(b, CONTEXT) + 8 * ir.CTX_HEADER, 8 * options)
    set_number(number(b, CONTEXT), ir.CTX_OPTIONS, options)


# ---------------------------------------------------------------- going on in a future


@inner
@no_type_check
def foreseen(b, options):
    """What somebody else answers in this future: any option, but always the same one in the same place."""
    seed = np.uint64(number(number(b, CONTEXT), ir.CTX_RNG_STATE)) ^ np.uint64(number(b, FORESIGHT))
    return np.int64(mix(seed + np.uint64(state_word(b, ir.MOVES)) * np.uint64(0x9E3779B97F4A7C15)) % np.uint64(options))


@inner
@no_type_check
def note_goals(b):
    """A search begins: so many goals were reached."""
    if number(b, GOALS) > 0:
        set_number(b, GOALS_BEFORE, state_word(b, number(b, GOALS)))


@inner
@no_type_check
def at_next_goal(b):
    """Whether goals are taken one by one, and the next one is reached: here a search ends."""
    return number(b, GOALS) > 0 and state_word(b, number(b, GOALS)) != number(b, GOALS_BEFORE)


@inner
@no_type_check
def go(b, code):
    """Give an answer; what follows of itself, and what others do, follows. How many options there are then: 0 at the end, and at the next goal where goals are taken one by one."""
    limit, most, others, seat = number(b, LIMIT), room(b), number(b, OTHERS) == 1, number(b, SEAT)
    options = min(step(b, code), most)
    while options > 0 and state_word(b, ir.MOVES) <= limit and not at_next_goal(b):
        if options == 1:
            options = min(step(b, code_at(b, 0)), most)
        elif others and mover(b) != seat:
            options = min(step(b, code_at(b, foreseen(b, options))), most)
        else:
            return options
        if is_late(b, 1):
            break
    return np.int64(0)


@inner
@no_type_check
def worth(b):
    """What the position on the table is worth to the seat; nothing where there was no time to get to the end, and something is known already."""
    if number(b, LATE) and number(b, DONE) > 0:
        return -np.inf
    set_number(b, DONE, number(b, DONE) + 1)
    set_number(b, PLAYED, number(b, PLAYED) + 1)
    appraise(b)
    value = real(number(b, VALUES), number(b, SEAT))
    if value > real(b, BEST_SEEN):
        set_real(b, BEST_SEEN, value)
        set_number(b, FOUND_AFTER, number(b, PLAYED))
    return value


@inner
@no_type_check
def option_with(b, options, code):
    """Where an answer lies among the options at the table; -1 if nowhere."""
    for option in range(options):
        if code_at(b, option) == code:
            return np.int64(option)
    return np.int64(-1)


@inner
@no_type_check
def finish(b, ply, options, guide):
    """Play on to the end, and note the line in level 0: along the line of the level ``guide`` as far as it goes (-1: along none)."""
    policy = number(b, POLICY)
    known = number(number(b, LENGTHS), guide) if guide >= 0 else np.int64(0)
    while options > 0 and number(number(b, STOP), 0) == 0 and not is_late(b, 1):
        pick = np.int64(-1)
        if ply < known:
            pick = option_with(b, options, word(line(b, guide), ply))
        if pick < 0:
            pick = choose_by(b, policy, options)
        code = code_at(b, pick)
        write(b, 0, ply, code)
        ply += 1
        options = go(b, code)
    set_number(number(b, LENGTHS), 0, ply)
    return worth(b)

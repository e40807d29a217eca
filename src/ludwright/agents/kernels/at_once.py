"""Parts of a game that ask everybody at once: nobody knows what the others answer, whoever happens to be asked first.

The rules ask one after the other. Who thinks about his own answer goes back to where the part began, and lets others answer anew; and what an
answer brings is seen only when all have answered.
"""

from __future__ import annotations

from typing import no_type_check

import numpy as np

from ludwright import ir
from ludwright.agents.kernels.block import (
    BEGIN_PART,
    LIMIT,
    POLICY,
    REPLIES,
    ROOT,
    SEAT,
    STATE,
    code_at,
    lay_out_root,
    mover,
    part_of,
    room,
    state_word,
    step,
)
from ludwright.agents.kernels.playout import choose_by
from ludwright.engine.calling import call_plain, number, word
from ludwright.engine.kernel import inner


@inner
@no_type_check
def go_back(b):
    """Put the beginning of the part on the table in which others have answered before; how many options are open there for the first who is
    asked. 0 if there is no such part: then the table is as it was."""
    if part_of(b, number(b, ROOT)) < 0 or call_plain(number(b, BEGIN_PART), b) == 0:
        return np.int64(0)
    return min(step(b, np.int64(0)), room(b))


@inner
@no_type_check
def own_reply(b, count):
    """The answer that the seat itself gave in this part after so many others of its own; -1 if it has given no more."""
    replies, seat = number(b, REPLIES), number(b, SEAT)
    root = number(b, ROOT)
    for i in range(word(root, replies)):
        if word(root, replies + 2 + 2 * i) // 2 == seat:
            if count == 0:
                return word(root, replies + 1 + 2 * i)
            count -= 1
    return np.int64(-1)


@inner
@no_type_check
def is_open(b, options, code):
    """Whether an answer lies open at the table."""
    at = np.int64(0)
    while at < options and code_at(b, at) != code:
        at += 1
    return at < options


@inner
@no_type_check
def answer_anew(b, options):
    """From the beginning of a part to the question the seat is asked now: its own answers are given again, others choose as in play-outs.
    Whether it got there."""
    given = np.int64(0)
    while options > 0:
        if mover(b) == number(b, SEAT):
            code = own_reply(b, given)
            if code < 0:
                return True
            if not is_open(b, options, code):
                return False
            given += 1
        else:
            code = code_at(b, choose_by(b, number(b, POLICY), options) if options > 1 else np.int64(0))
        options = min(step(b, code), room(b))
    return False


@inner
@no_type_check
def lay_out_now(b):
    """Put the planned position on the table. What the seat can't see is dealt again, and what others have answered at once is answered anew."""
    options = go_back(b)
    if options == 0 or not answer_anew(b, options):
        lay_out_root(b)


@inner
@no_type_check
def let_answer(b, options, part):
    """Let everybody else answer who is asked in the same part, and what follows of itself follow; how many options are open then."""
    while options > 0 and state_word(b, ir.MOVES) <= number(b, LIMIT):
        pick = np.int64(0)
        if options > 1:
            if part_of(b, number(b, STATE)) != part:
                break
            pick = choose_by(b, number(b, POLICY), min(options, room(b)))
        options = step(b, code_at(b, pick))
    return options

"""Players that are barred from something, or bound to do it: whoever sits inside is asked with what is left, and thinks about the game as it is."""

from __future__ import annotations

from functools import cache
from typing import Any, no_type_check

import numpy as np

from ludwright import ir
from ludwright.agents.kernels.block import (
    BLOCK_WORDS,
    BOT,
    CONTEXT,
    CONTEXT_WORDS,
    SPARE_CONTEXT,
    STATE,
    TABLE,
    draw,
    lay_out,
    own_chance,
    room,
    step,
)
from ludwright.agents.kernels.deciding import DECIDE, place_of, sit_down
from ludwright.agents.kernels.playout import by_group
from ludwright.agents.kernels.search import open_options
from ludwright.engine.block_places import places
from ludwright.engine.calling import call_decide, call_real, copy_bytes, number, set_number, word
from ludwright.engine.kernel import by_address, inner

BARRED = places(15, first=BLOCK_WORDS - 15, before=BLOCK_WORDS)
(
    INNER, INNER_BLOCK, BARS, BAR_ROWS, CARDS, OWNERS, OPEN_PLACES, DESIGNS, PRINTED, PLACES, COUNT, KEPT, BOUND, OPENING, TALLY,
) = BARRED  # fmt: skip
"""Where the bars stand, at the very end of the block. Bars are pairs of a first and a last code; ``cards`` marks barred designs (0: none are),
``owners`` says whose a place is (a seat from 1), ``open_places`` whether everybody sees what lies there. ``designs`` and ``places`` are
where in a state it is told what a component is (-1: it is printed) and where it lies. ``bound`` is 1 for those who have to do the thing,
``opening`` is 1 where only the first choice of a game is meant. ``tally`` counts games."""

TALLIED = places(6)
(GAMES, MET, STUCK, MET_NOW, STUCK_NOW, CHOSEN) = TALLIED
"""What is counted: games; those in which the thing could be chosen and something else as well; those in which nothing else was legal. The rest
is about the game that is on: whether it is counted already, and whether a first choice was made."""


@inner
@no_type_check
def is_named(b, code):
    """Whether an option is barred by its code."""
    bars, row = number(b, BARS), np.int64(0)
    while row < number(b, BAR_ROWS) and not number(bars, 2 * row) <= code <= number(bars, 2 * row + 1):
        row += 1
    return row < number(b, BAR_ROWS)


@inner
@no_type_check
def design_of(b, state, component):
    """What a component is."""
    first = number(b, DESIGNS)
    return word(state, first + component) if first >= 0 else number(number(b, PRINTED), component)


@inner
@no_type_check
def uses_card(b, state, code, seat):
    """Whether an option at once brings a barred card that lies open to the seat, or takes one away from it; for those who are bound to have
    it, only whether it brings one. Chance is the player's own."""
    lay_out(b, state)
    own_chance(b, number(b, CONTEXT))
    step(b, code)
    table, first, owners = number(b, STATE), number(b, PLACES), number(b, OWNERS)
    for component in range(number(b, COUNT)):
        before, now = word(state, first + component), word(table, first + component)
        if before == now:
            continue
        design = design_of(b, state, component)
        if design < 0 or number(number(b, CARDS), design) == 0:
            continue
        mine = before >= 0 and number(owners, before) == seat + 1
        gets = now >= 0 and number(owners, now) == seat + 1
        if mine and not gets and number(b, BOUND) == 0:
            return True
        if gets and not mine and before >= 0 and number(number(b, OPEN_PLACES), before) == 1:
            return True
    return False


@inner
@no_type_check
def leave(b, state, context, options, seat):
    """Put what is not barred, or what there is a duty to do, into a context of its own; how much that is."""
    copy_bytes(context, number(b, SPARE_CONTEXT), 8 * number(b, CONTEXT_WORDS))
    own_chance(b, number(b, SPARE_CONTEXT))
    left, kept = np.int64(0), number(b, KEPT)
    for option in range(options):
        code = number(context, ir.CTX_HEADER + option)
        named = is_named(b, code) or (number(b, CARDS) != 0 and uses_card(b, state, code, seat))
        if named != (number(b, BOUND) == 1):
            continue
        set_number(number(b, SPARE_CONTEXT), ir.CTX_HEADER + left, code)
        set_number(kept, left, option)
        left += 1
    return left


@inner
@no_type_check
def as_bot(b, state, left, seat):
    """As a scripted player chooses: it sifts the options, and any of those it is left with will do."""
    context = number(b, CONTEXT)
    lay_out(b, state)
    liked = np.int64(call_real(number(b, BOT), number(b, STATE), number(b, TABLE), context, seat))
    failed = number(context, ir.CTX_FAULT) != 0
    set_number(context, ir.CTX_FAULT, 0)
    if liked < 1 or failed:
        open_options(b, number(b, SPARE_CONTEXT), left)
        return by_group(b, left)
    chosen = draw(b, min(liked, left)) if liked > 1 else np.int64(0)
    return place_of(number(b, SPARE_CONTEXT), left, number(context, ir.CTX_HEADER + chosen))


@inner
@no_type_check
def inside(b, state, table, left, seat, streams):
    """What whoever sits inside chooses of what is left."""
    if number(b, INNER):
        return call_decide(
            number(b, INNER), number(b, INNER_BLOCK), state, table, number(b, SPARE_CONTEXT), left, seat, streams
        )
    open_options(b, number(b, SPARE_CONTEXT), left)
    return as_bot(b, state, left, seat) if number(b, BOT) else by_group(b, left)


@inner
@no_type_check
def begin_tally(tally):
    """Count a game that begins."""
    set_number(tally, GAMES, number(tally, GAMES) + 1)
    for mark in (MET_NOW, STUCK_NOW, CHOSEN):
        set_number(tally, mark, 0)


@inner
@no_type_check
def note(tally, count, mark):
    """Count something once a game."""
    if number(tally, mark) == 0:
        set_number(tally, mark, 1)
        set_number(tally, count, number(tally, count) + 1)


@no_type_check
def _but_not_that(b, state, table, context, options, seat, streams):
    drawn, tally = number(streams, 2 * (seat + 1)), number(b, TALLY)
    if sit_down(b, seat, streams):
        begin_tally(tally)
    options = min(options, room(b))
    left = np.int64(0)
    if number(b, OPENING) == 0 or number(tally, CHOSEN) == 0:
        left = leave(b, state, context, options, seat)
        if 0 < left < options:
            note(tally, MET, MET_NOW)
        if left == 0 and number(b, BOUND) == 0:
            note(tally, STUCK, STUCK_NOW)
    else:
        copy_bytes(context, number(b, SPARE_CONTEXT), 8 * number(b, CONTEXT_WORDS))
        own_chance(b, number(b, SPARE_CONTEXT))
    if options > 1:
        set_number(tally, CHOSEN, 1)
    # whoever sits inside draws the numbers it would draw without any bar: where none matters, the very same game is played
    set_number(streams, 2 * (seat + 1), drawn)
    if left == 0:  # there is nothing else: it may
        for option in range(options):
            set_number(number(b, SPARE_CONTEXT), ir.CTX_HEADER + option, number(context, ir.CTX_HEADER + option))
            set_number(number(b, KEPT), option, option)
        left = options
    set_number(number(b, SPARE_CONTEXT), ir.CTX_OPTIONS, left)
    chosen = inside(b, state, table, left, seat, streams) if left > 1 else np.int64(0)
    return number(number(b, KEPT), chosen) if 0 <= chosen < left else np.int64(-1)


@cache
def decide_barred() -> Any:
    """For players that are barred from something, or bound to do it."""
    return by_address(_but_not_that, DECIDE)

"""Steps of many games in a row: answer, run on, say who is asked, what is legal, what they see and what came of it."""

from __future__ import annotations

from typing import no_type_check

import numpy as np

from ludwright import ir
from ludwright.batches.sight import (
    AT_ABOVE,
    AT_BOTTOM,
    AT_FACTS,
    AT_KNOWN,
    AT_PLACE,
    AT_TOLD,
    COMPONENTS,
    FACT_COUNT,
    FACT_WORDS,
    LOOK_WORDS,
    MARK_COUNT,
    NUMBERED,
    OWNED,
    POINTER,
    SECRET_STAGE,
    SUM,
    TELLERS,
    TOLD_ROWS,
    TOLD_WORDS,
    UNSEEN_WORD,
    VEIL,
    ZONE_PLACES,
)
from ludwright.engine.block_places import places
from ludwright.engine.calling import call_advance, call_real, call_setup
from ludwright.engine.kernel import begin_stream, below, inner, kernel, root
from ludwright.hidden.observation import UNSEEN

_UNSEEN = np.int32(UNSEEN)
_OVER, _ASKED, _QUESTION, _MOVES, _TURN, _ROUND, _WHOSE, _ACTED = range(8)
"""The first words of an observation, as :data:`ludwright.hidden.observation.HEAD` lists them."""

# ---------------------------------------------------------------- what a seat sees


@inner
@no_type_check
def hide_head(numbers, state, seat, found):
    """Cover what a seat may not see of how it stands, as :func:`ludwright.hidden.observation.unseen_head` says."""
    veil, staged = numbers[VEIL], numbers[SECRET_STAGE]
    if veil < 0 and not staged:
        return
    veiled, asked = veil >= 0 and state[veil] != 0, state[ir.ACTOR] == seat
    if veil >= 0:
        found[_MOVES] = state[veil + 1] if veiled else state[ir.MOVES] - state[veil + 1]
    if staged or veiled:
        found[_ACTED] = _UNSEEN
    if veiled and not asked:
        found[_ASKED] = found[_QUESTION] = _UNSEEN
    if veiled and staged:
        found[_TURN] = found[_ROUND] = _UNSEEN
        if not asked:
            found[_WHOSE] = _UNSEEN


@inner
@no_type_check
def knows(numbers, items, watch, state, seat, c):
    """Whether a seat knows a component."""
    if items[c, 0] or state[numbers[AT_KNOWN] + c] >> seat & 1:
        return True
    place = state[numbers[AT_PLACE] + c]
    if place < 0 or place >= watch.shape[0]:
        return False
    if watch[place, 0] >> seat & 1:
        return True
    return place < numbers[ZONE_PLACES] and state[numbers[AT_ABOVE] + c] < 0 and (watch[place, 1] >> seat & 1) == 1


@inner
@no_type_check
def look_at(numbers, items, watch, state, seat, c, look):
    """What a seat sees of a component: where it is, what it is, whose, which, and what was told of it."""
    known = knows(numbers, items, watch, state, seat, c)
    front = items[c, 1]
    look[0] = state[numbers[AT_PLACE] + c]
    look[1] = np.int32(~front) if front < 0 else state[front] if known else _UNSEEN
    at = 2
    if numbers[OWNED]:
        look[at] = np.int32(items[c, 2]) if known else _UNSEEN
        at += 1
    if numbers[NUMBERED]:
        look[at] = np.int32(items[c, 3]) if items[c, 3] else _UNSEEN
        at += 1
    words = numbers[TOLD_WORDS]
    row = numbers[AT_TOLD] + ((seat if numbers[TELLERS] > 1 else 0) * numbers[TOLD_ROWS] + c) * words
    for word in range(words):
        look[at + word] = np.int32(0) if known else state[row + word]


@inner
@no_type_check
def comes_before(one, other):
    """Whether a look comes before another, word by word."""
    for i in range(one.size):
        if one[i] != other[i]:
            return one[i] < other[i]
    return False


@inner
@no_type_check
def sort(order, looks, first, end):
    """Sort components by their looks; those that look alike stay as they are."""
    for i in range(first + 1, end):
        c, at = order[i], i
        while at > first and comes_before(looks[c], looks[order[at - 1]]):
            order[at] = order[at - 1]
            at -= 1
        order[at] = c


@inner
@no_type_check
def lay_out_items(numbers, items, watch, sorters, state, seat, looks, order, number):
    """All components in the order in which an observation lists them."""
    components, end = numbers[COMPONENTS], 0
    for c in range(components):
        look_at(numbers, items, watch, state, seat, c, looks[c])
        number[c] = -1
    for place in range(numbers[ZONE_PLACES]):
        first, c = end, state[numbers[AT_BOTTOM] + place]
        while c >= 0 and end < components:
            order[end] = c
            number[c] = end
            end += 1
            c = state[numbers[AT_ABOVE] + c]
        if sorters[place] >> seat & 1:
            sort(order, looks, first, end)
    first = end
    for c in range(components):
        if number[c] < 0:
            order[end] = c
            end += 1
    sort(order, looks, first, end)
    for i in range(components):
        number[order[i]] = i


@inner
@no_type_check
def write_facts(numbers, state, seat, number, found, at):
    """What a seat was told about two cards."""
    base, words = numbers[AT_FACTS], numbers[FACT_WORDS]
    end = at + numbers[FACT_COUNT] * (words - 1)
    for fact in range(state[base] if numbers[FACT_COUNT] else 0):
        row = base + 2 + fact * words
        if state[row + 2] >> seat & 1:
            for side in range(2):
                c = state[row + side]
                found[at + side] = number[c] if 0 <= c < numbers[COMPONENTS] else c
            for word in range(3, words):
                found[at + word - 1] = state[row + word]
            at += words - 1
    found[at:end] = _UNSEEN


@inner
@no_type_check
def observe(numbers, words, summed, items, watch, sorters, state, seat, looks, order, number, found):
    """An observation, word for word that of :class:`ludwright.hidden.observation.Observer`."""
    read = words.shape[2]
    components = numbers[COMPONENTS]
    if components:
        lay_out_items(numbers, items, watch, sorters, state, seat, looks, order, number)
    for i in range(read):
        place, form = words[seat, 0, i], words[seat, 1, i]
        if form == UNSEEN_WORD:
            found[i] = _UNSEEN
        elif form == SUM:
            total = np.int64(0)
            for at in range(summed[place, 0], summed[place, 1]):
                total += state[at]
            found[i] = np.int32(total)
        elif form == POINTER and state[place] >= 0:
            found[i] = number[state[place]] if state[place] < components else _UNSEEN
        else:
            found[i] = state[place]
    hide_head(numbers, state, seat, found)
    at, width, marks = read, numbers[LOOK_WORDS], numbers[MARK_COUNT]
    for i in range(components):
        c = order[i]
        for word in range(width):
            found[at + word] = looks[c, word]
        at += width
        for mark in range(marks):
            place = items[c, 4 + mark]
            found[at + mark] = _UNSEEN if place < 0 else state[place]
        at += marks
    write_facts(numbers, state, seat, number, found, at)


@kernel
@no_type_check
def observe_games(numbers, words, summed, items, watch, sorters, states, seats, first, end, found):
    """What one seat of each game sees; nothing where the seat is -1."""
    components = numbers[COMPONENTS]
    looks = np.empty((components, max(1, numbers[LOOK_WORDS])), np.int32)
    order, number = np.empty(components, np.int32), np.empty(components, np.int32)
    for game in range(first, end):
        if seats[game] < 0:
            found[game] = _UNSEEN
        else:
            observe(
                numbers, words, summed, items, watch, sorters, states[game], np.int64(seats[game]), looks, order, number, found[game]
            )  # fmt: skip


# ---------------------------------------------------------------- steps

FUNCTIONS = places(3)
(SETUP, ADVANCE, RETURNS) = FUNCTIONS
"""Where the functions of a game lie, in this order."""
RUNNING, ENDED, FAULTED = range(3)
"""How a game stands."""


@kernel
@no_type_check
def illegal(masks, standing, codes, first, end):
    """The first game whose answer is not legal; -1 if all are."""
    for game in range(first, end):
        if standing[game] == RUNNING and not (0 <= codes[game] < masks.shape[1] and masks[game, codes[game]]):
            return game
    return np.int64(-1)


@kernel
@no_type_check
def step_games(
    functions, table, context, seed, states, chances, numbers, codes, restart, first, end, move_limit, every, actors, masks, returns, standing,
):  # fmt: skip
    """Answer in every game from ``first`` up to ``end``, and run on. A game that is over begins anew, as number ``numbers`` of the seed, if
    ``restart`` says so; it goes ``every`` numbers further each time, so that no game comes twice."""
    at_table, at_context = np.int64(table.ctypes.data), np.int64(context.ctypes.data)
    chance, streams = context.view(np.uint64), np.empty(2, np.uint64)
    seats = returns.shape[1]
    for game in range(first, end):
        state = states[game]
        at_state = np.int64(state.ctypes.data)
        if standing[game] != RUNNING:
            returns[game] = 0.0
            if not restart[game]:
                continue
            begin_stream(root(seed, numbers[game]), 0, streams)
            numbers[game] += every
            chance[ir.CTX_RNG_STATE], chance[ir.CTX_RNG_STREAM] = streams[0], streams[1]
            options = call_setup(functions[SETUP], at_state, at_table, at_context)
        else:
            chance[ir.CTX_RNG_STATE], chance[ir.CTX_RNG_STREAM] = chances[game, 0], chances[game, 1]
            options = call_advance(functions[ADVANCE], at_state, at_table, at_context, np.int32(codes[game]))
        chances[game, 0], chances[game, 1] = chance[ir.CTX_RNG_STATE], chance[ir.CTX_RNG_STREAM]
        masks[game] = False
        if options > 0 and state[ir.MOVES] < move_limit:
            standing[game], actors[game] = RUNNING, state[ir.ACTOR]
            for option in range(ir.CTX_HEADER, ir.CTX_HEADER + options):
                masks[game, context[option]] = True
        else:
            standing[game] = ENDED if options == 0 and state[ir.OVER] == 1 else FAULTED
            actors[game] = -1
            for seat in range(seats if standing[game] == ENDED else 0):
                returns[game, seat] = call_real(functions[RETURNS], at_state, at_table, at_context, np.int64(seat))


@kernel
@no_type_check
def draw_codes(masks, streams, first, end, codes):
    """A legal answer for every game, all equally likely; -1 where none is asked for."""
    for game in range(first, end):
        count = 0
        for code in range(masks.shape[1]):
            count += masks[game, code]
        codes[game] = -1
        if count:
            left = below(streams[game], 0, count)
            for code in range(masks.shape[1]):
                if masks[game, code]:
                    if left == 0:
                        codes[game] = code
                        break
                    left -= 1

"""Players that have learned: what a position is worth to a seat, as a sum of weights of what the seat sees of it.

A position is taken apart into atoms: a number a seat sees and its value, a thing it sees and where that lies. Atoms are gathered in *spots*: a cell of a
board, a zone, all that a player has, all that lies free. What is weighed: atoms, the contents of spots, and of a few spots taken together
(*n-tuples*, listed by :mod:`ludwright.learning.sights`), how far the seat is ahead, and the whole view. Each is hashed into a table of weights.
Where numbers have many values, tuples are also looked at in several coarser ways (*tile coding*), so that what is near is known, too.
"""

from __future__ import annotations

from functools import cache
from typing import Any, no_type_check

import numpy as np
from numba import types

from ludwright import ir
from ludwright.agents.kernels.at_once import lay_out_now, let_answer
from ludwright.agents.kernels.block import (
    ADVANCE,
    BLOCK_WORDS,
    CONTEXT,
    LEAD,
    RETURNS,
    ROLE,
    ROOT,
    SCORE,
    SEATS,
    SPARE,
    SPARE_CONTEXT,
    STATE,
    STATE_WORDS,
    STREAMS,
    TABLE,
    VEIL,
    draw,
    own_chance,
    part_of,
    plan,
    room,
    step,
)
from ludwright.agents.kernels.deciding import DECIDE, MEANS, SAMPLES, largest, sit_down
from ludwright.agents.kernels.tree import TREE
from ludwright.engine.block_places import behind, places
from ludwright.engine.calling import (
    call_advance,
    call_real,
    copy_bytes,
    number,
    real,
    set_number,
    set_real,
    single,
    word,
)
from ludwright.engine.kernel import by_address, inner, mix
from ludwright.engine.streams import next_at, that_gives
from ludwright.hidden.block import FRONTS, MARK_ROW, MARKS, MARKS_END, MEMORY
from ludwright.hidden.layout import ABOVE, COMPONENTS, PLACE
from ludwright.hidden.observation_hash import item, listed

LEARNED = places(25, first=behind(TREE), before=BLOCK_WORDS)
(
    WEIGHTS, MASK, ERROR, KNOWS, ROWS, ROW_COUNT, TUPLES, TUPLE_COUNT, SPOTS, SPOT_COUNT,
    PLACE_SPOTS, FOUND, FOUND_COUNT, COUNTERS, STAMP, SCALE, COMMON, SEAT_KEY, WHOLE,
    VIEWS, VIEW_MASK, SQUASH, WIDE_SPOTS, OWNED, OPEN_SPOT,
) = LEARNED  # fmt: skip
"""Where all this stands in the block. ``views`` are the weights of whole views, each with a tag that says whose it is: a view that came too late has none. ``owned`` is the spot of
the first player where players' cards wander between zones of their own, else -1; ``open_spot`` that of what lies free, in which it counts who is asked, where that is not clear anyway, else -1."""

AT, SEEN_BY, SPOT, OTHER_SPOT, OWN_SPOT, FORM = map(np.int64, range(6))
"""The columns of a row, which stands for a word of the state: where it is, who sees it, in which spots it counts (-1: none), what it is."""
ROW = np.int64(6)
NUMBER, WIDE, POINTER, INSIDE = map(np.int64, range(4))
"""What a word is: a number; one of many values; a thing; a number that counts only within its spots."""
PLACE_ROW = np.int64(4)
"""For every place: two spots, whether things there are told one by one, and whether their order counts."""
LONGEST = 8
TUPLE_ROW = np.int64(LONGEST + 2)
"""How many spots, whether they are looked at coarsely, too, and which."""
TILES = ((2, 0), (4, 1), (8, 0), (8, 4), (16, 5), (32, 11))
"""How numbers are rounded for coarse looks: to multiples of what, and shifted by how much."""
_TILE_WIDTHS = tuple(np.int64(width) for width, _ in TILES)
_TILE_SHIFTS = tuple(np.int64(shift) for _, shift in TILES)
_TILES = len(TILES)
LAYERS = 2 + _TILES
"""Spots lie in so many layers: exact; all but numbers of many values; and those, rounded in each way."""
VIEW_ROW = np.int64(2)
"""A row of the views: a tag and a weight of 32 bits each."""
COUNTERS_KEPT = np.int64(4096)

_U = np.uint64
_STEP, _ONE = _U(0x9E3779B97F4A7C15), _U(1)
_WORD, _COARSE, _TOP, _MARK, _HEAD, _ROUND, _CLOCK, _GONE, _AHEAD, _TUPLE, _POINTED, _OWNED, _ERA = (
    _U(k << 56) for k in range(1, 14)
)
FINE = np.int64(256)
"""Numbers up to here are told apart; beyond, by quarters of an octave."""


@inner
@no_type_check
def rounded(value):
    """A number, or if it is large, about how large it is."""
    if -FINE <= value <= FINE:
        return value
    size = FINE + np.int64(4.0 * np.log2(np.float64(abs(value)) / np.float64(FINE))) + 1
    return size if value > 0 else -size


@inner
@no_type_check
def find(b, atom):
    """Something that is weighed."""
    count = number(b, FOUND_COUNT)
    key = mix(atom ^ _U(number(b, SEAT_KEY)))
    set_number(number(b, FOUND), count, np.int64(key & _U(number(b, MASK))))
    set_number(b, FOUND_COUNT, count + 1)


@inner
@no_type_check
def add_to_spot(b, layer, spot, atom):
    if spot >= 0:
        place = layer * number(b, SPOT_COUNT) + spot
        set_number(number(b, SPOTS), place, np.int64(_U(number(number(b, SPOTS), place)) + atom))


@inner
@no_type_check
def put(b, atom, spot, other):
    """Add an atom to its spots, and to the whole view."""
    set_number(b, WHOLE, np.int64(_U(number(b, WHOLE)) + atom))
    add_to_spot(b, 0, spot, atom)
    add_to_spot(b, 0, other, atom)
    if number(b, WIDE_SPOTS):
        add_to_spot(b, 1, spot, atom)
        add_to_spot(b, 1, other, atom)


@inner
@no_type_check
def atom_of(place, value):
    return mix(_WORD + (_U(place) << _U(32)) + (_U(rounded(value)) & _U(0xFFFFFFFF)))


@inner
@no_type_check
def put_wide(b, row, place, value):
    """A number of many values: exactly, and rounded in each way."""
    atom, spot, other = atom_of(place, value), number(row, SPOT), number(row, OTHER_SPOT)
    set_number(b, WHOLE, np.int64(_U(number(b, WHOLE)) + atom))
    add_to_spot(b, 0, spot, atom)
    add_to_spot(b, 0, other, atom)
    add_to_spot(b, 0, number(row, OWN_SPOT), atom)
    for tile in range(_TILES):
        coarse = mix(_COARSE + (_U(place) << _U(32)) + (_U(tile_of(value, tile)) & _U(0xFFFFFFFF)))
        add_to_spot(b, 2 + tile, spot, coarse)
        add_to_spot(b, 2 + tile, other, coarse)
        find(b, coarse)
    find(b, atom)


@inner
@no_type_check
def tile_of(value, tile):
    """A number, rounded in one of the ways."""
    return rounded((value + _TILE_SHIFTS[tile]) // _TILE_WIDTHS[tile]) * _TILES + tile


@inner
@no_type_check
def see_words(b, state, seat):
    """The numbers a seat sees."""
    knows, row = number(b, KNOWS), number(b, ROWS)
    for _ in range(number(b, ROW_COUNT)):
        if number(row, SEEN_BY) >> seat & 1:
            place, form = number(row, AT), number(row, FORM)
            value = word(state, place)
            if form == WIDE:
                put_wide(b, row, place, value)
                row += 8 * ROW
                continue
            if form == POINTER and 0 <= value < number(knows, COMPONENTS):
                atom = mix(item(knows, state, seat, value)[0] + _POINTED + _U(place))
            else:
                atom = atom_of(place, value)
            put(b, atom, number(row, SPOT), number(row, OTHER_SPOT))
            add_to_spot(b, 0, number(row, OWN_SPOT), atom)
            if form != INSIDE:
                find(b, atom)
        row += 8 * ROW


@inner
@no_type_check
def how_manieth(b, look):
    """How many that look alike have come before in this position."""
    slot = np.int64(look & _U(COUNTERS_KEPT - 1))
    counted = number(number(b, COUNTERS), slot)
    count = counted & 0xFFFF if counted >> 16 == number(b, STAMP) else np.int64(0)
    set_number(number(b, COUNTERS), slot, number(b, STAMP) << 16 | count + 1)
    return count


@inner
@no_type_check
def see_things(b, state, seat):
    """The things a seat sees."""
    knows = number(b, KNOWS)
    for c in range(number(knows, COMPONENTS)):
        place = word(state, number(knows, PLACE) + c)
        if place < 0:
            continue
        look, more = item(knows, state, seat, c)
        if not more:
            continue
        row = number(b, PLACE_SPOTS) + 8 * PLACE_ROW * place
        put(b, look, number(row, 0), number(row, 1))
        if number(row, 2):
            find(b, mix(look + _U(how_manieth(b, look)) * _STEP))
        if number(row, 3) and word(state, number(knows, ABOVE) + c) < 0:
            top = mix(look ^ _TOP)
            put(b, top, number(row, 0), number(row, 1))
            find(b, top)


@inner
@no_type_check
def era(b, state):
    """How far the game has come: turns told apart finely at first, coarsely later on."""
    turns = np.float64(max(word(state, ir.TURN), 0) // number(b, SEATS) + 1)
    return _U(np.int64(2.0 * np.log2(turns)))


@inner
@no_type_check
def see_own(b, state, seat):
    """How many of each design belong to the seat, in whichever of its zones they lie: alone, and by how far the game has come. Face-down ones count as they lie in
    the deal that is looked at."""
    knows, whose, age = number(b, KNOWS), number(b, OWNED) + seat, _ERA * (era(b, state) + _ONE)
    for c in range(number(knows, COMPONENTS)):
        place = word(state, number(knows, PLACE) + c)
        if place >= 0 and number(number(b, PLACE_SPOTS) + 8 * PLACE_ROW * place, 1) == whose:
            front, tag = listed(knows, FRONTS, 2 * c), listed(knows, FRONTS, 2 * c + 1)
            shown = word(state, front) if front >= 0 else ~front
            design = mix(_OWNED + (_U(shown) & _U(0xFFFFFFFF)) + _U(tag) * _STEP)
            atom = mix(design + _U(how_manieth(b, design)) * _STEP)
            find(b, atom)
            find(b, mix(atom + age))


@inner
@no_type_check
def see_marks(b, state, seat):
    """What single things carry."""
    knows = number(b, KNOWS)
    for row in range(number(knows, MARKS), number(knows, MARKS_END), MARK_ROW):
        for c in range(number(knows, row + 1), number(knows, row + 2) + 1):
            carried = word(state, number(knows, row) + c)
            place = word(state, number(knows, PLACE) + c)
            if carried != number(knows, row + 3) and place >= 0:
                atom = mix(item(knows, state, seat, c)[0] + _MARK + _U(rounded(carried)) * _STEP + _U(row))
                spots = number(b, PLACE_SPOTS) + 8 * PLACE_ROW * place
                put(b, atom, number(spots, 0), number(spots, 1))
                find(b, atom)


@inner
@no_type_check
def see_head(b, state, seat):
    """Who is asked what, the round, the clock, who has left. While answers are secret, nobody knows who is asked."""
    knows, asked = number(b, KNOWS), _HEAD
    if number(b, VEIL) < 0 or word(state, number(b, VEIL)) == 0:
        asked += _U(word(state, ir.QUESTION) + 1) * _U(64) + _U(word(state, ir.ACTOR) + 1)
    if number(knows, MEMORY) >= 0:
        asked += _U(word(state, number(knows, MEMORY) + seat)) * _STEP
    put(b, mix(asked), number(b, OPEN_SPOT), np.int64(-1))
    find(b, mix(asked))
    find(b, mix(_ROUND + _U(rounded(word(state, ir.ROUND)))))
    find(b, mix(_CLOCK + _U(rounded(word(state, ir.CLOCK)))))
    find(b, mix(_GONE + _U(word(state, ir.GONE))))


@inner
@no_type_check
def see_tuples(b):
    """The contents of spots, and of several together. An atom knows its place, so contents can be added up."""
    row, spots, layer = number(b, TUPLES), number(b, SPOTS), 8 * number(b, SPOT_COUNT)
    for place in range(number(b, TUPLE_COUNT)):
        size, key = number(row, 0), _TUPLE + _U(place)
        for i in range(size):
            key += _U(number(spots, number(row, 2 + i)))
        find(b, mix(key))
        if number(row, 1):
            base = _TUPLE + _U(place)
            for i in range(size):
                base += _U(number(spots + layer, number(row, 2 + i)))
            for tile in range(_TILES):
                key = base + _COARSE * _U(tile + 1)
                for i in range(size):
                    key += _U(number(spots + (2 + tile) * layer, number(row, 2 + i)))
                find(b, mix(key))
        row += 8 * TUPLE_ROW


@inner
@no_type_check
def standing_of(b, measure, state, context, seat):
    return call_real(measure, state, number(b, TABLE), context, np.int64(seat))


@inner
@no_type_check
def see_lead(b, state, context, seat):
    """How far the seat is ahead of the best other, as far as the game says; where all win together, how far they have come."""
    measure = number(b, LEAD) if number(b, LEAD) else number(b, SCORE)
    if measure == 0 and number(b, COMMON):
        measure = number(b, RETURNS)
    if measure == 0:
        return
    ahead, best = standing_of(b, measure, state, context, seat), -np.inf
    if not number(b, COMMON):
        for other in range(number(b, SEATS)):
            if other != seat:
                best = max(best, standing_of(b, measure, state, context, other))
        ahead -= best
    if number(b, LEAD) or measure == number(b, RETURNS):
        ahead *= 50.0 if number(b, LEAD) else 50.0 / real(b, SCALE)
    ahead = min(1e6, max(-1e6, ahead))
    find(b, mix(_AHEAD + _U(rounded(np.int64(np.floor(ahead))))))
    roughly = _AHEAD + _U(1 << 40) + _U(rounded(np.int64(np.floor(ahead / 4.0))))
    find(b, mix(roughly))
    find(b, mix(roughly + _ERA * (era(b, state) + _ONE)))


@inner
@no_type_check
def look_at(b, state, context, seat):
    """Find all that is weighed of a position: the places of the weights. Behind them stand the place and the tag of the whole view."""
    set_number(b, FOUND_COUNT, 0)
    set_number(b, WHOLE, 0)
    set_number(b, STAMP, number(b, STAMP) + 1)
    set_number(b, SEAT_KEY, np.int64(mix(_U(seat + 1) * _STEP)))
    for spot in range(number(b, SPOT_COUNT) * (LAYERS if number(b, WIDE_SPOTS) else 1)):
        set_number(number(b, SPOTS), spot, 0)
    see_words(b, state, seat)
    if number(number(b, KNOWS), COMPONENTS) > 0:
        see_things(b, state, seat)
        see_marks(b, state, seat)
        if number(b, OWNED) >= 0:
            see_own(b, state, seat)
    see_head(b, state, seat)
    see_tuples(b)
    see_lead(b, state, context, seat)
    view = mix(_U(number(b, WHOLE)) ^ _U(number(b, SEAT_KEY)))
    found, count = number(b, FOUND), number(b, FOUND_COUNT)
    set_number(found, count, np.int64(view & _U(number(b, VIEW_MASK))))
    set_number(found, count + 1, np.int64(view >> _U(33)) | 1)


@inner
@no_type_check
def total(b, found, count):
    """The sum of the weights at some places, and of the view behind them if it is known: what a position is worth, by the measure of weights."""
    weights, total = number(b, WEIGHTS), 0.0
    for i in range(count):
        total += single(weights, number(found, i))
    view = VIEW_ROW * number(found, count)
    if word(number(b, VIEWS), view) == number(found, count + 1):
        total += single(number(b, VIEWS), view + 1)
    return total


@inner
@no_type_check
def squashed(b, total):
    """A sum of weights as a result: where games are won or lost, it lies between the two."""
    return np.tanh(total) if number(b, SQUASH) else total


@inner
@no_type_check
def worth(b, state, context, seat):
    """What a position is worth to a seat: the result, or what was learned."""
    over = word(state, ir.OVER)
    if over == 1:
        return call_real(number(b, RETURNS), state, number(b, TABLE), context, seat) / real(b, SCALE)
    if over != 0:
        return -1.0
    look_at(b, state, context, seat)
    return squashed(b, total(b, number(b, FOUND), number(b, FOUND_COUNT)))


@inner
@no_type_check
def weigh_after_part(b, context, options, seat, part):
    """As :func:`weigh` in one deal, where all are asked at once: by what comes of it when all have answered. All options meet the same answers."""
    sums, streams, role, here = number(b, MEANS), number(b, STREAMS), number(b, ROLE), number(b, CONTEXT)
    own = number(streams, 2 * role)
    for option in range(options):
        set_number(streams, 2 * role, own)
        lay_out_now(b)
        copy_bytes(context + 8 * ir.CTX_HEADER, here + 8 * ir.CTX_HEADER, 8 * options)
        set_number(here, ir.CTX_OPTIONS, options)
        own_chance(b, here)
        let_answer(b, step(b, number(context, ir.CTX_HEADER + option)), part)
        set_real(sums, option, real(sums, option) + worth(b, number(b, STATE), here, seat))


@inner
@no_type_check
def spread_chance(b, context, sample):
    """Of several samples, let each have its part of what may be drawn first: in six, or twelve, a die shows all its faces alike."""
    samples = _U(number(b, SAMPLES))
    if samples > _ONE:
        state = _U(number(context, ir.CTX_RNG_STATE))
        part = (_ONE << _U(32)) // samples
        wanted = (_U(sample) << _U(32)) // samples + _ONE + mix(state) % (part - _ONE)
        set_number(context, ir.CTX_RNG_STATE, np.int64(that_gives(state, wanted)))


@inner
@no_type_check
def weigh(b, context, options, seat):
    """What every option in a context is worth to the seat, summed over several deals of all it can't see. All meet the same chance."""
    sums, spare, trial = number(b, MEANS), number(b, SPARE), number(b, SPARE_CONTEXT)
    for option in range(options):
        set_real(sums, option, 0.0)
    part = part_of(b, number(b, ROOT))
    for sample in range(number(b, SAMPLES)):
        if part >= 0:
            weigh_after_part(b, context, options, seat, part)
            continue
        lay_out_now(b)
        own_chance(b, trial)
        spread_chance(b, trial, sample)
        chance, stream = number(trial, ir.CTX_RNG_STATE), number(trial, ir.CTX_RNG_STREAM)
        for option in range(options):
            copy_bytes(number(b, STATE), spare, 4 * number(b, STATE_WORDS))
            set_number(trial, ir.CTX_RNG_STATE, chance)
            set_number(trial, ir.CTX_RNG_STREAM, stream)
            code = number(context, ir.CTX_HEADER + option)
            call_advance(number(b, ADVANCE), spare, number(b, TABLE), trial, np.int32(code))
            set_real(sums, option, real(sums, option) + worth(b, spare, trial, seat))


@inner
@no_type_check
def errs(b, rate):
    """Whether something happens that happens so often."""
    return rate > 0.0 and np.float64(next_at(number(b, STREAMS), number(b, ROLE))) * 2.0**-32 < rate


@no_type_check
def _by_learning(b, state, table, context, options, seat, streams):
    sit_down(b, seat, streams)
    options = min(options, room(b))
    if errs(b, real(b, ERROR)):
        return draw(b, options)
    plan(b, state)
    weigh(b, context, options, seat)
    return largest(b, number(b, MEANS), options)


@no_type_check
def _worth_learned(b, state, context, seat):
    return worth(b, state, context, seat) * real(b, SCALE)


@cache
def worth_learned() -> Any:
    """The function by address that says what a position is worth to a seat: block, state, context, seat."""
    return by_address(_worth_learned, types.float64(*(types.int64,) * 4))


@cache
def decide_by_learning() -> Any:
    """For players that have learned."""
    return by_address(_by_learning, DECIDE)

"""What a seat sees of a state, written as the numbers of an observation: by addresses, for one state or for many games in a row.

The block says how: see :class:`ludwright.hidden.observation_layout.ObservationLayout`. ``room`` is where to work: ``room_words`` numbers.
"""

from __future__ import annotations

from functools import cache
from typing import Any, no_type_check

import numpy as np
from numba import types

from ludwright import ir
from ludwright.engine.calling import number, set_word, word
from ludwright.engine.kernel import by_address, inlined, inner
from ludwright.hidden.layout import FACT_HEAD
from ludwright.hidden.observation import UNSEEN
from ludwright.hidden.observation_layout import (
    AT_ABOVE,
    AT_BOTTOM,
    AT_FACTS,
    AT_ITEMS,
    AT_KNOWN,
    AT_PLACE,
    AT_SORTERS,
    AT_SUMMED,
    AT_TOLD,
    AT_WATCH,
    AT_WORDS,
    COMPONENTS,
    FACT_COUNT,
    FACT_WORDS,
    LOOK_WORDS,
    MARK_COUNT,
    MARKS_FROM,
    NUMBERED,
    OWNED,
    PLACES,
    PLAIN,
    READ,
    SECRET_STAGE,
    SUM,
    TELLERS,
    TOLD_ROWS,
    TOLD_WORDS,
    UNSEEN_WORD,
    VEIL,
    ZONE_PLACES,
)

_UNSEEN = np.int64(UNSEEN)
_OVER, _ASKED, _QUESTION, _MOVES, _TURN, _ROUND, _WHOSE, _ACTED = range(8)
"""The first words of an observation, as :data:`ludwright.hidden.observation.HEAD` lists them."""


@inner
@no_type_check
def hide_head(block, state, seat, found):
    """Cover what a seat may not see of how it stands, as :func:`ludwright.hidden.observation.unseen_head` says."""
    veil, staged = number(block, VEIL), number(block, SECRET_STAGE) != 0
    if veil < 0 and not staged:
        return
    veiled, asked = veil >= 0 and word(state, veil) != 0, word(state, ir.ACTOR) == seat
    if veil >= 0:
        secret = word(state, veil + 1)
        set_word(found, _MOVES, secret if veiled else word(state, ir.MOVES) - secret)
    if staged or veiled:
        set_word(found, _ACTED, _UNSEEN)
    if veiled and not asked:
        set_word(found, _ASKED, _UNSEEN)
        set_word(found, _QUESTION, _UNSEEN)
    if veiled and staged:
        set_word(found, _TURN, _UNSEEN)
        set_word(found, _ROUND, _UNSEEN)
        if not asked:
            set_word(found, _WHOSE, _UNSEEN)


@inlined
@no_type_check
def of_item(block, c, column):
    """What the layout says of a component."""
    return number(block, number(block, AT_ITEMS) + c * (MARKS_FROM + number(block, MARK_COUNT)) + column)


@inlined
@no_type_check
def knows(block, state, seat, c, place):
    """Whether a seat knows a component, which lies at that place."""
    if of_item(block, c, 0) != 0 or word(state, number(block, AT_KNOWN) + c) >> seat & 1:
        return True
    if place < 0 or place >= number(block, PLACES):
        return False
    watch = number(block, AT_WATCH) + 2 * place
    if number(block, watch) >> seat & 1:
        return True
    return (
        place < number(block, ZONE_PLACES)
        and word(state, number(block, AT_ABOVE) + c) < 0
        and (number(block, watch + 1) >> seat & 1) == 1
    )


@inlined
@no_type_check
def look_at(block, state, seat, c, room):
    """What a seat sees of a component: where it is, what it is, whose, which, and what was told of it."""
    place = word(state, number(block, AT_PLACE) + c)
    known = knows(block, state, seat, c, place)
    front, at = of_item(block, c, 1), c * number(block, LOOK_WORDS)
    set_word(room, at, place)
    set_word(room, at + 1, ~front if front < 0 else word(state, front) if known else _UNSEEN)
    at += 2
    if number(block, OWNED):
        set_word(room, at, of_item(block, c, 2) if known else _UNSEEN)
        at += 1
    if number(block, NUMBERED):
        shown = of_item(block, c, 3)
        set_word(room, at, shown if shown != 0 else _UNSEEN)
        at += 1
    words = number(block, TOLD_WORDS)
    row = number(block, AT_TOLD) + ((seat if number(block, TELLERS) > 1 else 0) * number(block, TOLD_ROWS) + c) * words
    for part in range(words):
        set_word(room, at + part, 0 if known else word(state, row + part))


@inlined
@no_type_check
def comes_before(room, width, one, other):
    """Whether a look comes before another, word by word."""
    for i in range(width):
        a, b = word(room, one * width + i), word(room, other * width + i)
        if a != b:
            return a < b
    return False


@inlined
@no_type_check
def sort(room, width, order, first, end):
    """Sort components by their looks; those that look alike stay as they are."""
    for i in range(first + 1, end):
        c, at = word(room, order + i), i
        while at > first and comes_before(room, width, c, word(room, order + at - 1)):
            set_word(room, order + at, word(room, order + at - 1))
            at -= 1
        set_word(room, order + at, c)


@inner
@no_type_check
def lay_out_items(block, state, seat, room, order, listed):
    """All components in the order in which an observation lists them; and which number each has there."""
    components, width, end = number(block, COMPONENTS), number(block, LOOK_WORDS), 0
    above, bottom, sorters = number(block, AT_ABOVE), number(block, AT_BOTTOM), number(block, AT_SORTERS)
    for c in range(components):
        look_at(block, state, seat, c, room)
        set_word(room, listed + c, -1)
    for place in range(number(block, ZONE_PLACES)):
        first, c = end, word(state, bottom + place)
        while 0 <= c < components and end < components:
            set_word(room, order + end, c)
            set_word(room, listed + c, end)
            end += 1
            c = word(state, above + c)
        if end > first + 1 and number(block, sorters + place) >> seat & 1:
            sort(room, width, order, first, end)
    first = end
    for c in range(components):
        if word(room, listed + c) < 0 and end < components:
            set_word(room, order + end, c)
            end += 1
    sort(room, width, order, first, end)
    for i in range(end):
        set_word(room, listed + word(room, order + i), i)


@inner
@no_type_check
def write_facts(block, state, seat, room, listed, found, at):
    """What a seat was told about two cards."""
    base, words, components = number(block, AT_FACTS), number(block, FACT_WORDS), number(block, COMPONENTS)
    end = at + number(block, FACT_COUNT) * (words - 1)
    for fact in range(word(state, base) if number(block, FACT_COUNT) else 0):
        row = base + 2 + fact * words
        if word(state, row + 2) >> seat & 1:
            for side in range(2):
                c = word(state, row + side)
                set_word(found, at + side, word(room, listed + c) if 0 <= c < components else c)
            for part in range(FACT_HEAD, words):
                set_word(found, at + part - 1, word(state, row + part))
            at += words - 1
    while at < end:
        set_word(found, at, _UNSEEN)
        at += 1


@inner
@no_type_check
def write_words(block, state, seat, room, listed, found):
    """The words before those of the items."""
    read, components = number(block, READ), number(block, COMPONENTS)
    places = number(block, AT_WORDS) + 2 * seat * read
    for i in range(read):
        place, form = number(block, places + i), number(block, places + read + i)
        if form == PLAIN:
            shown = word(state, place)
        elif form == UNSEEN_WORD:
            shown = _UNSEEN
        elif form == SUM:
            span, shown = number(block, AT_SUMMED) + 2 * place, 0
            for at in range(number(block, span), number(block, span + 1)):
                shown += word(state, at)
        else:
            shown = word(state, place)
            if shown >= 0:
                shown = word(room, listed + shown) if shown < components else _UNSEEN
        set_word(found, i, shown)


@inner
@no_type_check
def observe(block, state, seat, room, found):
    """An observation, word for word that of :class:`ludwright.hidden.observation.Observer`."""
    components, width, marks = number(block, COMPONENTS), number(block, LOOK_WORDS), number(block, MARK_COUNT)
    order = components * width
    listed = order + components
    if components:
        lay_out_items(block, state, seat, room, order, listed)
    write_words(block, state, seat, room, listed, found)
    hide_head(block, state, seat, found)
    at = number(block, READ)
    for i in range(components):
        c = word(room, order + i)
        for part in range(width):
            set_word(found, at + part, word(room, c * width + part))
        at += width
        for mark in range(marks):
            place = of_item(block, c, MARKS_FROM + mark)
            set_word(found, at + mark, _UNSEEN if place < 0 else word(state, place))
        at += marks
    write_facts(block, state, seat, room, listed, found, at)


@no_type_check
def _observe_at(block, state, seat, room, found):
    observe(block, state, seat, room, found)
    return np.int64(0)


@cache
def observe_by_address() -> Any:
    """:func:`observe`, compiled by itself, for callers that know its address."""
    return by_address(_observe_at, types.int64(*(types.int64,) * 5))

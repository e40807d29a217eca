"""Kernels that see what a seat sees of a position: the same words as :mod:`ludwright.hidden.observation`, and their fingerprint."""

from __future__ import annotations

from typing import NamedTuple, no_type_check

import numpy as np
import numpy.typing as npt

from ludwright.engine.kernel import inner, kernel, mix
from ludwright.hidden.layout import (
    ABOVE,
    BOTTOM,
    DESIGN,
    FACT_HEAD,
    FACT_WORDS,
    OPEN,
    PLACE,
    TELLERS,
    TOLD,
    TOLD_WORDS,
    ZONE_PLACES,
    is_seen,
)  # fmt: skip
from ludwright.rules import ir

UNSEEN = -(2**31)
"""Stands where a seat can't see a number."""

_U = np.uint64
_FIRST, _SECOND = _U(0x9E3779B97F4A7C15), _U(0xD1B54A32D192ED03)


class Sight(NamedTuple):
    """Where the words of an observation come from, as plain arrays."""

    sizes: npt.NDArray[np.int64]
    """Players, where the veil and the memory are written (-1: nowhere), components, where counts begin, ghosts, words in all,
    where facts about two cards that not everybody was told are written (-1: there are none), and how many words these take."""
    fields: npt.NDArray[np.int64]
    """For every word of a variable: where it lies, who sees it, 1 if it refers to a component."""
    sorted_in: npt.NDArray[np.int64]
    """For every place: 0 if order means something there, 1 if not, 2 if not and it lies open."""
    faces: npt.NDArray[np.int64]
    """For every component: where its face is written, or -1."""
    designs: npt.NDArray[np.int64]
    """For every component: what is printed on it from the start."""
    marks: npt.NDArray[np.int64]
    """What single components carry: the first and the last that do, where it is written, whether all see it."""
    head: npt.NDArray[np.int64]
    """For every word of the head: where it lies, and whether it is guarded (1) or shown to who is asked (2) while answers are secret."""
    spots: npt.NDArray[np.int64]
    watch: npt.NDArray[np.int32]
    watch_top: npt.NDArray[np.int32]
    role: npt.NDArray[np.int32]


PLAYERS, VEIL, MEMORY, COMPONENTS, COUNTS, GHOSTS, WORDS, FACTS, FACT_ROOM = range(9)


sees = inner(is_seen)


@no_type_check
def _looks(sight, state, seat, c, into):
    """What a seat sees of one component: where it lies, what it is, and what it was told of it."""
    spots = sight.spots
    into[0] = state[spots[PLACE] + c]
    known = sight.role[c] == OPEN or sees(spots, sight.watch, sight.watch_top, state, seat, c)
    if sight.faces[c] >= 0:
        into[1] = state[sight.faces[c]] if known else UNSEEN
    elif spots[DESIGN] >= 0:
        into[1] = state[spots[DESIGN] + c] if known else UNSEEN
    else:
        into[1] = sight.designs[c]
    if spots[TELLERS] > 0:
        teller = seat if spots[TELLERS] > 1 else 0
        row = (teller * (sight.sizes[COMPONENTS] + sight.sizes[GHOSTS]) + c) * spots[TOLD_WORDS]
        for word in range(spots[TOLD_WORDS]):
            into[2 + word] = 0 if known else state[spots[TOLD] + row + word]


looks = inner(_looks)


@no_type_check
def _sort(cards, rows, first, last):
    """Put components in the order of what is seen of them."""
    for i in range(first + 1, last):
        j = i
        while j > first:
            a, b = rows[cards[j - 1]], rows[cards[j]]
            less = False
            for k in range(a.size):
                if a[k] != b[k]:
                    less = b[k] < a[k]
                    break
            if not less:
                break
            cards[j - 1], cards[j] = cards[j], cards[j - 1]
            j -= 1


sort = inner(_sort)


@no_type_check
def _list_items(sight, state, seat, cards, rows, number):
    """All components in the order of their places; where order means nothing, sorted."""
    components = sight.sizes[COMPONENTS]
    number[:] = -1
    for c in range(components):
        looks(sight, state, seat, c, rows[c])
    listed = 0
    for place in range(sight.spots[ZONE_PLACES]):
        first = listed
        c = state[sight.spots[BOTTOM] + place]
        while c >= 0 and listed - first <= components and listed < components:
            cards[listed] = c
            number[c] = 0
            listed += 1
            c = state[sight.spots[ABOVE] + c]
        how = sight.sorted_in[place]
        if how == 2 or (how == 1 and sight.watch[place] >> seat & 1):
            sort(cards, rows, first, listed)
    first = listed
    for c in range(components):
        if number[c] < 0 and listed < components:
            cards[listed] = c
            listed += 1
    sort(cards, rows, first, listed)
    for i in range(listed):
        number[cards[i]] = i


list_items = inner(_list_items)


@no_type_check
def _recall(sight, state, seat, number, words):
    """What this seat was told about two cards, in the order it was told."""
    words[:] = UNSEEN
    base, size = sight.sizes[FACTS], sight.spots[FACT_WORDS]
    to = 0
    for fact in range(state[base]):
        at = base + 2 + fact * size
        if state[at + 2] >> seat & 1:
            for end in range(2):
                c = np.int64(state[at + end])
                words[to] = number[c] if 0 <= c < sight.sizes[COMPONENTS] else c
                to += 1
            for word in range(at + FACT_HEAD, at + size):
                words[to] = state[word]
                to += 1


recall = inner(_recall)


@no_type_check
def _observe(sight, state, seat, cards, rows, number, words):
    """Write down what a seat sees."""
    sizes = sight.sizes
    veiled = sizes[VEIL] >= 0 and state[sizes[VEIL]] != 0
    at = 0
    for i in range(sight.head.shape[0]):
        word = state[sight.head[i, 0]]
        guard = sight.head[i, 1]
        if veiled and (guard == 1 or (guard == 2 and word != seat)):
            word = UNSEEN
        words[at] = word
        at += 1
    for player in range(sizes[PLAYERS]):
        words[at] = state[ir.HEADER + player]
        at += 1
    if sizes[MEMORY] >= 0:
        words[at] = state[sizes[MEMORY] + seat]
        at += 1
    if sizes[COMPONENTS] > 0:
        list_items(sight, state, seat, cards, rows, number)
    for i in range(sight.fields.shape[0]):
        word = np.int64(state[sight.fields[i, 0]])
        if not sight.fields[i, 1] >> seat & 1:
            word = np.int64(UNSEEN)
        elif sight.fields[i, 2] and word >= 0:
            word = number[word] if word < sizes[COMPONENTS] and number[word] >= 0 else np.int64(UNSEEN)
        words[at] = word
        at += 1
    for place in range(sight.spots[ZONE_PLACES]):
        words[at] = state[sizes[COUNTS] + place]
        at += 1
    for i in range(sizes[COMPONENTS]):
        c = cards[i]
        for word in range(rows.shape[1]):
            words[at] = rows[c, word]
            at += 1
        for mark in range(sight.marks.shape[0]):
            row = sight.marks[mark]
            words[at] = state[row[2] + c - row[0]] if row[3] and row[0] <= c <= row[1] else UNSEEN
            at += 1
    if sizes[FACTS] >= 0:
        recall(sight, state, seat, number, words[at:])


observe = kernel(_observe)


@no_type_check
def _fingerprint(words, size, print_):
    """128 bits that differ for different words."""
    a, b = _FIRST, _SECOND
    for i in range(size):
        word = _U(np.uint32(words[i]))
        a = mix(a * _FIRST + word)
        b = mix((b ^ word) * _SECOND + _FIRST)
    print_[0], print_[1] = a, b


fingerprint = inner(_fingerprint)


@no_type_check
def _look_at_all(sight, states, actors, options, codes, prints):
    """The fingerprints of what every seat sees of every state; who is asked sees his options as well."""
    components = max(1, sight.sizes[COMPONENTS])
    told = sight.spots[TOLD_WORDS] if sight.spots[TELLERS] > 0 else 0
    cards = np.zeros(components, np.int64)
    number = np.zeros(components, np.int64)
    rows = np.zeros((components, 2 + told), np.int32)
    most = 0
    for i in range(options.size - 1):
        most = max(most, options[i + 1] - options[i])
    size = sight.sizes[WORDS]
    words = np.zeros(size + most, np.int32)
    for i in range(states.shape[0]):
        for seat in range(sight.sizes[PLAYERS]):
            observe(sight, states[i], seat, cards, rows, number, words)
            last = size
            if actors[i] == seat:
                for option in range(options[i], options[i + 1]):
                    words[last] = codes[option]
                    last += 1
            fingerprint(words, last, prints[i, seat])


look_at_all = kernel(_look_at_all)

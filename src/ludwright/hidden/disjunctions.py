"""One of several hidden cards is of some designs (:mod:`ludwright.rules.beliefs.disjunctions`): whether that holds for the cards as they lie."""

from __future__ import annotations

from typing import no_type_check

from ludwright.engine.kernel import inner
from ludwright.hidden.block import AT_KNOWN
from ludwright.hidden.cards import told_out
from ludwright.hidden.layout import (
    COMPONENTS,
    DESIGN,
    GHOST_LINK,
    SOME_DESIGNS,
    SOME_FIRST,
    SOME_OF,
    SOME_SLOTS,
    SOME_WORDS,
)
from ludwright.model.world import TOLD_BITS


@inner
@no_type_check
def some_fits(spots, state, at):
    """Whether one of the cards of a row, which begins at a word, is of one of its designs."""
    bits = at + 1 + spots[SOME_SLOTS]
    for i in range(state[at]):
        slot = state[at + 1 + i]
        while slot >= spots[COMPONENTS]:
            slot = state[spots[GHOST_LINK] + slot - spots[COMPONENTS]]
        design = state[spots[DESIGN] + slot] - spots[SOME_FIRST]
        if state[bits + design // TOLD_BITS] >> (design % TOLD_BITS) & 1:
            return True
    return False


@inner
@no_type_check
def is_one_of(spots, state, slot):
    """Whether anything is noted of a slot among others."""
    if spots[SOME_OF] >= 0:
        for row in range(state[spots[SOME_OF]]):
            at = spots[SOME_OF] + 2 + row * spots[SOME_WORDS]
            for i in range(state[at]):
                if state[at + 1 + i] == slot:
                    return True
    return False


@inner
@no_type_check
def is_settled(block, scratch, state, seat, at):
    """Whether a seat knows a card that makes a row true, or was told as much about one."""
    bits = at + 1 + block[SOME_SLOTS]
    for i in range(state[at]):
        slot = state[at + 1 + i]
        known, fits = scratch[block[AT_KNOWN] + slot], True
        own = state[block[DESIGN] + slot] if slot < block[COMPONENTS] else -1
        for design in range(block[SOME_DESIGNS]):
            inside = state[bits + design // TOLD_BITS] >> (design % TOLD_BITS) & 1
            number = design + block[SOME_FIRST]
            if not inside and (own == number if known else not told_out(block, state, seat, slot, number)):
                fits = False
                break
        if fits and (own >= 0 or not known):
            return True
    return False


@inner
@no_type_check
def has_some(block, scratch, state, seat):
    """Whether anything of that sort is noted that a seat can't tell from what it knows of single cards, once it is listed which slots it knows."""
    if block[SOME_OF] < 0:
        return False
    for row in range(state[block[SOME_OF]]):
        if not is_settled(block, scratch, state, seat, block[SOME_OF] + 2 + row * block[SOME_WORDS]):
            return True
    return False


@inner
@no_type_check
def false_some(spots, state):
    """How much of it does not hold for the cards as they lie."""
    found = 0
    if spots[SOME_OF] >= 0:
        for row in range(state[spots[SOME_OF]]):
            found += not some_fits(spots, state, spots[SOME_OF] + 2 + row * spots[SOME_WORDS])
    return found


@inner
@no_type_check
def drop_false_some(spots, state):
    """What would be false now is taken out: it had to be let go."""
    if spots[SOME_OF] < 0:
        return
    first, words = spots[SOME_OF] + 2, spots[SOME_WORDS]
    for row in range(state[spots[SOME_OF]] - 1, -1, -1):
        if some_fits(spots, state, first + row * words):
            continue
        state[spots[SOME_OF]] -= 1
        for word in range(first + row * words, first + state[spots[SOME_OF]] * words):
            state[word] = state[word + words]


@inner
@no_type_check
def swap_in_some(spots, state, x, y):
    """Two components change places: what is noted is about the places."""
    if spots[SOME_OF] < 0:
        return
    for row in range(state[spots[SOME_OF]]):
        at = spots[SOME_OF] + 2 + row * spots[SOME_WORDS]
        for slot in range(at + 1, at + 1 + state[at]):
            if state[slot] == x:
                state[slot] = y
            elif state[slot] == y:
                state[slot] = x

"""Facts about two hidden cards (:mod:`ludwright.rules.beliefs.pair_constraints`) as redeals see them: whether they hold for the cards as they lie."""

from __future__ import annotations

from typing import no_type_check

from ludwright.engine.kernel import inner
from ludwright.hidden.layout import (
    COMPONENTS,
    DESIGN,
    FACT_DESIGNS,
    FACT_FIRST,
    FACT_HEAD,
    FACT_WORDS,
    FACTS,
    GHOST_LINK,
)
from ludwright.model.world import TOLD_BITS


@inner
@no_type_check
def fact_at(spots, fact):
    """Where a fact begins in a state."""
    return spots[FACTS] + 2 + fact * spots[FACT_WORDS]


@inner
@no_type_check
def design_at(spots, state, slot):
    """What is printed on the card that lies, or once lay, in a slot."""
    while slot >= spots[COMPONENTS]:
        slot = state[spots[GHOST_LINK] + slot - spots[COMPONENTS]]
    return state[spots[DESIGN] + slot]


@inner
@no_type_check
def is_true(spots, state, fact):
    """Whether a fact holds for the cards as they lie."""
    at = fact_at(spots, fact)
    one = design_at(spots, state, state[at]) - spots[FACT_FIRST]
    two = design_at(spots, state, state[at + 1]) - spots[FACT_FIRST]
    if one < 0 or two < 0 or one >= spots[FACT_DESIGNS] or two >= spots[FACT_DESIGNS]:
        return True
    bit = one * spots[FACT_DESIGNS] + two
    return (state[at + FACT_HEAD + bit // TOLD_BITS] >> (bit % TOLD_BITS) & 1) == 0


@inner
@no_type_check
def has_facts(spots, state, seat):
    """Whether a seat knows of any fact."""
    if spots[FACTS] < 0:
        return False
    seen = 0
    for fact in range(state[spots[FACTS]]):
        seen |= state[fact_at(spots, fact) + 2]
    return (seen >> seat & 1) == 1


@inner
@no_type_check
def false_facts(spots, state, seat):
    """How many of the facts a seat knows of do not hold for the cards as they lie."""
    found = 0
    if spots[FACTS] >= 0:
        for fact in range(state[spots[FACTS]]):
            found += state[fact_at(spots, fact) + 2] >> seat & 1 and not is_true(spots, state, fact)
    return found


@inner
@no_type_check
def drop_false_facts(spots, state):
    """Facts that would be false now are taken out: what only others know, and what had to be let go."""
    if spots[FACTS] < 0:
        return
    for fact in range(state[spots[FACTS]] - 1, -1, -1):
        if is_true(spots, state, fact):
            continue
        state[spots[FACTS]] -= 1
        for word in range(fact_at(spots, fact), fact_at(spots, state[spots[FACTS]])):
            state[word] = state[word + spots[FACT_WORDS]]


@inner
@no_type_check
def swap_in_facts(spots, state, x, y):
    """Two components change places: facts are about the places."""
    if spots[FACTS] < 0:
        return
    for fact in range(state[spots[FACTS]]):
        at = fact_at(spots, fact)
        for end in range(at, at + 2):
            if state[end] == x:
                state[end] = y
            elif state[end] == y:
                state[end] = x

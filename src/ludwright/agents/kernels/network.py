"""A small network, by which positions are judged: what a position is worth, and how likely each answer is the best one.

What is found in a position (:mod:`ludwright.agents.kernels.learned`) stands for a row of numbers each; their sum is what the first layer sees. Behind it lie a second
layer, a number for the worth, and a row of numbers for each answer.
"""

from __future__ import annotations

from functools import cache
from typing import Any, no_type_check

import numpy as np
from numba import carray, types  # type: ignore[attr-defined]

from ludwright import ir
from ludwright.agents.kernels.block import BLOCK_WORDS, MIRRORED, RETURNS, SEATS, TABLE
from ludwright.agents.kernels.learned import FOUND, FOUND_COUNT, LEARNED, SCALE, SQUASH, look_at
from ludwright.engine.block_places import behind, places
from ludwright.engine.calling import call_real, number, numbers_at, real, set_real, singles_at, word
from ludwright.engine.kernel import by_address, inner

NETWORK = places(11, first=behind(LEARNED), before=BLOCK_WORDS)
(
    ROWS_IN, HIDDEN, EMBEDDING, FIRST_BIAS, SECOND, SECOND_BIAS, VALUE, POLICY, POLICY_BIAS, ANSWERS, LAYERS,
) = NETWORK  # fmt: skip
"""Where it stands in the block: how many rows there are for what is found, and how many numbers in each; the weights; how many answers are told apart; and room for
both layers. The bias of the worth stands behind its weights."""
ANYWAY = 0.05
"""So much of what is foretold is the same for all answers: none is ever out of the question."""


@inner
@no_type_check
def think(b, state, context, seat):
    """Fill both layers for what a seat sees of a position."""
    look_at(b, state, context, seat)
    size, count = number(b, HIDDEN), number(b, FOUND_COUNT)
    found = carray(numbers_at(number(b, FOUND)), (count,))
    rows = carray(singles_at(number(b, EMBEDDING)), (number(b, ROWS_IN), size))
    layers = carray(singles_at(number(b, LAYERS)), (2, size))
    bias = carray(singles_at(number(b, FIRST_BIAS)), (size,))
    second = carray(singles_at(number(b, SECOND)), (size, size))
    later = carray(singles_at(number(b, SECOND_BIAS)), (size,))
    for k in range(size):
        layers[0, k] = bias[k]
        layers[1, k] = later[k]
    for i in range(count):
        row = found[i]
        for k in range(size):
            layers[0, k] += rows[row, k]
    for j in range(size):
        value = layers[0, j]
        if value > 0.0:
            for k in range(size):
                layers[1, k] += value * second[j, k]
    for k in range(size):
        layers[1, k] = max(np.float32(0.0), layers[1, k])


@inner
@no_type_check
def worth_of_layers(b):
    """What the position is worth that was thought about."""
    size = number(b, HIDDEN)
    layers = carray(singles_at(number(b, LAYERS)), (2, size))
    weights = carray(singles_at(number(b, VALUE)), (size + 1,))
    total = np.float64(weights[size])
    for k in range(size):
        total += np.float64(layers[1, k]) * np.float64(weights[k])
    return np.tanh(total) if number(b, SQUASH) else total


@inner
@no_type_check
def asked_in(b, state):
    actor = word(state, ir.ACTOR)
    return actor if 0 <= actor < number(b, SEATS) else np.int64(0)


@no_type_check
def _worth_by_network(b, state, context, seat):
    over = word(state, ir.OVER)
    if over == 1:
        return call_real(number(b, RETURNS), state, number(b, TABLE), context, seat)
    if over != 0:
        return -real(b, SCALE)
    # between two, what one gains the other loses: then it is always seen by whoever is asked
    who = asked_in(b, state) if number(b, MIRRORED) else seat
    think(b, state, context, who)
    value = worth_of_layers(b) * real(b, SCALE)
    return value if who == seat else -value


@no_type_check
def _foretell(b, state, context, target):
    """How likely each of the answers in a context is the best: behind their number, which is given, and the worth. Gives the worth to whoever is asked."""
    think(b, state, context, asked_in(b, state))
    size, answers, options = number(b, HIDDEN), number(b, ANSWERS), np.int64(real(target, 0))
    layers = carray(singles_at(number(b, LAYERS)), (2, size))
    weights = carray(singles_at(number(b, POLICY)), (answers, size))
    bias = carray(singles_at(number(b, POLICY_BIAS)), (answers,))
    top = -np.inf
    for option in range(options):
        place = number(context, ir.CTX_HEADER + option) % answers
        said = np.float64(bias[place])
        for k in range(size):
            said += np.float64(layers[1, k]) * np.float64(weights[place, k])
        set_real(target, 2 + option, said)
        top = max(top, said)
    total = 0.0
    for option in range(options):
        likely = np.exp(real(target, 2 + option) - top)
        set_real(target, 2 + option, likely)
        total += likely
    for option in range(options):
        likely = (1.0 - ANYWAY) * real(target, 2 + option) / total + ANYWAY / options
        set_real(target, 2 + option, likely)
    return worth_of_layers(b) * real(b, SCALE)


@no_type_check
def _find(b, state, context, seat):
    look_at(b, state, context, seat)
    return np.float64(number(b, FOUND_COUNT))


@cache
def worth_by_network() -> Any:
    """The function by address that says what a position is worth to a seat: block, state, context, seat."""
    return by_address(_worth_by_network, types.float64(*(types.int64,) * 4))


@cache
def foretell_by_network() -> Any:
    """The function by address that says how likely each answer is the best: block, state, context, and where it is written."""
    return by_address(_foretell, types.float64(*(types.int64,) * 4))


@cache
def find_in_position() -> Any:
    """The function by address that finds what a seat sees in a position, and says how much that is: block, state, context, seat."""
    return by_address(_find, types.float64(*(types.int64,) * 4))

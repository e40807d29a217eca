"""Kernels that work out the values of all positions of a graph from its ends backwards.

Where one interest stands against another, or all are one, a value is a single number, from the view of seat 0, which is kept from below and
from above: ``low`` is what seat 0 can be sure of if play without end counted as the worst, ``high`` if it counted as the best. Where both
are the same, the value does not hang on play without end.
"""

from __future__ import annotations

from typing import no_type_check

import numpy as np

from ludwright.engine.kernel import inner, kernel
from ludwright.exact.expanding import ALL, FOUND, MORE

AGAIN = np.int64(-1)
"""A position can come again."""


@inner
@no_type_check
def expected(graph, values, move):
    """The value of a move: of the position it leads to, or the mean of all it may lead to."""
    if graph.weight.size == 0:
        return values[graph.child[move]]
    total = 0.0
    for outcome in range(graph.outcome_first[move], graph.outcome_first[move + 1]):
        total += graph.weight[outcome] * values[graph.child[outcome]]
    return total


@kernel
@no_type_check
def sweep(graph, first_number, end, opposed, values):
    """Work out every value of some positions anew from those it leads to; by how much one has changed at most."""
    most = 0.0
    for number in range(end - 1, first_number - 1, -1):
        actor = graph.actor[number]
        if actor < 0:
            continue
        first, last = graph.move_first[number], graph.move_first[number + 1]
        lowest = opposed and actor == 1
        best = expected(graph, values, first)
        for move in range(first + 1, last):
            value = expected(graph, values, move)
            if (value < best) == lowest and value != best:
                best = value
        change = abs(best - values[number])
        if change > most:
            most = change
        values[number] = best
    return most


@kernel
@no_type_check
def ordered(graph, order, stack, mark, place, steps):
    """Number the positions such that each comes after all it leads to: so many steps of that, from where the last call ended.

    ``place`` has the next root, the depth of the stack (-1: empty) and how many are numbered. MORE, ALL, or AGAIN if a position can come again.
    """
    root, depth, count = place[0], place[1], place[2]
    for _ in range(steps):
        if depth < 0:
            if root == graph.counts[FOUND]:
                return ALL
            if mark[root] == 0:
                depth = 0
                stack[0, 0] = root
                stack[0, 1] = _first_outcome(graph, root)
                mark[root] = 1
            root += 1
            continue
        number, outcome = stack[depth, 0], stack[depth, 1]
        if outcome < _first_outcome(graph, number + 1) and graph.actor[number] >= 0:
            stack[depth, 1] = outcome + 1
            child = graph.child[outcome]
            if mark[child] == 1:
                return AGAIN
            if mark[child] == 0:
                mark[child] = 1
                depth += 1
                stack[depth, 0] = child
                stack[depth, 1] = _first_outcome(graph, child)
        else:
            mark[number] = 2
            order[count] = number
            count += 1
            depth -= 1
    place[0], place[1], place[2] = root, depth, count
    return MORE


@inner
@no_type_check
def _first_outcome(graph, number):
    move = graph.move_first[number]
    return graph.outcome_first[move] if graph.weight.size > 0 else move


@inner
@no_type_check
def expected_for(graph, seat, move):
    if graph.weight.size == 0:
        return graph.values[graph.child[move], seat]
    total = 0.0
    for outcome in range(graph.outcome_first[move], graph.outcome_first[move + 1]):
        total += graph.weight[outcome] * graph.values[graph.child[outcome], seat]
    return total


@kernel
@no_type_check
def each_for_himself(graph, first_place, end, order, slack):
    """The values of some positions for every seat, where each wants the most for themselves; of equally good moves each is as likely."""
    seats = graph.values.shape[1]
    for place in range(first_place, end):
        number = order[place]
        actor = np.int64(graph.actor[number])
        if actor < 0:
            continue
        first, last = graph.move_first[number], graph.move_first[number + 1]
        best = -np.inf
        for move in range(first, last):
            best = max(best, expected_for(graph, actor, move))
        equal = 0
        for seat in range(seats):
            graph.values[number, seat] = 0.0
        for move in range(first, last):
            if expected_for(graph, actor, move) >= best - slack:
                equal += 1
                for seat in range(seats):
                    graph.values[number, seat] += expected_for(graph, seat, move)
        for seat in range(seats):
            graph.values[number, seat] /= equal


@kernel
@no_type_check
def hurry(graph, first_number, end, opposed, values, plies):
    """Of some positions, how many moves it takes to the end if whoever gets the better of it hurries and the other delays; whether anything changed.

    ``plies`` begins as 0 at the ends and as a large number elsewhere.
    """
    changed = False
    for number in range(end - 1, first_number - 1, -1):
        actor = graph.actor[number]
        if actor < 0:
            continue
        delays = opposed and (values[number] < 0) == (actor == 0) and values[number] != 0
        found = np.int32(-1)
        for move in range(graph.move_first[number], graph.move_first[number + 1]):
            child = graph.child[move]
            if values[child] != values[number]:
                continue
            if found < 0 or (plies[child] > found) == delays:
                found = plies[child]
        if found >= 0 and found + 1 < plies[number]:
            plies[number] = found + 1
            changed = True
    return changed

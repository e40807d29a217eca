"""Walks over a whole tree, in machine code: what strategies are worth, the best answers to them, and how regret teaches better ones.

A strategy is one array: for every situation the shares of its options, one after the other. Values are weighted with the chance that
everybody else lets a node be reached (counterfactual values, Zinkevich et al. 2007), so they can be summed over all nodes of a situation.
"""

from __future__ import annotations

from typing import no_type_check

import numpy as np

from ludwright.engine.kernel import inner, kernel


@kernel
@no_type_check
def levels(parent, actor, seat):
    """How often a seat has decided before each node."""
    level = np.zeros(parent.size, np.int64)
    for node in range(1, parent.size):
        above = parent[node]
        level[node] = level[above] + (actor[above] == seat)
    return level


@kernel
@no_type_check
def reach(parent, actor, chance, slot, strategy, seat, own, others):
    """How likely a seat, and how likely all others with chance, go towards each node."""
    own[0] = others[0] = 1.0
    for node in range(1, parent.size):
        above = parent[node]
        own[node], others[node] = own[above], others[above]
        if slot[node] < 0:
            others[node] *= chance[node]
        elif actor[above] == seat:
            own[node] *= strategy[slot[node]]
        else:
            others[node] *= strategy[slot[node]]


@kernel
@no_type_check
def worth(parent, actor, slot, strategy, payoffs, seat, others, value, worths):
    """What a seat gets: from every node on, and for every option of its own; weighted with how likely the others go there."""
    worths[:] = 0.0
    for node in range(parent.size):
        value[node] = others[node] * payoffs[node, seat] if actor[node] == -2 else 0.0
    for node in range(parent.size - 1, 0, -1):
        above = parent[node]
        if actor[above] == seat:
            worths[slot[node]] += value[node]
            value[above] += strategy[slot[node]] * value[node]
        else:
            value[above] += value[node]
    return value[0]


@kernel
@no_type_check
def respond(parent, actor, first, count, info, begins, slot, payoffs, seat, others, order, value, worths, best):
    """The best a seat can do when the others keep to what they do: its value, and the option to take in every situation of its own."""
    worths[:] = 0.0
    for node in range(parent.size):
        value[node] = others[node] * payoffs[node, seat] if actor[node] == -2 else 0.0
    for i in range(order.size):
        node = order[i]
        if actor[node] == seat:
            begin = begins[info[node]]
            choice = 0
            for option in range(1, count[node]):
                if worths[begin + option] > worths[begin + choice] + 1e-12:
                    choice = option
            best[info[node]] = choice
            value[node] = value[first[node] + choice]
        if node > 0:
            above = parent[node]
            if actor[above] == seat:
                worths[slot[node]] += value[node]
            else:
                value[above] += value[node]
    return value[0]


@kernel
@no_type_check
def bounds(parent, actor, first, count, info, begins, slot, payoffs, seat, order, least, most, sure, hoped):
    """For every option of a seat: what it is sure to get if it plays on with care, and the most it can hope for."""
    sure[:], hoped[:] = np.inf, -np.inf
    for node in range(parent.size):
        least[node], most[node] = np.inf, -np.inf
        if actor[node] == -2:
            least[node] = most[node] = payoffs[node, seat]
    for i in range(order.size):
        node = order[i]
        if actor[node] == seat:
            begin = begins[info[node]]
            least[node], most[node] = -np.inf, -np.inf
            for option in range(count[node]):
                least[node] = max(least[node], sure[begin + option])
                most[node] = max(most[node], most[first[node] + option])
        if node > 0:
            above = parent[node]
            if actor[above] == seat:
                sure[slot[node]] = min(sure[slot[node]], least[node])
                hoped[slot[node]] = max(hoped[slot[node]], most[node])
            else:
                least[above] = min(least[above], least[node])
                most[above] = max(most[above], most[node])


@inner
@no_type_check
def follow_regret(begins, owners, seat, regret, strategy):
    """Take every option as often as it is regretted not to have been taken."""
    for situation in range(owners.size):
        if owners[situation] != seat:
            continue
        begin, end = begins[situation], begins[situation + 1]
        total = 0.0
        for option in range(begin, end):
            total += regret[option]
        for option in range(begin, end):
            strategy[option] = regret[option] / total if total > 0.0 else 1.0 / (end - begin)


@kernel
@no_type_check
def learn(
    parent, actor, chance, slot, payoffs, begins, owners, nodes, strategy, average, regret, first, rounds,
):  # fmt: skip
    """Rounds of regret matching plus (Tammelin 2014), one seat after the other; a round counts as much as the square of its number."""
    size = parent.size
    own, others, value = np.empty(size), np.empty(size), np.empty(size)
    worths = np.empty(strategy.size)
    for number in range(first, first + rounds):
        for seat in range(payoffs.shape[1]):
            reach(parent, actor, chance, slot, strategy, seat, own, others)
            worth(parent, actor, slot, strategy, payoffs, seat, others, value, worths)
            weight = float(number + 1) ** 2
            for situation in range(owners.size):
                if owners[situation] != seat:
                    continue
                begin, end = begins[situation], begins[situation + 1]
                mean = 0.0
                for option in range(begin, end):
                    mean += strategy[option] * worths[option]
                for option in range(begin, end):
                    regret[option] = max(0.0, regret[option] + worths[option] - mean)
                    average[option] += weight * own[nodes[situation]] * strategy[option]
            # at once, so that the next seat learns from what this one has just learnt
            follow_regret(begins, owners, seat, regret, strategy)


def built() -> bool:
    """Whether the kernels are at hand, or have to be compiled first."""
    try:
        return bool(learn.signatures) or bool(learn._cache._cache_file._load_index())
    except AttributeError:
        return True

"""Equal states as they were published (Feistenauer 2012), on Simple Coins: ``python -m bench.equal_states``, a few minutes on one core.

A simulation of its own, apart from our search: one whole search, a search for each goal, UCB1, play-outs by the groups 0.9 and 0.1. With the switch, a new state that
is on its level of the tree already gets no node and no play-out; the run is over and counts as one.
"""

from __future__ import annotations

import argparse
import math
from typing import Any

import numpy as np
from numba import njit, types
from numba.typed import Dict

ENERGY, SESSIONS, MOST = 30, 4, 20
BEST = ENERGY * SESSIONS * MOST
UNTRIED, DROPPED = -1, -2


@njit
def _step(coins: Any, energy: Any, session: Any, action: Any) -> Any:
    """After one action: 0 ends the session, others are coins."""
    if action == 0:
        return coins, ENERGY, session + 1
    return coins + action, energy - 1, session


@njit
def _playout(coins: Any, energy: Any, session: Any, goal: Any) -> Any:
    while session < goal:
        action = 0
        if energy > 0 and np.random.random() < 0.9:
            action = np.random.randint(1, MOST + 1)
        coins, energy, session = _step(coins, energy, session, action)
    return coins


@njit
def _search(coins: Any, energy: Any, session: Any, goal: Any, runs: Any, c: Any, drop: Any) -> Any:
    """The coins of the best state found when the goal is reached."""
    child = np.full((runs + 2, MOST + 1), UNTRIED, np.int32)
    state = np.zeros((runs + 2, 3), np.int32)
    visits = np.zeros(runs + 2)
    total = np.zeros(runs + 2)
    state[0] = (coins, energy, session)
    seen = Dict.empty(types.int64, types.int64)
    path = np.zeros(400, np.int32)
    nodes, best = 1, -1
    for _ in range(runs):
        node, depth = 0, 0
        path[0] = 0
        value = -1.0
        while value < 0:
            here = state[node]
            if here[2] >= goal:
                value = here[0]
                break
            untried = 0
            for a in range(MOST + 1):
                if child[node, a] == UNTRIED and (a == 0 or here[1] > 0):
                    untried += 1
            if untried:
                pick = np.random.randint(untried)
                for a in range(MOST + 1):
                    if child[node, a] == UNTRIED and (a == 0 or here[1] > 0):
                        if pick == 0:
                            break
                        pick -= 1
                after = _step(here[0], here[1], here[2], a)
                key = ((depth * 64 + after[2]) * 64 + after[1]) * 8192 + after[0]
                if drop and key in seen:
                    child[node, a] = DROPPED
                    break
                seen[key] = 1
                child[node, a] = nodes
                state[nodes] = after
                depth += 1
                path[depth] = nodes
                nodes += 1
                value = _playout(after[0], after[1], after[2], goal)
                break
            bound, chosen = -1.0, -1
            for a in range(MOST + 1):
                one = child[node, a]
                if one >= 0:
                    score = total[one] / visits[one] + c * math.sqrt(math.log(visits[node] + 1) / visits[one])
                    if score > bound:
                        bound, chosen = score, one
            if chosen < 0:
                value = _playout(here[0], here[1], here[2], goal)
                break
            node = chosen
            depth += 1
            path[depth] = node
        if value < 0:
            continue
        best = max(best, int(value))
        for i in range(depth + 1):
            visits[path[i]] += 1
            total[path[i]] += value / BEST
    return best


@njit
def _coins(runs: Any, c: Any, drop: Any, seed: Any) -> Any:
    """What is found in one search, with a share of the runs for each goal."""
    np.random.seed(seed)
    coins = 0
    for session in range(1, SESSIONS + 1):
        coins = max(coins, _search(coins, ENERGY, session, session + 1, runs // SESSIONS, c, drop))
    return coins


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--runs", type=int, nargs="+", default=[600, 4_000, 40_000])
    options.add_argument("--seeds", type=int, default=12)
    options.add_argument("--c", type=float, nargs="+", default=[0.02, 0.1, 0.5])
    given = options.parse_args()
    print(
        "| runs | C | without (95% interval) | equal states dropped | difference |\n| ---: | ---: | ---: | ---: | ---: |"
    )
    for runs in given.runs:
        for c in given.c:
            without, dropped = (
                np.array([_coins(runs, c, drop, seed) for seed in range(given.seeds)]) for drop in (False, True)
            )
            difference = dropped - without
            figures = [
                f"{x.mean():,.0f} ± {1.96 * x.std(ddof=1) / len(x) ** 0.5:,.0f}" for x in (without, dropped, difference)
            ]
            print(f"| {runs:,} | {c:g} | {' | '.join(figures)} |", flush=True)


if __name__ == "__main__":
    main()

"""How an equilibrium is found: by regret, round after round, until nobody could gain much by changing his mind."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from ludwright.equilibria.passes import learn
from ludwright.equilibria.tree import Reals, Tree
from ludwright.equilibria.values import Judgement, SeatGoal, judge

ROUNDS = 10_000
"""How many rounds at most, if nothing else is said."""

CLOSE = 1e-6
"""It is enough if nobody can gain more than this share of what is at stake."""

Progress = Callable[[str, int, int], None]


@dataclass
class Learning:
    """What came of learning."""

    strategy: Reals
    """The average over all rounds, later ones counting more: this is what comes near an equilibrium."""
    judgement: Judgement
    rounds: int = 0
    interrupted: bool = False
    course: list[tuple[int, float]] = field(default_factory=list)
    """The exploitability after so many rounds."""


def solve(
    tree: Tree,
    goal: SeatGoal,
    rounds: int = ROUNDS,
    progress: Progress | None = None,
    *,
    close: float = CLOSE,
) -> Learning:
    """Learn by counterfactual regret; Ctrl-C ends it with what has been learnt so far."""
    if tree.players == 1:
        return _best_alone(tree, goal)
    slots = int(tree.begins[-1])
    strategy, average, regret = tree.uniform(), np.zeros(slots), np.zeros(slots)
    nodes = np.array([s.node for s in tree.situations], np.int64)
    found = Learning(strategy, judge(tree, goal, strategy))
    found.course.append((0, found.judgement.exploitability))
    step = 8
    try:
        while found.rounds < rounds and found.judgement.exploitability > close * goal.range:
            step = min(step, rounds - found.rounds)
            learn(
                tree.parent, tree.actor, tree.chance, tree.slot, goal.payoffs, tree.begins, tree.seats, nodes,
                strategy, average, regret, found.rounds, step,
            )  # fmt: skip
            found.rounds += step
            found.strategy = normal(tree, average)
            found.judgement = judge(tree, goal, found.strategy)
            found.course.append((found.rounds, found.judgement.exploitability))
            step = max(1, min(found.rounds, 2_000_000 // len(tree) + 1))
            if progress is not None:
                progress(f"nobody gains more than {found.judgement.exploitability:.2g}", found.rounds, rounds)
    except KeyboardInterrupt:
        found.interrupted = True
    return found


def _best_alone(tree: Tree, goal: SeatGoal) -> Learning:
    """Who plays alone needs no learning: the best answer to chance is the solution."""
    best = judge(tree, goal, tree.uniform()).responses[0].choices
    strategy = np.zeros(int(tree.begins[-1]))
    strategy[tree.begins[:-1] + np.maximum(best, 0)] = 1.0
    return Learning(strategy, judge(tree, goal, strategy))


def normal(tree: Tree, average: Reals) -> Reals:
    """Sums of shares as shares; what never came up is left to chance."""
    sizes = np.diff(tree.begins)
    totals = np.repeat(np.add.reduceat(average, tree.begins[:-1]) if len(average) else average, sizes)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(totals > 0, average / totals, tree.uniform())

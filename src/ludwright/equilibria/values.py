"""What strategies are worth, and how much better the best answers to them do: exactly."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ludwright.equilibria.mistakes import EquilibriumError
from ludwright.equilibria.passes import bounds, reach, respond, worth
from ludwright.equilibria.tree import END, Ints, Reals, Tree

GOALS = ("wins", "score")


@dataclass(frozen=True)
class SeatGoal:
    """What the seats play for."""

    name: str
    payoffs: Reals
    """For every node and seat; zeros where the game goes on."""
    total: float | None
    """What all seats get together, if that is the same at every end: then what one wins the others lose."""

    @property
    def zero_sum(self) -> bool:
        return self.total is not None

    @property
    def range(self) -> float:
        """The difference between the most and the least anybody can get."""
        return float(self.payoffs.max() - self.payoffs.min()) or 1.0


def goal_of(tree: Tree, by: str | None = None) -> SeatGoal:
    """What is played for: ``wins`` or ``score``; by default the score if the seats' scores always cancel out, as stakes do."""
    if by not in (None, *GOALS):
        raise EquilibriumError(f"there is no playing for `{by}`: say `wins` or `score`")
    if by == "score" and tree.scores is None:
        raise EquilibriumError(f"{tree.game.title} has no scores: it can be played for `wins` only")
    scored = _total(tree, tree.scores) if tree.scores is not None else None
    if by is None:
        by = "score" if scored == 0.0 and tree.players > 1 else "wins"
    payoffs = tree.scores if by == "score" and tree.scores is not None else tree.wins
    return SeatGoal(by, payoffs, _total(tree, payoffs))


def _total(tree: Tree, payoffs: Reals) -> float | None:
    sums = payoffs[tree.actor == END].sum(axis=1)
    return float(sums[0]) if np.allclose(sums, sums[0], atol=1e-9) else None


@dataclass(frozen=True)
class Response:
    """The best answer of one seat to what all others do."""

    seat: int
    value: float
    """What it gets on average."""
    gain: float
    """How much more that is than with its own strategy."""
    choices: Ints
    """The place of the option to take, for every situation of its own."""


@dataclass(frozen=True)
class Judgement:
    """A strategy for all seats, with what it is worth and how far it is from an equilibrium."""

    values: list[float]
    """What every seat gets on average when all keep to it."""
    responses: list[Response]

    @property
    def nash_conv(self) -> float:
        """What all seats together could gain by changing their strategy alone: 0 in an equilibrium."""
        return sum(response.gain for response in self.responses)

    @property
    def exploitability(self) -> float:
        """What a seat could gain on average by changing its strategy alone."""
        return self.nash_conv / len(self.responses)


def judge(tree: Tree, goal: SeatGoal, strategy: Reals) -> Judgement:
    """The values of a strategy and the best answers to it."""
    size, slots = len(tree), len(strategy)
    own, others, value, worths = np.empty(size), np.empty(size), np.empty(size), np.empty(slots)
    values, responses = [], []
    for seat in range(tree.players):
        reach(tree.parent, tree.actor, tree.chance, tree.slot, strategy, seat, own, others)
        worth(tree.parent, tree.actor, tree.slot, strategy, goal.payoffs, seat, others, value, worths)
        mean = float(value[0])
        best = np.full(len(tree.situations), -1, np.int64)
        most = respond(
            tree.parent, tree.actor, tree.first, tree.count, tree.info, tree.begins, tree.slot, goal.payoffs, seat, others,
            tree.orders(seat), value, worths, best,
        )  # fmt: skip
        values.append(mean)
        responses.append(Response(seat, float(most), max(0.0, float(most) - mean), best))
    return Judgement(values, responses)


def likelihoods(tree: Tree, strategy: Reals) -> Reals:
    """How likely every situation comes up when all keep to a strategy."""
    size = len(tree)
    own, others = np.empty(size), np.empty(size)
    reach(tree.parent, tree.actor, tree.chance, tree.slot, strategy, 0, own, others)
    found = np.zeros(len(tree.situations))
    asked = tree.info >= 0
    np.add.at(found, tree.info[asked], (own * others)[asked])
    return found


def worths_of(tree: Tree, goal: SeatGoal, strategy: Reals) -> Reals:
    """What every option is worth on average in its situation, when all keep to a strategy afterwards; nan where nobody else lets it come up."""
    size = len(tree)
    own, others, value = np.empty(size), np.empty(size), np.empty(size)
    found = np.zeros(len(strategy))
    worths = np.empty(len(strategy))
    sizes = np.diff(tree.begins)
    for seat in range(tree.players):
        reach(tree.parent, tree.actor, tree.chance, tree.slot, strategy, seat, own, others)
        worth(tree.parent, tree.actor, tree.slot, strategy, goal.payoffs, seat, others, value, worths)
        let = np.zeros(len(tree.situations))
        asked = tree.actor == seat
        np.add.at(let, tree.info[asked], others[asked])
        mine: npt.NDArray[np.bool_] = np.repeat(tree.seats == seat, sizes)
        with np.errstate(invalid="ignore", divide="ignore"):
            found[mine] = (worths / np.repeat(let, sizes))[mine]
    return found


def limits(tree: Tree, goal: SeatGoal) -> tuple[Reals, Reals]:
    """For every option: what its seat is sure to get, if it plays on with care, and the most it can hope for."""
    size, slots = len(tree), int(tree.begins[-1])
    least, most = np.empty(size), np.empty(size)
    sure, hoped = np.zeros(slots), np.zeros(slots)
    one_sure, one_hoped = np.empty(slots), np.empty(slots)
    sizes = np.diff(tree.begins)
    for seat in range(tree.players):
        bounds(
            tree.parent, tree.actor, tree.first, tree.count, tree.info, tree.begins, tree.slot, goal.payoffs, seat,
            tree.orders(seat), least, most, one_sure, one_hoped,
        )  # fmt: skip
        mine: npt.NDArray[np.bool_] = np.repeat(tree.seats == seat, sizes)
        sure[mine], hoped[mine] = one_sure[mine], one_hoped[mine]
    return sure, hoped

"""An equilibrium of a game: what it is worth, how exact it is, what to do in every situation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from ludwright.display import Block, Displayed, Lines, Title
from ludwright.equilibria.findings import Dominated, Use, dominated, never_used, uses
from ludwright.equilibria.growing import LIMIT, Progress, grow
from ludwright.equilibria.mistakes import EquilibriumError
from ludwright.equilibria.situations import Telling
from ludwright.equilibria.solving import ROUNDS, Learning, solve
from ludwright.equilibria.strategies import Who, strategy_of
from ludwright.equilibria.tree import Reals, Situation, Tree
from ludwright.equilibria.values import Judgement, SeatGoal, goal_of, judge, likelihoods, worths_of
from ludwright.game import Game, loaded


@dataclass(frozen=True)
class StrategyLine:
    """What to do in one situation."""

    situation: Situation
    before: str
    """What has happened."""
    holding: str
    """What the seat knows alone."""
    doing: str
    shares: dict[str, float]
    """How often to take each option, in words."""
    worths: dict[str, float]
    """What each option brings on average when all keep to the equilibrium otherwise."""
    likely: float
    """How often it comes up in a game."""


class Equilibrium(Displayed):
    """Strategies for all seats from which nobody gains (almost) anything by changing his own alone.

    >>> import ludwright
    >>> found = ludwright.equilibrium(ludwright.load("kuhn_poker"))
    >>> [round(value, 3) for value in found.values], found.exploitability < 0.0001
    ([-0.056, 0.056], True)
    """

    def __init__(self, tree: Tree, goal: SeatGoal, learnt: Learning) -> None:
        self.tree = tree
        self.game = tree.game
        self.goal = goal
        self.learnt = learnt
        self.strategy: Reals = learnt.strategy
        """For every situation the shares of its options, one after the other."""

    @property
    def values(self) -> list[float]:
        """What every seat gets on average."""
        return self.learnt.judgement.values

    @property
    def exploitability(self) -> float:
        """What a seat could gain on average by changing its strategy alone: 0 in an exact equilibrium."""
        return self.learnt.judgement.exploitability

    @property
    def nash_conv(self) -> float:
        """The same for all seats together."""
        return self.learnt.judgement.nash_conv

    @property
    def rounds(self) -> int:
        return self.learnt.rounds

    @property
    def interrupted(self) -> bool:
        return self.learnt.interrupted

    @property
    def certain(self) -> bool:
        """Whether the values are those of the game: for one, or for two of whom one wins what the other loses.

        Otherwise a game may have several equilibria with different values, and learning may find none of them: only how far what was found is
        from an equilibrium is known exactly.
        """
        return self.tree.players == 1 or (self.tree.players == 2 and self.goal.zero_sum)

    # ------------------------------------------------------------ judging others

    def judge(self, who: Who | Sequence[Who]) -> Judgement:
        """How exploitable some players are, in the same game: exact values, and the best answers to them."""
        return judge(self.tree, self.goal, strategy_of(self.tree, who))

    def against(self, who: Who, seat: int) -> float:
        """What a player gets in a seat when all others keep to the equilibrium."""
        if not 0 <= seat < self.tree.players:
            raise EquilibriumError(f"there is no seat {seat}: they are 0 to {self.tree.players - 1}")
        other = strategy_of(self.tree, who)
        mixed = self.strategy.copy()
        for situation in self.tree.situations:
            if situation.seat == seat:
                own = slice(self.tree.begins[situation.number], self.tree.begins[situation.number + 1])
                mixed[own] = other[own]
        return judge(self.tree, self.goal, mixed).values[seat]

    # ------------------------------------------------------------ in words

    @cached_property
    def telling(self) -> Telling:
        """Finds the words for situations and options."""
        return Telling(self.tree)

    @cached_property
    def likely(self) -> Reals:
        """How often every situation comes up in a game."""
        return likelihoods(self.tree, self.strategy)

    @cached_property
    def _worths(self) -> Reals:
        return worths_of(self.tree, self.goal, self.strategy)

    def line(self, situation: Situation) -> StrategyLine:
        """What to do in a situation."""
        telling = self.telling
        own = slice(int(self.tree.begins[situation.number]), int(self.tree.begins[situation.number + 1]))
        shares, words = self.strategy[own].tolist(), telling.options(situation)
        return StrategyLine(
            situation,
            telling.before(situation),
            telling.holding(situation),
            telling.doing(situation, shares),
            dict(zip(words, shares, strict=True)),
            dict(zip(words, self._worths[own].tolist(), strict=True)),
            float(self.likely[situation.number]),
        )

    def lines(self, seat: int | None = None) -> Iterator[StrategyLine]:
        """What to do in every situation, of one seat or of all, from the first decisions on."""
        return (self.line(s) for s in self.tree.situations if seat is None or s.seat == seat)

    @cached_property
    def dominated(self) -> list[Dominated]:
        """Options that are worse than another whatever the others do."""
        return dominated(self.tree, self.goal)

    @cached_property
    def uses(self) -> list[Use]:
        """How often every option is taken when it is offered."""
        return uses(self.tree, self.strategy, self.telling)

    @property
    def never_used(self) -> list[Use]:
        """Options that nobody takes in the equilibrium."""
        return never_used(self.uses)

    def shown(self) -> Iterator[Block]:
        """What `print` and notebooks show."""
        from ludwright.equilibria.text import told

        first, *rest = told(self)
        yield Title(first)
        yield Lines("\n".join(rest).strip("\n"))

    def as_json(self) -> dict[str, Any]:
        """Everything as plain data."""
        seats = self.game.seats
        return {
            "game": self.game.title,
            "players": self.game.players,
            "params": dict(self.game.params),
            "played_for": self.goal.name,
            "zero_sum": self.goal.zero_sum,
            "certain": self.certain,
            "positions": len(self.tree),
            "situations": len(self.tree.situations),
            "faults": self.tree.faults,
            "rounds": self.rounds,
            "interrupted": self.interrupted,
            "values": dict(zip(seats, self.values, strict=True)),
            "exploitability": self.exploitability,
            "nash_conv": self.nash_conv,
            "strategy": [self._line_as_json(line) for line in self.lines()],
            "never_used": [
                {"seat": seats[use.seat], "option": use.words, "offered": use.offered, "taken": use.taken}
                for use in self.never_used
            ],
            "dominated": [self._dominated_as_json(found) for found in self.dominated],
        }

    def _line_as_json(self, line: StrategyLine) -> dict[str, Any]:
        worths = {words: worth if worth == worth else None for words, worth in line.worths.items()}
        return {
            "seat": self.game.seats[line.situation.seat],
            "before": line.before,
            "holding": line.holding,
            "shares": line.shares,
            "worths": worths,
            "likely": line.likely,
        }

    def _dominated_as_json(self, found: Dominated) -> dict[str, Any]:
        words = dict(zip(found.situation.codes, self.telling.options(found.situation), strict=True))
        return {
            "seat": self.game.seats[found.situation.seat],
            "before": self.telling.before(found.situation),
            "holding": self.telling.holding(found.situation),
            "option": words[found.code],
            "by": words[found.by],
            "at_best": found.at_best,
            "instead": found.instead,
            "strictly": found.strictly,
        }


def equilibrium(
    game: Game | str | Path,
    iterations: int = ROUNDS,
    *,
    by: str | None = None,
    limit: int = LIMIT,
    progress: Progress | None = None,
) -> Equilibrium:
    """Solve a small game, hidden cards and chance included: every way it may go is worked out, and strategies are learnt by regret.

    ``by`` says what is played for, ``wins`` or ``score``; by default the score where scores always cancel out. ``limit`` is the most
    positions, counted along every way to them; a larger game raises :class:`TooLargeError`. Ctrl-C while it learns gives what has
    been learnt so far, marked ``interrupted``.
    """
    game = loaded(game)
    if iterations < 1:
        raise EquilibriumError(f"at least one iteration is needed, not {iterations}")
    tree = grow(game, limit, progress)
    goal = goal_of(tree, by)
    return Equilibrium(tree, goal, solve(tree, goal, iterations, progress))

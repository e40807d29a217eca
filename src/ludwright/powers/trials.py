"""Interventions for a report: what doing without things and taking them every time changes, in the time there is."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from time import process_time
from typing import Any

from ludwright.agents.barred import OPENING
from ludwright.metrics.figure import Figure
from ludwright.powers.barring import Barring, Habit
from ludwright.powers.comparing import FEW, compare
from ludwright.powers.looks import Look
from ludwright.powers.players import called, from_strongest, seconds_a_game
from ludwright.powers.table import Progress, StoppedError, Table
from ludwright.powers.things import CARDS
from ludwright.powers.verdicts import no_difference

LEAST, ENOUGH, MOST = 60, 300, 800
"""With fewer deals nothing would be sure; with so many most things are; more are not needed."""
_PILOT = 25
"""So many deals are played first, to see how long one takes."""
_TRYING = 0.04
"""Of the time that is left, so much is spent on seeing how long a game takes."""
_WANTED = 8
"""Rather a player who thinks half as long than fewer suspects that are tried."""
_FIRST = 3
"""There is time for so many suspects at least, with fewer deals if need be."""
_LATE = 0.1
"""Nothing is begun that would end later by more than this part of the time."""
_SURE = 0.001
"""What is surer than this needs no second look."""
_CARDS = 0.5
"""Cards get so much of the time at most."""
_LONGER, _LONGEST = 4, 4000
"""To see that something makes no difference takes more deals: so many times as many, and so many at most."""
QUICKEST = 50
"""Who thinks less than this is not strong enough."""
BEGINNER = "random"
"""What strong players can't do without is also tried with those who can't play at all."""

STRONG, WEAK, SAME = "too strong", "too weak", "no difference"


@dataclass(frozen=True)
class Suspect:
    """Something that games point to: only an intervention tells whether they are right."""

    kind: str
    """Cards, actions or moves."""
    name: str
    score: float
    """How suspicious it is."""
    suspected: str = ""
    """Of what; nothing: it is there to be compared with."""
    action: str = ""
    """The action it is a way to carry out."""
    seen: Figure | None = None
    """What games showed of it."""

    @property
    def opening(self) -> bool:
        """Whether only the first choice of a game is meant."""
        return self.name.startswith(OPENING)

    @property
    def runs(self) -> int:
        """How many times all deals are played for it, in every seat."""
        return 1 if self.kind == CARDS else 2


@dataclass
class Trials:
    """What was found out by taking things away, and by taking them every time, at one table."""

    agent: str
    players: int
    deals: int
    things: list[Look] = field(default_factory=list)
    """Cards and other things to have, compared with each other."""
    suspects: dict[str, bool] = field(default_factory=dict)
    """Which of them were suspected of being too strong (yes) or too weak (no); the others are there to be compared with."""
    options: dict[str, Look] = field(default_factory=dict)
    """Actions and ways to carry them out; first choices by their name behind `first`."""
    actions: dict[str, str] = field(default_factory=dict)
    """The action that an option belongs to."""
    beginners: dict[str, Look] = field(default_factory=dict)
    """What doing without costs players who choose at random."""
    untried: list[Suspect] = field(default_factory=list)
    """What there was no time for."""
    name: str = ""
    """What its players are called, if they were found to be the strongest."""

    @property
    def told(self) -> str:
        """What it rests on, in words."""
        return self._told(self.deals)

    def told_of(self, look: Look) -> str:
        """What is said about one thing rests on, in words."""
        return self._told(look.worth.n or self.deals)

    def _told(self, deals: int) -> str:
        return f"{deals:,} deals in every seat, with and without, {self.players} players, all `{self.agent}`"

    @property
    def who(self) -> str:
        """What its players are called."""
        return self.name or called(self.agent)


class _Clock:
    """The work done so far, spread over the cores: how long it would have taken if nobody else used the machine."""

    def __init__(self, seconds: float, threads: int | None) -> None:
        self.seconds, self.start, self.cores = seconds, process_time(), threads or os.cpu_count() or 1

    @property
    def left(self) -> float:
        return self.seconds - (process_time() - self.start) / self.cores


@dataclass
class _Plan:
    """What is tried, by whom, on how many deals, and how long that takes."""

    agent: str
    deals: int
    suspects: list[Suspect]
    free: float = 0.0
    """How long a game takes in which nobody is barred."""
    costs: dict[str, float] = field(default_factory=dict)
    """How long it takes to try one suspect on one deal, by kind."""


def trials(
    game: Any, suspects: Sequence[Suspect], agent: str, habits: Mapping[str, Habit], seed: int,
    *, seconds: float, deals: int | None = None, threads: int | None = None, progress: Progress | None = None,
) -> Trials:  # fmt: skip
    """Try out suspects, the most suspicious first, for so many ``seconds``; or on so many ``deals``, however long that takes.

    Where ``agent`` thinks so long that there is no time for enough deals, it thinks half as long, and so on.
    """
    clock = _Clock(seconds, threads)
    plan = _Plan(agent, deals, _in_groups(suspects)) if deals else _planned(game, suspects, agent, seed, clock, threads)
    found = Trials(plan.agent, game.players, plan.deals)
    if plan.deals >= LEAST and plan.suspects:
        table = Table(game, plan.deals, seed, threads, progress)
        try:
            barring = Barring(table, plan.agent, habits)
            for one in plan.suspects:
                late = plan.costs.get(one.kind, 0.0) * plan.deals > clock.left + _LATE * seconds
                if deals or not late:
                    _try(barring, one, found)
            _look_longer(barring, found, plan, clock if not deals else None)
            _try_beginners(table, found)
        except StoppedError:
            raise KeyboardInterrupt from None
        for look in found.things:
            compare(look, [other for other in found.things if other is not look])
    tried = {look.what for look in (*found.things, *found.options.values())}
    found.untried = [one for one in suspects if one.suspected and one.name not in tried]
    return found


def _planned(
    game: Any, suspects: Sequence[Suspect], agent: str, seed: int, clock: _Clock, threads: int | None
) -> _Plan:
    """As much as there is time for, with the strongest player for whom that is enough."""
    best = _Plan(agent, 0, [])
    wanted = min(_WANTED, sum(bool(one.suspected) for one in suspects))
    for player in from_strongest(agent, game, QUICKEST):
        free = seconds_a_game(game, player, [], seed, threads, seconds=_TRYING * clock.left)
        if clock.left < free * LEAST * (1 + game.players):  # not even one thing could be tried
            continue
        costs = {}
        for kind in dict.fromkeys(one.kind for one in suspects):
            first = next(one for one in suspects if one.kind == kind)
            costs[kind] = (
                seconds_a_game(game, player, [first.name], seed, threads, _PILOT, _TRYING * clock.left)
                * game.players
                * first.runs
            )
        plan = _Plan(player, 0, _affordable(suspects, costs, free, clock.left), free, costs)
        if plan.suspects:
            while _deals_within(clock.left, plan) < LEAST and len(plan.suspects) > 1:
                plan.suspects.pop()
            plan.deals = min(MOST, _deals_within(clock.left, plan))
        if plan.deals >= LEAST and len(plan.suspects) > len(best.suspects):
            best = plan
        if sum(bool(one.suspected) for one in best.suspects) >= wanted:
            break
    return best


def _affordable(suspects: Sequence[Suspect], costs: Mapping[str, float], free: float, seconds: float) -> list[Suspect]:
    """As many as can be tried on enough deals, but the first few in any case. Cards, which are compared with each other, get half of the time at
    most, and none at all where that is too few."""
    cards = [one for one in suspects if one.kind == CARDS]
    if cards:
        many = int(seconds * _CARDS / (ENOUGH * costs[CARDS]))
        half = (many + 1) // 2
        suspected = [one for one in cards if one.suspected][:half]
        usual = [one for one in cards if not one.suspected][: many - len(suspected)]
        cards = [*suspected, *usual] if len(suspected) + len(usual) > FEW else []
    ordered = _in_groups([one for one in suspects if one.kind != CARDS] + cards)
    kept: list[Suspect] = []
    needed = free + sum(costs[CARDS] for _ in cards)
    for one in ordered:
        needed += costs[one.kind] if one.kind != CARDS else 0.0
        if one.kind == CARDS or needed * ENOUGH <= seconds or len(kept) < _FIRST:
            kept.append(one)
    return kept


def _deals_within(seconds: float, plan: _Plan) -> int:
    """On how many deals all that is planned can be tried."""
    return int(seconds / (plan.free + sum(plan.costs[one.kind] for one in plan.suspects)))


def _try(barring: Barring, one: Suspect, found: Trials) -> None:
    look = barring.look(one.kind, one.name)
    if one.kind == CARDS:
        found.things.append(look)
        if one.suspected:
            found.suspects[one.name] = one.suspected == STRONG
        return
    if look.worth.known:
        barring.force(look)
    found.options[one.name], found.actions[one.name] = look, one.action


def _look_longer(barring: Barring, found: Trials, plan: _Plan, clock: _Clock | None) -> None:
    """To see that something makes no difference takes more deals than to see that it does: those for which that is still open are tried once more."""
    share = 1 / found.players
    still = [
        look for look in found.options.values() if not look.what.startswith(OPENING) and _may_be_useless(look, share)
    ]
    if not still:
        return
    each = plan.free + sum(plan.costs.get(look.kind, 0.0) for look in still)
    deals = min(_LONGEST, int(clock.left / each)) if clock is not None else _LONGER * plan.deals
    if deals < 2 * plan.deals:
        return
    table = barring.table
    longer = Barring(
        Table(table.game, deals, table.seed + 1, table.threads, table.progress), found.agent, barring.habits
    )
    for look in still:
        again = longer.look(look.kind, look.what)
        if again.worth.known:
            longer.force(again)
            found.options[look.what] = again


def _may_be_useless(look: Look, share: float) -> bool:
    conditions = no_difference(look, share)
    if conditions is None or any(one.fails for one in conditions):
        return False
    return not all(one.holds and one.chance < _SURE for one in conditions)


def _try_beginners(table: Table, found: Trials) -> None:
    """What surely costs strong players something, with beginners."""
    costly = [
        look for look in (*found.things, *found.options.values()) if look.worth.low is not None and look.worth.low > 0
    ]
    if not costly or found.agent == BEGINNER:
        return
    barring = Barring(table, BEGINNER)
    for look in costly:
        if not look.indispensable and not look.what.startswith(OPENING):
            found.beginners[look.what] = barring.look(look.kind, look.what)


def _in_groups(suspects: Sequence[Suspect]) -> list[Suspect]:
    """The most suspicious first; cards, which are compared with each other, one after the other."""
    cards = sorted((one for one in suspects if one.kind == CARDS), key=lambda one: -one.score)
    others = sorted((one for one in suspects if one.kind != CARDS), key=lambda one: -one.score)
    if len(cards) <= FEW:
        return others
    before = [one for one in others if one.score >= cards[0].score]
    return [*before, *cards, *others[len(before) :]]

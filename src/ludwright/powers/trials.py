"""Interventions for a report: what doing without some things costs, in the time there is."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from time import process_time
from typing import Any

from ludwright.powers.barring import Barring
from ludwright.powers.judging import FEW, compare
from ludwright.powers.looks import Look
from ludwright.powers.table import Progress, StoppedError, Table
from ludwright.powers.things import CARDS, MOVES

_PILOT = 25
"""So many deals are played first, to see how long one takes."""
LEAST, ENOUGH, MOST = 60, 400, 600
"""With fewer deals nothing would be sure; for so many weaker players are taken; more are not needed."""


@dataclass
class Trials:
    """What was found out by taking things away, at one table."""

    agent: str
    players: int
    deals: int
    things: list[Look] = field(default_factory=list)
    """Cards and other things to have, compared with each other."""
    suspects: dict[str, bool] = field(default_factory=dict)
    """Which of them were suspected of being too strong (yes) or too weak (no); the others are there to be compared with."""
    options: dict[str, Look] = field(default_factory=dict)
    """Ways to carry out an action."""

    @property
    def told(self) -> str:
        """What it rests on, in words."""
        return f"{self.deals:,} deals in every seat, with and without, {self.players} players, all `{self.agent}`"


def trials(
    game: Any, agents: Sequence[str], things: Mapping[str, bool | None], options: Sequence[str], seed: int,
    *, seconds: float, deals: int | None = None, threads: int | None = None, progress: Progress | None = None,
) -> Trials | None:  # fmt: skip
    """Bar one player from each thing and each option, on as many deals as ``seconds`` allow, or on so many ``deals``.

    Things are suspected of being too strong (yes), too weak (no), or of nothing.
    ``agents`` are players from the strongest to the weakest: the first with whom there is time for enough deals plays. None if there is
    no time for anything.
    """
    games = game.players * (len(things) + len(options)) + 1
    agent, many = "", 0
    for agent in agents:
        each = seconds_a_game(game, agent, [*options, *things][:1], seed, threads)
        many = deals or min(MOST, int(seconds / (each * games)))
        if deals or many >= ENOUGH:
            break
    if many < LEAST and not deals:
        return None
    table = Table(game, many, seed, threads, progress)
    table.expected = many * games
    suspects = {name: strong for name, strong in things.items() if strong is not None}
    found = Trials(agent, game.players, many, suspects=suspects)
    try:
        barring = Barring(table, agent)
        found.options = {look.what: look for look in barring.looks([(MOVES, name) for name in options])}
        found.things = list(barring.looks([(CARDS, name) for name in things]))
    except StoppedError:
        raise KeyboardInterrupt from None
    for look in found.things:
        others = [other for other in found.things if other is not look]
        if len(others) >= FEW:
            compare(look, others)
    return found


def seconds_a_game(game: Any, agent: str, barred: Sequence[str], seed: int, threads: int | None) -> float:
    """How long one game takes, with somebody barred from something or not, if nobody else uses the machine: the work done, spread over the cores."""

    def work(deals: int) -> float:
        start = process_time()
        Table(game, deals, seed, threads, None).barred(agent, barred)
        return process_time() - start

    work(1)  # kernels are loaded here
    few, many = work(1), work(1 + _PILOT)  # the difference is without what it takes to sit down
    each: float = (many - few) / (_PILOT * (game.players if barred else 1)) / (threads or os.cpu_count() or 1)
    return max(1e-6, each)

"""What players of all kinds do in every situation, as one strategy: so that it can be judged exactly."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from ludwright.engine.random import Stream
from ludwright.equilibria.mistakes import EquilibriumError
from ludwright.equilibria.tree import Reals, Situation, Tree
from ludwright.play.agents import bots_of, player_called

Shares = Mapping[int, float] | Sequence[float]
"""How often each option is taken: by code, or in the order of the options."""

Policy = Callable[[Any, int], Shares]
"""From a match and a seat to shares. The match stands at one of the positions that look alike to the seat: what it can't see there is not the truth."""

Who = str | Policy

UNIFORM, RANDOM = "uniform", "random"


def strategy_of(tree: Tree, who: Who | Sequence[Who]) -> Reals:
    """The strategy of some players: one for all seats, or one for each seat.

    A player is ``uniform`` (all options equally often), ``random`` (as simulations play: groups by their weights), a bot of the game, or a
    function from a match and a seat to shares.
    """
    players = [who] if isinstance(who, str) or callable(who) else list(who)
    if len(players) == 1:
        players *= tree.players
    if len(players) != tree.players:
        raise EquilibriumError(
            f"{len(players)} players are named, but {tree.players} play: {', '.join(tree.game.seats)}"
        )
    policies = [_policy(tree, player) for player in players]
    strategy = np.zeros(int(tree.begins[-1]))
    for situation in tree.situations:
        begin, end = tree.begins[situation.number], tree.begins[situation.number + 1]
        strategy[begin:end] = policies[situation.seat](situation)
    return strategy


def _policy(tree: Tree, player: Who) -> Callable[[Situation], Sequence[float]]:
    if callable(player):
        return _Asked(tree, player).shares
    if player.strip().casefold() == UNIFORM:
        return lambda situation: [1 / len(situation.codes)] * len(situation.codes)
    name = player_called(tree.game, player)
    if name == RANDOM:
        return lambda situation: at_random(tree.game, situation.codes)
    return _Bot(tree, bots_of(tree.game)[name], name).shares


def at_random(game: Any, codes: Sequence[int]) -> list[float]:
    """How often a random player takes each option: groups by their weights, what is in no group as in one big draw."""
    groups = game.rules.groups
    own = [next((g for first, last, g in groups.ranges if first <= code <= last), -1) for code in codes]
    present = {group: own.count(group) for group in own if group >= 0}
    total = sum(groups.weights[group] for group in present)
    if len(present) < 2 or not total:
        return [1 / len(codes)] * len(codes)
    grouped = sum(present.values()) / len(codes)
    return [1 / len(codes) if group < 0 else grouped * groups.weights[group] / total / present[group] for group in own]


class _Bot:
    """A scripted player of the game: the options it likes best, each equally often."""

    def __init__(self, tree: Tree, export: str, name: str) -> None:
        self._game = tree.game
        self._export = export
        self._name = name
        self._table = [int(word) for word in tree.game.table]

    def shares(self, situation: Situation) -> Sequence[float]:
        twin = self._game.twin
        context = twin.new_context(Stream(0, 1))
        context.options = list(situation.codes)
        left = int(twin.real(self._export, situation.words.tolist(), self._table, context, situation.seat))
        if context.fault:
            where = self._game.where(context.fault_line)
            raise EquilibriumError(f"the bot `{self._name}` can't choose, a rule of it fails ({where})")
        liked = context.options[:left]
        if not liked:
            return at_random(self._game, situation.codes)
        return [(code in liked) / len(liked) for code in situation.codes]


class _Asked:
    """Somebody's own function."""

    def __init__(self, tree: Tree, policy: Policy) -> None:
        self._policy = policy
        self._match = tree.game.start()

    def shares(self, situation: Situation) -> Sequence[float]:
        match = self._match.twin_of(situation.words)
        given = self._policy(match, situation.seat)
        found = (
            [float(given.get(c, 0.0)) for c in situation.codes]
            if isinstance(given, Mapping)
            else [float(g) for g in given]
        )
        if len(found) != len(situation.codes) or min(found) < 0 or abs(sum(found) - 1) > 1e-6:
            options = ", ".join(option.words for option in match.legal())
            raise EquilibriumError(
                f"shares of {len(situation.codes)} options ({options}) must add up to 1, but they are {given}"
            )
        return found

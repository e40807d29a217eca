"""What players of all kinds do in every situation, as one strategy: so that it can be judged exactly."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any

import numpy as np

from ludwright.agents.catalogue import BOT, RANDOM
from ludwright.agents.equilibrium_kind import EQUILIBRIUM
from ludwright.agents.seating import thinker
from ludwright.agents.texts import AgentText, bots_of, read
from ludwright.engine.random import Stream, stream
from ludwright.equilibria.mistakes import EquilibriumError
from ludwright.equilibria.tree import Reals, Situation, Tree
from ludwright.game import Game

Shares = Mapping[int, float] | Sequence[float]
"""How often each option is taken: by code, or in the order of the options."""

Policy = Callable[[Any, int], Shares]
"""From a match and a seat to shares. The match stands at one of the positions that look alike to the seat: what it can't see there is not the truth."""

Who = str | Policy

UNIFORM = "uniform"

SAMPLES = 100
"""How often a player that thinks is asked in each situation."""


def strategy_of(tree: Tree, who: Who | Sequence[Who], samples: int = SAMPLES) -> Reals:
    """The strategy of some players: one for all seats, or one for each seat.

    A player is ``uniform`` (all options equally often), ``random`` (as simulations play: groups by their weights), a bot of the game, any other
    player by its text, or a function from a match and a seat to shares. What a player that thinks does is found by asking it so
    many times in every situation: so it is an estimate, which looks a little easier to exploit than the player is.
    """
    players = [who] if isinstance(who, str) or callable(who) else list(who)
    if len(players) == 1:
        players *= tree.players
    if len(players) != tree.players:
        named = f"{len(players)} players are named, but {tree.players} play: {', '.join(tree.game.seats)}"
        raise EquilibriumError(f"{named}. One name fills all seats")
    policies = [_policy(tree, player, samples) for player in players]
    strategy = np.zeros(int(tree.begins[-1]))
    for situation in tree.situations:
        begin, end = tree.begins[situation.number], tree.begins[situation.number + 1]
        strategy[begin:end] = policies[situation.seat](situation)
    return strategy


def _policy(tree: Tree, player: Who, samples: int) -> Callable[[Situation], Sequence[float]]:
    if callable(player):
        return _Asked(tree, player).shares
    if player.strip().casefold() == UNIFORM:
        return lambda situation: [1 / len(situation.codes)] * len(situation.codes)
    text = read(player, tree.game)
    if text.kind is RANDOM:
        return lambda situation: at_random(tree.game, situation.codes)
    if text.kind is BOT:
        name = str(text.settings["name"])
        return _Bot(tree, bots_of(tree.game)[name], name).shares
    if text.kind is EQUILIBRIUM:
        return _solved(tree, text)
    return Thinking(tree, text, samples).shares


def _solved(tree: Tree, text: AgentText) -> Callable[[Situation], Sequence[float]]:
    """The player that keeps to an equilibrium says itself what it does."""
    found = import_module(text.kind.home).make(tree.game, text.settings).table.found
    return lambda situation: found.strategy[
        found.tree.begins[situation.number] : found.tree.begins[situation.number + 1]
    ].tolist()


def at_random(game: Game, codes: Sequence[int]) -> list[float]:
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


class Thinking:
    """A player that thinks, asked again and again."""

    def __init__(self, tree: Tree, text: AgentText, samples: int) -> None:
        self._game = tree.game
        self._samples = samples
        self._sitter = thinker(tree.game, text).sit(10_000)
        self._decide = ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_int64] * 7)(self._sitter.function)
        compiled = tree.game.compiled
        self._state, self._context = compiled.new_state(), compiled.new_context(Stream(0, 1))

    def shares(self, situation: Situation) -> Sequence[float]:
        self._state[:] = situation.words
        options = self._game.compiled.legal(self._state, self._game.table, self._context)
        counts = [0.0] * options
        for number in range(self._samples):
            roles = [stream(situation.number, number, role) for role in range(self._game.players + 1)]
            streams = np.array(roles, np.uint64).ravel()
            choice = self._decide(
                self._sitter.mind.address, self._state.ctypes.data, self._game.table.ctypes.data, self._context.ctypes.data,
                options, situation.seat, streams.ctypes.data,
            )  # fmt: skip
            if not 0 <= choice < options:
                raise EquilibriumError(f"the player has no answer for {self._game.seats[situation.seat]}")
            counts[choice] += 1 / self._samples
        return counts


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

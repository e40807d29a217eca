"""A variant's first games, at random: short ones are played in plain Python, so that nothing is compiled for what the first gates stop."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from ludwright import ir
from ludwright.engine.random import Stream, stream
from ludwright.engine.twin import TwinContext
from ludwright.game import Game
from ludwright.play.outcome import is_cooperative
from ludwright.play.simulate import simulate
from ludwright.play.winners import PLACING, WinCount, Winners

_PASSES, _MOVES = 100_000, 4_000
"""Plain Python is slow: so many passes of loops between two decisions, and so many moves in all games together, are as many as it plays."""
_TOO_LONG = ("does not end", ir.FAULTS[ir.TOO_LONG])
_LOOKED_AT, _FIRST_MOVES = 6, 200
"""Of long games the options of so many are counted, as far as that."""


@dataclass
class RandomGames:
    """What came of some games at random."""

    seats: int
    cooperative: bool
    decisions: list[int] = field(default_factory=list)
    options: list[int] = field(default_factory=list)
    """How many there were at each decision that was one."""
    faults: list[str] = field(default_factory=list)
    """Of every game that did not come to its end."""
    won: WinCount = field(init=False)

    def __post_init__(self) -> None:
        self.won = WinCount(self.seats)

    @property
    def games(self) -> int:
        """All of them."""
        return len(self.decisions) + len(self.faults)

    @property
    def broken(self) -> list[str]:
        """What went wrong in games that are not just too long."""
        return [one for one in self.faults if one not in _TOO_LONG]

    @property
    def finished(self) -> int:
        """Those that came to their end."""
        return len(self.decisions)


class _Brief(TwinContext):
    """With less patience than machine code has."""

    __slots__ = ()

    def renew(self) -> None:
        super().renew()
        self.fuel = _PASSES


def play_at_random(game: Game, games: int, seed: int, move_limit: int, brief: bool = True) -> RandomGames:
    """Some games at random, the same on every machine; ``brief`` tries plain Python first."""
    found = _by_twin(game, games, seed, move_limit) if brief else None
    return found or _by_machine(game, games, seed, move_limit)


def _by_twin(game: Game, games: int, seed: int, move_limit: int) -> RandomGames | None:
    """None where they are too long for it."""
    found = RandomGames(game.players, is_cooperative(game))
    twin, table = game.twin, [int(word) for word in game.table]
    dice = np.random.default_rng(seed)
    returns, named, moves = [], [], 0
    for number in range(games):
        state, context = twin.new_state(), _Brief(Stream(*stream(seed, number, 0)), game.program.max_options)
        count, decisions = twin.setup(state, table, context), 0
        while count and decisions < move_limit:
            if games * (moves + decisions) > _MOVES * (number + 1):
                return None
            found.options += [count] if count > 1 else []
            count = twin.advance(state, table, context, context.options[int(dice.integers(count))])
            decisions += 1
        moves += decisions
        if state[ir.OVER] == 2 and state[ir.FAULT] == ir.TOO_MUCH:
            return None
        if state[ir.OVER] != 1:
            found.faults.append(ir.FAULTS[state[ir.FAULT]] if state[ir.OVER] == 2 else _TOO_LONG[0])
            continue
        found.decisions.append(decisions)
        returns.append([twin.real("returns", state, table, context, seat) for seat in range(game.players)])
        named.append(PLACING in game.program.reals and twin.real(PLACING, state, table, context, 0) > 0)
    if returns:
        found.won.add(Winners.of(np.array(returns, float).T, np.array(named)))
    return found


def _by_machine(game: Game, games: int, seed: int, move_limit: int) -> RandomGames:
    found = RandomGames(game.players, is_cooperative(game), options=_options(game, seed))
    result = simulate(game, games, seed=seed, threads=1, move_limit=move_limit)
    if result.interrupted:
        raise KeyboardInterrupt
    found.won = result.won
    found.decisions = [round(result.decisions.mean)] * result.finished
    found.faults = [one.words for one in result.faults for _ in range(one.games)]
    return found


def _options(game: Game, seed: int) -> list[int]:
    """How many options there were in the first moves of a few games."""
    dice = np.random.default_rng(seed)
    offered = []
    for number in range(_LOOKED_AT):
        match = game.start(seed, number)
        while not match.over and match.moves < _FIRST_MOVES:
            codes = match.codes()
            offered += [len(codes)] if len(codes) > 1 else []
            match.apply(codes[int(dice.integers(len(codes)))])
    return offered

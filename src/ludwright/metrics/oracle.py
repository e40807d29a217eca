"""An oracle: what play-outs or a search say of the positions of recorded games.

`playouts:100` plays every position on a hundred times at random; `playouts:50,greedy` lets an agent do it. Any agent that searches a tree,
such as `mcts:200`, is asked what the position is worth to the player to move; that tells the chances of both where two play. An oracle
that plays on sees all cards: what it says is the chance as it is, not as a player would guess it. A player that has learned, `learned` or `learned:FILE`, says
what it expects.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from typing import Any

import numpy as np
import polars as pl

from ludwright import ir
from ludwright.agents.asking import ask, streams_of
from ludwright.agents.catalogue import MCTS
from ludwright.agents.kernels.deciding import MEANS, SAMPLES
from ludwright.agents.learned_kind import LEARNED
from ludwright.agents.nature import nature_of
from ludwright.agents.search_reading import SearchTree, array_at
from ludwright.agents.searching import Searcher
from ludwright.agents.seating import thinker
from ludwright.agents.texts import read
from ludwright.engine.random import Stream
from ludwright.game import Game
from ludwright.metrics.calibration import ended, forecast_error
from ludwright.metrics.curve import RULES, TABLE, OutcomeCurve, won_by
from ludwright.metrics.evidence import NoEvidenceError
from ludwright.metrics.figure import Figure
from ludwright.metrics.intervals import Numbers
from ludwright.metrics.playing_on import PlayingOn
from ludwright.metrics.replays import Replays, State
from ludwright.play.agents import MOVE_LIMIT
from ludwright.play.winners import Winners

PLAYOUTS = "playouts"
_WEIGHED = 200
"""Of so many decisions play-outs weigh every option."""
WEIGHED = {"game": pl.Int64, "ply": pl.Int32, "code": pl.Int32, "value": pl.Float64, "error": pl.Float64}


@dataclass(frozen=True)
class Said:
    """What an oracle says of one position."""

    chances: Numbers
    errors: Numbers
    options: tuple[tuple[int, float, float], ...] = ()
    """Code, worth to the player to move, and its standard error, where options were weighed."""


@dataclass(frozen=True)
class ChoicePosition:
    """A position in which somebody chooses."""

    game: int
    ply: int
    mover: int
    said: Said


class Oracle:
    """All that was said."""

    def __init__(self, text: str, moments: Sequence[ChoicePosition], common: bool, players: int) -> None:
        self.text, self.moments, self.common, self.players = text, moments, common, players

    @property
    def weighed(self) -> pl.DataFrame:
        """What options are worth: game, ply, code, value, error."""
        rows = [(m.game, m.ply, *option) for m in self.moments for option in m.said.options]
        return pl.DataFrame(rows, schema=WEIGHED, orient="row")

    def curve(self, seats: pl.DataFrame) -> OutcomeCurve:
        """The chances before every choice of the finished games, and the result at the end."""
        ended_seats = seats.drop_nulls("won")
        known = set(ended_seats["game"].to_list())
        moments = [moment for moment in self.moments if moment.game in known]
        games = np.array(sorted({moment.game for moment in moments}), np.int64)
        sides = 2 if self.common else self.players
        values, marks, movers, starts = [], [], [], [0]
        by_game: dict[int, list[ChoicePosition]] = {}
        for moment in moments:
            by_game.setdefault(moment.game, []).append(moment)
        for game in games.tolist():
            own = by_game[game]
            values += [moment.said.chances for moment in own] + [np.full(sides, 1 / sides)]
            marks += [moment.ply for moment in own] + [own[-1].ply + 1]
            movers += [-1] + [moment.mover for moment in own]
            starts.append(len(values))
        parts = won_by(seats, games, self.players)
        if self.common:
            anybody = np.minimum(1.0, parts.sum(axis=1))
            parts, movers = np.column_stack([anybody, 1 - anybody]), [min(mover, 0) for mover in movers]
        names = (TABLE, RULES) if self.common else tuple(f"seat {seat + 1}" for seat in range(sides))
        curve = OutcomeCurve(
            games, np.array(starts), np.array(values).reshape(-1, sides), np.array(marks, np.int64),
            np.array(movers, np.int64), parts, "move", f"{self.text} asked before every choice", None, names,
        )  # fmt: skip
        return curve.having(ended(curve, curve.values), curve.how, self._error(curve))

    def _error(self, curve: OutcomeCurve) -> Figure:
        """How far the oracle is from the results, and how much of that is its own noise."""
        found = forecast_error(curve, curve.values)
        noise = [float(moment.said.errors.mean()) for moment in self.moments]
        own = Figure("standard error", float(np.mean(noise)) if noise else None, n=len(noise), of="positions")
        return replace(found, name="oracle error", parts=(*found.parts, own))


def consult(replays: Replays, text: str) -> Oracle:
    """Ask an oracle about the positions of some games, before every choice."""
    moments: list[ChoicePosition] = []
    game = next((replays.run.game_of(game) for game, _, _ in replays), None)
    if game is None:
        return Oracle(text, [], False, 1)
    common = nature_of(game).common
    asked = _asked(game, text, common)
    places = [(game_id, number, codes) for game_id, number, codes in replays]
    every = max(1, sum(len(codes) for _, _, codes in places) // _WEIGHED)
    seen = 0
    for game_id, number, codes in places:
        for ply, (state, legal) in enumerate(replays.positions_of(game, number, codes)):
            if ply == len(codes) or len(legal) < 2:
                continue
            seen += 1
            said = asked.say(state, legal.tolist(), weigh=seen % every == 0)
            moments.append(ChoicePosition(game_id, ply, int(state[ir.ACTOR]), said))
    return Oracle(text, moments, common, game.players)


def _asked(game: Game, text: str, common: bool) -> _PlayOuts | _Search | _Learned:
    kind = text.split(":")[0]
    if kind == PLAYOUTS:
        return _PlayOuts(game, text, common)
    return _Learned(game, text, common) if kind == LEARNED.name else _Search(game, text)


class _PlayOuts:
    """Plays positions on."""

    def __init__(self, game: Game, text: str, common: bool) -> None:
        times, _, agent = text.partition(":")[2].partition(",")
        if not times.isdecimal() or not 2 <= int(times) <= 1_000_000:
            raise NoEvidenceError(
                f"`{text}`: say how many play-outs, 2 or more, as in `{PLAYOUTS}:100` or `{PLAYOUTS}:50,greedy`"
            )
        self.playing, self.common = PlayingOn(game, agent or "random", int(times)), common

    def say(self, state: State, codes: Sequence[int], weigh: bool) -> Said:
        """The chances in a position."""
        parts = self._parts(self.playing.outcomes(state, None))
        mover = int(state[ir.ACTOR])
        options = []
        for code in codes if weigh else ():
            own = self._parts(self.playing.outcomes(state, code))[:, 0 if self.common else mover]
            options.append((int(code), float(own.mean()), _standard_error(own)))
        errors = np.array([_standard_error(parts[:, side]) for side in range(parts.shape[1])])
        return Said(parts.mean(axis=0), errors, tuple(options))

    def _parts(self, outcomes: Numbers) -> Numbers:
        """The part of the win of every side, play-out by play-out; a draw is shared by all."""
        if self.common:
            won = (outcomes.max(axis=1) > 0).astype(float)
            return np.column_stack([won, 1 - won])
        return Winners.of(outcomes.T).shares.T


def _standard_error(values: Numbers) -> float:
    """Of a share: half a hit and half a miss more keep it from being certain."""
    share = (float(values.sum()) + 0.5) / (len(values) + 1)
    return sqrt(share * (1 - share) / len(values))


class _Learned:
    """Asks a player that has learned what it expects of every answer; others than the mover, of the position as it is."""

    def __init__(self, game: Game, text: str, common: bool) -> None:
        self.game, self.common = game, common
        player: Any = thinker(game, read(text, game))
        known = player.learned
        if not known.squash or known.scale != 1.0:
            raise NoEvidenceError(
                f"`{text}` has learned how many points to expect, which tells no chances: ask `{PLAYOUTS}:100`"
            )
        self.stop, self.asked = np.zeros(1, np.int64), 0
        self.sitter, self.judge = player.sit(MOVE_LIMIT, self.stop), player.evaluator(MOVE_LIMIT, self.stop)
        self.context = game.compiled.new_context(Stream(0, 1))
        self.worth = ctypes.CFUNCTYPE(ctypes.c_double, *(ctypes.c_int64,) * 4)(player.evaluate)

    def say(self, state: State, codes: Sequence[int], weigh: bool) -> Said:
        """The chances in a position."""
        mover, self.asked = int(state[ir.ACTOR]), self.asked + 1
        ask(self.game, self.sitter, codes, state, mover, streams_of(self.game, 1, self.asked), self.stop)
        block = self.sitter.mind.block
        worths = 0.5 + 0.5 * array_at(block[MEANS], np.float64, len(codes)) / int(block[SAMPLES])
        options = tuple((int(code), float(worth), 0.0) for code, worth in zip(codes, worths, strict=True))
        best = float(worths.max())
        if self.common or self.game.players == 2:
            chances = np.array([best, 1 - best] if self.common or mover == 0 else [1 - best, best])
        else:
            chances = np.array(
                [best if seat == mover else self._seat(state, seat) for seat in range(self.game.players)]
            )
            chances /= max(1e-9, chances.sum())
        return Said(chances, np.zeros(len(chances)), options if weigh else ())

    def _seat(self, state: State, seat: int) -> float:
        held = np.array(state, np.int32)
        return 0.5 + 0.5 * float(self.worth(self.judge.address, held.ctypes.data, self.context.ctypes.data, seat))


class _Search:
    """Asks a player that searches what it thinks."""

    def __init__(self, game: Game, text: str) -> None:
        self.game = game
        if not nature_of(game).duel:
            raise NoEvidenceError(
                f"`{text}` tells what a position is worth to one player: with others than two, ask `{PLAYOUTS}:100`"
            )
        who = read(text, game)
        # of a game with a scripted player, `mcts` may improve on that instead of searching a tree
        player = Searcher(game, who.settings) if who.kind is MCTS else thinker(game, who) if who.kind.home else None
        if not isinstance(player, Searcher):
            raise NoEvidenceError(f"`{text}` does not search a tree: ask `mcts:200` or `{PLAYOUTS}:100`")
        player.spread = True
        player.settings.update(searches=1, reuse=False)
        self.stop = np.zeros(1, np.int64)
        self.sitter = player.sit(MOVE_LIMIT, self.stop)
        self.asked = 0

    def say(self, state: State, codes: Sequence[int], weigh: bool) -> Said:
        """The chances of both, and what each option is worth."""
        seat = int(state[ir.ACTOR])
        self.asked += 1
        ask(self.game, self.sitter, codes, state, seat, streams_of(self.game, 1, self.asked), self.stop)
        options = tuple(self._worths(seat, codes))
        if not options:
            return Said(np.array([0.5, 0.5]), np.array([0.5, 0.5]))
        value, error = self._position(seat, codes, options)
        chances = np.array([value, 1 - value]) if seat == 0 else np.array([1 - value, value])
        return Said(chances, np.array([error, error]), options)

    def _position(
        self, seat: int, codes: Sequence[int], options: Sequence[tuple[int, float, float]]
    ) -> tuple[float, float]:
        """What the position is worth to the player to move: the mean of the whole search, or what is proven.

        The best option's own mean would always look too good: it is the best because it was lucky, too.
        """
        best = max(options, key=lambda option: (option[1], -option[2]))
        if best[2] == 0:
            return best[1], 0.0
        found = SearchTree(self.sitter.mind)
        taken = [one for one in found.below(found.root(seat)) if one.mover == seat and one.code in codes]
        visits = sum(one.visits for one in taken)
        low, high = self.sitter.mind.span.tolist()
        mean = sum(one.total for one in taken) / visits
        spread = max(0.0, sum(one.squares for one in taken) / visits - mean * mean)
        scale = (high - low) or 1.0
        return (mean - low) / scale, sqrt(spread / visits) / scale

    def _worths(self, seat: int, codes: Sequence[int]) -> Iterator[tuple[int, float, float]]:
        low, high = self.sitter.mind.span.tolist()
        scale = (high - low) or 1.0
        found = SearchTree(self.sitter.mind)
        proven = {"win": 1.0, "draw": 0.5, "loss": 0.0}
        for one in found.below(found.root(seat)):
            if one.mover != seat or one.code not in codes:
                continue
            if one.proven is not None:
                yield one.code, proven[one.proven], 0.0
            elif one.visits > 1:
                mean = one.total / one.visits
                spread = max(one.squares / one.visits - mean * mean, scale * scale / (4 * one.visits))
                yield one.code, (mean - low) / scale, sqrt(spread / one.visits) / scale

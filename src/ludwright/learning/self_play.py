"""Games that a search with a network plays against itself, and what is kept of them to learn from."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

import numpy as np
import numpy.typing as npt

from ludwright import ir
from ludwright.agents.asking import streams_of
from ludwright.agents.kernels import learned as seen
from ludwright.agents.kernels import tree
from ludwright.agents.kernels.network import find_in_position
from ludwright.agents.searching import Searcher
from ludwright.engine.random import Stream
from ludwright.learning.network import Network
from ludwright.learning.network_judge import NetworkJudge
from ludwright.play.agents import MOVE_LIMIT
from ludwright.play.playable import Playable

OPENING = 6
"""In the first so many decisions of each seat it takes any answer, each as likely as the search looked at it; later only now and then."""
_TABLE = Lock()
"""Matches of one game share a desk, on which one thread writes at a time; searches have memory of their own, and go on meanwhile."""
_DECIDE = ctypes.CFUNCTYPE(ctypes.c_int64, *(ctypes.c_int64,) * 7)
_FIND = ctypes.CFUNCTYPE(ctypes.c_double, *(ctypes.c_int64,) * 4)

Whole = npt.NDArray[np.int32]
Singles = npt.NDArray[np.float32]


@dataclass
class Lessons:
    """Positions: what was found in each, which answers there were, how much the search looked at each, and what came of it."""

    found: list[Whole] = field(default_factory=list)
    codes: list[Whole] = field(default_factory=list)
    """None where somebody else was asked: there only the worth is learned."""
    looks: list[Singles] = field(default_factory=list)
    results: list[float] = field(default_factory=list)
    games: list[int] = field(default_factory=list)
    """How many positions each game has, the oldest first."""
    most: int = 1
    """So many games are kept."""

    def __len__(self) -> int:
        return len(self.results)

    def add(self, other: Lessons) -> None:
        """Keep another game, and forget the oldest, if there are too many."""
        self.found += other.found
        self.codes += other.codes
        self.looks += other.looks
        self.results += other.results
        self.games.append(len(other))
        while len(self.games) > self.most:
            gone = self.games.pop(0)
            for rows in (self.found, self.codes, self.looks, self.results):
                del rows[:gone]

    def packed(self) -> dict[str, npt.NDArray[Any]]:
        """As arrays, to be kept in a file."""
        return {
            "games": np.array(self.games, np.int32),
            "results": np.array(self.results, np.float32),
            "found": np.concatenate([*self.found, np.zeros(0, np.int32)]).astype(np.int32),
            "found_counts": np.array([len(row) for row in self.found], np.int32),
            "codes": np.concatenate([*self.codes, np.zeros(0, np.int32)]).astype(np.int32),
            "code_counts": np.array([len(row) for row in self.codes], np.int32),
            "looks": np.concatenate([*self.looks, np.zeros(0, np.float32)]).astype(np.float32),
        }

    @classmethod
    def unpacked(cls, arrays: Mapping[str, npt.NDArray[Any]], most: int) -> Lessons:
        """Out of arrays; nothing, where there are none."""
        if "games" not in arrays:
            return cls(most=most)
        ends, options = np.cumsum(arrays["found_counts"])[:-1], np.cumsum(arrays["code_counts"])[:-1]
        if not len(arrays["results"]):
            return cls(most=most)
        return cls(
            found=np.split(arrays["found"].copy(), ends),
            codes=np.split(arrays["codes"].copy(), options),
            looks=np.split(arrays["looks"].copy(), options),
            results=[float(result) for result in arrays["results"]],
            games=[int(count) for count in arrays["games"]],
            most=most,
        )


class SelfPlay:
    """Somebody who sits in all seats and searches in each, for one thread. The weights are shared: who learns changes them between games."""

    def __init__(self, game: Playable, network: Network, explore: float) -> None:
        self.game, self.network, self.explore = game, network, explore
        self.stop = np.zeros(1, np.int64)
        judge = NetworkJudge(game, network)
        searcher = Searcher(game, {"iterations": network.thoughts, "reuse": False, "solve": 0}, judge=judge)
        self._sitters = [searcher.sit(MOVE_LIMIT, self.stop) for _ in range(game.players)]
        self._eyes = judge.evaluator(MOVE_LIMIT, self.stop)
        self._find = _FIND(find_in_position().address)
        self._context = game.compiled.new_context(Stream(0, 1))

    def play(self, number: int) -> Lessons:
        """Play a game of the seed, and tell what there is to learn from it."""
        game, seed = self.game, self.network.seed
        streams = streams_of(game, seed, number)
        with _TABLE:
            match = game.start(seed=seed, game=number)
        dice, lessons, seats = np.random.default_rng([seed, number]), Lessons(), list[int]()
        asked = [0] * game.players
        while not match.over and match.moves < MOVE_LIMIT and not self.stop[0]:
            with _TABLE:
                codes, seat = match.codes(), match.actor or 0
                state = np.array(match.words, np.int32)
                if len(codes) < 2:
                    match.apply(codes[0])
                    continue
            looks = self._search(state, codes, seat, streams)
            for who in range(game.players) if not self.network.mirrored else (seat,):
                lessons.found.append(self._seen(state, who))
                lessons.codes.append(np.array(codes if who == seat else [], np.int32))
                lessons.looks.append(looks if who == seat else looks[:0])
                seats.append(who)
            tempered = asked[seat] < OPENING or dice.random() < self.explore
            place = int(dice.choice(len(codes), p=_chances(looks))) if tempered else int(looks.argmax())
            asked[seat] += 1
            with _TABLE:
                match.apply(codes[place])
        if match.over and not self.stop[0]:
            with _TABLE:
                results = match.returns()
            lessons.results = [float(results[who]) / self.network.scale for who in seats]
            return lessons
        return Lessons()

    def _search(self, state: Whole, codes: Any, seat: int, streams: npt.NDArray[np.uint64]) -> Singles:
        """What share of its time the search looked at each answer."""
        sitter, context = self._sitters[seat], self.game.compiled.new_context(Stream(0, 1))
        context[ir.CTX_HEADER : ir.CTX_HEADER + len(codes)] = codes
        context[ir.CTX_OPTIONS] = len(codes)
        table = self.game.table
        place = _DECIDE(sitter.function)(
            sitter.mind.address,
            state.ctypes.data,
            table.ctypes.data,
            context.ctypes.data,
            len(codes),
            seat,
            streams.ctypes.data,
        )
        tally = (ctypes.c_double * len(codes)).from_address(int(sitter.mind.block[tree.TALLY]))
        merits = np.array(tally[:], np.float64)
        if merits.max() > 1e12 or merits.max() <= 0.5:  # a proven win, or all is lost
            looks = np.zeros(len(codes), np.float32)
            looks[max(0, place)] = 1.0
            return looks
        visits = np.clip(np.rint(merits), 0.0, None)
        return np.asarray(visits / visits.sum(), np.float32)

    def _seen(self, state: Whole, seat: int) -> Whole:
        """What a seat sees in a position, as the network is told it."""
        eyes = self._eyes
        count = int(self._find(eyes.address, state.ctypes.data, self._context.ctypes.data, seat))
        found = (ctypes.c_int64 * count).from_address(int(eyes.block[seen.FOUND]))
        return np.array(found[:], np.int32)


def _chances(looks: Singles) -> npt.NDArray[np.float64]:
    wide = looks.astype(np.float64)
    return np.asarray(wide / wide.sum(), np.float64)

"""All positions of a game in memory, found step by step, and their values."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from ludwright import ir
from ludwright.engine.compiled import State
from ludwright.engine.positions import pack, unpack
from ludwright.exact import backward, expanding
from ludwright.exact.expanding import Graph
from ludwright.exact.outcomes import answer, begin, copy_state, likelihood, new_script, next_script
from ludwright.exact.prepared import NotExactError, Prepared
from ludwright.mistakes import LudwrightError

Progress = Callable[[int, int], None]
"""Called now and then with the positions gone through so far and the positions found."""

WIDEST = 100_000
"""Outcomes of one move that are gone through at most."""
CLOSE = 1e-12
"""With chance in cycles, values are worked out until none changes by more."""
_CHUNK = 20_000
_FIRST = 1 << 12
_AT_ONCE, _LONG = 500_000, 0.2
"""So many positions one call of a kernel goes through, and about so many seconds it takes at most: Ctrl-C is heard in between."""
_SWEEPS = 100_000
_FAR = np.int32(1 << 30)


class GraphTooBigError(LudwrightError):
    """More positions than were allowed."""


class PositionGraph:
    """The positions that may come about from some starting ones, and what leads to what."""

    def __init__(self, prepared: Prepared) -> None:
        self.prepared = prepared
        self.chance = prepared.cursor >= 0
        self._rules = prepared.rules
        self._key = np.zeros(prepared.packing.size, np.uint64)
        self._room, self._edges = _FIRST, 8 * _FIRST
        many, edges = (self._room, self._edges) if self.chance else (self._room, 0)
        self._arrays: dict[str, npt.NDArray[Any]] = {
            "keys": np.zeros((many, self._key.size), np.uint64),
            "slots": np.full(4 * many, -1, np.int32),
            "actor": np.zeros(many, np.int8),
            "values": np.zeros((many, prepared.seats)),
            "move_first": np.zeros(many + 1, np.int64),
            "outcome_first": np.zeros(edges + 1, np.int64),
            "child": np.zeros(self._edges, np.int32),
            "weight": np.zeros(edges),
            "counts": np.zeros(8, np.int64),
        }
        self.starts: list[tuple[int, float]] = []
        """Where it begins: positions, and how likely each is."""

    @property
    def graph(self) -> Graph:
        """The arrays, for kernels."""
        return Graph(**self._arrays)

    @property
    def positions(self) -> int:
        """How many positions were found."""
        return int(self._arrays["counts"][expanding.FOUND])

    @property
    def bytes(self) -> int:
        """The memory they take."""
        return sum(array.nbytes for array in self._arrays.values())

    # ------------------------------------------------------------ finding

    def start_anew(self) -> State:
        """Begin with a new game, in every way chance may set it up. One of these states."""
        state = self.prepared.new_state()
        new_script(self._rules)
        while True:
            begin(self._rules, state)
            share = likelihood(self._rules, state)
            if share < 0 or len(self.starts) >= WIDEST:
                raise NotExactError(f"{self.prepared.game.title} can begin in too many ways to go through them all")
            self._add_start(state, share)
            if not next_script(self._rules, state):
                return state

    def start_from(self, state: State) -> State:
        """Begin with one state."""
        self._add_start(state, 1.0)
        return state

    def _add_start(self, state: State, share: float) -> None:
        if state[ir.OVER] == 2:
            raise NotExactError(f"{self.prepared.game.title} is stopped by a fault when it begins")
        self._make_room()
        self.starts.append((int(expanding.note_position(self._rules, self.graph, state, self._key)), share))

    def find_all(self, template: State, limit: int, progress: Progress | None = None) -> None:
        """Find all positions, or raise :class:`GraphTooBigError` when there are more than ``limit``."""
        state, after = template.copy(), self.prepared.new_state()
        codes = np.zeros(self.prepared.compiled.capacity, np.int32)
        most = _CHUNK // 16
        while True:
            self._make_room()
            began = time.perf_counter()
            ended = expanding.expand(self._rules, self.graph, state, after, self._key, codes, most, WIDEST)
            slow = time.perf_counter() - began > _LONG  # Ctrl-C is heard between two calls
            most = max(1, most // 2) if slow else min(2 * most, _CHUNK)
            if progress is not None:
                progress(int(self._arrays["counts"][expanding.EXPANDED]), self.positions)
            if self.positions > limit:
                raise GraphTooBigError(
                    f"{self.prepared.game.title} has more than {limit:,} positions: allow more with a higher limit, or set the game smaller"
                )
            if ended == expanding.ALL:
                return
            if ended == expanding.TOO_WIDE:
                raise NotExactError(
                    f"{self.prepared.game.title}: chance has more than {WIDEST:,} outcomes after `{self._in_the_way(template)[0]}`: "
                    "they can't all be gone through"
                )

    def _in_the_way(self, template: State) -> tuple[str, State]:
        """The answer after which something was wrong, in words, and the state it leads to."""
        counts, state = self._arrays["counts"], template.copy()
        unpack(self._arrays["keys"][counts[expanding.AT]], self._rules.rows, self._rules.runs, state)
        code = int(counts[expanding.BY])
        move = self.prepared.game.wording.option(code, state.tolist()).words
        after = state.copy()
        new_script(self._rules)
        while True:
            copy_state(state, after)
            answer(self._rules, after, code)
            if after[ir.OVER] == 2 or not next_script(self._rules, after):
                return move, after

    def fault(self, template: State) -> str | None:
        """The first fault that was met, if any rule can't be carried out in some position."""
        if not self._arrays["counts"][expanding.FAULTS]:
            return None
        move, state = self._in_the_way(template)
        words = ir.FAULTS.get(int(state[ir.FAULT]), "a fault")
        return f"`{move}` can be stopped by a fault: {words} ({self.prepared.game.where(int(state[ir.FAULT_LINE]))})"

    def _make_room(self) -> None:
        """Make arrays larger that are nearly full."""
        arrays, (found, _, moves, outcomes) = self._arrays, self._arrays["counts"][:4]
        if 2 * found >= arrays["actor"].size:
            for name in ("keys", "actor", "values", "move_first"):
                arrays[name] = _longer(arrays[name], 2 * len(arrays[name]))
            arrays["slots"] = np.full(2 * arrays["slots"].size, -1, np.int32)
            for first, end in _slices(int(found)):
                expanding.index_again(self.graph, first, end)
        if 2 * outcomes >= arrays["child"].size:
            arrays["child"] = _longer(arrays["child"], 2 * arrays["child"].size)
            if self.chance:
                arrays["weight"] = _longer(arrays["weight"], arrays["child"].size)
        if self.chance and 2 * moves >= arrays["outcome_first"].size:
            arrays["outcome_first"] = _longer(arrays["outcome_first"], 2 * arrays["outcome_first"].size)

    # ------------------------------------------------------------ looking

    def number_of(self, state: State) -> int:
        """The number of the position of a state; -1 if it is not among them."""
        pack(state, self._rules.rows, self._rules.runs, self._key)
        return int(self._arrays["slots"][expanding.place_of(self.graph, self._key)])

    def outcomes(self, state: State, code: int) -> list[tuple[int, float]]:
        """The positions an answer may lead to, and how likely each is."""
        after, found = self.prepared.new_state(), []
        new_script(self._rules)
        while True:
            copy_state(state, after)
            answer(self._rules, after, code)
            found.append((self.number_of(after), float(likelihood(self._rules, after))))
            if not next_script(self._rules, after):
                return found


def _slices(number: int) -> list[tuple[int, int]]:
    """Positions in parts that soon are gone through."""
    return [(first, min(first + _AT_ONCE, number)) for first in range(0, number, _AT_ONCE)]


def _longer(array: npt.NDArray[Any], size: int) -> npt.NDArray[Any]:
    longer = np.zeros((size, *array.shape[1:]), array.dtype)
    longer[: len(array)] = array
    return longer


class GraphValues:
    """The values of all positions of a graph: for every seat, with best play of all."""

    OPPOSED, COMMON, EACH = range(3)
    """One against the other; all have the same interest (or there is one alone); each for himself."""

    def __init__(self, found: PositionGraph) -> None:
        self.found = found
        self.graph = found.graph
        self.number = found.positions
        ends = self.graph.values[: self.number][self.graph.actor[: self.number] == expanding.ENDED]
        self.ends = np.unique(ends[:, 0]) if len(ends) else np.zeros(0)
        """The results of seat 0 that occur."""
        self.interests = self._interests(ends)
        self.sweeps = 0
        if self.interests == self.EACH:
            self._each()
        else:
            self._bounds()

    def _interests(self, ends: npt.NDArray[np.float64]) -> int:
        seats = self.graph.values.shape[1]
        if seats == 1 or bool((ends == ends[:, :1]).all()):
            return self.COMMON
        return self.OPPOSED if seats == 2 and bool((ends[:, 0] == -ends[:, 1]).all()) else self.EACH

    def _bounds(self) -> None:
        number, opposed = self.number, self.interests == self.OPPOSED
        over = self.graph.actor[:number] == expanding.ENDED
        ends = self.graph.values[:number, 0]
        if not len(self.ends):
            raise NotExactError(f"{self.found.prepared.game.title} never comes to an end from here")
        # two opponents: play without end may be worth anything from the worst to the best result; alone it is worth less than any end
        margin = 0.0 if opposed and len(self.ends) > 1 else 1.0
        self.low, self.high = (np.where(over, ends, far) for far in (self.ends[0] - margin, self.ends[-1] + margin))
        for values in (self.low, self.high) if opposed or self.found.chance else (self.low,):
            self._settle(values, opposed)
        if not opposed and not self.found.chance:
            self.high = self.low
        # alone or together, nobody goes on for ever if an end is worth more
        self.open = (
            self.high - self.low > 1e-9 if opposed else self.low < self.ends[0] - (1e-9 if self.found.chance else 0.0)
        )
        """The positions whose value hangs on play without end."""
        mean = (self.low + self.high) / 2 if opposed else self.low
        self.graph.values[:number, 0] = mean
        for seat in range(1, self.graph.values.shape[1]):
            self.graph.values[:number, seat] = -mean if opposed else mean

    def _settle(self, values: npt.NDArray[np.float64], opposed: bool) -> None:
        for _ in range(_SWEEPS):
            self.sweeps += 1
            changes = (backward.sweep(self.graph, *part, opposed, values) for part in reversed(_slices(self.number)))
            if max(changes, default=0.0) <= (CLOSE if self.found.chance else 0.0):
                return

    def _each(self) -> None:
        if (self.graph.actor[: self.number] == expanding.STOPPED).any():
            raise NotExactError(
                f"{self.found.prepared.game.title} can be stopped by a fault, and its players are neither two opponents nor one team: "
                "what best play is can't be said then"
            )
        order, mark = np.zeros(self.number, np.int64), np.zeros(self.number + 1, np.int8)
        stack, place = np.zeros((self.number + 1, 2), np.int64), np.array([0, -1, 0])
        ended = expanding.MORE
        while ended == expanding.MORE:
            ended = backward.ordered(self.graph, order, stack, mark, place, _AT_ONCE)
        if ended == backward.AGAIN:
            raise NotExactError(
                f"{self.found.prepared.game.title} can come back to a position it had before, and its players are neither two opponents "
                "nor one team: what best play is can't be said then"
            )
        self.open = np.zeros(self.number, np.bool_)
        for first, end in _slices(self.number):
            backward.each_for_himself(self.graph, first, end, order, 1e-9)

    def of(self, outcomes: list[tuple[int, float]]) -> list[float]:
        """The value for every seat of one or several positions."""
        total = np.zeros(self.graph.values.shape[1])
        for number, share in outcomes:
            total += share * self.graph.values[number]
        return [float(value) for value in total]

    def is_open(self, outcomes: list[tuple[int, float]]) -> bool:
        """Whether the value hangs on play without end."""
        return any(self.open[number] for number, _ in outcomes)

    def plies(self) -> npt.NDArray[np.int32] | None:
        """How many moves the end is away if whoever gets the better of it hurries; not in games with chance, or of several interests."""
        if self.found.chance or self.interests == self.EACH:
            return None
        plies = np.where(self.graph.actor[: self.number] == expanding.ENDED, np.int32(0), _FAR).astype(np.int32)
        values = np.ascontiguousarray(self.graph.values[: self.number, 0])
        opposed, parts = self.interests == self.OPPOSED, _slices(self.number)[::-1]
        for _ in range(_SWEEPS):
            changed = [backward.hurry(self.graph, *part, opposed, values, plies) for part in parts]
            if not any(changed):
                break
        return plies


def built() -> bool:
    """Whether the kernels were built earlier and are at hand."""
    try:
        return bool(expanding.expand.signatures or expanding.expand._cache._cache_file._load_index())
    except AttributeError:
        return False

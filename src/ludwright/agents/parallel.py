"""One decision searched on several cores: in a tree for each, in one tree for all, or in a few trees with some cores each.

Trees of their own don't know of each other, and what speaks for every option is added up: the answer is the same for a seed. In one tree,
what one has found leads the others; an answer that somebody is looking at counts as lost meanwhile, so that they look elsewhere. Who comes
first then depends on the machine, and so does the answer.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import numpy as np
import numpy.typing as npt

from ludwright.agents.kernels import block as places
from ludwright.agents.kernels import deciding, together, tree
from ludwright.agents.minds import AgentMemory, SeatedAgent
from ludwright.agents.search_reading import array_at
from ludwright.agents.settings import AgentError, Value
from ludwright.engine.random import Stream

_DECIDE = ctypes.CFUNCTYPE(ctypes.c_int64, *(ctypes.c_int64,) * 7)
_IN_COMMON = (tree.EDGES, tree.REALS, tree.TAKEN, tree.KEYS, tree.POINTS, tree.LEVELS, tree.WORTHS)
"""The memory of a tree; all else of a block is for one thread alone."""
_STEPS = (
    together.open_tree, together.open_again, together.join, together.search_on, together.close_tree, together.settle_on, together.remember,
)  # fmt: skip


def crew_sizes(settings: Mapping[str, Value]) -> list[int]:
    """How many threads search each tree."""
    threads = int(settings["threads"])
    trees = int(settings["trees"]) or (1 if settings["parallel"] == "tree" else threads)
    if trees > threads:
        raise AgentError(f"`trees={trees}` with `threads={threads}`: each tree needs a thread")
    if trees < threads and settings["anywhere"]:
        raise AgentError(
            "`anywhere` looks at a whole tree at once, which no other thread may change: use `parallel=root`"
        )
    return [threads // trees + (tree < threads % trees) for tree in range(trees)]


def sit_together(sit: Callable[[], SeatedAgent], sizes: Iterable[int], stop: npt.NDArray[np.int64]) -> SeatedAgent:
    """Take a seat with several trees, each searched by as many threads as told."""
    group = SideBySide([Crew([sit().mind for _ in range(size)]) for size in sizes], stop)
    return SeatedAgent(ctypes.cast(group.callback, ctypes.c_void_p).value or 0, group)  # type: ignore[arg-type]


class Crew:
    """Minds that search one tree: it belongs to the first."""

    def __init__(self, minds: Sequence[AgentMemory]) -> None:
        self.minds = minds
        self.first, self.others = minds[0], minds[1:]
        for mind in minds if self.others else ():
            mind.put(tree.SHARED, 1)
            # where results are scores, having been counted without one is loss enough
            mind.put(tree.LOSS_WEIGHT, 0.0 if mind.block[places.SCORED] else 1.0)

    @property
    def lined(self) -> bool:
        """Whether the best course of a solo game is followed."""
        block = self.first.block
        return bool(block[tree.LINE_ROWS]) and block[tree.FINAL] == deciding.BEST_RESULT

    @property
    def best(self) -> float:
        """What the best course brings."""
        return max(_line_value(mind) for mind in self.minds)

    def look_together(self) -> None:
        """Let all look at the tree and the best course of the first."""
        for mind in self.others:
            for place in _IN_COMMON:
                mind.block[place] = self.first.block[place]
            _copy_line(self.first, mind)

    def take_best(self) -> None:
        """Give the first the best course that anybody has found."""
        best = max(self.minds, key=_line_value)
        if _line_value(best) > _line_value(self.first):
            _copy_line(best, self.first)

    def tally(self, options: int) -> npt.NDArray[np.float64]:
        """What speaks for every option."""
        return array_at(self.first.block[tree.TALLY], np.float64, options).copy()


def _line_value(mind: AgentMemory) -> float:
    block = mind.block
    if not block[tree.LINE_ROWS] or not array_at(block[tree.CURSOR], np.int64, 16)[tree.LINE_LENGTH]:
        return -np.inf
    return float(array_at(block[tree.LINE], np.float64, 1)[0])


def _copy_line(source: AgentMemory, target: AgentMemory) -> None:
    rows = int(source.block[tree.LINE_ROWS])
    if not rows:
        return
    for place, size in ((tree.LINE, rows + 1), (places.PACE, rows)):
        array_at(target.block[place], np.float64, size)[:] = array_at(source.block[place], np.float64, size)
    lengths = [array_at(mind.block[tree.CURSOR], np.int64, 16) for mind in (source, target)]
    lengths[1][tree.LINE_LENGTH] = lengths[0][tree.LINE_LENGTH]


class SideBySide:
    """Several crews in the seat of one player. Machine code asks it like any other; it asks them at the same time."""

    def __init__(self, crews: Sequence[Crew], stop: npt.NDArray[np.int64]) -> None:
        self._crews, self._stop = crews, stop
        self._minds = [mind for crew in crews for mind in crew.minds]
        players = int(self.first.block[places.SEATS])
        self._streams = {id(mind): np.zeros(2 * (players + 1), np.uint64) for mind in self._minds}
        self._threads = ThreadPoolExecutor(len(self._minds))
        self._steps = {step: _DECIDE(step().address) for step in _STEPS}
        self.callback = _DECIDE(self._decide)
        self.error: BaseException | None = None

    @property
    def address(self) -> int:
        """The block of the first, for whoever wants to look into its tree."""
        return self.first.address

    @property
    def first(self) -> AgentMemory:
        """The mind of the first."""
        return self._minds[0]

    def __getattr__(self, name: str) -> Any:
        return getattr(self.first, name)

    def _decide(self, block: int, state: int, table: int, context: int, options: int, seat: int, streams: int) -> int:
        try:
            self._deal_chance(seat, streams)
            position = (state, table, context, options, seat)
            for search in range(int(self.first.block[tree.SEARCHES])):
                self._search(position, new=search == 0)
            chosen = self._settle(position)
            for crew in self._crews:
                self._ask(together.remember, crew.first, position, chosen).result()
            return chosen
        except BaseException as error:
            self.error = error
            self._stop[0] = 1
            return -1

    def _search(self, position: tuple[int, ...], new: bool) -> None:
        """One search by all; each step begins when all are done with the one before."""
        firsts = [crew.first for crew in self._crews]
        others = [mind for crew in self._crews for mind in crew.others]
        _wait(self._ask(together.open_tree if new else together.open_again, mind, position) for mind in firsts)
        for crew in self._crews:
            crew.look_together()
        if new:
            _wait(self._ask(together.join, mind, position) for mind in others)
        answers = _wait(self._ask(together.search_on, mind, position) for mind in self._minds)
        done = dict(zip(map(id, self._minds), answers, strict=True))
        for crew in self._crews:
            crew.take_best()
        _wait(
            self._ask(together.close_tree, crew.first, position, sum(done[id(mind)] for mind in crew.minds))
            for crew in self._crews
        )

    def _settle(self, position: tuple[int, ...]) -> int:
        """The answer of the crew with the best course, or the one that most speaks for in all trees together."""
        if len(self._crews) == 1 or self._crews[0].lined:
            crew = max(self._crews, key=lambda crew: crew.best)
            return self._ask(together.settle_on, crew.first, position).result()
        options = position[3]
        return int(np.argmax(sum(crew.tally(options) for crew in self._crews)))

    def _ask(self, step: Any, mind: AgentMemory, position: tuple[int, ...], last: int | None = None) -> Future[int]:
        last = self._streams[id(mind)].ctypes.data if last is None else last
        return self._threads.submit(self._steps[step], mind.address, *position, last)

    def _deal_chance(self, seat: int, streams: int) -> None:
        """Chance of its own for each, from the stream of the seat. The second number stays: it tells one game from another."""
        role = 2 * (seat + 1)
        own = array_at(streams, np.uint64, role + 2)
        dice = Stream(int(own[role]), int(own[role + 1]))
        for chance in self._streams.values():
            chance[role] = dice.next32() << 32 | dice.next32()
            chance[role + 1] = own[role + 1]
        own[role] = dice.state


def _wait(asked: Iterable[Future[int]]) -> list[int]:
    """What all have answered, once all have: also those whose step failed are over by then."""
    return [answer.result() for answer in list(asked)]

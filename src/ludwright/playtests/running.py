"""Playing a plan: threads take chunks, play them, keep them; what counts is counted in the order of the plan."""

from __future__ import annotations

import os
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from time import monotonic
from typing import Protocol
from weakref import WeakValueDictionary

import numpy as np
import numpy.typing as npt
import polars as pl

from ludwright.agents.texts import runs_code
from ludwright.engine.layout import own_lines
from ludwright.game import Game, load
from ludwright.language.source import Description
from ludwright.play.playable import Playable
from ludwright.play.simulate import build_players
from ludwright.playtests.errors import PlaytestError
from ludwright.playtests.plan import Chunk, Plan, PlanCell
from ludwright.playtests.recording import RecordedChunk, Recorder
from ludwright.playtests.source import Sources
from ludwright.playtests.store import PlaytestStore
from ludwright.playtests.tally import Tally
from ludwright.playtests.until import Until, read_until

_MOST_THREADS = 256
_RECORDERS = 8
"""So many cells a thread has ready at a time."""


@dataclass(frozen=True)
class PlaytestProgress:
    """How far a playtest is."""

    done: int
    asked: int
    tally: Tally


Progress = Callable[[PlaytestProgress], None]


_LOADED: WeakValueDictionary[tuple[str, int, tuple[tuple[str, int], ...]], Game] = WeakValueDictionary()
"""Games that somebody has loaded and not yet forgotten: by text, number of players and settings."""


class Loader:
    """The game of every version and number of players, each loaded once."""

    def __init__(self, sources: Sources, plan: Plan) -> None:
        self.sources, self.plan = sources, plan
        self._games: dict[tuple[int, int], Game] = {}
        self._told: dict[int, Game] = {}
        self._bases: list[Game] = []
        self._lock = threading.Lock()

    def game(self, cell: PlanCell) -> Game:
        """The game that is played in a cell."""
        key = cell.version, cell.players
        with self._lock:
            if key not in self._games:
                self._games[key] = self._load(*key)
            if not cell.told:
                return self._games[key]
            if cell.index not in self._told:
                from ludwright.inspecting.beginning import Origin, begun

                origin = Origin(self.plan.seed, cell.deal, (), told=cell.told)
                self._told[cell.index] = begun(self._games[key], origin)
            return self._told[cell.index]

    def _load(self, version: int, players: int) -> Game:
        main, params = self.plan.versions[version].main, self.plan.versions[version].params
        plain = self._plain(self.sources[main], players, params)
        self._bases.append(plain)
        game = plain.under(self.plan.profile) if self.plan.profile is not None else plain
        if self.plan.origin is None:
            return game
        from ludwright.inspecting.beginning import Origin, begun

        return begun(game, Origin.from_json(self.plan.origin))

    @staticmethod
    def _plain(description: Description, players: int, params: Mapping[str, int]) -> Game:
        """A game with its settings; of one that somebody has loaded already, if nothing must be compiled again: that may take seconds."""
        text = description.text_hash, players
        alike = [game for (*kept, _), game in list(_LOADED.items()) if tuple(kept) == text and _is_so(game, params)]
        if alike:  # the one that was loaded stays known: this one may be forgotten before it
            return alike[0].setting(**params)
        found = _LOADED[*text, tuple(sorted(params.items()))] = load(description, players, params)
        return found


def _is_so(game: Game, params: Mapping[str, int]) -> bool:
    """Whether a game can be set in a way without being compiled again."""
    known = game.rules.model.params
    sizes = (name for name in params if name in known and known[name].structural)
    return set(game._set) <= set(params) and all(
        game._set.get(name, known[name].values[0]) == params[name] for name in sizes
    )


class PlayingThread:
    """Where one thread plays: it has some cells' players ready."""

    def __init__(self, loader: Loader, stop: npt.NDArray[np.int64]) -> None:
        self.loader, self.stop = loader, stop
        self._ready: OrderedDict[int, Recorder] = OrderedDict()

    def play(self, chunk: Chunk) -> RecordedChunk | None:
        """Play a chunk; None if it was stopped."""
        return self._recorder(self.loader.plan.cells[chunk.cell]).play(chunk)

    def _recorder(self, cell: PlanCell) -> Recorder:
        if cell.index not in self._ready:
            while len(self._ready) >= _RECORDERS:
                self._ready.popitem(last=False)
            plan = self.loader.plan
            game = self.loader.game(cell)
            self._ready[cell.index] = Recorder(
                game, cell, plan.seed, plan.tracked, plan.move_limit, self.stop, plan.considered
            )
        self._ready.move_to_end(cell.index)
        return self._ready[cell.index]


class Ledger:
    """Which chunks are kept, and what the first of them without a gap come to. Chunks may come in any order."""

    def __init__(self, plan: Plan, store: PlaytestStore) -> None:
        self.plan, self.store = plan, store
        self.until: Until | None = read_until(plan.until) if plan.until is not None else None
        self.tally = Tally()
        self.counted = 0
        """So many chunks from the first on are counted."""
        self.enough = False
        """Whether what was to be known is known."""
        self.games = 0
        """How many games are kept, counted or not."""
        self.deadline: float | None = None
        """A time of :func:`time.monotonic` after which enough was played, if anything was."""
        self._waiting: dict[int, pl.DataFrame] = {}
        self._lock = threading.Lock()

    def add(self, chunk: int, games: pl.DataFrame) -> None:
        """A chunk is kept."""
        with self._lock:
            self.games += games.height
            self._waiting[chunk] = games
            while not self.enough and self.counted in self._waiting:
                cell = self.plan.cells[self.plan.chunks[self.counted].cell]
                self.tally.add(cell, self._waiting.pop(self.counted))
                self.counted += 1
                self.enough = self._known() or self.late

    @property
    def late(self) -> bool:
        """Whether the time is over. A chunk is waited for in any case: without games nothing can be said."""
        return self.counted > 0 and self.deadline is not None and monotonic() > self.deadline

    def _known(self) -> bool:
        groups = {(cell.version, cell.players) for cell in self.plan.cells}
        if self.until is None or len(self.tally.groups) < len(groups):
            return False
        return self.until.reached(list(self.tally.groups.values()))

    def missing(self) -> Iterator[Chunk]:
        """The chunks that are to be played."""
        done = self.store.sweep(len(self.plan.chunks))
        for chunk in sorted(done):
            self.add(chunk, pl.read_parquet(self.store.path("games", chunk), glob=False))
        return (chunk for chunk in self.plan.chunks if chunk.index not in done)

    def close(self) -> None:
        """Drop what was played beyond the point at which enough was known, and write down that all is done."""
        last = self.counted if self.enough else len(self.plan.chunks)
        if self.counted < last:
            raise PlaytestError(f"chunk {self.counted} is missing in {self.store.folder}: go on with `--resume`")
        for chunk in self.store.done():
            if chunk >= last:
                self.store.drop(chunk)
        self.store.finish({"chunks": last, "games": self.tally.games, "stopped_early": last < len(self.plan.chunks)})


class ChunkPlayers(Protocol):
    """Somebody who plays chunks: threads of this process, or other machines."""

    def run(self, chunks: Iterator[Chunk], ledger: Ledger, tick: Callable[[], None]) -> bool:
        """Play and keep all chunks, or enough of them; whether it came to its end. ``tick`` is called now and then."""
        ...


class Threads:
    """Threads of this process."""

    def __init__(self, loader: Loader, threads: int | None) -> None:
        self.loader = loader
        # a player written in Python may keep things in mind that two threads would disturb
        own = any(map(runs_code, loader.plan.agents))
        cores = os.cpu_count() or 1
        # more threads than cores play no faster, and each holds a chunk of games
        most = min(_MOST_THREADS, max(8, 4 * cores))
        self.threads = 1 if own else max(1, min(threads or cores, len(loader.plan.chunks), most))
        self.stop = own_lines(1, np.int64)
        self.error: BaseException | None = None
        self._lock = threading.Lock()
        self._working = 0
        self._home = threading.Event()

    def run(self, chunks: Iterator[Chunk], ledger: Ledger, tick: Callable[[], None]) -> bool:
        """See :class:`ChunkPlayers`."""
        self._working = self.threads
        for number in range(self.threads):
            name = f"playtest-{number}"
            threading.Thread(target=self._work, args=(chunks, ledger), name=name, daemon=True).start()
        try:
            while not self._home.wait(0.05):
                tick()
                if ledger.late:
                    ledger.enough = True
                    self.stop[0] = 1
        except KeyboardInterrupt:
            self.stop[0] = 1
            self._home.wait()
            return False
        if self.error is not None:
            raise self.error
        return True

    def _work(self, chunks: Iterator[Chunk], ledger: Ledger) -> None:
        try:
            table = PlayingThread(self.loader, self.stop)
            while not self.stop[0] and not ledger.enough:
                with self._lock:
                    chunk = next(chunks, None)
                recorded = table.play(chunk) if chunk is not None else None
                if chunk is None or recorded is None:
                    return
                ledger.store.keep(chunk.index, recorded.named())
                ledger.add(chunk.index, recorded.games)
                if ledger.enough:
                    self.stop[0] = 1
        except BaseException as error:
            self.error = error
            self.stop[0] = 1
        finally:
            with self._lock:
                self._working -= 1
                if not self._working:
                    self._home.set()


def run(
    plan: Plan, store: PlaytestStore, players: ChunkPlayers, progress: Progress | None, deadline: float | None = None
) -> bool:
    """Play what is missing, or what there is time for; whether the playtest is complete now."""
    ledger = Ledger(plan, store)
    ledger.deadline = deadline
    chunks = ledger.missing()

    def tick() -> None:
        if progress is not None:
            progress(PlaytestProgress(ledger.games, plan.asked, ledger.tally))

    whole = ledger.enough or players.run(chunks, ledger, tick)
    tick()
    if whole:
        ledger.close()
    return whole


def build_kernels(loader: Loader, announce: Callable[[], None] | None) -> None:
    """Have the kernels of all players ready before any thread begins."""
    from ludwright.play.kernels import prepare

    prepare(announce)
    seen: set[tuple[int, str]] = set()
    for cell in loader.plan.cells:
        fresh = [name for name in dict.fromkeys(cell.agents) if (cell.players, name) not in seen]
        seen.update((cell.players, name) for name in fresh)
        game: Playable = loader.game(cell)
        _ = game.compiled
        if fresh:
            build_players(game, fresh, announce)

"""Chunks played on other machines, through Ray: an optional extra.

A worker gets the plan and the files of the game in a message and sends the finished tables back as the bytes of their files: no disk is
shared, and the folder comes out the same as on one core. A worker that is lost costs the chunk it was playing, which another plays anew.
"""

from __future__ import annotations

import io
import os
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import chain, islice
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from ludwright.agents.texts import runs_code
from ludwright.mistakes import LudwrightError
from ludwright.playtests.about import about
from ludwright.playtests.answering import check_answers
from ludwright.playtests.errors import PlaytestError
from ludwright.playtests.plan import Chunk, Plan
from ludwright.playtests.running import Ledger, Loader, PlayingThread, build_kernels
from ludwright.playtests.source import files_of, read_sources, write_files
from ludwright.playtests.store import encode

LOCAL = "local:"
_AHEAD = 2
"""So many chunks a worker has before it, so that it never waits for the next."""
_TRIES = 5
"""A chunk whose worker is lost so often is at fault itself."""


class _Worker:
    """Plays chunks somewhere."""

    def __init__(self, plan: Mapping[str, Any], contents: Mapping[str, bytes]) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="ludwright-")
        write_files(Path(self._folder.name), contents)
        made = Plan.from_json(plan)
        loader = Loader(read_sources(Path(self._folder.name), made), made)
        build_kernels(loader, None)
        self._table = PlayingThread(loader, np.zeros(1, np.int64))

    def play(self, chunk: Chunk, versions: Mapping[str, str]) -> tuple[dict[str, bytes] | None, str]:
        """The tables of a chunk as the bytes of their files; or what is wrong, in words. Other versions might play other games."""
        wrong = other_versions(versions)
        if wrong:
            return None, wrong
        try:
            recorded = self._table.play(chunk)
        except LudwrightError as error:
            return None, str(error)
        assert recorded is not None
        return {name: encoded(table) for name, table in recorded.named().items() if table.height or name == "games"}, ""


def encoded(table: pl.DataFrame) -> bytes:
    """A table as the bytes of its file."""
    file = io.BytesIO()
    encode(table, file)
    return file.getvalue()


class Cluster:
    """Workers on a Ray cluster, or so many on this machine (``local:2``)."""

    def __init__(self, loader: Loader, address: str) -> None:
        self.loader, self.address = loader, address
        no_code(loader.plan.agents)
        check_address(address)

    def run(self, chunks: Iterator[Chunk], ledger: Ledger, tick: Callable[[], None]) -> bool:
        """See :class:`ludwright.playtests.running.Players`."""
        with connected(self.address) as ray:
            try:
                _Dispatch(ray, self.loader, _workers(ray, self.address)).run(chunks, ledger, tick)
                return True
            except KeyboardInterrupt:
                return False


def no_code(agents: Iterable[str]) -> None:
    """Refuse players whose code lies on this machine."""
    if any(map(runs_code, agents)):
        raise PlaytestError("players with code of their own can't play on a cluster: leave `--cluster` out")


def check_address(address: str) -> None:
    """Say what is wrong with an address before anything is begun."""
    ray = _ray()
    if not _local_workers(address) and not ray.is_initialized():
        check_answers(address)


@contextmanager
def connected(address: str) -> Iterator[Any]:
    """Ray, connected to a cluster, or to workers that are started here; a connection that is there already is used, and stays."""
    ray = _ray()
    mine = not ray.is_initialized()
    if mine:
        _connect(ray, address)
    try:
        yield ray
    finally:
        if mine:
            ray.shutdown()


def _connect(ray: Any, address: str) -> None:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    quiet = {"logging_level": "ERROR", "log_to_driver": False}
    local = _local_workers(address)
    try:
        if local:
            ray.init(address="local", num_cpus=local, include_dashboard=False, **quiet)
        else:
            ray.init(address=address, **quiet)
    except Exception as error:
        reason = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
        raise PlaytestError(f"there is no Ray cluster at `{address}`: {reason}") from None


def _workers(ray: Any, address: str) -> int:
    return _local_workers(address) or max(1, int(ray.cluster_resources().get("CPU", 1)))


def other_versions(versions: Mapping[str, str]) -> str:
    """What is wrong with a worker that has other versions, in words: it might play other games."""
    own = about()["versions"]
    for name, version in versions.items():
        if own[name] != version:
            return f"a worker of the cluster has {name} {own[name]}, but here it is {version}: install the same"
    return ""


class _Dispatch:
    """Hands chunks out, takes tables back."""

    def __init__(self, ray: Any, loader: Loader, workers: int) -> None:
        self.ray, self.wanted = ray, workers
        self.plan = ray.put(loader.plan.as_json())
        self.contents = ray.put(files_of(loader.sources))
        self.versions = about()["versions"]
        self.remote = ray.remote(num_cpus=1)(_Worker)
        self.running: dict[Any, tuple[Chunk, Any]] = {}
        self.lost: dict[int, int] = {}

    def run(self, chunks: Iterator[Chunk], ledger: Ledger, tick: Callable[[], None]) -> None:
        workers = [self._hire() for _ in range(self.wanted)]
        for worker in workers:
            for chunk in islice(chunks, _AHEAD):
                self._give(worker, chunk)
        while self.running and not ledger.enough:
            ready, _ = self.ray.wait(list(self.running), timeout=0.2)
            for reference in ready:
                chunks = self._take(reference, chunks, ledger)
            tick()
        for worker in {id(worker): worker for _, worker in self.running.values()}.values():
            self.ray.kill(worker)

    def _hire(self) -> Any:
        return self.remote.remote(self.plan, self.contents)

    def _give(self, worker: Any, chunk: Chunk) -> None:
        self.running[worker.play.remote(chunk, self.versions)] = chunk, worker

    def _take(self, reference: Any, chunks: Iterator[Chunk], ledger: Ledger) -> Iterator[Chunk]:
        """Keep what a worker sends, and give it the next chunk; the chunks that are left."""
        chunk, worker = self.running.pop(reference)
        try:
            tables, wrong = self.ray.get(reference)
        except (self.ray.exceptions.RayActorError, self.ray.exceptions.WorkerCrashedError):
            return self._replace(chunk, worker, chunks)
        except self.ray.exceptions.RayTaskError as error:
            raise PlaytestError(f"a worker failed: {str(error.cause).splitlines()[0]}") from error
        if tables is None:
            raise PlaytestError(wrong)
        ledger.store.keep_bytes(chunk.index, tables)
        ledger.add(chunk.index, pl.read_parquet(io.BytesIO(tables["games"])))
        following = next(chunks, None)
        if following is not None:
            self._give(worker, following)
        return chunks

    def _replace(self, chunk: Chunk, worker: Any, chunks: Iterator[Chunk]) -> Iterator[Chunk]:
        """A worker is gone: another takes its place and all that it had before it."""
        again = [chunk]
        for reference, (other, whose) in list(self.running.items()):
            if whose is worker:
                del self.running[reference]
                again.append(other)
        self.lost[chunk.index] = self.lost.get(chunk.index, 0) + 1
        if self.lost[chunk.index] >= _TRIES:
            raise PlaytestError(
                f"{_TRIES} workers were lost one after the other: the workers of the cluster can't play"
            )
        fresh = self._hire()
        for one in again[:_AHEAD]:
            self._give(fresh, one)
        return chain(again[_AHEAD:], chunks)


def _ray() -> Any:
    try:
        import ray
        import ray.exceptions
    except ImportError:
        raise PlaytestError("`--cluster` needs Ray: install it with `pip install ludwright[cluster]`") from None
    return ray


def _local_workers(address: str) -> int:
    """How many workers on this machine; 0: the address is another's."""
    if not address.startswith(LOCAL):
        return 0
    number = address.removeprefix(LOCAL)
    if not number.isdecimal() or not 1 <= int(number) <= 1024:
        raise PlaytestError(f"`{address}`: say how many workers, for example `local:2`")
    return int(number)

"""The runs of a studio: waiting, running, done, stopped, failed with a reason. One process plays at a time.

A run belongs to the folder, not to a tab: what was asked for lies in a file, the games in ``runs/`` where commands find them, too. If the
studio ends in the middle, the run goes on from what is kept when the studio is opened again.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import shutil
import signal
import sys
import time
from collections.abc import Awaitable, Callable
from dataclasses import asdict, dataclass, field, fields
from math import isfinite
from pathlib import Path
from typing import Any

from ludwright.mistakes import LudwrightError
from ludwright.plain_files import read_plain
from ludwright.stored import StoredError, read_json, typed
from ludwright.studio.page import Refusal
from ludwright.studio.workspace import Workspace
from ludwright.written import put

WAITING, RUNNING, DONE, STOPPED, FAILED = "waiting", "running", "done", "stopped", "failed"
PLAYING, IMPROVING = ("playtest", "report"), ("balance", "evolve", "sensitivity", "power")
"""All kinds of runs; :mod:`ludwright.studio.run_process` does them."""
_MOST_BYTES = 100_000_000
"""Of a report."""
_LINE = 4_000_000
_PATIENCE = 20.0
"""So many seconds a run has to come to an end when it is stopped."""
_ID = re.compile(r"[0-9]{8,20}")


@dataclass
class Run:
    """One run."""

    id: str
    game: str
    """The game's name, as :class:`Workspace` knows it."""
    title: str
    kind: str
    """``playtest``; ``report``: one whose games are played by whoever suits the game; or what Improve does."""
    options: dict[str, Any] = field(default_factory=dict)
    state: str = WAITING
    folder: str = ""
    """The playtest's name in ``runs/``, once it has begun."""
    reason: str = ""
    asked: float = 0.0
    begun: float = 0.0
    ended: float = 0.0
    progress: dict[str, Any] = field(default_factory=dict)
    summary: str = ""
    """What the report says in one sentence."""
    report: bool = False


class Queue:
    """All runs of a folder."""

    def __init__(self, workspace: Workspace, changed: Callable[[], Awaitable[None]]) -> None:
        self._workspace, self._changed = workspace, changed
        self._place = workspace.own / "runs"
        self._runs: dict[str, Run] = self._read()
        self._news = asyncio.Event()
        self._process: asyncio.subprocess.Process | None = None
        self._now: Run | None = None
        self._stopping = False

    # ------------------------------------------------------------ what pages ask

    def as_json(self) -> list[dict[str, Any]]:
        """All runs, the newest first."""
        return [asdict(run) for run in sorted(self._runs.values(), key=lambda run: -run.asked)]

    def of(self, id_: str) -> Run:
        """A run."""
        if id_ not in self._runs:
            raise Refusal("There is no such run.", 404)
        return self._runs[id_]

    async def add(self, game: str, title: str, kind: str, options: dict[str, Any]) -> Run:
        """Put a run at the end of the queue."""
        now = time.time()
        run = Run(str(int(now * 1000)), game, title, kind, options, asked=now)
        while run.id in self._runs:
            run.id = str(int(run.id) + 1)
        self._runs[run.id] = run
        await self._note(run)
        self._news.set()
        return run

    async def stop(self, id_: str) -> None:
        """Stop a run that waits or goes on; what was played is kept."""
        run = self.of(id_)
        if run is self._now:
            self._stopping = True
            self._interrupt()
        elif run.state == WAITING:
            run.state = STOPPED
            await self._note(run)

    async def go_on(self, id_: str) -> None:
        """Let a run that was stopped, or that failed, wait for its turn again."""
        run = self.of(id_)
        if run.state in (STOPPED, FAILED):
            run.state, run.reason = WAITING, ""
            await self._note(run)
            self._news.set()

    async def remove(self, id_: str) -> None:
        """Take a run off the list. Its games stay in ``runs/``."""
        run = self.of(id_)
        if run.state == RUNNING:
            raise Refusal("Stop it first.", 409)
        del self._runs[id_]
        for ending in (".json", ".html"):
            (self._place / f"{id_}{ending}").unlink(missing_ok=True)
        shutil.rmtree(self._place / id_, ignore_errors=True)  # what a search had tried
        await self._changed()

    def folder(self, run: Run) -> Path:
        """Where a run keeps what it tries."""
        return self._place / run.id

    def report(self, id_: str) -> str | None:
        """The report of a run, as a page."""
        path = self._place / f"{self.of(id_).id}.html"
        try:
            return read_plain(path, _MOST_BYTES).decode("utf-8", "replace")
        except OSError:
            return None

    # ------------------------------------------------------------ the work

    async def work(self) -> None:
        """Play one run after the other, for ever."""
        while True:
            waiting = sorted((run for run in self._runs.values() if run.state == WAITING), key=lambda run: run.asked)
            if not waiting:
                self._news.clear()
                await self._news.wait()
                continue
            self._now, self._stopping = waiting[0], False
            try:
                await self._play(waiting[0])
            finally:
                self._now = None

    async def end(self) -> None:
        """Let the run that goes on come to a halt; it waits for the next time."""
        process = self._process
        if process is not None and process.returncode is None:
            self._interrupt()
            try:
                async with asyncio.timeout(5):
                    await process.wait()
            except TimeoutError:
                process.kill()

    def _interrupt(self) -> None:
        process = self._process
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError, ValueError):
                process.send_signal(signal.SIGINT if os.name == "posix" else signal.SIGTERM)

    async def _play(self, run: Run) -> None:
        run.state, run.reason, run.begun = RUNNING, "", time.time()
        await self._note(run)
        try:
            path = str(self._workspace.path(run.game))
            also = [str(self._workspace.path(name)) for name in run.options.get("also") or []]
        except Refusal as error:
            await self._fail(run, error.words)
            return
        process = self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-P", "-m", "ludwright.studio.run_process", stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
            limit=_LINE, start_new_session=os.name == "posix",
        )  # fmt: skip
        assert process.stdin is not None and process.stdout is not None
        asked = {
            "path": path,
            "kind": run.kind,
            "options": run.options,
            "folder": run.folder,
            "also": also,
            "shelf": str(self._workspace.folder / "runs"),
            "page": str(self._place / f"{run.id}.html"),
        }
        try:
            process.stdin.write(json.dumps(asked).encode() + b"\n")
            await process.stdin.drain()
            while line := await process.stdout.readline():
                await self._hear(run, json.loads(line))
        except (ConnectionError, ValueError):
            pass
        await process.wait()
        self._process = None
        run.ended = time.time()
        if run.state == RUNNING:  # it did not say how it ended
            if self._stopping:
                run.state = STOPPED
            else:
                await self._fail(run, "It broke off. There may be too little memory for it.")
        await self._note(run)

    async def _hear(self, run: Run, told: dict[str, Any]) -> None:
        """Something a run's process says."""
        if "folder" in told:
            run.folder = told["folder"]
        if "progress" in told:
            run.progress = {**run.progress, **told["progress"]}
        if "state" in told:
            run.state, run.ended = told["state"], time.time()
            run.reason = told.get("reason", "")
            run.summary = told.get("summary", run.summary)
            run.report = told.get("report", run.report)
        if "progress" not in told or "folder" in told or "state" in told:
            self._write(run)
        await self._changed()

    async def _fail(self, run: Run, reason: str) -> None:
        run.state, run.reason, run.ended = FAILED, reason, time.time()
        await self._note(run)

    async def _note(self, run: Run) -> None:
        self._write(run)
        await self._changed()

    def _write(self, run: Run) -> None:
        with contextlib.suppress(LudwrightError, OSError):
            self._place.mkdir(parents=True, exist_ok=True)
            put(self._place / f"{run.id}.json", json.dumps(asdict(run)))

    def _read(self) -> dict[str, Run]:
        """The runs of last time; one that was going on goes on."""
        found = {}
        names = {one.name: one.type for one in fields(Run)}
        for path in sorted(self._place.glob("*.json")) if self._place.is_dir() else []:
            try:
                kept = read_json(path)
                run = typed(Run, {name: value for name, value in kept.items() if name in names})
            except (OSError, StoredError, AttributeError):
                continue  # a file that somebody damaged is no run
            times = (run.asked, run.begun, run.ended)
            if not (
                _ID.fullmatch(run.id)
                and path.stem == run.id
                and run.kind in (*PLAYING, *IMPROVING)
                and all(map(isfinite, times))
            ):
                continue
            if run.state == RUNNING:
                run.state = WAITING
            found[run.id] = run
        return found

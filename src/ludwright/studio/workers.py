"""Processes that read, check and draw games for the pages: each with a limit of time and memory, and replaced when it breaks it.

A worker does one thing at a time. What a page asks for again before it was begun (the check of a text that has changed since) is given up
for the newer one. Tasks are functions of :mod:`ludwright.studio.tasks`, called by name, with plain values both ways.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import os
import signal
import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

from ludwright.studio.page import Refusal

SECONDS = 20.0
"""No task takes longer: of the processor's time where that can be limited, else by the clock."""
_PATIENCE = 4 if os.name == "posix" else 1
"""So many times that by the clock, for a machine that has other work to do."""
_STARTING = 180.0
"""A new process has so long to get ready; that is no task's time."""
_ENDING = 5.0
"""And one that has closed its end of the pipe so long to be gone."""
_MOST_BYTES = 64_000_000


class Superseded(Refusal):
    """Somebody asked for the same with newer values."""

    def __init__(self) -> None:
        super().__init__("There is something newer.", 409, superseded=True)


class Worker:
    """One process, started when it is first needed."""

    def __init__(self, kind: str = "") -> None:
        self._kind = kind
        self._process: asyncio.subprocess.Process | None = None
        self._ready = False
        self._starting = asyncio.Lock()
        self._numbers = itertools.count()

    async def start(self) -> asyncio.subprocess.Process:
        """The process, which goes on importing while others already ask."""
        async with self._starting:
            if self._process is None or self._process.returncode is not None:
                self._ready = False
                self._process = await asyncio.create_subprocess_exec(
                    sys.executable, "-P", "-m", "ludwright.studio.worker", self._kind, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
                    limit=_MOST_BYTES, start_new_session=os.name == "posix",
                )  # fmt: skip
            return self._process

    async def run(self, task: str, values: dict[str, Any], seconds: float) -> Any:
        """What a task gives; a refusal if it takes too long or fails."""
        process = await self.start()
        assert process.stdin is not None and process.stdout is not None
        number = next(self._numbers)
        asked = {"number": number, "task": task, "values": values, "seconds": seconds}
        try:
            if not self._ready:
                async with asyncio.timeout(_STARTING):
                    if await process.stdout.readline() != b"ready\n":
                        raise ConnectionError
                self._ready = True
            process.stdin.write(json.dumps(asked).encode() + b"\n")
            await process.stdin.drain()
            async with asyncio.timeout(seconds * _PATIENCE):
                while True:
                    line = await process.stdout.readline()
                    if not line:
                        raise ConnectionError
                    answer = json.loads(line)
                    if answer["number"] == number:
                        break
        except TimeoutError:
            await self.end()
            raise _too_long(seconds) from None
        except (ConnectionError, OSError, ValueError):
            if await self.end() == -getattr(signal, "SIGPROF", 0):
                raise _too_long(seconds) from None
            raise Refusal("This needed too much memory, or broke off: it was stopped.", 500) from None
        except asyncio.CancelledError:
            raise  # its answer is passed over when the next one comes
        except BaseException:
            await self.end()
            raise
        if "error" in answer:
            raise Refusal(answer["error"], 422)
        return answer["result"]

    async def end(self) -> int | None:
        """End the process, and say how it ended (one that had ended already, by itself); the next task gets a new one."""
        process, self._process = self._process, None
        if process is None:
            return None
        if process.returncode is None and process.stdout is not None and process.stdout.at_eof():
            with contextlib.suppress(TimeoutError):  # it is ending by itself: who kills it now is never told how
                async with asyncio.timeout(_ENDING):
                    await process.wait()
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
        return await process.wait()


def _too_long(seconds: float) -> Refusal:
    return Refusal(f"This takes too long: it was stopped after {seconds:.0f} seconds of work.", 504)


MANY = {"check": 3, "draw": 2, "pictures": 1, "see": 2, "play": 2, "think": 2}
"""So many processes do each kind of work at most; none is started before it is needed."""


class Pool:
    """Some workers for each kind of work, so that a slow picture does not hold up a check, and a slow text no other text."""

    def __init__(self) -> None:
        self._workers = {kind: [Worker(kind) for _ in range(many)] for kind, many in MANY.items()}
        self._idle = {kind: list(workers) for kind, workers in self._workers.items()}
        self._free = {kind: asyncio.Semaphore(many) for kind, many in MANY.items()}
        self._own: dict[tuple[str, ...], _Own] = {}
        self._numbers = itertools.count()

    async def warm(self, *kinds: str) -> None:
        """Start those that somebody will wait for soon."""
        for kind in kinds:
            if self._idle[kind]:
                await self._idle[kind][-1].start()

    async def run(
        self, kind: str, task: str, values: dict[str, Any], *, replaces: str | None = None, seconds: float = SECONDS
    ) -> Any:
        """Have a task done. ``replaces`` names what a newer request of the same name makes superfluous; it is done once at a time."""
        number = next(self._numbers)
        async with self._at_once(task, replaces if replaces is not None else str(number)) as own:
            own.newest = number
            async with own.turn, self._text(kind, values):
                if own.newest != number:
                    raise Superseded
                return await self._run(kind, task, values, seconds)

    @contextlib.asynccontextmanager
    async def _at_once(self, *key: str) -> AsyncIterator[_Own]:
        """What is asked for under one name, as long as somebody asks."""
        own = self._own.setdefault(key, _Own())
        own.waiting += 1
        try:
            yield own
        finally:
            own.waiting -= 1
            if not own.waiting:
                del self._own[key]

    @contextlib.asynccontextmanager
    async def _text(self, kind: str, values: dict[str, Any]) -> AsyncIterator[None]:
        """A text has one worker of a kind at a time, however many tabs show it."""
        whose = values.get("name") or f"no text {next(self._numbers)}"
        async with self._at_once("text", kind, str(whose)) as own, own.turn:
            yield

    async def _run(self, kind: str, task: str, values: dict[str, Any], seconds: float) -> Any:
        async with self._free[kind]:
            worker = self._idle[kind].pop()  # the one that was busy last: it is warm, and remembers
            try:
                return await worker.run(task, values, seconds)
            finally:
                self._idle[kind].append(worker)

    async def end(self) -> None:
        """End all processes."""
        for workers in self._workers.values():
            for worker in workers:
                await worker.end()


@dataclass
class _Own:
    """What is asked for again and again under one name."""

    newest: int = 0
    waiting: int = 0
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)

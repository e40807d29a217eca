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
import sys
from typing import Any

from ludwright.studio.page import Refusal

SECONDS = 20.0
"""No task takes longer."""
_MOST_BYTES = 64_000_000


class Superseded(Refusal):
    """Somebody asked for the same with newer values."""

    def __init__(self) -> None:
        super().__init__("There is something newer.", 409, superseded=True)


class Worker:
    """One process, started when it is first needed."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._numbers = itertools.count()

    async def start(self) -> asyncio.subprocess.Process:
        """The process, which goes on importing while others already ask."""
        if self._process is None or self._process.returncode is not None:
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "ludwright.studio.worker", stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
                limit=_MOST_BYTES, start_new_session=os.name == "posix",
            )  # fmt: skip
        return self._process

    async def run(self, task: str, values: dict[str, Any], seconds: float) -> Any:
        """What a task gives; a refusal if it takes too long or fails."""
        process = await self.start()
        assert process.stdin is not None and process.stdout is not None
        number = next(self._numbers)
        try:
            process.stdin.write(json.dumps({"number": number, "task": task, "values": values}).encode() + b"\n")
            await process.stdin.drain()
            async with asyncio.timeout(seconds):
                while True:
                    line = await process.stdout.readline()
                    if not line:
                        raise ConnectionError
                    answer = json.loads(line)
                    if answer["number"] == number:
                        break
        except TimeoutError:
            await self.end()
            raise Refusal(f"This takes too long: it was stopped after {seconds:.0f} seconds.", 504) from None
        except (ConnectionError, OSError, ValueError):
            await self.end()
            raise Refusal("This needed too much memory, or broke off: it was stopped.", 500) from None
        except BaseException:
            await self.end()
            raise
        if "error" in answer:
            raise Refusal(answer["error"], 422)
        return answer["result"]

    async def end(self) -> None:
        """End the process; the next task gets a new one."""
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


class Pool:
    """Some workers, each with a kind of work, so that a slow picture does not hold up a check."""

    def __init__(self, kinds: tuple[str, ...] = ("check", "draw", "pictures", "see", "play", "think")) -> None:
        self._workers = {kind: Worker() for kind in kinds}
        self._turns = {kind: asyncio.Lock() for kind in kinds}
        self._newest: dict[tuple[str, str], int] = {}
        self._numbers = itertools.count()

    async def warm(self) -> None:
        """Start those that somebody will wait for."""
        for kind in ("check", "draw"):
            await self._workers[kind].start()

    async def run(
        self, kind: str, task: str, values: dict[str, Any], *, replaces: str | None = None, seconds: float = SECONDS
    ) -> Any:
        """Have a task done. ``replaces`` names what a newer request of the same name makes superfluous."""
        number = next(self._numbers)
        key = task, replaces or ""
        if replaces is not None:
            self._newest[key] = number
        try:
            async with self._turns[kind]:
                if replaces is not None and self._newest.get(key) != number:
                    raise Superseded
                return await self._workers[kind].run(task, values, seconds)
        finally:
            if self._newest.get(key) == number:
                del self._newest[key]

    async def end(self) -> None:
        """End all processes."""
        for worker in self._workers.values():
            await worker.end()

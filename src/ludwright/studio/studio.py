"""The studio as a whole: the folder, the processes that work for it, and the pages it is made of."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from ludwright.studio.page import Page, heard, tell
from ludwright.studio.runs import Queue
from ludwright.studio.tables import Friends, Tables
from ludwright.studio.workers import Pool
from ludwright.studio.workspace import Workspace

_EVERY = 0.4
"""So often files are looked at, in seconds."""
_MOST_WATCHED = 20


class Studio:
    """One folder, served."""

    def __init__(self, folder: Path, pages: Sequence[Page], pool: Pool | None = None) -> None:
        self.pages = tuple(pages)
        self.workspace = Workspace(folder)
        self.pool = pool or Pool()
        self._own_pool = pool is None
        self.queue = Queue(self.workspace, self._runs_changed)
        self.tables = Tables(self.workspace, self.pool, self.tell, Friends())
        self._live: dict[WebSocket, set[str]] = {}
        self._versions: dict[str, str | None] = {}
        self._tasks: list[asyncio.Task[None]] = []

    async def begin(self) -> None:
        """Start what works in the background."""
        self._tasks = [
            asyncio.create_task(self._watch()),
            asyncio.create_task(self.pool.warm("check", "draw")),
            asyncio.create_task(self.queue.work()),
        ]

    async def end(self) -> None:
        """End it; runs that are not done go on when the studio is opened again."""
        for task in self._tasks:
            task.cancel()
        for task in self._tasks:
            with contextlib.suppress(asyncio.CancelledError):
                await task
        await self.tables.end()
        await self.queue.end()
        if self._own_pool:
            await self.pool.end()

    # ------------------------------------------------------------ pages that are open

    async def live(self, socket: WebSocket) -> None:
        """Tell an open page what happens: files that others change, runs that go on."""
        await socket.accept()
        self._live[socket] = set()
        try:
            await tell(socket, {"kind": "runs", "runs": self.queue.as_json()})
            while True:
                asked = await heard(socket)
                names = asked.get("watch") if isinstance(asked, dict) else None
                if isinstance(names, list):
                    self._live[socket] = {name for name in names[:_MOST_WATCHED] if isinstance(name, str)}
        except (WebSocketDisconnect, RuntimeError):
            pass
        finally:
            del self._live[socket]

    async def tell(self, message: dict[str, Any]) -> None:
        """Send something to every open page."""
        for socket in list(self._live):
            with contextlib.suppress(RuntimeError, WebSocketDisconnect):
                await tell(socket, message)

    async def _runs_changed(self) -> None:
        await self.tell({"kind": "runs", "runs": self.queue.as_json()})

    async def _watch(self) -> None:
        """Look at the files of open pages, and tell them of changes."""
        while True:
            await asyncio.sleep(_EVERY)
            names = set().union(*self._live.values()) if self._live else set()
            self._versions = {name: version for name, version in self._versions.items() if name in names}
            for name in names:
                version = await asyncio.to_thread(self.workspace.version, name)
                known = self._versions.get(name, version)
                self._versions[name] = version
                if known != version:
                    for socket, watched in list(self._live.items()):
                        if name in watched:
                            with contextlib.suppress(RuntimeError, WebSocketDisconnect):
                                await tell(socket, {"kind": "file", "name": name, "version": version})

"""A studio that is really served, and a real browser to look at it with."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from threading import Thread
from typing import Any, TypeVar
from urllib.parse import urlsplit

import pytest
import uvicorn
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from ludwright.reports.pdf import browser as browser_path
from ludwright.studio.server import application, config_of
from ludwright.studio.workers import Pool

expect.set_options(timeout=180_000)
KEY = "the-key-of-a-test-studio"
Result = TypeVar("Result")


def in_a_loop_of_its_own(doing: Callable[[], Coroutine[Any, Any, Result]]) -> Result:
    """Browsers of other tests may have a loop in this thread."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(doing())).result()


class Backstage:
    """Where studios are served without a process of their own, with workers that all of them share: they are ready once for all tests."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.thread = Thread(target=self.loop.run_forever, daemon=True)
        self.thread.start()
        self.pool = Pool()

    def run(self, doing: Coroutine[Any, Any, Result]) -> Result:
        """Do something there, and wait for it."""
        return asyncio.run_coroutine_threadsafe(doing, self.loop).result(timeout=120)

    def end(self) -> None:
        """End the workers."""
        self.run(self.pool.end())
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join()


@dataclass
class Served:
    """A studio that is served."""

    folder: Path
    backstage: Backstage | None = field(default=None, repr=False)
    address: str = ""
    _server: Any = field(default=None, repr=False)
    _serving: Any = field(default=None, repr=False)

    def begin(self) -> None:
        """Open it; again on the same folder, it has the same address."""
        assert self.backstage is not None
        port = urlsplit(self.address).port or 0
        listening = socket.create_server(("127.0.0.1", port))
        number = listening.getsockname()[1]
        app = application(self.folder, KEY, "127.0.0.1", lambda: number, self.backstage.pool)
        self._server = uvicorn.Server(config_of(app))
        self._serving = asyncio.run_coroutine_threadsafe(self._server.serve([listening]), self.backstage.loop)
        while not self._server.started:
            assert not self._serving.done(), self._serving.exception()
            time.sleep(0.01)
        self.address = f"http://127.0.0.1:{number}/?key={KEY}"

    @property
    def root(self) -> str:
        """The address without its key."""
        return self.address.partition("/?")[0]

    def end(self) -> None:
        """Close it; what it plays comes to a halt."""
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)  # what is cut off now is no error
        self._server.should_exit = True
        self._serving.result(timeout=60)


@dataclass
class Process(Served):
    """A studio in a process of its own, as the command opens it: one that can be killed."""

    process: Any = field(default=None, repr=False)

    def begin(self) -> None:
        """Open it; again on the same folder, it has the same address."""
        command = [sys.executable, "-m", "ludwright", "studio", str(self.folder), "--no-browser", "--json"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        told = ""
        while not told.rstrip().endswith("}"):
            line = self.process.stdout.readline()
            assert line, "the studio did not open"
            told += line
        self.address = json.loads(told)["address"]

    def kill(self) -> None:
        """As if the power went."""
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def end(self) -> None:
        """As Ctrl-C does."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        self.process.wait(timeout=30)


@pytest.fixture(scope="session")
def backstage() -> Iterator[Backstage]:
    """Workers for all studios."""
    one = Backstage()
    yield one
    one.end()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder for games."""
    monkeypatch.setenv(
        "LUDWRIGHT_CACHE", os.environ.get("LUDWRIGHT_CACHE") or str(Path.home() / ".cache" / "ludwright")
    )
    (tmp_path / "games").mkdir()
    return tmp_path / "games"


@pytest.fixture
def own_process() -> None:
    """For tests that use this, the studio is a process of its own."""


@pytest.fixture
def served(folder: Path, backstage: Backstage, request: pytest.FixtureRequest) -> Iterator[Served]:
    """A studio on an empty folder."""
    one = Process(folder) if "own_process" in request.fixturenames else Served(folder, backstage)
    one.begin()
    yield one
    one.end()


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The browser of this machine; no other is ever fetched."""
    path = browser_path()
    if path is None:
        pytest.skip("no Chromium or Chrome is installed")
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=str(path), args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture
def visitor(served: Served, chromium: Browser) -> Iterator[BrowserContext]:
    """Somebody who has opened the link."""
    context = chromium.new_context(viewport={"width": 1280, "height": 900})
    context.grant_permissions(["clipboard-read", "clipboard-write"], origin=served.root)
    page = context.new_page()
    page.goto(served.address)
    page.close()
    yield context
    context.close()


Opened = Callable[[str], Page]


@pytest.fixture
def opened(served: Served, visitor: BrowserContext) -> Opened:
    """Opens a page; whatever goes wrong in it is an error of the test."""

    def open_page(path: str) -> Page:
        page = visitor.new_page()
        page.set_default_timeout(120_000)
        page.on("pageerror", lambda error: (_ for _ in ()).throw(AssertionError(str(error))))
        page.goto(served.root + path)
        return page

    return open_page

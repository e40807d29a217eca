"""A studio that is really served, and a real browser to look at it with."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from ludwright.reports.pdf import browser as browser_path

expect.set_options(timeout=60_000)


@dataclass
class Served:
    """A studio in a process of its own."""

    folder: Path
    process: Any = field(default=None, repr=False)
    address: str = ""

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

    @property
    def root(self) -> str:
        """The address without its key."""
        return self.address.partition("/?")[0]

    def kill(self) -> None:
        """As if the power went."""
        os.kill(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def end(self) -> int:
        """As Ctrl-C does."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        return int(self.process.wait(timeout=30))


@pytest.fixture
def served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    """A studio on an empty folder."""
    (tmp_path / "games").mkdir()
    (tmp_path / "cache").mkdir()
    home = Path.home()
    monkeypatch.setenv("LUDWRIGHT_CACHE", os.environ.get("LUDWRIGHT_CACHE") or str(home / ".cache" / "ludwright"))
    one = Served(tmp_path / "games")
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
        page.on("pageerror", lambda error: (_ for _ in ()).throw(AssertionError(str(error))))
        page.goto(served.root + path)
        return page

    return open_page

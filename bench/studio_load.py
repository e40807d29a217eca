"""How the studio bears a crowd and large runs, for :mod:`bench.studio`: twenty browsers at once, and a chart of 100,000 games."""

from __future__ import annotations

import asyncio
import json
import os
import time
import urllib.request
from http.cookiejar import CookieJar
from pathlib import Path
from statistics import median
from typing import Any

from playwright.async_api import Page, async_playwright, expect

import ludwright
from ludwright.reports.pdf import browser

BROWSERS, CLICKS = 20, 6
CELLS = ("b2", "a1", "a2", "c2", "b1", "b3")
RACE = """game "Long race"
players 2
param goal = 40 in 10..80
each player
  gone = 0 in 0..200
turn: walk
action walk
  my gone += random n in 1..6
end when my gone >= goal: me wins
score(p): p.gone
"""


def processor_seconds(pid: int) -> float:
    """What a process and all it started have used."""
    ticks, children = os.sysconf("SC_CLK_TCK"), {pid}
    used = 0.0
    for entry in sorted(
        (one for one in Path("/proc").iterdir() if one.name.isdecimal()), key=lambda one: int(one.name)
    ):
        try:
            parts = (entry / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(entry.name) in children or int(parts[1]) in children:
            children.add(int(entry.name))
            used += sum(float(part) for part in parts[11:13]) / ticks
    return used


async def _play(page: Page, address: str, number: int) -> list[float]:
    """One game of Tic-tac-toe; the seconds from each click to its stone."""
    await page.goto(address)
    await page.goto(address.partition("/?")[0] + "/play?game=@tic_tac_toe")
    await expect(page.locator("#seats select")).to_have_count(2, timeout=120_000)
    for seat in range(2):
        await page.locator(f"#seat-{seat}").select_option("here")
    await page.get_by_role("button", name="Sit down").click()
    await expect(page.locator("#paper svg")).to_be_visible(timeout=120_000)
    times = []
    for place, cell in enumerate(CELLS[:CLICKS], 1):
        await expect(page.locator("#moves button").first).to_be_enabled(timeout=120_000)
        began = time.monotonic()
        await page.locator(f'.lit[data-at$=":{cell}"]').first.click()
        await expect(page.locator("#log > li")).to_have_count(place, timeout=120_000)
        times.append(time.monotonic() - began)
    return times


async def _crowd(address: str, pid: int) -> None:
    async with async_playwright() as playwright:
        chromium = await playwright.chromium.launch(executable_path=str(browser()), args=["--no-sandbox"])
        pages = [await (await chromium.new_context()).new_page() for _ in range(BROWSERS)]
        before = processor_seconds(pid)
        found = await asyncio.gather(*(_play(page, address, number) for number, page in enumerate(pages)))
        used = processor_seconds(pid) - before
        times = sorted(one for times in found for one in times)
        print(
            f"{BROWSERS} browsers playing at once: a click to its stone in {median(times):.2f} s for half of {len(times)} clicks, 95% within "
            f"{times[int(len(times) * 0.95)]:.2f} s; {used / len(times) * 1000:.0f} ms of the studio's processor time a click; load {os.getloadavg()[0]:.1f}"
        )
        await chromium.close()


def crowd(address: str, pid: int) -> None:
    """Twenty browsers, each at a table of its own."""
    asyncio.run(_crowd(address, pid))


def large_chart(folder: Path, address: str, pid: int, games: int = 100_000) -> None:
    """Questions to many games: the first time, and again."""
    (folder / "race.game").write_text(RACE, encoding="utf-8")
    ludwright.playtest(folder / "race.game", games=games, seed=1, out=folder / "runs" / "race-1")
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
    opener.open(address).read()
    root = address.partition("/?")[0]
    opener.open(f"{root}/see?game=race.game").read()
    opener.open(f"{root}/see/askable?run=race-1").read()

    def ask(kind: str, when: str) -> dict[str, Any]:
        query = {"name": "gone", "texts": ["p.gone"], "when": when, "how": "average", "on": True}
        asked = json.dumps({"runs": ["race-1"], "queries": [query], "kind": kind}).encode()
        request = urllib.request.Request(f"{root}/see/ask", asked, {"Origin": root, "Content-Type": "application/json"})
        found: dict[str, Any] = json.load(opener.open(request))
        return found

    for kind, when in (("line", "turn"), ("line", "turn"), ("box", "turn"), ("histogram", "end"), ("histogram", "end")):
        before, began = processor_seconds(pid), time.monotonic()
        assert ask(kind, when)["svg"]
        took, used = time.monotonic() - began, processor_seconds(pid) - before
        print(
            f"a {kind} chart of {games:,} games, looked at {'at every turn' if when == 'turn' else 'at the end'}: {took:.2f} s, {used:.2f} s of processor time"
        )

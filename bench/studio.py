"""How quick the studio is: ``python -m bench.studio``. From the command to the first page, from a key to the letter, from a pause to the messages, a chart of 100,000 games, twenty browsers at once.

A browser must be there. Times on the wall depend on what else the machine does; processor times do not.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from http.cookiejar import CookieJar
from pathlib import Path
from statistics import median

from playwright.sync_api import sync_playwright

from bench.studio_load import crowd, large_chart
from ludwright.game import GAMES
from ludwright.reports.pdf import browser

KEYS = 100
WATCH = """() => {
  window.keys = [];
  let down = 0;
  addEventListener('keydown', () => { down = performance.now(); }, true);
  addEventListener('input', () => requestAnimationFrame(() => { const painted = new MessageChannel(); painted.port1.onmessage = () => window.keys.push(performance.now() - down); painted.port2.postMessage(0); }), true);
  window.busy = [];
  new PerformanceObserver(list => list.getEntries().forEach(one => window.busy.push(one.duration))).observe({ type: 'longtask' });
}"""


def long_text(lines: int = 1000) -> str:
    """A game of so many lines that checks clean: a bundled one, with a long table of cards and comments."""
    rules = (GAMES / "crazy_eights.game").read_text(encoding="utf-8")
    rows = ["cards relic", "  | name | worth | weight | copies |"]
    while rules.count("\n") + len(rows) < lines - 20:
        rows.append(f"  | relic_{len(rows)} | {len(rows) % 7} | {len(rows) % 5} | 1 |")
        if len(rows) % 10 == 0:
            rows.append(f"  # more relics, from number {len(rows)}")
    return rules + "\n".join([*rows, "zone box of relic, holds all relics", ""])


def rules_text(lines: int = 1000) -> str:
    """A game of so many lines that are rules, all of them: the longest that a text takes to be checked."""
    out = ['game "Many deeds"', "players 2 to 4", "each player", *(f"  good_{n} = 3 in 0..40" for n in range(12))]
    out += ["  points = 0 in 0..400", "board grid 8 x 8 of cell", "  owner: player or none", "  worth = 1 in 0..9", ""]
    deeds: list[str] = []
    while len(out) < lines - 20:
        n, good = len(deeds), len(deeds) % 12
        deeds.append(f"deed_{n}")
        out += [
            f"define rich_{n}(p): p.good_{good} >= {n % 5} and p.good_{(good + 1) % 12} < {20 + n % 7}",
            f"action deed_{n}(c in cells)", f"  when c.owner is none and rich_{n}(me)", f"  when c.worth > {n % 3}",
            f"  pay {1 + n % 3} from my good_{good}", "  c.owner = me", f"  my points += c.worth + {n % 4}",
            f"  if count(x in cells with x.owner is me) > {n % 9}", f"    my good_{(good + 2) % 12} += 1", "  else: my points += 1", "",
        ]  # fmt: skip
    out += ["turn", f"  one of {', '.join(deeds)}, rest", "action rest", "  my good_0 += 1", ""]
    return "\n".join(
        [*out, "end after round when round.number >= 20", "score(p): p.points", "winner: highest score", ""]
    )


def checking(text: str) -> list[float]:
    """What a check takes of the processor after each of some small changes, as the worker does it."""
    from ludwright.studio.tasks import check_text, prepare

    prepare("check")
    gc.collect()
    gc.freeze()
    times = []
    for number in range(6):
        gc.disable()
        began = time.process_time()
        check_text(f"{text}define wrong_{number}: nowhere_{number}\n", "long.game", ".", True)
        times.append(time.process_time() - began)
        gc.enable()
        gc.collect()
    return times[1:]


def first_page(folder: Path) -> tuple[subprocess.Popen[str], str, float, float]:
    """Start a studio: the process, its address, and when it was open and had sent its first page, in seconds since the command."""
    began = time.monotonic()
    command = [sys.executable, "-m", "ludwright", "studio", str(folder), "--no-browser", "--json"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    told = ""
    while not told.rstrip().endswith("}"):
        told += process.stdout.readline()
    ready = time.monotonic() - began
    address: str = json.loads(told)["address"]
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
    assert b"What are we making" in opener.open(address).read()
    return process, address, ready, time.monotonic() - began


def main() -> None:
    """Measure and print."""
    for name, text in (("of rules", rules_text()), ("of cards, most of them", long_text())):
        print(
            f"checking a text of 1,000 lines {name}, after each change: {', '.join(f'{one * 1000:.0f}' for one in checking(text))} ms of processor time"
        )
    if "--checking" in sys.argv:
        return
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        (folder / "long.game").write_text(long_text(), encoding="utf-8")
        process, address, ready, page_there = first_page(folder)
        spent = sum(float(part) for part in Path(f"/proc/{process.pid}/stat").read_text().split()[13:15]) / os.sysconf(
            "SC_CLK_TCK"
        )
        print(
            f"open after {ready:.2f} s, first page after {page_there:.2f} s; {spent:.2f} s of processor time; load {os.getloadavg()[0]:.1f}"
        )
        with sync_playwright() as playwright:
            chromium = playwright.chromium.launch(executable_path=str(browser()), args=["--no-sandbox"])
            page = chromium.new_page()
            page.goto(address)
            page.goto(address.partition("/?")[0] + "/design?game=long.game")
            page.locator("#verdict", has_text="istake").wait_for(timeout=60_000)
            page.wait_for_timeout(5_000)
            page.locator(".cm-content").click()
            page.keyboard.press("Control+End")
            page.evaluate(WATCH)
            page.keyboard.type("# " + "a" * KEYS, delay=60)
            times = sorted(page.evaluate("window.keys"))
            print(
                f"a key to its letter on a text of 1,000 lines: half within {median(times):.0f} ms, 95% within {times[int(len(times) * 0.95)]:.0f} ms, all within {times[-1]:.0f} ms"
            )
            page.keyboard.press("Enter")
            page.wait_for_timeout(3_000)
            waits = []
            for number in range(5):
                page.keyboard.type(f"define wrong_{number}: nowhere_{number}\n")
                began = time.monotonic()
                page.locator("#messages li", has_text=f"nowhere_{number}").first.wait_for()
                waits.append(time.monotonic() - began)
            print(f"from the last key to the message: {', '.join(f'{wait * 1000:.0f}' for wait in waits)} ms")
            chromium.close()
        large_chart(folder, address, process.pid)
        crowd(address, process.pid)
        process.send_signal(signal.SIGINT)
        process.wait()


if __name__ == "__main__":
    main()

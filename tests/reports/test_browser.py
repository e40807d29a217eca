"""The page in a real browser: it steps through replays by keys and buttons, and fits a desk and a phone."""

from __future__ import annotations

import html
import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from ludwright.reports.pdf import browser, write_pdf

pytestmark = pytest.mark.skipif(browser() is None, reason="no Chromium or Chrome is installed")

PROBE = """<script>
window.addEventListener('load', () => {
  const box = document.querySelector('.replay'), where = () => box.querySelector('.where').textContent, seen = {};
  const press = key => { box.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })); return where(); };
  seen.home = press('Home'); seen.right = press('ArrowRight'); seen.left = press('ArrowLeft'); seen.end = press('End');
  box.querySelectorAll('button')[1].click(); seen.back = where();
  const link = document.querySelector('a[data-frame]'); link.click();
  seen.focus = '#' + document.activeElement.id === link.getAttribute('href');
  seen.drawn = box.querySelectorAll('.frame svg').length;
  seen.wide = document.documentElement.scrollWidth; seen.room = window.innerWidth;
  seen.small = [...document.querySelectorAll('button, input')].filter(one => one.getBoundingClientRect().height < 40).length;
  seen.unnamed = [...document.querySelectorAll('button, input, svg[role=img], .replay')].filter(one => !(one.getAttribute('aria-label') || one.textContent.trim())).length;
  const told = document.createElement('pre'); told.id = 'told'; told.textContent = JSON.stringify(seen); document.body.append(told);
});
</script>"""


def opened(page: str, folder: Path, width: int) -> dict[str, Any]:
    """What the browser tells of the page in a window of that width. Narrow windows are not made: a frame in a wide one is as narrow."""
    (folder / "page.html").write_text(page.replace("</body>", PROBE + "</body>"), encoding="utf-8")
    frame = f"""<!doctype html><body style="margin:0"><iframe src="page.html" style="border:0;width:{width}px;height:900px"></iframe><script>
    const wait = setInterval(() => {{ const told = frames[0].document.getElementById('told'); if (told) {{ clearInterval(wait); document.body.append(told.cloneNode(true)); }} }}, 50);
    </script>"""
    (folder / "frame.html").write_text(frame, encoding="utf-8")
    command = [
        str(browser()), "--headless", "--no-sandbox", "--disable-gpu", "--allow-file-access-from-files", f"--user-data-dir={folder}/browser",
        "--window-size=1400,1000", "--virtual-time-budget=20000", "--dump-dom", (folder / "frame.html").as_uri(),
    ]  # fmt: skip
    dom = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False).stdout
    found = re.search(r'<pre id="told">(.*?)</pre>', dom)
    assert found, dom[-2000:]
    told: dict[str, Any] = json.loads(html.unescape(found[1]))
    return told


@pytest.mark.parametrize("width", [1280, 390])
def test_it_fits_and_is_used_without_a_mouse(page: str, tmp_path: Path, width: int) -> None:
    seen = opened(page, tmp_path, width)
    assert seen["room"] == width and seen["wide"] <= width
    assert seen["home"].startswith("Frame 0 of") and seen["left"] == seen["home"]
    assert seen["right"].startswith("Frame 1 of")
    last = int(re.search(r"of (\d+)", seen["end"])[1])  # type: ignore[index]
    assert seen["end"].startswith(f"Frame {last} of") and seen["back"].startswith(f"Frame {last - 1} of")
    assert seen["focus"] and seen["drawn"] == 1
    assert seen["small"] == 0 and seen["unnamed"] == 0


@pytest.mark.slow
def test_it_is_printed(page: str, tmp_path: Path) -> None:
    write_pdf(page, tmp_path / "a.pdf")
    assert (tmp_path / "a.pdf").read_bytes().startswith(b"%PDF")

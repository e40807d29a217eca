"""A page in a real browser, in windows of several widths at once."""

from __future__ import annotations

import html
import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from ludwright.reports.pdf import browser

needs_browser = pytest.mark.skipif(browser() is None, reason="no Chromium or Chrome is installed")
WIDTHS = (1280, 390)
"""A desk and a phone."""

_PROBE = """<script>
window.addEventListener('load', () => {
  const seen = {};
  %s
  seen.wide = document.documentElement.scrollWidth; seen.room = window.innerWidth;
  const told = document.createElement('pre'); told.id = 'told'; told.textContent = JSON.stringify(seen); document.body.append(told);
});
</script>"""
_FRAMES = """<!doctype html><body style="margin:0">%s<script>
const wait = setInterval(() => {
  const all = [...document.querySelectorAll('iframe')].map(one => one.contentDocument.getElementById('told'));
  if (!all.every(Boolean)) return;
  clearInterval(wait);
  all.forEach(told => document.body.append(told.cloneNode(true)));
}, 50);
</script>"""


def looked_at(page: str, probe: str, folder: Path) -> dict[int, dict[str, Any]]:
    """What a script sees in the page, by width. Narrow windows are not made: a frame in a wide one is as narrow."""
    (folder / "page.html").write_text(page.replace("</body>", _PROBE % probe + "</body>"), encoding="utf-8")
    frames = "".join(
        f'<iframe src="page.html" style="border:0;width:{width}px;height:900px"></iframe>' for width in WIDTHS
    )
    (folder / "frame.html").write_text(_FRAMES % frames, encoding="utf-8")
    command = [
        str(browser()), "--headless", "--no-sandbox", "--disable-gpu", "--allow-file-access-from-files", f"--user-data-dir={folder}/browser",
        "--window-size=1400,1000", "--virtual-time-budget=20000", "--dump-dom", (folder / "frame.html").as_uri(),
    ]  # fmt: skip
    dom = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False).stdout
    found = re.findall(r'<pre id="told">(.*?)</pre>', dom)
    assert len(found) == len(WIDTHS), dom[-2000:]
    return {width: json.loads(html.unescape(told)) for width, told in zip(WIDTHS, found, strict=True)}

"""The page in a real browser: it steps through replays by keys and buttons, and fits a desk and a phone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ludwright.reports import Report
from ludwright.reports.pdf import write_pdf
from tests.reports.browsing import looked_at, needs_browser

pytestmark = needs_browser

PROBE = """
  const box = document.querySelector('.replay'), where = () => box.querySelector('.where').textContent;
  const press = key => { box.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })); return where(); };
  seen.home = press('Home'); seen.right = press('ArrowRight'); seen.left = press('ArrowLeft'); seen.end = press('End');
  box.querySelectorAll('button')[1].click(); seen.back = where();
  seen.links = [...document.querySelectorAll('a[data-frame]')].map(link => {
    link.click();
    const shown = document.querySelector(link.getAttribute('href')).querySelector('.where').textContent;
    return [link.dataset.frame, shown.split(' ')[1], '#' + document.activeElement.id === link.getAttribute('href')];
  });
  seen.drawn = box.querySelectorAll('.frame svg').length;
  seen.small = [...document.querySelectorAll('button, input')].filter(one => one.getBoundingClientRect().height < 40).length;
  seen.unnamed = [...document.querySelectorAll('button, input, svg[role=img], .replay')].filter(one => !(one.getAttribute('aria-label') || one.textContent.trim())).length;
  const words = [...document.querySelectorAll('#charts svg text')].map(one => one.getBoundingClientRect().height).filter(high => high > 0);
  seen.least = Math.min(...words);
  const ends = one => one.getBoundingClientRect().right, grids = [...document.querySelectorAll('.charts')];
  const halves = () => grids.filter(grid => grid.lastElementChild && ends(grid) - ends(grid.lastElementChild) > 2).length;
  seen.grids = grids.length;
  seen.halves = halves(); grids.forEach(grid => grid.lastElementChild.remove()); seen.halves += halves();
"""


def test_it_fits_and_is_used_without_a_mouse(page: str, tmp_path: Path) -> None:
    for width, seen in looked_at(page, PROBE, tmp_path).items():
        assert seen["room"] == width and seen["wide"] <= width
        assert seen["home"].startswith("Frame 0 of") and seen["left"] == seen["home"]
        assert seen["right"].startswith("Frame 1 of")
        last = int(re.search(r"of (\d+)", seen["end"])[1])  # type: ignore[index]
        assert seen["end"].startswith(f"Frame {last} of") and seen["back"].startswith(f"Frame {last - 1} of")
        assert seen["links"] and all(asked == shown and focused for asked, shown, focused in seen["links"])
        assert seen["drawn"] == 1 and seen["small"] == 0 and seen["unnamed"] == 0
        assert seen["least"] >= 9  # words in charts can be read
        assert seen["grids"] and seen["halves"] == 0  # the last of an odd number of charts has the whole row


@pytest.mark.slow
def test_it_is_printed(page: str, made: Report, tmp_path: Path) -> None:
    write_pdf(page, tmp_path / "a.pdf")
    assert (tmp_path / "a.pdf").read_bytes().startswith(b"%PDF")
    write_pdf(made.sell_sheet(), tmp_path / "sheet.pdf")
    assert len(re.findall(rb"/Type\s*/Page\b", (tmp_path / "sheet.pdf").read_bytes())) == 1

"""The page of a comparison in a real browser: it fits a desk and a phone, and what is wide can be reached by keys."""

from __future__ import annotations

from pathlib import Path

from ludwright.comparing import Comparison
from tests.reports.browsing import looked_at, needs_browser

pytestmark = needs_browser

PROBE = """
  const wide = [...document.querySelectorAll('.wide, pre.rules')];
  seen.tables = wide.length;
  seen.unreachable = wide.filter(one => one.scrollWidth > one.clientWidth && one.tabIndex < 0).length;
  seen.rules = [...document.querySelectorAll('pre.rules .gone, pre.rules .new')].length;
  const words = [...document.querySelectorAll('#charts svg text')].map(one => one.getBoundingClientRect().height).filter(high => high > 0);
  seen.least = Math.min(...words);
"""


def test_it_fits_and_is_used_without_a_mouse(found: Comparison, tmp_path: Path) -> None:
    for width, seen in looked_at(found.html(), PROBE, tmp_path).items():
        assert seen["room"] == width and seen["wide"] <= width
        assert seen["tables"] >= 2 and seen["unreachable"] == 0 and seen["rules"] >= 4
        assert seen["least"] >= 9

"""A comparison as one page: it needs no other file and no network."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from ludwright.charts.page_style import STYLE
from ludwright.comparing.difference import CHANGED, OPEN, SAME, TOLD, Difference
from ludwright.comparing.expected import section
from ludwright.comparing.rules import as_html
from ludwright.comparing.wording import number, settled
from ludwright.display import words

if TYPE_CHECKING:
    from ludwright.comparing.compare import Comparison

_MORE_STYLE = """
pre.rules { background: var(--panel); border: 1px solid var(--line); border-radius: 8px; padding: .7rem; overflow-x: auto; font-size: .9rem; line-height: 1.45; }
pre.rules .line { display: block; text-decoration: none; white-space: pre; } pre.rules .gone { background: #fbe6df; } pre.rules .new { background: #dcefe2; }
pre.rules mark { background: none; font-weight: 700; text-decoration: underline; } pre.rules .kept { color: var(--soft); }
td.figure, th.figure { text-align: right; white-space: nowrap; } tr.changed td:first-child { font-weight: 700; }
"""
_TITLES = {
    CHANGED: "What changed",
    OPEN: "Not decided by so many games",
    SAME: "Equivalent",
    TOLD: "Told side by side: no interval",
}


def page(comparison: Comparison) -> str:
    """The whole page."""
    one = comparison
    title = f"{one.a.label} and {one.b.label}"
    return f"""<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}: compared</title><style>{STYLE}{_MORE_STYLE}</style></head>
<body>
<a class="skip" href="#figures">To the figures</a>
<header><h1>{escape(title)}</h1><p class="soft">A: {escape(one.a.label)}. B: {escape(one.b.label)}. {words(one.basis)}</p></header>
<nav aria-label="Parts of this page"><ul><li><a href="#rules">The rules</a></li>{_expected_link(one)}<li><a href="#charts">Charts</a></li><li><a href="#figures">The figures</a></li></ul></nav>
<main>
<p class="lead">{words(one.sentence)}</p>
<p class="soft">{words(one.promise)}</p>
<section id="rules" aria-labelledby="rules-title"><h2 id="rules-title">The rules</h2>{_rules(one)}</section>
{section(one.expected)}
<section id="charts" aria-labelledby="charts-title"><h2 id="charts-title">Charts</h2><div class="charts">{"".join(f"<figure>{chart.svg()}</figure>" for chart in one.charts())}</div></section>
<section id="figures" aria-labelledby="figures-title"><h2 id="figures-title">The figures</h2>{"".join(_table(one, state) for state in _TITLES)}</section>
</main>
<footer class="soft">Made by Ludwright. Intervals: 95% of the time the true difference lies between their ends.</footer>
</body>
</html>
"""


def _expected_link(comparison: Comparison) -> str:
    return '<li><a href="#expected">What is expected</a></li>' if comparison.expected else ""


def _rules(comparison: Comparison) -> str:
    if not comparison.rules:
        return "<p>Both have the same text.</p>"
    return f'<p class="soft">− only in A, + only in B.</p>{as_html(comparison.rules)}'


def _table(comparison: Comparison, state: str) -> str:
    shown = [one for one in comparison.of(state) if one.a.known or one.b.known]
    if not shown:
        return ""
    several = len({one.players for one in comparison.differences}) > 1
    last = {OPEN: "Games to settle it", CHANGED: "Chance (corrected)"}.get(state, "")
    head = "".join(
        f'<th scope="col" class="figure">{name}</th>' for name in ("A", "B", "B − A", "95% interval", last) if name
    )
    rows = "".join(_row(one, state, several) for one in shown)
    meaning = f'<p class="soft">{escape(_meaning(comparison, state))}</p>'
    return (
        f'<h3>{_TITLES[state]}</h3>{meaning}<div class="wide" tabindex="0" role="region" aria-label="{_TITLES[state]}"><table><thead><tr><th scope="col">Figure</th>{head}</tr></thead>'
        f"<tbody>{rows}</tbody></table></div>"
    )


def _meaning(comparison: Comparison, state: str) -> str:
    return {
        CHANGED: "Sure after correction for the number of figures; what is surely largest comes first.",
        OPEN: "Neither surely different nor surely alike; the surest first.",
        SAME: f"That is more than no difference seen: {comparison.equivalence}.",
        TOLD: "Nothing is claimed about their difference.",
    }[state]


def _row(one: Difference, state: str, several: bool) -> str:
    unit = one.unit
    name = escape(one.name) + (f", {one.players} players" if several else "")
    if unit and unit != "share":
        name += f' <span class="soft">in {escape(unit)}</span>'
    interval = ""
    if one.low is not None and one.high is not None:
        interval = f"{number(one.low, unit, signed=True)} to {number(one.high, unit, signed=True)}"
    cells = [number(one.a.value, unit), number(one.b.value, unit), number(one.value, unit, signed=True), interval]
    if state == CHANGED:
        cells.append(f"{one.corrected:.2g}")
    if state == OPEN:
        cells.append(settled(one).removeprefix("about ").removesuffix(" games would tell"))
    return f'<tr class="{state}"><td>{name}</td>{"".join(f"""<td class="figure">{cell}</td>""" for cell in cells)}</tr>'

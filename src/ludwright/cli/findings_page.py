"""A simulation's findings as one self-contained page."""

from __future__ import annotations

from html import escape

from ludwright.cli.curves import curves
from ludwright.cli.summary import Summary, word
from ludwright.play.result_tables import ResultRow, length, not_won, rows, score

_STYLE = """
:root { color-scheme: light dark; --ink: #1d2733; --soft: #5d6b7a; --paper: #fbfaf7;
  --line: #dfdbd2; --bar: #2f6f8f; --whisker: #b4462f; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8e6e1; --soft: #9aa5b1; --paper: #171b20; --line: #333b45; --bar: #5aa9cc; --whisker: #f0a08c; }
}
body { margin: 3rem auto; max-width: 46rem; padding: 0 1.2rem; background: var(--paper); color: var(--ink);
  font: 16px/1.55 system-ui, sans-serif; }
h1 { font-size: 1.9rem; margin: 0; } h2 { font-size: 1.1rem; margin: 2.4rem 0 .6rem; }
p { margin: .3rem 0; } .soft { color: var(--soft); } svg { width: 100%; height: auto; display: block; }
svg text { fill: var(--ink); font: 13px system-ui, sans-serif; } svg .soft { fill: var(--soft); }
.facts { display: flex; flex-wrap: wrap; gap: 1.6rem; }
.facts b { display: block; font-size: 1.5rem; font-weight: 600; }
code { background: var(--line); border-radius: 4px; padding: .1em .35em; }
"""


def page(summary: Summary) -> str:
    """The whole page; it needs no other file and no network."""
    result = summary.result
    return f"""<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(summary.title)}: {result.games:,} games</title><style>{_STYLE}</style></head>
<body>
<h1>{escape(summary.title)}</h1>
<p class="soft">{result.games:,} {_kind(summary)}games, {len(result.seats)} players, seed {result.seed}{_settings(summary)}</p>
{_winners(summary) if result.finished else "<p>No game came to its end.</p>"}
{curves(result.course, summary.names) if result.course is not None else ""}
{_faults(summary)}
<p class="soft">Played at {result.games_per_second:,.0f} games a second.</p>
</body>
</html>
"""


def _kind(summary: Summary) -> str:
    return "random " if summary.at_random else ""


def _settings(summary: Summary) -> str:
    return "".join(f", {escape(name)} {escape(word(value))}" for name, value in summary.params.items())


def _winners(summary: Summary) -> str:
    if common := score(summary.result):
        told = "".join(f"<p>{escape(line)}.</p>" for line in common)
        return f"{told}<h2>How long it takes</h2>{_lengths(summary)}"
    return f"""<h2>Who wins</h2>
{_bars(summary)}
{"".join(f"<p>{escape(line)}.</p>" for line in not_won(summary.result))}
<p class="soft">The bars are shares of all games that came to their end; the thin lines are 95% intervals:
where the true share lies, as far as this many games can tell.</p>
<p>{_verdict(summary)}</p>
<h2>How long it takes</h2>
{_lengths(summary)}"""


def _bars(summary: Summary) -> str:
    found = rows(summary.result)
    height = 34 * len(found)
    drawn = "".join(_bar(row, 34 * place) for place, row in enumerate(found))
    return f'<svg viewBox="0 0 640 {height}" role="img" aria-label="Win shares">{drawn}</svg>'


def _bar(row: ResultRow, top: int) -> str:
    left, room = 170, 360
    low, high = row.interval
    from_x, to_x = left + room * low, left + room * high
    return (
        f'<text x="0" y="{top + 21}">{escape(row.name)}</text>'
        f'<rect x="{left}" y="{top + 6}" width="{room}" height="20" fill="var(--line)" rx="3"/>'
        f'<rect x="{left}" y="{top + 6}" width="{room * row.share:.1f}" height="20" fill="var(--bar)" rx="3"/>'
        f'<path d="M{from_x:.1f} {top + 11}v10m0-5H{to_x:.1f}m0-5v10" stroke="var(--whisker)" fill="none"/>'
        f'<text x="{left + room + 10}" y="{top + 21}">{row.share:.1%}</text>'
        f'<text class="soft" x="{left + room + 58}" y="{top + 21}">±{(high - low) / 2:.1%}</text>'
    )


def _verdict(summary: Summary) -> str:
    """One plain sentence: what these games prove about the seats."""
    result = summary.result
    if result.cooperative:
        return "All win or lose together."
    best = max(range(len(result.seats)), key=result.win_share)
    rest = [seat for seat in range(len(result.seats)) if seat != best]
    play = "Under random play" if summary.at_random else "With these players"
    if all(result.win_interval(best)[0] > result.win_interval(seat)[1] for seat in rest):
        return f"{play} {escape(summary.names[best])} wins more often than any other seat: that is not luck."
    return f"{play} no seat can be shown to win more often than every other from this many games."


def _lengths(summary: Summary) -> str:
    unit, found = length(summary.result)
    facts = [
        (f"{found.mean:,.1f}", f"{unit} on average"),
        (f"{found.least:,}", "the shortest"),
        (f"{found.median:,}", "the middle one"),
        (f"{found.most:,}", "the longest"),
    ]
    return '<div class="facts">' + "".join(f"<div><b>{number}</b>{words}</div>" for number, words in facts) + "</div>"


def _faults(summary: Summary) -> str:
    if not summary.result.faults:
        return ""
    items = "".join(
        f"<p>{escape(summary.where(fault.line))}: {escape(fault.words)} ({fault.games:,} games). "
        f"See one: <code>{escape(summary.show(fault))}</code></p>"
        for fault in summary.result.faults
    )
    return f"<h2>Games stopped by a fault</h2>{items}"

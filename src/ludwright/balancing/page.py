"""What a search for better versions found, as one page: it needs no other file and no network."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import accumulate
from typing import TYPE_CHECKING

import polars as pl

from ludwright.charts import Chart, draw
from ludwright.charts.page_style import STYLE
from ludwright.display import words

if TYPE_CHECKING:
    from ludwright.balancing.result import Balance, Better


def page(found: Balance) -> str:
    """The whole page."""
    versions = [*found.versions, *([found.closest] if found.closest is not None else [])]
    parts = [
        ("versions", "Versions" if found.versions else "What came closest", _versions(found, versions)),
        ("obstacles", "What stands in the way", _list(found.obstacles)),
        ("tried", "What was tried", "".join(f"<figure>{one.svg()}</figure>" for one in charts(found))),
        ("knobs", "What moves the targets", _knobs(found)),
    ]
    parts = [part for part in parts if part[2]]
    links = "".join(f'<li><a href="#{name}">{title}</a></li>' for name, title, _ in parts)
    sections = "".join(
        f'<section id="{name}" aria-labelledby="{name}-title"><h2 id="{name}-title">{title}</h2>{body}</section>' for name, title, body in parts
    )  # fmt: skip
    title = f"{escape(found.title)}: better versions"
    return f"""<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title><style>{STYLE}</style></head>
<body>
<a class="skip" href="#versions">To the versions</a>
<header><h1>{title}</h1></header>
<nav aria-label="Parts of this page"><ul>{links}</ul></nav>
<main><p class="lead">{words(found.headline if found.versions else found.sentence)}</p>{sections}<p class="soft">{words(found.basis)}</p></main>
<footer class="soft">Made by Ludwright.</footer>
</body>
</html>
"""


def _versions(found: Balance, versions: Sequence[Better]) -> str:
    """Each with what it changes, before and after, and the command that plays its games again."""
    made = []
    for place, one in enumerate(versions, 1):
        rows = "".join(
            f"<tr><td>{words(target)}</td><td>{words(where)}</td><td>{escape(before)}</td><td>{escape(after)}</td><td>{escape(state)}</td></tr>"
            for target, where, before, after, state in found.rows(one)
        )
        command = f'<p class="soft">The same games again: <code>{escape(one.command)}</code></p>' if one.command else ""
        made.append(
            f"<article><h3>{place}. {words(one.changes[:1].upper() + one.changes[1:])}</h3><table><thead><tr><th>target</th><th>with</th>"
            f"<th>before</th><th>after</th><th></th></tr></thead><tbody>{rows}</tbody></table>{command}</article>"
        )
    return "".join(made)


def _list(lines: Sequence[str]) -> str:
    return f"<ul>{''.join(f'<li>{words(line)}</li>' for line in lines)}</ul>" if lines else ""


def _knobs(found: Balance) -> str:
    """How far each number moves the targets when it is turned alone."""
    moving = sorted(((size, name) for name, size in found.moving.items() if size > 0), reverse=True)
    rows = "".join(
        f"<tr><td><code>{escape(name)}</code></td><td>{found.knobs[name].value}</td><td>{found.knobs[name].values[0]} to {found.knobs[name].values[-1]}</td><td>{size:.1f}</td></tr>"
        for size, name in moving
    )  # fmt: skip
    if not rows:
        return ""
    head = "<tr><th>knob</th><th>now</th><th>may be</th><th>moves a target by, in what matters</th></tr>"
    return f"<table><thead>{head}</thead><tbody>{rows}</tbody></table>"


def charts(found: Balance) -> list[Chart]:
    """All versions by size and distance with the front of those that none beats in both, and how the search came nearer."""
    if not found.cloud:
        return []
    front = {one for one in found.cloud if not any(_beats(other, one) for other in found.cloud)}
    table = pl.DataFrame(
        [
            {"changes": size, "away": away, "version": "Pareto front" if (size, away) in front else "other versions"}
            for size, away in found.cloud
        ],
        schema={"changes": pl.Float64, "away": pl.Float64, "version": pl.String},
    )
    best = pl.DataFrame(
        {
            "version": list(range(1, len(found.cloud) + 1)),
            "away": list(accumulate((away for _, away in found.cloud), min)),
        }
    )
    return [
        draw(
            table, "scatter", x="changes", y="away", colour="version", title="Small changes and near to the targets", colour_title="",
            x_title="size of all changes together", y_title="away from the targets, in what matters", note="0 away: inside all ranges; the game as it is stands at size 0",
        ),
        draw(best, "line", x="version", y="away", title="The nearest so far", x_title="versions tried", y_title="away from the targets, in what matters"),
    ]  # fmt: skip


def _beats(one: tuple[float, float], other: tuple[float, float]) -> bool:
    return one[0] <= other[0] and one[1] <= other[1] and one != other

"""An evolution as one page: it needs no other file and no network."""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from ludwright.charts import Chart, draw
from ludwright.charts.page_style import STYLE
from ludwright.display import words
from ludwright.evolution.result import Evolution, Variant, said

if TYPE_CHECKING:
    from ludwright.game import Game
    from ludwright.play.match import Match

_SHOWN, _DRAWN, _DEEP = 6, 40, 12
_MORE_STYLE = """
.variants { display: grid; grid-template-columns: repeat(auto-fill, minmax(17rem, 1fr)); gap: 1rem; } .variant { background: var(--panel); border: 1px solid var(--line); border-radius: 8px; padding: .8rem; }
.variant svg, .beside svg, #seen svg { max-width: 100%; height: auto; max-height: 20rem; } .beside { display: flex; flex-wrap: wrap; gap: 1rem; align-items: center; } .beside figure { flex: 1 1 14rem; margin: 0; }
.archive { display: flex; flex-wrap: wrap; gap: 1rem; } .archive > svg { flex: 2 1 20rem; max-width: 34rem; height: auto; } #seen { flex: 1 1 14rem; min-height: 12rem; } .cell { cursor: pointer; } .cell:hover, .cell:focus { stroke: var(--ink); stroke-width: 2; }
label select { font: inherit; } .tree { overflow-x: auto; }
@media print { .archive { display: block; } }
"""
_SCRIPT = """
const data = JSON.parse(document.getElementById('variants').textContent);
const seen = document.getElementById('seen');
for (const cell of document.querySelectorAll('.cell')) {
  const show = () => { const one = data[cell.dataset.variant]; seen.innerHTML = '<p><b>Variant ' + cell.dataset.variant + '</b> <span class="soft">' + one.told + '</span></p>' + (one.svg || '') ; };
  cell.addEventListener('mouseenter', show); cell.addEventListener('focus', show); cell.addEventListener('click', show);
}
const [across, up] = ['across', 'up'].map(id => document.getElementById(id)), plot = document.getElementById('plot');
function scatter() {
  const points = Object.entries(data).filter(([, one]) => across.value in one.figures && up.value in one.figures);
  const range = name => { const all = points.map(([, one]) => one.figures[name]); const low = Math.min(...all), high = Math.max(...all); return [low, high > low ? high : low + 1]; };
  if (!points.length) { plot.innerHTML = ''; return; }
  const [a, b] = range(across.value), [c, d] = range(up.value);
  const dots = points.map(([number, one]) => `<circle cx="${50 + 470 * (one.figures[across.value] - a) / (b - a)}" cy="${280 - 260 * (one.figures[up.value] - c) / (d - c)}" r="4" fill="#14537a" fill-opacity=".6"><title>Variant ${number}: ${one.figures[across.value].toPrecision(3)}, ${one.figures[up.value].toPrecision(3)}</title></circle>`);
  const text = (x, y, value, anchor) => `<text x="${x}" y="${y}" font-size="12" text-anchor="${anchor}">${value}</text>`;
  plot.innerHTML = `<path d="M50 10V280H530" fill="none" stroke="#888"/>` + dots.join('') + text(50, 297, a.toPrecision(3), 'start') + text(530, 297, b.toPrecision(3), 'end') + text(46, 280, c.toPrecision(3), 'end') + text(46, 22, d.toPrecision(3), 'end');
}
if (plot) { across.onchange = up.onchange = scatter; scatter(); }
"""


def page(found: Evolution) -> str:
    """The whole page."""
    best = found.best[:_SHOWN]
    parts = [
        ("best", "The best", _cards(found, best)), ("archive", "The archive", _archive(found)), ("parents", "Parents and child", _parents(found, best)),
        ("family", "Family tree", _tree(found, best)), ("charts", "Charts", "".join(f"<figure>{one.svg()}</figure>" for one in charts(found))),
        ("criteria", "Any two figures", _scatter(found)),
    ]  # fmt: skip
    parts = [part for part in parts if part[2]]
    links = "".join(f'<li><a href="#{name}">{title}</a></li>' for name, title, _ in parts)
    sections = "".join(
        f'<section id="{name}" aria-labelledby="{name}-title"><h2 id="{name}-title">{title}</h2>{body}</section>' for name, title, body in parts
    )  # fmt: skip
    rejected = ", ".join(f"{gate}: {count:,}" for gate, count in found.rejected.items())
    return f"""<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(found.title)}: evolved</title><style>{STYLE}{_MORE_STYLE}</style></head>
<body>
<a class="skip" href="#best">To the best variants</a>
<header><h1>{escape(found.title)}</h1><p class="soft">{found.games:,} games, {found.trials} of each variant by <code>{escape(found.agents)}</code>; seed {found.seed}.</p></header>
<nav aria-label="Parts of this page"><ul>{links}</ul></nav>
<main><p class="lead">{words(found.sentence)}</p>{f'<p class="soft">Not passed: {escape(rejected)}.</p>' if rejected else ""}{sections}</main>
<footer class="soft">Made by Ludwright.</footer>
<script type="application/json" id="variants">{_data(found)}</script><script>{_SCRIPT}</script>
</body>
</html>
"""


def _data(found: Evolution) -> str:
    """What the page's script shows: figures of all that passed, and drawings of some."""
    drawn = {one.number for one in found.best[:_DRAWN]}
    values = {
        one.number: {
            "told": escape(found.history(one.number)), "figures": {name: round(value, 5) for name, value in one.figures.items()},
            "svg": picture(one) if one.number in drawn and found.axes else "",
        }
        for one in found.passed
    }  # fmt: skip
    return json.dumps(values).replace("<", "\\u003c")


def picture(variant: Variant) -> str:
    """A game of a variant, drawn when about two thirds of it are played at random."""
    return picture_of(variant.genome.loaded())


def picture_of(game: Game, seed: int = 1) -> str:
    """A game, drawn when about two thirds of it are played at random."""
    whole = _played(game.start(seed), seed, None)
    return _played(game.start(seed), seed, 2 * whole.moves // 3)._repr_svg_()


def _played(match: Match, seed: int, moves: int | None) -> Match:
    dice = np.random.default_rng(seed)
    while not match.over and match.moves < (2_000 if moves is None else moves):
        codes = match.codes()
        match.apply(codes[int(dice.integers(len(codes)))])
    return match


def _cards(found: Evolution, best: Sequence[Variant]) -> str:
    return f'<div class="variants">{"".join(_card(found, one) for one in best)}</div>' if best else ""


def _card(found: Evolution, one: Variant) -> str:
    names = [ideal.name for ideal in found.ideals] or [
        "quality",
        "turns",
        "first seat wins",
        "draws",
        "options",
        "skill",
        "depth",
    ]
    rows = "".join(f"<tr><td>{name}</td><td>{said(name, one.figures.get(name))}</td></tr>" for name in names)
    return (
        f'<article class="variant" id="variant-{one.number}"><h3>Variant {one.number}</h3>{picture(one)}'
        f"<p>{words(found.history(one.number))}</p><table>{rows}</table></article>"
    )


def _archive(found: Evolution) -> str:
    """The heat map of the first two axes; where there are more, the best along the others."""
    if len(found.axes) < 2 or not found.cells:
        return ""
    x, y = found.axes[:2]
    shown: dict[tuple[int, int], Variant] = {}
    for place, number in found.cells.items():
        one, key = found.variants[number], (place[0], place[1])
        if key not in shown or shown[key].worth < one.worth:
            shown[key] = one
    wide, high = 440 / x.bins, 300 / y.bins
    cells = "".join(
        f'<rect class="cell" tabindex="0" data-variant="{one.number}" x="{60 + wide * a:.1f}" y="{310 - high * (b + 1):.1f}" width="{wide:.1f}" height="{high:.1f}" '
        f'fill="hsl({200 - 160 * one.worth:.0f} 70% {75 - 35 * one.worth:.0f}%)"><title>Variant {one.number}: {one.worth:.2f}</title></rect>'
        for (a, b), one in shown.items()
    )  # fmt: skip
    ticks = "".join(
        f'<text x="{60 + 440 * part:.0f}" y="326" text-anchor="middle">{x.value(part):.3g}</text><text x="55" y="{314 - 300 * part:.0f}" text-anchor="end">{y.value(part):.3g}</text>'
        for part in (0.0, 0.25, 0.5, 0.75, 1.0)
    )  # fmt: skip
    return (
        f'<p class="soft">Each square is the best variant of its cell; the warmer, the better. Point at one to see it.</p><div class="archive">'
        f'<svg viewBox="0 0 520 350" font-size="12" role="img" aria-label="Archive over {escape(x.name)} and {escape(y.name)}">'
        f'<rect x="60" y="10" width="440" height="300" fill="none" stroke="#bbb"/>{cells}{ticks}<text x="280" y="345" text-anchor="middle">{escape(x.name)}</text>'
        f'<text x="14" y="160" transform="rotate(-90 14 160)" text-anchor="middle">{escape(y.name)}</text></svg><div id="seen" aria-live="polite"></div></div>'
    )  # fmt: skip


def _parents(found: Evolution, best: Sequence[Variant]) -> str:
    """The best child beside its parents."""
    child = next((one for one in best if one.parents), None)
    if child is None:
        return ""
    figures = [(found.variants[number], "Parent") for number in child.parents]
    drawn = "".join(
        f"<figure>{picture(one)}<figcaption>{what} {one.number}</figcaption></figure>"
        for one, what in [*figures, (child, "Child")]
    )
    return f'<p>{words(child.told)}</p><div class="beside">{drawn}</div>'


def _tree(found: Evolution, best: Sequence[Variant]) -> str:
    """The family of the best variant, the oldest above; of a large one the last generations."""
    if not best or not best[0].parents:
        return ""
    family = found.family(best[0].number)
    level: dict[int, int] = {}
    for one in family:
        level[one.number] = 1 + max((level[parent] for parent in one.parents), default=-1)
    lowest = max(level.values())
    family = [one for one in family if level[one.number] > lowest - _DEEP]
    rows: dict[int, list[Variant]] = {}
    for one in family:
        rows.setdefault(level[one.number], []).append(one)
    wide = max(320, 70 * max(len(row) for row in rows.values()))
    top = min(rows)
    at = {
        one.number: (wide * (place + 0.5) / len(row), 25 + 60 * (depth - top))
        for depth, row in rows.items()
        for place, one in enumerate(row)
    }  # fmt: skip
    lines = "".join(
        f'<path d="M{at[parent][0]:.0f} {at[parent][1]:.0f}L{at[one.number][0]:.0f} {at[one.number][1]:.0f}" stroke="#999"/>'
        for one in family
        for parent in one.parents
        if parent in at
    )  # fmt: skip
    nodes = "".join(
        f'<g><title>{escape(one.told)}</title><circle cx="{at[one.number][0]:.0f}" cy="{at[one.number][1]:.0f}" r="17" fill="#fff" stroke="#14537a"/>'
        f'<text x="{at[one.number][0]:.0f}" y="{at[one.number][1] + 4:.0f}" text-anchor="middle" font-size="12">{one.number}</text></g>'
        for one in family
    )  # fmt: skip
    high = 50 + 60 * (max(rows) - top)
    told = "".join(f"<li>{one.number}: {words(one.told)}</li>" for one in found.ancestors(best[0].number)[:_DEEP])
    return f'<div class="tree"><svg viewBox="0 0 {wide:.0f} {high}" width="{wide:.0f}" role="img" aria-label="Family tree">{lines}{nodes}</svg></div><ol class="soft">{told}</ol>'


def _scatter(found: Evolution) -> str:
    names = list(dict.fromkeys(name for one in found.passed for name in one.figures))
    if len(names) < 2:
        return ""
    first = [*(one.name for one in found.ideals), *(one.name for one in found.axes)] or names
    chosen = [first[0], first[1] if len(first) > 1 else names[-1]]

    def select(label: str, own: str) -> str:
        options = "".join(f"<option{' selected' if name == own else ''}>{escape(name)}</option>" for name in names)
        return f'<label>{label} <select id="{label}">{options}</select></label> '

    return f'<p>{select("across", chosen[0])}{select("up", chosen[1])}</p><svg id="plot" viewBox="0 0 540 305" role="img" aria-label="Scatter plot of two figures"></svg>'


def charts(found: Evolution) -> list[Chart]:
    """Progress over the variants, and the front over the first two ideals."""
    best, cells, rows = 0.0, 0, []
    kept = set(found.cells.values())
    for one in found.variants:
        best, cells = max(best, one.worth), cells + (one.number in kept)
        rows.append({"variant": one.number, "best": best, "cells": cells})
    made = [
        draw(
            pl.DataFrame(rows),
            "line",
            x="variant",
            y="best",
            title="The best so far",
            x_title="variants bred",
            y_title="worth",
        )
    ]
    if found.axes:
        made.append(
            draw(pl.DataFrame(rows), "line", x="variant", y="cells", title="Cells of the archive", x_title="variants bred", y_title="filled by then, as they stand now")
        )  # fmt: skip
    if len(found.ideals) > 1:
        front = {one.number for one in found.front}
        a, b = found.ideals[:2]
        table: list[dict[str, Any]] = [
            {
                a.name: one.figures[a.name],
                b.name: one.figures[b.name],
                "what": "Pareto front" if one.number in front else "other variants",
            }
            for one in found.passed
            if a.name in one.figures and b.name in one.figures
        ]
        if table:
            made.append(
                draw(pl.DataFrame(table), "scatter", x=a.name, y=b.name, colour="what", title="Who is nearest to the ideals", colour_title="", note=f"wished: {a.name} {a.value:g}, {b.name} {b.value:g}")
            )  # fmt: skip
    return made

"""The course of games as pictures: a curve for every seat, turn by turn."""

from __future__ import annotations

from html import escape

from ludwright.play.course import LEAD, Course, Curve

_COLOURS = ("#2f6f8f", "#b4462f", "#5b8c3a", "#8a5aa8", "#c08a1e", "#3a8c8c", "#a83a6b", "#6b6b6b")
_LEFT, _TOP, _WIDE, _HIGH = 44, 12, 420, 200


def curves(course: Course, names: list[str]) -> str:
    """A picture of the lead, and one of every track."""
    found = course.curves()
    titles = list(dict.fromkeys(curve.title for curve in found))
    return "".join(_picture(title, [c for c in found if c.title == title], course, names) for title in titles)


def _picture(title: str, found: list[Curve], course: Course, names: list[str]) -> str:
    heading = "Who is ahead" if title == LEAD else escape(title)
    turns = len(course.going_on())
    if turns < 2:
        return f"<h2>{heading}</h2><p>These games are too short for a curve.</p>"
    values = [value for curve in found for value in curve.means]
    low, high = (0.0, 1.0) if title == LEAD else (min(0.0, *values), max(values))
    high = high if high > low else low + 1
    drawn = "".join(_curve(curve, place, turns, low, high, names) for place, curve in enumerate(found))
    shape = f'viewBox="0 0 640 {max(_TOP + _HIGH + 34, 30 + 20 * len(found))}"'
    return f"""<h2>{heading}</h2>
<svg {shape} role="img" aria-label="{heading}, turn by turn">
{_axes(turns, low, high)}{drawn}</svg>
<p class="soft">The mean after every turn, over the games that lasted so long ({len(course.games):,} games at the first turn;
drawn as far as one in twenty went on).</p>"""


def _axes(turns: int, low: float, high: float) -> str:
    bottom = _TOP + _HIGH
    return (
        f'<path d="M{_LEFT} {_TOP}V{bottom}H{_LEFT + _WIDE}" stroke="var(--soft)" fill="none"/>'
        f'<text class="soft" x="{_LEFT - 6}" y="{_TOP + 5}" text-anchor="end">{high:.3g}</text>'
        f'<text class="soft" x="{_LEFT - 6}" y="{bottom + 4}" text-anchor="end">{low:.3g}</text>'
        f'<text class="soft" x="{_LEFT}" y="{bottom + 18}">turn 1</text>'
        f'<text class="soft" x="{_LEFT + _WIDE}" y="{bottom + 18}" text-anchor="end">turn {turns}</text>'
    )


def _curve(curve: Curve, place: int, turns: int, low: float, high: float, names: list[str]) -> str:
    colour = "var(--ink)" if curve.of_winner else _COLOURS[place % len(_COLOURS)]
    dashes = ' stroke-dasharray="5 4"' if curve.of_winner else ""
    points = " ".join(
        f"{_LEFT + _WIDE * turn / (turns - 1):.1f},{_TOP + _HIGH * (1 - (value - low) / (high - low)):.1f}"
        for turn, value in enumerate(curve.means)
    )
    y = _TOP + 8 + 20 * place
    left = _LEFT + _WIDE + 14
    return (
        f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"{dashes}/>'
        f'<path d="M{left} {y}h18" stroke="{colour}" stroke-width="2"{dashes}/>'
        f'<text x="{left + 24}" y="{y + 4}">{escape(curve.whose(names) or "all")}</text>'
    )

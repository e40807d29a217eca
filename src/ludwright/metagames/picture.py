"""A metagame as a picture: who invades whom on a circle, and below it what everybody takes."""

from __future__ import annotations

from math import cos, hypot, pi, sin, sqrt
from typing import TYPE_CHECKING

from ludwright.charts.theme import EVEN, LOSS, WIN
from ludwright.drawing.colours import mixed
from ludwright.drawing.svg_blocks import FONT, INK, LINE, PAPER, SOFT, n, text, wide
from ludwright.metagames.result import CLEARLY

if TYPE_CHECKING:
    from ludwright.metagames.result import Metagame

_WIDTH, _RADIUS, _LEAST, _MOST = 760.0, 150.0, 7.0, 34.0
_TOP, _SMALL = 78.0, 12.0


def picture(found: Metagame) -> str:
    """The whole picture, as SVG."""
    order = [part.agent for part in found.parts]
    circle, height = _circle(found, order)
    bars, lower = _bars(found, order, height)
    head = text(20, 30, f"{found.title}: which ways to play survive", 17, bold=True)
    head += text(
        20,
        52,
        f"{found.games:,} games, {found.players} players. A circle is as large as its part of the mix that nobody beats;",
        _SMALL,
        fill=SOFT,
    )
    head += text(
        20, 68, "an arrow leads from whoever takes more than a fair share to those it takes it from.", _SMALL, fill=SOFT
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {n(_WIDTH)} {n(lower)}" width="{n(_WIDTH)}" height="{n(lower)}" '
        f'font-family="{FONT}"><rect width="100%" height="100%" fill="{PAPER}"/>{head}{circle}{bars}</svg>'
    )


def _circle(found: Metagame, order: list[str]) -> tuple[str, float]:
    middle = (_WIDTH / 2, _TOP + _RADIUS + _MOST + 14)
    share = {part.agent: part.share for part in found.parts}
    size = {agent: max(_LEAST, _MOST * sqrt(share[agent])) for agent in order}
    at = {
        agent: (middle[0] + _RADIUS * sin(2 * pi * k / len(order)), middle[1] - _RADIUS * cos(2 * pi * k / len(order)))
        for k, agent in enumerate(order)
    }
    fair, arrows = 1 / found.sides, []
    for row, one in enumerate(found.agents):
        for column, other in enumerate(found.agents):
            more = found.alone[row][column] - fair
            if one != other and more > CLEARLY:
                arrows.append((more, _arrow(at[one], at[other], size[one], size[other], more / (1 - fair))))
    dots = "".join(
        f'<circle cx="{n(at[agent][0])}" cy="{n(at[agent][1])}" r="{n(size[agent])}" '
        f'fill="{mixed(EVEN, WIN, min(1.0, 0.25 + share[agent])) if share[agent] > 0 else LINE}" stroke="{INK}"/>'
        for agent in order
    )
    names = "".join(_name(agent, at[agent], size[agent], middle) for agent in order)
    return "".join(drawn for _, drawn in sorted(arrows)) + dots + names, middle[1] + _RADIUS + _MOST + 30


def _arrow(start: tuple[float, float], end: tuple[float, float], from_: float, to: float, strength: float) -> str:
    length = hypot(end[0] - start[0], end[1] - start[1]) or 1.0
    x, y = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    head = (end[0] - x * (to + 3), end[1] - y * (to + 3))
    wing = [(head[0] - 9 * x + side * 4 * y, head[1] - 9 * y - side * 4 * x) for side in (1, -1)]
    points = " ".join(f"{n(px)},{n(py)}" for px, py in (head, *wing))
    faint = f'opacity="{0.25 + 0.6 * min(1.0, strength):.2f}"'
    return (
        f'<line x1="{n(start[0] + x * from_)}" y1="{n(start[1] + y * from_)}" x2="{n(head[0] - 8 * x)}" y2="{n(head[1] - 8 * y)}" '
        f'stroke="{SOFT}" stroke-width="{n(0.8 + 2.2 * min(1.0, strength))}" {faint}/><polygon points="{points}" fill="{SOFT}" {faint}/>'
    )


def _name(agent: str, at: tuple[float, float], size: float, middle: tuple[float, float]) -> str:
    off = at[0] - middle[0]
    if abs(off) < 20:
        return text(at[0], at[1] + (-size - 6 if at[1] < middle[1] else size + 15), agent, _SMALL, anchor="middle")
    side = 1 if off > 0 else -1
    return text(at[0] + side * (size + 6), at[1] + 4, agent, _SMALL, anchor="start" if side > 0 else "end")


def _bars(found: Metagame, order: list[str], top: float) -> tuple[str, float]:
    """Two bars for each player: its part of the mix, and of the long run."""
    left = 40 + min(330.0, max(wide(agent, _SMALL) for agent in order))
    room = _WIDTH - left - 120
    drawn = [text(left, top, "of the mix that nobody beats", _SMALL, fill=WIN, bold=True)]
    drawn.append(text(left + 230, top, "of the time, if the better are imitated", _SMALL, fill=LOSS, bold=True))
    y = top + 12
    for agent in order:
        drawn.append(text(left - 10, y + 18, agent, _SMALL, anchor="end"))
        for parts, colour, down in ((found.parts, WIN, 3), (found.long_run, LOSS, 15)):
            part = next(part for part in parts if part.agent == agent)
            drawn.append(
                f'<rect x="{n(left)}" y="{n(y + down)}" width="{n(max(1.0, room * part.share))}" height="9" fill="{colour}" opacity="0.85"/>'
                f'<line x1="{n(left + room * part.low)}" x2="{n(left + room * part.high)}" y1="{n(y + down + 4.5)}" y2="{n(y + down + 4.5)}" stroke="{INK}"/>'
            )
            drawn.append(text(left + room * max(part.high, part.share) + 6, y + down + 9, f"{part.share:.0%}", 11))
        y += 32
    return "".join(drawn), y + 14

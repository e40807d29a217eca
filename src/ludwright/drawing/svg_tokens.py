"""Pieces, marks, cards and dice in SVG."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, sqrt

from ludwright.drawing.colours import ink_on, mixed
from ludwright.drawing.scene import Token
from ludwright.drawing.svg_blocks import (
    INK,
    LINE,
    PANEL,
    SOFT,
    SvgBlock,
    circle,
    clean,
    fitted,
    n,
    rect,
    text,
    wide,
    wrapped,
)

_NEUTRAL = "#e9e4d8"
_BACK = "#6d7f93"
_CARD_WIDE, _CARD_HIGH, _CARD_ROUND = 66.0, 88.0, 7.0
_FACE_WIDE, _FACE_HIGH = 86.0, 104.0
"""A card on which more is printed than its name."""
_SMALL, _LEADING = 8.5, 1.24
"""The smallest letters on it, and how far lines are apart."""
_DIE = 38.0
_PIPS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    5: [(-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)],
    6: [(-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)],
}


def colour_of(token: Token) -> str:
    """What a token is filled with."""
    if token.form == "back":
        return _BACK
    return token.tint.colour if token.tint is not None else _NEUTRAL


# ---------------------------------------------------------------- on a cell


def on_cell(tokens: Sequence[Token], x: float, y: float, room: float) -> str:
    """Tokens around the middle of a cell that has so much room across."""
    pins = [token for token in tokens if token.form == "pin"]
    others = [token for token in tokens if token.form != "pin"]
    if pins and others:  # pawns stand at the side of what lies there
        radius = max(9.0, room * 0.38)
        left = x + room * 0.42 - (len(pins) - 1) * radius
        stand = "".join(_pin(pin, left + i * radius, y - room * 0.3, radius) for i, pin in enumerate(pins))
        return on_cell(others, x, y, room) + stand
    if not tokens:
        return ""
    across = ceil(sqrt(len(tokens)))
    down = ceil(len(tokens) / across)
    step = room * (1.0 if len(tokens) == 1 else 1.16) / max(across, down)
    parts = []
    for i, token in enumerate(tokens):
        row, column = divmod(i, across)
        in_row = min(across, len(tokens) - row * across)
        at_x = x + (column - (in_row - 1) / 2) * step
        at_y = y + (row - (down - 1) / 2) * step
        parts.append(disc(token, at_x, at_y, step * (0.5 if len(tokens) == 1 else 0.47)))
    return "".join(parts)


def disc(token: Token, x: float, y: float, radius: float) -> str:
    """A piece or a mark."""
    if token.form == "die":
        return _die(token.face, x - radius, y - radius, 2 * radius)
    if token.form == "pin":
        return _pin(token, x, y, radius)
    if token.form == "mark" and token.sign in ("X", "O") and not token.badge and not token.flags:
        return _noughts_and_crosses(token, x, y, radius)
    fill = colour_of(token)
    ink = ink_on(fill)
    if token.form == "piece" and (token.tint is None or token.tint.seat is None):
        return _tile(token, x, y, radius)
    rim = mixed(fill, "#000000", 0.38)
    parts = [
        circle(x, y + radius * 0.06, radius, rim),
        circle(x, y, radius * 0.97, fill, stroke=rim, line=max(1, radius * 0.06)),
    ]
    if token.form == "piece":
        parts.append(circle(x, y, radius * 0.72, "none", stroke=mixed(fill, ink, 0.28), line=max(0.8, radius * 0.06)))
    words = _inscription(token)
    marks = _carried(token.flags, x, y + radius * 0.68, radius * 1.5, ink) if _valued(token) else ("", 0.0)
    if words:
        size = min(radius * 1.05, radius * 1.55 * radius / max(wide(words, radius, True), 1), 1.5 * radius - marks[1])
        parts.append(text(x, y + size * 0.36 - marks[1] / 2, words, size, fill=ink, anchor="middle", bold=True))
    parts.append(marks[0])
    if token.count > 1:
        parts.append(_count(token.count, x + radius * 0.72, y - radius * 0.72, radius * 0.46))
    return "".join(parts)


def _tile(token: Token, x: float, y: float, radius: float) -> str:
    """Something that belongs to nobody: a square with its name, or its sign where the name does not fit."""
    fill = colour_of(token)
    side = radius * 1.84
    parts = [
        rect(
            x - side / 2,
            y - side / 2,
            side,
            side,
            fill,
            stroke=mixed(fill, "#000000", 0.4),
            round_=side * 0.14,
            line=1.3,
        )
    ]
    ink = ink_on(fill)
    marks, taken = _carried(token.flags, x, y + side * 0.46, side * 0.92, ink)
    name = token.called.replace("_", " ")
    size = min(13.0, 0.9 * side / max(wide(word, 1, True) for word in name.split() or ["x"]))
    most = max(1, min(3, int((side - taken) / (1.1 * size))))
    lines = wrapped(name, size, side, 3) if size >= 7 else []
    if token.name.isdigit() or not lines or len(lines) > most:
        sign = token.sign + token.which
        lines, size = [sign], min(radius * 1.05, 0.8 * side / max(wide(sign, 1, True), 0.1), side - taken)
    top = y - taken / 2 - size * 1.1 * (len(lines) - 1) / 2 + size * 0.36
    parts += [
        text(x, top + size * 1.1 * i, line, size, fill=ink, anchor="middle", bold=True) for i, line in enumerate(lines)
    ]
    parts.append(marks)
    if token.count > 1:
        parts.append(_count(token.count, x + side * 0.44, y - side * 0.44, radius * 0.4))
    return "".join(parts)


def _carried(flags: Sequence[str], x: float, foot: float, room: float, ink: str) -> tuple[str, float]:
    """What a piece carries, in small letters at its foot, and how high that is."""
    if not flags:
        return "", 0.0
    size = max(4.0, min(9.5, room / max(wide(flag, 1) for flag in flags), 0.55 * room / (1.1 * len(flags))))
    words = [fitted(flag, size, room) for flag in flags]
    lines = [
        text(x, foot - 1.1 * size * (len(words) - 1 - i) - size * 0.2, word, size, fill=ink, anchor="middle")
        for i, word in enumerate(words)
    ]
    return "".join(lines), 1.1 * size * len(words)


def _valued(token: Token) -> bool:
    """Whether it carries more than a mark it has or has not, such as a crown."""
    return token.form == "piece" and any(" " in flag for flag in token.flags)


def _inscription(token: Token) -> str:
    """What is written on a piece: its number, what it carries, or a letter if its colour does not say enough."""
    if token.badge:
        return token.badge
    if _valued(token):
        return token.sign
    if token.flags and (token.tint is None or token.tint.seat is not None) and len(token.sign) < 2:
        return token.flags[0][:1].upper()
    return token.sign if token.lettered else ""


def _count(number: int, x: float, y: float, radius: float) -> str:
    size = radius * 1.25
    return circle(x, y, radius, INK) + text(
        x, y + size * 0.36, str(number), size, fill="#ffffff", anchor="middle", bold=True
    )


def _pin(token: Token, x: float, y: float, radius: float) -> str:
    """A variable that points here: a pawn."""
    fill = token.tint.colour if token.tint is not None else "#3a3f47"
    rim = mixed(fill, "#000000", 0.4)
    body = (
        f'<path d="M{n(x - radius * 0.62)} {n(y + radius * 0.8)}Q{n(x - radius * 0.1)} {n(y + radius * 0.35)} {n(x - radius * 0.24)} {n(y)}'
        f"H{n(x + radius * 0.24)}Q{n(x + radius * 0.1)} {n(y + radius * 0.35)} {n(x + radius * 0.62)} {n(y + radius * 0.8)}Z"
        f'" fill="{fill}" stroke="{rim}" stroke-linejoin="round"/>'
    )
    head = circle(x, y - radius * 0.34, radius * 0.46, fill, stroke=rim)
    size = radius * 0.62
    return (
        body
        + head
        + text(x, y - radius * 0.34 + size * 0.36, token.sign[:2], size, fill=ink_on(fill), anchor="middle", bold=True)
    )


def _noughts_and_crosses(token: Token, x: float, y: float, radius: float) -> str:
    line, reach = radius * 0.26, radius * 0.66
    stroke = f'stroke="{colour_of(token)}" stroke-width="{n(line)}" fill="none" stroke-linecap="round"'
    if token.sign == "O":
        return f'<circle cx="{n(x)}" cy="{n(y)}" r="{n(radius * 0.72)}" {stroke}/>'
    low, high = f"{n(x - reach)} {n(y - reach)}", f"{n(x + reach)} {n(y - reach)}"
    return f'<path d="M{low}l{n(2 * reach)} {n(2 * reach)}M{high}l{n(-2 * reach)} {n(2 * reach)}" {stroke}/>'


# ---------------------------------------------------------------- cards and dice


def card(token: Token) -> SvgBlock:
    """A card with its name and what is printed on it; several equal ones lie on each other."""
    if token.printed:
        return _printed_card(token)
    edge = "#b9b2a3"
    behind = 4.0 if token.count > 1 else 0.0
    parts = []
    if behind:
        parts.append(rect(behind, 0, _CARD_WIDE, _CARD_HIGH, PANEL, stroke=edge, round_=_CARD_ROUND))
    parts.append(rect(0, behind, _CARD_WIDE, _CARD_HIGH, PANEL, stroke=edge, round_=_CARD_ROUND))
    fill = colour_of(token)
    band = (
        f'<path d="M0.5 {n(behind + 16)}V{n(behind + _CARD_ROUND)}a{n(_CARD_ROUND)} {n(_CARD_ROUND)} 0 0 1 {n(_CARD_ROUND)} -6.5'
        f'H{n(_CARD_WIDE - _CARD_ROUND)}a{n(_CARD_ROUND)} {n(_CARD_ROUND)} 0 0 1 {n(_CARD_ROUND - 0.5)} 6.5V{n(behind + 16)}Z" fill="{fill}"/>'
    )
    parts.append(band)
    longest = max(wide(word, 1, True) for word in token.called.replace("_", " ").split() or ["x"])
    size = 20.0 if token.name.isdigit() and len(token.name) < 4 else max(8.5, min(12.0, (_CARD_WIDE - 8) / longest))
    lines = wrapped(token.called, size * 1.1, _CARD_WIDE - 2, 3)
    feet = [line for flag in token.flags[:2] for line in wrapped(flag, 8.5, _CARD_WIDE - 6, 2)][:3]
    top = behind + 49 - 7 * (len(lines) - 1) - (6 if feet else 0) - (6 if len(feet) > 2 else 0)
    parts += [
        text(_CARD_WIDE / 2, top + size * 0.3 + 14 * i, line, size, anchor="middle", bold=True)
        for i, line in enumerate(lines)
    ]
    for i, line in enumerate(feet):
        foot = behind + _CARD_HIGH - 7 - 10 * (len(feet) - 1 - i)
        parts.append(text(_CARD_WIDE / 2, foot, line, 8.5, fill=SOFT, anchor="middle"))
    if token.count > 1:
        words = f"×{token.count}"
        parts.append(text(_CARD_WIDE - 6, behind + 12.5, words, 11, fill=ink_on(fill), anchor="end", bold=True))
    return SvgBlock(_CARD_WIDE + behind, _CARD_HIGH + behind, f"<g><title>{_told(token)}</title>{''.join(parts)}</g>")


def _printed_card(token: Token) -> SvgBlock:
    """A card with its name at the head and below it as much of its face as has room."""
    width, height, edge = _FACE_WIDE, _FACE_HIGH, "#b9b2a3"
    behind = 4.0 if token.count > 1 else 0.0
    parts = [rect(behind, 0, width, height, PANEL, stroke=edge, round_=_CARD_ROUND)] if behind else []
    parts.append(rect(0, behind, width, height, PANEL, stroke=edge, round_=_CARD_ROUND))
    fill = colour_of(token)
    parts.append(rect(3, behind + 3, width - 6, 7, fill, round_=3))
    many = f"×{token.count}" if token.count > 1 else ""
    room = width - 10
    name = token.called.replace("_", " ")
    size = max(8.5, min(12.0, 12.0 * room / max(wide(name, 12, True), 1)))
    parts.append(text(6, behind + 24, fitted(name, size * 1.12, room + 1), size, bold=True))
    if many:
        parts.append(text(width - 5, behind + height - 5, many, 11, fill=SOFT, anchor="end", bold=True))
    feet = [line for flag in token.flags[:2] for line in wrapped(flag, 8.5, width - 10, 2)][:3]
    lines, size = _face(token.printed, width - 11, height - 34 - 10 * max(len(feet), 1 if many else 0))
    for i, line in enumerate(lines):
        parts.append(text(6, behind + 28.5 + size * (1 + _LEADING * i), line, size))
    for i, line in enumerate(feet):
        parts.append(text(6, behind + height - 6 - 10 * (len(feet) - 1 - i), line, 8.5, fill=SOFT))
    return SvgBlock(width + behind, height + behind, f"<g><title>{_told(token)}</title>{''.join(parts)}</g>")


def _face(printed: Sequence[str], room: float, high: float) -> tuple[list[str], float]:
    """What is printed on a card in lines, and how large: each of a few things in a line of its own, of many as much as there is room for."""
    for size in (11.0, 10.0, 9.0):
        if len(printed) * size * _LEADING <= high and all(wide(item, size) <= room for item in printed):
            return list(printed), size
    return _face_lines(printed, room, int(high / (_SMALL * _LEADING))), _SMALL


def _face_lines(printed: Sequence[str], room: float, most: int) -> list[str]:
    """What is printed on a card, in lines; the last one says if there is more."""
    short = " · ".join(item for item in printed if ": " not in item)
    items = [short, *(item for item in printed if ": " in item)]
    lines = [line for item in items for line in wrapped(item, _SMALL, room, most)]
    return lines if len(lines) <= most else [*lines[: most - 1], fitted(f"{lines[most - 1]} …", _SMALL, room)]


def backs(count: int) -> SvgBlock:
    """Cards seen from the back: only their number shows."""
    shown = min(count, 3)
    parts = []
    for i in range(shown):
        shift = 3.0 * (shown - 1 - i)
        parts.append(rect(shift, 3.0 * i, _CARD_WIDE, _CARD_HIGH, _BACK, stroke="#ffffff", round_=_CARD_ROUND))
    y = 3.0 * (shown - 1)
    parts.append(rect(5, y + 5, _CARD_WIDE - 10, _CARD_HIGH - 10, "none", stroke="#aebbc8", round_=4))
    parts.append(
        text(_CARD_WIDE / 2, y + _CARD_HIGH / 2 + 8, str(count), 22, fill="#ffffff", anchor="middle", bold=True)
    )
    wider = 3.0 * (shown - 1)
    hidden = "1 hidden" if count == 1 else f"{count} hidden"
    return SvgBlock(_CARD_WIDE + wider, _CARD_HIGH + wider, f"<g><title>{hidden}</title>{''.join(parts)}</g>")


def back(token: Token) -> SvgBlock:
    """One card seen from the back: which one it is, and what was told of it."""
    parts = [
        rect(0, 0, _CARD_WIDE, _CARD_HIGH, _BACK, stroke="#ffffff", round_=_CARD_ROUND),
        rect(5, 5, _CARD_WIDE - 10, _CARD_HIGH - 10, "none", stroke="#aebbc8", round_=4),
        text(_CARD_WIDE / 2, 27, str(token.place), 17, fill="#ffffff", anchor="middle", bold=True),
    ]
    told = [line for flag in token.flags for line in wrapped(flag, 9.5, _CARD_WIDE - 12, 3)][:4]
    parts += [
        text(_CARD_WIDE / 2, 43 + 12 * i, line, 9.5, fill="#ffffff", anchor="middle") for i, line in enumerate(told)
    ]
    return SvgBlock(_CARD_WIDE, _CARD_HIGH, f"<g><title>{_told(token)}</title>{''.join(parts)}</g>")


def empty_place() -> SvgBlock:
    """A zone with nothing in it."""
    outline = (
        f'<rect x="1" y="1" width="{n(_CARD_WIDE - 2)}" height="{n(_CARD_HIGH / 2 - 2)}" rx="{n(_CARD_ROUND)}" fill="none" '
        f'stroke="{LINE}" stroke-width="1.5" stroke-dasharray="5 4"/>'
    )
    return SvgBlock(
        _CARD_WIDE,
        _CARD_HIGH / 2,
        outline + text(_CARD_WIDE / 2, _CARD_HIGH / 4 + 4, "empty", 11, fill=SOFT, anchor="middle"),
    )


def die(token: Token) -> SvgBlock:
    """A die, showing its face."""
    return SvgBlock(_DIE, _DIE, _die(token.face, 0, 0, _DIE))


def hidden_die() -> SvgBlock:
    """A die under a cup."""
    box = rect(1, 1, _DIE - 2, _DIE - 2, _BACK, stroke="#ffffff", round_=_DIE * 0.2)
    return SvgBlock(_DIE, _DIE, box + text(_DIE / 2, _DIE * 0.66, "?", 18, fill="#ffffff", anchor="middle", bold=True))


def _die(face: int, x: float, y: float, size: float) -> str:
    box = rect(
        x + size * 0.03, y + size * 0.03, size * 0.94, size * 0.94, PANEL, stroke="#8b8577", round_=size * 0.2, line=1.3
    )
    middle_x, middle_y = x + size / 2, y + size / 2
    if face in _PIPS:
        return box + "".join(
            circle(middle_x + a * size * 0.25, middle_y + b * size * 0.25, size * 0.085, INK) for a, b in _PIPS[face]
        )
    return box + text(middle_x, middle_y + size * 0.17, str(face), size * 0.46, anchor="middle", bold=True)


def _told(token: Token) -> str:
    return clean(
        ", ".join([token.called, *token.flags, *token.printed]) + (f" ×{token.count}" if token.count > 1 else "")
    )

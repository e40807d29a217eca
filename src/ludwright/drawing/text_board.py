"""Boards as lines of text: one sign a cell where they fit, a list of places where they don't."""

from __future__ import annotations

from dataclasses import replace

from ludwright.drawing.scene import Board, Spot, Token
from ludwright.drawing.spans import Line, StyledSpan, span

EMPTY = "·"
_WIDEST = 100


def dice_sign(token: Token) -> str:
    """A die by its face."""
    return f"[{token.face}]"


def token_name(token: Token) -> str:
    """A card or piece in words."""
    flags = f" ({', '.join(token.flags)})" if token.flags else ""
    badge = f" {token.badge}" if token.badge else ""
    return f"{token.called}{badge}{flags}" + (f" ×{token.count}" if token.count > 1 else "")


def board_lines(board: Board) -> list[Line]:
    """One board."""
    drawn = board.shape != "graph" and _fits(board)
    lines = _drawn(board) if drawn else _by_region(_listed(board.cells, board), board)
    for what, spots in (("corners", board.corners), ("edges", board.edges)):
        taken = [spot for spot in spots if not spot.bare]
        if taken:
            lines += [[], [StyledSpan(f"{what}:")], *_listed(taken, None)]
    return lines


# ---------------------------------------------------------------- drawn


def _fits(board: Board) -> bool:
    xs = [spot.at[0] for spot in board.cells]
    return (max(xs) - min(xs) + 1) * _pitch(board) <= _WIDEST and max(len(_plain(s)) for s in board.cells) <= 12


def _pitch(board: Board) -> int:
    """Characters from one cell to the next; even where rows are shifted by half a cell."""
    width = max(1, max(len(_plain(spot)) for spot in board.cells)) + 1
    if board.shape in ("ring", "track"):
        width = max(width, max(len(spot.name) for spot in board.cells) + 1)
    return width + width % 2 if board.shape in ("hex", "hexagon") else width


def _drawn(board: Board) -> list[Line]:
    pitch = _pitch(board)
    left = min(spot.at[0] for spot in board.cells)
    sides = {round(y, 3): name for name, y in board.rows}
    margin = max((len(name) for name in sides.values()), default=0) + 4
    rows: dict[float, list[Spot]] = {}
    for spot in board.cells:
        rows.setdefault(round(spot.at[1], 3), []).append(spot)
    for _, (_, y) in board.ends:
        rows.setdefault(round(y, 3), [])
    named = board.shape in ("ring", "track")
    lines: list[Line] = []
    for y in sorted(rows, reverse=True):
        spots = sorted(rows[y], key=lambda s: s.at[0])
        if named:
            lines.append([StyledSpan(_names(spots, left, pitch, margin))])
        ends = [(round((x - left) * pitch), name) for name, (x, at) in board.ends if round(at, 3) == y]
        lines.append(_drawn_row(spots, ends, f"{sides.get(y, ''):>{margin - 2}}  ", left, pitch))
    if board.columns:
        lowest = min(rows)
        start = min(s.at[0] for s in rows[lowest])
        foot = " " * margin
        for name, x in board.columns:
            at = margin + round((x - left) * pitch)
            foot = foot.ljust(at) + name
        if start >= left:
            lines.append([StyledSpan(foot)])
    return lines + _legend(board)


def _drawn_row(spots: list[Spot], ends: list[tuple[int, str]], head: str, left: float, pitch: int) -> Line:
    """The cells of one row behind its number; behind them, or instead, letters of columns that end there."""
    used = round((spots[0].at[0] - left) * pitch) if spots else 0
    line: Line = [StyledSpan(" " * used + head)]
    for spot in spots:
        at = round((spot.at[0] - left) * pitch)
        line.append(StyledSpan(" " * (at - used)))
        signs = _signs(spot)
        line += signs
        used = at + sum(len(s.text) for s in signs)
    for at, name in ends:
        place = max(at, used + 2) if spots else at
        line.append(StyledSpan(" " * (place - used) + name))
        used = place + len(name)
    return line


def _names(spots: list[Spot], left: float, pitch: int, margin: int) -> str:
    """The names of cells above them."""
    line = " " * margin
    for spot in spots:
        line = line.ljust(margin + round((spot.at[0] - left) * pitch)) + spot.name
    return line


def _plain(spot: Spot) -> str:
    return "".join(part.text for part in _signs(spot))


def _signs(spot: Spot) -> list[StyledSpan]:
    """What is on a cell, as short as can be."""
    marked = spot.changed
    signs = [span(_sign(token), token.tint, marked) for token in spot.tokens]
    facts = [fact.value or fact.name[:1] for fact in spot.facts if not fact.name or not fact.value]
    facts += [f"{fact.name[:1]}{fact.value}" for fact in spot.facts if fact.name and fact.value]
    if spot.ground is not None and facts:  # the land: its first letters
        facts = [fact[:2] if not fact[0].isdigit() else fact for fact in facts]
    words: list[StyledSpan] = [StyledSpan(fact, marked=marked) for fact in facts] + signs
    if not words:
        return [StyledSpan(EMPTY, marked=marked)]
    joined: list[StyledSpan] = []
    for i, word in enumerate(words):
        joined += [StyledSpan("/"), word] if i and _collide(words[i - 1].text, word.text) else [word]
    return joined


def _collide(a: str, b: str) -> bool:
    """Whether two signs side by side would be read as one."""
    return a[-1:].isdigit() and b[:1].isdigit()


def _sign(token: Token) -> str:
    """One letter; small if the piece could carry a mark and doesn't: b is a man, B a king."""
    sign = token.sign
    if token.form == "back":
        sign = "▒"
    elif token.form == "pin":
        sign = f"{sign.lower()}'"
    elif token.form == "piece" and token.tint is not None and token.tint.seat is not None and len(sign) == 1:
        sign = sign.upper() if token.flags else sign.lower()
    elif token.form == "mark" and token.flags:
        sign = f"{sign}*"
    if token.badge:
        sign = f"{sign}{token.badge}" if not _collide(sign, token.badge) else f"{sign}:{token.badge}"
    return (
        f"{token.count}{sign}"
        if token.count > 1 and not sign[0].isdigit()
        else f"{token.count}×{sign}"
        if token.count > 1
        else sign
    )


def _legend(board: Board) -> list[Line]:
    """What the signs mean, unless they are the seats' own letters; where pieces of one sign differ, what each of them carries."""
    meanings: dict[str, set[str]] = {}
    pieces: dict[str, list[tuple[Token, str]]] = {}
    for spot in board.cells:
        for token in spot.tokens:
            if token.form == "mark" and not token.flags:
                if token.tint is None or token.tint.seat is None:
                    meanings.setdefault(token.sign, {token.name})
            elif token.form != "back" and token.sign != token.called:
                one = _sign(replace(token, badge="", count=1))
                flags = f", {', '.join(token.flags)}" if token.flags else ""
                meanings.setdefault(one, set()).add(f"{token.called}{flags}")
                pieces.setdefault(one, []).append((token, spot.name))
    differing = [sign for sign in sorted(pieces) if len(meanings[sign]) > 1]
    plain = {sign: {token.name for token, _ in pieces[sign]} for sign in differing}
    told = sorted({**meanings, **plain}.items())
    lines = _row([f"{sign} {meaning}" for sign, names in told for meaning in sorted(names)])
    for sign in differing:
        lines += _each(pieces[sign])
    return [[], *lines] if lines else []


def _each(pieces: list[tuple[Token, str]]) -> list[Line]:
    """Pieces of one sign with what they carry and where they are; those that are alike together."""
    places: dict[str, list[str]] = {}
    for token, place in pieces:
        places.setdefault(token_name(replace(token, badge="", count=1)), []).append(
            f"{place} ×{token.count}" if token.count > 1 else place
        )
    return [[StyledSpan(f"    {name}: {', '.join(where)}")] for name, where in places.items()]


def _row(parts: list[str]) -> list[Line]:
    """Words with commas between them, broken at the width of a screen."""
    lines: list[Line] = []
    row = "  "
    for part in parts:
        if len(row) + len(part) > _WIDEST - 10:
            lines.append([StyledSpan(row.rstrip(" ,"))])
            row = "  "
        row += f"{part}, "
    return [*lines, [StyledSpan(row.rstrip(" ,"))]] if parts else []


# ---------------------------------------------------------------- listed


def _listed(spots: list[Spot], board: Board | None) -> list[Line]:
    """Every place on a line: its name, what is there, and for maps what it is joined to."""
    near: dict[int, list[str]] = {}
    if board is not None:
        for a, b in board.links:
            near.setdefault(a, []).append(spots[b].name)
            near.setdefault(b, []).append(spots[a].name)
    names = [f"{spot.name} ({' '.join(spot.near)})" if spot.near else spot.name for spot in spots]
    width = max(len(name) for name in names)
    lines: list[Line] = []
    contents = [_content(spot) for spot in spots]
    room = max(sum(len(part.text) for part in content) for content in contents)
    for i, content in enumerate(contents):
        line: Line = [StyledSpan(f"  {names[i]:<{width}}  "), *content]
        if near.get(i):
            used = sum(len(part.text) for part in content)
            line.append(StyledSpan(" " * (room - used) + "  — " + ", ".join(near[i])))
        lines.append(line)
    return lines


def _by_region(lines: list[Line], board: Board) -> list[Line]:
    """The lines of cells, region by region; those of none at the end."""
    left = set(range(len(lines)))
    found: list[Line] = []
    for name, members in board.regions.items():
        own = [cell for cell in members if cell in left]
        left -= set(own)
        notes = ", ".join(board.region_notes.get(name, ()))
        head = f"  {name.replace('_', ' ')}{f' ({notes})' if notes else ''}:"
        found += [[StyledSpan(head)], *([StyledSpan("  "), *lines[cell]] for cell in own)] if own else []
    rest = [lines[cell] for cell in sorted(left)]
    return [*found, [StyledSpan("  in no region:")], *rest] if found and rest else [*found, *rest]


def _content(spot: Spot) -> list[StyledSpan]:
    marked = spot.changed
    words = [span(token_name(token), token.tint, marked) for token in spot.tokens]
    words += [StyledSpan(f"{fact.name.replace('_', ' ')} {fact.value}".strip(), marked=marked) for fact in spot.facts]
    if not words:
        return [StyledSpan(EMPTY, marked=marked)]
    joined = [words[0]]
    for word in words[1:]:
        joined += [StyledSpan(", "), word]
    return joined

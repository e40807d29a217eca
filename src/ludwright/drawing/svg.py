"""A scene as one SVG text that needs nothing else."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import replace

from ludwright.drawing.addresses import Lit, addressed, at_card, at_place, at_player
from ludwright.drawing.colours import ink_on, mixed
from ludwright.drawing.scene import Fact, Pile, Scene, SeatScene, VariableTable
from ludwright.drawing.svg_blocks import (
    FONT,
    GLOW,
    INK,
    LINE,
    MARK,
    NOTHING,
    PANEL,
    PAPER,
    SOFT,
    SvgBlock,
    beside,
    circle,
    clean,
    fitted,
    flow,
    label,
    n,
    rect,
    ringed,
    stack,
    text,
    wide,
    wrapped,
)
from ludwright.drawing.svg_board import board_block
from ludwright.drawing.svg_tokens import back, backs, card, die, empty_place, hidden_die
from ludwright.drawing.things import BACK, MOST_IN_ORDER

_MARGIN = 28.0
_SIDE = 330.0
"""How wide the players' panels are beside a board."""
_PAGE = 860.0
"""How wide a page without a board is."""
NARROW = 480.0
"""How wide a page is that is read on a telephone as well."""
_NOTES = 16
"""Of more sentences below the heading the rest is counted."""
_SHOWN = 14
"""Of a pile with more different cards the rest is counted."""


def svg_of(scene: Scene, page: float = _PAGE) -> str:
    """The whole picture, about as wide as a page; on a narrow one all stands below each other."""
    boards = stack([board_block(board, scene.lit) for board in scene.boards], 26)
    room = max(page, boards.width)
    if boards.height and boards.width <= 640 and page >= _PAGE:
        players = stack([_player(player, _SIDE, scene.lit) for player in scene.players], 12)
        main = beside([boards, players], 30)
        room = max(page, main.width) if main.width > 760 else main.width
    else:
        each = (room - 16) / 2 if len(scene.players) > 1 and page >= _PAGE else room
        main = stack([boards, flow([_player(player, each, scene.lit) for player in scene.players], room, 16)], 22)
    shared = [
        flow([_pile(pile, room, "", scene.lit) for pile in scene.piles], room, 26),
        flow([_fact(fact) for fact in scene.facts], room, 8),
        flow([_table(table, room) for table in scene.tables], room, 26),
    ]
    whole = stack([_head(scene, room), main, *shared], 22)
    width, height = whole.width + 2 * _MARGIN, whole.height + 2 * _MARGIN
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {n(width)} {n(height)}" width="{n(width)}" height="{n(height)}" '
        f'role="img" font-family="{FONT}"><title>{clean(scene.title)}</title><desc>{clean(scene.standing)}</desc>'
        f"{rect(0, 0, width, height, PAPER)}{whole.moved(_MARGIN, _MARGIN)}</svg>\n"
    )


def _head(scene: Scene, room: float) -> SvgBlock:
    view = f"  ·  as {scene.view} sees it" if scene.view else ""
    notes = [label(fitted(note, 13, room), 13, fill=MARK, bold=not i) for i, note in enumerate(scene.notes[:_NOTES])]
    left = len(scene.notes) - _NOTES
    more = label(f"and {left} more", 13, fill=MARK) if left > 0 else NOTHING
    return stack(
        [
            *(label(line, 24, bold=True) for line in wrapped(scene.title, 26, max(room, 440), 3)),  # bold is wider
            label(fitted(scene.standing + view, 14, max(room, NARROW)), 14, fill=SOFT),
            *notes,
            more,
        ],
        4,
    )


# ---------------------------------------------------------------- players


def _player(player: SeatScene, room: float, lit: Lit) -> SvgBlock:
    inner = room - 36
    facts = flow([_fact(fact) for fact in player.facts], inner, 7)
    piles = flow([_pile(pile, inner, player.name, lit) for pile in player.piles], inner, 18)
    inside = stack([_name(player, inner), facts, piles], 11)
    height = inside.height + 24
    colour = player.tint.colour
    panel = rect(
        0.5,
        0.5,
        room - 1,
        height - 1,
        PANEL,
        stroke=mixed(colour, "#000000", 0.2) if player.to_move else LINE,
        round_=9,
        line=2 if player.to_move else 1,
    )
    bar = rect(0.5, 0.5, 10, height - 1, colour, stroke=mixed(colour, "#000000", 0.3), round_=5)
    body = f"{addressed(at_player(player.name), panel + bar, lit)}{inside.moved(22, 12)}"
    return SvgBlock(room, height, f'<g opacity="0.5">{body}</g>' if player.out else body)


def _name(player: SeatScene, room: float) -> SvgBlock:
    words = fitted(player.name, 16, room - 90)
    parts = [text(0, 16, words, 16, bold=True)]
    status = "to move" if player.to_move else "out" if player.out else player.result
    if status:
        width = wide(status, 12, True) + 18
        colour = player.tint.colour if player.to_move else "#e9e4d8"
        edge = mixed(colour, "#000000", 0.25)
        parts.append(rect(room - width, 0, width, 21, colour, stroke=edge, round_=10.5))
        parts.append(text(room - width / 2, 15, status, 12, fill=ink_on(colour), anchor="middle", bold=True))
    return SvgBlock(room, 21, "".join(parts))


# ---------------------------------------------------------------- facts, piles, tables


def _fact(fact: Fact) -> SvgBlock:
    """A pill: the name softly, the value boldly."""
    name, value = fact.name.replace("_", " "), fact.value
    dot = 14.0 if fact.tint is not None else 0.0
    first, second = wide(name, 12), wide(value, 13, True)
    width = first + second + dot + 27
    fill, edge = (GLOW, MARK) if fact.changed else ("#f0ece2", "none")
    parts = [rect(0.5, 0.5, width - 1, 25, fill, stroke=edge, round_=13), text(11, 17.5, name, 12, fill=SOFT)]
    if fact.tint is not None:
        parts.append(circle(first + 11 + 12, 13, 5, fact.tint.colour, stroke=mixed(fact.tint.colour, "#000000", 0.4)))
    ink = SOFT if fact.hidden else INK
    parts.append(text(first + dot + 18, 17.5, value, 13, fill=ink, bold=True))
    return SvgBlock(width, 26, "".join(parts))


def _pile(pile: Pile, room: float, owner: str, lit: Lit) -> SvgBlock:
    many = f" · {pile.count}" if pile.count > 1 or pile.hidden else ""
    caption = label(pile.name.replace("_", " ") + many, 12, fill=MARK if pile.changed else SOFT, bold=pile.changed)
    if not pile.count:
        return stack([caption, empty_place()], 5)
    if pile.dice:
        things = [
            _at(owner, pile, i, _ringed_if(token.changed, die(token)), lit) for i, token in enumerate(pile.tokens)
        ]
        things += [hidden_die() for _ in range(pile.hidden)]
        return stack([caption, flow(things, room, 8)], 5)
    most = _SHOWN
    if lit is not None:
        pile, most = _one_by_one(pile), len(pile.tokens)
    things = [backs(pile.heaped)] if pile.heaped else []
    for i, token in list(enumerate(pile.tokens))[-most:]:
        drawn = back(token) if token.form == "back" else card(token)
        things.append(_at(owner, pile, i, _ringed_if(token.changed, drawn), lit))
    left = sum(token.count for token in pile.tokens[:-most]) if most else 0
    more = label(f"and {left} more", 12, fill=SOFT) if left else NOTHING
    return stack([caption, flow(things, room, 8), more], 5)


def _one_by_one(pile: Pile) -> Pile:
    """A pile in order of which nothing is seen, as backs that can be pointed at."""
    if pile.tokens or not pile.in_order or not 0 < pile.count <= MOST_IN_ORDER:
        return pile
    return replace(pile, tokens=[replace(BACK, place=i) for i in range(1, pile.count + 1)])


def _at(owner: str, pile: Pile, index: int, block: SvgBlock, lit: Lit) -> SvgBlock:
    """A card or die with its addresses: by its name, and by its place where that is known."""
    token = pile.tokens[index]
    body = block.body if token.form == "back" else addressed(at_card(owner, pile.name, token.called), block.body, lit)
    place = token.place or (index + 1 if pile.in_order and len(pile.tokens) == pile.count else 0)
    return SvgBlock(
        block.width, block.height, addressed(at_place(owner, pile.name, place), body, lit) if place else body
    )


def _ringed_if(changed: bool, block: SvgBlock) -> SvgBlock:
    return ringed(block) if changed else block


def _table(table: VariableTable, room: float) -> SvgBlock:
    columns, rows = table.columns, table.rows
    names = [name for name, _, _ in rows]
    values = [cells for _, _, cells in rows]
    tints = [tint for _, tint, _ in rows]
    caption = label(table.name.replace("_", " "), 12, fill=SOFT) if table.name else NOTHING
    cell = max(26.0, *(wide(word, 12) + 12 for word in [*columns, *(v for line in values for v in line)]))
    side = max((wide(name, 12, True) + (30 if tints[i] else 16) for i, name in enumerate(names)), default=0)
    if side + cell * len(columns) <= room and (len(columns) <= 8 or cell <= 40):
        lines = [(name, tint, cells) for name, tint, cells in rows]
        return stack([caption, _grid(columns, lines, side, [cell] * len(columns), set(table.changed))], 5)
    # long lists are easier to read downwards
    turned = [(column, None, [line[i] for line in values]) for i, column in enumerate(columns)]
    widths = [
        max(40.0, wide(names[i], 12, True) + 22, *(wide(line[i], 12) + 14 for _, _, line in turned))
        for i in range(len(rows))
    ]
    first = max(wide(column, 12, True) + 16 for column in columns)
    half = (len(turned) + 1) // 2 if len(turned) > 12 and 2 * (first + sum(widths)) < room else len(turned)
    parts = [
        _grid(names, turned[i : i + half], first, widths, {(column - i, row) for row, column in table.changed})
        for i in range(0, len(turned), half)
    ]
    return stack([caption, beside(parts, 24)], 5)


def _grid(
    columns: Sequence[str],
    rows: Sequence[tuple[str, object, list[str]]],
    side: float,
    widths: Sequence[float],
    changed: Container[tuple[int, int]],
) -> SvgBlock:
    high = 25.0
    head = high if any(columns) else 0.0
    width, height = side + sum(widths), head + high * len(rows)
    parts = [rect(0.5, 0.5, width - 1, height - 1, PANEL, stroke=LINE, round_=6)]
    x = side
    for name, room in zip(columns, widths, strict=True):
        parts.append(text(x + room / 2, 17, name.replace("_", " "), 12, fill=SOFT, anchor="middle"))
        x += room
    for i, (name, tint, cells) in enumerate(rows):
        y = head + high * i
        if y:
            parts.append(f'<path d="M1 {n(y)}H{n(width - 1)}" stroke="{LINE}"/>')
        colour = getattr(tint, "colour", None)
        if colour:
            parts.append(circle(15, y + high / 2, 6, colour, stroke=mixed(colour, "#000000", 0.4)))
        parts.append(text(28 if colour else 8, y + 17, name.replace("_", " "), 12, bold=True))
        x = side
        for column, (value, room) in enumerate(zip(cells, widths, strict=True)):
            if (i, column) in changed:
                parts.append(rect(x + 2, y + 2, room - 4, high - 4, GLOW, stroke=MARK, round_=4))
            faint = value in ("0", "–", "no", "?")
            parts.append(
                text(x + room / 2, y + 17, value, 12, fill="#a39d90" if faint else INK, anchor="middle", bold=not faint)
            )
            x += room
    return SvgBlock(width, height, "".join(parts))

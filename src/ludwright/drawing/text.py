"""A scene as lines of text, for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ludwright.drawing.scene import Fact, Pile, Scene, SeatScene, Token, VariableTable
from ludwright.drawing.spans import Line, StyledSpan, plain, span
from ludwright.drawing.text_board import board_lines, dice_sign, token_name

_WIDTH = 100
"""Lists are broken at about this width."""
_SHOWN = 24
"""Of a pile with more different cards the rest is counted."""


def text_of(scene: Scene) -> str:
    """The whole scene as plain text."""
    return "\n".join(plain(line) for line in lines_of(scene))


def lines_of(scene: Scene, faces: bool = False) -> list[Line]:
    """The whole scene, line by line, with its colours beside the words; with ``faces`` cards tell what is printed on them, as far as that is short."""
    view = f" (as {scene.view} sees it)" if scene.view else ""
    found: list[Line] = [[StyledSpan(scene.title, bold=True)], [StyledSpan(scene.standing + view)]]
    found += [[StyledSpan(note, bold=not i)] for i, note in enumerate(scene.notes)]
    parts = [board_lines(board) for board in scene.boards]
    parts.append([line for pile in scene.piles for line in _pile(pile, "", faces)])
    parts.append(_facts(scene.facts))
    parts += [_table(table) for table in scene.tables]
    parts.append([line for player in scene.players for line in _player(player, faces)])
    for part in parts:
        if part:
            found += [[], *part]
    return found


def long_faces(scene: Scene) -> dict[str, list[str]]:
    """By the name of each card that is seen, what is printed on it that is too long to stand behind it: its effects and texts."""
    found: dict[str, list[str]] = {}
    for pile in (*scene.piles, *(pile for player in scene.players for pile in player.piles)):
        for token in pile.tokens:
            words = [item for item in token.printed if ": " in item]
            if words and token.form != "back":
                found.setdefault(token.name.replace("_", " "), words)
    return found


# ---------------------------------------------------------------- players


def _player(player: SeatScene, faces: bool) -> Iterator[Line]:
    """``▶ Anna  coins 3, food 1``, and below what she has."""
    head = [StyledSpan("▶ " if player.to_move else "  "), span(player.name, player.tint)]
    notes = [_told(fact) for fact in player.facts]
    notes += [StyledSpan("out")] if player.out else []
    notes += [StyledSpan(player.result)] if player.result else []
    if notes:
        first, *rest = _broken(notes, _WIDTH - len(player.name) - 4)
        yield [*head, StyledSpan("  "), *first]
        yield from ([StyledSpan(" " * (len(player.name) + 4)), *line] for line in rest)
    else:
        yield head
    for pile in player.piles:
        yield from _pile(pile, "    ", faces)


def _facts(facts: Sequence[Fact]) -> list[Line]:
    return _broken([_told(fact) for fact in facts], _WIDTH)


def _told(fact: Fact) -> StyledSpan:
    return StyledSpan(f"{fact.name.replace('_', ' ')} {fact.value}", marked=fact.changed)


# ---------------------------------------------------------------- piles


def _pile(pile: Pile, margin: str, faces: bool) -> list[Line]:
    """``hand (5): club 3, heart 4 ×2``"""
    name = pile.name.replace("_", " ")
    if not pile.count:
        return [[StyledSpan(margin), StyledSpan(f"{name}: empty", marked=pile.changed)]]
    head = f"{margin}{name} ({pile.count}): " if pile.count > 1 else f"{margin}{name}: "
    if pile.dice:
        signs = [StyledSpan(dice_sign(token), marked=token.changed) for token in pile.tokens] or [
            StyledSpan("▒") for _ in range(pile.hidden)
        ]
        line: Line = [StyledSpan(head)]
        for sign in signs:
            line += [sign, StyledSpan(" ")]
        return [line[:-1]]
    shown: list[StyledSpan] = [StyledSpan(f"▒ {pile.heaped} face down", marked=pile.changed)] if pile.heaped else []
    shown += [_card(token, faces) for token in pile.tokens[-_SHOWN:]]
    left = sum(token.count for token in pile.tokens[:-_SHOWN])
    shown += [StyledSpan(f"and {left} more")] if left else []
    return _listed(head, shown)


def _card(token: Token, faces: bool) -> StyledSpan:
    name = token_name(replace(token, name="▒")) if token.form == "back" else token_name(token)
    short = [item for item in token.printed if ": " not in item]
    name = f"{name} [{', '.join(short)}]" if faces and short else name
    return span(f"{token.place}: {name}" if token.place else name, token.tint, token.changed)


def _listed(head: str, shown: Sequence[StyledSpan]) -> list[Line]:
    """Words after a head, broken with the rest indented below it."""
    lines: list[Line] = [[StyledSpan(head)]]
    used = len(head)
    for i, word in enumerate(shown):
        last = i == len(shown) - 1
        if used + len(word.text) > _WIDTH and len(lines[-1]) > 1:
            lines.append([StyledSpan(" " * len(head))])
            used = len(head)
        lines[-1] += [word] if last else [word, StyledSpan(", ")]
        used += len(word.text) + 2
    return lines


def _broken(words: Sequence[StyledSpan], width: int) -> list[Line]:
    """Words with commas between them, in lines of about a width."""
    lines: list[Line] = []
    used = 0
    for word in words:
        if lines and used + 2 + len(word.text) <= width:
            lines[-1] += [StyledSpan(", "), word]
            used += 2 + len(word.text)
        else:
            lines.append([word])
            used = len(word.text)
    return lines


# ---------------------------------------------------------------- tables


def _table(table: VariableTable) -> list[Line]:
    marks = set(table.changed)
    columns = [column.replace("_", " ") for column in table.columns]
    names = [name.replace("_", " ") for name, _, _ in table.rows]
    cells = [values for _, _, values in table.rows]
    tints = [tint for _, tint, _ in table.rows]
    widths = [max(len(column), *(len(line[i]) for line in cells)) for i, column in enumerate(columns)]
    side = max([len(name) for name in names] + [len(table.name)])
    if side + sum(widths) + 2 * len(widths) <= _WIDTH:
        head = f"{table.name.replace('_', ' '):<{side}}" + _row(columns, widths)
        return [[StyledSpan(head)]] + [
            [
                span(f"{name:<{side}}", tint),
                *_cells(line, widths, [(i, column) in marks for column in range(len(line))]),
            ]
            for i, (name, tint, line) in enumerate(zip(names, tints, cells, strict=True))
        ]
    # long lists are easier to read downwards
    side = max([len(column) for column in columns] + [len(table.name)])
    widths = [max(len(name), *(len(value) for value in line)) for name, line in zip(names, cells, strict=True)]
    head_line: Line = [StyledSpan(f"{table.name.replace('_', ' '):<{side}}")]
    for name, tint, room in zip(names, tints, widths, strict=True):
        head_line += [StyledSpan("  "), span(f"{name:>{room}}", tint)]
    return [head_line] + [
        [
            StyledSpan(f"{column:<{side}}"),
            *_cells([line[i] for line in cells], widths, [(row, i) in marks for row in range(len(cells))]),
        ]
        for i, column in enumerate(columns)
    ]


def _row(cells: Sequence[str], widths: Sequence[int]) -> str:
    return "".join(f"  {cell:>{room}}" for cell, room in zip(cells, widths, strict=True))


def _cells(cells: Sequence[str], widths: Sequence[int], marks: Sequence[bool]) -> Line:
    """A line of a table, what changed in it marked."""
    if not any(marks):
        return [StyledSpan(_row(cells, widths))]
    found: Line = []
    for cell, room, marked in zip(cells, widths, marks, strict=True):
        found += [StyledSpan(" " * (room + 2 - len(cell))), StyledSpan(cell, marked=marked)]
    return found

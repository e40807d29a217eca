"""The knobs of a game: every whole number of its text that can be turned without touching a rule."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from lark import Token

from ludwright.game import load, player_range
from ludwright.language import syntax
from ludwright.language.declarations import Declaration
from ludwright.language.printer import to_text
from ludwright.language.source import Description
from ludwright.language.tables import Cell, read_table
from ludwright.model.kinds import BIG, Param

PARAM, CELL, COPIES, START, NUMBER, SEAT = "param", "cell", "copies", "start", "number", "seat"
"""A parameter, a printed number, copies of a card, what a variable begins with, a number of a rule, what one seat begins with."""
MOST_VALUES = 400
"""So many values a knob has at most; of a longer range every so manyth is tried."""
_NEAR = 2
"""A number without a range of its own is turned by so much at least, and by half of what it is."""
_HEAD_START = 20
"""A seat is given so much more than the others at most."""
_IN_RULES = ("turn", "play", "action", "proc", "stage", "define")
_KEPT_OUT = frozenset({"name"})


@dataclass(frozen=True)
class Knob:
    """One number of a game, and what it may be."""

    name: str
    kind: str
    value: int
    """What it is now."""
    values: tuple[int, ...]
    """What it may be, ascending, what it is now among them."""
    is_bool: bool = False
    owner: str = ""
    """The row of a table, or the declaration."""
    column: str = ""
    """The column of a table, or the variable."""
    words: str = ""
    """The line in which a number of a rule stands."""
    place: int = 0
    """Which number of its declaration it is, or which seat."""
    declaration: Declaration | None = field(default=None, compare=False, repr=False)

    def size(self, value: int) -> float:
        """How large a change is, from 0 to 1: by how much of what it is now.

        >>> gold = Knob("Gold.cost", CELL, 6, (5, 6, 7))
        >>> gold.size(6), round(gold.size(7), 3), gold.size(5) == gold.size(7)
        (0.0, 0.143, True)
        """
        away = abs(value - self.value)
        return away / (away + max(1, abs(self.value)))

    def told(self, value: int) -> str:
        """A change in words.

        >>> Knob("Gold.cost", CELL, 6, (5, 6, 7), owner="Gold", column="cost").told(7)
        "raise Gold's cost from 6 to 7"
        >>> Knob("swap", PARAM, 0, (0, 1), is_bool=True).told(1)
        'turn `swap` on'
        """
        if self.is_bool:
            return f"turn `{self.name}` {'on' if value else 'off'}"
        verb = "raise" if value > self.value else "lower"
        ways = f"from {self.value} to {value}"
        if self.kind == CELL:
            return f"{verb} {self.owner}'s {self.column} {ways}"
        if self.kind == COPIES:
            return (
                f"{'more' if value > self.value else 'fewer'} copies of {self.owner}: {value} instead of {self.value}"
            )
        if self.kind == START:
            return f"{verb} what `{self.column}` begins with {ways}"
        if self.kind == SEAT:
            return f"let seat {self.place} begin with {value - self.value} more `{self.column}`"
        if self.kind == NUMBER:
            return f"{verb} {self.value} to {value} in `{self.words}`"
        return f"{verb} `{self.name}` {ways}"


def find_knobs(description: Description, counts: tuple[int, ...], settings: Mapping[str, int]) -> dict[str, Knob]:
    """All knobs by name, in the order in which a designer would think of them: parameters, printed numbers, copies, the set-up, seats, rules."""
    found: dict[str, Knob] = {}
    for knob in [
        *_params(description, counts, settings),
        *_cells(description),
        *_starts(description),
        *_numbers(description, ("setup",)),
        *_seats(description, max(counts)),
        *_numbers(description, _IN_RULES),
    ]:
        found.setdefault(knob.name, knob)
    return found


def turned_by_default(knob: Knob, about_seats: bool) -> bool:
    """Whether a knob is turned where nobody names any: numbers of rules are not, and seats only where a target speaks of them."""
    if knob.kind == SEAT:
        return about_seats and knob.place > 1
    if knob.kind == START:
        return knob.value != 0
    return knob.kind != NUMBER or knob.owner == "setup"


# ---------------------------------------------------------------- parameters


def _params(description: Description, counts: tuple[int, ...], settings: Mapping[str, int]) -> Iterator[Knob]:
    known = [load(description, players=count, params=settings) for count in counts]
    for name, param in known[0].rules.model.params.items():
        now = {game.params[name] for game in known if not param.is_list}
        if name in settings or len(now) != 1:
            continue  # fixed, a list, or another number for every number of players
        value = int(next(iter(now)))  # type: ignore[arg-type]
        yield Knob(name, PARAM, value, _param_values(param, value), param.is_bool, declaration=param.declaration)


def _param_values(param: Param, value: int) -> tuple[int, ...]:
    if (param.lo, param.hi) == (-BIG, BIG):
        return around(value, value, value)
    return spaced(param.lo, param.hi, value)


def spaced(low: int, high: int, value: int) -> tuple[int, ...]:
    """The whole numbers of a range; of a long one every so manyth, what it is now among them.

    >>> spaced(1, 5, 3)
    (1, 2, 3, 4, 5)
    """
    step = max(1, -(-(high - low) // MOST_VALUES))
    return tuple(range(value - (value - low) // step * step, high + 1, step))


def around(value: int, least: int, most: int) -> tuple[int, ...]:
    """What a number without a range may be: half of it more or less, two at least, as far as others of its kind; below 0 only where some are.

    >>> around(6, 0, 8), around(1, 1, 1)
    ((0, 1, 2, 3, 4, 5, 6, 7, 8, 9), (0, 1, 2, 3))
    """
    room = max(_NEAR, abs(value) // 2)
    low, high = min(least, value - room), max(most, value + room)
    return spaced(max(low, min(0, least)) if least >= 0 else low, high, value)


# ---------------------------------------------------------------- tables


def _cells(description: Description) -> Iterator[Knob]:
    changed = {_words(change): change for change in description.changes}
    for declaration in description.declarations:
        table = read_table(declaration)
        if table is None or "name" not in table.columns:
            continue
        at = table.columns.index("name")
        for number, column in enumerate(table.columns):
            if column in _KEPT_OUT or column.startswith("when ") or "[" in column:
                continue
            texts = [_changed(changed, row[at].text, column, row[number]) for row in table.rows]
            printed = [whole for text in texts if (whole := _whole(text)) is not None]
            for row, text in zip(table.rows, texts, strict=True):
                value, owner = _whole(text), row[at].text
                if value is None or not owner:
                    continue
                kind = COPIES if column == "copies" else CELL
                values = around(value, value, value) if kind == COPIES else around(value, min(printed), max(printed))
                yield Knob(
                    f"{owner}.{column}", kind, value, values, owner=owner, column=column, declaration=declaration
                )


def _words(change: Declaration) -> tuple[str, ...]:
    return tuple(str(word) for word in change.tree.target.words)


def _changed(changed: Mapping[tuple[str, ...], Declaration], row: str, column: str, cell: Cell) -> str:
    """What stands in a cell, a `change` line of the game included."""
    change = changed.get((row, column))
    return cell.value if change is None else to_text(change.tree.value)


def _whole(text: str) -> int | None:
    plain = text.strip().replace(" ", "").removeprefix("+")
    return int(plain) if plain.removeprefix("-").isdecimal() and plain.isascii() else None


# ---------------------------------------------------------------- the set-up


def _starts(description: Description) -> Iterator[Knob]:
    """What variables begin with, where that is a plain number."""
    for declaration, attr in _attrs(description):
        value, span = _plain(attr.value), _span(attr)
        if value is None or (declaration.kind == "each" and declaration.name != "player"):
            continue
        name = str(attr.name)
        room = max(_NEAR + 1, abs(value))
        low, high = span if span is not None else (value - room if value < 0 else 0, value + room)
        values = spaced(max(low, value - room), min(high, value + room), value)
        yield Knob(name, START, value, values, owner=declaration.kind, column=name, declaration=declaration)


def _attrs(description: Description) -> Iterator[tuple[Declaration, syntax.Attribute]]:
    """Variables without a type: what they begin with says it."""
    for declaration in description.declarations:
        if declaration.kind in ("var", "each"):
            for part in syntax.parts(declaration.tree):
                if isinstance(part, syntax.Attribute) and part.type is None:
                    yield declaration, part


def _span(attr: syntax.Attribute) -> tuple[int, int] | None:
    if not isinstance(attr.values, syntax.NumberRange):
        return None
    low, high = _plain(attr.values.first), _plain(attr.values.last)
    return None if low is None or high is None else (low, high)


def _plain(node: Any) -> int | None:
    """A whole number as it is written, perhaps with a sign."""
    if isinstance(node, syntax.Negative):
        value = _plain(node.value)
        return None if value is None else -value
    return int(node) if isinstance(node, Token) and node.type == "NUMBER" and str(node).isdecimal() else None


def _seats(description: Description, most: int) -> Iterator[Knob]:
    """What a single seat begins with: the classic way to make up for going second."""
    if most < 2:
        return
    least = player_range(description)[0]
    for declaration, attr in _attrs(description):
        value, span = _plain(attr.value), _span(attr)
        if declaration.kind != "each" or declaration.name != "player" or value is None or attr.index is not None:
            continue
        if span is None or span[1] - span[0] < 2:
            continue
        name = str(attr.name)
        values = spaced(value, min(span[1], value + _HEAD_START), value)
        for seat in range(1, least + 1):
            yield Knob(
                f"{name} of seat {seat}",
                SEAT,
                value,
                values,
                owner="setup",
                column=name,
                place=seat,
                declaration=declaration,
            )


# ---------------------------------------------------------------- numbers of rules


def _numbers(description: Description, kinds: tuple[str, ...]) -> Iterator[Knob]:
    for declaration in description.declarations:
        if declaration.kind not in kinds or declaration.key is None:
            continue
        owner = declaration.name or declaration.kind
        for place, token in enumerate(numbers_of(declaration.tree), 1):
            value = int(token)
            words = declaration.lines[token.line - 1].split("#")[0].strip() if token.line else owner
            yield Knob(
                f"{owner}.{place}", NUMBER, value, around(value, 0, value), owner=owner, words=words, place=place,
                declaration=declaration,
            )  # fmt: skip


def numbers_of(tree: syntax.Node) -> list[Token]:
    """The whole numbers of a declaration, in the order of the text; which of several is meant is no quantity, as in `players[1]`."""
    found = sorted(_amounts(tree), key=lambda token: (token.line or 0, token.column or 0))
    return [token for token in found if str(token).isdecimal()]


def _amounts(node: Any) -> Iterator[Token]:
    if isinstance(node, Token):
        if node.type == "NUMBER":
            yield node
    elif isinstance(node, syntax.Node):
        for part in [node.value] if isinstance(node, syntax.At) else syntax.parts(node):
            yield from _amounts(part)

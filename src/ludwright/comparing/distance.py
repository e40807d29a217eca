"""How different two games are: a distance between their trees of rules, in which numbers weigh less, and what differs in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from lark import Token

from ludwright.comparing.rules import Line, changes
from ludwright.display import Block, Displayed, TextTable, Title
from ludwright.game import Game, described
from ludwright.language import syntax
from ludwright.language.declarations import Declaration
from ludwright.language.printer import to_text
from ludwright.language.source import Description
from ludwright.language.tables import read_table

RULE, WORD, NUMBER = 1.0, 0.5, 0.2
"""What a node of a rule weighs, a word such as a name, and a number."""
_NO_RULES = frozenset({"bot", "expect", "track", "picture", "group", "profile", "lead"})
"""What is said about a game, and is no rule of it."""
_NAMES = {
    "proc": "procedure",
    "cards": "cards",
    "each": "each",
    "event": "event",
    "var": "variable",
    "param": "parameter",
    "enum": "list",
}
_TABLE = "table"


@dataclass(frozen=True)
class EditNode:
    """A part of the rules: what it is, what it weighs by itself, and its parts."""

    label: str
    weight: float
    parts: tuple[EditNode, ...] = ()
    number: float | None = None
    total: float = 0.0
    """What it weighs with all its parts."""


@dataclass(frozen=True)
class Difference:
    """One declaration that is not the same in both."""

    what: str
    cost: float
    words: str
    lines: tuple[Line, ...] = ()


@dataclass(frozen=True, repr=False)
class Distance(Displayed):
    """How different two games are."""

    a: str
    b: str
    value: float
    """0: the same rules; 1: nothing in common."""
    differences: tuple[Difference, ...]
    """The largest first."""

    @property
    def sentence(self) -> str:
        """In a sentence."""
        if not self.differences:
            return f"{self.a} and {self.b} have the same rules: the distance is 0."
        numbers = all(one.what == "number" for one in self.differences)
        kind = " They differ in numbers only." if numbers else ""
        value = f"{self.value:.3f}" if self.value >= 0.001 else "less than 0.001"
        return f"{self.a} and {self.b} are {value} apart (0: the same rules, 1: nothing in common).{kind}"

    def shown(self) -> Iterator[Block]:
        """For `print` and notebooks: the sentence and what differs, the largest first."""
        yield Title(self.sentence)
        if self.differences:
            yield TextTable(
                ("weight", "what differs"), [(f"{d.cost:.2f}", d.words) for d in self.differences], text=(1,)
            )

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "a": self.a, "b": self.b, "distance": self.value, "sentence": self.sentence,
            "differences": [{"what": one.what, "cost": one.cost, "told": one.words} for one in self.differences],
        }  # fmt: skip


def distance(a: str | Path | Game | Description, b: str | Path | Game | Description) -> Distance:
    """How different the rules of two games are.

    Their declarations are matched by name, the others such that least has to be changed; two that are matched are as far apart as the cheapest
    way to turn one tree into the other (Selkow 1977). What only one has counts as a whole. The sum is divided by all that both weigh.

    >>> import ludwright
    >>> ludwright.distance("pig", "pig").value
    0.0
    """
    first, second = (one.description if isinstance(one, Game) else described(one) for one in (a, b))
    own, other = _parts(first), _parts(second)
    found = []
    for key, which in _matched(own, other):
        left, right = own.get(key) if key is not None else None, other.get(which) if which is not None else None
        cost = _cost(left, right)
        if cost > 1e-9:
            found.append(_told(left, right, cost))
    total = sum(_tree(part).total for part in (*own.values(), *other.values()))
    found.sort(key=lambda one: (-one.cost, one.words))
    return Distance(first.title, second.title, sum(one.cost for one in found) / total if total else 0.0, tuple(found))


# ---------------------------------------------------------------- trees


@dataclass(frozen=True)
class _Part:
    """A declaration with the changes of variants carried out."""

    kind: str
    name: str
    declaration: Declaration
    changed: tuple[tuple[tuple[str, ...], Any], ...] = ()


def _parts(description: Description) -> dict[tuple[str, str], _Part]:
    changed = tuple(
        (tuple(map(str, syntax.parts(change.tree.target))), change.tree.value) for change in description.changes
    )
    found: dict[tuple[str, str], _Part] = {}
    for declaration in _rules(description):
        name, number = declaration.name or "", 2
        key = declaration.kind, name
        while key in found:  # several `end` lines
            key, number = (declaration.kind, f"{name} {number}"), number + 1
        found[key] = _Part(declaration.kind, key[1], declaration, changed)
    return found


def _rules(description: Description) -> list[Declaration]:
    """What is played by: no bots, and no definitions that only they use."""
    kept = [one for one in description.declarations if one.kind not in _NO_RULES]
    words = {id(one): {str(word) for word in syntax.tokens(one.tree)} for one in kept}
    while True:
        idle = [
            one
            for one in kept
            if one.kind in ("define", "proc") and not any(one.name in words[id(other)] for other in kept if other is not one)
        ]  # fmt: skip
        if not idle:
            return kept
        kept = [one for one in kept if one not in idle]


def _tree(part: _Part) -> EditNode:
    """The tree of a declaration; rows of a table are parts, and so are their cells."""
    declaration = part.declaration
    if part.kind == "param":
        name, value, within = declaration.tree.name, declaration.tree.value, declaration.tree.values
        new = next((node for words, node in part.changed if words == (str(name),)), value)
        return _node("param", RULE, [_of(name), _of(new), _of(within)])
    children = [_of(child) for child in syntax.parts(declaration.tree) if not isinstance(child, syntax.TableRow)]
    table = read_table(declaration)
    return _node(part.kind, RULE, [*children, *(_rows(part, table) if table is not None else ())])


def _rows(part: _Part, table: Any) -> Iterator[EditNode]:
    at = table.columns.index("name") if "name" in table.columns else None
    yield _node("columns", RULE, [_leaf(column) for column in table.columns])
    changed = dict(part.changed)
    for row in table.rows:
        name = row[at].text if at is not None else ""
        cells = [
            _of(changed[name, column]) if (name, column) in changed else _leaf(cell.text)
            for column, cell in zip(table.columns, row, strict=True)
        ]
        yield _node("row", WORD, cells)


def _of(node: Any) -> EditNode:
    if node is None:
        return EditNode("", 0.0)
    if isinstance(node, syntax.Negative) and isinstance(node.value, Token):
        return _leaf(f"-{node.value}")
    if isinstance(node, syntax.Node):
        return _node(node.rule, RULE, [_of(part) for part in syntax.parts(node)])
    return _leaf(str(node))


def _leaf(text: str) -> EditNode:
    try:
        number = float(text)
    except ValueError:
        return EditNode(text, WORD, total=WORD)
    return EditNode("number", NUMBER, number=number, total=NUMBER)


def _node(label: str, weight: float, parts: Sequence[EditNode]) -> EditNode:
    return EditNode(label, weight, tuple(parts), total=weight + sum(part.total for part in parts))


# ---------------------------------------------------------------- how far apart


def _cost(a: _Part | None, b: _Part | None) -> float:
    if a is None or b is None:
        return sum(_tree(one).total for one in (a, b) if one is not None)
    return apart(_tree(a), _tree(b))


def apart(a: EditNode, b: EditNode) -> float:
    """The cheapest way to turn one tree into the other by changing labels and by adding and taking away whole parts (Selkow)."""
    if a == b:
        return 0.0
    if a.number is not None and b.number is not None:
        return NUMBER * abs(a.number - b.number) / max(abs(a.number), abs(b.number), 1.0)
    here = 0.0 if a.label == b.label and (a.number is None) == (b.number is None) else max(a.weight, b.weight)
    left, right = a.parts, b.parts
    before = np.concatenate([[0.0], np.cumsum([part.total for part in right])])
    for part in left:
        row = np.empty(len(right) + 1)
        row[0] = before[0] + part.total
        for place, other in enumerate(right):
            row[place + 1] = min(
                before[place + 1] + part.total, row[place] + other.total, before[place] + apart(part, other)
            )  # fmt: skip
        before = row
    return min(here + float(before[-1]), a.total + b.total)


def _matched(
    a: dict[tuple[str, str], _Part], b: dict[tuple[str, str], _Part]
) -> Iterator[tuple[tuple[str, str] | None, tuple[str, str] | None]]:
    """Declarations of the same name; the others of a kind such that least has to be changed."""
    from scipy.optimize import linear_sum_assignment

    yield from ((key, key) for key in a if key in b)
    for kind in dict.fromkeys(key[0] for key in (*a, *b)):
        left = [key for key in a if key[0] == kind and key not in b]
        right = [key for key in b if key[0] == kind and key not in a]
        costs = np.array([[_cost(a[one], b[other]) for other in right] for one in left]).reshape(len(left), len(right))
        rows, columns = linear_sum_assignment(costs)
        yield from ((left[row], right[column]) for row, column in zip(rows, columns, strict=True))
        yield from ((key, None) for place, key in enumerate(left) if place not in rows)
        yield from ((None, key) for place, key in enumerate(right) if place not in columns)


# ---------------------------------------------------------------- in words


def _told(a: _Part | None, b: _Part | None, cost: float) -> Difference:
    if a is None or b is None:
        there = a or b
        assert there is not None
        return Difference("rule", cost, f"only {'A' if a is not None else 'B'} has {_called(there)}")
    left, right = _tree(a), _tree(b)
    numbers = list(_numbers(a, b, left, right))
    if numbers:
        return Difference("number", cost, f"{_called(b)}: {', '.join(numbers)}")
    renamed = f" (in A {_called(a)})" if a.name != b.name else ""
    texts = [to_text(one.declaration.tree) for one in (a, b)]
    lines = tuple(line for place in changes(*texts) for line in place if line.sign != " ")
    return Difference("rule", cost, f"{_called(b)}{renamed} differs", lines)


def _called(part: _Part) -> str:
    kind = _NAMES.get(part.kind, part.kind)
    return f"{kind} `{part.name}`" if part.name else f"`{kind}`"


def _numbers(a: _Part, b: _Part, left: EditNode, right: EditNode) -> Iterator[str]:
    """The numbers that differ, where nothing else does: `Gold's cost 6 → 7`."""
    if not _same_shape(left, right):
        return
    tables = [read_table(one.declaration) for one in (a, b)]
    rows = [[part for part in tree.parts if part.label == "row"] for tree in (left, right)]
    if tables[0] is not None and rows[0]:
        columns = tables[0].columns
        at = columns.index("name") if "name" in columns else 0
        for row, one, other in zip(tables[0].rows, *rows, strict=True):
            for column, was, now in zip(columns, one.parts, other.parts, strict=True):
                if was.number != now.number and was.number is not None and now.number is not None:
                    yield f"{row[at].text}'s {column} {was.number:g} → {now.number:g}"
    for was, now in zip(_leaves(left), _leaves(right), strict=True):
        if was.number != now.number and was.number is not None and now.number is not None:
            yield f"{was.number:g} → {now.number:g}"


def _same_shape(a: EditNode, b: EditNode) -> bool:
    return (
        a.label == b.label
        and len(a.parts) == len(b.parts)
        and all(_same_shape(one, other) for one, other in zip(a.parts, b.parts, strict=True))
    )


def _leaves(node: EditNode) -> Iterator[EditNode]:
    """The leaves outside of tables."""
    if node.label == "row":
        return
    if not node.parts:
        yield node
    for part in node.parts:
        yield from _leaves(part)

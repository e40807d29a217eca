"""What a comparison, or the change of parameters, found, as tables and sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ludwright.comparing.difference import CHANGED, OPEN, SAME, Difference
from ludwright.comparing.looks import told
from ludwright.comparing.wording import number, settled
from ludwright.display import Block, FinePrint, Lines, Picture, TextTable, Title

if TYPE_CHECKING:
    from ludwright.comparing.compare import Comparison
    from ludwright.comparing.sensitivity import Effect, Sensitivity
    from ludwright.comparing.variance import Index

_OPEN = 12
"""So many open differences are shown."""
_FEW = 4
"""A course of more values is shortened."""


def comparison_blocks(found: Comparison) -> Iterator[Block]:
    """What changed, what is open and what is equivalent."""
    yield Title(found.sentence)
    yield f"A: {found.a.label}. B: {found.b.label}. {found.basis}"
    if found.rules:
        places = ["\n".join(f"{line.sign} {line.text}" for line in place) for place in found.rules]
        yield Lines("\n  ...\n".join(places))
    else:
        yield "The rules are the same."
    if found.expected:
        yield expected_table(found)
    for state, most in ((CHANGED, None), (OPEN, _OPEN)):
        if shown := found.of(state)[:most]:
            yield differences_table(state, shown, found)
    yield Picture(lambda: "".join(chart.svg() for chart in found.charts()))
    if same := found.of(SAME):
        yield f"Equivalent ({found.equivalence}): {', '.join(name_of(one, found) for one in same)}."
    yield FinePrint(found.promise)


def expected_table(found: Comparison) -> TextTable:
    """What the designer expects, and what became of it."""
    several = len({one.players for one in found.expected}) > 1
    rows = []
    for one in found.expected:
        title = f"{one.title}, {one.players} players" if several else one.title
        cells = [f"{state}: {seen}" if seen else state for state, seen in zip(one.states, one.seen, strict=True)]
        rows.append([title, *cells, one.turned])
    return TextTable(["expected", "A", "B", ""], rows, text=(0, 1, 2, 3))


def differences_table(title: str, shown: Sequence[Difference], found: Comparison) -> TextTable:
    """Both sides, and how far they are apart."""
    rows = []
    for one in shown:
        unit, ends = one.unit, ""
        if one.low is not None:
            ends = f"{number(one.low, unit, signed=True)} to {number(one.high, unit, signed=True)}"
        note = settled(one) if one.state == OPEN else "" if unit in ("", "share") else unit
        figures = (number(one.a.value, unit), number(one.b.value, unit), number(one.value, unit, signed=True))
        rows.append([name_of(one, found), *figures, ends, note])
    return TextTable([title, "A", "B", "B − A", "95% interval", ""], rows, text=(0, 5))


def name_of(one: Difference, found: Comparison) -> str:
    """What it is the difference of; with the number of players, where there are several."""
    several = len({other.players for other in found.differences}) > 1
    return f"{one.name}, {one.players} players" if several else one.name


# ---------------------------------------------------------------- parameters


def sensitivity_blocks(found: Sensitivity) -> Iterator[Block]:
    """Which parameter moves what, and where the variation comes from."""
    yield Title(found.sentence)
    yield found.basis
    sure = [one for one in found.effects if one.over_range.state == CHANGED]
    if sure:
        rows = [[one.param, arrows([str(v) for v in one.values]), one.name, course(one), change(one)] for one in sure]
        yield TextTable(["parameter", "values", "figure", "course", "change (95% interval)"], rows, text=(0, 1, 2))
    if found.shares:
        yield Picture(lambda: found.chart().svg())
        shares = [
            [told(key), name, share(own.first[name]), share(own.total[name])]
            for key, own in found.shares.items()
            for name in sorted(found.design.names, key=lambda name: -own.total[name].value)
        ]
        yield TextTable(["where variation comes from", "parameter", "alone", "in all"], shares, text=(0, 1))


def arrows(parts: Sequence[str]) -> str:
    """The course of something; of a long one the ends and the middle."""
    few = parts if len(parts) <= _FEW else (parts[0], "…", parts[len(parts) // 2], "…", parts[-1])
    return " → ".join(few)


def course(one: Effect) -> str:
    """The figure at each value of the parameter."""
    return arrows([number(own.value, one.over_range.unit) for own in one.figures])


def change(one: Effect) -> str:
    """How much the figure changes over the range."""
    line = one.over_range
    value, low, high = (number(part, line.unit, signed=True) for part in (line.value, line.low, line.high))
    return f"{value} ({low} to {high})"


def share(index: Index) -> str:
    """A part of the variation."""
    return f"{index.value:.0%} ({index.low:.0%} to {index.high:.0%})"

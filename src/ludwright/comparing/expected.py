"""What the designer expects, asked of both versions: what holds where, and what turned."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from ludwright.comparing.sides import Side
from ludwright.expectations import GREEN, RED, UNDECIDED, ExpectationVerdict
from ludwright.expectations.judging import corrected
from ludwright.expectations.reading import Expectation
from ludwright.expectations.recorded_expectations import asked, understood, wanted_of
from ludwright.expectations.telling import value

PROMISE = "The chance that any verdict on what is expected is wrong is at most 5%, corrected for their number (Holm)."
_ABSENT = "not asked"


@dataclass(frozen=True)
class Wanted:
    """One expectation with its verdict on both sides; None where it can't be asked."""

    title: str
    players: int
    a: ExpectationVerdict | None
    b: ExpectationVerdict | None

    @property
    def states(self) -> tuple[str, str]:
        """Green, red or undecided on both sides."""
        return (self.a.status if self.a else _ABSENT), (self.b.status if self.b else _ABSENT)

    @property
    def turned(self) -> str:
        """What became of it: surely another only where both sides are decided."""
        before, after = self.states
        if {before, after} == {GREEN, RED}:
            return f"turned {after}"
        if before == after:
            return "undecided in both" if after == UNDECIDED else f"stays {after}"
        return f"{before}, then {after}"

    @property
    def seen(self) -> tuple[str, str]:
        """What was seen on both sides, and what was wished of it; empty where it was not asked."""
        a, b = (f"{value(side)}; expected {side.expectation.wished}" if side else "" for side in (self.a, self.b))
        return a, b

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        a, b = (verdict.as_json() if verdict is not None else None for verdict in (self.a, self.b))
        return {"title": self.title, "players": self.players, "turned": self.turned, "a": a, "b": b}


def wanted(one: Side, other: Side, counts: Sequence[int]) -> tuple[Wanted, ...]:
    """All that either version expects, asked of the games of both. What only one of them expects is asked of the other, too, if it can be."""
    lists = [_own(side) for side in (one, other)]
    titles = list(dict.fromkeys(expectation.title for own in lists for expectation in own))
    if not titles:
        return ()
    found: list[tuple[tuple[int, int, str], ExpectationVerdict]] = []
    for place, side in enumerate((one, other)):
        known = {expectation.title: expectation for own in (lists[1 - place], lists[place]) for expectation in own}
        for count in counts:
            table = side.version, count
            fit = understood(side.run, table, [known[title] for title in titles])
            found += [((place, count, verdict.title), verdict) for verdict in asked(side.run, [table], fit)]
    sure = corrected([verdict for _, verdict in found])
    verdicts = {key: verdict for (key, _), verdict in zip(found, sure, strict=True)}
    return tuple(
        Wanted(title, count, verdicts.get((0, count, title)), verdicts.get((1, count, title)))
        for title in titles
        for count in counts
        if (0, count, title) in verdicts or (1, count, title) in verdicts
    )


def _own(side: Side) -> list[Expectation]:
    cell = next(cell for cell in side.run.cells if cell.version == side.version)
    return wanted_of(side.run.game_in(cell))


def turned(found: Sequence[Wanted]) -> str:
    """What turned, in a sentence; empty if nothing did."""
    several = len({one.players for one in found}) > 1
    parts = []
    for state in (RED, GREEN):
        names = [
            f"`{one.title}`" + (f" with {one.players} players" if several else "")
            for one in found
            if one.turned == f"turned {state}"
        ]
        if names:
            parts.append(f"turned {state}: {', '.join(names)}")
    told = "; ".join(parts)
    return f"What is expected {told}." if told else ""


def section(found: Sequence[Wanted]) -> str:
    """The part of a page that tells it."""
    if not found:
        return ""
    several = len({one.players for one in found}) > 1
    rows = "".join(_row(one, several) for one in found)
    head = "".join(f'<th scope="col">{name}</th>' for name in ("Expectation", "A", "B", "What became of it"))
    told = turned(found).replace("`", "")
    lead = f"<p><b>{escape(told)}</b></p>" if told else ""
    return (
        '<section id="expected" aria-labelledby="expected-title"><h2 id="expected-title">What the designer expects</h2>'
        f'{lead}<div class="wide" tabindex="0" role="region" aria-label="What the designer expects"><table><thead><tr>{head}</tr></thead>'
        f'<tbody>{rows}</tbody></table></div><p class="soft">{PROMISE}</p></section>'
    )


def _row(one: Wanted, several: bool) -> str:
    title = escape(one.title) + (f", {one.players} players" if several else "")
    sides = "".join(
        f"<td><b>{state}</b><br>{escape(seen)}</td>" for state, seen in zip(one.states, one.seen, strict=True)
    )
    changed = ' class="changed"' if one.turned.startswith("turned") else ""
    return f"<tr{changed}><td>{title}</td>{sides}<td>{one.turned}</td></tr>"

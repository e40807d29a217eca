"""What was found about strategies: questions with their answers, and who beats whom."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ludwright.display import Block, TextTable, Title

if TYPE_CHECKING:
    from ludwright.metrics.figure import Figure
    from ludwright.strategy.finding import Strategies

_SHORT = 18
"""Names of agents longer than this are cut in the matrix."""


def blocks(found: Strategies) -> Iterator[Block]:
    """All of it, for notebooks and for `print`."""
    players = "1 player" if found.players == 1 else f"{found.players} players"
    yield Title(f"{found.title}: {found.games:,} games, {players}, seed {found.seed}")
    yield f"Who plays: {', '.join(found.agents)}"
    for answer in found.answers:
        yield Title(answer.question)
        yield answer.sentence
        yield from (f"• {line}" for line in answer.details)
        if answer.figures[0].name == "metagame" and answer.known:
            yield matrix(answer.figures[0])


def matrix(found: Figure, indent: str = "") -> TextTable:
    """What the row takes from the column, in percent, the strongest first."""

    def mean(part: Figure) -> float:
        return sum(one.value or 0.0 for one in part.parts) / max(1, len(part.parts))

    parts = sorted(found.parts, key=lambda part: -mean(part))
    rows = []
    for place, row in enumerate(parts, 1):
        against = {one.name.removeprefix("against "): one.value for one in row.parts}
        cells = ["–" if (value := against.get(other.name)) is None else f"{value * 100:.0f}" for other in parts]
        rows.append([f"{indent}{place} {row.name[:_SHORT]}", *cells])
    return TextTable([f"{indent}takes % from", *(str(place + 1) for place in range(len(parts)))], rows)

"""All mistakes of a game text: of its rules, and of what it expects of itself."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ludwright.arguments import renamed
from ludwright.expectations.checking import check_own
from ludwright.game import described, player_range
from ludwright.language.source import Description
from ludwright.mistakes import Mistake, MistakesError
from ludwright.rules.compiler import Rules


def _mistakes(description: Description, counts: range) -> Iterator[Mistake]:
    """What is wrong with the rules, and with what is expected of them, for some numbers of players."""
    if any(declaration.kind == "expect" for declaration in description.declarations):
        yield from check_own(description, counts)
        return
    for count in counts:
        yield from Rules.compiled(description, count).mistakes


@renamed(source="game")
def check(game: str | Path | Description, *, fewest: bool = False) -> list[Mistake]:
    """All mistakes and notes of a game text, for every number of players it allows; ``fewest`` looks at the fewest alone, for a first answer."""
    found: dict[tuple[object, str], Mistake] = {}
    try:
        description = described(game)
        least, most = player_range(description)
        for note in description.notes:
            found[note.place, note.message] = note
        for mistake in _mistakes(description, range(least, (least if fewest else most) + 1)):
            found.setdefault((mistake.place, mistake.message), mistake)
    except MistakesError as error:
        for mistake in error.mistakes:
            found.setdefault((mistake.place, mistake.message), mistake)
    return sorted(
        found.values(),
        key=lambda m: (
            m.place.file if m.place else "",
            m.place.line if m.place else 0,
            m.place.column if m.place else 0,
        ),
    )

"""Why something can't be chosen: which conditions of the rules stand against it.

Found out by trying: the same game by rules without the conditions of its actions. What can be chosen there, but not here, is barred by a condition;
which one, shows if the others are left out and that one is kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ludwright.language import syntax
from ludwright.language.editing import Draft
from ludwright.mistakes import LudwrightError

if TYPE_CHECKING:
    from ludwright.game import Game
    from ludwright.play.match import Match
    from ludwright.studio.table_tasks import Kept

_MOST = 12
"""So many conditions are tried."""
_MOVES = 3
"""So many barred moves are explained."""

Condition = tuple[str, syntax.Node]
"""The name of an action, and one of its conditions."""


def reasons(kept: Kept, game: Game, match: Match, address: str) -> list[dict[str, Any]]:
    """Sentences, each with the lines of the rules it is about."""
    from ludwright.studio.pointing import Pointing

    text = next(iter(game.description.contents.values())).decode("utf-8", "replace")
    draft = Draft(text)
    offered = {option.action for option in match.legal()}
    conditions = list(_conditions(draft, offered))[:_MOST]
    seat = match.actor or 0
    what = address.split(":")[-1]

    def barred(without: list[Condition]) -> dict[str, str]:
        """The moves that are about the address by rules without some conditions: their actions by their words."""
        other = _relaxed(game, text, [node for _, node in without])
        again = other.start(kept.seed, run="twin")
        again.follow(kept.answers)
        pointing = Pointing(other)
        return {
            option.words: option.action
            for option in again.legal()
            if any(address in value for value in pointing.targets(option, seat, again.words))
        }

    try:
        possible = barred(conditions) if conditions else {}
    except LudwrightError:
        possible = {}
    if not possible:
        asked = ", ".join(sorted(f"`{name}`" for name in offered if "." not in name)[:6])
        return [{"words": f"None of the moves you are asked for ({asked}) can be about {what}.", "rules": []}]
    found: dict[str, list[Condition]] = {words: [] for words in list(possible)[:_MOVES]}
    for condition in conditions:
        if condition[0] not in possible.values():
            continue
        others = [other for other in conditions if other is not condition]
        try:
            left = barred(others)
        except LudwrightError:
            continue
        for words in found:
            if words not in left and possible[words] == condition[0]:
                found[words].append(condition)
    return [
        {
            "words": f"`{words}` is not possible: the rules ask for",
            "rules": [{"text": _line(text, node), "line": node.span.line} for _, node in against if node.span],
        }
        for words, against in found.items()
        if against
    ] or [{"words": "Several rules together forbid it.", "rules": []}]


def _conditions(draft: Draft, offered: set[str]) -> Iterator[Condition]:
    for declaration in draft.tree.declarations:
        if isinstance(declaration, syntax.ActionDeclaration) and str(declaration.name) in offered:
            for part in declaration.body:
                if isinstance(part, syntax.When | syntax.WhenAfterwards):
                    yield str(declaration.name), part


def _line(text: str, node: syntax.Node) -> str:
    assert node.span is not None
    return text.splitlines()[node.span.line - 1].partition("#")[0].strip()


def _relaxed(game: Game, text: str, without: list[syntax.Node]) -> Game:
    """The game by its rules without some lines."""
    from pathlib import Path

    from ludwright.game import load
    from ludwright.language.source import read_text

    gone = {node.span.line for node in without if node.span is not None}
    lines = ["" if number in gone else line for number, line in enumerate(text.split("\n"), 1)]
    path = Path(game.source)
    description = read_text("\n".join(lines), path.name, path.parent)
    return load(description, game.players, _params(game), ask_forced=True)


def _params(game: Game) -> dict[str, Any]:
    return {name: value for name, value in game.params.items() if not isinstance(value, list)}

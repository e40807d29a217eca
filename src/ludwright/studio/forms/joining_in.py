"""Parts of a game that nothing uses yet, put to use: an action gets into the turn, a place gets its first cards."""

from __future__ import annotations

from collections.abc import Iterator

from ludwright.language import syntax
from ludwright.language.editing import EditError
from ludwright.language.syntax.walking import find
from ludwright.studio.forms.edits import apply
from ludwright.studio.forms.outline import Source

DEALT = 3
"""So many cards everybody gets at first, until the designer says otherwise."""


def offered(text: str, action: str) -> str | None:
    """The text with an action among those of the turn; None if there is none."""
    source = Source(text)
    for number, turn in enumerate(source.tree.declarations):
        if not isinstance(turn, syntax.TurnDeclaration):
            continue
        choice = next(find(turn, syntax.OneOf), None)
        if choice is not None:
            end = source.span(choice.actions[-1])[1]
            return source.text[:end] + f", {action}" + source.text[end:]
        return _added(source.text, f"declarations.{number}.body", f"one of {action}")
    return None


def dealt(text: str, zone: str) -> Iterator[tuple[str, str]]:
    """Ways in which a place gets its first cards before the first turn, from where all of their kind are: in words, and as a text."""
    source = Source(text)
    declared = list(find(source.tree, syntax.ZoneDeclaration))
    empty = next((one for one in declared if one.name == zone), None)
    if empty is None:
        return
    own = any(empty in each.members for each in find(source.tree, syntax.EachDeclaration) if each.kind == "player")
    for full in declared:
        if full is empty or full.kinds != empty.kinds or next(find(full, syntax.HoldsAll), None) is None:
            continue
        step = f"deal {DEALT} from {full.name} to {zone}" if own else f"draw 1 from {full.name} to {zone}"
        changed = _before_the_first_turn(source, step)
        if changed is not None:
            yield f"Deal {DEALT} to each at first" if own else f"Put one there from {full.name} at first", changed


def _before_the_first_turn(source: Source, step: str) -> str | None:
    for number, one in enumerate(source.tree.declarations):
        if isinstance(one, syntax.SetupDeclaration):
            return _added(source.text, f"declarations.{number}.body", step)
    try:
        return apply(source.text, {"do": "declare", "text": f"setup\n  {step}"})
    except EditError:
        return None


def _added(text: str, path: str, step: str) -> str | None:
    try:
        return apply(text, {"do": "add", "path": path, "text": step})
    except EditError:
        return None

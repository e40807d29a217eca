"""Secrets that are held while somebody else is asked: what was chosen in secret or drawn by chance and has a name, before it shows what it was.

While such a secret is held, a redeal chooses and draws again, and plays on (:mod:`ludwright.hidden.replay`). It is held as long as its name stands; and where a
card that got a name before may be among those chosen from, or be shuffled among others, as long as that name is used: nobody else knows any more which of
them it is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ludwright.language import syntax
from ludwright.language.syntax import Part, parts
from ludwright.language.syntax.reading import names_in
from ludwright.language.syntax.walking import nodes
from ludwright.model.side_effects import SideEffects


def is_many(chosen: Part) -> bool:
    """Whether several things are chosen."""
    return not isinstance(chosen, syntax.ChosenNumber) or chosen.number is not None


def held_secrets(
    declarations: Iterable[syntax.Node], zones: set[str], noted: set[str], habits: SideEffects
) -> dict[int, bool]:
    """The statements, by the identity of their trees, that a redeal carries out again; and whether they are held to the end of the block they stand in.

    ``noted`` are variables that tell which card something was. What is chosen `at once` is chosen again anyway."""
    found: dict[int, bool] = {}
    for tree in declarations:
        every = list(nodes(tree))
        lets = [node for node in every if isinstance(node, syntax.Let) and zones & names_in(node.value)]
        names = noted | {str(let.name) for let in lets}
        sealed = {id(inside) for node in every if isinstance(node, syntax.AtOnce) for inside in nodes(node.asked)}
        for block in every:
            inside = parts(block)
            for i, part in enumerate(inside):
                if id(part) in sealed or not _is_secret(part):
                    continue
                own = {str(part.name)} if isinstance(part, syntax.Let) else names
                lasts = isinstance(part, syntax.ChooseOption) or _is_used(inside[i + 1 :], own, habits)
                if lasts or _asks_inside(part, habits):
                    found[id(part)] = lasts
    return found


def _is_secret(part: Part) -> bool:
    """Whether nobody else knows afterwards which it was."""
    match part:
        case syntax.Let(value=value):
            return any(isinstance(node, syntax.RandomOf) for node in nodes(value))
        case syntax.ChooseOption(secretly=secretly) | syntax.Choose(secretly=secretly):
            return secretly is not None
    return isinstance(part, syntax.Shuffle)


def _asks_inside(part: Part, habits: SideEffects) -> bool:
    """Whether anybody is asked while what was chosen has its name."""
    if not isinstance(part, syntax.Choose):
        return False
    return any(body is not None and habits.asks(body) for body in (part.body, part.otherwise))


def _is_used(following: Sequence[Part], names: set[str], habits: SideEffects) -> bool:
    """Whether somebody is asked further on, and one of some names is used."""
    further = [part for part in following if isinstance(part, syntax.Node)]
    return any(map(habits.asks, further)) and any(names & names_in(part) for part in further)

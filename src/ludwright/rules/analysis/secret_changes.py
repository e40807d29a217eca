"""Which variables may change in a secret stage, seen from the description alone: by what it does itself, calls, or sets off."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ludwright.language import syntax
from ludwright.language.syntax import Part
from ludwright.language.syntax.reading import names_in, variable
from ludwright.language.syntax.walking import nodes
from ludwright.model.side_effects import SideEffects, is_secret_stage

if TYPE_CHECKING:
    from ludwright.model.world import World

EXCHANGING = (syntax.Pay, syntax.Swap, syntax.Pass)


def changed_in_secret(world: World, habits: SideEffects) -> set[str]:
    """The names of all variables that may change in one of the secret stages."""
    return {name for part in done_in_secret(world, habits) for node in nodes(part) for name in _changed_by(node)}


def _changed_by(node: syntax.Node) -> set[str]:
    if isinstance(node, syntax.Assign):
        return {variable(node.target)}
    return names_in(node) if isinstance(node, EXCHANGING) else set()


def done_in_secret(world: World, habits: SideEffects) -> list[Part]:
    """The secret stages, and whatever may be done while they last."""
    everywhere = [node for declaration in world.description.declarations for node in nodes(declaration.tree)]
    done: list[Part] = [node for node in everywhere if is_secret_stage(node)]
    done += [node for node in everywhere if isinstance(node, syntax.Timer)]
    done += [declaration.tree for declaration in world.of("whenever", "every")]
    seen = {id(part) for part in done}
    for part in done:  # grows meanwhile
        for more in _set_off(part, world, habits):
            if id(more) not in seen:
                seen.add(id(more))
                done.append(more)
    return done


def _set_off(part: Part, world: World, habits: SideEffects) -> Iterator[Part]:
    """What a part calls by name, the effects it resolves, and turns if it has any."""
    for name in names_in(part):
        yield from habits.bodies.get(name, [])
        yield from habits.events.get(name, [])
    if any(isinstance(node, syntax.TurnsStatement) for node in nodes(part)):
        yield from (declaration.tree for declaration in world.of("turn"))

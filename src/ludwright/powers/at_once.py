"""Games in which all players answer at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludwright.language import syntax
from ludwright.language.syntax.walking import nodes

if TYPE_CHECKING:
    from ludwright.game import Game


def everybody_at_once(game: Game) -> bool:
    """Whether the rules know no turns: whatever players choose, all choose it at once."""
    found = forms(game)
    return syntax.AtOnce in found and not found & {syntax.TurnsStatement, syntax.TurnDeclaration}


def forms(game: Game) -> set[type[syntax.Node]]:
    """What forms of rules there are; of rules that are Python code nothing is known."""
    description = getattr(game, "description", None)
    declarations = description.declarations if description is not None else ()
    return {type(node) for declaration in declarations for node in nodes(declaration.tree)}

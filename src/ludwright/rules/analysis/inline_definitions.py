"""Formulas in which definitions are written out: `rich(p)` as `(p.coins > 9)`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from lark import Token

from ludwright.language import syntax
from ludwright.language.syntax import Formula, Part, rebuilt
from ludwright.language.syntax.reading import names_in, parameters
from ludwright.language.syntax.walking import nodes
from ludwright.rules.analysis.substitute import put_in

if TYPE_CHECKING:
    from ludwright.language.source import Declaration

DEEPEST = 4
"""So many definitions inside of each other are written out."""


def written_out(node: Part, definitions: Mapping[str, Declaration], taken: set[str], depth: int = DEEPEST) -> Any:
    """A formula without definitions. Those stay that have lines of their own, or speak of something that has another meaning here."""
    word, given = _called(node)
    if word in definitions and word not in taken and depth:
        meant = _meant(definitions[word].tree, given, taken)
        if meant is not None:
            return syntax.Brackets(written_out(meant, definitions, taken, depth - 1))
    if not isinstance(node, syntax.Node):
        return node
    return rebuilt(node, lambda part: written_out(part, definitions, taken, depth))


def _called(node: Part) -> tuple[str, list[Formula]]:
    """What a formula calls, and what it gives to that."""
    match node:
        case Token(type="NAME"):
            return str(node), []
        case syntax.FunctionCall(word, syntax.Arguments(values=given)):
            return str(word), list(given)
        case syntax.MemberOf(subject, word, None):
            return str(word), [subject]
    return "", []


def _meant(definition: syntax.DefineDeclaration, given: list[Formula], taken: set[str]) -> Formula | None:
    """The formula of a definition with what it is given; None if it has lines of its own, or a name would change its meaning."""
    words, formula = parameters(definition), definition.formula
    if definition.steps or len(words) != len(given):
        return None
    bound = {str(part.name) for part in nodes(formula) if isinstance(part, syntax.Generator | syntax.EveryHas)}
    if (names_in(formula) - set(words)) & taken or bound & set().union(*map(names_in, given), set(words)):
        return None
    found: Formula = put_in(formula, dict(zip(words, given, strict=True)))
    return found

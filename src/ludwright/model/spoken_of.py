"""What a formula speaks of, by way of names and definitions as well, seen from the text alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from lark import Token

from ludwright.language import syntax
from ludwright.language.syntax import Part, parts
from ludwright.language.syntax.reading import parameters
from ludwright.language.syntax.walking import nodes

if TYPE_CHECKING:
    from ludwright.language.source import Declaration

ALL_OF = (
    syntax.RepeatUntil,
    syntax.RepeatWhile,
    syntax.RepeatCallUntil,
    syntax.RepeatCallWhile,
    syntax.RepeatTimes,
    syntax.WheneverDeclaration,
)


def names_meant(formula: Part, home: Part | None, definitions: Mapping[str, syntax.DefineDeclaration]) -> set[str]:
    """The names in a formula, and in all that these stand for: what `let` named, what a set is gone through for, definitions."""
    every = nodes(home) if home is not None else ()
    named = [node for node in every if isinstance(node, syntax.Let | syntax.Generator)]
    found, new = set[str](), _names(formula)
    while new:
        found |= new
        meant = [_reads(definitions[name]) for name in new if name in definitions]
        meant += [_names(node) for node in named if str(node.name) in new]
        new = set[str]().union(*meant) - found
    return found


def shown_formulas(tree: Part) -> Iterator[Part]:
    """The formulas of a declaration of which everybody sees what they come to, `if` and what is told apart."""
    for node in nodes(tree):
        if isinstance(node, ALL_OF):
            yield from parts(node)
        match node:
            case syntax.Assign(value=shown):
                yield shown
            case (
                syntax.Move(things=syntax.AllOf() as shown)
                | syntax.Remove(things=syntax.AllOf() as shown)
                | syntax.Show(things=syntax.AllOf() as shown)
            ):
                yield shown
            case syntax.DrawCards(number=shown) | syntax.Deal(number=shown):
                yield shown
            case syntax.EndCase(condition=shown) | syntax.When(condition=shown):
                yield shown
            case syntax.For(members=members) if members.limit is not None:
                yield members


def shows_any(declarations: Iterable[Declaration], hidden: set[str]) -> bool:
    """Whether something shows, in other ways than by `if` and by telling, of what is called so."""
    given = [d for d in declarations if d.kind not in ("bot", "expect")]
    definitions = {str(d.name): d.tree for d in given if d.kind == "define"}
    return any(names_meant(part, d.tree, definitions) & hidden for d in given for part in shown_formulas(d.tree))


def _reads(definition: syntax.DefineDeclaration) -> set[str]:
    """The names in a definition, without those of what it is given."""
    return set[str]().union(*map(_names, (*definition.steps, definition.value))) - set(parameters(definition))


def _names(node: Part) -> set[str]:
    """The names in a formula, but not of what is only counted: `deck is empty`, `p.hand.count`."""
    match node:
        case Token():
            return {str(node)} if node.type == "NAME" else set()
        case syntax.Is(right=Token() as word) | syntax.IsNot(right=Token() as word) if word == "empty":
            return set()
        case syntax.MemberOf(name=word) if word == "count":
            return set()
        case syntax.Node():
            return set[str]().union(*map(_names, parts(node)))
    return set()

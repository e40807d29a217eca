"""What a formula speaks of, by way of names and definitions as well, seen from the text alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from lark import Token, Tree

if TYPE_CHECKING:
    from ludwright.language.source import Declaration

Node = Tree[Any] | Token

ALL_OF = frozenset(
    ["repeat_until", "repeat_while", "repeat_call_until", "repeat_call_while", "repeat_times", "whenever"]
)
MOVED = frozenset(["move", "remove", "show"])
FIRST = frozenset(["draw", "deal", "endcase", "guard"])


def names_meant(formula: Node, home: Tree[Any] | None, definitions: dict[str, Tree[Any]]) -> set[str]:
    """The names in a formula, and in all that these stand for: what `let` named, what a set is gone through for, definitions."""
    named = [n for n in home.iter_subtrees() if n.data in ("let", "gen")] if home is not None else []
    found, new = set[str](), _names(formula)
    while new:
        found |= new
        meant = [_reads(definitions[name]) for name in new if name in definitions]
        meant += [_names(node) for node in named if str(node.children[0]) in new]
        new = set[str]().union(*meant) - found
    return found


def shown_formulas(tree: Tree[Any]) -> Iterator[Node]:
    """The formulas of a declaration of which everybody sees what they come to, `if` and what is told apart."""
    for node in tree.iter_subtrees():
        if node.data == "assign":
            yield node.children[-1]
        elif node.data in ALL_OF:
            yield from (part for part in node.children if part is not None)
        elif (
            (node.data in MOVED and isinstance(node.children[0], Tree) and node.children[0].data == "all_")
            or node.data in FIRST
            or (node.data == "for_" and node.children[0].children[-1] is not None)
        ):
            yield node.children[0]


def shows_any(declarations: Iterable[Declaration], hidden: set[str]) -> bool:
    """Whether something shows, in other ways than by `if` and by telling, of what is called so."""
    given = [d for d in declarations if d.kind not in ("bot", "expect")]
    definitions = {str(d.name): d.tree for d in given if d.kind == "define"}
    return any(names_meant(part, d.tree, definitions) & hidden for d in given for part in shown_formulas(d.tree))


def _reads(definition: Tree[Any]) -> set[str]:
    """The names in a definition, without those of what it is given."""
    _, given, *body = definition.children
    return set[str]().union(*(_names(part) for part in body)) - (_names(given) if given is not None else set())


def _names(node: Node) -> set[str]:
    """The names in a formula, but not of what is only counted: `deck is empty`, `p.hand.count`."""
    match node:
        case Token():
            return {str(node)} if node.type == "NAME" else set()
        case Tree(data="is_" | "is_not", children=[_, Token() as word]) if word == "empty":
            return set()
        case Tree(data="member", children=[_, Token() as word, *_]) if word == "count":
            return set()
    return set[str]().union(*(_names(child) for child in node.children if isinstance(child, Tree | Token)))

"""Names that `let` gave to what was read from hidden cards, right before they are tested: `let t = total(me)`, `if t > 21`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lark import Tree

from ludwright.language.syntax import node_of
from ludwright.rules.analysis.habits import Node, names_in, nodes
from ludwright.rules.analysis.putting_in import put_in
from ludwright.rules.analysis.written_out import written_out
from ludwright.rules.names.scope import Scope

if TYPE_CHECKING:
    from ludwright.rules.compiler import Rules

SEEN = frozenset([
    "move", "draw", "draw_up_to", "deal", "create_", "remove", "wins", "loses", "tie", "stop", "leaves", "goes", "reverse",
])  # fmt: skip
"""Statements of which everybody sees that they are carried out."""
MOVING = SEEN | frozenset([
    "shuffle", "pay", "swap", "pass", "reroll", "resolve", "call", "does", "may_do", "one_of", "any_number", "otherwise", "stage", "at_once",
    "choose", "options", "first_to", "turns", "timer", "wait",
])  # fmt: skip
"""Statements after which what was read from cards may be something else."""


def with_what_was_read(rules: Rules, test: Node, scope: Scope) -> Node:
    """A test in which such names stand for what they were read from."""
    tree = getattr(scope.declaration, "tree", None)
    if tree is None or not isinstance(test, Tree):
        return test
    written: Node = test
    for name in sorted(names_in(test) & rules.taints.locals - rules.assigned):
        formula = _named_before(tree, name, test)
        if formula is not None and not rules.card_reader.chancy(formula):
            meant = written_out(formula, rules.definitions, set(scope.names))
            written = put_in(written, {name: node_of("paren", [meant])})
            rules.approximations.uses(formula, scope)
    return written


def _named_before(tree: Tree[Any], name: str, test: Node) -> Node | None:
    """What `let` named in the statements right before the one that a test belongs to, if nothing was moved or changed meanwhile that it was read from."""
    for block in nodes(tree):
        lets = [
            i for i, n in enumerate(block.children) if isinstance(n, Tree) and n.data == "let" and n.children[0] == name
        ]
        users = [i for i, n in enumerate(block.children) if isinstance(n, Tree) and _is_test_of(test, n)]
        if len(lets) != 1 or not users or users[0] < lets[0]:
            continue
        formula = block.children[lets[0]].children[1]
        between = [n for part in block.children[lets[0] + 1 : users[0]] for n in nodes(part)]
        changed = {word for n in between if n.data in ("assign", "let") for word in names_in(n.children[0])}
        if not changed & names_in(formula) and not any(n.data in MOVING for n in between):
            return formula if isinstance(formula, Tree) else None
    return None


def _is_test_of(test: Node, statement: Tree[Any]) -> bool:
    """Whether a statement begins with a test, or goes on with it where another one does not hold."""
    if statement.data not in ("if_", "elif_"):
        return False
    return statement.children[0] is test or any(
        isinstance(n, Tree) and _is_test_of(test, n) for n in statement.children
    )

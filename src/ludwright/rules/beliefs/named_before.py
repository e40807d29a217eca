"""Names that `let` gave to what was read from hidden cards, right before they are tested: `let t = total(me)`, `if t > 21`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludwright.language import syntax
from ludwright.language.syntax import Part, parts
from ludwright.language.syntax.reading import names_in
from ludwright.language.syntax.walking import nodes
from ludwright.rules.analysis.inline_definitions import written_out
from ludwright.rules.analysis.substitute import put_in
from ludwright.rules.names.scope import Scope

if TYPE_CHECKING:
    from ludwright.rules.compiler import Rules

SEEN = (
    syntax.Move, syntax.DrawingCards, syntax.Deal, syntax.Create, syntax.Remove, syntax.Settling, syntax.Tie, syntax.EndOfPhase, syntax.Leaves,
    syntax.GoesNext, syntax.ReverseTurns,
)  # fmt: skip
"""Statements of which everybody sees that they are carried out."""
MOVING = (
    *SEEN, syntax.Shuffle, syntax.Pay, syntax.Swap, syntax.Pass, syntax.Reroll, syntax.Resolve, syntax.CallStatement, syntax.Does, syntax.MayDo,
    syntax.OneOf, syntax.AnyNumberOf, syntax.OrElse, syntax.StageDeclaration, syntax.AtOnce, syntax.Choose, syntax.ChooseOption, syntax.FirstTo,
    syntax.TurnsStatement, syntax.Timer, syntax.Wait,
)  # fmt: skip
"""Statements after which what was read from cards may be something else."""


def with_what_was_read(rules: Rules, test: Part, scope: Scope) -> Part:
    """A test in which such names stand for what they were read from."""
    tree = getattr(scope.declaration, "tree", None)
    if tree is None or not isinstance(test, syntax.Node):
        return test
    written: Part = test
    for name in sorted(names_in(test) & rules.taints.locals - rules.assigned):
        formula = _named_before(tree, name, test)
        if formula is not None and not rules.card_reader.chancy(formula):
            meant = written_out(formula, rules.definitions, set(scope.names))
            written = put_in(written, {name: syntax.Brackets(meant)})
            rules.approximations.uses(formula, scope)
    return written


def _named_before(tree: syntax.Node, name: str, test: syntax.Node) -> syntax.Node | None:
    """What `let` named in the statements right before the one that a test belongs to, if nothing was moved or changed meanwhile that it was read from."""
    for block in nodes(tree):
        statements = parts(block)
        lets = [(i, n) for i, n in enumerate(statements) if isinstance(n, syntax.Let) and n.name == name]
        users = [i for i, n in enumerate(statements) if _is_test_of(test, n)]
        if len(lets) != 1 or not users or users[0] < lets[0][0]:
            continue
        place, let = lets[0]
        between = [n for part in statements[place + 1 : users[0]] for n in nodes(part)]
        changed = set().union(*map(_changed, between))
        if not changed & names_in(let.value) and not any(isinstance(n, MOVING) for n in between):
            return let.value if isinstance(let.value, syntax.Node) else None
    return None


def _changed(node: syntax.Node) -> set[str]:
    """The names in what a statement gives a value to."""
    match node:
        case syntax.Assign(target=target) | syntax.Let(name=target):
            return names_in(target)
    return set()


def _is_test_of(test: syntax.Node, statement: Part) -> bool:
    """Whether a statement begins with a test, or goes on with it where another one does not hold."""
    if not isinstance(statement, syntax.IfStatement):
        return False
    return any(condition is test for condition, _ in statement.cases)

"""Names that mean nothing in definitions and procedures that no rule comes to: what is never compiled is read for its names at least."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from lark import Token, Tree

from ludwright.ir import terms
from ludwright.rules.analysis.habits import names_in, nodes
from ludwright.rules.emit.code import Code
from ludwright.rules.formulas.formulas import BUILT_IN
from ludwright.rules.names.scope import Anything, Scope

if TYPE_CHECKING:
    from ludwright.language.source import Declaration
    from ludwright.rules.compiler import Rules

_NO_FORMULAS = {
    "member": (1,), "gen": (0,), "let": (0,), "every_": (0,), "call_": (0,), "my": (0,), "of": (0,), "designs": (0,),
    "deal": (2,), "resolve": (1,), "leaves": (1,), "timer": (1,), "wait": (1,), "options": (3,), "option": (0,), "stage": (1,),
}  # fmt: skip
"""Which parts of these are words of their own, and not looked up among all names."""
_NOT_READ = ("params", "names", "pass", "stop", "ref", "amount", "roll", "chosen", "up_to")
_ALSO = ("it", "session", "answer", "score", "empty")


def check_unread(rules: Rules) -> None:
    """Find unknown names where nothing is compiled."""
    known = _known(rules)
    for declaration in _never_compiled(rules):
        bound = set(_bound(declaration.tree))
        scope = Scope(Code("unread"), declaration, terms.ZERO, dict.fromkeys(bound, Anything()))
        for word in _looked_up(rules, declaration):
            if str(word) not in known and str(word) not in bound:
                rules.formulas.unknown(word, scope)


def _never_compiled(rules: Rules) -> list[Declaration]:
    """The definitions that nothing used, and the procedures that only such or each other call."""
    dead = [d for name, d in rules.definitions.items() if name not in rules.used_definitions]
    waiting = True
    while waiting:
        alive = [d for d in rules.description.declarations if d not in dead]
        named = {id(d): names_in(d.tree) for d in alive}
        found = [
            own
            for name, own in rules.procedures.items()
            if own in alive
            and not any(name in named[id(d)] for d in alive if d is not own)
            and not _in_a_table(rules, name)
        ]
        dead += found
        waiting = bool(found)
    return dead


def _in_a_table(rules: Rules, name: str) -> bool:
    cells = (c for kind in rules.model.kinds.values() for cells in kind.events.values() for c in cells.values())
    return any(name in cell.text for cell in cells)


def _known(rules: Rules) -> set[str]:
    model = rules.model
    members = [name for kind in model.kinds.values() for name in kind.members]
    named = (rules.definitions, rules.procedures, rules.stages, rules.actions.known, rules.answers)
    return {*model.all_names(), *members, *BUILT_IN, *_ALSO, *(name for names in named for name in names)}


def _bound(tree: Tree[Any]) -> Iterator[str]:
    """The names that a text gives to something itself."""
    for node in nodes(tree):
        if node.data in ("let", "gen", "every_", "option"):
            yield str(node.children[0])
        elif node.data == "choose":
            yield str(node.children[3].children[-1])
        elif node.data == "options":
            yield str(node.children[3])
        elif node.data == "params":
            yield from map(str, node.children[0].children)


def _looked_up(rules: Rules, declaration: Declaration) -> Iterator[Token]:
    """The names that are looked up among all."""
    waiting: list[Any] = list(reversed(declaration.tree.children[2:]))
    while waiting:
        node = waiting.pop()
        if isinstance(node, Token) and node.type == "NAME":
            yield node
        elif isinstance(node, Tree) and node.data not in _NOT_READ:
            function = node.data != "call_" or _is_function(rules, node)
            skipped = _NO_FORMULAS.get(node.data, ()) if function else ()
            waiting.extend(c for i, c in reversed(list(enumerate(node.children))) if i not in skipped)


def _is_function(rules: Rules, node: Tree[Any]) -> bool:
    """Whether a word with brackets may be a function; with one thing in them it may be any of its members."""
    name, args = node.children
    return args.data != "args" or len(args.children) == 1 or hasattr(rules.formulas, f"_fn_{name}")

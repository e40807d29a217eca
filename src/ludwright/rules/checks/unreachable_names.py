"""Names that mean nothing in definitions and procedures that no rule comes to: what is never compiled is read for its names at least."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from lark import Token

from ludwright.ir import terms
from ludwright.language import syntax
from ludwright.language.syntax import Node, Part, parts
from ludwright.language.syntax.reading import names_in
from ludwright.language.syntax.walking import nodes
from ludwright.rules.emit.code import Code
from ludwright.rules.formulas.formulas import BUILT_IN
from ludwright.rules.names.scope import Anything, Scope

if TYPE_CHECKING:
    from ludwright.language.source import Declaration
    from ludwright.language.tables import Cell
    from ludwright.rules.compiler import Rules

_NAMED = (
    syntax.MemberOf, syntax.Generator, syntax.Let, syntax.EveryHas, syntax.FunctionCall, syntax.My, syntax.Of, syntax.ChooseOption,
    syntax.OptionBranch, syntax.StageDeclaration,
)  # fmt: skip
_NOT_READ = (
    syntax.Parameters, syntax.NameList, syntax.Pass, syntax.EndOfPhase, syntax.Reference, syntax.Amount, syntax.RollDice,
    syntax.ChosenNumber, syntax.ChosenUpTo, syntax.DesignsOf,
)  # fmt: skip
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
    unused = {id(d) for d in dead}
    alive = [d for d in rules.description.declarations if id(d) not in unused]
    users = Counter(name for d in alive for name in names_in(d.tree) if rules.procedures.get(name) is not d)
    in_tables = "\n".join(cell.text for cell in _cells(rules))
    waiting = [name for name in rules.procedures if not users[name] and name not in in_tables]
    while waiting:  # what only these call is next
        own = rules.procedures[waiting.pop()]
        dead.append(own)
        for name in names_in(own.tree):
            if name in rules.procedures and rules.procedures[name] is not own:
                users[name] -= 1
                if not users[name] and name not in in_tables:
                    waiting.append(name)
    return dead


def _cells(rules: Rules) -> Iterator[Cell]:
    """What tables print as effects."""
    return (c for kind in rules.model.kinds.values() for cells in kind.events.values() for c in cells.values())


def _known(rules: Rules) -> set[str]:
    model = rules.model
    members = [name for kind in model.kinds.values() for name in kind.members]
    named = (rules.definitions, rules.procedures, rules.stages, rules.actions.known, rules.answers)
    return {*model.all_names(), *members, *BUILT_IN, *_ALSO, *(name for names in named for name in names)}


def _bound(tree: Node) -> Iterator[str]:
    """The names that a text gives to something itself."""
    giving = syntax.Let | syntax.Generator | syntax.EveryHas | syntax.OptionBranch | syntax.ChooseOption
    for node in nodes(tree):
        if isinstance(node, giving):
            yield str(node.name)
        elif isinstance(node, syntax.Choose):
            yield str(node.chosen.name)
        elif isinstance(node, syntax.Parameters):
            yield from map(str, node.names.words)


def _looked_up(rules: Rules, declaration: Declaration) -> Iterator[Token]:
    """The names that are looked up among all."""
    tree: syntax.DefineDeclaration | syntax.ProcedureDeclaration = declaration.tree
    waiting: list[Part] = [part for part in reversed(parts(tree)) if part is not tree.name]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Token):
            if node.type == "NAME":
                yield node
        elif not isinstance(node, _NOT_READ):
            own = _own_word(rules, node)
            waiting.extend(part for part in reversed(parts(node)) if part is not own)


def _own_word(rules: Rules, node: Node) -> Token | None:
    """The word of a form that is not looked up among all names."""
    match node:
        case syntax.FunctionCall() if not _is_function(rules, node):
            return None
        case syntax.Deal(to=word) | syntax.Leaves(what=word) | syntax.Resolve(event=word):
            return word
        case syntax.Timer(unit=word) | syntax.Wait(unit=word):
            return word
    return node.name if isinstance(node, _NAMED) else None


def _is_function(rules: Rules, call: syntax.FunctionCall) -> bool:
    """Whether a word with brackets may be a function; with one thing in them it may be any of its members."""
    several = isinstance(call.arguments, syntax.Arguments) and len(call.arguments.values) > 1
    return not several or rules.formulas.functions.handler(call.name) is not None

"""What a piece of syntax says: the names in it, the parts of a condition, what a procedure is given."""

from __future__ import annotations

from typing import cast

from lark import Token

from ludwright.language import syntax
from ludwright.language.syntax import Part
from ludwright.language.syntax.walking import tokens


def joined(node: Part) -> list[syntax.Formula]:
    """The parts of a condition joined by `and`."""
    match node:
        case syntax.And(left, right) if not isinstance(left, syntax.Or) and not isinstance(right, syntax.Or):
            return [*joined(left), *joined(right)]
    return [cast(syntax.Formula, node)]


def split(node: Part) -> list[syntax.FormulaNode]:
    """The parts of a condition joined by `and`, a single word in brackets."""
    return [syntax.Brackets(part) if isinstance(part, Token) else part for part in joined(node)]


def names_in(tree: Part | None) -> set[str]:
    """All words of a tree that may be names. They are kept with the tree: what is checked for each name asks for them often."""
    if not isinstance(tree, syntax.Node):
        return {str(tree)} if isinstance(tree, Token) and tree.type == "NAME" else set()
    known: frozenset[str] | None = tree.__dict__.get("_names")
    if known is None:
        known = tree.__dict__["_names"] = frozenset(str(word) for word in tokens(tree, "NAME"))
    return set(known)


def parameters(tree: object) -> list[str]:
    """The names of what a procedure, stage or definition is given."""
    given = getattr(tree, "parameters", None)
    return [str(name) for name in given.names.words] if isinstance(given, syntax.Parameters) else []


def variable(node: Part) -> str:
    """The name of the variable that a formula reads: ``goods`` of `my goods[wood]`."""
    match node:
        case Token():
            return str(node)
        case syntax.At(value=whole):
            return variable(whole)
        case syntax.My(name=name) | syntax.MemberOf(name=name, arguments=None):
            return str(name)
    return ""


def called(call: Part) -> Token | None:
    """The name a `call` statement calls."""
    match call:
        case syntax.CallStatement(what=Token() as name) | syntax.CallStatement(what=syntax.FunctionCall(name=name)):
            return name
    return None

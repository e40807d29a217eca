"""Formulas written in another way: the highest and lowest of some numbers by whether there is any beyond, and what is counted."""

from __future__ import annotations

from typing import Any, TypeGuard

from lark import Token, Tree

from ludwright.language.syntax import node_of
from ludwright.rules.beliefs.card_tests import Node
from ludwright.rules.beliefs.reading_cards import UnclearError


def names_extreme(node: Node) -> TypeGuard[Tree[Any]]:
    """Whether a formula is the highest or lowest of some numbers: `max(c.rank for c in my hand)`."""
    match node:
        case Tree(data="call_", children=["max" | "min", Tree(data="each_args", children=[_, _])]):
            return True
    return False


def any_extreme(most: Tree[Any], other: Node, way: str) -> Tree[Any]:
    """`any c in my hand with c.rank > n`, for `max(c.rank for c in my hand)` and n."""
    formula, gen = most.children[1].children
    name, source, start, _, limit = gen.children
    if start is not None or (limit is not None and limit.data != "limit"):
        raise UnclearError
    test: Node = node_of("compare", [formula, Token("COMP", way), other])
    both = node_of("and_", [limit.children[0], test]) if limit is not None else test
    return node_of("any_", [limited(name, source, both)])


def is_extreme(most: Tree[Any], other: Node) -> Tree[Any]:
    """That the highest or lowest is just so much: there is none beyond, and one that is as far."""
    beyond, reaches = (">", ">=") if str(most.children[0]) == "max" else ("<", "<=")
    return node_of("and_", [node_of("not_", [any_extreme(most, other, beyond)]), any_extreme(most, other, reaches)])


def limited(name: Node, source: Node, test: Node | None) -> Tree[Any]:
    """`x in S with P`."""
    return node_of("gen", [name, source, None, None, node_of("limit", [test]) if test is not None else None])


def count_of(gen: Tree[Any]) -> Tree[Any]:
    """`count(x in S with P)`."""
    return node_of("call_", [Token("NAME", "count"), node_of("set_arg", [gen])])

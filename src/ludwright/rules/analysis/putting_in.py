"""Formulas in which others stand for names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lark import Token, Tree

from ludwright.language.syntax import node_of
from ludwright.rules.analysis.habits import Node

FIXED: dict[str, tuple[int, ...]] = {"member": (1,), "my": (0,), "call_": (0,), "of": (0,), "gen": (0,), "every_": (0,)}
"""Where in a formula stands a word that is no name of its own."""


def put_in(tree: Any, names: Mapping[str, Node]) -> Any:
    """A formula in which others stand for some names."""
    if isinstance(tree, Token):
        return names.get(str(tree), tree) if tree.type == "NAME" else tree
    if not isinstance(tree, Tree) or not names:
        return tree
    own = {str(child.children[0]) for child in tree.children if isinstance(child, Tree) and child.data == "gen"}
    if tree.data in ("gen", "every_"):
        own = {str(tree.children[0])}
    inner = {word: formula for word, formula in names.items() if word not in own}
    fixed = FIXED.get(str(tree.data), ())
    if tree.data == "ref":
        fixed = tuple(range(1, len(tree.children)))
    children = []
    for at, child in enumerate(tree.children):
        outside = (isinstance(child, Tree) and child.data == "gen") or (tree.data in ("gen", "every_") and at == 1)
        children.append(child if at in fixed else put_in(child, names if outside else inner))
    return node_of(tree.data, children, tree.meta)

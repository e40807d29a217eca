"""Formulas in which others stand for names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from lark import Token

from ludwright.language import syntax
from ludwright.language.syntax import Part, parts, rebuilt


def put_in(tree: Any, names: Mapping[str, Part]) -> Any:
    """A formula in which others stand for some names."""
    if isinstance(tree, Token):
        return names.get(str(tree), tree) if tree.type == "NAME" else tree
    if not isinstance(tree, syntax.Node) or not names:
        return tree
    own = {str(part.name) for part in parts(tree) if isinstance(part, syntax.Generator)}
    if isinstance(tree, syntax.Generator | syntax.EveryHas):
        own = {str(tree.name)}
    inner = {word: formula for word, formula in names.items() if word not in own}

    def change(part: Part) -> Any:
        return put_in(part, names if isinstance(part, syntax.Generator) else inner)

    match tree:
        case syntax.Generator() | syntax.EveryHas():
            return replace(rebuilt(tree, change), name=tree.name, source=put_in(tree.source, names))
        case syntax.MemberOf() | syntax.My() | syntax.FunctionCall() | syntax.Of():
            return replace(rebuilt(tree, change), name=tree.name)
        case syntax.Reference(words=(first, *further)):
            return replace(tree, words=(change(first), *further))
    return rebuilt(tree, change)

"""For readers that still go by rule names and positions: `data`, `children` and `meta` of Lark's trees, on our nodes.

This file and `bridge_children.py` go when the last of them reads fields.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from lark import Token, Tree
from lark.tree import Meta

AnyPart = Tree[Any] | Token
"""A node or a word, also for callers that still hold them as trees of Lark's; it becomes `Part` when they don't."""

NOWHERE = Meta()  # type: ignore[no-untyped-call]
"""The place of a node that was made by hand."""


class LarkTree(Tree[Any]):
    """Gives a node the attributes of a tree of Lark's."""

    children_of: ClassVar[Callable[[Any], list[Any]]]
    """The fields of a node as a list by position; `bridge_children.py` puts it here."""

    def __init_subclass__(cls, rule: str = "") -> None:
        super().__init_subclass__()
        cls.data = rule

    def __getattr__(self, name: str) -> Any:
        if name != "children":
            raise AttributeError(name)
        children = LarkTree.children_of(self)
        self.__dict__["children"] = children
        return children

    @property
    def meta(self) -> Any:
        """The span, or a place without a line."""
        span = self.__dict__.get("span")
        return NOWHERE if span is None else span

"""Ways through a syntax tree: everything in it, what stands above a node, and the same tree with one node exchanged."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, TypeVar

from lark import Token

from ludwright.language.syntax.base import Node, Part, parts, shape

Kind = TypeVar("Kind", bound=Node)


def walk(tree: Part) -> Iterator[Part]:
    """A node and everything below it, nodes and words, in the order of the text."""
    waiting = [tree]
    while waiting:
        part = waiting.pop()
        yield part
        if isinstance(part, Node):
            waiting += reversed(parts(part))


def nodes(tree: Part) -> Iterator[Node]:
    """All nodes below (and with) a node, in the order of the text. They are kept with the node: texts are looked through again and again."""
    if not isinstance(tree, Node):
        return iter(())
    known: list[Node] | None = tree.__dict__.get("_nodes")
    if known is None:
        known = tree.__dict__["_nodes"] = []
        todo: list[Part] = [tree]
        while todo:
            at = todo.pop()
            if isinstance(at, Node):
                known.append(at)
                todo += reversed(parts(at))
    return iter(known)


def find(tree: Part, kind: type[Kind]) -> Iterator[Kind]:
    """All nodes of a class, or of one derived from it, in the order of the text."""
    return (part for part in walk(tree) if isinstance(part, kind))


def words(tree: Part, name: str) -> Iterator[Token]:
    """All places where a name is written, whatever it means there."""
    return (part for part in walk(tree) if isinstance(part, Token) and part.type == "NAME" and part == name)


def tokens(tree: Part, type_: str = "") -> Iterator[Token]:
    """All words of a tree, or those of one sort (``NAME``, ``NUMBER``, ``STRING``, ``ROW``), in the order of the text."""
    return (part for part in walk(tree) if isinstance(part, Token) and (not type_ or part.type == type_))


def path_to(tree: Node, part: Part) -> list[Node]:
    """The nodes above a part, the whole tree first; empty if it is not in the tree. The part itself is meant, not its equals."""
    for child in parts(tree):
        if child is part:
            return [tree]
        if isinstance(child, Node):
            path = path_to(child, part)
            if path:
                return [tree, *path]
    return []


def exchanged(tree: Node, old: Part, new: Part | None) -> Node:
    """The same tree with one part exchanged for another, or without it. All that stands elsewhere is the same object as before."""
    path = path_to(tree, old)
    if not path:
        raise ValueError("there is no such part in this tree")
    for above in reversed(path):
        new, old = _with(above, old, new), above
    assert isinstance(new, Node)
    return new


def _with(above: Node, old: Part, new: Part | None) -> Node:
    """A node with one of its parts exchanged."""
    changed: dict[str, Any] = {}
    for name, many in shape(type(above)):
        value = getattr(above, name)
        if value is old:
            changed[name] = new
        elif many and any(part is old for part in value):
            kept = [new if part is old else part for part in value]
            changed[name] = tuple(part for part in kept if part is not None)
    assert len(changed) == 1, "the part stands once below this node"
    return replace(above, **changed)

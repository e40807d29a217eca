"""Short forms of trees, and parsing small pieces of text."""

from __future__ import annotations

from lark import Token, Tree

from ludwright.language.parser import Node, parse_file, parse_formula


def shape(node: Node | Token) -> str:
    """A tree as `rule(child,child)`, left-out parts left out."""
    if isinstance(node, Tree):
        return f"{node.data}({','.join(shape(child) for child in node.children if child is not None)})"
    return str(node)


def formula(text: str) -> str:
    """The short form of a formula."""
    return shape(parse_formula(text).children[0])


def declaration(text: str) -> str:
    """The short form of a single declaration."""
    (tree,) = parse_file(text).children
    return shape(tree)


def statements(text: str) -> list[str]:
    """The short forms of statements in a turn."""
    (turn,) = parse_file("turn\n  " + text.replace("\n", "\n  ") + "\n").children
    assert isinstance(turn, Tree)
    (block,) = turn.children
    assert isinstance(block, Tree)
    return [shape(part) for part in block.children]

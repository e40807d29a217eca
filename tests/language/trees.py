"""Short forms of trees, and parsing small pieces of text."""

from __future__ import annotations

from lark import Token

from ludwright.language.parser import parse_file, parse_formula
from ludwright.language.syntax import Node, StatementBlock, TurnDeclaration
from ludwright.language.syntax.positions import positions


def shape(node: Node | Token) -> str:
    """A tree as `rule(child,child)`, left-out parts left out."""
    if isinstance(node, Node):
        return f"{node.rule}({','.join(shape(part) for part in positions(node) if part is not None)})"
    return str(node)


def formula(text: str) -> str:
    """The short form of a formula."""
    return shape(parse_formula(text).formula)


def declaration(text: str) -> str:
    """The short form of a single declaration."""
    (tree,) = parse_file(text).declarations
    return shape(tree)


def statements(text: str) -> list[str]:
    """The short forms of statements in a turn."""
    (turn,) = parse_file("turn\n  " + text.replace("\n", "\n  ") + "\n").declarations
    assert isinstance(turn, TurnDeclaration) and isinstance(turn.body, StatementBlock)
    return [shape(part) for part in turn.body.statements]

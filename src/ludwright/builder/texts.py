"""Pieces of a game given as text instead of objects, read by the language's own parser."""

from __future__ import annotations

from textwrap import dedent, indent

from lark import Token, Tree

from ludwright.builder.trees import BuildError
from ludwright.language.parser import Node, parse_file
from ludwright.mistakes import MistakesError


def read_formula(text: str) -> Node | Token:
    """A formula."""
    return _only(f"score: {_one_line(text)}", "a formula", text).children[-1]


def read_set(text: str) -> Node | Token:
    """A set, which may be a range like ``1..6``."""
    action = _only(f"action x(y in {_one_line(text)})", "a set", text)
    return _sole(action.children[1], "a set", text).children[-1]


def read_things(text: str) -> Node | Token:
    """The things a statement moves, shows, rolls or removes."""
    turn = _only(f"turn: remove {_one_line(text)}", "things", text)
    return _sole(turn.children[0], "things", text).children[-1]


def read_statements(text: str) -> list[Node]:
    """Statements, one or more lines."""
    turn = _only(f"turn\n{_block(text)}", "statements", text)
    return [_tree(child) for child in _tree(turn.children[0]).children]


def read_rules(text: str) -> list[Node]:
    """The lines of an action: conditions and statements."""
    return _below(f"action x\n{_block(text)}", 2, "the lines of an action", text)


def read_line(text: str) -> Node:
    """What may stand behind a colon: ``steps``, or one statement with a body of its own."""
    return _tree(_only(f"turn: {_one_line(text)}", "a statement", text).children[0])


def read_options(text: str, heading: str, what: str) -> list[Node]:
    """Options of a declaration: the words behind a comma. ``heading`` is such a declaration without any."""
    known = len(_only(heading, what, heading).children)
    return _below(f"{heading}, {_one_line(text)}", known, what, text)


def read_variable_options(text: str) -> list[Node]:
    """Options of a variable: ``each turn``, ``seen by owner``."""
    variable = _only(f"var x = 0, {_one_line(text)}", "an option of a variable", text)
    return [_tree(child) for child in _tree(variable.children[0]).children[4:]]


def read_lines_below(text: str, heading: str, known: int, what: str) -> list[Node]:
    """The lines below a heading that has ``known`` parts of its own."""
    return _below(f"{heading}\n{_block(text)}", known, what, text)


def read_quota(text: str) -> Node:
    """How often something is expected."""
    expectation = _only(f'expect "x": {_one_line(text)}\n  always yes', "a quota like `at least 50% of cases`", text)
    return _tree(expectation.children[1])


def read_declarations(text: str) -> list[Node]:
    """Whole declarations."""
    return _parsed(dedent(text).strip("\n"), "declarations", text)


def _parsed(source: str, what: str, text: str) -> list[Node]:
    try:
        tree = parse_file(source, "text")
    except MistakesError as error:
        first = error.mistakes[0]
        hint = f" ({first.hint})" if first.hint else ""
        raise BuildError(f"`{text.strip()}` can't be read as {what}: {first.message}{hint}") from None
    return [_tree(child) for child in tree.children]


def _only(source: str, what: str, text: str) -> Node:
    found = _parsed(source, what, text)
    if len(found) != 1:
        raise BuildError(f"`{text.strip()}` can't be read as {what}: there is something more behind it")
    return found[0]


def _one_line(text: str) -> str:
    line = text.strip()
    if not line or "\n" in line:
        raise BuildError(f"one line of text is wanted here, this is {text!r}")
    return line


def _block(text: str) -> str:
    body = dedent(text).strip("\n")
    if not body.strip():
        raise BuildError("the text is empty")
    return indent(body, "  ")


def _below(source: str, known: int, what: str, text: str) -> list[Node]:
    return [_tree(child) for child in _only(source, what, text).children[known:]]


def _sole(part: Node | Token, what: str, text: str) -> Node:
    """The only child of a list node; more means that the text held more than was asked for."""
    children = _tree(part).children
    if len(children) != 1:
        raise BuildError(f"`{text.strip()}` can't be read as {what}: it is more than one")
    return _tree(children[0])


def _tree(part: Node | Token) -> Node:
    assert isinstance(part, Tree)
    return part

"""Pieces of a game given as text instead of objects, read by the language's own parser."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import dedent, indent
from typing import TypeVar

from lark import Token

from ludwright.builder.trees import BuildError
from ludwright.language import syntax
from ludwright.language.parser import parse_file
from ludwright.language.syntax import DeclarationNode, Node
from ludwright.mistakes import MistakesError

Kind = TypeVar("Kind", bound=DeclarationNode)
One = TypeVar("One")


def read_formula(text: str) -> Node | Token:
    """A formula."""
    return _only(f"score: {_one_line(text)}", syntax.ScoreDeclaration, "a formula", text).value


def read_set(text: str) -> Node | Token:
    """A set, which may be a range like ``1..6``."""
    action = _only(f"action x(y in {_one_line(text)})", syntax.ActionDeclaration, "a set", text)
    assert action.parameters is not None
    return _sole(action.parameters.parameters, "a set", text).values


def read_things(text: str) -> Node | Token:
    """The things a statement moves, shows, rolls or removes."""
    removal = _sole(_statements(f"turn: remove {_one_line(text)}", "things", text), "things", text)
    assert isinstance(removal, syntax.Remove)
    return removal.things


def read_statements(text: str) -> Sequence[Node]:
    """Statements, one or more lines."""
    return _statements(f"turn\n{_block(text)}", "statements", text)


def read_rules(text: str) -> Sequence[Node]:
    """The lines of an action: conditions and statements."""
    return _only(f"action x\n{_block(text)}", syntax.ActionDeclaration, "the lines of an action", text).body


def read_line(text: str) -> Node:
    """What may stand behind a colon: ``steps``, or one statement with a body of its own."""
    return _only(f"turn: {_one_line(text)}", syntax.TurnDeclaration, "a statement", text).body


def read_options(text: str, heading: str, what: str) -> Sequence[Node]:
    """Options of a declaration: the words behind a comma. ``heading`` is such a declaration without any."""
    known = len(syntax.parts(_only(heading, DeclarationNode, what, heading)))
    return _below(f"{heading}, {_one_line(text)}", known, what, text)


def read_variable_options(text: str) -> Sequence[Node]:
    """Options of a variable: ``each turn``, ``seen by owner``."""
    source = f"var x = 0, {_one_line(text)}"
    return _only(source, syntax.VarDeclaration, "an option of a variable", text).attribute.options


def read_lines_below(text: str, heading: str, known: int, what: str) -> Sequence[Node]:
    """The lines below a heading that has ``known`` parts of its own."""
    return _below(f"{heading}\n{_block(text)}", known, what, text)


def read_quota(text: str) -> Node:
    """How often something is expected."""
    source = f'expect "x": {_one_line(text)}\n  always yes'
    return _only(source, syntax.ExpectDeclaration, "a quota like `at least 50% of cases`", text).quota


def read_declarations(text: str) -> Sequence[DeclarationNode]:
    """Whole declarations."""
    return _parsed(dedent(text).strip("\n"), "declarations", text)


def _parsed(source: str, what: str, text: str) -> Sequence[DeclarationNode]:
    try:
        tree = parse_file(source, "text")
    except MistakesError as error:
        first = error.mistakes[0]
        hint = f" ({first.hint})" if first.hint else ""
        raise BuildError(f"`{text.strip()}` can't be read as {what}: {first.message}{hint}") from None
    return tree.declarations


def _only(source: str, kind: type[Kind], what: str, text: str) -> Kind:
    found = _parsed(source, what, text)
    if len(found) != 1:
        raise BuildError(f"`{text.strip()}` can't be read as {what}: there is something more behind it")
    assert isinstance(found[0], kind)
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


def _below(source: str, known: int, what: str, text: str) -> Sequence[Node]:
    below = syntax.parts(_only(source, DeclarationNode, what, text))[known:]
    return [part for part in below if isinstance(part, Node)]


def _statements(source: str, what: str, text: str) -> Sequence[Node]:
    body = _only(source, syntax.TurnDeclaration, what, text).body
    return body.statements if isinstance(body, syntax.StatementBlock | syntax.StatementLine) else [body]


def _sole(found: Sequence[One], what: str, text: str) -> One:
    """The only one of a list; more means that the text held more than was asked for."""
    if len(found) != 1:
        raise BuildError(f"`{text.strip()}` can't be read as {what}: it is more than one")
    return found[0]

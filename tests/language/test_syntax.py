"""The classes of the syntax tree fit the grammar, and every bundled game is made of them."""

from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest
from lark import Token

from ludwright.language import syntax
from ludwright.language.grammar import build
from ludwright.language.parser import parse_effects, parse_file, parse_formula
from ludwright.language.syntax import Node
from ludwright.language.syntax.base import RULES, parts
from ludwright.language.syntax.positions import positions
from ludwright.language.syntax.shaping import made
from tests.language.test_printer import EVERYTHING, GAMES


def below(node: Node) -> list[Node]:
    found = [node]
    for part in parts(node):
        if isinstance(part, Node):
            found += below(part)
    return found


def test_every_rule_of_the_grammar_has_its_class() -> None:
    rules = {
        str(rule.alias or rule.origin.name)
        for rule in build().rules
        if rule.alias or not rule.options.expand1 or sum(not s.is_term for s in rule.expansion) > 1
    }
    assert {name for name in rules if not name.startswith("_")} == set(RULES)


def test_every_class_is_made_by_the_text_with_every_construct() -> None:
    made = {type(node) for node in below(parse_file(EVERYTHING))}
    made |= {type(node) for node in below(parse_effects("draw 1 from deck to my hand"))}
    made |= {type(node) for node in below(parse_file('expect "draws under 10%"\n'))} | {type(parse_formula("1"))}
    assert {kind for kinds in RULES.values() for kind in kinds} == made


@pytest.mark.parametrize("text", [EVERYTHING, *GAMES.values()], ids=["every construct", *GAMES])
def test_a_node_lies_inside_the_node_above_it(text: str) -> None:
    for node in below(parse_file(text)):
        assert node.span is not None
        for part in parts(node):
            if isinstance(part, Node):
                assert part.span is not None
                start, end = part.span[:2], part.span[2:]
            else:
                assert part.line and part.column and part.end_line and part.end_column
                start, end = (part.line, part.column), (part.end_line, part.end_column)
            assert node.span[:2] <= start <= end <= node.span[2:]


@pytest.mark.parametrize("text", [EVERYTHING, *GAMES.values()], ids=["every construct", *GAMES])
def test_positions_are_what_a_node_is_made_of(text: str) -> None:
    for node in below(parse_file(text)):
        assert made(node.rule, positions(node), node.span) == node


def test_nodes_are_equal_if_they_say_the_same() -> None:
    one, other = parse_formula("a + 1"), parse_formula("  a  + 1")
    assert one == other and hash(one) == hash(other) and one.span != other.span
    assert one != parse_formula("a - 1") and one != parse_formula("a + 2")


def test_nodes_are_frozen() -> None:
    formula = parse_formula("a + 1")
    with pytest.raises(FrozenInstanceError):
        formula.formula = Token("NUMBER", "2")  # type: ignore[misc]


def test_parts_have_names() -> None:
    turn = parse_file("turn: move top of deck to my hand; pay 2 wood from me\n").declarations[0]
    assert isinstance(turn, syntax.TurnDeclaration) and isinstance(turn.body, syntax.StatementLine)
    move, pay = turn.body.statements
    assert isinstance(move, syntax.Move) and isinstance(move.to, syntax.My) and move.to.name == "hand"
    assert isinstance(pay, syntax.Pay) and pay.to is None
    assert [(amount.number, amount.of) for amount in pay.amounts] == [("2", syntax.Reference((Token("NAME", "wood"),)))]
    assert move.span == (1, 7, 1, 34)

"""Trees printed as text read as the same trees."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

import pytest

from ludwright.language.grammar import parser
from ludwright.language.parser import parse_effects, parse_file, parse_formula
from ludwright.language.printer import WIDTH, to_text
from ludwright.language.syntax import Node, find

EVERYTHING = (Path(__file__).parent / "every_construct.game").read_text(encoding="utf-8")
GAMES = {
    entry.name: entry.read_text(encoding="utf-8")
    for entry in sorted(resources.files("ludwright.games").iterdir(), key=lambda entry: entry.name)
    if entry.name.endswith(".game")
}


def kinds(tree: Node) -> set[str]:
    return {node.rule for node in find(tree, Node)}


@pytest.mark.parametrize("text", [*GAMES.values(), EVERYTHING], ids=[*GAMES, "every_construct"])
def test_a_printed_game_reads_as_the_same_game(text: str) -> None:
    tree = parse_file(text)
    assert parse_file(to_text(tree)) == tree


def test_printing_twice_changes_nothing() -> None:
    once = to_text(parse_file(EVERYTHING))
    assert to_text(parse_file(once)) == once


def test_the_text_with_every_construct_has_every_node_of_the_grammar() -> None:
    named = {str(rule.alias or rule.origin.name) for rule in parser().rules if rule.alias or not rule.options.expand1}
    helpers = {name for name in named if name.startswith("_")}
    assert named - helpers - {"effects", "cell"} <= kinds(parse_file(EVERYTHING))


def test_a_tidy_text_is_printed_as_it_was() -> None:
    text = """game "Nim"
players 2

param last_loses = no

enum heap
  | name  | size |
  | small |  3   |

var left[heap] = heap.size in 0..20

define cleared: every h in heaps has left[h] is 0

turn: take

action take(h in heaps, n in 1..left[h])
  left[h] -= n

end
  when cleared and last_loses: me loses
  when cleared: me wins
"""
    assert to_text(parse_file(text)) == text


def test_long_lines_are_broken_inside_brackets() -> None:
    terms = " + ".join(f"some_quantity[{number}, other]" for number in range(30))
    tree = parse_file(f'define total: max(0, "(a long text", {terms})\n')
    text = to_text(tree)
    assert len(text.splitlines()) > 5
    assert all(len(line) <= WIDTH for line in text.splitlines())
    assert parse_file(text) == tree


@pytest.mark.parametrize(
    "formula",
    ["1 if any x in s with p else 2 if q else 3", "-a + b", "(top of p.hand).rank", "x is not in a..b", "f()"],
)
def test_single_formulas_are_printed(formula: str) -> None:
    assert to_text(parse_formula(formula)) == formula


def test_effects_of_a_table_cell_are_printed() -> None:
    assert to_text(parse_effects("my safe = yes; knock_out(me)")) == "my safe = yes; knock_out(me)"

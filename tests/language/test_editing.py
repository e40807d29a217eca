"""One spot of a text is changed, all else stays as it was written."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from lark import Token

from ludwright.game import GAMES
from ludwright.language import syntax
from ludwright.language.editing import Draft, EditError, word
from ludwright.language.parser import parse_effects, parse_file, parse_formula
from ludwright.language.syntax import Node
from ludwright.language.syntax.walking import exchanged, find, path_to, walk, words

PIG = """\
game "Small pig"    # not the large one
players 2

# what one plays for
param goal = 20 in 10..50
each player
  points = 0 in 0..99   # kept

turn
  any number of throw while pot < 9   # greed
  my points += pot
var pot = 0 in 0..99, each turn

action throw
  let face = roll d6
  if face is 1: end turn     # the pot is lost
  pot += face
end when my points >= goal: me wins
"""


def statements(text: str) -> tuple[syntax.Node, ...]:
    return parse_effects(text).statements


def formula(text: str) -> syntax.Formula:
    return parse_formula(text).formula


def only(draft: Draft, kind: type[Node]) -> Node:
    (found,) = find(draft.tree, kind)
    return found


def test_a_number_is_exchanged_and_nothing_else() -> None:
    draft = Draft(PIG)
    goal = next(node for node in find(draft.tree, syntax.ParamDeclaration) if node.name == "goal")
    assert isinstance(goal.value, Token)
    assert draft.replace(goal.value, word("30")).text == PIG.replace("goal = 20", "goal = 30")


def test_a_formula_gets_the_brackets_it_needs() -> None:
    text = 'game "G"\nplayers 2\nscore(p): p.coins * 2\n'
    draft = Draft(text)
    product = only(draft, syntax.Multiply)
    assert isinstance(product, syntax.Multiply)
    assert draft.replace(product.left, formula("p.coins + 1")).text == text.replace("p.coins *", "(p.coins + 1) *")
    assert draft.replace(product.left, formula("p.gems")).text == text.replace("coins", "gems")


def test_a_statement_is_put_behind_another_with_its_margin() -> None:
    draft = Draft(PIG)
    throw = next(node for node in find(draft.tree, syntax.Let))
    (new,) = statements("pot += 1")
    after = draft.insert(new, after=throw)
    assert after.text == PIG.replace("  let face = roll d6\n", "  let face = roll d6\n  pot += 1\n")
    assert draft.insert(new, before=throw).text == PIG.replace("  let face", "  pot += 1\n  let face")


def test_several_lines_are_indented_as_the_place_is() -> None:
    draft = Draft(PIG)
    new = only(Draft('game "G"\nturn\n  if pot > 3\n    pot = 0\n    end turn\n'), syntax.IfStatement)
    (old,) = (node for node in find(draft.tree, syntax.Assign) if node.value == "face")
    assert draft.replace(old, new).text == PIG.replace("  pot += face\n", "  if pot > 3\n    pot = 0\n    end turn\n")


def test_what_is_taken_out_takes_its_lines() -> None:
    draft = Draft(PIG)
    branch = only(draft, syntax.IfStatement)
    assert draft.remove(branch).text == PIG.replace("  if face is 1: end turn     # the pot is lost\n", "")
    var = only(draft, syntax.VarDeclaration)
    assert draft.remove(var).text == PIG.replace("var pot = 0 in 0..99, each turn\n\n", "")


def test_an_empty_block_says_nothing() -> None:
    draft = Draft('game "G"\nplayers 2\nturn\n  pot += 1  # more\n')
    assert draft.remove(only(draft, syntax.Assign)).text == 'game "G"\nplayers 2\nturn\n  nothing  # more\n'


def test_a_declaration_is_added_at_the_end() -> None:
    (new,) = parse_file("action stay\n  pot = 0\n").declarations
    assert Draft(PIG).insert(new).text == PIG + "\naction stay\n  pot = 0\n"


def _statement_in_a_formula(draft: Draft) -> Draft:
    return draft.replace(only(draft, syntax.Compare), syntax.Nothing())


def _half_a_formula(draft: Draft) -> Draft:
    return draft.remove(next(find(draft.tree, syntax.Is)))


def _from_elsewhere(draft: Draft) -> Draft:
    return draft.remove(next(find(parse_file(PIG), syntax.Let)))


@pytest.mark.parametrize("change", [_statement_in_a_formula, _half_a_formula, _from_elsewhere])
def test_what_can_not_stand_there_is_refused(change: Callable[[Draft], Draft]) -> None:
    draft = Draft(PIG.replace("end when my points >= goal: me wins\n", "").replace(" while pot < 9", " while pot > 1"))
    with pytest.raises(EditError):
        change(draft)


def test_what_stands_at_a_place() -> None:
    smallest, around = Draft(PIG).at(5, 15)[:2]
    assert smallest == "20"
    assert isinstance(around, syntax.ParamDeclaration)


def test_the_way_to_a_node_and_the_tree_without_it() -> None:
    tree = parse_file(PIG)
    roll = next(find(tree, syntax.Let))
    assert [type(node) for node in path_to(tree, roll)] == [syntax.File, syntax.ActionDeclaration]
    without = exchanged(tree, roll, None)
    assert len(list(walk(tree))) - len(list(walk(without))) == len(list(walk(roll)))
    assert [token.line for token in words(tree, "pot")] == [10, 11, 12, 17]


@pytest.mark.parametrize("path", sorted(GAMES.glob("*.game")), ids=lambda path: path.stem)
def test_any_node_exchanged_for_itself_leaves_the_game_as_it_is(path: Path) -> None:
    text = path.read_text()
    draft = Draft(text)
    everything = [
        part for part in walk(draft.tree) if isinstance(part, syntax.FormulaNode | syntax.StatementNode) and part.span
    ]
    comments = text.count("#")
    for part in Random(path.stem).sample(everything, min(4, len(everything))):
        again = draft.replace(part, part)
        assert again.tree == draft.tree
        assert part.span is not None
        inside = "\n".join(text.split("\n")[part.span.line - 1 : part.span.end_line])
        assert again.text.count("#") >= comments - inside.count("#")

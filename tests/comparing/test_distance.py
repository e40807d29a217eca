"""The distance between two games, worked out by hand; numbers weigh less than rules."""

from __future__ import annotations

from pathlib import Path

import pytest

import ludwright
from ludwright.comparing.distance import NUMBER, RULE, WORD, EditNode, apart
from ludwright.game import described
from ludwright.language.source import read_text

BASE = """game "{title}"
players 2
param goal = {goal} in 1..60
each player
  points = 0 in 0..99
turn: go
action go(n in 1..3)
  my points += n{more}
end when my points >= goal: me wins
bot "all"
  go(3){bot}
"""


def text(title: str = "A", goal: int = 10, more: str = "", bot: str = "") -> ludwright.Game:
    return ludwright.load(read_text(BASE.format(title=title, goal=goal, more=more, bot=bot)))


def leaf(label: str, weight: float = WORD, number: float | None = None) -> EditNode:
    return EditNode(label, weight, number=number, total=weight)


def branch(label: str, *parts: EditNode) -> EditNode:
    return EditNode(label, RULE, parts, total=RULE + sum(part.total for part in parts))


def test_trees_worked_out_by_hand() -> None:
    one, two = leaf("number", NUMBER, 10.0), leaf("number", NUMBER, 20.0)
    assert apart(one, two) == pytest.approx(NUMBER / 2)
    assert apart(branch("add", leaf("x"), one), branch("add", leaf("x"), two)) == pytest.approx(NUMBER / 2)
    assert apart(branch("add", leaf("x")), branch("sub", leaf("x"))) == RULE
    assert apart(branch("add", leaf("x")), branch("add", leaf("x"), leaf("y"))) == WORD  # one leaf more
    assert apart(branch("f", leaf("x"), leaf("y")), branch("f", leaf("y"))) == WORD  # one leaf less


def test_a_number_that_doubles_costs_half_of_a_number() -> None:
    found = ludwright.distance(text(), text("B", goal=20))
    [one] = found.differences
    assert one.cost == pytest.approx(0.1) and one.words == "parameter `goal`: 10 → 20"
    assert "numbers only" in found.sentence


def test_titles_and_bots_are_no_rules() -> None:
    assert ludwright.distance(text(), text("B", bot="\n  go(2)")).value == 0


def test_a_rule_weighs_more_than_a_number_and_both_ways_are_the_same() -> None:
    numbers, rule = text("B", goal=60), text("C", more=" + turn.number")
    assert 0 < ludwright.distance(text(), numbers).value < ludwright.distance(text(), rule).value < 1
    assert ludwright.distance(text(), rule).value == pytest.approx(ludwright.distance(rule, text()).value)
    assert "action `go` differs" in ludwright.distance(text(), rule).differences[0].words


def test_changes_of_a_variant_are_carried_out(tmp_path: Path) -> None:
    for name, content in described("harbour_town").contents.items():
        (tmp_path / name).write_bytes(content)
    (tmp_path / "rush.game").write_text(
        'variant "Rush" of "harbour_town.game"\nchange Gold.cost = 3\nchange hand_size = 6\n'
    )
    words = [one.words for one in ludwright.distance("harbour_town", tmp_path / "rush.game").differences]
    assert words == ["cards `card`: Gold's cost 6 → 3", "parameter `hand_size`: 5 → 6"]


def test_other_games_are_far_apart() -> None:
    near, far = ludwright.distance("polis", "polis_b").value, ludwright.distance("polis", "kalah").value
    assert near < 0.05 < 0.5 < far <= 1

"""The whole description: what lies in the box, the size of the decision space, and how it is told."""

from __future__ import annotations

import json

import pytest

import ludwright
from ludwright.anatomy.branching import measure_branching
from ludwright.anatomy.lines import count_lines
from ludwright.library import bundled_games
from ludwright.play.simulate import simulate
from tests.bundled import bundled

from .test_phases import HINTS


def test_a_game_of_hints_has_its_cards_and_places_and_one_team() -> None:
    inventory = ludwright.describe(ludwright.load_text(HINTS)).inventory
    assert (inventory.least_players, inventory.most_players) == (3, 3)
    assert inventory.teams == [["seat 1", "seat 2", "seat 3"]]
    assert inventory.pieces == 10  # two colours, five ranks
    assert inventory.places == 6  # deck, discard, built, three hands
    assert [(zone.name, zone.places, zone.seen_by) for zone in inventory.zones] == [
        ("deck", 1, "nobody"), ("discard", 1, "everyone"), ("built", 1, "everyone"), ("player.hand", 3, "everyone")
    ]  # fmt: skip
    assert inventory.enumerations == {"colour": ["red", "green"]}


def test_pieces_boards_and_parameters() -> None:
    inventory = ludwright.describe(ludwright.load("checkers")).inventory
    (man,) = inventory.components
    assert (man.plural, man.total, man.each_player, man.designs, man.marks) == ("men", 24, 12, 1, ["king"])
    (board,) = inventory.boards
    assert (board.shape, board.cells, board.holds) == ("grid", 64, {"man": 1})
    assert [(p.name, p.value, p.least, p.most) for p in inventory.parameters] == [
        ("quiet_turns", 80, 20, 200), ("men_disturb", True, None, None), ("same_position", 3, 0, 9)
    ]  # fmt: skip
    assert [v.set_back for v in inventory.variables] == ["turn", None, None]


def test_parameters_that_change_a_size_are_marked() -> None:
    inventory = ludwright.describe(ludwright.load("connect_four", params={"wide": 5})).inventory
    assert [(p.name, p.value, p.sizes) for p in inventory.parameters] == [("wide", 5, True), ("high", 6, True)]
    assert inventory.boards[0].cells == 30


def test_dice_are_counted_with_their_sides() -> None:
    (tray,) = ludwright.describe(ludwright.load("yacht")).inventory.dice
    assert (tray.name, tray.dice, tray.faces) == ("tray", 5, [1, 2, 3, 4, 5, 6])


@pytest.mark.parametrize(
    ("name", "codes"),
    [
        ("tic_tac_toe", {"place": 9}),
        ("connect_four", {"drop": 10}),  # as many columns as the parameter allows
        ("hex", {"place": 121, "take_over": 1}),
        ("checkers", {"jump": 96, "slide": 96}),  # 24 men, 4 ways
        ("breakthrough", {"advance": 512}),  # 64 cells, 8 ways
        ("cant_stop", {"throw": 1, "pair": 3, "pair.which": 2}),
        ("yacht", {"reroll": 1, "write": 13, "reroll.ds": 6}),  # a die by its face
        ("movement_points", {}),
    ],
)
def test_option_codes(name: str, codes: dict[str, int]) -> None:
    described = ludwright.describe(bundled(name))
    assert {choice.name: choice.codes for choice in described.choices} == codes
    assert described.codes == 1 + sum(codes.values())


def test_branching_is_measured_on_the_games_that_simulate_plays() -> None:
    game = ludwright.load("tic_tac_toe")
    measured = measure_branching(game, games=40, seed=5)
    assert measured.all.asked == round(simulate(game, games=40, seed=5).decisions.mean * 40)
    # the first player always has nine cells, the second eight; never more
    assert (measured.games, measured.all.most) == (40, 9)
    assert measured.all.counts[9] == measured.all.counts[8] == 40
    assert measured.by_question["place"].counts == measured.all.counts


def test_the_mean_is_that_of_all_questions() -> None:
    measured = measure_branching(ludwright.load("yacht", players=2), games=3)
    counts = measured.all.counts
    assert measured.all.mean == pytest.approx(sum(k * n for k, n in counts.items()) / sum(counts.values()))
    assert sum(one.asked for one in measured.by_question.values()) == measured.all.asked


def test_lines_without_blanks_and_comments() -> None:
    assert list(count_lines(ludwright.load("tic_tac_toe").description).values()) == [19]
    text = '# a comment\ngame "G"\n\nplayers 2   # two\nvar n = 0 in 0..3\n   # indented\nturn: n += 1\nend when n is 3: draw\n'
    assert sum(count_lines(ludwright.load_text(text).description).values()) == 5


def test_a_variant_counts_its_own_lines_and_those_of_its_base() -> None:
    counted = count_lines(ludwright.load("movement_points_2").description)
    assert [(file.rsplit("/", 1)[-1].rsplit("\\", 1)[-1], lines) for file, lines in counted.items()] == [
        ("movement_points_2.game", 6), ("movement_points.game", 15)
    ]  # fmt: skip


@pytest.mark.parametrize("name", [game.name for game in bundled_games()])
def test_every_bundled_game_can_be_told(name: str) -> None:
    game = bundled(name)
    described = ludwright.describe(game, games=2)
    data = json.loads(json.dumps(described.as_json()))
    assert data["game"] == game.title
    assert data["lines"]["total"] == sum(described.lines.values()) > 0
    text = described.as_text()
    assert text.splitlines()[0] == game.title
    assert all(f"  {thing['name']} ({thing['sort']})" in text for thing in data["objects"])
    assert all(len(line) <= 160 for line in text.splitlines())


def test_the_text_says_the_main_things() -> None:
    text = ludwright.describe(ludwright.load("pig", players=3)).as_text()
    assert "2 to 4 players, here 3: seat 1, seat 2, seat 3" in text
    assert "goal           100   20 to 200" in text
    assert "a turn   1 or more   any number   any number   1 or more" in text
    assert "measured in 50 random games of seed 1: 2.00 on average, at most 2" in text
    assert "throw   1 option code" in text

"""A version taken into the game: numbers stand in the text and the tables, comments and all else as before."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludwright.balancing import BalanceError
from ludwright.balancing.accepting import accept
from ludwright.game import GAMES

TEXT = """# A long way
game "Caravan"
players 2 to 3
param goal = 60 in 20..120   # miles
param fast = no
enum way
  | name   | miles | toll |
  | road   |   3   |  1   |
  | desert |   1   |  0   |  # hot
each player
  gone = 0 in 0..200
  coins = 6 in 0..20  # in the purse
setup: let weather = 0
turn: travel
action travel(w in ways)
  when my coins >= w.toll
  my coins -= w.toll
  my gone += w.miles + 2  # at least
end when my gone >= goal: me wins
"""


@pytest.fixture
def caravan(tmp_path: Path) -> Path:
    path = tmp_path / "caravan.game"
    path.write_text(TEXT)
    return path


@pytest.mark.parametrize(
    ("name", "value", "old", "new"),
    [
        ("goal", 45, "goal = 60 in", "goal = 45 in"),
        ("fast", 1, "fast = no", "fast = yes"),
        ("road.miles", 4, "road   |   3   |", "road   |   4   |"),
        ("coins", 12, "coins = 6 in", "coins = 12 in"),
        ("travel.1", 3, "w.miles + 2  #", "w.miles + 3  #"),
    ],
)
def test_one_number_changes_and_nothing_else(caravan: Path, name: str, value: int, old: str, new: str) -> None:
    assert accept(caravan, {name: value}) == {"caravan.game": TEXT.replace(old, new).encode()}


def test_a_seat_gets_its_head_start_in_the_set_up(caravan: Path) -> None:
    (text,) = accept(caravan, {"gone of seat 2": 3, "goal": 70}).values()
    assert b"players[2].gone += 3" in text and b"goal = 70 in" in text and b"# in the purse" in text


def test_a_table_in_a_file_is_changed_in_the_file(tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text("name,cost,copies\nApple,2,3\nPear,12,2\n")
    game = tmp_path / "fruit.game"
    game.write_text(
        'game "Fruit"\nplayers 2\ncards fruit from "cards.csv"\nzone deck of fruit, face down, holds all fruits, shuffled\n'
        "each player\n  zone hand of fruit, seen by owner\nturn: draw 1 from deck to my hand\nend when deck is empty\n"
        "score(p): sum(c.cost for c in p.hand)\nwinner: highest score\n"
    )
    changed = accept(game, {"Pear.cost": 9, "Apple.copies": 4})
    assert changed == {"cards.csv": b"name,cost,copies\nApple,2,4\nPear,9,2\n"}


def test_a_variant_says_what_it_changes_and_leaves_its_base_alone(caravan: Path) -> None:
    variant = caravan.parent / "short.game"
    variant.write_text('variant "Short" of "caravan.game"\nchange goal = 30\n')
    changed = accept(variant, {"goal": 25, "road.toll": 2})
    assert changed == {"short.game": b'variant "Short" of "caravan.game"\nchange goal = 25\nchange road.toll = 2\n'}


def test_what_is_gone_is_told(caravan: Path) -> None:
    with pytest.raises(BalanceError, match="no `speed`"):
        accept(caravan, {"speed": 3})


@pytest.mark.parametrize("name", ["pig", "harbour_town", "crazy_eights"])
def test_bundled_games_can_be_changed(name: str, tmp_path: Path) -> None:
    from ludwright.balancing import knobs_of

    knob = next(one for one in knobs_of(GAMES / f"{name}.game") if len(one.values) > 1)
    value = next(value for value in knob.values if value != knob.value)
    assert accept(GAMES / f"{name}.game", {knob.name: value})

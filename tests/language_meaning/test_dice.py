"""Dice and random picks."""

from __future__ import annotations

import pytest

from tests.language_meaning.both_runs import caught, holds, play, sheet, value, values
from tests.language_meaning.cards import CARDS


def test_dice_show_one_at_first_and_are_rolled_anew() -> None:
    world = "dice tray: 5 d6"
    assert values(world, "tray.count", "sum(d.face for d in tray)", "tray[3].face") == [5, 5, 1]
    holds(world, "every d in tray has d.face is in 1..6", "sum(d.face for d in tray) > 5", first="roll tray")


def test_some_dice_can_be_rolled_alone() -> None:
    world = "dice tray: 20 d6"
    holds(
        world,
        "every i in 1..10 has tray[i].face is 1",
        "any i in 11..20 with tray[i].face > 1",
        first="roll (all d in tray with d.position > 10)",
    )


def test_a_roll_of_several_is_a_list_highest_first() -> None:
    first = "let xs = roll 9 d6"
    holds(
        "",
        "xs.count is 9",
        "every i in 1..8 has xs[i] >= xs[i + 1]",
        "every x in xs has x is in 1..6",
        "sum(xs) >= 9",
        first=first,
    )


def test_a_roll_of_one_is_a_number() -> None:
    holds("", "x is in 1..6", "y is in 1..20", first="let x = roll d6\nlet y = roll d20")


def test_a_list_parameter_serves_as_a_die() -> None:
    holds(
        "param hit_die = 0, 0, 5\ndice tray: 30 hit_die",
        "every d in tray has d.face is 0 or d.face is 5",
        "any d in tray with d.face is 5",
        "any d in tray with d.face is 0",
        "every x in xs has x is 0 or x is 5",
        first="roll tray\nlet xs = roll 20 hit_die",
    )


def test_a_die_of_a_list_parameter_shows_its_first_face_at_first() -> None:
    assert value("param hit_die = 3, 0, 5\ndice tray: 2 hit_die", "sum(d.face for d in tray)") == 6


def test_every_player_may_have_dice() -> None:
    world = "each player\n  dice cup: 3 d6"
    holds(
        world,
        "my cup.count is 3",
        "sum(d.face for d in left(me, 1).cup) is 3",
        "every d in my cup has d.face is in 1..6",
        first="roll my cup",
    )


def test_all_faces_come_up_about_equally_often() -> None:
    text = sheet("""
        game "T"
        players 1
        var seen[1..6] = 0 in 0..9999
        play
          repeat 3000 times: throw
        to throw
          let x = roll d6
          seen[x] += 1
        score(p): 0
        winner: highest score""")
    table = play(text, *(f"seen[{i}]" for i in range(1, 7)))
    assert sum(table.seen()) == 3000
    assert all(400 < n < 600 for n in table.seen())


def test_random_takes_a_member_by_weight() -> None:
    text = sheet("""
        game "T"
        players 1
        var seen[1..4] = 0 in 0..9999
        play
          repeat 3000 times: pick
        to pick
          let x = random n in 1..4 by n - 1
          seen[x] += 1
        score(p): 0
        winner: highest score""")
    table = play(text, *(f"seen[{i}]" for i in range(1, 5)))
    seen = table.seen()
    assert seen[0] == 0 and 400 < seen[1] < 600 and 860 < seen[2] < 1140 and 1350 < seen[3] < 1650


@pytest.mark.parametrize("weight", ["(n - 1) / 3", "0.25 * (n - 1)", "third(n - 1)"])
def test_random_takes_a_member_by_a_weight_that_is_a_fraction(weight: str) -> None:
    text = sheet("""
        game "T"
        players 1
        var seen[1..4] = 0 in 0..9999
        define third(n): n / 3
        play
          repeat 3000 times: pick
        to pick
          let x = random n in 1..4 by WEIGHT
          seen[x] += 1
        score(p): 0
        winner: highest score""")
    table = play(text.replace("WEIGHT", weight), *(f"seen[{i}]" for i in range(1, 5)))
    seen = table.seen()
    assert sum(seen) == 3000
    assert seen[0] == 0 and 400 < seen[1] < 600 and 860 < seen[2] < 1140 and 1350 < seen[3] < 1650


def test_random_by_fractions_that_are_all_nothing_is_none() -> None:
    holds(
        CARDS, "c is none", "d is none", first="let c = random x in pile by 1 / 2\nlet d = random x in deck by -1 / 2"
    )


def test_random_of_nothing_is_none() -> None:
    holds(CARDS, "c is none", "d is none", first="let c = random x in pile\nlet d = random x in deck by 0")


# ---------------------------------------------------------------- words on the faces

FATE = sheet("""
    enum fate
      | name  | faces |
      | skull |   2   |
      | sword |   3   |
      | star  |   1   |
    enum coin: heads, tails
    var n = 0 in 0..999
    var stars = 0 in 0..999
    var last: fate
    dice tray: 4 fate""")


def test_a_die_has_words_on_its_faces() -> None:
    holds(
        FATE,
        "every d in tray has d.face is skull",
        "one is in fates",
        "three.count is 3",
        "three[1].number <= three[2].number and three[2].number <= three[3].number",
        "last is in fates",
        first="let one = roll fate\nlet three = roll 3 fate\nlast = roll fate",
    )


def test_each_word_comes_as_often_as_its_faces_say() -> None:
    first = sheet("""
        repeat 900 times
          let f = roll fate
          if f is sword: n += 1
          if f is star: stars += 1""")
    swords, stars = values(FATE, "n", "stars", first=first)
    assert 390 < swords < 510 and 110 < stars < 190  # 450 and 150 are expected; four standard deviations


def test_dice_on_the_table_show_words() -> None:
    text = sheet("""
        game "Fate"
        players 1
        enum fate: skull, sword
        dice tray: 9 fate
        turn
          roll tray
          me chooses any number of ds from tray: roll ds
        end when turn.number is 3
        score(p): count(d in tray with d.face is sword)""")
    game = play(text, "count(d in tray with d.face is skull)")
    assert 0 < game.see("count(d in tray with d.face is skull)") < 9
    assert "choose skull" in game.options and "choose sword" in game.options


@pytest.mark.parametrize(("faces", "words"), [("0", "a die has 1 to 1000 faces"), ("-1", "a die has 1 to 1000 faces")])
def test_a_die_needs_faces(faces: str, words: str) -> None:
    caught(
        sheet(f"""
        game "T"
        players 2
        enum fate
          | name | faces |
          | one  |  {faces}  |
        var last: fate
        turn: last = roll «fate»
        end when turn.number is 3: draw"""),
        words,
    )

"""Conditions and loops."""

from __future__ import annotations

import pytest

from tests.language_meaning.both_runs import caught, faults, play, sheet, value
from tests.language_meaning.cards import CARDS


def test_if_else_if_else() -> None:
    world = "var n = 0 in 0..9\nvar m = 0 in 0..99"
    body = sheet("""
        n = {}
        if n is 1: m = 10
        else if n is 2: m = 20
        else: m = 30""")
    assert [value(world, "m", first=body.format(n)) for n in (1, 2, 3)] == [10, 20, 30]


def test_for_takes_its_set_and_condition_before_the_first_pass() -> None:
    world = sheet("""
        var n = 0 in 0..99
        var order = 0
        var open[1..4] = yes""")
    first = sheet("""
        for i in 1..4 with open[i]
          order = order * 10 + i
          open[i + 1 if i < 4 else 1] = no""")
    assert value(world, "order", first=first) == 1234


def test_for_by_sorts_upwards_and_keeps_the_order_of_equal_ones() -> None:
    world = "var key[1..5] = 0 in -9..9\nvar order = 0"
    fill = sheet("""
        key[1] = 3
        key[2] = -1
        key[3] = 3
        key[4] = 0
        key[5] = -1
    """)
    assert value(world, "order", first=fill + "for i in 1..5 by key[i]: order = order * 10 + i") == 25413
    assert value(world, "order", first=fill + "for i in 1..5 with i < 5 by -key[i]: order = order * 10 + i") == 1342
    assert value(world, "order", first=fill + "for i in 1..5 backwards by key[i]: order = order * 10 + i") == 52431


def test_for_by_sorts_by_fractions() -> None:
    world = "var key[1..5] = 0 in 0..9\nvar order = 0\ndefine share(i): key[i] / 10"
    fill = "for i in 1..5: key[i] = (i * 3) mod 5 + 1\n"  # 4 2 5 3 1
    for by in ("key[i] / 10", "share(i)", "0.5 * key[i]"):
        assert value(world, "order", first=f"{fill}for i in 1..5 by {by}: order = order * 10 + i") == 52413
    by = "1 / (key[i] div 2)"  # by nothing it is 0
    assert value(world, "order", first=f"{fill}for i in 1..5 by {by}: order = order * 10 + i") == 51324


def test_an_index_out_of_bounds_behind_by_is_still_a_fault() -> None:
    text = sheet("""
        game "T"
        players 2
        var key[1..5] = 0 in 0..9
        turn
          for i in 4..6 by key[i]  # here
            key[4] = 1
        end when turn.number > 1: draw""")
    assert faults(text) == "an index is out of bounds"


def test_for_by_takes_its_keys_once() -> None:
    world = "var key[1..4] = 0 in 0..99\nvar order = 0"
    first = sheet("""
        for i in 1..4: key[i] = 5 - i
        for i in 1..4 by key[i]
          order = order * 10 + i
          for j in 1..4: key[j] = j""")
    assert value(world, "order", first=first) == 4321


def test_for_passes_over_a_card_that_has_left_its_place() -> None:
    world = CARDS + "var n = 0"
    first = sheet("""
        for c in deck
          n += 1
          if c.suit is clubs and c.rank is 1: draw 2 from deck to pile""")
    assert value(world, "n", first=first) == 4
    first = sheet("""
        for c in deck by -c.rank
          n += 1
          if n is 1: move (all x in deck with x is not c and x.rank is not 2) to pile""")
    assert value(world, "n", first=first) == 3


def test_for_backwards_and_from_pass_over_a_card_that_has_left_its_place() -> None:
    world = CARDS + "var n = 0"
    first = sheet("""
        for c in deck backwards
          n += 1
          if n is 1: move (bottom of deck) to pile""")
    assert value(world, "n", first=first) == 5
    first = sheet("""
        for c in deck from deck[3]
          n += 1
          if n is 1: move (bottom of deck) to pile""")
    assert value(world, "n", first=first) == 5


def test_for_passes_over_what_has_been_removed() -> None:
    world = sheet("""
        things man (men), copies 3 each player
        each player
          zone camp of man, holds all men
        var n = 0""")
    assert (
        value(
            world,
            "n",
            first=sheet("""
        for m in my men
          n += 1
          if n is 1: remove (all x in my men with x is not m)"""),
        )
        == 1
    )
    world = "things token, up to 5\nvar n = 0"
    assert (
        value(
            world,
            "n",
            first=sheet("""
        repeat 4 times: create token
        for t in tokens
          n += 1
          if n is 2: remove (all x in tokens with x is not t)"""),
        )
        == 2
    )


def test_for_passes_over_players_who_have_left() -> None:
    world = "var n = 0"
    assert (
        value(
            world,
            "n",
            first=sheet("""
        for p in players
          n += 1
          if n is 1: left(p, 1) leaves game"""),
        )
        == 2
    )


def test_for_that_asks_passes_over_what_has_left_its_place() -> None:
    text = (
        sheet("""
        game "T"
        players 3
    """)
        + CARDS
        + sheet("""
        var n = 0 in 0..99
        turn
          for c in deck
            n += 1
            me chooses k from 1..2
              if k is 2: draw 2 from deck to pile
          rest
        action rest(k in 8..9)
          nothing
        end when turn.number > 9: draw""")
    )
    table = play(text, "n").do("choose 2", "choose 1", "choose 1", "choose 1")
    assert table.options == ["rest 8", "rest 9"] and table.see("n") == 4


def test_loops_may_be_nested() -> None:
    assert (
        value(
            "var n = 0",
            "n",
            first=sheet("""
        for i in 1..3
          for j in i..3
            if (i + j) mod 2 is 0: n += i * 10 + j"""),
        )
        == 11 + 13 + 22 + 33
    )


@pytest.mark.parametrize("loop", ["repeat while n < 5: m += 1", "repeat until n is 3: m += 1"])
def test_a_loop_that_does_not_end_is_a_fault(loop: str) -> None:
    text = f'game "T"\nplayers 1\nvar n = 0 in 0..9\nvar m = 0\nturn\n  {loop}  # here\nend when n is 5: draw'
    assert faults(text) == "a loop does not end"


def test_ten_thousand_passes_are_allowed_and_more_are_a_fault() -> None:
    text = sheet("""
        game "T"
        players 1
        var m = 0
        turn
          repeat until m is {}: m += 1  # here
          me wins""")
    assert play(text.format(10_000)).returns == [1]
    assert faults(text.format(10_001)) == "a loop does not end"


# ---------------------------------------------------------------- leaving a loop


def test_end_loop_leaves_the_innermost_loop() -> None:
    world = "var n = 0 in 0..99\nvar m = 0 in 0..99"
    first = sheet("""
        for i in 1..3
          for j in 1..5
            if j is 3: end loop
            n += 1
          m += 10""")
    assert value(world, "n + m", first=first) == 36


@pytest.mark.parametrize("loop", ["repeat 9 times", "repeat until n > 50", "repeat while n < 50"])
def test_end_loop_leaves_every_kind_of_loop(loop: str) -> None:
    first = f"{loop}\n  n += 1\n  if n is 4: end loop\nn += 20"
    assert value("var n = 0 in 0..99", "n", first=first) == 24


def test_end_loop_leaves_a_loop_over_two_sets() -> None:
    world = "enum good: wood, iron, clay\nvar n = 0 in 0..99"
    first = sheet("""
        for g in wood + (all x in goods with x is not wood)
          if g is iron: end loop
          n += 1
        n += 10""")
    assert value(world, "n", first=first) == 11


ASKED = sheet("""
    game "Draws"
    players 2
    var n = 0 in 0..99
    turn
      for i in 1..5
        me chooses way
          option more: n += 1
          option enough: end loop
        n += 10
      end turn
    end when turn.number is 3: draw
""")


def test_end_loop_leaves_a_loop_that_asks() -> None:
    game = play(ASKED, "n", "turn.number").do("choose more", "choose more", "choose enough")
    assert game.seen() == [22, 2]
    assert game.do("choose enough").see("n") == 22


def test_end_loop_does_not_reach_into_the_loop_of_a_caller() -> None:
    caught(
        sheet("""
        game "Outside"
        players 2
        turn
          repeat 3 times: stray
        to stray
          «end loop»
        end when turn.number is 3: draw"""),
        "there is no loop round this",
    )


def test_a_stage_may_still_be_called_loop() -> None:
    text = sheet("""
        game "Loop"
        players 2
        var n = 0 in 0..9
        turn
          loop
          end turn
        stage loop
          me chooses k from 1..2: n += k
          end loop
          n += 5
        end when turn.number is 3: draw""")
    assert play(text, "n").do("choose 1").see("n") == 1

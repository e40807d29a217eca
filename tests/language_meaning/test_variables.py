"""Variables: their starts and ranges, and what assignments do to them."""

from __future__ import annotations

import ludwright
from tests.language_meaning.both_runs import caught, faults, holds, play, sheet, values
from tests.language_meaning.cards import CARDS, POWER, listing


def test_assignments_add_and_subtract() -> None:
    assert values(
        "var a = 5 in 0..99\nvar b = 0 in -9..99",
        "a",
        "b",
        first=sheet("""
        a += 3
        a -= 1
        b = a * 2
        b -= 20"""),
    ) == [7, -6]


def test_let_names_a_value_which_can_be_changed() -> None:
    assert values(
        "",
        "x",
        "y",
        first=sheet("""
        let x = 5
        let y = x * 2
        x = 7
        y -= 3"""),
    ) == [7, 7]


def test_let_takes_the_value_of_now() -> None:
    assert values("var a = 5 in 0..9", "x", "a", first="let x = a\na = 9") == [5, 9]


def test_a_local_of_a_block_ends_with_it() -> None:
    caught(
        sheet("""
        game "T"
        players 1
        var n = 0 in 0..9
        turn
          if n is 0
            let x = 3
            n = x
          n = «x»
        end when n is 3: draw"""),
        "nothing is called `x`",
    )


def test_assignment_to_indexed_and_owned_variables() -> None:
    world = sheet("""
        enum good: wood, clay
        each player
          coins = 1
          goods[good] = 0
        var grid[1..3, 1..2] = 0
        board grid 2 x 2 of cell
          height = 0""")
    first = sheet("""
        my coins += 4
        left(me, 1).coins = 9
        my goods[clay] = 3
        left(me, 1).goods[wood] += 2
        grid[3, 2] = 8
        cells[2, 1].height = 6""")
    assert values(
        world,
        "my coins",
        "left(me, 1).coins",
        "left(me, 2).coins",
        "my goods[clay]",
        "left(me, 1).goods[wood]",
        "sum(grid)",
        "grid[3, 2]",
        "cells[2, 1].height",
        "sum(c.height for c in cells)",
        first=first,
    ) == [5, 9, 1, 3, 2, 8, 8, 6, 6]


def test_swap_exchanges_variables_and_zones() -> None:
    world = CARDS + sheet("""
        var a = 1
        var b = 2
        each cell
          x = 0
        board grid 2 x 1 of cell""")
    first = sheet("""
        swap a and b
        draw 2 from deck to pile
        swap deck and pile""")
    assert values(world, "a", "b", "deck.count", "pile.count", first=first) == [2, 1, 2, 4]


def test_swapped_zones_hold_the_same_kind_and_have_room() -> None:
    dice = "dice tray: 2 d6\nturn: go\naction go\n  «swap tray and deck»\nend when turn.number > 2: draw\n"
    caught('game "T"\nplayers 1\n' + CARDS + dice, "can't lie in `deck`")
    small = "zone small of card, in order, up to 2\nturn: go\naction go\n  swap small and deck # here\n"
    assert "full" in faults('game "T"\nplayers 1\n' + CARDS + small + "end when turn.number > 2: draw\n")


def test_swapped_zones_keep_their_order() -> None:
    world = POWER + CARDS
    first = sheet("""
        draw 2 from deck to pile
        draw 1 from deck to third
        swap pile and third""")
    assert values(world, listing("pile"), listing("third"), first=first) == [21, 2322]


def test_a_variable_without_a_start_is_none_if_allowed_else_the_first_member() -> None:
    world = sheet("""
        enum suit: clubs, hearts
        var a: suit
        var b: suit or none
        var c: player
        var d: player or none
        var e: number
        var f: number or none
        var g[1..2]: suit or none""")
    holds(world, "a is clubs", "b is none", "c.number is 1", "d is none", "e is 0", "f is none", "g[2] is none")


def test_a_number_or_none_holds_both() -> None:
    holds(
        "var f: number or none\nvar g: number or none",
        "f is 5",
        "f is not none",
        "f + 1 is 6",
        "g is none",
        "g + 1 is 1",
        first=sheet("""
        f = 5
        g = 3
        g = none"""),
    )


def test_a_start_may_be_computed_for_each_member() -> None:
    world = sheet("""
        enum colour
          | name | supply |
          | red | 4 |
          | blue | 6 |
        var left_over[colour] = colour.supply
        var sum_of[1..3] = 2
        each player
          coins = 10 * player.number
          half = coins div 2""")
    assert values(
        world, "left_over[red]", "left_over[blue]", "sum(sum_of)", "left(me, 2).coins", "left(me, 1).half"
    ) == [4, 6, 6, 30, 10]


def test_variables_go_back_to_their_start_each_turn_round_or_stage() -> None:
    text = sheet("""
        game "T"
        players 2 named A, B
        var start = 4 in 0..9
        var a = 1 in 0..99, each turn
        var b[1..2] = 2 in 0..99, each round
        var c: player or none, each part
        each player
          d = 3 in 0..99, each turn
        play: repeat 9 times: part
        stage part
          turns once: go
          turns once: go
        action go(k in 1..2)
          a += k
          b[k] += k
          c = me
          my d += k
        score(p): 0
        winner: highest score
    """)
    table = play(text, "a", "b[1]", "b[2]", "c.number", "A.d", "B.d")
    assert table.do("go 1").seen() == [1, 3, 2, 1, 3, 3]
    assert table.do("go 2").seen() == [1, 2, 2, 2, 3, 3]
    assert table.do("go 1", "go 1").see("c.number") == 0


def test_a_number_out_of_its_range_is_a_fault() -> None:
    text = sheet("""
        game "T"
        players 1
        var n = 0 in 0..9
        turn
          {}  # here
        end when n is 5: draw""")
    assert faults(text.format("n += 20 * (n + 1)")) == "a number left its range"
    assert faults(text.format("n -= 1")) == "a number left its range"


def test_an_index_out_of_bounds_is_a_fault() -> None:
    text = sheet("""
        game "T"
        players 1
        var n = 4 in 0..9
        var x[1..3] = 0
        param pace = 1, 2, 3
        dice tray: 2 d6
        turn
          {}  # here
        end when n is 5: draw""")
    assert faults(text.format("x[n] = 1")) == "an index is out of bounds"
    assert faults(text.format("n = x[n]")) == "an index is out of bounds"
    assert faults(text.format("n = pace[n]")) == "an index is out of bounds"
    assert faults(text.format("n = tray[n].face")) == "an index is out of bounds"


def test_a_start_outside_its_range_is_caught() -> None:
    caught(
        sheet("""
        game "T"
        players 1
        var n = «12» in 0..9
        turn
          n = 0
        end when n is 0: draw"""),
        "outside the range",
    )


def test_a_variable_may_hold_the_name_of_an_action() -> None:
    text = sheet("""
        game "T"
        players 1
        var last: action or none
        turn: one of go, hop
        action go
          when last is not go
          last = go
        action hop
          when last is not hop
          last = hop
        end when turn.number > 9: draw
    """)
    assert play(text, "1 if last is none else 0").options == ["go", "hop"]
    assert play(text, "1 if last is none else 0").see("1 if last is none else 0") == 1
    assert play(text, "times(hop)").do("go").see("times(hop)") > 3  # each time only the other one is legal


# ---------------------------------------------------------------- sets

HOLDING = sheet("""
    enum good: wood, iron, clay
    board grid 3 x 2 of cell
    var marked: cells
    each player
      wants: goods
      seen[1..2]: cells""")


def test_a_variable_holds_a_set() -> None:
    holds(
        HOLDING,
        "marked.count is 2",
        "a1 is in marked",
        "b1 is not in marked",
        "(first c in marked with c is not a1) is c2",
        "my wants is empty",
        "players[2].wants.count is 2",
        "iron is not in players[2].wants",
        "(cells - marked).count is 4",
        "(marked + b1).count is 3",
        "my seen[2].count is 3",
        "my seen[1] is empty",
        "sum(c.row for c in marked) is 3",
        first=sheet("""
        marked = a1 + c2
        marked += b1
        marked -= b1
        marked += none
        players[2].wants = goods
        players[2].wants -= iron
        my seen[2] = side(south)"""),
    )


def test_a_set_is_not_one_thing() -> None:
    caught(
        sheet("""
        game "T"
        players 2
        board grid 3 x 2 of cell
        var marked: cells
        var spot: cell
        turn
          spot = «marked»
          marked = «players»
          marked += «1»
        end when turn.number is 3: draw"""),
        "is a set of things",
        "holds things such as a cell",
        "expected a set of things",
    )


def test_a_set_begins_empty() -> None:
    caught(
        'game "T"\nplayers 2\nboard grid 3 x 2 of cell\nvar marked: cells = «a1»\nturn: nothing\nend when turn.number is 3: draw',
        "a set is empty at first",
    )


def test_a_secret_set_is_redealt() -> None:
    game = ludwright.load_text(
        sheet("""
        game "Secret marks"
        players 2
        enum spot: left_door, middle_door, right_door
        each player
          traps: spots, seen by owner
        turn: lay
        action lay(s in spots)
          my traps += s
        end when turn.number is 5: draw""")
    )
    match = game.start(1)
    match.apply(match.codes()[0])
    assert match.observe(0) != match.observe(1)
    for seed in range(5):
        assert match.determinize(0, seed).observe(0) == match.observe(0)

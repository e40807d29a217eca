"""Zones: indices, room, order and what the options mean (language, section 2)."""

from __future__ import annotations

from tests.language_meaning.both_runs import caught, faults, holds, play, sheet, value

CARDS = sheet("""
    enum suit: clubs, hearts
    cards card: each suit, each rank in 1..3
""")


def test_a_zone_may_be_indexed_by_numbers_values_and_designs() -> None:
    world = CARDS + sheet("""
        zone deck of card, in order, holds all cards
        zone row[1..3] of card
        zone pile[suit] of card
        zone supply[card design] of card""")
    first = sheet("""
        draw 2 from deck to row[2]
        move (top of deck) to pile[hearts]
        move (top of deck) to supply[top of deck]""")
    holds(
        world,
        "row[2].count is 2",
        "row[1] is empty",
        "pile[hearts].count is 1",
        "pile[clubs] is empty",
        "sum(row[i].count for i in 1..3) is 2",
        "sum(supply[d].count for d in card designs) is 1",
        first=first,
    )


def test_an_index_of_a_zone_out_of_bounds_is_a_fault() -> None:
    text = (
        sheet("""
        game "T"
        players 1
    """)
        + CARDS
        + sheet("""
        zone deck of card, holds all cards
        zone row[1..3] of card
        var n = 4 in 0..9
        turn
          draw 1 from deck to row[n]  # here
        end when n is 5: draw""")
    )
    assert faults(text) == "an index is out of bounds"


def test_piles_by_design_hold_each_their_own_at_first() -> None:
    world = sheet("""
        cards card
          | name | copies |
          | copper | 5 |
          | silver | 3 |
        zone supply[card design] of card, holds all cards""")
    holds(world, "supply[copper].count is 5", "supply[silver].count is 3", "every c in supply[silver] has c is silver")


def test_several_kinds_may_lie_in_one_zone() -> None:
    world = sheet("""
        cards card: each rank in 1..4
        cards plague, copies 2
        zone deck of card or plague, in order, holds all cards, holds all plagues""")
    holds(
        world,
        "deck.count is 6",
        "count(c in deck with c is plague) is 2",
        "count(c in deck with c is card) is 4",
        "sum(c.rank for c in deck) is 10",
        "deck[6] is plague",
        "deck[1] is card",
    )


def test_two_zones_cannot_hold_all_of_a_kind() -> None:
    caught(
        (
            sheet("""
            game "T"
            players 1
        """)
            + CARDS
            + sheet("""
            zone deck of card, holds all cards
            «zone» pile of card, holds all cards
            turn: go
            action go(k in 1..2)
              nothing
            end when turn.number > 9: draw""")
        ),
        "two zones hold all cards",
    )


def test_which_of_several_zones_holds_all_of_them() -> None:
    caught(
        (
            sheet("""
            game "T"
            players 2
        """)
            + CARDS
            + sheet("""
            each player
              «zone» hand of card, holds all cards
            turn: go
            action go(k in 1..2)
              nothing
            end when turn.number > 9: draw""")
        ),
        "which of them",
    )


def test_the_room_of_a_zone_may_depend_on_a_parameter() -> None:
    world = (
        "param size = 2\n"
        + CARDS
        + "zone deck of card, holds all cards\nzone row of card, up to size + 1, refilled from deck"
    )
    text = f'game "T"\nplayers 1\n{world}\nturn: go\naction go(k in 1..2)\n  nothing\nend when turn.number > 9: draw'
    assert play(text, "row.count").see("row.count") == 3


def test_top_seen_and_seen_by_change_nothing_for_the_rules() -> None:
    world = CARDS + sheet("""
        zone deck of card, face down, holds all cards, top seen by everyone
        zone pile of card, seen by nobody""")
    assert value(world, "(top of deck).rank + deck.count", first="draw 1 from deck to pile") == 2 + 5


def test_show_and_tell_are_effects_that_move_nothing() -> None:
    world = CARDS + "zone deck of card, in order, holds all cards"
    assert value(world, "deck.count", first="show deck to everyone\ntell everyone that deck.count is 6") == 6


def test_telling_what_is_not_true_is_a_fault() -> None:
    text = (
        sheet("""
        game "T"
        players 1
    """)
        + CARDS
        + sheet("""
        zone deck of card, in order, holds all cards
        var n = 0 in 0..9
        turn
          tell everyone that deck.count is n  # here
        end when n is 9: draw""")
    )
    assert faults(text) == "told something that is not true"


def test_a_card_in_a_zone_of_another_kind() -> None:
    caught(
        (
            sheet("""
            game "T"
            players 1
        """)
            + CARDS
            + sheet("""
            cards plague, copies 2
            zone deck of card, holds all cards
            zone box of plague, holds all plagues
            turn: go
            action go(c in deck)
              «move» c to box
            end when deck is empty: draw""")
        ),
        "can't lie in `box`",
    )
    caught(
        (
            sheet("""
            game "T"
            players 1
        """)
            + CARDS
            + sheet("""
            cards plague, copies 2
            zone deck of card, holds all cards
            zone box of plague, holds all plagues
            turn: go
            action go(c in deck)
              «draw» 1 from deck to box
            end when deck is empty: draw""")
        ),
        "can't lie in `box`",
    )


def test_things_have_zones_that_go_along_with_them() -> None:
    game = sheet("""
        game "Boxes"
        players 2
        things coin, copies 3
        things box, copies 3
        each box
          zone inside of coin or box
        zone bank of coin, holds all coins
        zone floor of box, holds all boxes
        board track 3 of spot, holds 1 box
        turn: one of put, nest, carry
        action put(b in boxes)
          when bank is not empty
          move top of bank to b.inside
        action nest(a in floor, b in floor)
          when a is not b
          move a to b.inside
        action carry(b in floor)
          move b to spots[3]
        end when spots[3] is not empty: me wins
    """)
    table = play(game, "floor.count", "(spots[3].box).inside.count", "sum(b.inside.count for b in boxes)")
    for _ in range(2):
        table.do(next(o for o in table.options if o.startswith("put")))
    assert table.see("sum(b.inside.count for b in boxes)") == 2
    table.do(next(o for o in table.options if o.startswith("nest")))
    assert table.see("floor.count") == 2
    table.do(next(o for o in table.options if o.startswith("carry")))
    assert table.over and table.fault is None

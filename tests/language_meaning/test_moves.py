"""Cards on the move: moving, drawing, dealing, swapping, passing on, refilling."""

from __future__ import annotations

from tests.language_meaning.both_runs import faults, holds, play, sheet, value, values
from tests.language_meaning.cards import CARDS, POWER, listing


def test_cards_start_from_the_bottom_in_the_order_of_their_designs() -> None:
    assert values(
        POWER + CARDS,
        "(bottom of deck).rank",
        "(top of deck).suit.number",
        "deck[1].rank",
        "deck[6].rank",
        "deck[4].suit.number",
    ) == [1, 2, 1, 3, 2]


def test_draw_takes_from_the_top_and_puts_on_top() -> None:
    assert value(POWER + CARDS, listing("pile"), first="draw 3 from deck to pile") == 232221


def test_move_puts_a_set_in_its_order_each_on_top() -> None:
    assert value(POWER + CARDS, listing("pile"), first="move (all c in deck with c.suit is clubs) to pile") == 111213
    assert (
        value(POWER + CARDS, listing("pile"), first="move (all c in deck backwards with c.suit is clubs) to pile")
        == 131211
    )


def test_move_to_the_bottom() -> None:
    first = "draw 1 from deck to pile\nmove (bottom of deck) to bottom of pile"
    assert value(POWER + CARDS, listing("pile"), first=first) == 1123


def test_move_a_whole_zone_keeps_its_order() -> None:
    assert value(POWER + CARDS, listing("third"), first="draw 3 from deck to pile\nmove pile to third") == 232221
    assert (
        value(
            POWER + CARDS,
            listing("third"),
            first=sheet("""
        draw 1 from deck to third
        draw 2 from deck to pile
        move pile to third"""),
        )
        == 232221
    )
    assert (
        value(
            POWER + CARDS,
            listing("third"),
            first=sheet("""
        draw 1 from deck to third
        draw 2 from deck to pile
        move pile to bottom of third"""),
        )
        == 222123
    )


def test_move_all_of_a_kind_wherever_they_are() -> None:
    assert values(CARDS, "deck.count", "pile.count", first="draw 2 from deck to my hand\nmove cards to pile") == [0, 6]


def test_a_card_moved_within_its_zone_goes_on_top() -> None:
    assert values(
        CARDS, "(top of deck).rank", "(top of deck).suit.number", "deck.count", first="move (bottom of deck) to deck"
    ) == [1, 1, 6]


def test_position_counts_from_the_bottom() -> None:
    assert values(CARDS, "(bottom of deck).position", "(top of deck).position", "deck[3].position") == [1, 6, 3]


def test_top_and_bottom_of_an_empty_zone_are_none() -> None:
    holds(
        CARDS,
        "(top of pile) is none",
        "(bottom of pile) is none",
        "pile[1] is none",
        "(top of deck) is not none",
        "(top of pile).rank is 0",
    )


def test_draw_from_an_empty_place_is_a_fault() -> None:
    text = (
        sheet("""
        game "T"
        players 2
    """)
        + CARDS
        + sheet("""
        turn
          draw 7 from deck to pile  # here
        end when deck is empty: draw""")
    )
    assert faults(text) == "drew from an empty place"


def test_draw_up_to_takes_as_many_as_there_are() -> None:
    assert values(CARDS, "pile.count", "deck.count", first="draw up to 9 from deck to pile") == [6, 0]
    assert values(
        CARDS, "pile.count", "deck.count", first="draw up to 2 from deck to pile\ndraw up to 0 from deck to pile"
    ) == [2, 4]


def test_deal_gives_that_many_to_each_player() -> None:
    assert values(CARDS, "my hand.count", "left(me, 2).hand.count", "deck.count", first="deal 2 from deck to hand") == [
        2,
        2,
        0,
    ]
    assert (
        faults(
            sheet("""
            game "T"
            players 3
        """)
            + CARDS
            + sheet("""
            turn
              deal 3 from deck to hand  # here
            end when deck is empty: draw""")
        )
        == "drew from an empty place"
    )


def test_pass_hands_on_all_hands_at_once() -> None:
    first = sheet("""
        deal 2 from deck to hand
        let mine = top of my hand
        pass hand to left""")
    holds(CARDS, "mine is in left(me, 1).hand", "my hand.count is 2", "mine.position is 2", first=first)
    holds(CARDS, "mine is in right(me, 1).hand", first=first.replace("to left", "to right"))


def test_shuffle_keeps_the_cards_and_changes_their_order() -> None:
    world = "cards card: each rank in 1..40\nzone deck of card, in order, holds all cards"
    holds(
        world,
        "deck.count is 40",
        "sum(c.rank for c in deck) is 820",
        "any i in 1..40 with deck[i].rank is not i",
        first="shuffle deck",
    )


def test_a_shuffled_zone_is_shuffled_at_setup() -> None:
    holds(
        "cards card: each rank in 1..40\nzone deck of card, holds all cards, shuffled",
        "any i in 1..40 with deck[i].rank is not i",
        "deck.count is 40",
    )


def test_a_full_place_is_a_fault() -> None:
    text = sheet("""
        game "T"
        players 1
        cards card, copies 5
        zone deck of card, holds all cards
        zone row of card, up to 2
        turn
          {}  # here
        end when deck is empty: draw""")
    assert faults(text.format("draw 3 from deck to row")) == "a place is full"
    assert faults(text.format("move deck to row")) == "a place is full"
    board = sheet("""
        game "T"
        players 1
        things man (men), copies 2
        board grid 2 x 2 of cell, holds 1 man
        turn
          move men to cells[1, 1]  # here
        end when turn.number > 9: draw""")
    assert faults(board) == "a place is full"


def test_things_move_from_cell_to_cell_and_back_again() -> None:
    world = sheet("""
        things man (men), copies 2 each player
        board grid 3 x 3 of square, holds 1 man
        var m: man
        var spot: square""")
    first = sheet("""
        m = first x in men with x.owner is me
        move m to squares[2, 3]
        spot = squares[1, 1]
        move m to spot""")
    holds(
        world,
        "spot.man is m",
        "m.square is spot",
        "squares[2, 3] is empty",
        "squares[2, 3].man is none",
        "spot is not empty",
        "my men.count is 1",
        first=first,
    )


def test_a_cell_may_hold_several_and_several_kinds() -> None:
    world = sheet("""
        things man (men), copies 4
        things wall, copies 1
        board grid 2 x 1 of square, holds 3 man, holds 1 wall
        var s: square""")
    first = sheet("""
        s = squares[1, 1]
        move (all m in men while m.number < 4) to s
        move walls to s""")
    holds(
        world,
        "s.man.count is 3",
        "count(m in s.man) is 3",
        "s.wall is not none",
        "(first m in men).square is s",
        "squares[2, 1] is empty",
        first=first,
    )


def test_a_face_down_zone_that_runs_short_takes_the_other_shuffled_below() -> None:
    world = sheet("""
        cards card: each rank in 1..6
        zone deck of card, face down, holds all cards, refilled from discard
        zone discard of card
        zone hand of card, in order
    """)
    first = "draw 4 from deck to discard\ndraw 3 from deck to hand"
    holds(
        world,
        "hand.count is 3",
        "hand[1].rank is 2",
        "hand[2].rank is 1",
        "hand[3].rank > 2",
        "discard is empty",
        "deck.count is 3",
        first=first,
    )


def test_a_zone_with_room_is_topped_up_after_setup_and_after_every_action() -> None:
    text = sheet("""
        game "T"
        players 1
        cards card: each rank in 1..6
        zone deck of card, in order, holds all cards
        zone row of card, in order, up to 3, refilled from deck
        zone taken of card
        turn: take
        action take(c in row)
          move c to taken
          let missing = row.count
        end when taken.count is 5: me wins
    """)
    table = play(text, "row.count", "deck.count", "row[1].rank")
    assert table.seen() == [3, 3, 6]
    assert table.do("take number 1").seen() == [3, 2, 5]
    table.do("take number 1", "take number 1")
    assert table.see("row.count") == 3 and table.see("deck.count") == 0
    assert table.do("take number 1").see("row.count") == 2


def test_moving_nothing_is_a_fault() -> None:
    text = (
        sheet("""
        game "T"
        players 1
    """)
        + CARDS
        + sheet("""
        turn
          move (top of pile) to deck  # here
        end when deck is empty: draw""")
    )
    assert faults(text) == "moved something that is `none`"


def test_moving_to_no_cell_is_a_fault() -> None:
    text = sheet("""
        game "T"
        players 1
        things man (men), copies 2
        board grid 2 x 2 of cell, holds 1 man
        turn
          move (first m in men) to cells[1, 1].step(west)  # here
        end when turn.number > 9: draw""")
    assert faults(text) == "something was assigned through `none`"


def test_full_hands_are_passed_on_all_at_once() -> None:
    world = sheet("""
        cards card: each rank in 1..6
        zone deck of card, in order, holds all cards
        each player
          zone hand of card, up to 2
    """)
    first = "deal 2 from deck to hand\nlet mine = top of my hand\npass hand to left"
    holds(world, "mine is in left(me, 1).hand", "every p in players has p.hand.count is 2", first=first)


def test_hands_are_passed_on_among_those_still_in() -> None:
    world = sheet("""
        cards card: each rank in 1..6
        zone deck of card, in order, holds all cards
        each player
          zone hand of card
    """)
    first = sheet("""
        deal 2 from deck to hand
        let gone = left(me, 1)
        let mine = top of my hand
        gone leaves game
        pass hand to left
    """)
    holds(world, "mine is in left(me, 1).hand", "gone.hand.count is 2", "left(me, 1) is not gone", first=first)


def test_nothing_is_moved_to_a_cell_that_is_none_where_cells_hold_several() -> None:
    text = sheet("""
        game "T"
        players 2
        param near = no
        board track 3 of cell, holds 2 man
        things man (men), copies 2
        zone pool of man, holds all men
        var goal: cell or none
        var other: cell or none
        turn: go
        action go(k in 1..2)
          move top of pool to (goal if near else other)
        end when turn.number is 3: draw
    """)
    assert play(text).do("go 1").fault == ("something was assigned through `none`", 11)

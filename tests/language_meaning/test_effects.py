"""Effects: assignments, moves, draws, dice, created things, loops, procedures and effects of designs (language, section 6)."""

from __future__ import annotations

import pytest

from tests.language_meaning.both_runs import caught, faults, holds, notes, play, sheet, value, values

CARDS = sheet("""
    enum suit: clubs, hearts
    cards card: each suit, each rank in 1..3
    zone deck of card, in order, holds all cards
    zone pile of card, in order
    zone third of card, in order
    each player
      zone hand of card, in order
    to use_every_zone
      move deck to pile
      move pile to third
      for p in players: move third to p.hand
""")


def listing(zone: str) -> str:
    """The cards of a zone from the bottom up, as one number: two digits a card."""
    return f"sum((c.suit.number * 10 + c.rank) * power(({zone}).count - c.position) for c in {zone})"


POWER = sheet("""
    define power(n): 1 if n is 0 else 100 if n is 1 else 10000 if n is 2 else 1000000 if n is 3 else 0
""")


# ---------------------------------------------------------------- assignments


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


def test_swapped_zones_keep_their_order() -> None:
    world = POWER + CARDS
    first = sheet("""
        draw 2 from deck to pile
        draw 1 from deck to third
        swap pile and third""")
    assert values(world, listing("pile"), listing("third"), first=first) == [21, 2322]


# ---------------------------------------------------------------- moves and draws


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


# ---------------------------------------------------------------- refilling


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


# ---------------------------------------------------------------- dice


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


# ---------------------------------------------------------------- created things

THINGS = sheet("""
    things token, up to 3
      worth = 4 in 0..9
    board grid 2 x 2 of cell, holds 1 token
    var last: token or none
""")


def test_created_things_are_there_until_they_are_removed() -> None:
    first = sheet("""
        let a = create token
        let b = create token
        a.worth = 7
        last = b
        remove b""")
    holds(THINGS, "tokens.count is 1", "a.worth is 7", "last is none", first=first)


def test_a_new_thing_has_fresh_marks() -> None:
    first = sheet("""
        let a = create token
        a.worth = 7
        remove a
        let b = create token""")
    holds(THINGS, "b.worth is 4", "tokens.count is 1", first=first)


def test_a_created_thing_lies_nowhere_until_it_is_moved() -> None:
    holds(
        THINGS,
        "a.cell is none",
        "b.cell is cells[1, 2]",
        "cells[1, 2].token is b",
        first=sheet("""
        let a = create token
        let b = create token
        move b to cells[1, 2]"""),
    )


def test_create_over_the_limit_is_a_fault() -> None:
    text = (
        sheet("""
        game "T"
        players 1
    """)
        + THINGS
        + sheet("""
        turn
          repeat 4 times: make
        to make
          create token  # here
        end when turn.number > 9: draw""")
    )
    assert faults(text) == "more things created than allowed"


def test_designs_are_created_with_their_printed_properties() -> None:
    world = sheet("""
        things house, up to 5
          | name | cost |
          | hut | 2 |
          | villa | 9 |""")
    holds(
        world,
        "houses.count is 3",
        "sum(h.cost for h in houses) is 13",
        "count(h in houses with h is hut) is 2",
        first=sheet("""
        create hut
        create villa
        let d = hut
        let h = create d"""),
    )


def test_removed_cards_leave_their_zone() -> None:
    holds(
        CARDS,
        "deck.count is 3",
        "count(c in deck with c.suit is clubs) is 0",
        first="remove (all c in deck with c.suit is clubs)",
    )


def test_references_to_a_removed_card_become_none() -> None:
    world = CARDS + sheet("""
        var held: card or none
        each player
          seal: card or none""")
    holds(
        world,
        "held is none",
        "my seal is not none",
        first=sheet("""
        held = bottom of deck
        my seal = top of deck
        remove held"""),
    )


# ---------------------------------------------------------------- conditions and loops


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


# ---------------------------------------------------------------- definitions and procedures


def test_definitions_take_any_kind_of_parameter() -> None:
    world = CARDS + sheet("""
        define twice(x): x * 2
        define best(s): max(c.rank for c in s)
        define older(a, b): a if a.number > b.number else b
        define all_of(p): p.hand""")
    first = "deal 1 from deck to hand"
    holds(
        world,
        "twice(4) is 8",
        "twice of 3 is 6",
        "best(deck) is 3",
        "older(me, left(me, 1)) is left(me, 1)",
        "older(clubs, hearts) is hearts",
        "all_of(me).count is 1",
        first=first,
    )


def test_a_definition_may_be_read_as_a_member() -> None:
    holds(
        sheet("""
        each player
          coins = 3
        define worth(p): p.coins * 2
        define over(p, n): p.coins > n"""),
        "me.worth is 6",
        "my worth is 6",
        "me.over(2)",
        "not me.over(3)",
        "worth of me is 6",
    )


def test_the_long_form_of_a_definition_has_let_lines_and_an_answer() -> None:
    assert (
        value(
            sheet("""
        define cube(n)
          let square = n * n
          let all_three = square * n
          answer all_three"""),
            "cube(4)",
        )
        == 64
    )


def test_a_printed_property_comes_before_state_and_definitions() -> None:
    world = sheet("""
        enum tool
          | name | cost |
          | saw | 3 |
        define cost(t): 99
        define price(t): t.cost + 1""")
    assert values(world, "saw.cost", "saw.price") == [3, 4]


def test_definitions_may_not_call_each_other_in_a_circle() -> None:
    caught(
        sheet("""
        game "T"
        players 1
        var n = 0 in 0..9
        define a(x): b(x) + 1
        define b(x): «a(x)» - 1
        turn
          n = a(3)
        end when n is 3: draw"""),
        "in a circle",
    )


def test_a_procedure_answers_at_once() -> None:
    world = sheet("""
        var n = 0
        to find(limit)
          for i in 1..9
            if i * i > limit: answer i
          answer 0""")
    assert values(world, "x", "y", first="let x = find(20)\nlet y = find(99)") == [5, 0]


def test_running_off_the_end_of_a_procedure_answers_none() -> None:
    world = sheet("""
        var n = 0
        to find(limit)
          for i in 1..9
            if i * i > limit: answer i
        to seek(p)
          if p is not me: answer p""")
    holds(
        world,
        "x is 5",
        "y is none",
        "a is none",
        "b is left(me, 1)",
        first=sheet("""
        let x = find(20)
        let y = find(99)
        let a = seek(me)
        let b = seek(left(me, 1))"""),
    )


def test_a_procedure_may_answer_none_outright() -> None:
    world = sheet("""
        to find(limit)
          if limit > 5: answer none
          answer limit""")
    holds(world, "x is 3", "y is none", first="let x = find(3)\nlet y = find(9)")


def test_a_procedure_may_answer_yes_or_no() -> None:
    holds(
        sheet("""
        to big(n)
          if n > 5: answer yes
          answer no"""),
        "x",
        "not y",
        first="let x = big(9)\nlet y = big(2)",
    )


def test_procedures_change_the_state_and_call_each_other() -> None:
    world = sheet("""
        var n = 0
        to add(k)
          n += k
          if k > 1: twice(k - 1)
        to twice(k)
          n += 100
          add(k)""")
    assert value(world, "n", first="add(3)") == 206


def test_a_changed_parameter_of_a_procedure_is_local() -> None:
    assert (
        value(
            sheet("""
        var n = 3
        to grow(k)
          n += k
    """),
            "n",
            first="grow(n)",
        )
        == 6
    )


def test_a_procedure_that_asks_cannot_stand_in_a_formula() -> None:
    caught(
        sheet("""
        game "T"
        players 1
        var n = 0 in 0..9
        to bid
          me chooses k from 1..2: answer k
        turn
          n = 1 + «bid()»
        end when n is 3: draw""").replace("«bid()»", "«bid»()"),
        "on a line of its own",
    )


def test_a_procedure_with_effects_cannot_stand_in_a_formula() -> None:
    caught(
        sheet("""
        game "T"
        players 1
        var n = 0 in 0..9
        to bid(k)
          n = k
          answer k
        turn
          n = 1 + «bid»(2)
        end when n is 3: draw"""),
        "effects",
    )


# ---------------------------------------------------------------- effects of designs

DESIGNS = sheet("""
    things crown
    cards card
      | name  | v | when played  | when burnt |
      | Guard | 1 | n += 1       | n += 1000  |
      | King  | 6 | n += 10; m += 1 |         |
      | Fool  | 2 | nothing      | n += 3000  |
      | Duke  | 4 |              | n += it.v  |
    zone deck of card, in order, holds all cards
    zone box of crown, holds all crowns
    var n = 0
    var m = 0
    when Guard is played
      n += 500
    when card is played
      n += 7
    to use_every_event
      for c in deck: resolve c as played
      for c in deck: resolve c as burnt
""")


def resolved(design: str, event: str = "played") -> list[float]:
    return values(DESIGNS, "n", "m", first=f"let c = first x in deck with x is {design}\nresolve c as {event}")


def test_the_block_of_a_design_comes_before_its_cell_and_that_before_the_block_of_the_kind() -> None:
    assert resolved("Guard") == [500, 0]
    assert resolved("King") == [10, 1]
    assert resolved("Duke") == [7, 0]
    assert resolved("Fool") == [0, 0]


def test_no_effect_at_all_means_that_nothing_happens() -> None:
    assert resolved("King", "burnt") == [0, 0]


def test_it_is_the_component() -> None:
    assert resolved("Duke", "burnt") == [4, 0]


def test_the_block_of_a_sub_kind_is_for_its_own_members_only() -> None:
    world = sheet("""
        things building
        things house of building, copies 2
        things mill of building, copies 1
        zone town of building, holds all buildings
        var n = 0
        when house is sold
          n += 1
        when building is sold
          n += 10
    """)
    assert value(world, "n", first="for b in town: resolve b as sold") == 12


def test_resolve_by_another_player_makes_that_player_me() -> None:
    world = sheet("""
        cards card
          | name | when played |
          | A | my coins += 5 |
        zone deck of card, holds all cards
        each player
          coins = 0""")
    assert values(
        world,
        "my coins",
        "left(me, 1).coins",
        first="resolve (top of deck) as played by left(me, 1)\nresolve (top of deck) as played",
    ) == [5, 5]


def test_effects_of_designs_may_ask() -> None:
    text = sheet("""
        game "T"
        players 2 named A, B
        cards card
          | name | when played |
          | ask | n += 100 |
          | tell_all | n += 200 |
        zone deck of card, in order, holds all cards
        var n = 0 in 0..9999
        when ask is played
          opponent chooses k from 1..2
            n += k * 10 + it.position
        turn
          me chooses c from deck
            resolve c as played
          rest
        action rest(k in 8..9)
          nothing
        end when turn.number > 9: draw
    """)
    table = play(text, "n").do("choose number 1")
    assert table.actor == "B"
    assert table.do("choose 2").see("n") == 21
    assert play(text, "n").do("choose number 2").see("n") == 200


def test_enum_values_have_effects_too() -> None:
    world = sheet("""
        enum role
          | name | when called |
          | baron | n += 3 |
          | king | n += 20 |
        var n = 0
        var r: role""")
    assert value(world, "n", first="resolve king as called\nresolve r as called") == 23


def test_an_empty_effect_gets_a_note_and_nothing_avoids_it() -> None:
    text = sheet("""
        game "T"
        players 1
        var n = 0
        cards card
          | name | when played |
          | A | n += 1 |
          | B | {} |
        zone deck of card, holds all cards
        turn: go
        action go(c in deck)
          resolve c as played
        end when n > 1: draw""")
    assert any("`B`" in note for note in notes(text.format("")))
    assert not any("`B`" in note for note in notes(text.format("nothing")))


# ---------------------------------------------------------------- variables


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


def test_a_procedure_that_calls_itself_for_ever_is_a_fault() -> None:
    text = sheet("""
        game "T"
        players 1
        var m = 0 in 0..9
        to dig
          m = 1 - m  # here
          dig
        turn: dig
        end when m is 3: draw""")
    assert faults(text) == "effects are nested too deeply"


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


def test_a_procedure_that_answers_may_call_itself() -> None:
    world = sheet("""
        to factorial(n)
          if n < 2: answer 1
          let rest = factorial(n - 1)
          answer n * rest
        to ancestor(p, n)
          if n is 0: answer p
          let q = ancestor(left(p, 1), n - 1)
          answer q""")
    holds(world, "x is 120", "p is left(me, 2)", first="let x = factorial(5)\nlet p = ancestor(me, 2)")


def test_a_procedure_may_answer_or_end_the_turn() -> None:
    text = sheet("""
        game "T"
        players 2 named A, B
        var n = 0 in 0..999
        to look(k)
          if k is 2: end turn
          answer k * 3
        turn
          go
        action go(k in 1..2)
          let x = look(k)
          n += x
        end when n > 900: draw""")
    table = play(text, "n")
    assert table.do("go 1").see("n") == 3 and table.actor == "B"
    assert table.do("go 2").see("n") == 3 and table.actor == "A"


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


def test_a_procedure_may_be_given_zones_and_sets() -> None:
    world = CARDS + "to put(n, z)\n  draw n from deck to z\nto drop(s)\n  move s to third\n"
    first = "put(2, pile)\nput(1, my hand)\ndrop(all c in deck with c.rank > 1)"
    assert values(world, "pile.count", "my hand.count", "third.count", "deck.count", first=first) == [2, 1, 2, 1]


def test_a_procedure_that_asks_may_be_given_zones_and_sets() -> None:
    text = sheet("""
        game "T"
        players 2 named A, B
        cards card: each rank in 1..5
        zone deck of card, in order, holds all cards
        zone pile of card
        to pick(s, z)
          opponent chooses c from s
            move c to z
        turn: go
        action go(k in 1..2)
          pick(all c in deck with c.rank > 2, pile)
          pick(deck, pile)
        end when turn.number > 9: draw
    """)
    table = play(text, "sum(c.rank for c in pile)").do("go 1")
    assert table.actor == "B" and len(table.options) == 3
    table.do(table.options[0])
    assert len(table.options) == 4
    assert table.do(table.options[0]).see("sum(c.rank for c in pile)") == 3 + 1


def test_a_procedure_that_answers_is_given_single_things() -> None:
    caught(
        sheet("""
            game "T"
            players 1
            cards card, copies 3
            zone deck of card, holds all cards
            var n = 0 in 0..9
            to size(z)
              n = z.count
              answer n
            turn
              n = «size(deck)»
            end when n is 3: draw
        """),
        "can't be given a set or a zone",
    )


def test_the_block_of_a_sub_kind_is_for_all_its_designs_and_knows_what_it_is() -> None:
    world = sheet("""
        things building, up to 9
        things house of building
          | name  | when sold |
          | hut   |           |
          | villa | n += 500  |
        things farm of building
          | name  |
          | field |
          crop = 3 in 0..9
        var n = 0
        when house is sold
          n += 1
        when field is sold
          n += it.crop * 10
        when building is sold
          n += 10000
    """)
    first = "for d in building designs: create d\nfor b in buildings: resolve b as sold"
    assert value(world, "n", first=first) == 1 + 500 + 30
    first = "create hut\nfor h in houses: resolve h as sold\nresolve villa as sold"
    assert value(world, "n", first=first) == 1 + 500


def test_resolving_nothing_does_nothing() -> None:
    world = sheet("""
        cards card
          | name |
          | A    |
        zone deck of card, holds all cards
        zone pile of card
        var n = 0
        when card is played
          n += 1
        to use_the_pile
          move deck to pile
    """)
    assert value(world, "n", first="resolve (top of pile) as played\nresolve (top of deck) as played") == 1

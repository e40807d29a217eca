"""Sets: quantifiers, subsets, counts, best and first members, and the order of sets (language, section 3)."""

from __future__ import annotations

from tests.language_meaning.both_runs import caught, holds, play, sheet, value, values

DIGITS = "var n = 3 in 0..9\nvar digit[1..6] = 0 in -9..9"
FILLED = sheet("""
    digit[1] = 4
    digit[2] = 7
    digit[3] = 7
    digit[4] = 1
    digit[5] = 4
    digit[6] = 1""")

CARDS = sheet("""
    enum colour: red, green, blue
    cards card: each colour, each rank in 1..4
    zone deck of card, in order, holds all cards
    zone pile of card, in order
    to use_the_pile
      move deck to pile
""")


# ---------------------------------------------------------------- any, no, every


def test_any_no_and_every_look_at_all_members() -> None:
    holds(
        DIGITS,
        "any i in 1..6 with digit[i] is 7",
        "no i in 1..6 with digit[i] is 5",
        "every i in 1..6 has digit[i] > 0",
        first=FILLED,
    )
    holds(
        DIGITS,
        "not any i in 1..6 with digit[i] is 8",
        "not (no i in 1..6 with digit[i] is 4)",
        "not (every i in 1..6 has digit[i] > 1)",
        first=FILLED,
    )


def test_a_quantifier_runs_to_the_end_of_its_line_or_bracket() -> None:
    holds(
        DIGITS,
        "not any i in 1..6 with digit[i] is 7 and i is 5",
        "(any i in 1..6 with digit[i] is 7) and n is 3",
        first=FILLED,
    )
    holds(DIGITS, "n is 4 or any i in 1..6 with digit[i] is 4 and i is 5", first=FILLED)


def test_any_without_a_condition_asks_whether_there_is_one() -> None:
    holds(CARDS, "any c in deck", "no c in pile", "any p in others")


# ---------------------------------------------------------------- subsets


def test_all_with_takes_the_subset() -> None:
    assert values(
        DIGITS, "(all i in 1..6 with digit[i] is 7).count", "sum(all i in 1..6 with digit[i] is 1)", first=FILLED
    ) == [2, 10]


def test_all_while_takes_the_longest_beginning() -> None:
    world = DIGITS
    assert value(world, "(all i in 1..6 while digit[i] > 3).count", first=FILLED) == 3
    assert value(world, "(all i in 1..6 while digit[i] is 9).count", first=FILLED) == 0
    assert value(world, "(all i in 1..6 while digit[i] > 0).count", first=FILLED) == 6
    assert value(world, "(all i in 1..6 while digit[i] is not 7).count", first=FILLED) == 1


def test_the_beginning_is_that_of_the_order_walked() -> None:
    assert values(
        DIGITS,
        "(all i in 1..6 backwards while digit[i] is not 7).count",
        "count(i in 1..6 backwards while digit[i] < 7)",
        first=FILLED,
    ) == [3, 3]


def test_a_subset_of_a_subset() -> None:
    assert value(DIGITS, "count(i in (all j in 1..6 with j mod 2 is 1) with digit[i] > 4)", first=FILLED) == 1


# ---------------------------------------------------------------- counts and sums


def test_count_sum_max_and_min() -> None:
    formulas = [
        "count(i in 1..6 with digit[i] > 3)",
        "sum(digit[i] for i in 1..6)",
        "max(digit[i] for i in 1..6)",
        "min(digit[i] for i in 1..6)",
        "sum(digit[i] for i in 1..6 with digit[i] < 7)",
        "max(-digit[i] for i in 1..6 with i > 1)",
        "count(i in 2..4)",
    ]
    assert values(DIGITS, *formulas, first=FILLED) == [4, 24, 7, 1, 10, -1, 3]


def test_later_names_of_a_sum_may_use_earlier_ones() -> None:
    assert values(
        "",
        "sum(1 for i in 1..4, j in i..4)",
        "sum(i * j for i in 1..3, j in 1..3 with j > i)",
        "max(i + j for i in 1..4, j in 1..i with i + j < 6)",
    ) == [10, 11, 5]


def test_yes_and_no_add_up_as_one_and_zero() -> None:
    assert value("each player\n  ready = no", "sum(1 if p.ready else 0 for p in players)", first="my ready = yes") == 1


def test_the_sum_of_an_indexed_variable() -> None:
    world = sheet("""
        enum good: wood, clay
        each player
          goods[good] = 0 in 0..20
        var stock[good] = 5 in 0..20
        var grid[1..2, 1..3] = 2 in 0..9""")
    first = sheet("""
        my goods[wood] = 3
        my goods[clay] = 4
        (first p in others).goods[clay] = 9
        stock[wood] = 7
        grid[2, 2] = 7""")
    assert values(
        world,
        "sum(my goods)",
        "sum(stock)",
        "sum(p.goods[clay] for p in players)",
        "sum(sum(p.goods) for p in players)",
        "sum(grid)",
        first=first,
    ) == [
        7,
        12,
        13,
        16,
        17,
    ]


# ---------------------------------------------------------------- the best of a set


def test_highest_and_lowest_take_the_first_of_equal_ones() -> None:
    world = DIGITS
    assert values(world, "highest i in 1..6 by digit[i]", "lowest i in 1..6 by digit[i]", first=FILLED) == [2, 4]
    assert values(
        world,
        "highest i in 1..6 with digit[i] < 7 by digit[i]",
        "highest i in 1..6 backwards by digit[i]",
        first=FILLED,
    ) == [1, 3]


def test_then_decides_between_equal_ones() -> None:
    assert values(
        DIGITS,
        "highest i in 1..6 by digit[i] then i",
        "lowest i in 1..6 by digit[i] then -i",
        "highest i in 1..6 by i mod 2 then digit[i] then -i",
        first=FILLED,
    ) == [3, 6, 3]
    assert values(DIGITS, "highest i in 1..6 by digit[i] mod 3 then digit[i] then i", first=FILLED) == [3]


def test_all_highest_takes_all_of_them() -> None:
    world = DIGITS
    assert values(
        world,
        "(all highest i in 1..6 by digit[i]).count",
        "sum(all lowest i in 1..6 by digit[i])",
        "sum(all highest i in 1..6 with digit[i] < 7 by digit[i])",
        first=FILLED,
    ) == [2, 10, 6]
    assert values(
        world,
        "(all highest i in 1..6 by digit[i] then i).count",
        "(all highest i in 3..1 by digit[i]).count",
        first=FILLED,
    ) == [1, 0]


def test_the_best_of_nobody_is_none() -> None:
    holds(
        "",
        "(highest p in players with no by 3) is none",
        "(lowest n in 3..1 by n) is none",
        "(first p in players with no) is none",
    )


def test_best_by_a_quotient_compares_exact_shares() -> None:
    world = sheet("""
        each player
          won = 0 in 0..9
          played = 1 in 1..9""")
    first = sheet("""
        my won = 2
        my played = 3
        left(me, 1).won = 3
        left(me, 1).played = 4
        left(me, 2).won = 1
        left(me, 2).played = 2""")
    assert value(world, "(highest p in players by p.won / p.played).number", first=first) == 2
    assert value(world, "(lowest p in players by p.won / p.played).number", first=first) == 3


# ---------------------------------------------------------------- first and from


def test_first_takes_the_first_that_fits() -> None:
    assert values(
        DIGITS, "first i in 1..6 with digit[i] is 1", "first i in 1..6 backwards with digit[i] is 1", first=FILLED
    ) == [4, 6]


def test_from_starts_at_a_member_and_goes_round() -> None:
    world = "enum colour: red, green, blue, black\nvar c: colour"
    assert values(
        world,
        "(first x in colours from blue with x is not blue).number",
        "(first x in colours from blue with x.number < 3).number",
        "(first x in colours from green with yes).number",
    ) == [4, 1, 2]
    assert value("", "(first p in players from left(me, 2) with p is not left(me, 2)).number") == 1
    assert values("", "first n in 1..6 from 4 with n mod 4 is 2", "first n in 1..6 from 4 with n < 4") == [6, 1]


def test_from_and_backwards_go_round_the_other_way() -> None:
    world = "enum colour: red, green, blue, black\nvar order = 0 in 0..9999"
    first = "for x in colours from green: order = order * 10 + x.number"
    assert value(world, "order", first=first) == 2341
    first = "for x in colours from green backwards: order = order * 10 + x.number"
    assert value(world, "order", first=first) == 2143


# ---------------------------------------------------------------- order of sets


def order_of(world: str, members: str, key: str = "number", first: str = "", players: str = "3") -> int:
    """The numbers of the members in the order in which a loop meets them, as one decimal number."""
    loop = f"for x in {members}: order = order * 10 + x{'.' + key if key else ''}"
    return int(value(world + "\nvar order = 0", "order", first=(first + "\n" + loop).strip(), players=players))


def test_players_come_by_seat_from_seat_one() -> None:
    assert order_of("", "players") == 123
    assert order_of("", "everyone", players="4") == 1234


def test_others_come_from_my_left() -> None:
    text = sheet("""
        game "T"
        players 4
        var order = 0
        turn
          order = 0
          for p in others: order = order * 10 + p.number
          go
        action go(n in 1..2)
          nothing
        end when turn.number is 9: draw""")
    table = play(text, "order")
    assert table.see("order") == 234
    assert table.do("go 1").see("order") == 341
    assert table.do("go 1", "go 1").see("order") == 123


def test_cells_come_from_the_bottom_row_up_left_to_right() -> None:
    board = "board grid 3 x 2 of cell"
    assert order_of(board, "cells") == 123456
    assert order_of(board, "cells", "row") == 111222
    assert order_of(board, "cells", "column") == 123123


def test_components_come_by_position() -> None:
    world = CARDS
    first = "move (all c in deck backwards with c.colour is green) to pile"
    assert order_of(world, "pile", "rank", first) == 4321
    assert order_of(world, "pile backwards", "rank", first) == 1234


def test_values_of_a_kind_come_by_number() -> None:
    assert order_of("enum colour: red, green, blue", "colours") == 123
    assert order_of("enum colour: red, green, blue", "(all x in colours with x is not green)") == 13


def test_designs_come_in_the_order_of_their_table() -> None:
    world = sheet("""
        cards card
          | name | v |
          | A | 3 |
          | B | 1 |
          | C | 2 |
        zone deck of card, holds all cards""")
    assert order_of(world, "card designs", "v") == 312


def test_one_set_after_the_other() -> None:
    world = CARDS
    first = "move (all c in deck with c.colour is green) to pile"
    assert order_of(world, "pile + (all c in deck with c.colour is red)", "rank", first) == 12341234
    assert value(world, "(pile + deck).count", first=first) == 12


def test_ranges_run_upwards_and_backwards_down() -> None:
    assert order_of("", "3..6", "") == 3456
    assert order_of("", "3..6 backwards", "") == 6543


def test_members_by_number() -> None:
    holds(
        "enum colour: red, green, blue",
        "red.number is 1",
        "blue.number is 3",
        "colours.count is 3",
        "(first c in colours) is red",
    )


# ---------------------------------------------------------------- sets and single things


def test_count_of_sets_zones_and_kinds() -> None:
    assert values(
        CARDS,
        "deck.count",
        "pile.count",
        "cards.count",
        "colours.count",
        "players.count",
        "others.count",
        "(card designs).count",
    ) == [12, 0, 12, 3, 3, 2, 12]


def test_a_set_is_not_one_thing() -> None:
    caught(
        sheet("""
        game "T"
        players 2
        var winner_is: player
        turn
          winner_is = «others»
        end when winner_is is me: draw"""),
        "a set of things",
    )


def test_a_set_can_be_given_a_name() -> None:
    assert values(
        CARDS,
        "reds.count",
        "sum(c.rank for c in reds)",
        "reds[2].rank",
        first="let reds = all c in deck with c.colour is red",
    ) == [4, 10, 2]


def test_a_named_set_keeps_its_members_when_they_move_on() -> None:
    first = "let reds = all c in deck with c.colour is red\nmove reds to pile"
    assert values(CARDS, "reds.count", "(all c in deck with c.colour is red).count", "pile.count", first=first) == [
        4,
        0,
        4,
    ]


# ---------------------------------------------------------------- sets made of several

JOINED = CARDS + sheet("""
    zone third of card, in order
    to use_the_third
      move deck to third
""")
SPLIT = sheet("""
    move (all c in deck with c.colour is green) to pile
    move (all c in deck with c.colour is blue) to third""")


def test_the_beginning_of_one_set_after_the_other() -> None:
    assert value(JOINED, "(all c in pile + third while c.rank < 3).count", first=SPLIT) == 2
    assert value(JOINED, "(all c in pile + third while c.rank < 9).count", first=SPLIT) == 8
    assert value(JOINED, "count(c in pile + third while c.colour is green)", first=SPLIT) == 4


def test_first_any_and_membership_in_one_set_after_the_other() -> None:
    holds(
        JOINED,
        "(first c in pile + third with c.rank is 2).colour is green",
        "(first c in third + pile with c.rank is 2).colour is blue",
        "any c in pile + third with c.colour is blue",
        "no c in pile + third with c.colour is red",
        "(top of third) is in pile + third",
        "(top of deck) is not in pile + third",
        "(pile + third) is not empty",
        first=SPLIT,
    )


def test_a_single_thing_may_be_added_to_a_set() -> None:
    holds(JOINED, "(pile + (top of third)).count is 5", "(top of third) is in pile + (top of third)", first=SPLIT)


def test_sets_within_sets_stop_where_they_should() -> None:
    assert values(
        "",
        "count(i in 1..5 with any j in 1..5 with j > i and j * i is 4)",
        "count(i in 1..4 with no j in i..4 with j mod 3 is 0)",
        "sum((first j in 1..9 with j * j > i) for i in 1..5)",
        "count(i in 1..6 while (count(j in 1..6 while j < i)) < 3)",
    ) == [1, 1, 2 + 2 + 2 + 3 + 3, 3]


def test_a_definition_may_take_and_give_sets() -> None:
    world = JOINED + sheet("""
        define low(s): all c in s with c.rank < 3
        define both: pile + third
        define best_of(s): highest c in s by c.rank then c.colour.number""")
    holds(
        world,
        "low(pile).count is 2",
        "low(both).count is 4",
        "low(low(both)).count is 4",
        "best_of(both).colour is blue",
        "best_of(low(pile)).rank is 2",
        first=SPLIT,
    )


def test_names_of_walks_hide_outer_names() -> None:
    world = sheet("""
        var x = 7 in 0..9
        define twice(x): x * 2
        define odd(n): any x in 1..9 with x * 2 is n + 1""")
    holds(
        world,
        "(sum(x for x in 1..3)) is 6",
        "twice(x + 1) is 16",
        "odd(3)",
        "not odd(4)",
        "x is 7",
        "(first x in 1..9 with x > 3) + x is 11",
    )


def test_numbers_may_be_taken_from_a_computed_range() -> None:
    world = "var lo = 3 in 0..9\nvar hi = 5 in 0..9"
    holds(
        world,
        "count(i in lo..hi) is 3",
        "4 is in lo..hi",
        "6 is not in lo..hi",
        "count(i in hi..lo) is 0",
        "sum(i for i in lo..hi) is 12",
        "max(i for i in hi..lo) is none",
        "lo is in lo..lo",
        "count(i in lo - 9..hi - 9 with i < 0) is 3",
    )


def test_the_highest_of_a_kind_without_members_is_none() -> None:
    world = "things man (men), copies 2\nzone box of man, holds all men\nthings chief of man, copies 0"
    holds(world, "(lowest m in chiefs by m.position) is none", "(all highest m in chiefs by m.position) is empty")


# ---------------------------------------------------------------- in order, the best few, each once


def test_all_by_puts_a_set_in_order_and_keeps_the_order_of_equal_ones() -> None:
    ordered = "(all i in 1..6 by digit[i])"
    assert values(DIGITS, *(f"{ordered}[{k}]" for k in range(1, 7)), first=FILLED) == [4, 6, 1, 5, 2, 3]
    twice = "(all i in 1..6 by digit[i] then 0 - i)"
    assert values(DIGITS, *(f"{twice}[{k}]" for k in range(1, 7)), first=FILLED) == [6, 4, 5, 1, 3, 2]


def test_the_best_few_of_a_set() -> None:
    holds(
        DIGITS,
        "(highest 3 i in 1..6 by digit[i]).count is 3",
        "(highest 3 i in 1..6 by digit[i])[1] is 2",
        "(highest 3 i in 1..6 by digit[i])[3] is 1",
        "(lowest 2 i in 1..6 by digit[i])[2] is 6",
        "(highest 9 i in 1..6 by digit[i]).count is 6",
        "(highest 0 - 1 i in 1..6 by digit[i]) is empty",
        "sum(digit[i] for i in (highest n i in 1..6 by digit[i])) is 18",
        first=FILLED,
    )


def test_distinct_has_every_value_once_in_the_order_in_which_they_come() -> None:
    holds(
        DIGITS,
        "distinct(digit[i] for i in 1..6).count is 3",
        "distinct(digit[i] for i in 1..6)[1] is 4",
        "distinct(digit[i] for i in 1..6)[3] is 1",
        "7 is in distinct(digit[i] for i in 1..6)",
        "distinct(i for i in 1..6 with i > 9) is empty",
        "distinct(i * 100000 for i in 1..6, j in 1..2).count is 6",
        "distinct(i + j for i in 1..3, j in 1..3).count is 5",
        first=FILLED,
    )


def test_union_joins_a_set_for_each_member_of_another() -> None:
    world = "board grid 3 x 3 of cell\nenum good: wood, iron"
    holds(
        world,
        "union(c.neighbours for c in side(south)).count is 6",
        "union(side(d) for d in directions with d.up is not 0).count is 6",
        "b2 is in union(c.neighbours for c in side(south))",
        "union(goods for p in players).count is 2",
        "distinct(goods + wood).count is 2",
    )


def test_what_can_not_be_gathered() -> None:
    caught(
        sheet("""
        game "T"
        players 2
        var n = 0 in 0..9
        turn
          n = «union(players)».count
          n = «count(i for i in 1..3)»
        end when turn.number is 3: draw"""),
        "`union` joins one set for each member",
        "can't walk over a set",
    )

"""Formulas: arithmetic, comparisons, conditions, choices between values, and what `none` does (language, section 3)."""

from __future__ import annotations

import pytest

from tests.language_meaning.both_runs import caught, faults, holds, play, sheet, truths, value, values

SUITS = sheet("""
    enum suit: clubs, hearts, spades
    var chosen: suit or none
    var sure: suit""")


# ---------------------------------------------------------------- whole numbers


@pytest.mark.parametrize(
    ("formula", "result"),
    [
        ("7 div 2", 3),
        ("-7 div 2", -4),
        ("7 div -2", -4),
        ("-7 div -2", 3),
        ("6 div 3", 2),
        ("-6 div 3", -2),
        ("0 div 5", 0),
    ],
)
def test_div_rounds_down(formula: str, result: int) -> None:
    assert value("", formula) == result


def test_div_and_mod_of_state_do_the_same_as_of_plain_numbers() -> None:
    world = sheet("""
        var a = 7 in -9..9
        var b = -2 in -9..9
        var c = -7 in -9..9
        var d = 2 in -9..9""")
    assert values(world, "a div b", "c div d", "c div b", "a mod b", "c mod d", "c mod b", "a mod d") == [
        -4,
        -4,
        3,
        -1,
        1,
        -1,
        1,
    ]


@pytest.mark.parametrize(
    ("formula", "result"),
    [
        ("7 mod 3", 1),
        ("-7 mod 3", 2),
        ("7 mod -3", -2),
        ("-7 mod -3", -1),
        ("6 mod 3", 0),
        ("-6 mod 3", 0),
        ("0 mod -4", 0),
    ],
)
def test_mod_has_the_sign_of_what_follows_it(formula: str, result: int) -> None:
    assert value("", formula) == result


def test_a_quotient_is_rounded_up_or_down_as_said() -> None:
    world = "var n = 7 in -9..9\nvar m = -7 in -9..9"
    assert values(
        world, "n / 2 rounded up", "n / 2 rounded down", "m / 2 rounded up", "m / 2 rounded down", "6 / 3 rounded up"
    ) == [4, 3, -3, -4, 2]


def test_times_binds_before_plus_and_minus_goes_from_left_to_right() -> None:
    assert values(
        "", "2 + 3 * 4", "10 - 3 - 2", "2 * 7 div 4", "7 div 4 * 2", "-2 * 3", "(2 + 3) * 4", "- (2 + 3)", "1 - -1"
    ) == [14, 5, 3, 2, -6, 20, -5, 2]


def test_arithmetic_inside_a_formula_goes_far_beyond_what_can_be_stored() -> None:
    big = "var a = 1000000000\nvar b = 1000000000"
    assert values(big, "a * b div b", "(a * b - a * b + 3)", "a * b mod 7", "(a + b) * 4 div a") == [
        10**9,
        3,
        10**18 % 7,
        8,
    ]


def test_a_number_without_a_range_runs_from_minus_to_plus_ten_to_the_ninth() -> None:
    assert values("var a = 0", "1000000000", "-1000000000") == [10**9, -(10**9)]
    text = sheet("""
        game "T"
        players 1
        var a = 1000000000
        turn
          a += 1  # here
        end when a is 0: draw""")
    assert faults(text) == "a number left its range"
    text = sheet("""
        game "T"
        players 1
        var a = -1000000000
        turn
          a -= 1  # here
        end when a is 0: draw""")
    assert faults(text) == "a number left its range"


def test_abs_takes_the_sign_away() -> None:
    assert values("var n = -3 in -5..5", "abs(n)", "abs(3)", "abs(n - 2)", "abs(0)") == [3, 3, 5, 0]


def test_max_and_min_of_listed_numbers() -> None:
    assert values("var n = 2 in 0..9", "max(n, 5)", "min(n, 5)", "max(1, n, 7, 3)", "min(4, 3, n + 3)") == [5, 2, 7, 3]


# ---------------------------------------------------------------- comparing


def test_is_and_is_not_compare_and_have_synonyms() -> None:
    holds(
        "var n = 3 in 0..9",
        "n is 3",
        "n is not 4",
        "n == 3",
        "n != 4",
        "n < 4",
        "n <= 3",
        "n > 2",
        "n >= 3",
        "not n is 4",
    )
    assert truths("var n = 3 in 0..9", "n is not 3", "n != 3", "n < 3", "n > 3") == [False] * 4


def test_values_of_an_enumeration_are_compared() -> None:
    holds(SUITS, "sure is clubs", "sure is not hearts", "chosen is none", "sure is not none", first="nothing")
    holds(SUITS, "chosen is hearts", "chosen is not none", "chosen is not clubs", first="chosen = hearts")


def test_membership_in_ranges_sets_and_kinds() -> None:
    world = SUITS + "\nvar n = 3 in 0..9"
    holds(
        world,
        "n is in 1..3",
        "n is not in 4..9",
        "n is not in 3..1",
        "n is in 3..3",
        "sure is in suits",
        "chosen is not in suits",
    )
    holds(
        world,
        "me is in players",
        "me is not in others",
        "2 is not in (all x in 1..9 with x mod 2 is 1)",
        "clubs is in (all s in suits with s is not hearts)",
    )


def test_a_range_that_runs_down_is_empty() -> None:
    holds(
        "",
        "(all n in 3..1 with yes).count is 0",
        "no n in 3..1 with yes",
        "every n in 3..1 has n is 7",
        "count(n in 3..1) is 0",
        "sum(n for n in 3..1) is 0",
    )


def test_empty_fits_sets_and_zones_and_cells() -> None:
    world = sheet("""
        cards card, copies 2
        zone deck of card, holds all cards
        zone pile of card
        board grid 2 x 2 of square, holds 1 man
        things man (men), up to 3""")
    world += "\nvar spot: square"
    first = sheet("""
        let m = create man
        move m to spot
        if pile is not empty: move deck to pile""")
    holds(
        world,
        "pile is empty",
        "deck is not empty",
        "spot is not empty",
        "spot.next is empty",
        "(all c in deck with no) is empty",
        first=first,
    )


# ---------------------------------------------------------------- and, or, not


def test_and_or_not() -> None:
    assert truths(
        "var y = yes\nvar n = no",
        "y and y",
        "y and n",
        "n or y",
        "n or n",
        "not n",
        "not y",
        "(y or n) and y",
        "(y and n) or n",
    ) == [
        True,
        False,
        True,
        False,
        True,
        False,
        True,
        False,
    ]


def test_and_stops_when_it_is_decided() -> None:
    world = "var zero = 0 in 0..5\nvar two = 2 in 0..5"
    holds(world, "not (zero > 0 and 10 div zero > 1)", "zero is 0 or 10 div zero > 1", "two is 2 and 10 div two is 5")


def test_or_stops_before_a_fault_but_not_after_it() -> None:
    text = sheet("""
        game "T"
        players 1
        var zero = 0 in 0..5
        turn
          if 10 div zero > 1 or zero is 0: me wins  # here
        end when zero is 4: draw""")
    assert faults(text) == "division by zero"


def test_mixed_and_and_or_need_brackets() -> None:
    caught(
        sheet("""
        game "T"
        players 2
        var a = yes
        turn: go
        action go
          when a and a «or» a
          a = no
        end when not a: draw""")
        .replace("«or»", "or")
        .replace("when a", "when «a»"),
        "brackets",
    )


def test_if_else_chooses_and_is_chained_to_the_right() -> None:
    world = "var n = 2 in 0..9"
    chain = "10 if n is 1 else 20 if n is 2 else 30"
    assert values(world, chain, first="n = 1") == [10]
    assert values(world, chain, first="n = 2") == [20]
    assert values(world, chain, first="n = 3") == [30]


def test_only_the_chosen_side_of_if_else_is_computed() -> None:
    assert values("var zero = 0 in 0..9", "5 if zero is 0 else 10 div zero", "10 div zero if zero > 0 else 6") == [5, 6]


# ---------------------------------------------------------------- none

THINGS = sheet("""
    enum suit: clubs, hearts
    cards card
      | name | cost | wild | of     |
      | Ace  | 3    | yes  | hearts |
      | Two  | 2    | no   |        |
      mark = 4 in 0..9
    zone deck of card, holds all cards
    var held: card or none
    var pick: player or none
    var number: suit or none
    each player
      coins = 5
      rich = yes
""")


def test_a_property_of_none_is_none_or_zero_or_no() -> None:
    holds(
        THINGS,
        "held.cost is 0",
        "not held.wild",
        "held.of is none",
        "held.mark is 0",
        "pick.coins is 0",
        "not pick.rich",
        "held.of.number is 0",
    )


def test_an_empty_cell_is_none_or_zero() -> None:
    world = sheet("""
        enum suit: clubs, hearts
        enum tool
          | name | cost | of |
          | saw | 3 | clubs |
          | axe |  |  |""")
    holds(world, "saw.cost is 3", "axe.cost is 0", "saw.of is clubs", "axe.of is none")


def test_a_card_that_is_there_has_its_properties() -> None:
    holds(
        THINGS,
        "held.cost is 3",
        "held.wild",
        "held.of is hearts",
        "held.mark is 4",
        "held is Ace",
        "held is card",
        first="held = bottom of deck",
    )


def test_sum_max_and_min_pass_over_none() -> None:
    world = sheet("""
        var last: player or none
        var order[1..3]: player or none
        each player
          goal: seat_no or none
        enum seat_no: a, b, c""")
    first = "my goal = b"
    assert values(world, "max(p.goal.number for p in players with p.goal is not none)", first=first) == [2]
    assert values(world, "count(p in players with p.goal is none)", first=first) == [2]
    assert values(
        "",
        "sum(n if n is not 2 else none for n in 1..3)",
        "min(n if n is not 1 else none for n in 1..3)",
        "max(none if n is 3 else n for n in 1..3)",
    ) == [4, 2, 2]


def test_the_sum_of_nothing_is_zero_and_its_maximum_none() -> None:
    holds(
        "",
        "sum(n for n in 3..1) is 0",
        "max(n for n in 3..1) is none",
        "min(n for n in 3..1) is none",
        "max(n for n in 1..3) is not none",
    )


def test_an_assignment_through_none_is_a_fault() -> None:
    text = sheet("""
        game "T"
        players 2
        var pick: player or none
        each player
          coins = 5
        turn
          pick.coins += 1  # here
        end when coins(me) is 0: draw
        define coins(p): p.coins""")
    assert (
        faults(text.replace("define coins(p): p.coins", "define wealth(p): p.coins").replace("coins(me)", "wealth(me)"))
        == "something was assigned through `none`"
    )


def test_division_by_zero_is_a_fault() -> None:
    text = sheet("""
        game "T"
        players 2
        var n = 0 in 0..9
        turn
          n = 5 {} n  # here
        end when n is 9: draw""")
    assert faults(text.format("div")) == "division by zero"
    assert faults(text.format("mod")) == "division by zero"


def test_a_real_quotient_belongs_to_lead_and_track_only() -> None:
    caught(
        sheet("""
        game "T"
        players 2
        var n = 0 in 0..9
        turn
          n = «5» / 2
        end when n is 9: draw"""),
        "rounded",
    )


def test_max_and_min_of_listed_numbers_pass_over_none() -> None:
    world = "var x: number or none\nvar y: number or none\nvar n = -3 in -9..9"
    holds(
        world, "max(n, x) is -3", "min(4, x) is 4", "max(x, y) is none", "min(x, none, n) is -3", "max(x, y) + 1 is 1"
    )
    holds(world, "max(n, x) is 5", "min(x, y) is 5", "max(x, y, 9) is 9", first="x = 5")


def test_a_card_is_never_the_design_of_another_kind() -> None:
    text = sheet("""
        game "T"
        players 1
        cards card: each rank in 1..2
        cards token
          | name | worth |
          | Gem  | 1     |
        zone deck of card, holds all cards
        zone box of token, holds all tokens
        turn: go
        action go(c in deck)
          when «c is Gem»
          nothing
        end when turn.number > 9: draw
    """)
    caught(text, "a card can never be")


QUARTERS = sheet("""
    game "T"
    players 3
    param pace = 2, 4, 6
    var n = 3 in 0..9
    var x[1..6] = 5 in 0..9
    define half(a): a / 2
    define sixth(a): x[a]
    turn: me may do go
    action go
    end when turn.number > 9: draw
""")


def test_where_fractions_are_allowed_a_definition_can_be_given_one() -> None:
    done = play(
        QUARTERS.replace("define sixth(a): x[a]\n", ""), "half(n)", "half(n / 2)", "half(half(n))", "half(n) * 2"
    )
    assert done.seen() == [1.5, 0.75, 0.75, 3.0]


@pytest.mark.parametrize(
    "formula", ["x[«n» / 2]", "pace[«n» / 2]", "left(me, «n» / 2).number", "me.right(«n» / 2).number", "players[«n» / 2].number"]
)  # fmt: skip
def test_an_index_is_a_whole_number_also_where_fractions_are_allowed(formula: str) -> None:
    caught(f'{QUARTERS}track "t": {formula} + sixth(1)\n', "a whole number is needed")


def test_a_fraction_given_to_a_definition_that_uses_it_as_an_index() -> None:
    caught(QUARTERS.replace("x[a]", "x[«a»]") + 'track "t": sixth(n / 2)\n', "a whole number is needed")


def test_the_least_of_numbers_that_may_be_none_is_bounded_by_those_that_are_not() -> None:
    world = "var x: number or none\nvar y = 0 in 0..9\nvar z = 0 in 0..99"
    first = "y = random n in 5..min(5, x)\nfor n in 3..min(4, x) by -n: z = z * 10 + n"
    assert values(world, "y", "z", first=first) == [5, 43]
    assert values(world, "z", first="x = 3\n" + first.split("\n")[1]) == [3]
    holds(world, "max(4, x) is 7", "min(x, 9) is 7", "max(x, none) is 7", first="x = 7")

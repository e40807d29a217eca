"""Actions: legal ways, conditions, payments, and the forms of doing them (language, sections 4 and 5)."""

from __future__ import annotations

from tests.language_meaning.both_runs import caught, faults, play, sheet

# ---------------------------------------------------------------- legal ways


def test_the_legal_ways_are_all_values_for_which_every_when_holds() -> None:
    text = sheet("""
        game "T"
        players 1
        var n = 0 in 0..999
        turn: go
        action go(a in 1..4, b in 1..4)
          when a < b
          when a + b is not 5
          n += a * b
        end when n > 900: draw""")
    assert play(text).options == ["go a 1 b 2", "go a 1 b 3", "go a 2 b 4", "go a 3 b 4"]


def test_later_parameters_may_use_earlier_ones() -> None:
    text = sheet("""
        game "T"
        players 1
        var n = 0 in 0..999
        turn: go
        action go(a in 1..3, b in a..3)
          n += a * b
        end when n > 900: draw""")
    assert len(play(text).options) == 6
    assert play(text, "n").do("go a 2 b 3").see("n") == 6


def test_parameters_may_be_players_values_cells_and_directions() -> None:
    text = sheet("""
        game "T"
        players 3 named A, B, C
        enum colour: red, blue
        board grid 2 x 1 of cell
        var n = 0 in 0..9
        turn: go
        action go(p in others, c in colours, x in cells, d in directions)
          when x.step(d) is not none
          n += 1
        end when n is 9: draw""")
    table = play(text)
    assert len(table.options) == 2 * 2 * 2
    assert all(option.split()[1] in "BC" for option in table.options)


def test_let_stands_among_the_conditions_and_is_known_in_the_effects() -> None:
    text = sheet("""
        game "T"
        players 1
        var n = 0 in 0..999
        turn: go
        action go(a in 1..4)
          let square = a * a
          when square > 3
          let more = square + 1
          when more is not 10
          n += more
        end when n > 900: draw""")
    table = play(text, "n")
    assert table.options == ["go 2", "go 4"]
    assert table.do("go 4").see("n") == 17


def test_conditions_read_the_state_of_now() -> None:
    text = sheet("""
        game "T"
        players 1
        var n = 2 in 0..99
        turn: take
        action take(k in 1..3)
          when k <= n
          n -= k
        end when n is 0: me wins""")
    table = play(text)
    assert table.options == ["take 1", "take 2"]
    assert table.do("take 1").over  # one way that can't be refused is taken without asking


def test_one_legal_way_is_taken_without_asking_and_counted_as_a_move() -> None:
    text = sheet("""
        game "T"
        players 1
        var n = 0 in 0..99
        turn: go
        action go
          n += 1
        end when n is 5: me wins""")
    table = play(text, "n")
    assert table.over and table.moves == 5
    asked = play(text, "n", ask_forced=True)
    assert asked.options == ["go"] and asked.see("n") == 0


def test_an_action_without_parameters_may_be_impossible() -> None:
    text = sheet("""
        game "T"
        players 1
        var n = 0 in 0..99
        turn: one of go, jump
        action go
          when n < 2
          n += 1
        action jump
          n += 10
        end when n > 50: draw""")
    table = play(text)
    assert table.options == ["go", "jump"]
    assert table.do("go", "go").over  # only jumps are left


# ---------------------------------------------------------------- if able


def test_if_able_leaves_only_the_ways_that_fit() -> None:
    text = sheet("""
        game "T"
        players 1
        var n = 0 in 0..99
        var strict = yes
        turn: go
        action go(a in 1..6)
          if able, a mod 2 is 0 when strict
          n += a
        end when n > 90: draw""")
    assert play(text).options == ["go 2", "go 4", "go 6"]
    assert len(play(text.replace("strict = yes", "strict = no")).options) == 6


def test_if_able_changes_nothing_where_no_way_fits() -> None:
    text = sheet("""
        game "T"
        players 1
        var n = 0 in 0..99
        turn: go
        action go(a in 1..3)
          if able, a > 7
          n += a
        end when n > 90: draw""")
    assert play(text).options == ["go 1", "go 2", "go 3"]


def test_if_able_lines_apply_one_after_the_other_to_what_remains() -> None:
    text = sheet("""
        game "T"
        players 1
        var n = 0 in 0..99
        turn: go
        action go(a in 1..9)
          when a is not 6
          if able, a mod 2 is 0
          if able, a > 6
          if able, a is 9
          n += a
        end when n > 90: draw""")
    table = play(text, "n")
    assert table.over and table.see("n") == 96  # only 8 is left, again and again


def test_if_able_comes_after_all_when() -> None:
    text = sheet("""
        game "T"
        players 1
        var n = 0 in 0..99
        turn: go
        action go(a in 1..6)
          if able, a > 4
          when a < 5
          n += a
        end when n > 90: draw""")
    assert play(text).options == ["go 1", "go 2", "go 3", "go 4"]


def test_following_suit() -> None:
    text = sheet("""
        game "T"
        players 2 named A, B
        enum suit: clubs, hearts
        cards card: each suit, each rank in 1..4
        zone deck of card, in order, holds all cards
        zone table of card
        each player
          zone hand of card
        var led: suit or none
        setup
          move (all c in deck with c.rank > 2) to B.hand
          move deck to A.hand
        turn: follow
        action follow(c in my hand)
          if able, c.suit is led when led is not none
          if led is none: led = c.suit
          move c to table
        end when table.count > 6: draw
    """)
    table = play(text)
    assert table.options == ["follow clubs 1", "follow clubs 2", "follow hearts 1", "follow hearts 2"]
    assert table.do("follow hearts 1").options == ["follow hearts 3", "follow hearts 4"]
    assert table.do("follow hearts 4").options == [
        "follow clubs 1",
        "follow clubs 2",
    ]  # hearts 2 was the only one, and forced


# ---------------------------------------------------------------- afterwards


def test_when_afterwards_looks_at_the_state_after_the_effects() -> None:
    text = sheet("""
        game "T"
        players 1
        var n = 5 in 0..99
        var tried = 0 in 0..99
        turn: go
        action go(a in 1..6)
          when afterwards n mod 2 is 0 and n < 40
          n += a
          tried += 1
        end when n > 90: draw""")
    table = play(text, "n", "tried")
    assert table.options == ["go 1", "go 3", "go 5"]
    assert table.seen() == [5, 0]
    assert table.do("go 3").seen() == [8, 1] and table.options == ["go 2", "go 4", "go 6"]


def test_afterwards_sees_what_procedures_and_moves_did() -> None:
    text = sheet("""
        game "T"
        players 1
        board grid 3 x 1 of square, holds 1 man
        things man (men), copies 1
        var home: square
        setup: move men to squares[1, 1]
        turn: go
        action go(x in squares)
          when x is empty
          when afterwards (first m in men).square is not home and home is empty
          travel(x)
        to travel(x)
          move men to x
          home = squares[2, 1]
        end when turn.number > 9: draw
    """)
    table = play(text, "squares[1, 1].man.count")
    assert table.over  # only the third square fits; then there is no way left: but 2 holds nobody


# ---------------------------------------------------------------- pay

PURSE = sheet("""
    game "T"
    players 2 named A, B
    enum good: wood, clay
    var bank = 0 in 0..99
    var stock[good] = 0 in 0..99
    each player
      coins = 5 in 0..99
      goods[good] = 2 in 0..99
    turn: one of buy, build, give_up
    action buy(n in 1..9)
      pay n * 2 from my coins to bank
    action build(g in goods)
      pay 2 g, 1 wood from my goods to stock
    action give_up
      me loses
""")


def test_a_payment_at_the_top_of_an_action_is_also_a_condition() -> None:
    table = play(PURSE, "bank", "A.coins")
    assert [o for o in table.options if o.startswith("buy")] == ["buy 1", "buy 2"]
    assert table.do("buy 2").seen() == [4, 1]


def test_payments_of_one_action_are_added_up() -> None:
    text = PURSE.replace("goods[good] = 2", "goods[good] = 3")
    assert [o for o in play(PURSE).options if o.startswith("build")] == ["build clay"]
    table = play(text, "stock[wood]", "stock[clay]", "A.goods[wood]", "A.goods[clay]")
    assert [o for o in table.options if o.startswith("build")] == ["build clay", "build wood"]
    assert table.do("build wood").seen() == [3, 0, 0, 3]


def test_two_payments_from_one_purse_must_both_be_possible() -> None:
    text = sheet("""
        game "T"
        players 1
        var coins = 5 in 0..99
        var n = 0 in 0..9
        turn: one of buy, rest
        action buy(k in 1..3)
          pay k from coins
          pay k from coins
          n += k
        action rest
          coins += 1
        end when n > 8: draw""")
    assert play(text).options == ["buy 1", "buy 2", "rest"]


def test_payment_from_a_zone_moves_that_many_of_that_design() -> None:
    text = sheet("""
        game "T"
        players 1
        cards card
          | name | copies |
          | egg  | 3 |
          | hen  | 1 |
        zone hand of card, holds all cards
        zone discard of card
        turn: one of cook, hatch, rest
        action cook
          pay 2 egg from hand to discard
        action hatch
          pay 2 hen from hand to discard
        action rest
          nothing
        end when turn.number > 9: draw
    """)
    table = play(text, "count(c in discard with c is egg)", "hand.count")
    assert table.options == ["cook", "rest"]
    assert table.do("cook").seen() == [2, 2]


def test_payment_below_zero_is_a_fault_where_it_is_no_condition() -> None:
    text = sheet("""
        game "T"
        players 1
        var coins = 1 in 0..9
        turn: go
        action go(n in 1..2)
          if n > 0
            pay 3 from coins  # here
        end when coins is 9: draw""")
    assert faults(text, "go 1") == "a number left its range"


# ---------------------------------------------------------------- otherwise, one of, may

CHAIN = sheet("""
    game "T"
    players 2 named A, B
    var jumps = 0 in 0..9
    var slides = 0 in 0..9
    var n = 0 in 0..99
    turn: jump otherwise slide otherwise n += 7
    action jump(k in 1..3)
      when k <= jumps
      n += k
    action slide(k in 1..3)
      when k <= slides
      n += 10 * k
    end when n > 60: draw
""")


def test_otherwise_runs_where_there_is_no_legal_way() -> None:
    assert play(CHAIN.replace("jumps = 0", "jumps = 2")).options == ["jump 1", "jump 2"]
    assert play(CHAIN.replace("slides = 0", "slides = 2")).options == ["slide 1", "slide 2"]
    table = play(CHAIN, "n")
    assert table.over and table.see("n") == 63


def test_no_legal_way_and_no_otherwise_is_a_fault() -> None:
    assert (
        faults(
            sheet("""
        game "T"
        players 1
        var n = 0 in 0..9
        turn
          go  # here
        action go(k in 1..3)
          when n > 2
          n += k
        end when n is 9: draw""")
        )
        == "no legal action"
    )


def test_one_of_offers_several_actions_and_given_parameters() -> None:
    text = sheet("""
        game "T"
        players 1
        var n = 0 in 0..99
        turn: one of go(2), jump, skip
        action go(a in 1..3, b in 1..2)
          n += a * b
        action jump(k in 5..6)
          n += k
        action skip
          when n > 3
          nothing
        end when n > 90: draw""")
    table = play(text)
    assert table.options == ["go a 2 b 1", "go a 2 b 2", "jump 5", "jump 6"]
    assert "skip" in table.do("jump 5").options


def test_a_given_parameter_must_be_legal() -> None:
    text = sheet("""
        game "T"
        players 1
        var n = 0 in 0..99
        turn: go(7) otherwise n += 1
        action go(a in 1..3)
          n += 50
        end when n > 9: draw""")
    table = play(text, "n")
    assert table.over and table.see("n") == 10


def test_may_do_can_be_passed_and_is_asked_even_with_one_way() -> None:
    text = sheet("""
        game "T"
        players 2 named A, B
        var n = 0 in 0..99
        turn
          me may do go
          n += 1
        action go
          n += 10
        end when n > 60: draw""")
    table = play(text, "n")
    assert table.options == ["go", "pass"]
    assert table.do("pass").see("n") == 1 and table.actor == "B"
    assert table.do("go").see("n") == 12


def test_may_do_is_not_asked_where_nothing_is_legal() -> None:
    text = sheet("""
        game "T"
        players 2 named A, B
        var n = 0 in 0..99
        turn
          me may do one of go, jump
          n += 1
          rest
        action go
          when n > 1
          n += 10
        action jump
          when n > 98
          nothing
        action rest(k in 1..2)
          n += 1
        end when n > 60: draw""")
    table = play(text, "n")
    assert table.options == ["rest 1", "rest 2"]
    assert table.do("rest 1").options == ["go", "pass"]


def test_another_player_may_be_made_to_act() -> None:
    text = sheet("""
        game "T"
        players 2 named A, B
        each player
          n = 0 in 0..99
        turn
          left(me, 1) does go
          left(me, 1) may do go
        action go(k in 1..2)
          my n += k
        end when A.n > 9: draw""")
    table = play(text, "A.n", "B.n")
    assert table.actor == "B"
    assert table.do("go 2").actor == "B" and table.options == ["go 1", "go 2", "pass"]
    assert table.do("go 1").seen() == [0, 3] and table.actor == "A"


# ---------------------------------------------------------------- any number of


def test_any_number_goes_on_until_stop_is_chosen() -> None:
    text = sheet("""
        game "T"
        players 2 named A, B
        var n = 0 in 0..99
        turn: any number of go, jump
        action go
          n += 1
        action jump(k in 5..6)
          n += k
        end when n > 60: draw""")
    table = play(text, "n")
    assert table.options == ["go", "jump 5", "jump 6", "stop"]
    assert table.do("go", "jump 5", "go").actor == "A" and table.see("n") == 7
    assert table.do("stop").actor == "B"
    assert table.do("stop").actor == "A"


def test_any_number_ends_when_nothing_is_legal_or_the_limit_is_reached_or_while_fails() -> None:
    text = sheet("""
        game "T"
        players 2 named A, B
        var n = 0 in 0..99
        turn
          any number of go up to 3 times while n is not 5
          rest
        action go(k in 1..4)
          when n + k < 12
          n += k
        action rest(k in 1..2)
          n += 6
        end when turn.number > 60: draw
    """)
    table = play(text, "n")
    assert table.do("go 1", "go 1").options == ["go 1", "go 2", "go 3", "go 4", "stop"]
    assert table.do("go 1").options == ["rest 1", "rest 2"]  # three are done
    assert table.do("rest 1").options == ["go 1", "go 2", "stop"]
    assert table.do("go 2").options == ["rest 1", "rest 2"]  # nothing is legal
    assert play(text).do("go 4", "go 1").options == ["rest 1", "rest 2"]  # `while` fails


def test_the_number_of_times_is_taken_once() -> None:
    text = sheet("""
        game "T"
        players 2 named A, B
        var n = 0 in 0..99
        var most = 2 in 0..9
        turn
          any number of go up to most times
          n += 10
        action go
          most = 9
          n += 1
        end when n > 60: draw""")
    assert play(text, "n").do("go", "go").see("n") == 12


def test_maximizing_allows_only_beginnings_of_the_best_sequences() -> None:
    text = sheet("""
        game "T"
        players 2 named A, B
        var left[1..3] = 0 in 0..9
        var used = 0 in 0..99, each turn
        var spot = 0 in 0..20
        setup
          left[2] = 1
          left[3] = 1
        turn
          spot = 0
          left[2] = 1
          left[3] = 1
          any number of step maximizing used
          rest
        action step(d in 2..3)
          when left[d] > 0 and spot + d is not 2
          left[d] -= 1
          used += d
          spot += d
        action rest(k in 1..2)
          nothing
        end when turn.number > 9: draw
    """)
    table = play(text, "used", "spot")
    # 2 first is forbidden, so 3 then 2 is the only best sequence: both steps are forced
    assert table.options == ["rest 1", "rest 2"]
    assert table.seen() == [5, 5]


def test_maximizing_offers_all_beginnings_that_reach_the_greatest_value() -> None:
    text = sheet("""
        game "T"
        players 2 named A, B
        var left[1..3] = 0 in 0..9
        var used = 0 in 0..99
        turn
          used = 0
          for d in 1..3: left[d] = 1
          any number of step maximizing used
          rest
        action step(d in 1..3)
          when left[d] > 0 and used + d < 6
          left[d] -= 1
          used += d
        action rest(k in 1..2)
          nothing
        end when turn.number > 9: draw
    """)
    table = play(text, "used")
    assert table.options == ["step 2", "step 3"]  # who begins with 1 never reaches 5
    assert table.do("step 3").options == ["rest 1", "rest 2"] and table.see("used") == 5


LOOK = """
game "T"
players 2 named A, B
var used = 0 in 0..99, each turn
var spent = no, each turn
turn
  any number of step{} maximizing used{}
  rest
action step(d in 2..4)
  when not spent and used + d < 10
  used += d
  if d is 4: {}
action rest(k in 1..2)
  nothing
end when turn.number > 9: draw
"""


def test_maximizing_counts_only_as_many_as_are_allowed() -> None:
    # 4 ends all stepping: alone it is the best single step, but not the best of several
    assert play(LOOK.format(" up to 1 times", "", "spent = yes"), "used").see("used") == 4
    table = play(LOOK.format(" up to 2 times", "", "spent = yes"), "used")
    assert table.options == ["rest 1", "rest 2"] and table.see("used") == 7  # 3 and 4, both forced


def test_maximizing_ends_where_while_fails() -> None:
    table = play(LOOK.format("", " while used < 3", "spent = yes"), "used")
    assert table.options == ["rest 1", "rest 2"] and table.see("used") == 6  # 2, and 4 on top of it


def test_maximizing_ends_where_a_step_ends_the_turn() -> None:
    table = play(LOOK.format("", "", "end turn"), "used")
    assert table.options == ["step 2", "step 3"]  # with 4 there would be nothing more


# ---------------------------------------------------------------- can


def test_can_asks_whether_there_is_a_legal_way() -> None:
    text = sheet("""
        game "T"
        players 2 named A, B
        each player
          coins = 1 in 0..9
        var n = 0 in 0..9999
        setup: B.coins = 3
        turn
          n = 0
          if me can buy: n += 1
          if opponent can buy: n += 10
          if me can buy(2): n += 100
          if opponent can buy(2): n += 1000
          go
        action buy(k in 2..4)
          pay k from my coins
        action go(k in 1..2)
          me may do buy
        end when n is 5: draw""")
    assert play(text, "n").see("n") == 1010


def test_names_of_actions_are_values() -> None:
    text = sheet("""
        game "T"
        players 1
        enum role
          | name | blocks |
          | Guard | steal |
          | King | go |
        var n = 0 in 0..99
        turn: one of go, steal
        action go
          n += 1
        action steal
          n += 10
          if Guard.blocks is steal and King.blocks is not steal: n += 5
        end when n > 60: draw""")
    assert play(text, "n").do("steal").see("n") == 15


# ---------------------------------------------------------------- actions inside actions


def test_an_action_inside_another_is_part_of_it() -> None:
    text = sheet("""
        game "T"
        players 2 named A, B
        var n = 0 in 0..99
        var fired = 0 in 0..99
        turn: outer
        action outer(k in 1..2)
          n += 1
          inner
          n -= 1
        action inner(k in 1..2)
          n += 50
          n -= 50
        whenever n > 0
          fired += 1
          n = 0
        end when n > 0: me wins
    """)
    table = play(text, "fired").do("outer 1")
    assert table.options == ["inner 1", "inner 2"]
    table.do("inner 1")
    assert not table.over and table.see("fired") == 0


def test_a_procedure_used_inside_and_outside_of_actions_knows_the_difference() -> None:
    text = sheet("""
        game "T"
        players 2 named A, B
        var n = 0 in 0..99
        var fired = 0 in 0..99
        turn
          outer
          help
        action outer(k in 1..2)
          help
          n = 0
        action inner(k in 1..2)
          n = 1
        to help
          inner
        whenever n > 0
          fired += 1
          n = 0
        end when fired > 20: draw
    """)
    table = play(text, "fired").do("outer 1", "inner 1")
    assert table.see("fired") == 0
    assert table.do("inner 1").see("fired") == 1


# ---------------------------------------------------------------- mistakes


def test_conditions_come_first() -> None:
    caught(
        sheet("""
        game "T"
        players 1
        var n = 0 in 0..9
        turn: go
        action go(k in 1..2)
          n += 1
          «when k» is 1
        end when n is 9: draw"""),
        "before the effects",
    )


def test_a_choice_without_a_bound() -> None:
    caught(
        sheet("""
        game "T"
        players 1
        var n = 5
        turn: go
        action go(k in «1»..n)
          n -= k
        end when n is 0: draw"""),
        "no bound",
    )


def test_too_many_options() -> None:
    caught(
        sheet("""
        game "T"
        players 1
        var n = 5 in 0..9
        turn: go
        «action» go(a in 1..99999, b in 1..99999)
          n = 0
        end when n is 0: draw"""),
        "too many options",
    )


def test_too_many_options_in_play_are_a_fault_in_the_line_of_the_question() -> None:
    text = sheet("""
        game "T"
        players 1
        var n = 0 in 0..90000
        turn: go
        action go(k in 1..300, j in 1..most)  # here
          n = k * j
        param most = 300 in 1..300
        end when n is 0: draw""")
    assert faults(text) == "too many options"
    text = sheet("""
        game "T"
        players 1
        var n = 0 in 0..90000
        param most = 80000 in 1..90000
        turn
          me chooses k from 1..most: n = k  # here
        end when n is 7: draw""")
    assert faults(text) == "too many options"


def test_an_action_nothing_offers() -> None:
    caught(
        sheet("""
        game "T"
        players 1
        var n = 5 in 0..9
        turn: go
        action go(k in 1..2)
          n -= 1
        action «jump»
          n -= 2
        end when n is 0: draw"""),
        "no turn offers the action `jump`",
    )


def test_an_action_only_asked_about_is_not_offered() -> None:
    caught(
        sheet("""
        game "T"
        players 1
        var n = 5 in 0..9
        turn: go
        action go(k in 1..2)
          when me can jump
          n -= 1
        action «jump»
          n -= 2
        end when n is 0: draw"""),
        "no turn offers the action `jump`",
    )


def test_chance_and_questions_behind_afterwards() -> None:
    caught(
        sheet("""
        game "T"
        players 1
        var n = 5 in 0..9
        turn: go
        action go(k in 1..2)
          «when afterwards» n > 2
          let x = roll d6
          n = min(x, 9)
        end when n is 0: draw"""),
        "chance",
    )
    caught(
        sheet("""
        game "T"
        players 1
        var n = 5 in 0..9
        turn: go
        action go(k in 1..2)
          «when afterwards» n > 2
          me chooses j from 1..2: n = j
        end when n is 0: draw"""),
        "ask",
    )


def test_chance_and_questions_behind_maximizing() -> None:
    caught(
        sheet("""
        game "T"
        players 1
        var n = 5 in 0..9
        turn: «any number» of go maximizing n
        action go(k in 1..2)
          let x = roll d6
          n = x
        end when n is 0: draw"""),
        "chance or asks",
    )
    caught(
        sheet("""
        game "T"
        players 1
        var n = 5 in 0..9
        turn: «any number» of go maximizing n
        action go(k in 1..2)
          me chooses j from 1..2: n = j
        end when n is 0: draw"""),
        "ask",
    )

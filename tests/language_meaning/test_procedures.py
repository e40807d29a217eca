"""Definitions and procedures: what they are given, and what they answer."""

from __future__ import annotations

from tests.language_meaning.both_runs import caught, faults, holds, play, sheet, value, values
from tests.language_meaning.cards import CARDS


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


def test_a_procedure_that_ends_without_an_answer_does_not_answer_what_another_did() -> None:
    text = sheet("""
        game "T"
        players 2
        var n = 0 in 0..9
        turn: go
        action go
          let good = claim(me)
          if good: n = 5
          else: n = 1
          let other = claim(left(me))
          if other: n += 1
        to claim(p)
          let x = ask(p)
          let y = ask(p)
          if p.number > 2: answer yes
        to ask(p)
          p chooses k from 1..2
            answer k > 0
        end when turn.number is 3: draw
    """)
    game = play(text, "n")
    game.do("choose 1", "choose 2", "choose 1", "choose 2")
    assert game.see("n") == 1

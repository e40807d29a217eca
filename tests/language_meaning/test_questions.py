"""Questions inside effects: who is asked, what may be chosen, what happens when there is nothing (language, section 7)."""

from __future__ import annotations

from tests.language_meaning.both_runs import Play, play, sheet

HEAD = sheet("""
    game "T"
    players 3 named A, B, C
    var n = 0 in 0..99999
    var lo = 1 in 0..9
    var hi = 3 in 0..9
""")
TAIL = "\nend when turn.number > 40: draw"
CARDS = sheet("""
    cards card
      | name | v | copies |
      | ace  | 1 | 2 |
      | ten  | 5 | 1 |
      | king | 9 | 1 |
    zone deck of card, holds all cards
    zone pile of card
""")


def asked(body: str, more: str = "", *watch: str) -> Play:
    """A game whose turn is the given lines, and then a rest that always asks."""
    lines = "".join(f"  {line}\n" for line in body.strip("\n").split("\n"))
    return play(f"{HEAD}{more}turn\n{lines}  rest\naction rest(k in 8..9)\n  nothing{TAIL}", "n", *watch)


REST = ["rest 8", "rest 9"]

# ---------------------------------------------------------------- chooses


def test_chooses_binds_a_name_for_the_nested_lines() -> None:
    table = asked(
        sheet("""
        me chooses k from 1..3
          n += k
          n += 10 * k""")
    )
    assert table.options == ["choose 1", "choose 2", "choose 3"]
    assert table.do("choose 3").see("n") == 33 and table.options == REST


def test_with_narrows_what_may_be_chosen() -> None:
    assert asked("me chooses k from 1..6 with k mod 2 is 0 and k > lo: n += k").options == [
        "choose 2",
        "choose 4",
        "choose 6",
    ]


def test_one_candidate_that_must_be_chosen_is_taken_without_asking() -> None:
    table = asked("me chooses k from 3..3: n += k")
    assert table.options == REST and table.see("n") == 3 and table.moves == 1


def test_nothing_to_choose_skips_the_lines_and_runs_otherwise() -> None:
    table = asked(
        sheet("""
        me chooses k from 3..lo
          n += k
        otherwise: n += 70
        n += 1""")
    )
    assert table.options == REST and table.see("n") == 71
    assert asked("me chooses k from 3..lo: n += k\nn += 1").see("n") == 1


def test_may_choose_can_be_declined_and_is_asked_even_with_one_candidate() -> None:
    body = sheet("""
        me may choose k from 3..3
          n += k
        otherwise: n += 70
        n += 1""")
    table = asked(body)
    assert table.options == ["choose 3", "decline"]
    assert table.do("choose 3").see("n") == 4
    assert asked(body).do("decline").see("n") == 71


def test_may_choose_of_nothing_is_not_asked() -> None:
    table = asked(
        sheet("""
        me may choose k from 3..lo
          n += k
        otherwise: n += 70""")
    )
    assert table.options == REST and table.see("n") == 70


def test_another_player_may_be_asked_and_me_stays_who_it_was() -> None:
    table = asked("C chooses k from 1..2: n = n * 100 + me.number * 10 + k")
    assert table.actor == "C"
    assert table.do("choose 2").see("n") == 12 and table.actor == "A"


def test_each_player_may_be_asked_in_a_loop() -> None:
    table = asked(
        sheet("""
        for p in others
          p chooses k from 1..2
            n = n * 10 + k
            n = n * 10 + p.number""")
    )
    assert [table.actor, table.do("choose 2").actor, table.do("choose 1").actor] == ["B", "C", "A"]
    assert table.see("n") == 2213


def test_a_choice_inside_a_choice() -> None:
    table = asked(
        sheet("""
        me chooses a from 1..2
          B chooses b from a..2
            n = a * 10 + b
          n += 100""")
    )
    assert table.do("choose 1").actor == "B" and table.options == ["choose 1", "choose 2"]
    assert table.do("choose 2").see("n") == 112
    assert (
        asked(
            sheet("""
        me chooses a from 1..2
          B chooses b from a..2
            n = a * 10 + b
          n += 100""")
        )
        .do("choose 2")
        .see("n")
        == 122
    )


def test_values_of_every_kind_can_be_chosen() -> None:
    more = sheet("""
        enum colour: red, blue
        board grid 2 x 1 of cell
        var x: cell
    """)
    table = asked(
        sheet("""
        me chooses p from others: n = p.number
        me chooses c from colours: n = n * 10 + c.number
        me chooses q from cells: n = n * 10 + q.number"""),
        more,
    )
    assert table.options == ["choose B", "choose C"]
    assert table.do("choose C").options == ["choose blue", "choose red"]
    assert len(table.do("choose blue").options) == 2


def test_equal_cards_of_an_open_zone_are_one_option() -> None:
    table = asked("me chooses c from deck: move c to pile", CARDS, "deck.count", "sum(c.v for c in pile)")
    assert table.options == ["choose ace", "choose king", "choose ten"]
    assert table.do("choose ace").seen() == [0, 3, 1]
    assert table.do("rest 8").options == ["choose ace", "choose king", "choose ten"]


def test_cards_of_a_zone_in_order_are_chosen_by_position() -> None:
    table = asked(
        sheet("""
        me chooses c from deck
          n = c.position * 10 + c.v
          move c to pile"""),
        CARDS.replace("zone deck of card,", "zone deck of card, in order,"),
    )
    assert table.options == ["choose number 1", "choose number 2", "choose number 3", "choose number 4"]
    assert table.do("choose number 3").see("n") == 35


# ---------------------------------------------------------------- several at once


def test_chooses_several_picks_a_set_one_at_a_time_so_that_every_subset_has_one_path() -> None:
    body = "me chooses 2 ks from 1..4: n = sum(ks) * 10 + ks.count"
    table = asked(body)
    assert table.options == ["choose 1", "choose 2", "choose 3"]  # 4 would leave too few
    assert table.do("choose 2").options == ["choose 3", "choose 4"]
    assert table.do("choose 4").see("n") == 62
    paths = 0
    for first in asked(body).options:
        paths += max(1, len([o for o in asked(body).do(first).options if o.startswith("choose")]))
    assert paths == 6


def test_the_last_pick_that_is_the_only_one_left_is_not_asked() -> None:
    assert asked("me chooses 2 ks from 1..4: n = sum(ks)").do("choose 3").see("n") == 7


def test_fewer_than_wanted_are_all_taken_without_asking() -> None:
    table = asked("me chooses 3 ks from 1..2: n = sum(ks) * 10 + ks.count")
    assert table.options == REST and table.see("n") == 32


def test_exactly_as_many_as_wanted_are_taken_without_asking() -> None:
    table = asked("me chooses 2 ks from 1..2: n = sum(ks) * 10 + ks.count")
    assert table.options == REST and table.see("n") == 32


def test_several_of_nothing_runs_otherwise() -> None:
    assert (
        asked(
            sheet("""
        me chooses 2 ks from 3..lo
          n += 1
        otherwise: n += 70""")
        ).see("n")
        == 70
    )


def test_up_to_allows_fewer_and_none() -> None:
    body = "me chooses up to 2 ks from 1..3: n = sum(ks) * 10 + ks.count + 500"
    table = asked(body)
    assert table.options == ["choose 1", "choose 2", "choose 3", "stop"]
    assert table.do("choose 2").options == ["choose 3", "stop"]
    assert table.do("stop").see("n") == 521
    assert asked(body).do("stop").see("n") == 500
    assert asked(body).do("choose 1", "choose 2").see("n") == 532


def test_any_number_allows_all_and_none() -> None:
    body = "me chooses any number of ks from 1..3: n = sum(ks) * 10 + ks.count + 500"
    assert asked(body).do("choose 1", "choose 2", "choose 3").see("n") == 563
    assert asked(body).do("stop").see("n") == 500
    assert asked(body).do("choose 3").see("n") == 531


def test_up_to_of_nothing_runs_otherwise() -> None:
    table = asked(
        sheet("""
        me chooses up to 2 ks from 3..lo
          n += 1
        otherwise: n += 70""")
    )
    assert table.options == REST and table.see("n") == 70


def test_several_cards_are_chosen_and_moved() -> None:
    table = asked(
        "me chooses 2 cs from deck with c_ok(cs): move cs to pile".replace(" with c_ok(cs)", ""),
        CARDS,
        "pile.count",
        "deck.count",
    )
    first = table.options[0]
    table.do(first)
    while table.options != REST:
        table.do(table.options[0])
    assert table.seen()[1:] == [2, 2]


def test_a_chosen_set_can_be_walked_and_counted() -> None:
    table = asked(
        sheet("""
        me chooses any number of ks from 1..4
          for k in ks: n = n * 10 + k
          if 2 is in ks: n += 5000""")
    )
    assert table.do("choose 2", "choose 3", "stop").see("n") == 5023


# ---------------------------------------------------------------- named alternatives


def test_named_options_run_their_lines() -> None:
    body = sheet("""
        me chooses way
          option build: n += 1
          option trade when lo > 5: n += 10
          option wait_here
        n += 100""")
    table = asked(body)
    assert table.options == ["choose build", "choose wait_here"]
    assert table.do("choose build").see("n") == 101
    assert asked(body).do("choose wait_here").see("n") == 100


def test_the_chosen_option_is_known_afterwards() -> None:
    table = asked(
        sheet("""
        me chooses way
          option build
          option trade
        if way is trade: n += 7""")
    )
    assert table.do("choose trade").see("n") == 7


def test_named_options_may_be_declined() -> None:
    table = asked(
        sheet("""
        me may choose way
          option build: n += 1
          option trade: n += 2
        n += 100""")
    )
    assert table.options == ["choose build", "choose trade", "decline"]
    assert table.do("decline").see("n") == 100


def test_no_possible_option_is_not_asked_and_leaves_none() -> None:
    body = sheet("""
        me chooses way
          option build when lo > 5: n += 1
          option trade when lo > 6: n += 2
        if way is none: n += 30
        n += 100""")
    table = asked(body)
    assert table.options == REST and table.see("n") == 130


# ---------------------------------------------------------------- first to say


def test_the_first_to_say_binds_who_it_was() -> None:
    body = sheet("""
        first q in others to say "challenge"
          n = q.number
        otherwise: n = 70
        n += 100""")
    table = asked(body)
    assert table.actor == "B" and table.options == ["challenge", "no challenge"]
    assert table.do("challenge").see("n") == 102
    later = asked(body).do("no challenge")
    assert later.actor == "C"
    assert later.do("challenge").see("n") == 103
    assert asked(body).do("no challenge", "no challenge").see("n") == 170


def test_first_to_say_asks_only_those_who_fit_and_in_order() -> None:
    body = 'first q in players from C with q is not A to say "stop"\n  n = q.number'
    table = asked(body)
    assert table.actor == "C"
    assert table.do("no stop").actor == "B"


# ---------------------------------------------------------------- where questions may stand


def test_a_procedure_may_ask_and_answer() -> None:
    more = sheet("""
        to bid(p, most)
          p chooses k from 1..most
            answer k * 2
          answer 0
    """)
    table = asked(
        sheet("""
        let x = bid(B, 3)
        n = x
        n += bid_of_c""").replace("\nn += bid_of_c", ""),
        more,
    )
    assert table.actor == "B"
    assert table.do("choose 3").see("n") == 6


def test_the_answer_of_an_asking_procedure_may_be_assigned() -> None:
    more = sheet("""
        to bid(p)
          p chooses k from 1..2: answer k
        each player
          offer = 0 in 0..9
    """)
    table = asked("for p in players: p.offer = bid(p)\nn = A.offer * 100 + B.offer * 10 + C.offer", more)
    assert table.do("choose 2", "choose 1", "choose 2").see("n") == 212


def test_running_off_the_end_answers_none() -> None:
    more = sheet("""
        to pick(p)
          p chooses k from 1..2
            if k is 2: answer left(p, 1)
    """)
    body = "let q = pick(B)\nn = 50 if q is none else q.number"
    assert asked(body, more).do("choose 1").see("n") == 50
    assert asked(body, more).do("choose 2").see("n") == 3


def test_a_procedure_that_asks_may_call_itself() -> None:
    more = sheet("""
        to dig(depth)
          me chooses k from 1..2
            n = n * 10 + k
            if k is 1 and depth < 4: dig(depth + 1)
          n += 1000
    """)
    table = asked("dig(1)\ndig(3)", more)
    assert table.do("choose 1", "choose 1", "choose 2").see("n") == 3112
    assert table.do("choose 2").see("n") == (3112 * 10 + 2 + 1000)


def test_questions_inside_conditions_loops_and_repeats() -> None:
    table = asked(
        sheet("""
        repeat 2 times
          me chooses k from 1..2
            if k is 2
              me chooses j from 5..6: n += j
            else
              n += 1
        repeat while n < 9
          me chooses k from 1..2: n += k""")
    )
    assert table.do("choose 1", "choose 2", "choose 6").see("n") == 7
    assert table.do("choose 1").see("n") == 8
    assert table.do("choose 1").options == REST


def test_local_names_outlive_a_question() -> None:
    table = asked(
        sheet("""
        let a = lo + 4
        let b = left(me, 2)
        let cs = all k in 1..3 with k is not 2
        me chooses k from 1..2: n = a * 1000 + b.number * 100 + sum(cs) * 10 + k""")
    )
    assert table.do("choose 2").see("n") == 5342


def test_a_local_name_can_be_changed_across_questions() -> None:
    table = asked(
        sheet("""
        let total = 0
        repeat 3 times
          me chooses k from 1..2: total += k
        n = total""")
    )
    assert table.do("choose 2", "choose 2", "choose 1").see("n") == 5


def test_who_has_left_is_never_asked() -> None:
    more = "setup: B leaves game\n"
    table = asked("B chooses k from 1..2: n += k\nC chooses k from 1..2: n += 10 * k", more)
    assert table.actor == "C"


def test_a_secret_choice_is_asked_like_any_other() -> None:
    assert asked("B secretly chooses k from 1..2: n += k").do("choose 2").see("n") == 2


# ---------------------------------------------------------------- several cards


def paths(text_body: str, more: str) -> set[tuple[str, ...]]:
    """All ways to answer a choice of several, as the options taken."""
    found: set[tuple[str, ...]] = set()
    waiting: list[tuple[str, ...]] = [()]
    while waiting:
        way = waiting.pop()
        table = asked(text_body, more).do(*way)
        if table.options == REST:
            assert way not in found
            found.add(way)
            continue
        waiting.extend((*way, option) for option in table.options)
    return found


def test_equal_cards_are_merged_when_several_are_chosen() -> None:
    assert len(paths("me chooses 2 cs from deck: move cs to pile", CARDS)) == 4  # two aces, or two different ones


def test_any_number_of_equal_cards_has_one_way_for_each_number_of_copies() -> None:
    assert len(paths("me chooses any number of cs from deck: move cs to pile", CARDS)) == 3 * 2 * 2


def test_chosen_cards_are_the_ones_that_move() -> None:
    body = "me chooses up to 3 cs from deck: move cs to pile"
    table = asked(body, CARDS, "count(c in pile with c is ace)", "pile.count")
    assert table.do("choose ace", "choose ace", "choose king").seen() == [0, 2, 3]


def test_several_cards_of_a_zone_in_order_are_chosen_by_position() -> None:
    more = CARDS.replace("zone deck of card,", "zone deck of card, in order,")
    table = asked("me chooses 2 cs from deck: move cs to pile", more, "sum(c.v for c in pile)")
    assert table.options == ["choose number 1", "choose number 2", "choose number 3"]
    assert table.do("choose number 3").see("sum(c.v for c in pile)") == 14


def test_alone_one_chooses_several_cards_of_an_own_hand() -> None:
    text = sheet("""
        game "T"
        players 1
        cards card: each rank in 1..4
        zone deck of card, holds all cards
        zone heap of card
        each player
          zone hand of card, seen by owner
        setup: deal 3 from deck to hand
        turn
          me chooses up to 2 cs from my hand: move cs to heap
        end when turn.number is 2: me wins
    """)
    game = play(text).do("choose 2")
    assert game.options == ["choose 3", "choose 4", "stop"]

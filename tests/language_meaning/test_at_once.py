"""Several answers of everybody before anything happens (language, section 9)."""

from __future__ import annotations

from tests.language_meaning.both_runs import caught, play, sheet

ORDERS = sheet("""
    game "Orders"
    players 2
    enum order: hold, march, raid
    things army, copies 2 each player
      steps = 0 in 0..9
    each player
      points = 0 in 0..999999
      bids = 2 in 0..3
      zone camp of army
    setup
      for a in armies: move a to (a.owner).camp
    play
      at once, each p in players
        for a in p.camp
          p chooses o from orders with o is not raid or a.number > 2
        repeat p.bids times
          p chooses k from 1..3
            if k is 3: end loop
      then
        for p in players
          for a in p.camp with o[p, a] is march: a.steps += 1
          for i in 1..3
            p.points = p.points * 10 + (k[p, i] if k[p, i] is not none else 9)
        players[1].bids = 1 if o[players[1], players[2].camp[1]] is none else 0
    score(p): p.points
    winner: highest score
""")


def test_each_pass_of_a_loop_has_an_answer_of_its_own() -> None:
    table = play(ORDERS, "sum(a.steps for a in armies)", "players[1].points", "players[2].points", "players[1].bids")
    assert table.options == ["choose hold", "choose march"]
    table.do("choose march", "choose hold", "choose 1", "choose 2")
    assert table.options == ["choose hold", "choose march", "choose raid"]
    table.do("choose raid", "choose march", "choose 3")
    assert table.over
    assert table.seen() == [2, 129, 399, 1]


def test_what_was_answered_earlier_is_gone() -> None:
    text = ORDERS.replace("play\n", "play: repeat 2 times: round_of_orders\nstage round_of_orders\n", 1)
    text = text.replace("    players[1].bids = 1 if", "    players[1].bids = 0 if").replace(
        "is none else 0", "is none else 3"
    )
    table = play(text, "players[1].points", "players[2].points")
    table.do("choose hold", "choose hold", "choose 1", "choose 2", "choose hold", "choose hold", "choose 3")
    assert table.seen() == [129, 399]
    table.do("choose hold", "choose hold", "choose hold", "choose hold", "choose 3")
    assert table.over
    assert table.seen() == [129999, 399399]


def test_only_questions_tests_and_loops_stand_before_then() -> None:
    head = 'game "T"\nplayers 2\nvar n = 0 in 0..9\nscore(p): n\nwinner: highest score\nplay\n  at once, each p in players\n'
    for line in (
        "    for i in 1..2: «n += 1»\n",
        "    p chooses k from 1..2: «n += 1»\n",
        "    if n > 2\n      «end game»\n",
    ):
        caught(head + line + "  then\n    n = 3\n", "may only ask")


def test_an_answer_is_asked_for_with_the_pass_of_its_loop() -> None:
    head = 'game "T"\nplayers 2\nvar n = 0 in 0..9\nscore(p): n\nwinner: highest score\nplay\n  at once, each p in players\n    repeat 2 times\n      p chooses k from 1..3\n'
    caught(head + "  then\n    n = «k[players[1]]»\n", "which pass of the loop")
    plain = head.replace("    repeat 2 times\n      p", "    p")
    caught(plain + "  then\n    n = «k[players[1], 2]»\n", "one index")

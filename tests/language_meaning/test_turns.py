"""Setup, play, turns, rounds and stages: who has the turn, in which order, how often (language, section 4)."""

from __future__ import annotations

import pytest

import ludwright
from ludwright.engine.twin import Twin
from ludwright.language.source import read_text
from tests.language_meaning.both_runs import Play, play, sheet
from tests.rules.test_both_runs import play_alike


def seats_of(play_text: str, turns: int, *, players: int = 3, more: str = "", turn: str = "go") -> str:
    """The seats that have the first turns, as digits; every turn asks for one of two answers."""
    text = f"""game "Turns"
players {players} named A, B, C, D
each player
  bid = 0 in 0..9
var spent = 0 in 0..99
{more}
{play_text}
turn: {turn}
action go(n in 1..2)
  spent += 1
end when spent > 50: draw
score(p): 0
winner: highest score
""".replace("named A, B, C, D", "named " + ", ".join("ABCD"[:players]))
    table = play(text)
    found = ""
    while not table.over and len(found) < turns:
        found += str(table.actor)
        table.do("go 1")
    return found + ("." if table.over else "")


# ---------------------------------------------------------------- setup and play


def test_setup_runs_once_then_play() -> None:
    text = sheet("""
        game "T"
        players 2
        var n = 1 in 0..99
        setup: n += 4
        play
          n = n * 2
          turns
        turn: go
        action go(k in 1..2)
          n += k
        end when n > 20: draw""")
    assert play(text, "n").see("n") == 10


def test_setup_may_ask() -> None:
    text = sheet("""
        game "T"
        players 2 named A, B
        var n = 0 in 0..99
        setup
          for p in players
            p chooses k from 1..3: n = n * 10 + k
        turn: go
        action go(k in 1..2)
          n += k
        end when n > 50: draw""")
    table = play(text, "n")
    assert table.actor == "A" and table.options == ["choose 1", "choose 2", "choose 3"]
    assert table.do("choose 2").actor == "B"
    assert table.do("choose 3").see("n") == 23


def test_the_game_is_over_when_play_has_run_out() -> None:
    text = sheet("""
        game "T"
        players 2
        each player
          n = 0 in 0..9
        play: turns once
        turn: go
        action go(k in 1..3)
          my n = k
        score(p): p.n
        winner: highest score""")
    table = play(text).do("go 1", "go 3")
    assert table.over and table.returns == [-1, 1]


def test_without_play_there_are_turns() -> None:
    assert seats_of("", 7) == "ABCABCA"


def test_a_text_behind_turns_takes_the_place_of_turn() -> None:
    assert seats_of("play: turns once: go(2) otherwise go", 9, turn="nothing") in ("", ".")
    text = sheet("""
        game "T"
        players 2
        var n = 0 in 0..99
        play
          turns once: jump
          turns
        turn: go
        action go(k in 1..2)
          n += k
        action jump(k in 5..6)
          n += k
        end when n > 20: draw""")
    table = play(text)
    assert table.options == ["jump 5", "jump 6"]
    assert table.do("jump 5", "jump 6").options == ["go 1", "go 2"]


# ---------------------------------------------------------------- order of turns


def test_turns_go_to_the_left_from_seat_one() -> None:
    assert seats_of("play: turns", 5) == "ABCAB"


def test_turns_from_a_player() -> None:
    assert seats_of("play: turns from B", 5) == "BCABC"
    assert (
        seats_of(
            sheet("""
        var leader: player
        setup: leader = C
        play: turns from left(leader, 1)"""),
            4,
        )
        == "ABCA"
    )


def test_turns_backwards_go_to_the_right() -> None:
    assert seats_of("play: turns backwards", 5) == "ACBAC"
    assert seats_of("play: turns from B backwards", 5) == "BACBA"


def test_turns_once_give_one_turn_each() -> None:
    assert seats_of("play: turns once", 9) == "ABC."
    assert seats_of("play: turns once from C", 9) == "CAB."
    assert seats_of("play: turns once from B backwards", 9) == "BAC."
    assert seats_of("play: repeat 2 times: turns once from B", 9) == "BCABCA."


def test_turns_by_a_number_go_in_ascending_order_each_round() -> None:
    setup = sheet("""
        setup
          A.bid = 5
          B.bid = 2
          C.bid = 7
    """)
    assert seats_of(setup + "play: turns by my bid", 7) == "BACBACB"
    assert seats_of(setup + "play: turns once by my bid", 9) == "BAC."
    assert seats_of(setup + "play: turns once by -my bid", 9) == "CAB."
    assert seats_of(setup + "play: turns once by my bid / -3", 9) == "CAB."


def test_equal_numbers_keep_the_order_of_seats() -> None:
    assert seats_of("setup: B.bid = 1\nplay: turns once by my bid", 9) == "ACB."


def test_the_order_by_a_number_is_taken_anew_each_round() -> None:
    text = sheet("""
        game "T"
        players 3 named A, B, C
        each player
          bid = player.number in 0..9
        play: turns by my bid
        turn: one of go, lower
        action go(n in 1..2)
          nothing
        action lower
          when my bid > 0
          my bid = 0
        end when turn.number > 50: draw
    """)
    table = play(text)
    found = ""
    for answer in ("go 1", "go 1", "lower", "go 1", "go 1", "go 1"):
        found += str(table.actor)
        table.do(answer)
    assert found == "ABCCAB"


def test_players_for_whom_when_fails_are_passed_over() -> None:
    assert seats_of("play: turns when me is not B", 5) == "ACACA"
    assert seats_of("play: turns once when me is not A", 9) == "BC."


def test_turns_end_when_everyone_is_passed_over() -> None:
    assert seats_of("play: turns when spent < 4", 9) == "ABCA."
    assert seats_of("play: turns when no", 9) == "."


def test_until_is_tested_before_every_turn() -> None:
    assert seats_of("play: turns until spent is 4", 9) == "ABCA."
    assert seats_of("play: turns until spent is 0", 9) == "."


def test_once_from_when_and_until_go_together() -> None:
    assert seats_of("play: repeat 3 times: turns once from B when me is not A until spent is 5", 9) == "BCBCB."


# ---------------------------------------------------------------- extra and reversed turns

EXTRA = sheet("""
    game "Extra"
    players 3 named A, B, C
    var n = 0 in 0..99
    play: turns
    turn: one of go, again, call, turn_about
    action go
      n += 1
    action again
      n += 1
      me goes next
    action call(p in others)
      n += 1
      p goes next
    action turn_about
      n += 1
      reverse turns
    end when n > 20: draw
""")


def whose(table: Play, *answers: str) -> str:
    found = str(table.actor)
    for answer in answers:
        found += str(table.do(answer).actor)
    return found


def test_me_goes_next_gives_an_extra_turn() -> None:
    assert whose(play(EXTRA), "go", "again", "again", "go", "go") == "ABBBCA"


def test_another_goes_next_and_play_goes_on_from_there() -> None:
    assert whose(play(EXTRA), "call C", "go", "go", "call A", "go") == "ACABAB"


def test_reverse_turns_changes_the_direction() -> None:
    assert whose(play(EXTRA), "go", "turn_about", "go", "go", "turn_about", "go") == "ABACBCA"


# ---------------------------------------------------------------- leaving

LEAVING = sheet("""
    game "Leaving"
    players 4 named A, B, C, D
    var n = 0 in 0..99
    var folded = 0 in 0..99
    play: repeat 3 times: bout
    stage bout
      turns once: one of go, fold, quit
      turns once: one of go, fold, quit
    action go
      n += 1
    action fold
      folded += 1
      me leaves bout
    action quit
      me leaves game
    score(p): 0
    winner: highest score
""")


def test_who_leaves_a_stage_is_out_until_it_ends() -> None:
    table = play(LEAVING, "players.count", "everyone.count")
    assert whose(table, "go", "fold", "go") == "ABCD"
    assert table.see("players.count") == 3
    assert whose(table, "go", "go", "go", "go") == "DACDA"
    assert (table.see("players.count"), table.see("everyone.count")) == (4, 4)
    assert whose(table, "go", "go") == "ABC"


def test_who_leaves_the_game_never_comes_back() -> None:
    table = play(LEAVING, "players.count")
    assert whose(table, "go", "quit", "go", "go") == "ABCDA"
    assert whose(table, "go", "go", "go") == "ACDA"
    assert table.see("players.count") == 3
    assert whose(table, "go", "go") == "ACD"


def test_who_leaves_a_stage_and_then_the_game_stays_out() -> None:
    text = LEAVING.replace("  me leaves game", "  me leaves bout\n  me leaves game")
    table = play(text, "players.count")
    table.do("quit", "go", "go", "go")
    assert table.see("players.count") == 3
    assert whose(table, "go", "go", "go", "go") == "BCDBC"


def test_turns_from_one_who_has_left_begin_with_the_next_one_still_in() -> None:
    more = "setup: B leaves game\n"
    assert seats_of(more + "play: turns once from B", 9) == "CA."
    assert seats_of(more + "play: turns from B backwards", 4) == "ACAC"


def test_who_left_is_not_among_players_or_others_but_among_everyone() -> None:
    text = sheet("""
        game "T"
        players 3 named A, B, C
        var n = 0
        setup: B leaves game
        turn
          n = players.count * 100 + others.count * 10 + everyone.count
          go
        action go(k in 1..2)
          nothing
        end when n is 0: draw""")
    assert play(text, "n").see("n") == 213


def test_left_counts_only_those_still_in() -> None:
    text = sheet("""
        game "T"
        players 4 named A, B, C, D
        var n = 0
        setup: B leaves game
        turn
          n = left(me, 1).number * 100 + left(me, 2).number * 10 + right(me, 1).number
          go
        action go(k in 1..2)
          nothing
        end when n is 0: draw""")
    assert play(text, "n").see("n") == 344


def test_who_has_left_is_never_asked() -> None:
    text = sheet("""
        game "T"
        players 3 named A, B, C
        var n = 0 in 0..99
        setup: B leaves game
        turn
          for p in everyone
            p chooses k from 1..2: n += k
        end when n > 9: draw""")
    table = play(text)
    assert whose(table, "choose 1", "choose 1") == "ACA"


def test_who_leaves_a_round_is_back_in_the_next() -> None:
    text = sheet("""
        game "T"
        players 3 named A, B, C
        var n = 0 in 0..99
        turn: one of go, rest
        action go
          n += 1
        action rest
          left(me, 1) leaves round
        end when n > 20: draw""")
    table = play(text)
    assert whose(table, "rest", "go", "go", "go", "go") == "ACABCA"


# ---------------------------------------------------------------- numbers


def test_turn_and_round_number_count_from_one() -> None:
    text = sheet("""
        game "T"
        players 3
        turn: go
        action go(k in 1..2)
          nothing
        end when turn.number > 50: draw""")
    table = play(text, "turn.number", "round.number")
    found = []
    for _ in range(7):
        found.append(tuple(table.seen()))
        table.do("go 1")
    assert found == [(1, 1), (2, 1), (3, 1), (4, 2), (5, 2), (6, 2), (7, 3)]


def test_the_turns_of_a_player_are_counted() -> None:
    text = sheet("""
        game "T"
        players 2 named A, B
        turn: go
        action go(k in 1..2)
          nothing
        end when turn.number > 50: draw""")
    table = play(text, "A.turns", "B.turns").do("go 1", "go 1", "go 1")
    assert table.seen() == [2, 2]
    assert play(text, "A.turns", "B.turns").do("go 1", "go 1").seen() == [2, 1]


def test_times_counts_an_action() -> None:
    text = sheet("""
        game "T"
        players 2
        turn: one of go, jump
        action go
          nothing
        action jump
          nothing
        end when turn.number > 50: draw""")
    assert play(text, "times(go)", "times(jump)").do("go", "jump", "go").seen() == [2, 1]


def test_a_stage_counts_how_often_it_has_begun() -> None:
    text = sheet("""
        game "T"
        players 2
        var n = 0 in 0..99
        play: repeat deal until n >= 9
        stage deal
          turns once: go
        action go(k in 1..2)
          n += k
        score(p): 0
        winner: highest score""")
    table = play(text, "deal.number")
    assert table.see("deal.number") == 1
    assert table.do("go 1", "go 1").see("deal.number") == 2


# ---------------------------------------------------------------- stages


def test_a_stage_is_run_by_its_name_and_may_have_parameters() -> None:
    text = sheet("""
        game "T"
        players 2
        var n = 0 in 0..999
        play
          part(3)
          part(5)
        stage part(k)
          turns once: go(k)
        action go(k in 1..9, j in 1..2)
          n = n * 2 + k * j
        score(p): 0
        winner: highest score""")
    table = play(text, "n")
    assert table.options == ["go k 3 j 1", "go k 3 j 2"]
    table.do("go k 3 j 1", "go k 3 j 1")
    assert table.options == ["go k 5 j 1", "go k 5 j 2"]


def test_a_stage_inside_a_block_runs_where_it_stands() -> None:
    text = sheet("""
        game "T"
        players 2
        var n = 0 in 0..999
        var seen = 0 in 0..99
        turn
          go
          stage feast
            seen = feast.number
            go
          go
        action go(k in 1..2)
          n += k
        end when n > 99: draw""")
    table = play(text, "seen", "n")
    assert table.see("seen") == 0
    assert table.do("go 1").see("seen") == 1
    assert table.do("go 1", "go 1", "go 1").see("seen") == 2


def test_end_turn_leaves_at_once() -> None:
    text = sheet("""
        game "T"
        players 2 named A, B
        var n = 0 in 0..99
        turn
          go
          if n mod 2 is 1: end turn
          n += 10
          go
        action go(k in 1..2)
          n += k
        end when n > 80: draw""")
    table = play(text, "n")
    assert table.do("go 1").actor == "B"
    assert table.do("go 1").actor == "B" and table.see("n") == 12


def test_end_turn_inside_an_action_unwinds_it() -> None:
    text = sheet("""
        game "T"
        players 2 named A, B
        var n = 0 in 0..99
        turn
          repeat 3 times: go
          n += 10
        action go(k in 1..2)
          n += 1
          if k is 2
            end turn
          n += 1
        end when n > 80: draw""")
    table = play(text, "n")
    assert table.do("go 1", "go 2").actor == "B"
    assert table.see("n") == 3


def test_end_turn_inside_a_procedure_that_asks_unwinds_it() -> None:
    text = sheet("""
        game "T"
        players 2 named A, B
        var n = 0 in 0..99
        turn
          go
          go
        action go
          ask(1)
          n += 10
        to ask(m)
          me chooses k from 1..2
            if k is 2: end turn
          n += m
          if m < 2: ask(m + 1)
        end when n > 80: draw""")
    table = play(text, "n")
    assert table.do("choose 1", "choose 1").see("n") == 13
    assert table.do("choose 1", "choose 2").actor == "B"
    assert table.see("n") == 14


def test_end_of_a_stage_leaves_it_and_goes_on_behind_it() -> None:
    text = sheet("""
        game "T"
        players 2 named A, B
        var n = 0 in 0..99
        play
          repeat 2 times: bout
          n += 50
        stage bout
          turns
            go
            if n mod 3 is 0: end bout
          n += 20
        action go(k in 1..2)
          n += k
        score(p): n
        winner: highest score""")
    table = play(text, "n")
    assert table.do("go 1", "go 2").actor == "A"
    assert table.see("n") == 3 and not table.over
    assert table.do("go 1", "go 2").over and table.see("n") == 56


def test_end_game_ends_it_and_lets_scores_decide() -> None:
    text = sheet("""
        game "T"
        players 2
        each player
          n = 0 in 0..99
        turn: go
        action go(k in 1..2)
          my n += k
          if my n > 2
            end game
        score(p): p.n
        winner: highest score""")
    assert play(text).do("go 1", "go 2", "go 2").returns == [1, -1]


def test_turns_inside_a_turn_count_their_own_turns_and_rounds() -> None:
    text = sheet("""
        game "T"
        players 2 named A, B
        var n = 0 in 0..999
        turn
          go
          auction
          go
        stage auction
          turns once from left(me, 1): bid
        action go(k in 1..2)
          n += 1
        action bid(k in 1..2)
          n += 1
        end when n > 99: draw
    """)
    table = play(text, "turn.number", "round.number", "n")
    assert table.actor == "A" and table.seen() == [1, 1, 0]
    assert table.do("go 1").actor == "B" and table.seen() == [1, 1, 1]
    assert table.do("bid 1").actor == "A" and table.seen() == [2, 1, 2]
    assert table.do("bid 1").actor == "A" and table.seen() == [1, 1, 3]
    assert table.do("go 1").actor == "B" and table.seen() == [2, 1, 4]


def test_each_turn_and_each_round_mean_the_outer_turns() -> None:
    text = sheet("""
        game "T"
        players 2 named A, B
        var this_turn = 0 in 0..99, each turn
        var this_round = 0 in 0..99, each round
        turn
          go
          auction
          go
        stage auction
          turns once: bid
        action go(k in 1..2)
          this_turn += 1
          this_round += 1
        action bid(k in 1..2)
          this_turn += 1
          this_round += 1
        end when turn.number > 50: draw
    """)
    table = play(text, "this_turn", "this_round")
    table.do("go 1", "bid 1", "bid 1")
    assert table.seen() == [3, 3]
    assert table.do("go 1").seen() == [0, 4]
    assert table.do("go 1", "bid 1", "bid 1", "go 1").seen() == [0, 0]


# ---------------------------------------------------------------- repeats of positions and repeat


def test_repeat_takes_its_number_once_and_tests_before_every_pass() -> None:
    text = sheet("""
        game "T"
        players 1
        var n = 3 in 0..99
        var m = 0 in 0..99
        play
          repeat n times: n += 1
          repeat until m >= 4: m += 2
          repeat while m < 3: m += 50
          repeat 0 times: m += 50
          turns once: go
        action go(k in 1..2)
          nothing
        score(p): 0
        winner: highest score""")
    assert play(text, "n", "m").seen() == [6, 4]


def test_repeat_of_something_that_asks() -> None:
    assert (
        seats_of(
            sheet("""
        play
          repeat 2 times: turns once when me is A
          repeat until spent >= 4: turns once when me is B
          repeat while spent < 5: turns once when me is C"""),
            9,
        )
        == "AABBC."
    )


def test_repeats_tells_how_often_this_position_has_begun_a_turn() -> None:
    text = sheet("""
        game "T"
        players 2
        board ring 4 of field
        var x: field
        turn: go
        action go(k in 1..3)
          repeat k times: x = x.next
        end when turn.number > 90: draw""")
    table = play(text, "repeats")
    assert table.see("repeats") == 1
    assert table.do("go 1").see("repeats") == 1
    assert table.do("go 3").see("repeats") == 2
    assert table.do("go 2").see("repeats") == 1
    assert table.do("go 2").see("repeats") == 3


def test_what_the_print_of_a_position_is_worked_out_from_stays_in_its_range() -> None:
    """Of many cells, and of all numbers that may come up: the plain run looks at every claim."""
    text = sheet("""
        game "T"
        players 2
        board grid 20 x 20 of cell
          mark = 0 in 0..9
        turn: go
        action go(c in cells)
          when c.number < 5
          c.mark = (c.mark + 3) mod 10
        end when repeats is 3 or turn.number > 40: draw""")
    game = ludwright.load(read_text(text))
    game.__dict__["twin"] = Twin(game.program, careful=True)
    play_alike(game, 1, 300)


@pytest.mark.parametrize(
    "end",
    [
        "end when repeats is 3: draw",
        "end after turn when repeats is 3: draw",
        "define seen: repeats\nend when seen >= 3: draw",
    ],
)
def test_a_third_repetition_ends_the_game_before_the_next_player_moves(end: str) -> None:
    text = f"""game "T"
players 2 named A, B
board grid 2 x 1 of cell
var spot: cell
turn: go
action go(k in 1..2)
  spot = cells[k]
{end}
"""
    # turns begin with A at a1, B at a1, A at b1, B at a1 again, A at b1 again, and B at a1 for the third time
    table = play(text).do("go 1", "go 2", "go 1", "go 2")
    assert not table.over and table.actor == "A"
    assert table.do("go 1").over
    assert table.moves == 5 and table.returns == [0, 0]


def test_a_variable_called_repeats_is_no_repetition() -> None:
    text = sheet("""
        game "T"
        players 2 named A, B
        var repeats = 0 in 0..9
        turn
          go
          repeats = 3
        action go(k in 1..2)
          nothing
        end after round when repeats is 3: A wins""")
    assert play(text).do("go 1").actor == "B"


# ---------------------------------------------------------------- who is me


def test_me_is_who_has_the_turn_or_does_the_action() -> None:
    text = sheet("""
        game "T"
        players 2 named A, B
        var n = 0 in 0..999
        turn
          n = me.number * 100
          left(me, 1) does go
          n += me.number
        action go(k in 1..2)
          n += me.number * 10
        end when turn.number > 9: draw""")
    table = play(text, "n")
    assert table.actor == "B"
    assert table.do("go 1").see("n") == 200 and table.actor == "A"


def test_chooses_and_for_do_not_change_me() -> None:
    text = sheet("""
        game "T"
        players 2 named A, B
        var n = 0 in 0..99999
        turn
          for p in players
            p chooses k from 1..2: n = n * 10 + me.number
        end when n > 9999: draw""")
    table = play(text, "n").do("choose 1", "choose 1")
    assert table.see("n") == 11
    assert table.do("choose 1", "choose 2").see("n") == 1122


def test_procedures_definitions_and_stages_inherit_me() -> None:
    text = sheet("""
        game "T"
        players 2 named A, B
        var n = 0 in 0..9999
        each player
          w = 5
        setup: B.w = 7
        define worth: my w
        to add
          n = n * 10 + worth
        turn
          add
          stage inner
            add
          go
        action go(k in 1..2)
          nothing
        end when n > 999: draw""")
    table = play(text, "n")
    assert table.see("n") == 55
    assert table.do("go 1").see("n") == 5577


def test_what_is_given_to_another_players_action_is_meant_by_me() -> None:
    text = sheet("""
        game "T"
        players 2 named A, B
        var n = 0 in 0..9999
        each player
          bid = player.number * 3 in 0..9
        turn: left(me, 1) does go(my bid)
        action go(k in 1..9, j in 1..2)
          n = n * 10 + k + my bid
        end when turn.number > 9: draw
    """)
    table = play(text, "n")
    assert table.actor == "B" and table.options == ["go k 3 j 1", "go k 3 j 2"]
    assert table.do("go k 3 j 1").see("n") == 9


def test_a_new_run_of_turns_goes_to_the_left_again() -> None:
    text = sheet("""
        game "T"
        players 3 named A, B, C
        var n = 0 in 0..99
        play: repeat 9 times: turns once
        turn: one of go, turn_about
        action go
          n += 1
        action turn_about
          n += 1
          reverse turns
        score(p): 0
        winner: highest score
    """)
    assert whose(play(text), "turn_about", "go", "go", "go", "go") == "ACBABC"


def test_an_extra_turn_that_was_never_taken_is_forgotten() -> None:
    text = sheet("""
        game "T"
        players 3 named A, B, C
        var n = 0 in 0..99
        play
          stage bout
            turns: one of go, finish
          turns: one of go, rest
        action go
          n += 1
        action finish
          n += 1
          C goes next
          end bout
        action rest
          n += 2
        end when n > 20: draw
    """)
    assert whose(play(text), "go", "finish", "go", "go") == "ABABC"


def test_end_after_turn_means_the_outer_turn() -> None:
    text = sheet("""
        game "T"
        players 2 named A, B
        var n = 0 in 0..99
        turn
          go
          auction
          go
        stage auction
          turns once: go
        action go(k in 1..2)
          n += 1
        end after turn when n > 1: draw
    """)
    table = play(text).do("go 1", "go 1", "go 1")
    assert not table.over
    assert table.do("go 1").over

"""Ends, outcomes, scores, placings, teams, automatic rules, lead and track (language, sections 8 and 10)."""

from __future__ import annotations

import pytest

from tests.language_meaning.both_runs import caught, faults, notes, play, sheet

# ---------------------------------------------------------------- outcomes

POINTS = sheet("""
    game "T"
    players {players}
    each player
      points = 0 in -99..99
    turn: go
    action go(k in 0..9)
      my points += k
""")


def points(end: str, *answers: int, players: str = "3 named A, B, C") -> list[float]:
    return play(POINTS.format(players=players) + end).do(*(f"go {n}" for n in answers)).returns


def test_who_wins_gets_one_and_the_others_lose_one() -> None:
    assert points("end when my points > 5: me wins", 1, 9) == [-1, 1, -1]


def test_who_loses_loses_one_and_the_others_win() -> None:
    assert points("end when my points > 5: me loses", 1, 9) == [1, -1, 1]


def test_several_may_win_or_lose_together() -> None:
    assert points("end when my points > 5: others win", 1, 9) == [1, -1, 1]
    assert points("end when my points > 5: everyone loses", 1, 9) == [-1, -1, -1]
    assert points("end when my points > 5: everyone wins", 1, 9) == [1, 1, 1]


def test_a_draw_gives_nothing_to_anybody() -> None:
    assert points("end when my points > 5: draw", 1, 9) == [0, 0, 0]


def test_the_stake_multiplies_the_result() -> None:
    assert points("end when my points > 5: me wins 3", 1, 9) == [-3, 3, -3]
    assert points("end when my points > 5: me loses my points", 1, 9) == [9, -9, 9]


def test_an_outcome_inside_an_effect_ends_the_game_at_once() -> None:
    text = POINTS.format(players="2") + sheet("""
          if my points > 5
            me wins
          my points = 50
        end when my points is 50: me loses""")
    assert play(text).do("go 9").returns == [1, -1]


def test_an_outcome_inside_a_procedure_or_a_choice_ends_the_game_at_once() -> None:
    text = sheet("""
        game "T"
        players 2
        var n = 0 in 0..9
        turn: go
        action go(k in 1..2)
          me chooses j from 1..2
            finish(j)
          n = 5
        to finish(j)
          if j is 2: opponent wins 4
        end when n is 5: draw""")
    assert play(text).do("go 1", "choose 2").returns == [-4, 4]
    assert play(text).do("go 1", "choose 1").returns == [0, 0]


# ---------------------------------------------------------------- ends


def test_ends_are_tested_in_text_order() -> None:
    assert points(
        sheet("""
        end
          when my points > 5: me wins
          when my points > 3: me loses"""),
        9,
    ) == [1, -1, -1]
    assert points(
        sheet("""
        end
          when my points > 5: me wins
          when my points > 3: me loses"""),
        4,
    ) == [-1, 1, 1]
    assert points("end when my points > 5: me wins\nend when my points > 3: me loses", 4) == [-1, 1, 1]


def test_an_end_without_an_outcome_lets_winner_decide() -> None:
    end = sheet("""
        score(p): p.points
        winner: highest score
        end when my points > 5""")
    assert points(end, 1, 9) == [-1, 1, -1]


def test_me_in_an_end_is_who_acted_last() -> None:
    text = sheet("""
        game "T"
        players 2 named A, B
        var n = 0 in 0..99
        turn: left(me, 1) does go
        action go(k in 1..9)
          n += k
        end when n > 5: me wins""")
    assert play(text).do("go 9").returns == [-1, 1]


def test_ends_are_never_tested_in_the_middle_of_an_action() -> None:
    text = sheet("""
        game "T"
        players 2
        var n = 0 in 0..99
        turn: go
        action go(k in 1..2)
          n = 50
          me chooses j from 1..2: n = j
        end when n is 50: me wins
        end when n is 2: me loses""")
    table = play(text).do("go 1")
    assert not table.over
    assert table.do("choose 2").returns == [-1, 1]


def test_ends_are_tested_at_the_end_of_a_turn_and_of_a_stage() -> None:
    text = sheet("""
        game "T"
        players 2
        var n = 0 in 0..99
        turn
          go
          n += 10
          go
          n += 10
        action go(k in 1..2)
          n += k
        end when n >= 10 and n < 20: me wins
        end when n >= 20: me loses""")
    assert play(text).do("go 1", "go 1").returns == [1, -1]
    text = sheet("""
        game "T"
        players 2
        var n = 0 in 0..99
        play
          stage first_part
            n = 5
          n = 7
          turns
        turn: go
        action go(k in 1..2)
          n += k
        end when n is 5: draw
        end when n is 7: everyone loses""")
    assert play(text).returns == [0, 0]


def test_end_after_turn_round_or_stage_is_tested_only_there() -> None:
    text = sheet("""
        game "T"
        players 2
        var n = 0 in 0..99
        play: repeat 9 times: part
        stage part
          turns once
            go
            go
          turns once: go
        action go(k in 1..2)
          n += 1
        end after {} when n >= {}: draw""")

    def moves(part: str, number: int) -> int:
        table = play(text.format(part, number))
        while not table.over:
            table.do("go 1")
        return table.moves

    assert [moves("turn", n) for n in (1, 2, 3, 4, 5, 6)] == [2, 2, 4, 4, 5, 6]
    assert [moves("round", n) for n in (1, 4, 5, 6, 7)] == [4, 4, 6, 6, 10]
    assert [moves("part", n) for n in (1, 6, 7)] == [6, 6, 12]


def test_end_after_round_knows_the_number_of_the_round_that_ends() -> None:
    text = sheet("""
        game "T"
        players 3
        var n = 0 in 0..99
        turn: go
        action go(k in 1..2)
          n += 1
        end after round when round.number is 2: draw""")
    table = play(text).do("go 1", "go 1", "go 1", "go 1", "go 1")
    assert not table.over
    assert table.do("go 1").over


# ---------------------------------------------------------------- scores and placings


def placed(winner: str, given: list[tuple[int, int]]) -> list[float]:
    n = len(given)
    lines = "\n".join(
        f"  let p{i} = left(first_one, {i})\n  p{i}.a = {a}\n  p{i}.b = {b}" for i, (a, b) in enumerate(given)
    )
    text = sheet("""
        game "T"
        players COUNT
        each player
          a = 0 in -99..99
          b = 0 in -99..99
        var first_one: player
        score(p): p.a
        define total(p): p.a + p.b
        play
    """).replace("COUNT", str(n))
    text += f"{lines}\n{winner}"
    return play(text).returns


def test_the_highest_score_wins() -> None:
    assert placed("winner: highest score", [(3, 0), (5, 0), (1, 0)]) == [-1, 1, -1]
    assert placed("winner: lowest score", [(3, 0), (5, 0), (1, 0)]) == [-1, -1, 1]


def test_ties_share_the_win() -> None:
    assert placed("winner: highest score", [(5, 0), (5, 0), (1, 0)]) == [1, 1, -1]


def test_all_equal_is_a_draw() -> None:
    assert placed("winner: highest score", [(5, 0), (5, 0)]) == [0, 0]


def test_tie_breaks_come_one_after_the_other() -> None:
    assert placed("winner: highest score, then lowest b", [(5, 4), (5, 2), (9, 9)]) == [-1, -1, 1]
    assert placed("winner: highest score, then lowest b", [(5, 4), (5, 2), (1, 9)]) == [-1, 1, -1]
    assert placed("winner: lowest b, then highest total", [(5, 2), (7, 2), (1, 9)]) == [-1, 1, -1]


def test_placings_are_shared_by_equal_ones() -> None:
    table = play(
        sheet("""
        game "T"
        players 4
        each player
          a = 0 in 0..9
        play
          for p in players: p.a = p.number div 2
        score(p): p.a
        winner: highest score""")
    )
    players = 4
    from ludwright import ir

    assert table.native.words[ir.HEADER + players : ir.HEADER + 2 * players] == [4, 2, 2, 1]


def test_winners_names_them_directly() -> None:
    assert placed("winners: all highest p in players by p.a", [(3, 0), (5, 0), (5, 0)]) == [-1, 1, 1]
    assert placed("winners: all p in players with p.a > 4", [(3, 0), (5, 0), (9, 0)]) == [-1, 1, 1]
    assert placed("winners: all p in players with p.a > 9", [(3, 0), (5, 0), (9, 0)]) == [-1, -1, -1]


def test_scores_are_shown() -> None:
    text = sheet("""
        game "T"
        players 2
        each player
          a = 0 in 0..9
        play
          for p in players: p.a = p.number * 2
        score(p): p.a
        winner: highest score""")
    table = play(text)
    assert table.native.scores() == table.twin.scores() == [2, 4]


# ---------------------------------------------------------------- teams

TEAMS = sheet("""
    game "T"
    players 4
      | name | team  |
      | A    | red   |
      | B    | blue  |
      | C    | red   |
      | D    | blue  |
    each player
      points = 0 in 0..99
    turn: go
    action go(k in 0..9)
      my points += k
""")


def test_a_win_is_the_whole_teams() -> None:
    assert play(TEAMS + "end when my points > 5: me wins").do("go 9").returns == [1, -1, 1, -1]


def test_a_loss_is_the_whole_teams() -> None:
    assert play(TEAMS + "end when my points > 5: me loses").do("go 9").returns == [-1, 1, -1, 1]


def test_the_scores_of_a_team_are_added() -> None:
    text = TEAMS + sheet("""
        score(p): p.points
        winner: highest score
        end after round when yes""")
    assert play(text).do("go 5", "go 9", "go 6", "go 1").returns == [1, -1, 1, -1]
    assert play(text).do("go 5", "go 9", "go 4", "go 1").returns == [-1, 1, -1, 1]
    assert play(text).do("go 5", "go 8", "go 4", "go 1").returns == [0, 0, 0, 0]


def test_named_winners_bring_their_team() -> None:
    text = TEAMS + "winners: all highest p in players by p.points\nend after round when yes"
    assert play(text).do("go 5", "go 9", "go 6", "go 1").returns == [-1, 1, -1, 1]


def test_partner_is_across_the_table() -> None:
    text = TEAMS + "end when partner.points > 3: me wins 2"
    assert play(text).do("go 9", "go 0", "go 0").returns == [2, -2, 2, -2]


# ---------------------------------------------------------------- solo and cooperative


def test_a_solo_game_with_only_a_score_returns_it() -> None:
    text = sheet("""
        game "T"
        players 1
        var n = 0 in 0..99
        play: repeat 2 times: turns once
        turn: go
        action go(k in 1..9)
          n += k
        score: n""")
    assert play(text).do("go 4", "go 9").returns == [13]


def test_a_cooperative_game_with_only_a_score_returns_it_to_everybody() -> None:
    text = sheet("""
        game "T"
        players 2, cooperative
        var n = 0 in 0..99
        play: turns once
        turn: go
        action go(k in 1..9)
          n += k
        score: n""")
    assert play(text).do("go 4", "go 9").returns == [13, 13]


def test_everybody_wins_or_loses_a_cooperative_game() -> None:
    text = sheet("""
        game "T"
        players 2, cooperative
        var n = 0 in 0..99
        turn: go
        action go(k in 1..9)
          n += k
        end when n > 15: everyone wins
        end when n is 4: everyone loses""")
    assert play(text).do("go 9", "go 9").returns == [1, 1]
    assert play(text).do("go 4").returns == [-1, -1]


# ---------------------------------------------------------------- whenever


def test_whenever_fires_after_setup_and_after_every_action() -> None:
    text = sheet("""
        game "T"
        players 2
        var n = 7 in 0..99
        var fired = 0 in 0..99
        turn: go
        action go(k in 1..9)
          n += k
        whenever n > 5
          n -= 5
          fired += 1
        end when fired > 30: draw""")
    table = play(text, "n", "fired")
    assert table.seen() == [2, 1]
    assert table.do("go 9").seen() == [1, 3]


def test_rules_fire_in_text_order_and_again_from_the_top() -> None:
    text = sheet("""
        game "T"
        players 2
        var n = 0 in 0..99
        var log = 0
        turn: go
        action go(k in 1..9)
          n = k
        whenever n is 3
          log = log * 10 + 1
          n = 1
        whenever n > 1
          log = log * 10 + 2
          n -= 1
        end when turn.number > 30: draw""")
    assert play(text, "log", "n").do("go 5").seen() == [221, 1]
    assert play(text, "log", "n").do("go 2").seen() == [2, 1]


def test_whenever_comes_before_the_ends() -> None:
    text = sheet("""
        game "T"
        players 2
        var n = 0 in 0..99
        turn: go
        action go(k in 1..9)
          n = k
        whenever n > 5
          n = 0
        end when n > 5: me wins
        end when n is 0: me loses""")
    assert play(text).do("go 9").returns == [-1, 1]


def test_whenever_may_ask_after_an_action() -> None:
    text = sheet("""
        game "T"
        players 2 named A, B
        var n = 0 in 0..99
        var fired = 0 in 0..99
        turn: go
        action go(k in 1..9)
          n = k
        whenever n > 5
          opponent chooses j from 1..2: n = j
          fired += 1
        end when fired > 30: draw""")
    table = play(text, "n", "fired").do("go 9")
    assert table.actor == "B" and table.options == ["choose 1", "choose 2"]
    assert table.do("choose 2").seen() == [2, 1] and table.options[0] == "go 1"


def test_whenever_may_ask_after_setup() -> None:
    text = sheet("""
        game "T"
        players 2 named A, B
        var n = 9 in 0..99
        turn: go
        action go(k in 1..9)
          n = k
        whenever n > 5
          B chooses j from 1..2: n = j
        end when turn.number > 30: draw""")
    table = play(text, "n")
    assert table.actor == "B"
    assert table.do("choose 2").see("n") == 2 and table.actor == "A"


def test_an_action_done_by_an_automatic_rule_is_part_of_it() -> None:
    text = sheet("""
        game "T"
        players 2 named A, B
        var n = 0 in 0..99
        var m = 0 in 0..99
        turn: go
        action go(k in 1..9)
          n = k
        action pay_up(k in 1..2)
          m = 50
          n = 0
        whenever n > 5
          me does pay_up
          m = 1
        end when m is 50: me wins
        end when m is 1: me loses""")
    assert play(text).do("go 9", "pay_up 1").returns == [-1, 1]


def test_rules_that_never_come_to_rest_are_a_fault() -> None:
    text = sheet("""
        game "T"
        players 2
        var n = 0 in 0..9
        turn: go
        action go(k in 1..9)
          n = k
        whenever n > 5  # here
          n = 15 - n
        end when n is 5: draw""")
    text = text.replace("n = 15 - n", "n = 6 if n is 7 else 7")
    assert faults(text, "go 9") == "automatic rules do not come to rest"


def test_rules_with_questions_of_one_answer_that_never_come_to_rest_are_a_fault() -> None:
    text = sheet("""
        game "T"
        players 2
        var n = 0 in 0..9
        turn: go
        action go(k in 1..9)
          n = k
        whenever n > 5  # here
          me chooses j from 7..7: n = j
        end when n is 5: draw""")
    assert faults(text, "go 9") == "automatic rules do not come to rest"


def test_an_outcome_inside_an_automatic_rule_ends_the_game() -> None:
    text = sheet("""
        game "T"
        players 2
        var n = 0 in 0..9
        turn: go
        action go(k in 1..9)
          n = k
        whenever n > 5: me wins
        end when n is 5: draw""")
    assert play(text).do("go 9").returns == [1, -1]


# ---------------------------------------------------------------- lead and track


def test_lead_tells_who_is_ahead_cut_to_its_range() -> None:
    text = POINTS.format(players="3") + "end when my points > 50: me wins\nlead(p): p.points / 10"
    table = play(text).do("go 4", "go 9", "go 0", "go 9")
    assert table.native.leads() == table.twin.leads() == pytest.approx([1.0, 0.9, 0.0])


def test_a_shared_lead() -> None:
    text = sheet("""
        game "T"
        players 2, cooperative
        var n = 3 in 0..99
        turn: go
        action go(k in 1..9)
          n += k
        score: n
        end when n > 50
        lead: n / 50""")
    assert play(text).native.leads() == pytest.approx([0.06, 0.06])


def test_in_a_track_me_is_who_acted_last() -> None:
    text = sheet("""
        game "T"
        players 3 named A, B, C
        each player
          points = 0 in 0..9
        turn
          go
          left(me) does go
        action go(n in 1..3)
          my points = n
        end when turn.number > 9: draw
    """)
    table = play(text, "me.number * 10 + my points")
    assert table.seen() == [10]
    assert [table.do(answer).seen()[0] for answer in ("go 2", "go 3", "go 1")] == [12, 23, 21]


def test_division_by_zero_in_lead_and_track_is_zero() -> None:
    text = POINTS.format(players="2") + sheet("""
        end when my points > 50: me wins
        lead(p): p.points / (p.points - p.points)
        track "x": 5 / my points""")
    table = play(text)
    assert table.native.leads() == table.twin.leads() == [0, 0]
    assert table.native.tracked()["x"] == table.twin.tracked()["x"] == [0]


def test_a_track_follows_a_quantity_for_each_player() -> None:
    text = (
        POINTS.format(players="3")
        + 'end when my points > 50: me wins\ntrack "points": p.points * 2 for p in players each round'
    )
    table = play(text).do("go 4", "go 9")
    assert table.native.tracked() == table.twin.tracked() == {"points": [8, 18, 0]}


# ---------------------------------------------------------------- mistakes


def test_a_game_without_an_end() -> None:
    caught(
        sheet("""
        game "T"
        «players» 2
        var n = 0 in 0..9
        turn: go
        action go(k in 1..2)
          n = k
        score(p): 0
        winner: highest score"""),
        "never ends",
    )


def test_nothing_that_decides_the_result() -> None:
    text = sheet("""
        game "T"
        players 2
        var n = 0 in 0..9
        turn: go
        action go(k in 1..2)
          n = k
        «score»(p): n
        end when n is 2""")
    caught(text, "who wins")


def test_an_end_without_an_outcome_is_a_draw_where_nothing_decides() -> None:
    text = sheet("""
        game "T"
        players 2
        var n = 0 in 0..9
        turn: go
        action go(k in 1..2)
          n = k
        end
          when n is 1: me wins
          when n is 2""")
    assert notes(text) == ["nobody wins a game that ends here"]
    assert play(text).do("go 2").returns == [0, 0]
    assert play(text).do("go 1").returns == [1, -1]


def test_an_end_that_can_never_hold() -> None:
    caught(
        sheet("""
        game "T"
        players 2
        var n = 0 in 0..9
        turn: go
        action go(k in 1..2)
          n = k
        end
          when n is 1: draw
          when «n» > 9: me wins"""),
        "never hold",
    )


def test_a_rule_that_can_never_hold() -> None:
    caught(
        sheet("""
        game "T"
        players 2
        var n = 0 in 0..9
        turn: go
        action go(k in 1..2)
          n = k
        whenever «n» is 12
          n = 0
        end when n is 1: draw"""),
        "never hold",
    )


def test_an_action_that_can_never_be_legal() -> None:
    caught(
        sheet("""
        game "T"
        players 2
        var n = 0 in 0..9
        turn: one of go, jump
        action go(k in 1..2)
          n = k
        action jump
          when «n» > 20
          n = 0
        end when n is 1: draw"""),
        "never hold",
    )


def test_me_where_there_is_none() -> None:
    text = sheet("""
        game "T"
        players 2
        each player
          n = 0 in 0..9
        setup: «me».n = 3
        play
          «my» n = 2
          turns
        turn: go
        action go(k in 1..2)
          my n = k
        score(p): «my» n
        winner: highest score
        lead(p): «my» n / 9
        end when my n is 1: me wins""")
    caught(text, "no `me`", "no `me`", "no `me`", "no `me`")


def test_me_in_winners() -> None:
    caught(
        sheet("""
        game "T"
        players 2
        each player
          n = 0 in 0..9
        play: turns once
        turn: go
        action go(k in 1..2)
          my n = k
        winners: all p in players with p is «me»"""),
        "no `me`",
    )

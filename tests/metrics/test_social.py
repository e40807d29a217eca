"""Runaway leaders, catching up, kingmaking, waiting, being out: worked out by hand."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

import ludwright
from ludwright.metrics.evidence import Evidence
from ludwright.metrics.replays import EXITS
from ludwright.metrics.social import catch_up, downtime, elimination, kingmaking, runaway_leader
from tests.metrics.frames import curve_of, decisions_of, nothing_played, seats_of

FIRST, SECOND = [1, -1], [-1, 1]
NOBODY_LEAVES = pl.DataFrame(schema=EXITS)


def test_known_answer_of_runaway_leader() -> None:
    # four turns: 25%, 50% and 75% are the first, second and third
    # game 0: the leaders are 1, 1, 2; seat 1 wins. game 1: 2, nobody, 2; seat 2 wins
    curve = curve_of(
        [
            [[0.6, 0.4], [0.6, 0.4], [0.4, 0.6], [1.0, 0.0]],
            [[0.4, 0.6], [0.5, 0.5], [0.4, 0.6], [0.0, 1.0]],
        ],
        [FIRST, SECOND],
    )
    found = runaway_leader(curve)
    assert found.part("at 25%").value == 1.0
    assert (found.part("at 50%").value, found.part("at 50%").n) == (1.0, 1)
    assert found.part("at 75%").value == 0.5
    assert found.value == 1.0
    assert [(witness.game, witness.turn) for witness in found.part("at 75%").witnesses] == [(0, 3)]


def test_known_answer_of_catch_up() -> None:
    # two seats, so one round is two turns: from ±0.2 to ±0.1, and from ±0.1 to ±0.1 (rows 0 to 2, 1 to 3)
    # b = Σ d · change / Σ d² = 2 · (0.2 · −0.1 + 0.1 · 0) / (2 · (0.04 + 0.01)) = −0.4
    curve = curve_of([[[0.7, 0.3], [0.6, 0.4], [0.6, 0.4], [0.6, 0.4]]], [FIRST])
    assert catch_up(curve).value == pytest.approx(-0.4)


def test_a_leader_who_runs_away_has_a_slope_above_0() -> None:
    # from ±0.1 to ±0.3
    assert catch_up(curve_of([[[0.6, 0.4], [0.6, 0.4], [0.8, 0.2]]], [FIRST])).value == pytest.approx(2.0)


def test_known_answer_of_kingmaking() -> None:
    # three seats, turn by turn. Game 0: before turn 3 seat 2 leads; seat 3, without a chance, moves, and seat 1, the later winner, leads.
    # Game 1: the same, but seat 3 still had a chance. Game 2: seat 1 itself takes the lead.
    start = [0.3, 0.6, 0.1]
    curve = curve_of(
        [
            [start, [0.4, 0.55, 0.05], [0.6, 0.4, 0.0]],
            [start, [0.35, 0.5, 0.15], [0.6, 0.3, 0.1]],
            [start, [0.4, 0.55, 0.05], [0.4, 0.6, 0.0], [0.9, 0.1, 0.0]],
        ],
        [[1, -1, -1]] * 3,
    )
    found = kingmaking(curve)
    assert found.value == pytest.approx(1 / 3)
    assert [(witness.game, witness.turn) for witness in found.witnesses] == [(0, 3)]


def test_two_players_make_no_kings() -> None:
    assert not kingmaking(curve_of([[[0.6, 0.4]]], [FIRST])).known


def test_known_answer_of_downtime() -> None:
    # who chooses: 1 1 2 3 1 2: seat 1 waits 2, seat 2 waits 2 (3 and 1); the second 1 in a row waits for nobody
    found = downtime(decisions_of([[(1, 1), (1, 1), (2, 1), (3, 1), (1, 1), (2, 1)]]), ())
    assert found.value == pytest.approx(2.0)
    assert found.part("longest").value == 2


def test_nobody_waits_for_what_all_decide_at_once() -> None:
    # all answer question 7 at once, twice; then seats 1, 2 and 1 take turns: seat 1 waits for one decision, that of seat 2
    decisions = decisions_of([[(1, 1), (2, 1), (1, 1), (2, 1), (1, 1), (2, 1), (1, 1)]])
    asked = decisions.with_columns(pl.Series("question", [7, 7, 7, 7, 3, 3, 3]))
    found = downtime(asked, (7,))
    assert (found.value, found.part("longest").n) == (1.0, 2)  # seat 2 waits for one decision of seat 1, too
    assert not downtime(asked.head(4), (7,)).known


def test_where_several_are_level_the_leader_of_before_is_the_one_to_be_overtaken() -> None:
    # game 0: seat 2 leads, is level with seat 1, and seat 3, without a chance, moves: seat 1 leads. Game 1: nobody has led before that
    kept = [[0.3, 0.6, 0.1], [0.48, 0.48, 0.04], [0.6, 0.4, 0.0], [1.0, 0.0, 0.0]]
    level = [[0.45, 0.45, 0.1], [0.48, 0.48, 0.04], [0.6, 0.4, 0.0], [1.0, 0.0, 0.0]]
    found = kingmaking(curve_of([kept, level], [[1, -1, -1]] * 2))
    assert found.value == 0.5
    assert [(witness.game, witness.turn) for witness in found.witnesses] == [(0, 3)]


def test_whoever_plays_alone_never_waits() -> None:
    assert not downtime(decisions_of([[(1, 1), (1, 1)]]), ()).known


def test_known_answer_of_elimination() -> None:
    # three players. Turns of game 0: 1 2 3, then only 1 2 1 2 1 2 1: ten in all. Seat 3 acts last in the third; seven follow.
    # It never waited before, so as many turns as players, 3, are to be expected: out for 4 of 10. Game 1: nobody is out.
    out = [(1, 1), (2, 1), (3, 1), (1, 1), (2, 1), (1, 1), (2, 1), (1, 1), (2, 1), (1, 1)]
    fair = [(1, 1), (2, 1), (3, 1)] * 3
    found = elimination(decisions_of([out, fair]), seats_of([[1, -1, -1]] * 2), NOBODY_LEAVES)
    assert found.value == pytest.approx(0.4 / 2)
    assert found.part("somebody is out").value == 0.5
    assert [witness.game for witness in found.witnesses] == [0]


def test_whoever_leaves_is_out_at_once() -> None:
    # game 0: turns 1 2 1 2 1, five in all. Seat 3 leaves after two decisions, before it had any: three turns follow. Seat 2 leaves with
    # the last decision: nothing follows. Game 1: nobody leaves.
    turns = [(1, 1), (2, 1), (1, 1), (2, 1), (1, 1)]
    left = pl.DataFrame(
        {"game": [0, 0, 0, 1, 1, 1], "seat": [1, 2, 3, 1, 2, 3], "ply": [None, 5, 2, None, None, None]}, schema=EXITS
    )
    found = elimination(decisions_of([turns, turns]), seats_of([[1, -1, -1]] * 2), left)
    assert found.value == pytest.approx((3 / 5 + 0) / 2)
    assert found.part("somebody is out").value == 0.5


def test_who_leaves_is_seen_in_the_games_themselves(tmp_path: Path) -> None:
    # seat 1 leaves with its first move, and the others have two turns each
    path = tmp_path / "out.game"
    path.write_text(
        """game "One leaves"
players 3
each player
  made = 0 in 0..9
turn: step
action step(n in 1..2)
  my made += 1
  if me is everyone[1]: me leaves game
end when every p in players has p.made is 2: players win
"""
    )
    run = ludwright.playtest(path, games=2, seed=1, threads=1)
    found = Evidence.of(run, 0, 3).exits
    assert found.rows() == [(0, 1, 1), (0, 2, None), (0, 3, None), (1, 1, 1), (1, 2, None), (1, 3, None)]


def test_a_long_last_turn_of_the_winner_puts_nobody_out() -> None:
    decisions = decisions_of([[(1, 1), (2, 1)] + [(1, 1)] * 30])
    assert elimination(decisions, seats_of([FIRST]), NOBODY_LEAVES).value == 0


def test_no_games_say_nothing() -> None:
    for metric in (runaway_leader, catch_up, kingmaking):
        assert not metric(nothing_played()).known
    assert not downtime(decisions_of([]), ()).known
    assert not elimination(decisions_of([]), seats_of([]), NOBODY_LEAVES).known
    assert not elimination(decisions_of([[(1, 1)]]), seats_of([[3]]), NOBODY_LEAVES).known

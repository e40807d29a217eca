"""Drama, changes of the lead, the moment of decision, swings and tension: worked out by hand."""

from __future__ import annotations

from math import sqrt
from pathlib import Path

import pytest

from ludwright.metrics.curve import OutcomeCurve
from ludwright.metrics.drama import decisiveness, drama, lead_changes
from ludwright.metrics.evidence import NoEvidenceError
from ludwright.metrics.figure import Figure
from ludwright.metrics.swings import killer_moves, permanence
from ludwright.metrics.tension import course_of_tension, surprise, suspense, uncertainty
from tests.cli.running import run as command
from tests.metrics.frames import curve_of, nothing_played

FIRST, SECOND, DRAW = [1, -1], [-1, 1], [0, 0]
ALL = (drama, lead_changes, decisiveness, killer_moves, permanence, uncertainty, suspense, surprise)


def test_known_answer_of_drama() -> None:
    # game 0: the winner trails twice, by 0.25 and 0.04: (0.5 + 0.2) / 2 = 0.35
    # game 1: the winner never trails: 0.  game 2 is a draw and left out.  Mean 0.175
    curve = curve_of(
        [
            [[0.25, 0.5], [0.5, 0.54], [0.9, 0.1]],
            [[0.4, 0.4], [0.2, 0.8]],
            [[0.1, 0.9]],
        ],
        [FIRST, SECOND, DRAW],
    )
    found = drama(curve)
    assert found.name == "drama by turns"
    assert found.value == pytest.approx(0.175)
    assert found.n == 2
    # √ of the sum of squares of 0.35 − 0.175 twice, over one degree of freedom
    assert found.part("spread").value == pytest.approx(0.35 / sqrt(2))
    assert [(witness.game, witness.turn) for witness in found.witnesses] == [(0, 1)]


def test_the_leader_of_three_is_whoever_is_ahead_of_the_winner() -> None:
    # the winner, seat 3, is 0.36 behind seat 2
    assert drama(curve_of([[[0.2, 0.5, 0.14]]], [[-1, -1, 1]])).value == pytest.approx(0.6)


def test_leads_below_nothing_are_compared_with_each_other() -> None:
    # the winner leads all the time, with −0.1 against −0.5: nobody is behind; then behind by 0.09: √0.09 = 0.3
    assert drama(curve_of([[[-0.1, -0.5], [-0.2, -0.6]]], [FIRST])).value == 0
    assert drama(curve_of([[[-0.2, -0.11], [-0.2, -0.6]]], [FIRST])).value == pytest.approx(0.3)


def test_known_answer_of_lead_changes() -> None:
    # game 0: seat 1, level, seat 2, seat 1: two changes in three steps; game 1: none in one step
    curve = curve_of(
        [[[0.6, 0.4], [0.5, 0.5], [0.4, 0.6], [0.7, 0.3]], [[0.6, 0.4], [0.8, 0.2]]],
        [FIRST, FIRST],
    )
    found = lead_changes(curve)
    assert found.value == pytest.approx((2 / 3 + 0) / 2)
    assert found.part("per moment").value == pytest.approx((2 / 4 + 0) / 2)
    assert [(witness.game, witness.turn) for witness in found.witnesses] == [(0, 4)]


def test_a_lead_taken_in_another_game_is_no_change() -> None:
    found = lead_changes(curve_of([[[0.6, 0.4], [0.6, 0.4]], [[0.4, 0.6], [0.4, 0.6]]], [FIRST, SECOND]))
    assert found.value == 0


def test_known_answer_of_decisiveness() -> None:
    # game 0: the loser reached 0.55; the winner is above that at the third of four moments: 1 − (4 − 3) / 4
    # game 1: above 0.3 from the first of two on: 1 − (2 − 1) / 2
    curve = curve_of(
        [[[0.5, 0.5], [0.45, 0.55], [0.7, 0.3], [1.0, 0.0]], [[0.3, 0.7], [0.0, 1.0]]],
        [FIRST, SECOND],
    )
    found = decisiveness(curve)
    assert found.value == pytest.approx((0.75 + 0.5) / 2)
    assert (found.witnesses[0].game, found.witnesses[0].turn) == (0, 3)


def test_a_game_that_is_never_clear_is_decided_at_its_end() -> None:
    assert decisiveness(curve_of([[[0.2, 0.9], [0.3, 0.8]]], [FIRST])).value == 1


def test_known_answer_of_killer_moves() -> None:
    # seats take turns, so the second row is the work of seat 2, the third of seat 1
    # game 0: seat 2 gains 0.1, seat 1 gains 0.3; game 1: seat 2 loses 0.2: nothing is gained
    curve = curve_of(
        [[[0.5, 0.5], [0.4, 0.6], [0.7, 0.3]], [[0.5, 0.5], [0.7, 0.3]]],
        [FIRST, FIRST],
    )
    found = killer_moves(curve)
    assert found.value == pytest.approx((0.3 + 0.0) / 2)
    assert [(witness.game, witness.turn) for witness in found.witnesses] == [(0, 3)]


def test_known_answer_of_permanence() -> None:
    # seat 2 gains 0.1 and keeps part of it (0.55 > 0.5); then seat 1 gains 0.05 and loses it all again (0.4 ≤ 0.4)
    # the last gain, of seat 2, has no reply
    curve = curve_of([[[0.5, 0.5], [0.4, 0.6], [0.45, 0.55], [0.4, 0.6]]], [SECOND])
    found = permanence(curve)
    assert found.value == pytest.approx(0.5)
    assert [(witness.game, witness.turn) for witness in found.witnesses] == [(0, 3)]


def test_known_answer_of_uncertainty() -> None:
    # H(¼, ¾) = 0.811278 bits of 1; even chances 1; certainty 0; the last moment does not count
    # three moments and the end: first third: rows 0 and 1 (0 and 1·3/4 < 1), second third: row 2
    curve = curve_of([[[0.5, 0.5], [0.25, 0.75], [0.0, 1.0], [0.0, 1.0]]], [SECOND])
    found = uncertainty(curve)
    assert found.value == pytest.approx((1 + 0.811278 + 0) / 3, abs=1e-6)
    assert found.part("first third").value == pytest.approx((1 + 0.811278) / 2, abs=1e-6)
    assert found.part("second third").value == pytest.approx(0.0)
    assert not found.part("last third").known


def test_chances_of_three_are_normalised() -> None:
    assert uncertainty(curve_of([[[0.2, 0.2, 0.2], [1, 0, 0]]], [[1, -1, -1]])).value == pytest.approx(1.0)


def test_known_answer_of_surprise() -> None:
    # from (0.5, 0.5) to (0.8, 0.2): √(0.09 + 0.09) = 0.424264; then to (1, 0): √0.08 = 0.282843
    found = surprise(curve_of([[[0.5, 0.5], [0.8, 0.2], [1.0, 0.0]]], [FIRST]))
    assert found.value == pytest.approx((0.424264 + 0.282843) / 2, abs=1e-6)
    assert found.part("0 to 10%").value == pytest.approx(0.424264, abs=1e-6)
    assert found.part("30 to 40%").value == pytest.approx(0.282843, abs=1e-6)


def test_known_answer_of_suspense() -> None:
    # two games that begin alike: one change of 2 · 0.3² = 0.18, one of none. What is to be expected in both: √0.09 = 0.3
    found = suspense(curve_of([[[0.5, 0.5], [0.8, 0.2]], [[0.5, 0.5], [0.5, 0.5]]], [FIRST, DRAW]))
    assert found.value == pytest.approx(0.3)


def test_suspense_tells_open_moments_from_decided_ones() -> None:
    # a leader by 0.9 is no more to be caught; an even game changes by 2 · 0.5²
    found = suspense(curve_of([[[0.95, 0.05], [0.95, 0.05]], [[0.5, 0.5], [1.0, 0.0]]], [FIRST, FIRST]))
    assert found.value == pytest.approx((0 + sqrt(0.5)) / 2)


@pytest.mark.parametrize("metric", ALL)
def test_no_games_say_nothing(metric: object) -> None:
    found = _of(metric, nothing_played())
    assert not found.known
    assert found.note


@pytest.mark.parametrize("metric", [drama, decisiveness])
def test_without_a_winner_there_is_none_to_follow(metric: object) -> None:
    assert not _of(metric, curve_of([[[0.5, 0.4]], [[0.5, 0.5]]], [DRAW, [1, 1]])).known


def _of(metric: object, curve: OutcomeCurve) -> Figure:
    assert callable(metric)
    found = metric(curve)
    assert isinstance(found, Figure)
    return found


def test_known_answer_of_course_of_tension() -> None:
    # two games of two moments, alike at first (level, first half): the changes of seat 1 are 0.5 and 0.1, its suspense √((0.25 + 0.01) / 2)
    curve = curve_of([[[0.5, 0.5], [1.0, 0.0]], [[0.5, 0.5], [0.4, 0.6]]], [FIRST, SECOND])
    found = course_of_tension(curve, 0)
    assert found["who"].to_list() == ["seat 1", "seat 2"] * 2
    assert found["chance"].to_list() == [0.5, 0.5, 1.0, 0.0]
    assert found["suspense"].to_list() == [pytest.approx(sqrt(0.13)), pytest.approx(sqrt(0.13)), None, None]
    assert found["surprise"].to_list() == [None, None, 0.5, 0.5]
    assert course_of_tension(curve, 1)["surprise"].to_list()[2:] == pytest.approx([0.1, 0.1])
    with pytest.raises(NoEvidenceError, match="game 7"):
        course_of_tension(curve, 7)


def test_suspense_and_surprise_of_a_game_are_drawn(tmp_path: Path) -> None:
    file = tmp_path / "tension.svg"
    told = command("metrics", "curios", "suspense", "--games", "30", "--chart", str(file), "--game", "3")
    assert told.code == 0
    drawn = file.read_text(encoding="utf-8")
    assert "game 3" in drawn and "seat 2, suspense" in drawn
    assert command("metrics", "curios", "suspense", "--games", "30", "--game", "3").code == 2

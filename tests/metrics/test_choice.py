"""Options, real choices, pick rates, win rates, power, agency: worked out by hand."""

from __future__ import annotations

from math import log2

import numpy as np
import polars as pl
import pytest

import ludwright
from ludwright import ir
from ludwright.metrics import Evidence
from ludwright.metrics.agency import agency
from ludwright.metrics.choice import (
    action_entropy,
    decision_space,
    decisions_a_turn,
    false_choices,
    genuine_decisions,
    options_a_turn,
)
from ludwright.metrics.oracle import WEIGHED
from ludwright.metrics.paralysis import analysis_paralysis
from ludwright.metrics.picks import action_rates, action_win_rates, opening_rates, openings, pick_rates, win_rates
from ludwright.metrics.power import observed_power
from ludwright.metrics.replays import OFFERS
from tests.metrics.frames import actions_of, decisions_of, games_of, seats_of

WORDS = actions_of({1: "take gold", 2: "take wood", 3: "pass"})
NO_DECISIONS = decisions_of([])


def test_known_answer_of_decision_space() -> None:
    # means of the games: (2 + 4) / 2 = 3 and 6; of both 4.5
    decisions = decisions_of([[(1, 1, 2), (2, 1, 4)], [(1, 1, 6)]])
    found = decision_space(games_of([{"moves": 2, "decisions": 2}, {"moves": 1, "decisions": 1}]), decisions)
    assert found.value == pytest.approx(4.5)
    assert found.part("median").value == 4  # of 2, 4 and 6
    assert (found.witnesses[0].game, found.witnesses[0].ply) == (1, 0)
    assert found.part("50 to 60%").value == 4  # the second of two decisions


def test_forced_moves_are_decisions_of_one_option() -> None:
    # game 0: choices of 2, 2 and 3 options, and a forced move: 8 / 4 = 2; game 1: two forced moves: 1
    games = games_of([{"moves": 4, "decisions": 3}, {"moves": 2, "decisions": 0}])
    decisions = decisions_of([[(1, 1, 2), (2, 1, 2), (1, 1, 3)], []])
    found = decision_space(games, decisions)
    assert found.value == pytest.approx(1.5)
    assert found.part("median").value == 1.5  # of 1, 1, 1, 2, 2, 3
    assert found.part("real choices").value == pytest.approx(7 / 3)
    alone = decision_space(games.head(1), decisions)
    assert alone.value == pytest.approx(2.0)


def test_known_answer_of_genuine_decisions() -> None:
    # 1 of 2, the other one forced and recorded; 2 of 4, two forced and not recorded; none of 1: 3 of 7
    games = games_of([{"moves": 2, "decisions": 2}, {"moves": 4, "decisions": 2}, {"moves": 1, "decisions": 0}])
    found = genuine_decisions(games, decisions_of([[(1, 1, 1), (2, 1, 4)], [(1, 1, 2), (1, 1, 2)], []]))
    assert found.value == pytest.approx(3 / 7)
    assert next((one.game, one.note) for one in found.witnesses) == (2, "1 of 1 moves are forced")


def test_games_nobody_looked_at_are_not_all_forced() -> None:
    games = games_of([{"moves": 2, "decisions": 1}, {"moves": 9, "decisions": 9}])
    found = genuine_decisions(games, decisions_of([[(1, 1, 2)]]))
    assert (found.value, found.n) == (0.5, 1)


@pytest.mark.parametrize("name", ["crazy_eights", "nim", "six_takes"])
def test_moves_that_are_not_recorded_are_the_forced_ones(name: str) -> None:
    run = ludwright.playtest(name, "random", 2, seed=4)
    evidence = Evidence.of(run)
    for game, number, moves, decisions in evidence.games.select("game", "number", "moves", "decisions").iter_rows():
        asking = run.game_of(game)._other()
        asking.table[ir.ASK_FORCED] = 1
        match, codes = asking.start(run.plan.seed, number), iter(run.codes(game))
        options = []
        while not match.over:
            options.append(match.codes())
            match.apply(options[-1][0] if len(options[-1]) == 1 else next(codes))
        assert (len(options), sum(len(legal) > 1 for legal in options)) == (moves, decisions)
    assert (genuine_decisions(evidence.games, evidence.decisions).value or 1) < 1


def test_known_answer_of_decisions_a_turn() -> None:
    # real choices 1 and 3, turns 2 and 2: 4 / 4
    games = games_of([{"turns": 2, "decisions": 2}, {"turns": 2, "decisions": 3}])
    decisions = decisions_of([[(1, 1, 1), (2, 1, 4)], [(1, 1, 2), (1, 1, 2), (2, 1, 2)]])
    assert decisions_a_turn(games, decisions).value == pytest.approx(1.0)


def test_known_answer_of_options_a_turn() -> None:
    # options of real choices 4 and 2 + 2 + 3, in 2 and 2 turns: 11 / 4
    games = games_of([{"turns": 2, "decisions": 2}, {"turns": 2, "decisions": 3}])
    decisions = decisions_of([[(1, 1, 1), (2, 1, 4)], [(1, 1, 2), (1, 1, 2), (2, 1, 3)]])
    assert options_a_turn(games, decisions).value == pytest.approx(11 / 4)


def test_games_without_a_decision_count_and_games_nobody_looked_at_do_not() -> None:
    games = games_of([{"turns": 2, "decisions": 0}, {"turns": 2, "decisions": 2}, {"turns": 2, "decisions": 5}])
    decisions = decisions_of([[], [(1, 1, 2), (1, 1, 2)]])
    assert decisions_a_turn(games, decisions).value == pytest.approx(0.5)


def test_known_answer_of_action_entropy() -> None:
    # real choices: 1, 1, 2, 3: H = ½ · 1 + 2 · ¼ · 2 = 1.5 bits of log₂ 3; the forced one does not count
    found = action_entropy(decisions_of([[(1, 1), (2, 1), (1, 2)], [(1, 3), (1, 1, 1)]]))
    assert found.part("entropy").value == pytest.approx(1.5)
    assert found.value == pytest.approx(1.5 / log2(3))
    assert (found.n, found.note) == (2, "3 actions")


def test_always_the_same_has_no_entropy() -> None:
    assert action_entropy(decisions_of([[(1, 1), (2, 1)]])).value == 0


def test_known_answer_of_false_choices() -> None:
    # ply 0: 0.9 against 0.5, noise √(0.03² + 0.04²) · 1.96 = 0.098: a real choice
    # ply 1: 0.55 against 0.50, the same noise: no difference.  ply 2 has one option and does not count
    rows = [
        (0, 0, 1, 0.9, 0.03), (0, 0, 2, 0.5, 0.04), (0, 0, 3, 0.1, 0.01),
        (0, 1, 1, 0.50, 0.04), (0, 1, 2, 0.55, 0.03),
        (0, 2, 1, 0.5, 0.01),
    ]  # fmt: skip
    found = false_choices(pl.DataFrame(rows, schema=WEIGHED, orient="row"))
    assert found.value == pytest.approx(0.5)
    assert found.part("gap").value == pytest.approx((0.4 + 0.05) / 2)
    assert (found.witnesses[0].game, found.witnesses[0].ply) == (0, 0)


# ---------------------------------------------------------------- what is picked

OFFERED = pl.DataFrame(
    [
        # game 0: gold or wood, then gold or pass; game 1: wood or pass
        (0, 0, 1, 0, 1, 2), (0, 0, 1, 0, 2, 2),
        (0, 1, 2, 0, 1, 2), (0, 1, 2, 0, 3, 2),
        (1, 0, 1, 0, 2, 2), (1, 0, 1, 0, 3, 2),
    ],
    schema=OFFERS,
    orient="row",
)  # fmt: skip
TAKEN = decisions_of([[(1, 1), (2, 1)], [(1, 3)]])


def test_known_answer_of_pick_rates() -> None:
    # gold 2 of 2, wood 0 of 2, pass 1 of 2
    found = pick_rates(TAKEN, WORDS, OFFERED)
    assert {part.name: (part.value, part.n) for part in found.parts} == {
        "take gold": (1.0, 2),
        "pass": (0.5, 2),
        "take wood": (0.0, 2),
    }
    assert found.value == 1.0
    assert [(witness.game, witness.ply) for witness in found.witnesses] == [(0, 0), (0, 1)]


def test_where_offers_are_unknown_all_choices_count() -> None:
    found = pick_rates(TAKEN, WORDS)
    assert found.part("take gold").value == pytest.approx(2 / 3)
    assert "not known" in found.note


def test_known_answer_of_action_rates() -> None:
    # something could be taken three times, and was twice
    found = action_rates(TAKEN, WORDS, OFFERED)
    assert found.part("take").value == pytest.approx(2 / 3)
    assert found.part("pass").value == pytest.approx(1 / 2)


def test_known_answer_of_win_rates() -> None:
    # Two groups of seats alike. Seat 1: gold wins 2 of 2, without 0 of 2: difference 1, weight 2 · 2 / 4 = 1.
    # Seat 2: gold wins 0 of 1, without 2 of 3: difference −2/3, weight 1 · 3 / 4 = 0.75.
    # (1 · 1 − 0.75 · 2/3) / 1.75 = 2/7
    decisions = decisions_of([[(1, 1), (2, 2)], [(1, 1), (2, 1)], [(1, 2), (2, 2)], [(1, 2), (2, 2)]])
    seats = seats_of([[1, -1], [1, -1], [-1, 1], [-1, 1]])
    found = win_rates(decisions, WORDS, seats).part("take gold")
    assert found.value == pytest.approx(2 / 7)
    assert found.part("win rate").value == pytest.approx(2 / 3)  # of three who took gold, two won
    assert found.part("plain difference").value == pytest.approx(2 / 3 - 2 / 5)


def test_win_rates_compare_only_seats_with_the_same_chances() -> None:
    # seat 1 of game 1 could not take gold, and does not count among those who did not
    found = win_rates(TAKEN, WORDS, seats_of([[1, -1], [1, -1]]), OFFERED).part("take gold")
    assert found.note == "all who could, did"
    assert found.part("win rate").n == 2


def test_agents_are_not_compared_with_each_other() -> None:
    # the strong agent takes gold and wins, the weak one takes wood and loses: gold shows nothing
    decisions = decisions_of([[(1, 1), (2, 2)], [(1, 2), (2, 1)]])
    seats = seats_of([[1, -1], [-1, 1]], [["strong", "weak"], ["weak", "strong"]])
    assert not win_rates(decisions, WORDS, seats).part("take gold").known


def test_known_answer_of_action_win_rates() -> None:
    # seat 1 takes and wins, passes and loses
    decisions = decisions_of([[(1, 1)], [(1, 2)], [(1, 3)], [(1, 3)]])
    found = action_win_rates(decisions, WORDS, seats_of([[1, -1], [1, -1], [-1, 1], [-1, 1]]))
    assert found.part("take").value == pytest.approx(1.0)
    assert found.part("pass").value == pytest.approx(-1.0)


def test_known_answer_of_opening_rates() -> None:
    # seat 1 opens with gold, gold and wins once of once; with gold, wood it loses twice
    decisions = decisions_of([[(1, 1), (1, 1), (1, 3)], [(1, 1), (1, 2)], [(1, 1), (1, 2)]])
    assert openings(decisions, WORDS)["what"].to_list() == ["take gold, take gold"] + ["take gold, take wood"] * 2
    found = opening_rates(decisions, WORDS, seats_of([[1, -1], [-1, 1], [-1, 1]]))
    assert found.part("take gold, take gold").value == pytest.approx(1.0)


def test_known_answer_of_observed_power() -> None:
    # the dragon was had by two seats, who won both; seen by one more, who does not count; of the other three one won
    had = pl.DataFrame(
        [(0, 1, "dragon", True), (1, 1, "dragon", True), (1, 2, "dragon", False), (2, 2, "mouse", True)],
        schema=["game", "seat", "what", "had"],
        orient="row",
    )
    found = observed_power(had, seats_of([[1, -1], [1, -1], [-1, 1]]))
    assert found.part("dragon").value == pytest.approx(1 - 1 / 3)
    assert found.part("mouse").value == pytest.approx(1 - 2 / 5)
    assert [witness.game for witness in found.part("dragon").witnesses] == [0, 1]


def test_games_nobody_looked_at_do_not_count() -> None:
    had = pl.DataFrame({"game": [0], "seat": [1], "what": ["dragon"]})
    # game 1 is not among those looked at: the one seat without a dragon is that of game 0
    found = observed_power(had, seats_of([[1, -1], [1, -1]]))
    assert found.part("dragon").value == 1.0
    assert found.part("dragon").n == 2


def test_what_everybody_has_shows_nothing() -> None:
    had = pl.DataFrame({"game": [0, 0], "seat": [1, 2], "what": ["mat", "mat"]})
    assert not observed_power(had, seats_of([[1, -1]])).part("mat").known


# ---------------------------------------------------------------- agency


def test_known_answer_of_agency() -> None:
    # the only choice of seat 1 decides: gold wins, wood loses. I = H = 1 bit. Shuffled results tell about nothing in 400 games.
    decisions = decisions_of([[(1, 1)], [(1, 2)]] * 200)
    found = agency(decisions, seats_of([[1, -1], [-1, 1]] * 200))
    assert found.value == pytest.approx(1.0, abs=0.01)
    assert found.part("choice 1").value == found.value


def test_choices_that_tell_half() -> None:
    # gold: 3 of 4 win, wood: 1 of 4. I = 1 − H(¼) = 1 − 0.811278 = 0.188722 bits, H(won) = 1
    rows = [(1, [1, -1])] * 3 + [(1, [-1, 1])] + [(2, [1, -1])] + [(2, [-1, 1])] * 3
    found = agency(
        decisions_of([[(1, code)] for code, _ in rows] * 100), seats_of([result for _, result in rows] * 100)
    )
    assert found.value == pytest.approx(0.188722, abs=0.005)


def test_choices_by_chance_tell_nothing_however_many_there_are() -> None:
    draw = np.random.default_rng(1)
    codes, wins = draw.integers(0, 40, 300), draw.random(300) < 0.5
    found = agency(
        decisions_of([[(1, int(code), 40)] for code in codes]), seats_of([[1, -1] if w else [-1, 1] for w in wins])
    )
    assert found.low is not None and found.high is not None
    assert found.low < 0 < found.high


# ---------------------------------------------------------------- analysis paralysis


def test_known_answer_of_analysis_paralysis() -> None:
    # game 0, ply 0: 0.5, 0.5, 0.45 and 0.1: the others are close by 1, ½ and 0: 3 · ½ = 1.5 rivals; ply 3: 0.9 and 0.2: none
    # game 1: 0.3 and 0.21: 1 · 0.1. In all 1.6 rivals at 3 decisions, 8 options, closeness 1.6 of 5 others
    values = {(0, 0): [0.5, 0.45, 0.5, 0.1], (0, 3): [0.2, 0.9], (1, 2): [0.3, 0.21]}
    rows = [(game, ply, code, value, 0.01) for (game, ply), own in values.items() for code, value in enumerate(own)]
    found = analysis_paralysis(pl.DataFrame(rows, schema=WEIGHED, orient="row"))
    assert found.value == pytest.approx(1.6 / 3)
    assert found.part("options").value == pytest.approx(8 / 3)
    assert found.part("closeness").value == pytest.approx(1.6 / 5)
    assert (found.witnesses[0].game, found.witnesses[0].ply) == (0, 0)
    assert found.witnesses[0].note == "4 options, 1.5 rivals of the best"


def test_no_choices_say_nothing() -> None:
    seats, games = seats_of([[1, -1]]), games_of([{"turns": 0}])
    assert not decision_space(games, NO_DECISIONS).known
    assert not genuine_decisions(games, NO_DECISIONS).known
    assert not decisions_a_turn(games, NO_DECISIONS).known
    assert not action_entropy(NO_DECISIONS).known
    assert not false_choices(pl.DataFrame(schema=WEIGHED)).known
    assert not analysis_paralysis(pl.DataFrame(schema=WEIGHED)).known
    assert not pick_rates(NO_DECISIONS, WORDS).known
    assert not win_rates(NO_DECISIONS, WORDS, seats).known
    assert not opening_rates(NO_DECISIONS, WORDS, seats).known
    assert not agency(NO_DECISIONS, seats).known
    assert not agency(decisions_of([[(1, 1)]]), seats_of([[0, 0]])).known

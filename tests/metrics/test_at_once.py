"""Games in which all move at once: every such part is a moment of the curves, and nobody's turn."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

import ludwright
from ludwright.metrics import Evidence
from ludwright.metrics.curve import NOBODY, ONLY_ENDS
from ludwright.metrics.drama import lead_changes
from ludwright.metrics.social import catch_up, kingmaking, runaway_leader
from ludwright.metrics.swings import AT_ONCE, killer_moves, permanence
from tests.metrics.frames import frame, leads_of, seats_of

HEATS = """
game "Heats"
players 2
each player
  points = 0 in 0..12
play: repeat heat until heat.number is 4
stage heat
  at once, each p in players
    p chooses n from 1..3
  then
    for p in players: p.points += n[p]
score(p): p.points
winner: highest score
lead(p): p.points / 12
"""
DRAFT_THEN_TURNS = """
game "Draft"
players 2
each player
  points = 0 in 0..12
play
  repeat 2 times
    at once, each p in players
      p chooses n from 1..3
    then
      for p in players: p.points += n[p]
  turns until turn.number is 3
turn: me chooses n from 1..2: my points += n
score(p): p.points
winner: highest score
lead(p): p.points / 12
"""


def test_every_part_at_once_is_a_moment_of_nobody() -> None:
    run = ludwright.playtest(ludwright.load_text(HEATS), "random", 50, seed=3)
    evidence = Evidence.of(run)
    curve = evidence.leads
    # four heats; with the last one the game ends
    assert set(curve.lengths.tolist()) == {4}
    assert set(curve.movers.tolist()) == {NOBODY}
    assert evidence.games["turns"].unique().to_list() == [4]
    # what a seat has after each heat, added up from its answers
    added = evidence.decisions.sort("game", "actor", "ply").with_columns(pl.col("code").cum_sum().over("game", "actor"))
    points = added.sort("game", "ply")["code"].to_numpy().reshape(-1, 2)
    lowest = evidence.decisions["code"].min()
    assert isinstance(lowest, int)  # the code of 1
    heat = np.tile(np.arange(1, 5), 50)[:, None]
    assert curve.values == pytest.approx((points - heat * (lowest - 1)) / 12)


def test_the_leader_at_half_time_is_that_of_the_second_of_four_heats() -> None:
    run = ludwright.playtest(ludwright.load_text(HEATS), "random", 400, seed=3)
    evidence = Evidence.of(run)
    by_heat = evidence.decisions.sort("game", "ply")["code"].to_numpy().reshape(-1, 4, 2)
    half, full = by_heat[:, :2].sum(axis=1), by_heat.sum(axis=1)
    clear = (half[:, 0] != half[:, 1]) & (full[:, 0] != full[:, 1])
    wins = clear & ((half[:, 0] > half[:, 1]) == (full[:, 0] > full[:, 1]))
    found = runaway_leader(evidence.leads)
    assert (found.n, found.value) == (int(clear.sum()), pytest.approx(wins.sum() / clear.sum()))
    assert 0.5 < wins.sum() / clear.sum() < 1


def test_turns_after_a_draft_are_those_of_their_players() -> None:
    run = ludwright.playtest(ludwright.load_text(DRAFT_THEN_TURNS), "random", 5, seed=3)
    curve = Evidence.of(run).leads
    # two rounds of the draft, three turns; the last ends the game
    assert set(curve.lengths.tolist()) == {5}
    assert curve.movers.tolist() == [NOBODY, NOBODY, 0, 1, 0] * 5


@pytest.mark.parametrize(("name", "moments"), [("curios", 12), ("six_takes", 10), ("seven_cities", 18)])
def test_bundled_games_have_a_moment_for_each_time_all_move(name: str, moments: int) -> None:
    run = ludwright.playtest(name, "random", 60, seed=2)
    evidence = Evidence.of(run)
    assert set((evidence.leads.lengths % moments).tolist()) == {0}
    found = runaway_leader(evidence.ahead)
    assert found.n > 20
    assert found.value is not None and found.value < 0.95
    known = (lead_changes(evidence.curve).value, evidence.leads.at(0.5).tolist())
    assert known[0] is not None and known[0] > 0
    # half of the moments are before it
    assert [row - start for row, start in zip(known[1], evidence.leads.starts.tolist(), strict=False)] == (
        evidence.leads.lengths // 2 - 1
    ).tolist()


def _at_once(values: list[list[list[float]]]) -> pl.DataFrame:
    return leads_of(values).with_columns(pl.lit(0, pl.Int32).alias("player"), pl.lit(0, pl.Int32).alias("turn_number"))


def test_two_moments_at_once_are_both_kept() -> None:
    # the rules count no turns: nothing is counted anew
    evidence = Evidence(turns=_at_once([[[0.6, 0.4], [0.3, 0.7]]]), seats=seats_of([[-1, 1]]))
    assert evidence.leads.lengths.tolist() == [2]
    found = runaway_leader(evidence.leads)
    assert [part.value for part in found.parts] == [0.0, 0.0, 0.0]  # seat 1 leads before the end, seat 2 wins
    assert lead_changes(evidence.leads).value == 1.0


def test_no_gain_is_one_players_own() -> None:
    values = [[[0.6, 0.3, 0.1], [0.3, 0.6, 0.1], [0.9, 0.1, 0.0]]]
    curve = Evidence(turns=_at_once(values), seats=seats_of([[1, -1, -1]])).leads
    for metric in (killer_moves, permanence, kingmaking):
        found = metric(curve)
        assert (found.value, found.note) == (None, AT_ONCE)


def test_a_round_at_once_is_one_moment() -> None:
    # from ±0.2 to ±0.1 to ±0.1: b = 2 · (0.2 · −0.1 + 0.1 · 0) / (2 · (0.04 + 0.01)) = −0.4
    curve = Evidence(turns=_at_once([[[0.7, 0.3], [0.6, 0.4], [0.6, 0.4]]]), seats=seats_of([[1, -1]])).leads
    assert catch_up(curve).value == pytest.approx(-0.4)


def test_games_recorded_at_their_ends_alone_tell_nothing_of_leaders() -> None:
    evidence = Evidence(turns=_at_once([[[0.6, 0.4]], [[0.2, 0.7]]]), seats=seats_of([[1, -1], [-1, 1]]))
    found = runaway_leader(evidence.ahead)
    assert (found.value, found.note) == (None, ONLY_ENDS)


def test_the_end_is_no_moment_at_which_somebody_leads() -> None:
    # three moments: at 75% the second, not the end, which the winner leads
    turns = frame(
        "turns",
        [
            {"game": 0, "turn": turn, "player": 1, "name": "lead", "seat": seat, "value": value}
            for turn, values in enumerate(([0.5, 0.4], [0.4, 0.5], [1.0, 0.0]), 1)
            for seat, value in enumerate(values, 1)
        ],
    )
    found = runaway_leader(Evidence(turns=turns, seats=seats_of([[1, -1]])).leads)
    assert [part.value for part in found.parts] == [1.0, 0.0, 0.0]

"""Kuhn poker: the value, and the family of all its equilibria (Kuhn 1950)."""

from __future__ import annotations

import pytest

import ludwright
from tests.equilibria.solved import shares, solved

JACK, QUEEN, KING = "card 1", "card 2", "card 3"


def test_the_first_player_loses_an_eighteenth() -> None:
    found = solved("kuhn_poker")
    assert found.values == pytest.approx([-1 / 18, 1 / 18], abs=1e-4)
    assert found.exploitability < 1e-3
    assert found.certain
    assert found.goal.name == "score"


def test_the_first_player_plays_one_of_the_known_family() -> None:
    found = ludwright.equilibrium(ludwright.load("kuhn_poker"), 20_000)
    bluff = shares(found, 0, "at the start", JACK)["bet"]
    assert 0 <= bluff <= 1 / 3 + 0.01
    assert shares(found, 0, "at the start", KING)["bet"] == pytest.approx(3 * bluff, abs=0.01)
    assert shares(found, 0, "at the start", QUEEN)["bet"] < 0.01
    assert shares(found, 0, "after check, bet", QUEEN)["call"] == pytest.approx(bluff + 1 / 3, abs=0.01)
    assert shares(found, 0, "after check, bet", JACK)["fold"] > 0.99
    assert shares(found, 0, "after check, bet", KING)["call"] > 0.99


def test_the_second_player_has_one_way_to_play_only() -> None:
    found = ludwright.equilibrium(ludwright.load("kuhn_poker"), 20_000)
    assert shares(found, 1, "after check", JACK)["bet"] == pytest.approx(1 / 3, abs=0.01)
    assert shares(found, 1, "after check", QUEEN)["bet"] < 0.01
    assert shares(found, 1, "after check", KING)["bet"] > 0.99
    assert shares(found, 1, "after bet", JACK)["fold"] > 0.99
    assert shares(found, 1, "after bet", QUEEN)["call"] == pytest.approx(1 / 3, abs=0.01)
    assert shares(found, 1, "after bet", KING)["call"] > 0.99


def test_what_is_never_worth_doing_is_found() -> None:
    found = solved("kuhn_poker")
    told = {
        (found.telling.holding(worse.situation), dict(zip(worse.situation.codes, found.telling.options(worse.situation), strict=True))[worse.code])
        for worse in found.dominated
    }  # fmt: skip
    assert told == {(JACK, "call"), (KING, "fold")}
    assert all(worse.strictly for worse in found.dominated)


def test_playing_for_wins_is_another_game() -> None:
    found = ludwright.equilibrium(ludwright.load("kuhn_poker"), 500, by="wins")
    assert found.goal.payoffs.max() == 1
    # who bets risks nothing more: it is won or lost either way
    assert abs(found.values[0] - solved("kuhn_poker").values[0]) > 0.01


def test_three_players_are_solved_without_a_promise() -> None:
    found = ludwright.equilibrium(ludwright.load("kuhn_poker", players=3), 2000)
    assert not found.certain
    assert sum(found.values) == pytest.approx(0, abs=1e-9)
    assert found.exploitability < 1e-3
    # in every known equilibrium the last player gains, between 1/48 and 2/48 and more (Szafron, Gibson and Sturtevant 2013)
    assert found.values[2] > 0

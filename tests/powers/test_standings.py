"""What seats, factions and starts are worth, in games where it can be worked out by hand."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

import ludwright
from ludwright.inspecting.arranging import arranged
from ludwright.powers import Power, PowerError
from ludwright.powers.starts import starts_of
from tests.nonempty import some
from tests.powers.games import BANNERS, HANDS, MARKET, PURSES, TEAM
from tests.powers.test_power import holds

OPEN_HANDS = HANDS.replace("hand of stone, seen by owner", "hand of stone").replace("face down, ", "")
ALL = ("factions", "starts")


def found(text: str, what: str, **more: object) -> Power:
    return ludwright.power(ludwright.load_text(text), "random", 1000, what=what, threads=1, pairs=0, **more)  # type: ignore[arg-type]


def test_a_seat_is_worth_what_it_wins_among_equals() -> None:
    market = found(MARKET, "seats")
    first, second = market.standing("seat 1"), market.standing("seat 2")
    assert holds(first.wins, 5 / 8) and holds(first.gain, 1 / 8) and holds(second.gain, -1 / 8)
    assert (first.verdict, second.verdict) == ("overpowered", "underpowered")
    assert market.named == [first, second] or market.named == [second, first]
    assert "In seat 1, random players win" in first.sentence and "instead of 50%" in first.sentence


def test_a_faction_comes_with_all_it_has() -> None:
    banners = found(BANNERS, "factions")
    gold, stone = banners.standing("gold"), banners.standing("stone")
    assert gold.wins.value == 1.0 and holds(gold.gain, 1 / 2)
    assert holds(stone.wins, 1 / 4) and holds(stone.gain, -1 / 4)
    assert gold.observed.value == 1.0  # as dealt, it always wins against what else was dealt
    assert (gold.verdict, stone.verdict) == ("overpowered", "underpowered")


def test_where_all_win_together_it_matters_whether_anybody_has_it() -> None:
    team = found(TEAM, "factions,seats")
    assert team.common and {one.kind for one in team.standings} == {"factions"}
    assert (team.standing("gold").wins.value, team.standing("gold").gain.value) == (1.0, 2.0)  # from lost to won
    assert team.standing("stone").gain.value == -1.0  # it takes the place of gold, or of wood


def test_a_number_to_begin_with_is_exchanged() -> None:
    purses = found(PURSES, "seats,starts")
    assert purses.standing("coins 4").wins.value == 1.0 and purses.standing("coins 3").wins.value == 0.0
    assert purses.standing("seat 2").gain.value == 0.5


@pytest.mark.parametrize("text", [HANDS, OPEN_HANDS], ids=["hidden", "open"])
def test_a_card_is_forced_into_a_hand(text: str) -> None:
    hands = found(text, "starts")
    assert {one.what for one in hands.standings} == {"gem", "rock", "sand"}
    assert hands.standing("gem").wins.value == 1.0
    assert holds(hands.standing("rock").wins, 1 / 4) and holds(hands.standing("rock").gain, -1 / 4)


@pytest.mark.parametrize("text", [BANNERS, HANDS, OPEN_HANDS, PURSES])
def test_an_arranged_game_is_a_possible_one(text: str) -> None:
    """The seat has what it was given, both runs agree, and nothing is lost."""
    game = ludwright.load_text(text)
    for start in some(starts_of(game, ALL, 1)):
        for seat in range(2):
            other = arranged(game, partial(start.give, seat))
            for number in range(6):
                native, twin = (other.start(1, number, run) for run in ("native", "twin"))
                words = np.array(native.numbers(), np.int32)
                assert start.has(words)[seat] or (start.kind == "factions" and not any(start.has(words)))
                assert words.tolist() == list(twin.numbers())
                assert game.compiled.possible(words)
                assert native.legal() == twin.legal()


def test_by_name_and_where_all_begin_alike() -> None:
    banners = found(BANNERS, "factions", only="gold")
    assert [one.what for one in banners.standings] == ["gold"]
    assert found(MARKET, "factions").notes == ["factions: all players begin alike."]
    with pytest.raises(PowerError, match="did you mean `gold`"):
        found(BANNERS, "factions", only="gild")

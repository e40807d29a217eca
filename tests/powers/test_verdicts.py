"""What options are, in a word: games in which it can be worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest

import ludwright
from ludwright.powers import Power
from ludwright.powers.paired import MIXED, chance_beyond, lost, paired
from ludwright.powers.players import called, strong_player
from ludwright.powers.ranks import says_nothing
from tests.powers.games import BETS, CLUBS, MARKET, PICKS, SIDES, STALLS

STRONG = "mcts:50"


def found(text: str, agent: str = STRONG, games: int = 200, **more: object) -> Power:
    return ludwright.power(ludwright.load_text(text), agent, games, what="actions", pairs=0, threads=1, **more)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def stalls() -> Power:
    return found(STALLS)


def test_an_action_without_which_nobody_scores_is_indispensable(stalls: Power) -> None:
    buy = stalls.look("buy")
    assert buy.verdict == "indispensable" and buy not in stalls.named
    assert (buy.without.value, buy.worth.value, buy.stalled) == (0.0, 0.5, 1.0)
    assert "nobody gets anywhere" in buy.sentence and "strong players" in buy.sentence


def test_an_action_that_nothing_can_replace_is_not_measured(stalls: Power) -> None:
    earn = stalls.look("earn")
    assert not earn.worth.known and earn.verdict == "no difference seen"
    assert "nothing else was legal at some time in 12 of 12 games" in earn.sentence


def test_an_action_never_worth_it_is_underpowered(stalls: Power) -> None:
    build = stalls.look("build")
    assert build.worth.value == 0.0  # three points with a farm, three without
    assert build.forced is not None and build.forced.value == -0.5  # who always builds never buys
    assert build.verdict == "underpowered"


def test_an_option_that_is_always_right_is_overpowered() -> None:
    bets = ludwright.power(ludwright.load_text(BETS), STRONG, 100, only="bet 3,bet 2,bet 0", pairs=0, threads=1)
    three, two, none = (bets.look(f"bet {n}") for n in (3, 2, 0))
    assert three.worth.value == 0.5 and three.forced is not None and three.forced.value == 0.0
    assert three.verdict == "overpowered"  # without it two is bet, so it is not indispensable
    assert two.worth.value == none.worth.value == 0.0
    assert none.forced is not None and none.forced.value == -0.5 and none.verdict == "underpowered"


def test_two_ways_to_do_the_same_make_no_difference() -> None:
    sides = found(SIDES, games=400)
    for name in ("left", "right"):
        look = sides.look(name)
        assert look.forced is not None
        # the same number is rolled; who thinks so little trips once in a thousand games
        assert (look.worth.value, look.forced.value) == pytest.approx((0.0, 0.0), abs=0.01)
        assert (
            look.verdict == "no difference seen"
        )  # half of the cases are more than a third: they prefer it to tripping
    trip = sides.look("trip")
    assert trip.worth.value == pytest.approx(0.0, abs=0.01) and trip.verdict == "underpowered"


@pytest.mark.parametrize("agent", ["random", STRONG])
def test_a_choice_between_equals_makes_no_difference(agent: str) -> None:
    """All take each of two in half of the cases, as chance would, and the same number is rolled for both."""
    two = SIDES.replace("one of left, right, trip", "one of left, right").replace("action trip\n  my points += 0\n", "")
    sides = found(two, agent, 400)
    assert [sides.look(name).verdict for name in ("left", "right")] == ["makes no difference"] * 2
    assert sides.look("left").worth.value == 0.0
    assert "makes no difference" in sides.look("left").sentence


def test_what_is_worth_more_to_some_than_to_others() -> None:
    both = ludwright.power(ludwright.load_text(CLUBS), "random,mcts:200", 300, only="strike", pairs=0, threads=1)
    beginners, experts = both.look("strike", "random"), both.look("strike", "mcts:200")
    assert beginners.verdict == "trap" and (experts.worth.low or 0.0) > 0.2
    assert "random players" in beginners.sentence and "strong players (`mcts:200`)" in experts.sentence


def test_a_thing_alone_is_told_the_same_as_among_all() -> None:
    whole = found(PICKS, "random", 100)
    alone = found(PICKS, "random", 100, only="stone")
    assert [look.what for look in alone.looks] == ["stone"]
    assert alone.look("stone").as_json() == whole.look("stone").as_json()


STONES = MARKET.replace(
    "  | rock |", "  | opal |   1   |   1    |\n  | jade |   1   |   1    |\n  | clay |   1   |   1    |\n  | rock |"
)


def test_a_card_alone_is_compared_with_all_others() -> None:
    game = ludwright.load_text(STONES)
    whole, alone = (
        ludwright.power(game, "random", 200, what="cards", only=only, pairs=0, threads=1) for only in ((), "gem")
    )
    assert whole.look("gem").beside.known
    assert [look.what for look in alone.looks] == ["gem"]
    assert alone.look("gem").as_json() == whole.look("gem").as_json()


# ---------------------------------------------------------------- intervals


@pytest.mark.parametrize(
    ("values", "shares", "share"),
    [
        ([0.0, 0.5], [0.98, 0.02], 0.5),  # rare
        ([0.5, 0.0], [0.97, 0.03], 0.5),  # nearly all there is to lose
        ([-0.5, 0.0, 0.5], [0.2, 0.5, 0.3], 0.5),
        ([0.0, 1 / 3], [0.97, 0.03], 1 / 3),
        ([-2 / 3, 0.0], [0.02, 0.98], 1 / 3),
    ],
)
@pytest.mark.parametrize("deals", [2, 20, 100, 400])
def test_intervals_hold_the_truth_and_stay_within_what_is_possible(
    values: list[float], shares: list[float], share: float, deals: int
) -> None:
    rng, truth, bounds, held = np.random.default_rng(3), float(np.dot(values, shares)), lost(share), 0
    for _ in range(400):
        figure = paired("worth", rng.choice(values, deals, p=shares), bounds)
        assert figure.low is not None and figure.high is not None and figure.value is not None
        assert bounds[0] <= figure.low <= figure.value <= figure.high <= bounds[1]
        held += figure.low <= truth <= figure.high
    assert held >= 366  # 95% of 400 are 380; below 366 comes about once in a thousand such tests


def test_chances_are_of_one_side() -> None:
    values = np.array([0.1, 0.3] * 50)
    assert chance_beyond(values, 0.1, True, MIXED) < 0.01
    assert chance_beyond(values, 0.2, True, MIXED) == pytest.approx(0.5, abs=0.1)
    assert chance_beyond(values, 0.1, False, MIXED) > 0.99


# ---------------------------------------------------------------- who, and of what nothing is told


def test_players_think_as_long_as_there_is_time() -> None:
    game = ludwright.load_text(PICKS)
    assert strong_player(game, 10, 1, threads=1) == "mcts:800"
    assert strong_player(game, 10**9, 1, threads=1) == "mcts:20"
    assert called("hold at 20") == "players like `hold at 20`"


def test_of_a_rank_that_is_dealt_nothing_is_told() -> None:
    kuhn = ludwright.load("kuhn_poker")
    assert says_nothing(kuhn, "1", 1) and says_nothing(kuhn, "3", 1)
    assert not says_nothing(ludwright.load_text(MARKET), "gem", 1)  # its worth is its only number, but it is chosen
    assert not says_nothing(ludwright.load("bird_lady"), "bird5", 1)

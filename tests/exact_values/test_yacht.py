"""Yacht: boxes and straights against all 7,776 throws, and five alike in three throws, which is known to come in 4.6029% of turns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, sqrt

import pytest

import ludwright
from ludwright.game import GAMES
from tests.exact_values.interval import mean_agrees, share_agrees

THROWS = [Counter(throw) for throw in product(range(1, 7), repeat=5)]


def total(dice: Counter[int]) -> int:
    return sum(dice.elements())


def most_alike(dice: Counter[int]) -> int:
    return max(dice.values())


def straight(dice: Counter[int], long: int) -> bool:
    return any(all(dice[face] for face in range(low, low + long)) for low in range(1, 8 - long))


LOWER: dict[str, Callable[[Counter[int]], int]] = {
    "three_alike": lambda dice: total(dice) if most_alike(dice) >= 3 else 0,
    "four_alike": lambda dice: total(dice) if most_alike(dice) >= 4 else 0,
    "full_house": lambda dice: 25 if sorted(dice.values()) == [2, 3] else 0,
    "small_straight": lambda dice: 30 if straight(dice, 4) else 0,
    "large_straight": lambda dice: 40 if straight(dice, 5) else 0,
    "five_alike": lambda dice: 50 if most_alike(dice) == 5 else 0,
    "chance": total,
}
UPPER = ["ones", "twos", "threes", "fours", "fives", "sixes"]


def worth(box: str, dice: Counter[int]) -> int:
    if box in UPPER:
        face = UPPER.index(box) + 1
        return face * dice[face]
    return LOWER[box](dice)


def test_every_box_is_worth_what_the_rules_say() -> None:
    game = ludwright.load_text(
        (GAMES / "yacht.game").read_text(encoding="utf-8")
        + "".join(f'track "{face}": n({face})\n' for face in range(1, 7))
        + "".join(f'track "{box}": {box}.worth\n' for box in [*UPPER, *LOWER]),
        players=1,
    )
    met: set[tuple[tuple[int, int], ...]] = set()
    for number in range(250):
        match = game.start(seed=3, game=number)
        while not match.over:
            seen = match.tracked()
            dice = Counter({face: int(seen[str(face)][0]) for face in range(1, 7) if seen[str(face)][0]})
            assert total(Counter(dice.values())) == 5
            met.add(tuple(sorted(dice.items())))
            for box in [*UPPER, *LOWER]:
                assert seen[box] == [worth(box, dice)], (box, dice)
            writes = [option for option in match.legal() if option.action == "write"]
            match.apply(writes[number % len(writes)] if writes else "stop")
    # all 252 combinations but the rarest, such as five alike, come up
    assert len(met) > 240


def random_score() -> tuple[float, float]:
    """Mean and a bound of the standard deviation of the score of who writes without looking at the dice."""
    mean = Fraction(0)
    variance = 0.0
    for box in [*UPPER, *LOWER]:
        values = [worth(box, dice) for dice in THROWS]
        mean += Fraction(sum(values), len(values))
        variance += sum(v * v for v in values) / len(values) - (sum(values) / len(values)) ** 2
    sums = {0: Fraction(1)}
    for face in range(1, 7):
        new: dict[int, Fraction] = {}
        for n in range(6):
            chance = Fraction(comb(5, n) * 5 ** (5 - n), 6**5)
            for before, likely in sums.items():
                new[before + face * n] = new.get(before + face * n, Fraction(0)) + likely * chance
        sums = new
    bonus = sum((likely for points, likely in sums.items() if points >= 63), Fraction(0))
    # the bonus goes along with the upper boxes: the deviations add up at most
    return float(mean + 35 * bonus), sqrt(variance) + 35 * sqrt(float(bonus * (1 - bonus)))


@pytest.mark.parametrize("rolls", [1, 3])
def test_who_does_not_look_at_the_dice_makes_the_exact_mean(rolls: int) -> None:
    """Dice thrown again without being looked at are as good as new, so the number of throws makes no difference.

    A bot that speaks of the numbers of dice makes them five options instead of one for each face: then players at random do not look at the faces.
    """
    games = 40_000
    text = (GAMES / "yacht.game").read_text(encoding="utf-8")
    text += '\nbot "by number"\n  reroll.ds(d) by -d.number\n  write(b)\n  stop\n'
    game = ludwright.load_text(text, players=1, params={"rolls": rolls})
    result = ludwright.simulate(game, games, seed=9, threads=1)
    mean, deviation = random_score()
    assert mean_agrees(result.mean_returns[0], games, mean, deviation)


@cache
def five_alike(alike: int, throws: int) -> Fraction:
    """The chance to have five alike in so many more throws, keeping the largest group of equal dice."""
    if alike == 5 or throws == 0:
        return Fraction(int(alike == 5))
    others = 5 - alike
    chance = Fraction(0)
    for thrown in product(range(6), repeat=others):
        groups = Counter(thrown)
        groups[0] += alike  # face 0 is the one that is kept
        chance += Fraction(1, 6**others) * five_alike(max(groups.values()), throws - 1)
    return chance


ONE_TURN = (GAMES / "yacht.game").read_text(encoding="utf-8").split("end when")[0]
ONE_TURN += """
define most: max(n(f) for f in 1..6)
define kept: min(f for f in 1..6 with n(f) is most)
end after turn when turn.number is 1
score(p): sum(p.sheet[b] for b in boxes)

bot "five alike"
  reroll when not alike(5)
  reroll.ds(d) when d.face is not kept by -d.number
  stop
  write(five_alike)

bot "sixes"
  reroll
  reroll.ds(d) when d.face is not 6 by -d.number
  stop
  write(sixes)

bot "pips"
  reroll
  reroll.ds(d) when d.face <= 5 - thrown_again by -d.number
  stop
  write(chance)
"""
ONE_TURN = ONE_TURN.replace("dice tray", "var thrown_again = 0 in 0..4\ndice tray")
ONE_TURN = ONE_TURN.replace("action reroll\n", "action reroll\n  thrown_again += 1\n")


def of_one_turn(bot: str, games: int) -> float:
    """The mean score of a turn as the bot plays it."""
    game = ludwright.load_text(ONE_TURN, players=1)
    result = ludwright.simulate(game, games, seed=13, threads=1, agents=bot)
    assert result.faulted == 0
    return result.mean_returns[0]


def test_five_alike_come_in_three_throws_as_often_as_they_should() -> None:
    exact = sum((five_alike(most_alike(dice), 2) for dice in THROWS), Fraction(0)) / len(THROWS)
    assert f"{float(exact):.4%}" == "4.6029%"
    games = 200_000
    assert share_agrees(of_one_turn("five alike", games) / 50 * games, games, float(exact))


def test_sixes_kept_three_times_make_the_exact_mean() -> None:
    is_six = 1 - (5 / 6) ** 3
    games = 100_000
    deviation = 6 * sqrt(5 * is_six * (1 - is_six))
    assert mean_agrees(of_one_turn("sixes", games), games, 30 * is_six, deviation)


def test_pips_are_gathered_with_the_exact_mean() -> None:
    """Each die by itself: kept from 5 on after the first throw, from 4 on after the second. That is the best, 23 and a third."""
    likely = dict.fromkeys(range(1, 7), 1 / 6)
    for least in (4, 5):
        again = sum(1 / 6 for face in range(1, 7) if face < least)
        likely = {face: again * likely[face] + (1 / 6 if face >= least else 0) for face in range(1, 7)}
    mean = sum(face * chance for face, chance in likely.items())
    deviation = sqrt(5 * sum((face - mean) ** 2 * chance for face, chance in likely.items()))
    assert f"{5 * mean:.4f}" == "23.3333"
    games = 100_000
    assert mean_agrees(of_one_turn("pips", games), games, 5 * mean, deviation)

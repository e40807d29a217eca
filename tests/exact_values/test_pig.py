"""Pig: what a turn is worth, and who wins, against exact values worked out here.

Todd Neller and Clifton Presser, Optimal Play of the Dice Game Pig (The UMAP Journal 25, 2004), give for two players and a goal of
100: holding at 20 makes 8.14 points a turn on average, more than any other number; with the best play on both sides who begins
wins 53.06% of the games.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt
import pytest
from numba import njit

import ludwright
from ludwright.game import GAMES
from tests.exact_values.interval import mean_agrees, share_agrees

GOAL = 100
HOLDS = (12, 20, 25)
TEXT = (GAMES / "pig.game").read_text(encoding="utf-8") + "".join(
    f'\nbot "hold at {n}"\n  throw when pot < {n} and my points + pot < goal\n  stop\n' for n in HOLDS if n != 20
)
TEXT += '\ntrack "points": p.points for p in players\ntrack "pot": pot\n'
Table = npt.NDArray[np.float64]


def turn(hold: int, points: int = 0, goal: int = 10_000) -> dict[int, float]:
    """The chance of every gain of a turn by who throws until the pot reaches ``hold`` or is enough."""
    open_pots, gains = {0: 1.0}, {0: 0.0}
    while open_pots:
        pot = min(open_pots)
        chance = open_pots.pop(pot)
        gains[0] += chance / 6
        for face in range(2, 7):
            new = pot + face
            closed = new >= hold or points + new >= goal
            (gains if closed else open_pots)[new] = (gains if closed else open_pots).get(new, 0.0) + chance / 6
    return gains


def first_wins(mine: int, theirs: int) -> float:
    """The exact chance that who begins wins, both holding at their numbers."""
    turns = [[turn(hold, points, GOAL) for points in range(GOAL)] for hold in (mine, theirs)]

    @cache
    def on_move(who: int, own: int, other: int) -> float:
        """Both may lose their pots over and over: the chance after both have gone on is solved for."""
        ours, theirs_ = turns[who][own], turns[1 - who][other]
        gained = later(who, own, other, ours)
        other_gained = later(1 - who, other, own, theirs_)
        # x = gained + a * (1 - y), y = other_gained + b * (1 - x)
        a, b = ours[0], theirs_[0]
        return (gained + a * (1 - other_gained - b)) / (1 - a * b)

    def later(who: int, own: int, other: int, gains: dict[int, float]) -> float:
        return sum(
            chance * (1.0 if own + gain >= GOAL else 1.0 - on_move(1 - who, other, own + gain))
            for gain, chance in gains.items()
            if gain > 0
        )

    for together in range(2 * GOAL - 2, -1, -1):  # so that nothing is nested deeply
        for own in range(max(0, together - GOAL + 1), min(GOAL - 1, together) + 1):
            on_move(0, own, together - own)
            on_move(1, own, together - own)
    return on_move(0, 0, 0)


@njit()
def best_play(goal: int) -> tuple[Table, npt.NDArray[np.bool_]]:
    """The chance to win with the best play on both sides, and when it throws: by own points, the other's, the pot."""
    wins = np.full((goal, goal, goal + 6), 0.5)
    throws = np.ones((goal, goal, goal + 6), dtype=np.bool_)
    for together in range(2 * goal - 2, -1, -1):
        for one in range(max(0, together - goal + 1), min(goal - 1, together) + 1):
            two = together - one
            if one > two:
                continue
            changed = 1.0
            while changed > 1e-12:
                changed = 0.0
                for own, other in ((one, two), (two, one)):
                    for pot in range(goal - own - 1, -1, -1):
                        going = 1.0 - wins[other, own, 0]
                        for face in range(2, 7):
                            going += 1.0 if own + pot + face >= goal else wins[own, other, pot + face]
                        going /= 6
                        holding = 1.0 - wins[other, own + pot, 0] if pot > 0 else 0.0
                        throws[own, other, pot] = going > holding
                        value = max(going, holding)
                        changed = max(changed, abs(value - wins[own, other, pot]))
                        wins[own, other, pot] = value
    return wins, throws


def test_holding_at_20_makes_the_most_points_a_turn() -> None:
    made = {hold: sum(gain * chance for gain, chance in turn(hold).items()) for hold in range(2, 40)}
    assert max(made, key=lambda hold: made[hold]) == 20
    assert round(made[20], 2) == 8.14


@pytest.mark.parametrize("hold", HOLDS)
def test_a_turn_is_worth_what_it_should_be(hold: int) -> None:
    gains = turn(hold)
    exact = sum(gain * chance for gain, chance in gains.items())
    spread = sum((gain - exact) ** 2 * chance for gain, chance in gains.items()) ** 0.5
    # long games to a goal of 200; turns that could reach it are not counted
    game = ludwright.load_text(TEXT, params={"goal": 200}, ask_forced=True)
    made: list[float] = []
    for number in range(100):
        match = game.start(seed=5, game=number)
        while (seat := match.actor) is not None and match.tracked()["points"][seat] + hold + 5 < 200:
            before, now = match.tracked()["points"][seat], match.turn
            while match.turn == now:
                match.apply("throw" if match.tracked()["pot"][0] < hold else "stop")
            made.append(match.tracked()["points"][seat] - before)
    assert len(made) > 2_000
    assert mean_agrees(sum(made) / len(made), len(made), exact, spread)


@pytest.mark.parametrize("mine", HOLDS)
@pytest.mark.parametrize("theirs", HOLDS)
def test_players_who_hold_at_a_number_win_as_often_as_they_should(mine: int, theirs: int) -> None:
    games = 100_000
    result = ludwright.simulate(
        ludwright.load_text(TEXT), games, seed=11, threads=1, agents=[f"hold at {mine}", f"hold at {theirs}"]
    )
    assert share_agrees(result.wins[0], games, first_wins(mine, theirs))


def test_the_best_play_has_the_published_value() -> None:
    wins, _ = best_play(GOAL)
    assert round(wins[0, 0, 0], 4) == 0.5306


def against_holding(throws: npt.NDArray[np.bool_], hold: int, begins: bool) -> float:
    """The exact chance of the best play to win against a player who holds at a number."""
    fixed = [turn(hold, points, GOAL) for points in range(GOAL)]

    @cache
    def gains(own: int, other: int) -> dict[int, float]:
        found, pots = {0: 0.0}, {0: 1.0}
        while pots:
            pot = min(pots)
            chance = pots.pop(pot)
            found[0] += chance / 6
            for face in range(2, 7):
                new = pot + face
                closed = own + new >= GOAL or not throws[own, other, new]
                (found if closed else pots)[new] = (found if closed else pots).get(new, 0.0) + chance / 6
        return found

    # chances of the best play to win, when it is its turn and when it is the other's, by its points and the other's
    mine, theirs = np.zeros((GOAL, GOAL)), np.zeros((GOAL, GOAL))
    for together in range(2 * GOAL - 2, -1, -1):
        for own in range(max(0, together - GOAL + 1), min(GOAL - 1, together) + 1):
            other = together - own
            x, y = gains(own, other), fixed[other]
            on_mine = sum(c * (1.0 if own + g >= GOAL else theirs[own + g, other]) for g, c in x.items() if g)
            on_theirs = sum(c * (0.0 if other + g >= GOAL else mine[own, other + g]) for g, c in y.items() if g)
            mine[own, other] = (on_mine + x[0] * on_theirs) / (1 - x[0] * y[0])
            theirs[own, other] = on_theirs + y[0] * mine[own, other]
    return float(mine[0, 0] if begins else theirs[0, 0])


@pytest.mark.parametrize("begins", [True, False])
def test_the_best_play_beats_holding_at_20_as_often_as_it_should(begins: bool) -> None:
    _, throws = best_play(GOAL)
    exact = against_holding(throws, 20, begins)
    game = ludwright.load_text(TEXT)
    best, games, won = 0 if begins else 1, 600, 0
    for number in range(games):
        match = game.start(seed=21, game=number)
        while not match.over:
            seat, seen = match.actor or 0, match.tracked()
            own, other, now = int(seen["points"][seat]), int(seen["points"][1 - seat]), int(seen["pot"][0])
            enough = own + now >= GOAL
            goes_on = not enough and (throws[own, other, now] if seat == best else now < 20)
            match.apply("throw" if goes_on else "stop")
        won += match.returns()[best] > 0
    assert share_agrees(won, games, exact)

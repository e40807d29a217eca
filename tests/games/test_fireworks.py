"""Fireworks: its measures, its last round, and what is left when the lives are gone."""

from __future__ import annotations

import random

import pytest

import ludwright
from ludwright.anatomy.description import describe
from ludwright.anatomy.phases import find_phases
from ludwright.game import GAMES

TEXT = (GAMES / "fireworks.game").read_text(encoding="utf-8")


def watched(players: int, **params: int) -> ludwright.Game:
    tracks = "".join(
        f'track "{title}": {formula}\n'
        for title, formula in {
            "deck": "deck.count",
            "all": "deck.count + discard.count + sum(firework[k].count for k in colours) "
            "+ sum(p.hand.count for p in players)",
            "lives": "lives_left",
            "built": "sum(firework[k].count for k in colours)",
        }.items()
    )
    return ludwright.load_text(TEXT + tracks, players=players, params=params, ask_forced=True)


def test_it_has_the_published_measures() -> None:
    """Those of van den Hooff, CardScript (Amsterdam 2019), for three players. An action there is a step here, a type of tokens a number."""
    game = ludwright.load("fireworks", players=3)
    told = describe(game, games=1).as_text()
    for line in ("2 to 5 players", "1 team", "cards   50", "Zones: 10 places", "Variables and marks: 2", "Phases: 4"):
        assert line in told
    _, midgame, endgame = find_phases(game)
    assert [phase.name for phase in (midgame, endgame)] == ["midgame", "endgame"]
    assert (str(midgame.counts.steps), str(midgame.counts.decisions)) == ("2 to 3", "2 to 4")
    assert (str(endgame.counts.steps), str(endgame.counts.decisions)) == ("1 to 2", "2 to 4")


@pytest.mark.parametrize(("players", "hand"), [(2, 5), (3, 5), (4, 4), (5, 4)])
def test_the_deck_is_50_and_everybody_has_one_turn_after_its_last_card(players: int, hand: int) -> None:
    game = watched(players, lives=5)
    for seed in range(15):
        match, choose = game.start(seed=seed), random.Random(seed)
        assert match.tracked()["deck"] == [50 - players * hand]
        after_last: list[int] = []
        while not match.over:
            if match.tracked()["deck"] == [0]:
                after_last.append(match.actor or 0)
            options = match.legal()
            # cards are thrown away and told of, so that the deck runs out before the lives
            safe = [option for option in options if option.action != "play_card"]
            actor = match.actor
            match.apply(choose.choice(safe))
            assert match.tracked()["all"] == [50]
            if not after_last and match.tracked()["deck"] == [0]:
                last = actor or 0
        assert after_last == [(last + 1 + i) % players for i in range(players)]


@pytest.mark.parametrize("keep", [False, True])
def test_without_lives_the_points_are_lost_unless_they_are_to_be_kept(keep: bool) -> None:
    game = watched(3, keep_points=int(keep))
    with_points = 0
    for seed in range(25):
        match, choose = game.start(seed=seed), random.Random(seed)
        while not match.over:
            match.apply(choose.choice(match.codes()))
        seen = match.tracked()
        assert seen["lives"] == [0]
        assert match.returns() == (seen["built"] * 3 if keep else [0.0] * 3)
        with_points += seen["built"] > [0]
    assert with_points > 5


def test_redeals_keep_what_was_told_of_every_card_and_what_others_hold() -> None:
    held = {
        (seat, i): f"max(10 * p.hand[{i}].colour.number + p.hand[{i}].rank for p in players with p.number is {seat})"
        for seat in (1, 2)
        for i in range(1, 6)
    }
    tracks = "".join(f'track "{seat} {i}": {formula}\n' for (seat, i), formula in held.items())
    game = ludwright.load_text(TEXT + tracks, players=2)

    def hand(match: ludwright.Match, seat: int) -> list[int]:
        seen = match.tracked()
        return [int(seen[f"{seat} {i}"][0]) for i in range(1, 6)]

    for seed in range(8):
        match = game.start(seed=seed)
        told = next(o for o in match.legal() if o.action == "tell" and o.values[1] == "by_colour")
        number = ["reds", "yellows", "greens", "whites", "blues"].index(told.values[2]) + 1
        match.apply(told)
        first, second = hand(match, 1), hand(match, 2)
        redealt = [match.determinize(1, seed=k) for k in range(30)]
        assert all(hand(other, 1) == first for other in redealt)
        for other in redealt:
            assert [card // 10 == number for card in hand(other, 2)] == [card // 10 == number for card in second]
        assert len({tuple(hand(other, 2)) for other in redealt}) > 20

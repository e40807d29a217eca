"""Nothing a seat sees, and nothing it can work out by redeals, depends on its own unseen cards, the order of the deck or the game's chance."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

import ludwright
from ludwright.game import Game
from ludwright.hidden.cards import told_out
from ludwright.hidden.layout import is_seen
from ludwright.play.match import Match

HINTS = ("tell",)


def position(game: Game, seed: int, run: str, moves: int) -> Match:
    """A position after moves of players who like to give hints, and never lose the last life."""
    choose = random.Random(seed)
    match = game.start(seed, run=run)
    for _ in range(moves):
        options = match.legal()
        hints = [o for o in options if o.action.startswith("tell")]
        safe = [o for o in options if o.action != "play_card"] or options
        match.apply(choose.choice(hints if hints and choose.random() < 0.7 else safe))
        assert not match.over
    return match


def otherwise(match: Match, seat: int, choose: random.Random) -> Match:
    """The same position with other cards where the seat can't see them, and other chance to come: by exchanges, without any redeal."""
    layout, words = match.game.layout, match.numbers()
    design = match.game.rules.model.arrays["design"]
    unseen = [
        c for c in range(50)
        if not is_seen(layout.spots, layout.watch, layout.watch_top, words, seat, c)
    ]  # fmt: skip
    for _ in range(40):
        for x in unseen:
            y = choose.choice(unseen)
            a, b = int(words[design + x]), int(words[design + y])
            if not (
                told_out.py_func(layout.spots, words, seat, x, b) or told_out.py_func(layout.spots, words, seat, y, a)
            ):
                words[design + x], words[design + y] = b, a
    return match.twin_of(words, (choose.getrandbits(64), choose.getrandbits(64) | 1))


def designs(match: Match, cards: range = range(50)) -> list[int]:
    words, base = match.words, match.game.rules.model.arrays["design"]
    return [words[base + c] for c in cards]


def test_the_deck_is_fifty() -> None:
    """Of each colour three ones, two each of 2 to 4, and one five."""
    for players in (2, 3, 4, 5):
        game = ludwright.load("fireworks", players=players)
        model = game.rules.model
        assert model.components == 50
        assert sorted(Counter(designs(game.start(run="twin"))).values()) == sorted([3, 2, 2, 2, 1] * 5)


CASES = [(2, "native"), (3, "twin"), (5, "twin")]


@pytest.mark.parametrize(("players", "run"), CASES)
def test_an_observation_does_not_depend_on_what_is_unseen(players: int, run: str) -> None:
    game = ludwright.load("fireworks", players=players)
    choose = random.Random(players)
    changed = noticed = 0
    for seed in range(6):
        match = position(game, seed, run, moves=4 + 2 * seed)
        for seat in range(players):
            other = otherwise(match, seat, choose)
            assert other.observe(seat).words.tobytes() == match.observe(seat).words.tobytes()
            assert other.observe(seat) == match.observe(seat)
            changed += designs(other) != designs(match)
            noticed += any(other.observe(s) != match.observe(s) for s in range(players) if s != seat)
    assert changed == 6 * players, "nothing was changed: this shows nothing"
    assert noticed > 5 * players, "the others see the hand: they must notice"


@pytest.mark.parametrize(("players", "run"), CASES)
def test_a_redeal_does_not_depend_on_what_is_unseen(players: int, run: str) -> None:
    """The same seed deals the very same cards again, whatever the truth."""
    game = ludwright.load("fireworks", players=players)
    choose = random.Random(players)
    for seed in range(4):
        match = position(game, seed, run, moves=5 + 2 * seed)
        for seat in range(players):
            other = otherwise(match, seat, choose)
            for again in range(10):
                one, two = match.determinize(seat, again), other.determinize(seat, again)
                assert one.words == two.words
                assert designs(one) != designs(match)


def agent(match: Match, seed: int) -> int:
    """Looks at each answer in a few redeals, played to the end at random, and takes the best on average."""
    choose = random.Random(seed)
    seat = match.actor
    assert seat is not None
    gains: Counter[int] = Counter()
    for again in range(2):
        redealt = match.determinize(seat, 100 * seed + again)
        for code in redealt.codes():
            trial = redealt.copy()
            trial.apply(code)
            while not trial.over:
                trial.apply(choose.choice(trial.codes()))
            gains[code] += int(10 * trial.returns()[0]) + trial.moves
    return max(gains, key=lambda code: (gains[code], code))


def test_what_an_agent_chooses_does_not_depend_on_what_is_unseen() -> None:
    game = ludwright.load("fireworks", players=3)
    choose = random.Random(5)
    chosen = set()
    for seed in range(4):
        match = position(game, seed, "native", moves=4 + seed)
        assert match.actor is not None
        others = [otherwise(match, match.actor, choose) for _ in range(2)]
        for again in range(3):
            choice = agent(match, again)
            assert [agent(other, again) for other in others] == [choice, choice]
            chosen.add(choice)
    assert len(chosen) > 3, "the agent does the same whatever it sees: this shows nothing"


def test_redeals_are_as_likely_as_hints_make_them() -> None:
    """The shares of the designs of one's first card, against counting what is unseen and fits."""
    game = ludwright.load("fireworks", players=2)
    model, layout = game.rules.model, game.layout
    match = position(game, seed=1, run="native", moves=6)
    words = match.numbers()
    seat, samples = 0, 3000
    unseen = [c for c in range(50) if not is_seen(layout.spots, layout.watch, layout.watch_top, words, seat, c)]
    told = [c for c in unseen if any(told_out.py_func(layout.spots, words, seat, c, d) for d in range(25))]
    assert told, "no hint was given"
    # every way to hand the unseen cards to the told ones, one after another, by weight: few cards, so all can be walked
    pool = Counter(int(words[model.arrays["design"] + c]) for c in unseen)
    shares: Counter[int] = Counter()

    def walk(at: int, weight: float, first: int) -> None:
        if at == len(told):
            shares[first] += weight  # type: ignore[assignment]
            return
        for design in list(pool):
            if pool[design] and not told_out.py_func(layout.spots, words, seat, told[at], design):
                ways = pool[design]
                pool[design] -= 1
                walk(at + 1, weight * ways, design if at == 0 else first)
                pool[design] += 1

    walk(0, 1.0, -1)
    found = Counter(designs(match.determinize(seat, s))[told[0]] for s in range(samples))
    assert set(found) <= set(shares)
    whole = sum(shares.values())
    for design, weight in shares.items():
        expected = samples * weight / whole
        assert abs(found[design] - expected) < 6 * np.sqrt(expected) + 1

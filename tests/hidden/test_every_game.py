"""Redeals of all bundled games with something hidden: possible, the same to the seat, complete, playable, and seldom the truth."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache

import pytest

import ludwright
from ludwright.game import Game
from ludwright.model import visibility
from ludwright.play.match import Match


@cache
def loaded(name: str) -> Game:
    game = ludwright.load(name)
    assert isinstance(game, Game)
    return game


def hides(name: str) -> bool:
    """Whether somebody does not see something, going by the text alone."""
    text = (ludwright.game.GAMES / f"{name}.game").read_text(encoding="utf-8")
    return any(word in text for word in ("face down", "seen by", "secret"))


HIDING = sorted(path.stem for path in ludwright.game.GAMES.glob("*.game") if hides(path.stem))


def cards(match: Match) -> Counter[tuple[int, int]]:
    """How many there are of each design, by kind."""
    model, words = match.game.rules.model, match.words
    return Counter(
        (number, model.design_in(words, c))
        for number, kind in enumerate(model.component_kinds)
        for c in range(kind.first, kind.last + 1)
    )


def counts(match: Match) -> list[int]:
    """How many lie in each zone, by the chains themselves."""
    model, words = match.game.rules.model, match.words
    found = []
    for place in range(model.zone_places):
        c, many, below = words[model.arrays["bottom"] + place], 0, -1
        while c >= 0:
            assert words[model.arrays["place"] + c] == place
            assert words[model.arrays["below"] + c] == below
            c, below, many = words[model.arrays["above"] + c], c, many + 1
        assert words[model.arrays["top"] + place] == below
        assert words[model.arrays["count"] + place] == many
        found.append(many)
    return found


def play_on(match: Match, choose: random.Random, moves: int) -> None:
    for _ in range(moves):
        if match.over:
            break
        match.apply(choose.choice(match.codes()))
    assert match.fault is None, match.fault


def unknown_cards(match: Match, seat: int) -> int:
    """The unseen cards, if they are not all alike."""
    view = match.observe(seat).named()
    unseen = [
        name for name, word in view.items() if name.startswith("what item") and "not" not in name and word is None
    ]
    return len(unseen)


@pytest.mark.parametrize("name", HIDING)
def test_redeals_are_possible(name: str) -> None:
    choose = random.Random(name)
    match = loaded(name).start(seed=3)
    for step in range(5):
        play_on(match, choose, choose.randrange(1, 12))
        if match.over:
            match = loaded(name).start(seed=step + 10)
        for seat in range(match.game.players):
            before = match.words
            view, other = match.observe(seat), match.determinize(seat, seed=step)
            assert match.words == before, "the match itself must stay as it is"
            assert other.observe(seat) == view
            assert cards(other) == cards(match)
            assert counts(other) == counts(match)
            if match.actor == seat:
                assert other.codes() == match.codes()
            again = match.determinize(seat, seed=step)
            assert again.words == other.words
            neighbour = (seat + 1) % match.game.players
            assert other.determinize(neighbour, seed=step).observe(neighbour) == other.observe(neighbour)
            play_on(other, choose, 25)


@pytest.mark.parametrize("name", [name for name in HIDING if name not in ("blackjack", "kuhn_poker", "leduc_poker")])
def test_redeals_are_not_the_truth(name: str) -> None:
    """Where a seat does not know many cards (or dice, or numbers), its redeals nearly always differ from the truth."""
    match = loaded(name).start(seed=5)
    choose = random.Random(name)
    many = same = 0
    for seed in range(6):
        if match.over:
            break
        for seat in range(match.game.players):
            if unknown_cards(match, seat) >= 8:
                many += 1
                same += match.determinize(seat, seed).words == match.words
        play_on(match, choose, 3)
    assert same * 10 <= many


SHUFFLED_OR_ANSWERED = ("court", "hearts", "one_night", "outbreak")
"""Games whose redeals exchange cards of several urns, so that a copy of a card may be another piece of it, or choose secret answers anew."""


@pytest.mark.parametrize("name", [name for name in HIDING if name not in SHUFFLED_OR_ANSWERED])
def test_redeals_do_not_depend_on_the_truth(name: str) -> None:
    """Of two positions that look the same to a seat, one seed makes the same redeal, word for word."""
    choose = random.Random(name)
    match = loaded(name).start(seed=7)
    different = 0
    for step in range(4):
        play_on(match, choose, choose.randrange(1, 9))
        if match.over:
            match = loaded(name).start(seed=step + 20)
        for seat in range(match.game.players):
            other = match.determinize(seat, seed=77)
            different += other.words != match.words
            assert other.determinize(seat, seed=step).words == match.determinize(seat, seed=step).words
    assert different or loaded(name).start().over, "nothing was dealt again: this shows nothing"


def test_games_that_hide_nothing_have_nothing_to_redeal() -> None:
    game = loaded("connect_four")
    match = game.start(seed=1)
    play_on(match, random.Random(1), 5)
    assert not visibility.veiled_kinds(game.rules.model)
    assert match.determinize(0, 1).words == match.words

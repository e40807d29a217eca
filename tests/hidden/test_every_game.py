"""Redeals of all bundled games with something hidden: possible, the same to the seat, complete, playable, and seldom the truth."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache

import pytest

from ludwright.game import Game
from ludwright.model import visibility
from ludwright.play.match import Match
from tests.bundled import bundled
from tests.hidden.every_deal import deal_of
from tests.hidden.hiding import ALL_DRAWN, BUNDLED, HIDING, UNDECIDED


@cache
def loaded(name: str) -> Game:
    game = bundled(name)
    assert isinstance(game, Game)
    return game


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


def test_no_game_is_left_out() -> None:
    models = {name: loaded(name).rules.model for name in BUNDLED}
    hiding = [name for name, m in models.items() if visibility.veiled_kinds(m) or visibility.veiled_fields(m)]
    assert hiding == HIDING
    assert [name for name in HIDING if all(loaded(name).start(seed).over for seed in range(9))] == UNDECIDED


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


STILL_HIDING = [name for name in HIDING if name not in ALL_DRAWN]
FEW = ("island", "kuhn_poker", "leduc_poker", "liars_dice", "one_night")
"""Games in which a seat never has to do with many cards it does not know: they have few, or dice or goods instead."""


@pytest.mark.parametrize("name", STILL_HIDING)
def test_redeals_are_not_the_truth(name: str) -> None:
    """Where a seat does not know many cards, its redeals nearly always differ from the truth; where there are few, some do."""
    choose = random.Random(name)
    many = same = different = 0
    for game in range(3):
        match = loaded(name).start(seed=5 + game)
        for seed in range(6):
            for seat in range(match.game.players):
                true = match.determinize(seat, seed).words == match.words
                different += not true
                if unknown_cards(match, seat) >= 8:
                    many += 1
                    same += true
            play_on(match, choose, choose.randrange(1, 25))
    assert different, "all redeals were the truth"
    assert (many == 0) == (name in FEW)
    assert same * 10 <= many


COPIES = ("hearts", "outbreak", "seven_cities")
"""There cards of several urns are exchanged, so that a copy of a card may be another piece of cardboard: to everybody it looks the same."""


def everything(match: Match, name: str) -> object:
    """All there is in a position; which of several copies a card is only where that must be the same."""
    seats = range(match.game.players)
    return [(match.observe(s), deal_of(match, s)) for s in seats] if name in COPIES else match.words


@pytest.mark.parametrize("name", STILL_HIDING)
def test_redeals_do_not_depend_on_the_truth(name: str) -> None:
    """Of two positions that look the same to a seat, one seed makes the same redeal, word for word."""
    choose = random.Random(name)
    match = loaded(name).start(seed=7)
    different = 0
    for step in range(6):
        play_on(match, choose, choose.randrange(1, 16))
        if match.over:
            match = loaded(name).start(seed=step + 20)
        for seat in range(match.game.players):
            other = match.determinize(seat, seed=77)
            different += other.words != match.words
            redeals = (other.determinize(seat, seed=step), match.determinize(seat, seed=step))
            assert everything(redeals[0], name) == everything(redeals[1], name)
    assert different, "nothing was dealt again: this shows nothing"


@pytest.mark.parametrize("name", ALL_DRAWN)
def test_where_all_cards_are_drawn_nothing_is_left_to_redeal(name: str) -> None:
    match = loaded(name).start(seed=5)
    for seat in range(match.game.players):
        assert unknown_cards(match, seat) == 0
        assert match.determinize(seat, 1).words == match.words


def test_games_that_hide_nothing_have_nothing_to_redeal() -> None:
    game = loaded("connect_four")
    match = game.start(seed=1)
    play_on(match, random.Random(1), 5)
    assert not visibility.veiled_kinds(game.rules.model)
    assert match.determinize(0, 1).words == match.words

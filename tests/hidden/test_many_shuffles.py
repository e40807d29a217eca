"""More shuffles than there is room to remember: knowledge is loosened, never made up, and both runs do it alike."""

from __future__ import annotations

import random

import ludwright
from tests.hidden.every_deal import deal_of, steps
from tests.language_meaning.both_runs import Play

WORLD = """
cards card: each rank in 1..4
zone deck of card, face down, holds all cards, shuffled
zone open of card
each player
  zone hand of card, in order, seen by owner
setup: deal 1 from deck to hand
"""
ROUNDS = 14


def rounds() -> str:
    """Hands go back into the deck by turns; now and then one is shown, told about, or laid open and taken back."""
    back = "move {0}.hand to deck\nshuffle deck\ndraw 1 from deck to {0}.hand"
    extra = [
        "show Ben.hand to Cid",
        "for c in Ben.hand: tell everyone whether c.rank > 2",
        "move Cid.hand to open\nmove open to Cid.hand",
    ]
    return steps(
        WORLD, *(back.format(("Ann", "Ben", "Cid")[i % 3]) + "\n" + extra[i % 2] for i in range(ROUNDS - 1)), extra[2]
    )


def test_room_for_ghosts_runs_out_and_nothing_breaks() -> None:
    game = ludwright.load_text(rounds(), ask_forced=True)
    model = game.rules.model
    loosened = 0
    for seed in range(6):
        play = Play(game.start(seed), game.start(seed, run="twin"), ())
        choose = random.Random(seed)
        most = 0
        for _ in range(ROUNDS):
            play.do("go")  # both runs are compared, word for word
            ghosts = play.native.words[model.arrays["ghosts"]]
            loosened += ghosts < most
            most = max(most, ghosts)
            assert ghosts <= model.ghosts
            for seat in range(3):
                view = play.native.observe(seat)
                other = play.native.determinize(seat, choose.randrange(1000))
                assert other.observe(seat) == view
                assert sorted(sum(deal_of(other, seat), ())) == [0, 1, 2, 3]
    assert loosened, "the room never ran out: this shows nothing"


def test_after_loosening_nothing_that_may_be_is_ruled_out() -> None:
    """Whatever is true in one of many games that look alike to a seat at the end is found among the redeals of another."""
    game = ludwright.load_text(rounds(), ask_forced=True)
    match = game.start(3)
    for _ in range(ROUNDS):
        match.apply("go")
    for seat in range(3):
        assert deal_of(match, seat) in {deal_of(match.determinize(seat, seed), seat) for seed in range(300)}

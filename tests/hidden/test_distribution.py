"""Redeals have the right distribution: compared with all the ways chance could have gone that look the same to a seat."""

from __future__ import annotations

import pytest

import ludwright
from ludwright.play.match import Match
from tests.hidden.every_deal import Everything, deal_of, right, steps

ANN, BEN, CID = 0, 1, 2
SEATS = [ANN, *(pytest.param(seat, marks=pytest.mark.slow) for seat in (BEN, CID))]
"""One of them in the suite, all in the long proofs."""

HANDS = """
zone deck of card, face down, holds all cards, shuffled
each player
  zone hand of card, in order, seen by owner
setup: deal 1 from deck to hand
"""
FIVE = "cards card: each rank in 1..5" + HANDS
SPENT = "zone spent of card\n"
FOUR = "cards card: each rank in 1..4" + HANDS
TWINS = "cards card: each rank in 1..3, copies 2 if rank < 3 else 1" + HANDS


@pytest.mark.parametrize("seat", [ANN, pytest.param(CID, marks=pytest.mark.slow)])
@pytest.mark.parametrize("world", [FIVE, TWINS])
def test_a_plain_deal(world: str, seat: int) -> None:
    right(steps(world), seat, 0)


@pytest.mark.parametrize("hands", ["in order, seen by others", "in order, face down", "seen by others", "face down"])
def test_hands_seen_by_others_or_nobody(hands: str) -> None:
    right(steps(TWINS.replace("in order, seen by owner", hands)), BEN, 0)


def test_one_card_shown_to_one_player() -> None:
    text = steps(FIVE, "show Ben.hand to Ann")
    for seat in (ANN, BEN, CID):
        right(text, seat, 1, most=1)


def test_what_was_shown_is_known_after_it_moved() -> None:
    text = steps(FIVE, "show Ben.hand to Ann", "move Ben.hand to bottom of deck", "draw 1 from deck to Ben.hand")
    for seat in (ANN, BEN, CID):
        right(text, seat, 3, most=1)


# ------------------------------------------------------------ told


@pytest.mark.parametrize("seat", SEATS)
def test_told_to_everyone_about_every_card_of_a_hand(seat: int) -> None:
    world = "cards card: each rank in 1..3, copies 2" + HANDS.replace("deal 1", "deal 2")
    text = steps(world, "tell everyone whether c.rank is 1 for c in Ben.hand")
    right(text.replace("seen by owner", "seen by others"), seat, 1, most=4)


def test_told_twice() -> None:
    world = "cards card: each rank in 1..3, copies 2" + HANDS.replace("deal 1", "deal 2")
    text = steps(
        world,
        "tell everyone whether c.rank is 1 for c in Ben.hand",
        "tell everyone whether c.rank > 1 for c in Ann.hand",
        "tell everyone whether c.rank is 2 for c in Ben.hand",
    )
    right(text, CID, 3, most=4)


@pytest.mark.parametrize("seat", SEATS)
def test_told_to_one_player_only(seat: int) -> None:
    text = steps(FIVE, "for c in Ben.hand: tell Ann whether c.rank > 2")
    right(text, seat, 1)


def test_what_another_was_told_alone_is_true_in_a_redeal() -> None:
    """Ben was told whether Cid's card is high. Ann does not know the answer; in her redeals Ben goes by nothing that is false."""
    text = steps(FIVE, "for c in Cid.hand: tell Ben whether c.rank > 2")
    for seed in range(5):
        match = ludwright.load_text(text, ask_forced=True).start(seed, run="twin")
        match.apply("go")
        for again in range(20):
            mine = match.determinize(ANN, again)
            found = {deal_of(mine.determinize(BEN, deeper), BEN) for deeper in range(120)}
            assert deal_of(mine, BEN) in found


def test_told_a_truth() -> None:
    text = steps(FIVE, "for c in Ben.hand with c.rank > 2: tell Ann that c.rank > 2")
    # that nothing was said is known as well, but is no knowledge of the rules: only where it was said the shares are right
    everything = Everything(text, ANN, 1)
    said = [h for h in everything.histories() if all(deal[2][0] >= 2 for deal in everything.deals[h])]
    assert said
    for history in said:
        assert everything.surprise(history) < 6


def test_told_about_a_card_of_the_deck_and_then_drawn() -> None:
    text = steps(FIVE, "let c = top of deck\ntell everyone whether c.rank > 3", "draw 1 from deck to Ben.hand")
    for seat in (ANN, BEN):
        right(text, seat, 2)


def test_most_cards_of_an_urn_are_told_about() -> None:
    text = steps(
        "cards card: each rank in 1..6" + HANDS.replace("deal 1", "deal 2"),
        "tell everyone whether c.rank > 3 for c in Ben.hand",
        "tell everyone whether c.rank is 2 or c.rank is 4 for c in Cid.hand",
    )
    right(text, ANN, 2, most=4)


# ------------------------------------------------------------ decks that never met


PILES = """
cards card: each rank in 1..6
zone pile[1..2] of card, face down
each player
  zone hand of card, in order, seen by owner
setup
  move all c in cards with c.rank <= 3 to pile[1]
  move all c in cards with c.rank > 3 to pile[2]
  shuffle pile[1]
  shuffle pile[2]
  draw 1 from pile[1] to Ann.hand
  draw 1 from pile[2] to Ben.hand
"""


@pytest.mark.parametrize("seat", [ANN, pytest.param(CID, marks=pytest.mark.slow)])
def test_decks_that_never_met(seat: int) -> None:
    right(steps(PILES), seat, 0)


def test_decks_that_meet_later() -> None:
    text = steps(PILES.replace("1..6", "1..4").replace("3", "2"), "move pile[1] to pile[2]\nshuffle pile[2]")
    for seat in (ANN, CID):
        right(text, seat, 1, most=2)


def test_things_of_the_players_stay_theirs() -> None:
    text = steps(
        """
        things token, copies 3 each player
        each player
          zone bag of token, face down, holds all tokens, shuffled
        """
    ).replace("        ", "")
    everything = Everything(text, ANN, 0)
    assert [len(deals) for deals in everything.deals.values()] == [1]


# ------------------------------------------------------------ shuffled again


BACK = "move {0}.hand to deck\nshuffle deck\ndraw 1 from deck to {0}.hand"


@pytest.mark.parametrize("seat", SEATS)
def test_a_card_of_a_hand_is_shuffled_in_again(seat: int) -> None:
    right(steps(FIVE, BACK.format("Ann")), seat, 1)


@pytest.mark.parametrize("seat", SEATS)
def test_a_card_known_to_another_player_is_shuffled_in_again(seat: int) -> None:
    right(steps(FIVE, "show Ann.hand to Ben", BACK.format("Ann")), seat, 2)


@pytest.mark.parametrize("seat", SEATS)
def test_a_card_that_was_told_about_is_shuffled_in_again(seat: int) -> None:
    text = steps(FIVE, "for c in Ben.hand: tell everyone whether c.rank > 2", BACK.format("Ben"))
    right(text, seat, 2)


@pytest.mark.parametrize("seat", SEATS)
def test_two_shuffles_in_a_row(seat: int) -> None:
    right(steps(FOUR, BACK.format("Ann"), BACK.format("Ben")), seat, 2)


@pytest.mark.parametrize("seat", [ANN, pytest.param(CID, marks=pytest.mark.slow)])
def test_three_shuffles_in_a_row(seat: int) -> None:
    text = steps(FOUR, BACK.format("Ann"), BACK.format("Ben"), BACK.format("Ann"))
    right(text, seat, 3, most=2)


@pytest.mark.parametrize("seat", SEATS)
def test_a_hidden_card_is_seen_later(seat: int) -> None:
    """What comes to light after a shuffle tells something about what stayed outside."""
    text = steps(SPENT + FOUR, BACK.format("Ann"), "move Ann.hand to spent")
    right(text, seat, 2)


@pytest.mark.parametrize("seat", [ANN, pytest.param(CID, marks=pytest.mark.slow)])
def test_known_cards_are_shuffled_under_a_deck(seat: int) -> None:
    world = SPENT + FIVE.replace("holds all cards, shuffled", "holds all cards, shuffled, refilled from spent")
    text = steps(
        world,
        "move Ann.hand to spent\nmove Ben.hand to spent",
        "draw 1 from deck to spent",
        "draw 2 from deck to Ben.hand",
    )
    right(text, seat, 3)


@pytest.mark.parametrize("seat", [ANN, pytest.param(BEN, marks=pytest.mark.slow)])
def test_a_card_passed_on_and_shuffled_in(seat: int) -> None:
    text = steps(
        FIVE,
        "move Ann.hand to Ben.hand",
        "move bottom of Ben.hand to deck\nshuffle deck",
        "draw 1 from deck to Cid.hand",
    )
    right(text, seat, 3)


# ------------------------------------------------------------ several kinds, dice


MIXED = """
cards sun: each rank in 1..3
cards moon: each rank in 1..2
zone deck of sun or moon, face down
each player
  zone hand of sun or moon, in order, seen by owner
setup
  move suns to deck
  move moons to deck
  shuffle deck
  deal 1 from deck to hand
"""


@pytest.mark.parametrize("seat", [ANN, pytest.param(BEN, marks=pytest.mark.slow)])
def test_two_kinds_in_one_deck(seat: int) -> None:
    right(steps(MIXED), seat, 0)


def test_two_kinds_and_a_shuffle() -> None:
    text = steps(MIXED.replace("1..3", "1..2"), BACK.format("Ann"))
    for seat in (ANN, BEN):
        right(text, seat, 1)


def test_two_kinds_and_something_told() -> None:
    text = steps(MIXED, "for c in Ben.hand: tell everyone whether c is sun")
    right(text, ANN, 1)


def test_dice_under_cups() -> None:
    text = steps(
        "each player\n  dice cup: 2 d3, seen by owner",
        "for p in players: roll p.cup",
        "show Ben.cup to Cid",
        players="2 named Ben, Cid",
    )
    for seat in (0, 1):
        everything = Everything(text, seat, 1)
        for history in everything.histories(2):
            assert everything.surprise(history) < 6
    assert all(len(deals) == 1 for deals in Everything(text, 1, 2).deals.values()), "Cid has seen all dice"


# ------------------------------------------------------------ seen in passing


TOP = """
cards card: each rank in 1..5
zone deck of card, face down, top seen by everyone, holds all cards, shuffled
each player
  zone hand of card, in order, seen by owner
"""


@pytest.mark.parametrize("seat", [ANN, pytest.param(BEN, marks=pytest.mark.slow)])
def test_what_lay_on_top_was_seen(seat: int) -> None:
    draw = "draw 1 from deck to Ben.hand"
    right(steps(TOP, draw), seat, 1)
    right(steps(TOP, draw, "shuffle deck", draw), seat, 3, most=1)


@pytest.mark.parametrize("seat", [ANN, pytest.param(BEN, marks=pytest.mark.slow)])
def test_open_cards_shuffled_and_turned_over(seat: int) -> None:
    world = "cards card: each rank in 1..4\nzone row of card, holds all cards\nzone deck of card, face down\n"
    world += "each player\n  zone hand of card, in order, seen by owner"
    right(steps(world, "shuffle row\nmove row to deck", "draw 1 from deck to Ben.hand"), seat, 2)


FOLLOW = """game "Follow"
players 3 named Ann, Ben, Cid
enum suit: red, blue
cards card: each suit, each rank in 1..3
zone deck of card, face down, holds all cards, shuffled
zone trick of card, in order
each player
  zone hand of card, in order, seen by owner
setup: deal 2 from deck to hand
turn: follow
action follow(c in my hand)
  if able, c.suit is (bottom of trick).suit when trick is not empty
  move c to trick
end when turn.number is 9: draw
"""


@pytest.mark.parametrize("seat", [ANN, pytest.param(CID, marks=pytest.mark.slow)])
def test_who_did_not_follow_suit_could_not(seat: int) -> None:
    everything = right(FOLLOW, seat, 2, most=3)
    assert len({len(deals) for deals in everything.deals.values()}) > 1, "not following tells something"


# ------------------------------------------------------------ would we notice?


def test_a_wrong_redeal_is_noticed() -> None:
    """Only the deck dealt again, or nothing at all: both are found out."""

    def nothing(match: Match, seat: int, seed: int) -> Match:
        return match.copy()

    def too_little(match: Match, seat: int, seed: int) -> Match:
        """Whoever sees least is given what another seat would be given."""
        return match.determinize(BEN, seed)

    def slightly_wrong(match: Match, seat: int, seed: int) -> Match:
        return match.copy() if seed % 7 == 0 else match.determinize(seat, seed)

    everything = Everything(steps(FIVE), ANN, 0)
    history = everything.histories(1)[0]
    assert everything.surprise(history) < 6
    for wrong in (nothing, too_little, slightly_wrong):
        assert everything.surprise(history, wrong) > 6, wrong.__name__

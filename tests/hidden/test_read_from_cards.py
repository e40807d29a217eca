"""Variables not everybody sees that were set from what is printed on hidden cards: redeals change them along with the cards.

Compared with all the ways chance could have gone that look the same to a seat, variables and cards together."""

from __future__ import annotations

import pytest

import ludwright
from ludwright.model.visibility import veiled_fields
from ludwright.play.match import Match
from tests.hidden.every_deal import Deal, deal_of, right, steps

ANN, BEN, CID = 0, 1, 2
OPEN = "zone open of card\n"

TABLE = """
cards card: each rank in 1..4
zone deck of card, in order, face down, holds all cards, shuffled
each player
  zone hand of card, in order, seen by owner
  purse = 0 in 0..20, seen by owner
  other = 0 in 0..20, seen by owner
setup: deal 1 from deck to hand
"""


def with_variables(match: Match, seat: int) -> Deal:
    """What lies where, and what is in all variables that somebody does not see."""
    model = match.game.rules.model
    loose = {z.place + i for z in model.all_zones() for i in range(z.size) if not z.in_order}
    cards = [tuple(sorted(here)) if place in loose else here for place, here in enumerate(deal_of(match, seat))]
    return (*cards, *(tuple(match.words[f.base : f.base + f.size]) for f in veiled_fields(model)))


def sound(text: str, answers: int, *seats: int) -> None:
    for seat in seats:
        right(text, seat, answers, look=with_variables)


@pytest.mark.parametrize("change", ["=", "+=", "-="])
def test_the_rank_of_a_card_in_hand(change: str) -> None:
    text = steps(TABLE.replace("purse = 0", "purse = 9"), f"let c = top of Ann.hand\nAnn.purse {change} c.rank")
    sound(text, 1, ANN, BEN)


@pytest.mark.parametrize(
    "effect",
    [
        "for c in Ann.hand: Ann.purse += c.rank",
        "Ann.purse = sum(c.rank for c in Ann.hand) + 1",
        "Ann.purse = 2 * (top of Ann.hand).rank - (top of Cid.hand).rank + 5",
        "for c in Ann.hand: Ann.purse = 7 if c.rank > 2 else c.rank * c.rank",
        "for c in Ann.hand: Ann.purse = doubled(c)",
        "for c in Ann.hand: Ann.other = c.rank\nAnn.purse = Ann.other + 1\nBen.other += Ann.purse",
        "for c in Ann.hand: Ann.purse = Ann.purse + c.rank\nAnn.purse += 3",
        "for c in Ann.hand: Ann.purse = c.rank\nAnn.purse = 4",
        "Ann.purse = (top of deck).rank",
    ],
)
def test_formulas_of_hidden_cards(effect: str) -> None:
    """Whoever sees the variable but not the card knows more about the card."""
    sound(steps(TABLE + "define doubled(c): c.rank * 2", effect), 1, ANN, BEN)


def test_a_card_that_moved_on() -> None:
    text = steps(
        OPEN + TABLE,
        "for c in Ann.hand: Ann.purse = c.rank",
        "move Ann.hand to bottom of deck\ndraw 1 from deck to Ann.hand",
        "move Ben.hand to open",
    )
    sound(text, 3, BEN, CID)


def test_a_card_that_was_played_openly_tells_the_variable() -> None:
    text = steps(OPEN + TABLE, "for c in Ann.hand: Ann.purse = c.rank", "move Ann.hand to open")
    match = ludwright.load_text(text, ask_forced=True).start(3)
    match.apply("go")
    match.apply("go")
    truth = with_variables(match, BEN)[-2]
    assert {with_variables(match.determinize(BEN, seed), BEN)[-2] for seed in range(20)} == {truth}


@pytest.mark.parametrize("seat", [ANN, BEN, CID])
def test_a_card_that_was_shuffled_in_again(seat: int) -> None:
    text = steps(
        TABLE,
        "for c in Ann.hand: Ann.purse = c.rank",
        "move Ann.hand to deck\nshuffle deck\ndraw 1 from deck to Ann.hand",
    )
    sound(text, 2, seat)


def test_the_rank_of_a_card_chosen_in_secret() -> None:
    world = TABLE.replace("deal 1", "deal 2").replace("1..4", "1..5").replace("in order, seen", "seen")
    text = steps(world, players="2 named Ann, Ben")
    text = text.replace("  nothing", "  me secretly chooses c from my hand: my purse = c.rank")
    everything = right(text, BEN, 2, look=with_variables)
    assert any(len({deal[-2] for deal in deals}) > 2 for deals in everything.deals.values())


def test_answers_given_at_once() -> None:
    text = steps(TABLE.replace("deal 1", "deal 2").replace("in order, seen", "seen"), players="2 named Ann, Ben")
    secret = (
        "  at once, each p in players\n    p chooses c from p.hand\n  then\n    for p in players: p.purse = c[p].rank\n"
    )
    sound(text.replace("  one of go", secret + "  one of go"), 3, BEN)


def test_a_suit() -> None:
    world = TABLE.replace("each rank in 1..4", "each suit, each rank in 1..2").replace(
        "purse = 0 in 0..20", "liked: suit or none"
    )
    text = steps("enum suit: hearts, spades" + world, "for c in Ann.hand: Ann.liked = c.suit")
    sound(text, 1, BEN)


@pytest.mark.parametrize(
    "effect",
    [
        "for c in Ann.hand with c.rank > 2: Ann.purse += 1",
        "for c in Ann.hand: earn(c.rank)",
        "for c in Ann.hand: Ann.purse = worth(c)",
        "let n = max(c.rank for c in Ann.hand)\nAnn.purse = n",
        "let c = top of Ann.hand\nAnn.purse = odd(c)",
        "let c = top of Ann.hand\nlet d = top of Cid.hand\nAnn.purse = c.rank * d.rank",
    ],
)
def test_what_cannot_be_taken_apart_may_be_anything(effect: str) -> None:
    """The truth is not kept: two positions that look the same to a seat are dealt again alike."""
    helpers = (
        "to earn(n)\n  Ann.purse += n\nto worth(c)\n  answer c.rank\ndefine odd(c): c.rank * (top of Cid.hand).rank"
    )
    game = ludwright.load_text(steps(TABLE + helpers, effect), ask_forced=True)
    match = game.start(1)
    match.apply("go")
    assert len({with_variables(match.determinize(BEN, seed), BEN)[-2][0] for seed in range(60)}) > 15


def test_cards_that_everybody_sees_leave_nothing_open() -> None:
    effect = (
        "draw 1 from deck to open\nlet c = top of open\nAnn.purse += c.rank * c.rank\nAnn.purse -= max(c.rank, 2)\n"
        "let n = c.rank + 1\nAnn.purse += n"
    )
    match = ludwright.load_text(steps(OPEN + TABLE, effect), ask_forced=True).start(1)
    match.apply("go")
    truth = with_variables(match, BEN)[-2]
    assert {with_variables(match.determinize(BEN, seed), BEN)[-2] for seed in range(20)} == {truth}


def test_more_readings_than_there_is_room_for() -> None:
    world = "cards card: each rank in 1..99\n" + TABLE.split("\n", 2)[2].replace("deal 1", "deal 30").replace(
        "0..20", "0..9999"
    )
    game = ludwright.load_text(steps(world, "for c in Ann.hand: Ann.purse += c.rank"), ask_forced=True)
    match = game.start(1)
    match.apply("go")
    assert match.fault is None
    true, redealt = (with_variables(m, BEN)[-2] for m in (match, match.determinize(BEN, 1)))
    assert true != redealt


STOLEN = """
enum sort: wood, ore, wool
each player
  goods[sort] = 1 in 0..9, seen by owner
"""


def test_what_was_stolen_at_random_does_not_show_in_which_number_changed() -> None:
    """Cid knows what Ann and Ben had, and that one of Ben's is Ann's now; of the rest he knows it is still there."""
    theft = "let loot = random s in sorts by Ben.goods[s]\npay 1 loot from Ben.goods to Ann.goods"
    game = ludwright.load_text(steps(STOLEN, theft), ask_forced=True)
    goods = veiled_fields(game.rules.model)[0]
    truths: dict[tuple[int, ...], set[tuple[int, ...]]] = {}
    for seed in range(12):
        match = game.start(seed)
        match.apply("go")
        dealt = {tuple(match.determinize(CID, s).words[goods.base : goods.base + 9]) for s in range(60)}
        truths[tuple(match.words[goods.base : goods.base + 9])] = dealt
    assert len(truths) == 3
    assert all(dealt == set(truths) for dealt in truths.values())

"""What a comparison of two hidden cards tells is used in redeals, in the right shares, and follows the cards."""

from __future__ import annotations

from itertools import pairwise

import pytest

import ludwright
from ludwright.language.source import read_text
from ludwright.rules.compiler import Rules
from tests.hidden.every_deal import Everything, right, steps

ANN, BEN, CID = 0, 1, 2

HANDS = """
zone deck of card, face down, holds all cards, shuffled
each player
  zone hand of card, in order, seen by owner
var hits = 0 in 0..9
define held(p): top of p.hand
setup: deal 1 from deck to hand
"""
FIVE = "cards card: each rank in 1..5" + HANDS
TWINS = "cards card: each rank in 1..3, copies 2 if rank < 3 else 1" + HANDS
HIGHER = "if held(Ann).rank > held(Ben).rank: hits += 1"


@pytest.mark.parametrize("seat", [ANN, BEN, CID])
@pytest.mark.parametrize("world", [FIVE, TWINS])
def test_whoever_sees_a_comparison_learns_it(world: str, seat: int) -> None:
    right(steps(world, HIGHER), seat, 1)


def test_both_ways_of_a_chain_of_comparisons() -> None:
    text = "if held(Ann).rank > held(Ben).rank: hits += 1\nelse if held(Ann).rank < held(Ben).rank: hits += 2"
    right(steps(TWINS, text), CID, 1)


def test_a_comparison_with_something_public() -> None:
    text = "if held(Ann).rank + turn.number > held(Ben).rank: hits += 1"
    right(steps(FIVE, "nothing", text), CID, 2)


def test_several_comparisons_hold_together() -> None:
    later = "if held(Ben).rank > held(Cid).rank: hits += 1"
    for seat in (ANN, CID):
        right(steps(FIVE, HIGHER, later), seat, 2)


def test_a_card_that_is_seen_later_tells_of_the_other() -> None:
    world = FIVE + "zone spent of card\n"
    right(steps(world, HIGHER, "move Ann.hand to spent"), CID, 2)


def test_facts_follow_the_cards() -> None:
    for seat in (ANN, CID):
        right(steps(FIVE, HIGHER, "swap Ann.hand and Cid.hand", "move Ben.hand to bottom of deck"), seat, 3)


def test_told_to_one_player_only() -> None:
    text = steps(FIVE, "let a = held(Ann)\nlet b = held(Ben)\ntell Cid whether a.rank > b.rank")
    for seat in (ANN, BEN, CID):
        right(text, seat, 1)


@pytest.mark.parametrize("seat", [ANN, CID])
def test_a_shuffle_among_cards_of_another_deck(seat: int) -> None:
    """The card compared goes back to the deck: what was known of it is still known of the others that lay with it."""
    right(steps(FIVE.replace("1..5", "1..4"), HIGHER, "move Ben.hand to deck\nshuffle deck"), seat, 2)


def test_a_shuffle_of_everything_forgets() -> None:
    world = FIVE.replace("1..5", "1..3")
    everything = right(steps(world, HIGHER, "for p in players: move p.hand to deck\nshuffle deck"), CID, 2)
    for matches in everything.matches.values():
        base = everything.game.rules.model.arrays["facts"]
        assert all(match.words[base] == 0 for match in matches)


def test_both_compared_cards_are_shuffled_with_some_of_the_rest() -> None:
    world = FIVE.replace("1..5", "1..4")
    right(steps(world, HIGHER, "move Ann.hand to deck\nmove Ben.hand to deck\nshuffle deck"), CID, 2)


PILES = """
cards card: each rank in 1..5
zone low of card, face down
zone high of card, face down
each player
  zone hand of card, in order, seen by owner
var hits = 0 in 0..9
define held(p): top of p.hand
setup
  move all c in cards with c.rank is not 3 and c.rank is not 2 to low
  move all c in cards with c.rank is 3 or c.rank is 2 to high
  shuffle low
  shuffle high
  draw 1 from low to Ann.hand
  draw 1 from high to Ben.hand
"""


def test_a_comparison_across_two_decks_outlives_a_shuffle_of_one() -> None:
    right(steps(PILES, HIGHER, "move Ben.hand to high\nshuffle high"), CID, 2)


MANY = """
cards card: each rank in 1..9
zone row[1..9] of card, face down, in order
zone deck of card, face down, holds all cards, shuffled
var hits = 0 in 0..99
setup: for i in 1..9: draw 1 from deck to row[i]
"""


def test_a_full_list_lets_the_oldest_go() -> None:
    compare = "for i in 1..8\n  for j in 1..9 with j > i\n    if (top of row[i]).rank > (top of row[j]).rank: hits += 1"
    for run in ("native", "twin"):
        match = ludwright.load_text(steps(MANY, compare), ask_forced=True).start(3, run=run)
        match.apply("go")
        base = match.game.rules.model.arrays["facts"]
        assert match.words[base] == 16 and match.words[base + 1] == 36 - 16
        assert match.determinize(ANN, 1).words[base] == 16


def test_hard_facts_are_kept_by_exchanges() -> None:
    """Nine cards in order: one deal in 362,880 fits what is known of neighbours."""
    compare = "for i in 1..8\n  if (top of row[i]).rank > (top of row[i + 1]).rank: hits += 1"
    match = ludwright.load_text(steps(MANY, compare), ask_forced=True).start(3)
    match.apply("go")
    model = match.game.rules.model
    row = model.zones["row"].place

    def signs(words: list[int]) -> list[bool]:
        ranks = [model.design_in(words, words[model.arrays["top"] + row + i]) for i in range(9)]
        return [a > b for a, b in pairwise(ranks)]

    deals = [match.determinize(CID, seed).words for seed in range(20)]
    assert {tuple(signs(words)) for words in deals} == {tuple(signs(match.words))}
    assert len({tuple(words) for words in deals}) > 10
    other = match.determinize(CID, 77)  # another truth that looks the same
    assert model.design_in(other.words, 0) != model.design_in(match.words, 0), "the same truth: this shows nothing"
    assert [other.determinize(CID, seed).words for seed in range(20)] == deals


def test_nothing_of_the_list_is_seen() -> None:
    everything = Everything(steps(FIVE, HIGHER), CID, 1)
    for matches in everything.matches.values():
        assert len({match.observe(CID).key() for match in matches}) == 1
        assert not [name for name in matches[0].observe(CID).names if "fact" in name]


@pytest.mark.parametrize(
    "test",
    [
        "held(Ann).rank * held(Ben).rank > held(Cid).rank",
        "(held(Ann).rank + held(Ben).rank) mod 2 is held(Cid).rank mod 2",
    ],
)
def test_wider_tests_are_listed(test: str) -> None:
    wide = f"if {test}: hits += 1"
    notes = [m.message for m in ludwright.load_text(steps(FIVE, wide)).rules.mistakes]
    assert any("not used by bots" in note for note in notes)


@pytest.mark.parametrize(
    ("moved", "noted"),
    [
        ("let c = highest x in my hand by x.rank\nmove c to pit", True),
        ("move all c in my hand with c.rank > 1 to bottom of pit", False),
        ("for c in my hand with c.rank > 1: move c to pit", False),
        ("for c in my hand with c.rank > 1: move c to row", False),
        ("move top of my hand to pit", False),
        ("me chooses c from my hand: move c to pit", False),
    ],
)
def test_cards_moved_unseen_for_what_is_printed_on_them_are_listed(moved: str, noted: bool) -> None:
    zones = "\nzone pit of card, face down\nzone row of card\n"
    text = steps(FIVE + zones, f"move top of my hand to pit\nmove top of pit to row\n{moved}")
    notes = [m.message for m in Rules.compiled(read_text(text), 3).mistakes]
    assert any("not used by bots" in note for note in notes) == noted

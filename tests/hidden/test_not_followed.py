"""What players could conclude from sums and counts of hidden cards, and from variables that were set from them, and don't: texts with all of it run,
redeals look the same to the seat, and nothing in them comes from the truth."""

from __future__ import annotations

import pytest

import ludwright
from ludwright.model.visibility import veiled_fields
from ludwright.play.match import Match
from tests.hidden.every_deal import Deal, deal_of, independent, numbers, right, steps

ANN, BEN, CID = 0, 1, 2
OPEN = "zone open of card\n"
WORLD = """
cards card: each rank in 1..6
zone deck of card, face down, holds all cards, shuffled
zone pit of card, face down
each player
  zone hand of card, in order, seen by owner
  points = 0 in 0..99
  purse = 0 in 0..99, seen by owner
  other = 0 in 0..99, seen by owner
var bomb = 0 in 0..99, seen by nobody
var chief: player or none
define total(p): sum(c.rank for c in p.hand)
define heavy(p): total(p) > 6
to earn(n)
  Ann.purse += n
to worth(c)
  answer c.rank
setup
  deal 2 from deck to hand
  draw 1 from deck to pit
"""
TWO = "2 named Ann, Ben"


def with_variables(match: Match, seat: int) -> Deal:
    """What lies where, and what is in all variables that somebody does not see."""
    return (*deal_of(match, seat), *numbers(match, seat))


SHOWN = {
    "a sum is compared": "if sum(c.rank for c in Ben.hand) > 6: Ann.points += 1",
    "a definition": "if heavy(Ben) and turn.number > 0: Ann.points += 1",
    "a name for a sum": "let t = total(Ben)\nif t is 5: Ann.points += 1",
    "two sums": "if total(Ben) > (top of pit).rank + 4: Ann.points += 1",
    "every": "if every c in Ben.hand has c.rank > 2: Ann.points += 1",
    "a count": "if count(c in Ben.hand with c.rank > 2) is 1: Ann.points += 1",
    "the highest": "if max(c.rank for c in Ben.hand) >= 4: Ann.points += 1",
    "the lowest, shown": "Ann.points = min(c.rank for c in Ben.hand)",
    "a sum, shown": "Ann.points += total(Ben)",
    "one card, shown": "Ann.points = (top of Ben.hand).rank mod 2",
    "so often": "for c in Ben.hand with c.rank > 3: Ann.points += 1",
    "so much": "for c in Ben.hand with c.rank > 2: Ann.points += c.rank",
    "one of two": "if (top of Ben.hand).rank is 1 or total(Ben) > 7: Ann.points += 1",
    "any of the players": "if any p in players with total(p) > 7: Ann.points += 1",
    "the first of them": "chief = first p in players with total(p) > 5",
    "who has the highest": "chief = highest p in players by (top of p.hand).rank + (bottom of p.hand).rank * 2",
    "the highest laid down": "move highest c in Ben.hand by c.rank to pit",
    "the lowest by name": "let c = lowest x in Ben.hand by x.rank\nmove c to pit",
    "a bound for what was read": "bomb += (top of Ben.hand).rank\nif bomb > 2: Ann.points += 1",
    "repeated so often": "repeat (top of Ben.hand).rank div 2 times: Ann.points += 1",
    "so many drawn": "draw up to (top of Ben.hand).rank div 5 from deck to pit",
    "a product": "if (top of Ben.hand).rank * (bottom of Ben.hand).rank > 6: Ann.points += 1",
    "a remainder": "if total(Ben) mod 2 is 0: Ann.points += 1",
}
READ = {
    "a rank": "for c in Ben.hand: Ben.purse += c.rank",
    "less by a rank": "Ben.purse = 20\nlet c = top of Ben.hand\nBen.purse -= c.rank",
    "what Ann sees and not the card": "Ann.purse += (top of pit).rank\nAnn.purse += (top of Ben.hand).rank",
    "a sum": "Ben.purse = total(Ben) + 1",
    "one after the other": "Ben.other = (top of Ben.hand).rank\nBen.purse = Ben.other + 1\nAnn.other += Ben.purse",
    "counted": "for c in Ben.hand with c.rank > 2: Ben.purse += 1",
    "given to a procedure": "for c in Ben.hand: earn(c.rank)",
    "answered by a procedure": "for c in Ben.hand: Ben.purse = worth(c)",
    "the highest": "let n = max(c.rank for c in Ben.hand)\nBen.purse = n",
    "exchanged": "Ben.purse = total(Ben)\nswap Ben.purse and Ben.other",
    "a number": "let c = top of Ben.hand\nBen.purse = c.number",
}
BACK = "move Ben.hand to deck\nshuffle deck\ndraw up to 2 from deck to Ben.hand"


@pytest.mark.parametrize("what", [*SHOWN, *READ])
def test_nothing_comes_from_the_truth(what: str) -> None:
    """Neither right after it happened, nor when the cards were shuffled among others."""
    effect = SHOWN.get(what) or READ[what]
    independent(steps(WORLD, effect, BACK, players=TWO), 1, ANN, with_variables)
    independent(steps(WORLD, effect, BACK, players=TWO), 2, ANN, with_variables)


@pytest.mark.parametrize(
    "effect",
    [
        "move all c in Ben.hand with c.rank > 3 to pit",
        "for c in Ben.hand with c.rank > 3: move c to pit",
        "if no c in Ben.hand with c.rank is 2: Ann.points += 1\nelse: show Ben.hand to everyone",
        "let c = first x in Ben.hand with x.rank > 3\nif c is none: Ann.points += 1\nelse: show Ben.hand to everyone",
    ],
)
def test_that_no_card_of_a_hand_is_of_a_sort_is_known_of_each(effect: str) -> None:
    right(steps(WORLD, effect, players=TWO), seat=ANN, answers=1)


def test_a_variable_set_from_hidden_cards_may_be_anything() -> None:
    match = ludwright.load_text(steps(WORLD, READ["a sum"], players=TWO), ask_forced=True).start(1)
    match.apply("go")
    assert len({match.determinize(ANN, seed)["purse", BEN] for seed in range(60)}) > 40


def test_cards_that_everybody_sees_leave_nothing_open() -> None:
    effect = (
        "draw 1 from deck to open\nlet c = top of open\nAnn.purse += c.rank * c.rank\nAnn.purse -= max(c.rank, 2)\n"
        "let n = c.rank + 1\nAnn.purse += n"
    )
    match = ludwright.load_text(steps(OPEN + WORLD, effect, players=TWO), ask_forced=True).start(1)
    match.apply("go")
    assert {match.determinize(BEN, seed)["purse", ANN] for seed in range(20)} == {match["purse", ANN]}


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

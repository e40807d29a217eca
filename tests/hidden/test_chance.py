"""`chance(P)` of more than one hidden card: estimated from redeals, the same in both runs, and never from what can't be known."""

from __future__ import annotations

from functools import partial

import ludwright
from tests.hidden.every_deal import Everything, steps
from tests.language_meaning import both_runs

values = partial(both_runs.values, players="3 named Ann, Ben, Cid")

FIVE = """
cards card: each rank in 1..5
zone deck of card, face down, holds all cards, shuffled
each player
  zone hand of card, in order, seen by owner
  coins = 3 in 0..9, seen by owner
define held(p): top of p.hand
setup: deal 1 from deck to hand
"""
LET = "let it = top of Ben.hand\nlet third = top of Cid.hand\nlet mine = top of my hand"


def test_two_hidden_cards() -> None:
    higher, lower, same, sure = values(
        FIVE,
        "chance(it.rank > third.rank)",
        "chance(it.rank < third.rank)",
        "chance(it.rank is third.rank)",
        "chance(it.rank is not third.rank)",
        first=LET,
    )
    assert 30 <= higher <= 70
    assert 99 <= higher + lower <= 100
    assert (same, sure) == (0, 100)


def test_what_is_seen_is_not_dealt_again() -> None:
    mine, other = values(FIVE, "mine.rank", "chance(held(Ben).rank > held(me).rank)", first=LET)
    expected = 100 * (5 - mine) / 4
    assert abs(other - expected) <= 25


def test_a_whole_zone_and_the_order_of_a_deck() -> None:
    """Of the four cards Ann does not see two lie in the deck: one of them, the top one."""
    mine, inside, on_top = values(
        FIVE.replace("1..5", "1..6"),
        "mine.rank",
        "chance(any c in deck with c.rank is 6)",
        "chance((top of deck).rank is 6)",
        first=LET,
    )
    if mine == 6:
        assert (inside, on_top) == (0, 0)
    else:
        assert abs(inside - 60) <= 25 and abs(on_top - 20) <= 20


def test_what_was_learnt_counts() -> None:
    sure, never = values(
        FIVE + "var hits = 0 in 0..9\n",
        "chance(it.rank > third.rank) if hits is 1 else chance(it.rank < third.rank)",
        "chance(it.rank < third.rank) if hits is 1 else chance(it.rank > third.rank)",
        first=LET + "\nif it.rank > third.rank: hits += 1",
    )
    assert (sure, never) == (100, 0)


def test_inside_a_redeal_nothing_is_dealt_again() -> None:
    outer, inner = values(
        FIVE,
        "chance(chance(it.rank > third.rank) is 100)",
        "chance(it.rank > third.rank)",
        first=LET,
    )
    assert outer == inner


ASKED = """
game "Dare"
players 3 named Ann, Ben, Cid
cards card: each rank in 1..4
zone deck of card, face down, holds all cards, shuffled
zone spent of card
each player
  zone hand of card, in order, seen by owner
define held(p): top of p.hand
setup: deal 1 from deck to hand
turn: one of dare, wait
action dare(p in others)
  when chance(held(p).rank > held(left of p).rank) > 40
  move my hand to spent
  draw 1 from deck to my hand
action wait
  nothing
end when deck is empty or turn.number > 6: draw
bot "bold"
  dare(p) when chance(held(p).rank < held(me).rank) >= 50
  any
"""


def test_conditions_on_choices_and_bots_in_both_runs() -> None:
    game = ludwright.load_text(ASKED.strip())
    offered = set()
    for number in range(8):
        native, twin = game.start(1, number), game.start(1, number, run="twin")
        while not native.over:
            assert native.codes() == twin.codes()
            offered.add(len(native.codes()))
            code = native.codes()[-1] if native.moves % 2 else native.codes()[0]
            native.apply(code)
            twin.apply(code)
            assert native.words == twin.words
            assert native.chance == twin.chance
    assert len(offered) > 1
    assert ludwright.simulate(game, 60, agents=["bold", "bold", "bold"], seed=1).faults == []


def test_it_takes_nothing_from_the_games_chance() -> None:
    text = steps(FIVE, "{}", "draw 1 from deck to Ben.hand\nshuffle deck")
    asking = text.replace("{}", "if chance(held(Ben).rank > held(Cid).rank) > 200: draw 1 from deck to Ann.hand")
    plain, other = (ludwright.load_text(t, ask_forced=True).start(2) for t in (text.replace("{}", "nothing"), asking))
    for match in (plain, other):
        match.apply("go")
        match.apply("go")
    assert plain.chance == other.chance


def test_positions_that_look_the_same_give_the_same_chance() -> None:
    odds = 'track "odds": chance(held(Ben).rank > (top of deck).rank)\nend when'
    everything = Everything(steps(FIVE, "nothing").replace("end when", odds), 0, 0)
    found = set()
    for matches in everything.matches.values():
        values = {match.tracked()["odds"][0] for match in matches}
        assert len(values) == 1
        found |= values
    assert all(64 * value == int(64 * value) for value in found)


TWO_SORTS = """
cards apple: each rank in 1..3
cards pear: each rank in 1..3
zone deck of apple or pear, face down, holds all apples, holds all pears, shuffled
each player
  zone hand of apple or pear, in order, seen by owner
setup: deal 1 from deck to hand
"""


def test_several_sorts_of_cards_in_one_deck() -> None:
    found = values(
        TWO_SORTS,
        "chance(it is apple) + chance(it is pear)",
        "chance(it is apple and third is apple)",
        "1 if mine is apple else 0",
        first=LET,
    )
    assert 99 <= found[0] <= 100
    expected = 10 if found[2] else 30
    assert abs(found[1] - expected) <= 20


def test_one_card_after_another_shuffle() -> None:
    """The decks never met: what lies on the high one is high, though cards were shuffled together again."""
    world = """
cards card: each rank in 1..6
zone low of card, face down
zone high of card, face down
zone spare of card, face down
each player
  zone hand of card, in order, seen by owner
setup
  move all c in cards with c.rank <= 3 to low
  move all c in cards with c.rank > 3 to high
  shuffle low
  shuffle high
  draw 1 from low to Cid.hand
  draw 1 from high to spare
"""
    first = "show top of high to Ben\nmove top of spare to high\ndraw 1 from high to spare\nshuffle high\nlet it = top of high"
    low, high, five = values(world, "chance(it.rank < 4)", "chance(it.rank > 3)", "chance(it.rank is 5)", first=first)
    assert (low, high) == (0, 100)
    assert 10 <= five <= 60

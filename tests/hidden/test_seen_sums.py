"""What sums, counts, highest and lowest of hidden cards tell whoever sees how they come out: redeals against every deal there is."""

from __future__ import annotations

import pytest

from ludwright.play.match import Match
from tests.hidden.every_deal import Deal, deal_of, right, steps

WORLD = """
cards card: each rank in 1..5
zone deck of card, face down, holds all cards, shuffled
zone pit of card, face down
each player
  zone hand of card, in order, seen by owner
  points = 0 in 0..99
  purse = 0 in 0..99, seen by owner
var bomb = 0 in 0..99, seen by nobody
var chief: player or none
define total(p): sum(c.rank for c in p.hand)
define heavy(p): total(p) > 6
setup
  deal 2 from deck to hand
  draw 1 from deck to pit
"""
LARGER = WORLD.replace("1..5", "1..6")
PLAYERS = "2 named Ann, Ben"

SHOWN = {
    "a sum is compared": "if sum(c.rank for c in Ben.hand) > 6: Ann.points += 1",
    "a definition": "if heavy(Ben) and turn.number > 0: Ann.points += 1",
    "a name for a sum": "let t = total(Ben)\nif t is 5: Ann.points += 1",
    "two sums": "if total(Ben) > (top of pit).rank + 4: Ann.points += 1",
    "any": "if any c in Ben.hand with c.rank > 3: Ann.points += 1",
    "every": "if every c in Ben.hand has c.rank > 2: Ann.points += 1",
    "a count": "if count(c in Ben.hand with c.rank > 2) is 1: Ann.points += 1",
    "the highest": "if max(c.rank for c in Ben.hand) >= 4: Ann.points += 1",
    "the lowest, shown": "Ann.points = min(c.rank for c in Ben.hand)",
    "a sum, shown": "Ann.points += total(Ben)",
    "one card, shown": "Ann.points = (top of Ben.hand).rank mod 2",
    "so often": "for c in Ben.hand with c.rank > 3: Ann.points += 1",
    "so much": "for c in Ben.hand with c.rank > 2: Ann.points += c.rank",
    "one of two": "if (top of Ben.hand).rank is 1 or total(Ben) > 7: Ann.points += 1",
    "not both": "if (top of Ben.hand).rank > 2 and (bottom of Ben.hand).rank > 2: Ann.points += 1",
    "any of the players": "if any p in players with total(p) > 7: Ann.points += 1",
    "the first of them": "chief = first p in players with total(p) > 5",
    "who has the highest": "chief = highest p in players by (top of p.hand).rank + (bottom of p.hand).rank * 2",
    "the highest laid down": "move highest c in Ben.hand by c.rank to pit",
    "all of a sort laid down": "move all c in Ben.hand with c.rank > 3 to pit",
    "the lowest by name": "let c = lowest x in Ben.hand by x.rank\nmove c to pit",
    "a bound for what was read": "bomb += (top of Ben.hand).rank\nif bomb > 2: Ann.points += 1",
    "that it is not": "bomb += (top of Ben.hand).rank\nif bomb is not 3: Ann.points += 1",
}


@pytest.mark.parametrize(
    "first, then",
    [
        ("a sum is compared", "the lowest, shown"),
        ("a bound for what was read", "one of two"),
        ("any of the players", "so much"),
        ("the lowest by name", "who has the highest"),
    ],
)
def test_what_shows_is_used(first: str, then: str) -> None:
    right(steps(WORLD, SHOWN[first], SHOWN[then], players=PLAYERS), seat=0, answers=2)


@pytest.mark.slow
@pytest.mark.parametrize("what", sorted(SHOWN))
def test_each_by_itself(what: str) -> None:
    right(steps(WORLD, SHOWN[what], players=PLAYERS), seat=0, answers=1)


@pytest.mark.slow
@pytest.mark.parametrize("what", [what for what in sorted(SHOWN) if "to pit" not in SHOWN[what]])
def test_after_a_shuffle(what: str) -> None:
    """The cards go back into the deck and come out again: what was known of where they lay is known of the deck as a whole."""
    back = "move Ben.hand to deck\nshuffle deck\ndraw 2 from deck to Ben.hand"
    right(steps(WORLD, SHOWN[what], back, players=PLAYERS), seat=0, answers=2, most=2)


def test_whoever_sees_a_variable_knows_each_step() -> None:
    """Ann's purse gets two coins that lie face down, one after the other, and she looks into it in between."""
    first, then = "Ann.purse += (top of pit).rank", "Ann.purse += (top of Ben.hand).rank"
    right(steps(LARGER, first, then, players=PLAYERS), seat=0, answers=2)


def test_what_is_seen_at_once_is_seen_as_a_whole() -> None:
    """The same within one effect: she knows what both are together."""
    both = "Ann.purse += (top of pit).rank\nAnn.purse += (top of Ben.hand).rank"
    found = right(steps(LARGER, both, "nothing", players=PLAYERS), seat=0, answers=2)
    assert max(len(deals) for deals in found.deals.values()) > 2


def test_what_was_read_before_a_shuffle_stays_open_after_it() -> None:
    """Ann gets both cards that Ben held, shuffled: that she knows them now does not tell her which of them was read."""

    def with_bomb(match: Match, seat: int) -> Deal:
        return (*deal_of(match, seat), (int(match.words[match.game.rules.model.fields["bomb"].base]),))

    given = "move Ben.hand to deck\nshuffle deck\ndraw 2 from deck to Ann.hand"
    text = steps(WORLD, "bomb = (top of Ben.hand).rank", given, players=PLAYERS)
    found = right(text, seat=0, answers=2, look=with_bomb)
    assert all(len({deal[-1] for deal in deals}) == 2 for deals in found.deals.values())


def test_a_redeal_can_be_dealt_again() -> None:
    """Also in a game where nothing is hidden but cards: what the sum of others may be is counted from what it is in the redeal."""
    bare = "\n".join(line for line in WORLD.splitlines() if "purse" not in line and "bomb" not in line)
    found = right(steps(bare, SHOWN["a sum is compared"], players=PLAYERS), seat=0, answers=1)
    twice = lambda match, seat, seed: match.determinize(seat, seed).determinize(seat, seed + 1)  # noqa: E731
    assert all(found.surprise(history, twice) < 6 for history in found.histories(2))

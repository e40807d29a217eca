"""Redeals give secret answers anew: compared with all the ways chance and the others' secrets could have gone."""

from __future__ import annotations

import pytest

from ludwright.play.match import Match
from tests.hidden.every_deal import Deal, deal_of, right

ANN, BEN, CID = 0, 1, 2
SEATS = [ANN, *(pytest.param(seat, marks=pytest.mark.slow) for seat in (BEN, CID))]
"""One of them in the suite, all in the long proofs."""

SEALED = """game "Sealed"
players 3 named Ann, Ben, Cid
cards card: each rank in 1..4
zone deck of card, face down, holds all cards, shuffled
each player
  zone hand of card, in order, seen by owner
  chosen = 0 in 0..4
setup: deal 1 from deck to hand
turn
  at once, each p in players
    p chooses n from 1..(top of p.hand).rank
  then
    for p in players: p.chosen = n[p]
  one of go
action go
  nothing
end when turn.number is 9: draw
"""


def opened(match: Match, seat: int) -> Deal:
    """The deal, and what comes to light when the sealed answers are opened: whoever has not answered takes the first option."""
    deal = deal_of(match, seat)
    other = match.copy()
    while other.observe(seat).named()["turn"] == 1 and "go" not in [option.words for option in other.legal()]:
        other.apply(other.codes()[0])
    found = other.observe(seat).named()
    return (*deal, tuple(found[f"chosen of {name}"] or 0 for name in other.game.seats))


@pytest.mark.parametrize("answers", [0, 1, 2])
@pytest.mark.parametrize("seat", SEATS)
def test_sealed_answers(seat: int, answers: int) -> None:
    """While answers are sealed, those of others are drawn from what they may answer with the cards they may hold."""
    right(SEALED, seat, answers, most=1, look=opened)


NIGHT = """game "Night"
players 3 named Ann, Ben, Cid
cards role
  | name     |
  | Robber   |
  | Wolf     |
  | Villager |
zone box of role, face down, holds all roles, shuffled
each player
  zone front of role, face down
  woke: role design, seen by owner
play
  deal 1 from box to front
  for p in players
    show p.front to p
    p.woke = top of p.front
  night
  turns: one of go
secret stage night
  at once, each p in players
    if p.woke is Robber
      p may choose victim from others of p
  then
    for p in players with victim[p] is not none
      swap p.front and victim[p].front
      show p.front to p
action go
  nothing
end when turn.number is 9: draw
"""


@pytest.mark.parametrize("seat", [ANN, pytest.param(CID, marks=pytest.mark.slow)])
def test_a_secret_stage_is_played_again(seat: int) -> None:
    """Who was robbed in the night? The wolf and the villager can't know whether it was them, the robber can."""
    right(NIGHT, seat, 1, most=3)


PASSING = """game "Passing"
players 3 named Ann, Ben, Cid
cards card: each rank in 1..6
zone deck of card, face down, holds all cards, shuffled
zone aside of card, face down, in order
each player
  zone hand of card, seen by owner
setup: deal 2 from deck to hand
turn
  at once, each p in players with p is not Cid
    p secretly chooses c from p.hand
  then
    for p in players with p is not Cid: move c[p] to aside
  one of go
action go
  nothing
end when turn.number is 9: draw
"""


@pytest.mark.parametrize("seat", [ANN, pytest.param(CID, marks=pytest.mark.slow)])
def test_cards_put_aside_in_secret(seat: int) -> None:
    right(PASSING, seat, 3, most=1)

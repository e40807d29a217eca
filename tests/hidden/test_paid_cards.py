"""Cards that are paid by their design: everybody knows what they are, though they lie face down."""

from __future__ import annotations

from tests.hidden.every_deal import right

EGGS = """
game "Eggs"
players 2 named Ann, Ben
cards food
  | name | copies |
  | egg  | 2 |
  | ham  | 2 |
zone deck of food, face down, holds all foods, shuffled
zone pit of food, face down
each player
  zone hand of food, seen by owner
setup: draw 2 from deck to Ann.hand
turn: one of cook, go
action cook
  pay 1 egg from my hand to pit
action go
  nothing
end when turn.number is 3: draw
"""


def test_everybody_knows_what_was_paid() -> None:
    everything = right(EGGS, seat=1, answers=1, most=9)
    pits = {deal[1] for history in everything.histories(9) for deal in everything.deals[history]}
    egg = 0
    assert pits == {(), (egg,)}

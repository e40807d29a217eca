"""A small deck for tests, and a way to read a zone as one number."""

from __future__ import annotations

from tests.language_meaning.both_runs import sheet

CARDS = sheet("""
    enum suit: clubs, hearts
    cards card: each suit, each rank in 1..3
    zone deck of card, in order, holds all cards
    zone pile of card, in order
    zone third of card, in order
    each player
      zone hand of card, in order
    to use_every_zone
      move deck to pile
      move pile to third
      for p in players: move third to p.hand
""")


def listing(zone: str) -> str:
    """The cards of a zone from the bottom up, as one number: two digits a card."""
    return f"sum((c.suit.number * 10 + c.rank) * power(({zone}).count - c.position) for c in {zone})"


POWER = sheet("""
    define power(n): 1 if n is 0 else 100 if n is 1 else 10000 if n is 2 else 1000000 if n is 3 else 0
""")

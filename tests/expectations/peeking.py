"""A game with cards whose course can be worked out by hand.

Seat 1 gets the cards 6, 5, 4, seat 2 gets 3, 2, 1. In each of two days both look at the other's hand (frames 1 and 2, then 7 and 8) and
put their highest card down; on the way they are asked whether they leave (frames 3 and 4, 5 and 6, then 9 to 12), and do.
"""

from __future__ import annotations

from functools import cache

import ludwright
from ludwright.language.source import read_text
from ludwright.playtests import Playtest

PEEK = """game "Peek"
players 2
cards card: each rank in 1..6
zone deck of card, face down, holds all cards
zone pile of card
each player
  zone hand of card, seen by owner
  looked = no, each day
play
  for p in everyone: draw 3 from deck to p.hand
  repeat day until pile.count >= 4
stage day
  turns until players.count is 0: one of peek, put
action peek
  when not my looked
  my looked = yes
  show opponent.hand to me
action put(c in my hand)
  move c to pile
  me chooses n from 1..2: leaving(n)
to leaving(n)
  if n is 2: me leaves day
score(p): p.hand.count
winner: highest score
bot "plan"
  peek
  put(c) by c.rank
  put.n(n) by n
"""


@cache
def peeked() -> Playtest:
    """Two games, which are the same."""
    return ludwright.playtest(read_text(PEEK, "peek.game"), "plan", 2)

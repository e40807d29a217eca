"""A game whose two games can be worked out by hand.

In game 0 the quick one sits in seat 1 and climbs in turns 1, 3 and 5, by 2 each time; the slow one in turns 2 and 4, by 1. In game 1 they have
changed seats: the slow one climbs in turns 1, 3, 5 and the quick one in turns 2, 4 and 6. So frame k is what stands behind turn k.
"""

from __future__ import annotations

from functools import cache

import ludwright
from ludwright.language.source import read_text
from ludwright.playtests import Playtest

CLIMB = """game "Climb"
players 2
param summit = 6 in 5..30
each player
  height = 0 in 0..40
define top: max(q.height for q in players)
turn: climb
action climb(n in 0..2)
  my height += n
end when my height >= summit: me wins
lead(p): p.height / summit
bot "quick"
  climb(n) by n
bot "slow"
  climb(n) when n is 1
"""


@cache
def two() -> Playtest:
    """The two games."""
    return ludwright.playtest(read_text(CLIMB, "climb.game"), "quick,slow", 2)


@cache
def forty() -> Playtest:
    """The same, twenty times each."""
    return ludwright.playtest(read_text(CLIMB, "climb.game"), "quick,slow", 40)

"""Games with something wrong in them, each to be found by one proof."""

from __future__ import annotations

import random

import ludwright

RARE_FAULT = """game "Thin ice"
players 2 to 3
cards stone, copies 6
zone bag of stone, holds all stones
each player
  zone pouch of stone
dice ice: 1 d20
var steps = 0
turn: walk
action walk(n in 1..2)
  steps += n
  roll ice
  if ice[1].face is 20: draw 7 from bag to my pouch
end when steps >= 10: me wins
"""

UNUSED = """game "Attic"
players 2
param dust = 3 in 1..9
cards card
  | name | copies |
  | mouse | 4 |
  | crown | 1 |
zone deck of card, holds all cards
zone vault of card
each player
  zone hand of card
var taken = 0
to celebrate
  taken += 100
turn: one of take, hide
action take(n in 1..2)
  when deck is not empty
  for c in deck
    if c.name is mouse and n > 0
      move c to my hand
  taken += 1
  if taken > 50
    celebrate
    taken = 0
action hide
  when taken > 50
  for c in my hand: move c to vault
end
  when taken >= 3: me wins
  when taken > 90: draw
"""

ENDLESS = """game "Treadmill"
players 2
var steps = 0
turn: walk
action walk(n in 1..2)
  steps = n
end when steps > 5: me wins
"""

IDLE_SEAT = """game "Spectator"
players 3 named Ann, Ben, Cem
var remaining = 12
turn
  if me is Cem: nothing
  else: me does take
action take(n in 1..2)
  remaining -= min(n, remaining)
end when remaining is 0: me wins
"""


class Restless(ludwright.PythonGame):
    """Takes its chance from elsewhere: played again, it is another game."""

    title = "Restless"

    def start(self, chance: ludwright.Chance, /) -> None:
        self.left, self.seat = 10, 0

    def current(self) -> int:
        return self.seat

    def actions(self) -> list[int]:
        return list(range(1, random.randint(2, 4)))

    def perform(self, action: int, chance: ludwright.Chance, /) -> None:
        self.left -= action
        self.seat = 1 - self.seat

    def over(self) -> bool:
        return self.left <= 0

    def score(self, seat: int, /) -> float:
        return float(seat == self.seat)


class Steady(Restless):
    """The same game without the fault."""

    title = "Steady"

    def actions(self) -> list[int]:
        return [1, 2, 3]


class Brittle(Steady):
    """Its rules raise an error in a rare position."""

    title = "Brittle"

    def perform(self, action: int, chance: ludwright.Chance, /) -> None:
        super().perform(action, chance)
        if self.left == -2:
            raise ValueError("nobody thought of this")


class Forever(Steady):
    """It never ends."""

    title = "Forever"
    longest = 50

    def over(self) -> bool:
        return False

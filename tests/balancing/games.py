"""Small games whose better versions are known: a race of coins with a planted fault or two."""

from __future__ import annotations

from pathlib import Path

RACE = """game "Race"
players 2 to 3
param goal = 20 in 5..60
param gift = {gift} in 0..9
param idle = 3 in 1..9
enum horse
  | name  | pace | odds |
  | slow  |  1   |  2   |
  | quick |  {quick}   |  2   |
each player
  steps = 0 in 0..200
setup
  players[1].steps += gift
turn: ride
action ride(h in horses)
  let luck = random n in 0..3
  my steps += h.pace + luck
end when my steps >= goal: me wins
lead(p): p.steps / goal
bot "rider"
  ride(h) by h.pace
"""
"""Who rides first has `gift` steps in advance; `idle` and the odds do nothing."""


def race(folder: Path, gift: int = 0, quick: int = 2) -> Path:
    """The race in a file."""
    path = folder / "race.game"
    path.write_text(RACE.format(gift=gift, quick=quick), encoding="utf-8")
    return path

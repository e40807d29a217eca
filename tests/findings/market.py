"""A fair little game, and flaws to plant in it."""

from __future__ import annotations

from dataclasses import dataclass

FAIR = """game "Market"
players 2 to 3
param days = 6 in 3..12
enum ware
  | name   | extra |
  | bread  |   0   |
  | cheese |   0   |
  | apple  |   0   |
  | honey  |   0   |
var price[ware] = 1 in 0..20
var starter: player
each player
  points = 0 in 0..999
play: repeat day until day.number is days
stage day
  for w in wares: price[w] = roll d6
  turns once from starter: buy
  starter = left(starter)
action buy(w in wares)
  when price[w] > 0
  my points += price[w] + w.extra
  price[w] = 0
score(p): p.points
winner: highest score
lead(p): p.points / 40
"""


@dataclass(frozen=True)
class Flaw:
    """What is changed in the fair game, and how it should be named."""

    named: str
    """The name of the rule that should find it."""
    changes: tuple[tuple[str, str], ...]
    subject: str = ""
    players: int = 2
    plays: tuple[tuple[str, int], ...] = (("random", 1000),)
    move_limit: int | None = None
    tried: int = 0
    """How many games are for trying out what stands out."""

    @property
    def text(self) -> str:
        """The flawed game."""
        text = FAIR
        for old, new in self.changes:
            assert old in text
            text = text.replace(old, new)
        return text


_BUY = "  my points += price[w] + w.extra\n"
_DAY = "play: repeat day until day.number is days\n"
_TRIED = (("random", 300), ("mcts:100", 150))

FLAWS = {
    "a bonus for seat 1": Flaw("seat advantage", ((_DAY, "setup: starter.points += 6\n" + _DAY),), "seat 1"),
    "an overpowered ware": Flaw(
        "overpowered option", (("| honey  |   0   |", "| honey  |   9   |"),), "buy honey", plays=_TRIED, tried=400
    ),
    "a ware nobody wants": Flaw(
        "underpowered option",
        (
            ("| honey  |   0   |", "| honey  |  -8   |"),
            ("points = 0 in 0..999", "points = 50 in -99..999"),
            ("/ 40", "/ 150"),
        ),
        "buy honey",
        plays=_TRIED,
        tried=1200,
    ),
    "a dead rule": Flaw(
        "dead rule",
        (
            ("starter: buy", "starter: one of buy, rob"),
            ("score(p)", "action rob\n  when my points > 500\n  my points += 5\nscore(p)"),
        ),
    ),
    "a dominant opening": Flaw(
        "dominant opening",
        ((_BUY, _BUY + "  if day.number is 1 and w is honey: my points += 12\n"),),
        "buy honey",
        plays=_TRIED,
        tried=400,
    ),
    "a runaway engine": Flaw("runaway leader", ((_BUY, _BUY + "  my points += my points\n"), ("0..999", "0..99999"))),
    "an endless loop": Flaw(
        "endless games",
        (
            (_DAY, "play: repeat day until any p in players with p.points is 1\n"),
            ("points = 0", "points = 2"),
            ("  my points += price[w] + w.extra\n", "  my points = 2 + (my points + price[w] + w.extra) mod 900\n"),
        ),
        move_limit=2000,
    ),
    "a kingmaker": Flaw(
        "kingmaking",
        (
            (
                _DAY,
                "play\n  repeat day until day.number is days\n  turns once when my points is min(p.points for p in players): give\n",
            ),
            ("action buy", "action give(p in others)\n  p.points += 30\naction buy"),
        ),
        players=3,
    ),
    "a useless hint": Flaw(
        "useless choice",
        (
            ("starter: buy", "starter: plan"),
            ("action buy(w", "to plan\n  me may do hint\n  buy\naction hint\n  hints += 1\naction buy(w"),
            ("var starter", "var hints = 0 in 0..99\nvar starter"),
        ),
        "hint",
        plays=_TRIED,
        tried=4000,
    ),
    "a shared win of all": Flaw("shared by all", ((_BUY, "  my points = min(12, my points + price[w] + w.extra)\n"),)),
    "a fault": Flaw("faults", (("points = 0 in 0..999", "points = 0 in 0..26"),)),
    "nothing but luck": Flaw(
        "luck dominates",
        ((_BUY, "  my points += roll d20\n"),),
        plays=(("random", 600), ("mcts:100", 60), ("mcts:100,random", 600)),
    ),
    "a seat that can't win": Flaw("seat advantage", ((_DAY, "setup: starter.points += 60\n" + _DAY),), "seat 1"),
    "turns without end": Flaw(
        "downtime",
        (
            ("starter: buy", "starter: plan"),
            (
                "action buy(w",
                "to plan\n  repeat 40 times: think\n  buy\naction think(n in 1..2)\n  thoughts += n\naction buy(w",
            ),
            ("var starter", "var thoughts = 0 in 0..99999\nvar starter"),
        ),
        plays=(("random", 300),),
    ),
}

TRACK = """game "Track"
players 2
board grid 30 x 2 of cell
each player
  at: cell
play: repeat 4 times: turns once
setup
  players[1].at = cells[1, 1]
  players[2].at = cells[{ahead}, 2]
turn: one of walk, rest
action walk
  let far = roll d6
  my at = my at.step(east, far)
action rest
  nothing
score(p): p.at.column
winner: highest score
lead(p): p.at.column / 30
"""
"""A fair race, where both begin at the first column; where one begins ahead, his place is too good."""

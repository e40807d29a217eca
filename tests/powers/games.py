"""Games in which everything is worth what can be worked out by hand, if players choose at random."""

from __future__ import annotations

PICKS = """\
game "Picks"
players 2
each player
  points = 0 in 0..9
  waves = 0 in 0..9
play: turns once
turn
  one of gold, stone, wood
  me may do wave
action gold
  my points += 1
action stone
  my points += 0
action wood
  my points += 0
action wave
  my waves += 1
score(p): p.points
winner: highest score
bot "digger"
  gold
"""
"""Gold wins against anything else. Each takes it once in three games; who may not wins a third, half of the two thirds that are left."""

LOCKS = """\
game "Locks"
players 2
each player
  left = 0 in 0..1
  right = 0 in 0..1
play: turns once
turn
  one of open_left, leave_left
  one of open_right, leave_right
action open_left
  my left = 1
action leave_left
  my left = 0
action open_right
  my right = 1
action leave_right
  my right = 0
score(p): p.left * p.right
winner: highest score
"""
"""Only both locks together count. Without one, or without both, 3/8 are left of a half: together they are worth an eighth more."""

MARKET = """\
game "Market"
players 2
cards stone
  | name | worth | copies |
  | gem  |   3   |   1    |
  | rock |   1   |   3    |
zone stall of stone, holds all stones
each player
  zone mine of stone
play: turns once
turn: take
action take(c in stall)
  move c to my mine
score(p): sum(c.worth for c in p.mine)
winner: highest score
"""
"""Equal rocks are one option. Seat 1 wins five eighths, seat 2 three; without the gem either wins a quarter."""

DARK = """\
game "Dark"
players 2
cards stone
  | name | worth | copies |
  | gem  |   3   |   2    |
  | rock |   1   |   4    |
zone bag of stone, face down, holds all stones, shuffled
each player
  zone mine of stone
play: turns once
turn: one of grab, stay
action grab
  draw 1 from bag to my mine
action stay
  move my mine to bag
score(p): sum(c.worth for c in p.mine)
winner: highest score
"""


BANNERS = """\
game "Banners"
players 2
enum banner: gold, stone, wood
each player
  banner: banner or none
  chest = 0 in 0..9
  waves = 0 in 0..9
play: turns once
setup
  for p in players
    p.banner = random b in banners with no q in players with q.banner is b
    p.chest = 5 if p.banner is gold else 1
turn: one of wave, rest
action wave
  my waves += 1
action rest
  my waves += 0
score(p): p.chest
winner: highest score
"""
"""Who is of the golden banner has the full chest, and wins. Any other wins half of the games in which nobody is: a quarter."""

PURSES = """\
game "Purses"
players 2
each player
  coins = 0 in 0..9
play: turns once
setup
  for p in players: p.coins = 2 + p.number
turn: one of wait, sleep
action wait
  my coins += 0
action sleep
  my coins += 0
score(p): p.coins
winner: highest score
"""
"""Seat 2 has a coin more, and wins every game; whoever is given it does."""

HANDS = """\
game "Hands"
players 2
cards stone
  | name | worth | copies |
  | gem  |   3   |   1    |
  | rock |   1   |   1    |
  | sand |   1   |   1    |
zone bag of stone, face down, holds all stones, shuffled
each player
  zone hand of stone, seen by owner
  waves = 0 in 0..9
play: turns once
setup
  for p in players: draw 1 from bag to p.hand
turn: one of wave, rest
action wave
  my waves += 1
action rest
  my waves += 0
score(p): sum(c.worth for c in p.hand)
winner: highest score
"""
"""The gem wins. Any other wins half of the games in which the gem stays in the bag: a quarter."""

TEAM = (
    BANNERS.replace("players 2\n", "players 2, cooperative\n")
    .replace("score(p): p.chest\nwinner: highest score\n", "")
    .replace(
        "play: turns once\n",
        "play\n  turns once\n  if any p in players with p.banner is gold: everyone wins\n  everyone loses\n",
    )
)
"""All win if anybody is of the golden banner: in two of three deals. Where nobody is, nothing else makes up for it."""

STALLS = """\
game "Stalls"
players 2
each player
  coins = 0 in 0..99
  farms = 1 in 0..20
  points = 0 in 0..99
play: repeat 10 times: turns once
turn: one of buy, build, earn
action buy
  when my coins >= 2
  my coins -= 2
  my points += 1
action build
  when my coins >= 2
  my coins -= 2
  my farms += 1
action earn
  my coins += my farms
score(p): p.points
winner: highest score
"""
"""Only what is bought counts, and a purchase can be made up for a turn later. Ten turns without a farm bring three points, and no farm brings
more. At first there is nothing to do but earn."""

BETS = """\
game "Bets"
players 2
each player
  points = 0 in 0..9
play: turns once
turn: bet
action bet(n in 0..3)
  my points = n
score(p): p.points
winner: highest score
"""
"""Who bets three never loses. Without it one bets two, and loses to it: half a win is all there is to lose. If nobody may, two is as good."""

SIDES = """\
game "Sides"
players 2
each player
  points = 0 in 0..99
play: turns once
turn: one of left, right, trip
action left
  my points += roll d20
action right
  my points += roll d20
action trip
  my points += 0
score(p): p.points
winner: highest score
"""
"""Left and right are the same, and chance rolls the same number for both. Who trips loses against all but one who trips."""

CLUBS = """\
game "Clubs"
players 2
each player
  held = 0 in 0..1
  points = 20 in 0..99
play: repeat 2 times: turns once
turn: one of hold, strike, walk
action hold
  my held = 1
action strike
  my points += 9 if my held > 0 else -9
  my held = 0
action walk
  my points += roll d3
score(p): p.points
winner: highest score
"""
"""Who holds and then strikes gains nine, more than two walks bring; who strikes without holding loses nine. Of those who choose at random, who
never strikes does better: a strike comes second after holding in one of nine games, and at a loss in five of nine."""

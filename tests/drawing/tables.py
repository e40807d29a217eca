"""Small games to draw, and matches in the middle of things."""

from __future__ import annotations

from collections.abc import Sequence

import ludwright
from ludwright import Match
from ludwright.drawing.things import Things
from ludwright.hidden.sight import Sight

CARDS = """\
game "Cards"
players 3 named Anna, Ben, Cem
cards card: each rank in 1..9, copies 4
zone stock of card, face down, holds all cards, shuffled
zone deck of card, face down, top seen by everyone
zone box of card, face down
each player
  zone hand of card, seen by owner
  zone brow of card, seen by others
  purse = 7 in 0..9, seen by owner
  goods[1..3] = 2 in 0..9, seen by owner
  open = 5 in 0..9
var last: card or none
setup
  draw 3 from stock to box
  for p in players
    draw 4 from stock to p.hand
    draw 2 from stock to p.brow
  move stock to deck
  shuffle deck
  last = top of Anna.hand
turn: keep
action keep(c in my hand)
  move c to box
end when turn.number > 8: draw
"""

TEAMS = """\
game "Teams"
players 4
  | name | team |
  | Anna | sun  |
  | Ben  | moon |
  | Cem  | sun  |
  | Dora | moon |
cards card: each rank in 1..9
zone deck of card, face down, holds all cards, shuffled
each player
  zone hand of card, seen by team
setup
  for p in players: draw 2 from deck to p.hand
turn: go
action go(n in 1..2)
  nothing
end when turn.number > 8: draw
"""

SHAPES = """\
game "Shapes"
players 2 named Anna, Ben
enum colour: red, blue
things stone, copies 3 each player
board hexagon 2 of field, corners spot, edges path, holds 2 stone
board track 15 of step
  coins = 3 in 0..9
board ring 9 of bead
  lit = no
board graph of town
  link Rome: Bonn, Oslo
  link Bonn: Oslo
  goods[colour] = 0 in 0..9
zone bag of stone, holds all stones
each spot
  house: player or none
each path
  road: player or none
each player
  pawn: step
setup
  Ben.pawn = steps[5]
  Rome.goods[blue] = 4
  let f = first f in fields
  draw 2 from bag to f
  for s in spots
    if s.number is 7: s.house = Ben
  for e in paths
    if e.number is 3: e.road = Anna
turn: go
action go(n in 1..2)
  nothing
end when turn.number > 8: draw
"""


def match_of(text: str, seed: int = 1) -> Match:
    """A game at its start, on the plain run."""
    return ludwright.load_text(text).start(seed, run="twin")


def redealt(match: Match, seat: int) -> Match:
    """The same match with everything turned round that the seat can't see: the cards in the places it only sees from the back."""
    game = match.game
    things, sight = Things(game), Sight(game, seat)
    other = match.copy()
    places = [
        (zone.place + i, things.inside(zone.place + i, match.words))
        for zone in things.model.all_zones()
        for i in range(zone.size)
    ]
    unseen = [c for _, inside in places for c in inside if not things.known(c, sight, match.words)]
    for kind in things.model.component_kinds:
        own = [c for c in unseen if kind.first <= c <= kind.last]
        turned = dict(zip(own, own[::-1], strict=True))
        places = [(place, [turned.get(c, c) for c in inside]) for place, inside in places]
        for old, new in turned.items():
            _tell(other, new, match.words, old)
    _lay(other, places)
    return other


def _tell(match: Match, number: int, words: Sequence[int], old: int) -> None:
    """What was told of a card stays with where it lay."""
    model = match.game.rules.model
    for teller in range(model.tellers):
        slots = model.arrays["told"] + teller * (model.components + model.ghosts) * model.told_words
        for word in range(model.told_words):
            match._words[slots + number * model.told_words + word] = words[slots + old * model.told_words + word]


def _lay(match: Match, places: Sequence[tuple[int, Sequence[int]]]) -> None:
    arrays, words = match.game.rules.model.arrays, match._words
    for place, inside in places:
        below, above = [-1, *inside], [*inside[1:], -1]
        for i, number in enumerate(inside):
            words[arrays["place"] + number] = place
            words[arrays["below"] + number] = below[i]
            words[arrays["above"] + number] = above[i]
        words[arrays["bottom"] + place] = inside[0] if inside else -1
        words[arrays["top"] + place] = inside[-1] if inside else -1


PEEK = """game "Peek"
players 2
cards card: each rank in 1..5
zone deck of card, face down, holds all cards, shuffled
turn: one of peek, bet
action peek
  show top of deck to me
action bet(n in 1..5)
  shuffle deck
end when turn.number is 6: draw
"""

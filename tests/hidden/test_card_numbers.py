"""The number of a card says nothing of its front: in a variable that not everybody sees it may be anything."""

from __future__ import annotations

import ludwright

NUMBERS = """
game "Serial numbers"
players 2 named Ann, Ben
cards card: each rank in 1..4
zone deck of card, face down, holds all cards, shuffled
zone row of card
each player
  zone hand of card, seen by owner
  straight = 0 in 0..6, seen by owner
  named = 0 in 0..6, seen by owner
  seat = 0 in 0..6, seen by owner
  open = 0 in 0..6, seen by owner
setup
  deal 1 from deck to hand
  draw 1 from deck to row
  for p in players
    p.straight = (top of p.hand).number
    let c = top of p.hand
    let n = c.number + 1
    p.named = n
    p.seat = p.number
    p.open = (top of row).number
turn: go
action go
  nothing
end when turn.number is 3: draw
"""


def test_what_may_be_in_it() -> None:
    game = ludwright.load_text(NUMBERS, ask_forced=True)
    fields, match, ben = game.rules.model.player.fields, game.start(1), 1
    found: dict[str, set[int]] = {"straight": set(), "named": set(), "seat": set(), "open": set()}
    for seed in range(60):
        other = match.determinize(0, seed)
        for name, values in found.items():
            values.add(int(other.words[fields[name].base + ben]))
    truth = int(match.words[fields["open"].base + ben])
    assert found["straight"] == set(range(7))
    assert found["named"] >= {2, 3, 4, 5}
    assert (found["seat"], found["open"]) == ({2}, {truth})

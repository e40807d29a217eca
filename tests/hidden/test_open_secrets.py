"""What everybody saw or heard is no secret wherever it is stored: `ludwright check` says so."""

from __future__ import annotations

from ludwright.language.source import read_text
from ludwright.rules.compiler import Rules

STORED = """
game "Open secrets"
players 3
enum aim: rich, poor
cards card: each rank in 1..9
zone deck of card, face down, holds all cards, shuffled
each player
  zone hand of card, seen by owner
  luck = 1 in 1..12, seen by owner
  bid = 0 in 0..3, seen by owner
  goal: aim = rich, seen by owner
  coins = 9 in 0..30, seen by owner
  kept: card or none, seen by owner
  open = 0 in 0..9
setup
  deal 1 from deck to hand
  for p in players: p.luck = roll d3        # die
  for p in players: p.luck = random n in 1..3
turn
  my open = roll d3
  me chooses n from 0..3: my bid = n        # answer
  me secretly chooses n from 0..3: my bid = n
  me chooses n from 0..3: my open = n
  me chooses c from my hand: my kept = c
  me chooses n from 0..3
    my coins -= n
    my bid = (n)                            # answer
    let n = random m in 0..3
    my bid = n
  at once, each p in players
    p chooses b from 0..3
    p secretly chooses s from 0..3
  then
    for p in players: p.bid = b[p]          # answer
    for p in players: p.bid = s[p]
  one of go
action go(a in aims)
  my goal = a                               # deed
end when turn.number is 4: draw
"""
WORDS = {
    "die": ("everybody sees this die, and so knows `luck`", "write `random n in 1..3` for one that nobody sees"),
    "answer": (
        "everybody hears this answer, and so knows `bid`",
        "write `secretly chooses`, if others must not hear it",
    ),
    "deed": (
        "everybody hears what an action is done with, and so knows `goal`",
        "ask in the action, with `me secretly chooses`, if others must not hear it",
    ),
}


def test_what_everybody_knows_is_worth_a_note() -> None:
    expected = [
        (number, *WORDS[line.split("# ")[1]]) for number, line in enumerate(STORED.split("\n"), 1) if "# " in line
    ]
    found = Rules.compiled(read_text(STORED), 3).mistakes
    told = [(m.place.line, m.message, m.hint) for m in found if m.place and m.message.startswith("everybody")]
    assert told == expected
    assert all(m.severity == "note" for m in found)


NIGHT = """
game "Night"
players 3
each player
  bid = 0 in 0..3, seen by owner
play
  night
  turns once: claim
secret stage night
  for p in players
    p chooses n from 0..3: p.bid = n
action claim(n in 0..3)
  nothing
score(p): p.bid
winner: highest score
"""


def test_in_a_secret_stage_nobody_hears_anything() -> None:
    assert Rules.compiled(read_text(NIGHT), 3).mistakes == []
    assert len(Rules.compiled(read_text(NIGHT.replace("secret stage", "stage")), 3).mistakes) == 1

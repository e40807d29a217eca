"""However long games are and whatever is followed of them, a chunk takes no more memory than it should."""

from __future__ import annotations

from ludwright.game import load_text
from ludwright.playtests.planning import PlanOptions, plan_for

ENDLESS = """game "Endless"
players 2
each player
  points = 0 in 0..10
turn: go
action go(n in 1..2)
  my points = n
end when my points > 5: me wins
lead(p): p.points / 10
track "more": p.points + 1 for p in players
"""


def chunk_of(tracked: int) -> int:
    game = load_text(ENDLESS)
    wish = PlanOptions(["random"], 1_000, None, "fixed", 1, {}, {}, None, None, tracked, 2_000, 0)
    plan, _ = plan_for([game.description], wish.of(game))
    return plan.cells[0].chunk


def test_of_long_games_that_are_followed_few_are_in_a_chunk() -> None:
    rows = 2_000 * 4  # of every game: two lines for each of two seats
    assert chunk_of(1_000) * rows <= 1 << 19 < chunk_of(0) * rows
    assert chunk_of(5) == chunk_of(0)

"""How games end, as a thorough check counts it."""

from __future__ import annotations

from typing import cast

from ludwright import ir
from ludwright.conformance.case import TestedGame
from ludwright.conformance.endings import Endings
from ludwright.conformance.random_games import Played


def test_a_fault_is_shown_by_the_shortest_game_that_has_it() -> None:
    found = Endings(cast(TestedGame, None))
    for number, moves in enumerate((5, 4, 9, 4)):
        found.add(Played(number, moves, moves, 2, ir.NO_ACTION, 12, (0.0, 0.0)))
    (stopped,) = found.stopped.values()
    assert (stopped.games, stopped.shortest.number, stopped.shortest.moves) == (4, 1, 4)

"""What the processes behind the page of improvements work out before they begin."""

from __future__ import annotations

import ludwright
from ludwright.studio.improving_process import _ends

GAME = """game "Ends"
players 2
param goal = 40 in 10..90
param free = 7
turn: go
action go
  nothing
end when turn.number > goal + free: draw
"""


def test_a_parameter_is_varied_between_its_ends_and_what_it_is_anyway() -> None:
    params = ludwright.load_text(GAME).rules.model.params
    assert _ends(params["goal"]) == [10, 40, 90]
    assert _ends(params["free"]) == [7]

"""Inspection: any frame of a recorded game, with everything that is there and what changed.

>>> import ludwright
>>> from ludwright.inspecting import Recorded
>>> match = ludwright.load("tic-tac-toe").start(seed=1)
>>> match.apply("place b2")
>>> seen = Recorded(match.game, match.seed, match.number, match.answers).inspect(1)
>>> seen.done(), [str(change) for change in seen.changes()]
('X: place b2 (one of 9)', ['mark of b2: none → X', 'turn: 1 → 2', 'whose turn: X → O', 'asked: X → O'])
"""

from __future__ import annotations

from ludwright.inspecting.changes import Change
from ludwright.inspecting.inspection import Inspection
from ludwright.inspecting.moment import Component, Lister, Moment, ShownZone, Variable
from ludwright.inspecting.recorded import InspectError, Recorded

__all__ = [
    "Change",
    "Component",
    "InspectError",
    "Inspection",
    "Lister",
    "Moment",
    "Recorded",
    "ShownZone",
    "Variable",
]

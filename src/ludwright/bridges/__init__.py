"""Doors to other people's tools: every game as an environment of PettingZoo, Gymnasium and OpenSpiel.

Each of them is needed only by its own file; none is needed by the rest of Ludwright. ``pip install "ludwright[bridges]"`` brings them.
"""

from __future__ import annotations

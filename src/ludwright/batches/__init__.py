"""Many games at once: thousands of them stepped together in machine code, into plain arrays.

:class:`ludwright.Batch` holds the games; :mod:`ludwright.hidden.observation_layout` says how the numbers of an observation are read, and
:mod:`ludwright.batches.kernels` does all of it without a Python step for each game.
"""

from __future__ import annotations

from ludwright.batches.batch import Batch

__all__ = ["Batch"]

"""What every game must keep to, proved by playing it.

:func:`check_thoroughly` (also ``ludwright check GAME --thorough``) runs all proofs for every number of players and gives a
:class:`ProofReport` of :class:`ProofFinding`\\ s. Each kind of proof has a file of its own: :mod:`both_runs <.both_runs>`,
:mod:`replay <.replay>`, :mod:`components <.components>`, :mod:`endings <.endings>`, :mod:`uses <.uses>`,
:mod:`hidden <.hidden>`, and for games written in Python :mod:`python_games <.python_games>`.
"""

from __future__ import annotations

from ludwright.conformance.finding import LOOK, WRONG, ProofFinding
from ludwright.conformance.report import ProofReport
from ludwright.conformance.suite import check_thoroughly

__all__ = ["LOOK", "WRONG", "ProofFinding", "ProofReport", "check_thoroughly"]

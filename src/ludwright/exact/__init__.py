"""Exact and classic search: which positions are equal, alpha-beta, max-n, expectimax, and a solver that proves small games."""

from __future__ import annotations

from ludwright.exact.graphs import TooBigError
from ludwright.exact.prepared import NotExactError
from ludwright.exact.solution import Solution, SolvedMove
from ludwright.exact.solving import solve

__all__ = ["NotExactError", "Solution", "SolvedMove", "TooBigError", "solve"]

"""Comparing: two versions of a game on the same deals, and which parameter moves which metric."""

from __future__ import annotations

from ludwright.comparing.compare import Comparison, compare
from ludwright.comparing.difference import CHANGED, OPEN, SAME, TOLD, Difference
from ludwright.comparing.margins import Margins, margins
from ludwright.comparing.mistakes import ComparisonError
from ludwright.comparing.sensitivity import Effect, Sensitivity, sensitivity

__all__ = [
    "CHANGED",
    "OPEN",
    "SAME",
    "TOLD",
    "Comparison",
    "ComparisonError",
    "Difference",
    "Effect",
    "Margins",
    "Sensitivity",
    "compare",
    "margins",
    "sensitivity",
]

"""Expectations: what a designer wants to see in games, run like tests.

- :func:`expect` plays games, or takes those of a playtest, and gives a verdict on every expectation: green, red, or undecided.
- An expectation is a sentence about a figure or a pattern (:mod:`.reading`), or a course of events with names
  (:mod:`.compiling`, :mod:`.matching`).
"""

from ludwright.expectations.expecting import ExpectationResults, expect
from ludwright.expectations.judging import GREEN, RED, UNDECIDED, ExpectationVerdict
from ludwright.expectations.reading import Expectation

__all__ = ["GREEN", "RED", "UNDECIDED", "Expectation", "ExpectationResults", "ExpectationVerdict", "expect"]

"""Strategies: whether there is a best way to play a game, how winners open, how deep it is, whether games end alike.

- :func:`strategies` lets a population of agents and personas play each other, the strongest play itself, and a ladder be climbed.
- :func:`answered` gives the same answers from games that are there already.
"""

from ludwright.strategy.answers import Answer, answered
from ludwright.strategy.finding import Strategies, measured_strategies, strategies

__all__ = ["Answer", "Strategies", "answered", "measured_strategies", "strategies"]

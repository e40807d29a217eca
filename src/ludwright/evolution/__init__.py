"""New games from old ones: variants are bred, sent through gates, measured, and kept with their lineage."""

from ludwright.evolution.evolve import Progress, evolve
from ludwright.evolution.mistakes import EvolveError
from ludwright.evolution.result import Evolution, Variant

__all__ = ["Evolution", "EvolveError", "Progress", "Variant", "evolve"]

"""What a seat can see, and dealing again what it can't: observations and redeals."""

from ludwright.hidden.layout import Layout
from ludwright.hidden.observation import UNSEEN, Observation, observe
from ludwright.hidden.redeal import redeal

__all__ = ["UNSEEN", "Layout", "Observation", "observe", "redeal"]

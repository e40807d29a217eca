"""What a seat can see (:mod:`.observation`), and dealing again what it can't (:mod:`.native`, which needs the kernels: imported where it is used)."""

from ludwright.hidden.layout import BeliefLayout
from ludwright.hidden.observation import UNSEEN, Observation

__all__ = ["UNSEEN", "BeliefLayout", "Observation"]

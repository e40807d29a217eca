"""What a seat can see (:mod:`.observation`), and dealing again what it can't (:mod:`.native`, which needs the kernels: imported where it is used)."""

from ludwright.hidden.layout import Layout
from ludwright.hidden.observation import UNSEEN, Observation

__all__ = ["UNSEEN", "Layout", "Observation"]

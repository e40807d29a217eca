"""Questions about games for one: how far a player gets in so many days, what it takes, and whether a state could have been reached by then."""

from ludwright.solo.cheat_check import CheatCheck, cheat_check
from ludwright.solo.reach import Reach, reach

__all__ = ["CheatCheck", "Reach", "cheat_check", "reach"]

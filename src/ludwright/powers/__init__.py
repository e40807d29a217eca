"""What cards, actions and single moves are worth, by intervention: taken away from one player, or exchanged in the deck.

:func:`power` plays the same deals with and without. What changes is due to what was changed; the rest is equal.
"""

from __future__ import annotations

from ludwright.powers.looks import Deck, Look, Pair, Power, PowerError
from ludwright.powers.measuring import LEVELS, power
from ludwright.powers.standing import Standing

__all__ = ["LEVELS", "Deck", "Look", "Pair", "Power", "PowerError", "Standing", "power"]

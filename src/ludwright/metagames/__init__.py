"""The metagame: which players survive when everybody may choose how to play, and what beats them."""

from ludwright.metagames.finding import metagame
from ludwright.metagames.result import Metagame

__all__ = ["Metagame", "metagame"]

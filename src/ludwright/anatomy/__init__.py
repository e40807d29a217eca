"""What a game consists of, read off its description: :func:`describe`.

Players, components, zones and phases; how much there is to do and to decide; how many options there are; and for every object
the rules that read it and the rules that change it, as text, as data and as a picture.
"""

from __future__ import annotations

from ludwright.anatomy.description import GameDescription, describe

__all__ = ["GameDescription", "describe"]

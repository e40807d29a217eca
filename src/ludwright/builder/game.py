"""A whole game built from Python objects."""

from __future__ import annotations

from ludwright.builder.analysis import Analysis
from ludwright.builder.rules import RuleMethods
from ludwright.builder.things import ThingMethods
from ludwright.builder.trees import node, quoted


class Game(ThingMethods, RuleMethods, Analysis):
    """A game under construction. Each method adds one declaration, in the order of the calls.

    Where a method wants a formula or a body, text of the language does as well; :meth:`add` takes whole declarations as
    text. With ``variant_of`` the game is a variant of the game in that file.
    """

    def __init__(self, title: str, *, variant_of: str | None = None) -> None:
        super().__init__()
        self.title = title
        if variant_of is None:
            self._add(node("game", quoted(title, "the title of a game")))
        else:
            self._add(node("variant", quoted(title, "the title of a game"), quoted(variant_of, "the name of a file")))

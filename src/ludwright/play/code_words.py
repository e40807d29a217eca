"""What codes of options say, with no position at hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludwright import ir

if TYPE_CHECKING:
    from ludwright.game import Game


class CodeWords:
    """Words for codes in no position in particular: pieces go by their design, not by where they stand."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.state = game.compiled.new_state()
        arrays = game.rules.model.arrays
        if "place" in arrays:
            count = len(game.rules.model.component_design)
            self.state[arrays["place"] : arrays["place"] + count] = -1

    def of(self, code: int, question: int) -> tuple[str, str]:
        """The action's name and the whole in words."""
        self.state[ir.QUESTION] = question
        option = self.game.wording.option(code, self.state.tolist())
        return option.action, option.words

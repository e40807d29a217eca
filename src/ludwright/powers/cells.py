"""Options that name a cell of a regular board: that some cells are worse than others is what a board is for, and nothing to be told."""

from __future__ import annotations

from ludwright.game import Game

_REGULAR = {"grid", "hex", "hexagon"}


def names_a_cell(game: Game, option: str) -> bool:
    """Whether an option is to do something at a cell, or with one, of a board on which all cells are alike but for where they lie.

    >>> import ludwright
    >>> names_a_cell(ludwright.load("hex"), "place d4"), names_a_cell(ludwright.load("colors"), "take blue")
    (True, False)
    """
    boards = [
        kind.geometry for kind in game.rules.model.kinds.values() if kind.geometry is not None and kind.table is None
    ]
    cells = {name for board in boards if board.shape in _REGULAR for name in board.names}
    return not cells.isdisjoint(option.replace(",", " ").split())

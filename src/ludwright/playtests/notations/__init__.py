"""Games in the notations that players of old games use: SGF (Go, Othello, Hex, Lines of Action), PDN (draughts), PGN (chess), and lists of moves that look like it.

What a file says: :mod:`.sgf`, :mod:`.movetext`. Which option a move is: :mod:`.matching`, for chess with :mod:`.algebraic`.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from ludwright.playtests.notations.moves import WrittenGame
from ludwright.playtests.notations.movetext import read_movetext
from ludwright.playtests.notations.sgf import read_sgf

__all__ = ["NOTATIONS", "WrittenGame", "read_movetext", "read_sgf"]

NOTATIONS: dict[str, Callable[[Path, str, str | None], list[WrittenGame]]] = {
    ".sgf": lambda path, text, game: [read_sgf(path, text)],
    ".pdn": read_movetext,
    ".pgn": read_movetext,
}
"""By the ending of a file's name: the games in it. Which game was played may be said from outside."""

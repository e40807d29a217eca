"""Players that have learned bundled games and come with them."""

from __future__ import annotations

from pathlib import Path

from ludwright.library import GAMES
from ludwright.play.playable import Playable

BUNDLED = "bundled"
"""What is written instead of a file: `learned:bundled`, `mcts:100,learned=bundled`."""
FOLDER = GAMES / "learned"
_LETTERS = 10


def name_of(game: Playable, stem: str) -> str:
    """What the file of a game is called: it ends with letters that change whenever the game's text does."""
    return f"{stem}-{game.players}-{game.description.text_hash[:_LETTERS]}.npz"


def bundled_player(game: Playable) -> Path | None:
    """The file of the player that comes with a game; none, if there is none, or the game was changed."""
    if not hasattr(game, "layout"):
        return None
    return next(iter(sorted(FOLDER.glob(name_of(game, "*")))), None)

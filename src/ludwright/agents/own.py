"""Players a user has written in Python: given by himself, as a function, a class or an object, or named in a file of his."""

from __future__ import annotations

import runpy
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Protocol

from ludwright.agents.settings import AgentError
from ludwright.mistakes import LudwrightError, nearest
from ludwright.plain_files import open_plain

PYTHON = "python"


class Chooser(Protocol):
    """A player with a memory of its own. It may have a function ``new_game(seat)``, too."""

    def choose(self, observation: Any, options: Sequence[Any]) -> Any:
        """One of the options."""
        ...


Player = str | Callable[..., Any] | Chooser
"""Who may sit in a seat: a text, or somebody written in Python."""


class Own(str):
    """The name of a player written in Python, who goes with it wherever texts of players go."""

    player: Any

    def __new__(cls, player: Any) -> Own:
        """Named after the function or the class."""
        whose = player if hasattr(player, "__name__") else type(player)
        made = super().__new__(cls, f"{PYTHON}:{whose.__name__}")
        made.player = player
        return made


def named(player: Player) -> str:
    """A player as a text: one written in Python takes itself along."""
    if isinstance(player, str):
        return player
    if not callable(player) and not callable(getattr(player, "choose", None)):
        raise AgentError(
            f"{player!r} is no player: give a text such as `random`, a function of observation and options, or something with `choose`"
        )
    return Own(player)


def player_of(text: str) -> Any:
    """The function, class or object that a player in Python stands for: itself, or `FILE.py:NAME`."""
    if isinstance(text, Own):
        return text.player
    path, colon, name = text.rpartition(":")
    if not colon or not path.strip() or not name.strip():
        raise AgentError(
            f"`{PYTHON}:{text}`: say which file and which name in it, like `{PYTHON}:my_players.py:choose`"
        )
    known = _read(str(Path(path.strip()).expanduser().resolve()), path.strip())
    found = known.get(name.strip())
    if found is None:
        own = [word for word, thing in known.items() if not word.startswith("_") and callable(thing)]
        close = nearest(name.strip(), own)
        hint = (
            f"did you mean `{close}`?" if close else f"it has {', '.join(own)}" if own else "it has no function at all"
        )
        raise AgentError(f"`{path.strip()}` has no player `{name.strip()}`: {hint}")
    named(found)
    return found


@cache
def _read(file: str, path: str) -> dict[str, Any]:
    """What a file of Python code defines. It is run once."""
    if not Path(file).exists():
        raise AgentError(f"there is no file `{path}` to take a player from")
    try:
        open_plain(file).close()
    except OSError as error:
        raise AgentError(f"no player can be taken from `{path}`: {error.strerror}") from None
    try:
        return runpy.run_path(file)
    except LudwrightError:
        raise
    except Exception as error:
        from ludwright.python_game.complaints import failed

        raise AgentError(str(failed(path, _read, error, ""))) from error

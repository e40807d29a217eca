"""Games written in Python: a class or a few functions, played by the same kernels as a game from a text.

The base class and all a game may have: :class:`PythonGame`. What is random: :class:`Chance`. From plain functions:
:func:`game_from_functions`. What :func:`ludwright.load` makes of one: :class:`LoadedPythonGame`, whose ``start`` gives a
:class:`PythonMatch`. What goes wrong in a game's own code: :class:`PythonGameError`.
"""

from __future__ import annotations

from ludwright.python_game.chance import Chance, ChanceError
from ludwright.python_game.complaints import PythonGameError
from ludwright.python_game.contract import PlainGame, PythonGame
from ludwright.python_game.functions import game_from_functions
from ludwright.python_game.loaded import LoadedPythonGame, is_python_game, load_python
from ludwright.python_game.play import PythonMatch

__all__ = [
    "Chance", "ChanceError", "LoadedPythonGame", "PlainGame", "PythonGame", "PythonGameError", "PythonMatch",
    "game_from_functions", "is_python_game", "load_python",
]  # fmt: skip

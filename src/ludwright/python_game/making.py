"""New game objects: of a class, with its parameters, or as copies of an object."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from copy import deepcopy
from typing import Any

from ludwright.arguments import SettingError
from ludwright.mistakes import nearest
from ludwright.python_game.complaints import failed, wrong
from ludwright.python_game.contract import PythonGame, adopted


def maker(source: object, kind: type[PythonGame], params: Mapping[str, Any]) -> Callable[[], PythonGame]:
    """A function that makes new game objects of a class or after the pattern of an object."""
    if isinstance(source, type):
        _check_params(kind, params)
        return lambda: _made(kind, params)
    if params:
        raise SettingError(
            f"an object has its parameters already: give them to {kind.__name__}(...), or load the class"
        )
    return lambda: _another(source, kind)


def _check_params(kind: type[PythonGame], params: Mapping[str, Any]) -> None:
    known = inspect.signature(kind).parameters
    if any(value.kind is inspect.Parameter.VAR_KEYWORD for value in known.values()):
        return
    for name in params:
        if name not in known:
            close = nearest(name, known)
            hint = f"did you mean `{close}`?" if close else f"it has {', '.join(known)}" if known else "it has none"
            raise SettingError(f"{kind.title or kind.__name__} has no parameter `{name}`: {hint}")


def _made(kind: type[PythonGame], params: Mapping[str, Any]) -> PythonGame:
    try:
        return kind(**params)
    except Exception as error:
        told = ", ".join(f"{name}={value!r}" for name, value in params.items())
        raise failed(kind.__name__, kind, error, f"({told})") from error


def _another(pattern: Any, kind: type[PythonGame]) -> PythonGame:
    """A new object. Not by the game's own ``copy``, which may count on a game that has been started."""
    try:
        game = adopted(deepcopy(pattern), kind)
    except Exception as error:
        raise failed("copy", deepcopy, error, f" of {kind.__name__}") from error
    if game is None:
        raise wrong(
            kind,
            f"an object of {kind.__name__} can't be loaded",
            "load the class, or derive it from ludwright.PythonGame",
        )
    return game

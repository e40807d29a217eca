"""A game from a handful of plain functions, for those who would rather not write a class."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ludwright.python_game.chance import Chance
from ludwright.python_game.contract import PythonGame


def game_from_functions(
    title: str,
    players: int = 2,
    *,
    start: Callable[[int, Chance], Any],
    current: Callable[[Any], int],
    actions: Callable[[Any], Iterable[Any]],
    perform: Callable[[Any, Any, Chance], Any],
    over: Callable[[Any], bool],
    score: Callable[[Any, int], float] | None = None,
    winners: Callable[[Any], Iterable[int]] | None = None,
    returns: Callable[[Any, int], float] | None = None,
    words: Callable[[Any, Any], str] | None = None,
    lead: Callable[[Any, int], float] | None = None,
    picture: Callable[[Any], str] | None = None,
    copy: Callable[[Any], Any] | None = None,
    code: Callable[[Any], int] | None = None,
    encode: Callable[[Any], Sequence[int]] | None = None,
    decode: Callable[[Sequence[int]], Any] | None = None,
    **settings: Any,
) -> type[PythonGame]:
    """A game whose position is whatever ``start(players, chance)`` gives; all other functions take it first.

    ``perform(position, action, chance)`` gives the next position, or changes the one it has and gives nothing.
    ``settings`` are those of :class:`PythonGame`: ``seats``, ``most_players``, ``cooperative``, ``longest`` ...

    >>> import ludwright
    >>> nim = ludwright.game_from_functions(
    ...     "One heap",
    ...     start=lambda players, chance: (7, 0),
    ...     current=lambda at: at[1],
    ...     actions=lambda at: range(1, min(3, at[0]) + 1),
    ...     perform=lambda at, n, chance: (at[0] - n, 1 - at[1]),
    ...     over=lambda at: at[0] == 0,
    ...     winners=lambda at: [1 - at[1]],
    ... )
    >>> [option.words for option in ludwright.load(nim).start().legal()]
    ['1', '2', '3']
    """

    of_position: dict[str, Callable[..., Any] | None] = {
        "current": current, "actions": actions, "over": over, "winners": winners, "picture": picture, "encode": encode,
        "score": score, "returns": returns, "lead": lead, "words": words,
    }  # fmt: skip
    written: dict[str, Any] = {"title": title, "players": players, **settings}
    written["start"] = _told(start, lambda game, chance: setattr(game, "at", start(game.players, chance)))
    written["perform"] = _told(perform, lambda game, action, chance: _move(game, perform(game.at, action, chance)))
    for name, asked in of_position.items():
        if asked is not None:
            written[name] = _told(asked, lambda game, *rest, asked=asked: asked(game.at, *rest))
    if code is not None:
        written["code"] = _told(code, lambda game, action: code(action))
    if copy is not None:
        written["copy"] = _told(copy, lambda game: _another(game, copy(game.at)))
    if decode is not None:
        written["decode"] = _told(decode, lambda game, numbers: setattr(game, "at", decode(numbers)))
    return type(title, (PythonGame,), written)


def _told(function: Callable[..., Any], method: Callable[..., Any]) -> Callable[..., Any]:
    """A method behind which a function stands: whoever asks where it is written is told where the function is."""
    method.__wrapped__ = function  # type: ignore[attr-defined]
    return method


def _move(game: Any, position: Any) -> None:
    if position is not None:
        game.at = position


def _another(game: Any, position: Any) -> Any:
    other = type(game)()
    other.at = position
    return other

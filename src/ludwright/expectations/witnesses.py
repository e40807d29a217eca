"""Games that show a figure: those in which it lies where it is wished, and others."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import polars as pl

from ludwright.expectations.reading import Expectation
from ludwright.expectations.wishes import Wish
from ludwright.queries.pattern import Not, Pattern, PatternStep

Shown = tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...], tuple[str, str]]
"""Games and frames on one side, those on the other, and what the two sides are called."""
FOR_AGAINST = "for", "against"
_SUCH_OTHER = "such", "other"
SEE = "see", "see"
_LONG = {"duration in turns": "turns", "duration in moves": "moves"}
_MOST = 20
"""So many are kept of each side."""


def of_figure(run: Any, ids: Any, one: Expectation, players: int, seen: Iterable[tuple[int, int]]) -> Shown:
    """Games for a figure. Where it is not known what one game adds to it, those that the metric itself has ``seen``."""
    games = run.games.filter(pl.col("game").is_in(list(ids))).sort("game").collect()
    if one.text in _LONG:
        assert one.wish is not None
        return of_values(games, games[_LONG[one.text]], one.wish)
    if one.text == "draws":
        return _split(games, games["drawn"], _SUCH_OTHER)
    if one.text == "seat shares" and one.part:
        seat = int(one.part.removeprefix("seat ")) or players
        won = run.seats.filter((pl.col("seat") == seat) & pl.col("won")).select("game").collect()["game"]
        return _split(games, games["game"].is_in(won.implode()), _SUCH_OTHER)
    return tuple(seen)[:_MOST], (), SEE


def broken_by(pattern: Pattern) -> Pattern | None:
    """What breaks `never C` and `always C`: so that the moment can be shown, not the end of the game."""
    if pattern.opening is not None or len(pattern.chains) != 1 or len(pattern.chains[0]) != 1:
        return None
    (step,) = pattern.chains[0]
    if not step.throughout or step.windows:
        return None
    return Pattern(pattern.text, ((PatternStep(Not(step.condition)),),))


def of_values(games: pl.DataFrame, values: pl.Series, wish: Wish) -> Shown:
    """Games by their own value."""
    return _split(games, (values.is_between(wish.low, wish.high)).fill_null(False), FOR_AGAINST)


def _split(games: pl.DataFrame, good: pl.Series, names: tuple[str, str]) -> Shown:
    ends = games.select("game", "decisions")
    return tuple(ends.filter(good).head(_MOST).rows()), tuple(ends.filter(~good).head(_MOST).rows()), names

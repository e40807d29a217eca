"""Expectations asked of games that are there already, for reports and comparisons: nothing is played, and nothing is noted down."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import polars as pl

from ludwright.expectations.checking import check_given, own
from ludwright.expectations.judging import ExpectationVerdict
from ludwright.expectations.measuring import MeasuredGroup, Measuring
from ludwright.expectations.reading import FIGURE, Expectation, read_all
from ludwright.game import Game
from ludwright.mistakes import MistakesError

if TYPE_CHECKING:
    from ludwright.playtests import Playtest

Table = tuple[int, int]
"""A version, and a number of players."""


def wanted_of(game: object) -> list[Expectation]:
    """What the text of a game expects, as far as it can be understood: `ludwright expect` tells what is wrong with the rest."""
    return read_all(own(game.description))[0] if isinstance(game, Game) else []


def titles_of(game: object) -> list[str]:
    """The titles of all expectations in the text of a game, whether they can be understood or not."""
    return [str(one.name) for one in own(game.description)] if isinstance(game, Game) else []


def understood(run: Playtest, table: Table, wanted: Sequence[Expectation]) -> list[Expectation]:
    """Those that can be asked of these games: all that they name is there."""
    cell = next(cell for cell in run.cells if (cell.version, cell.players) == table)
    game = run.game_in(cell)
    if not isinstance(game, Game):
        return []
    description, params = game.description, run.versions[table[0]].params

    def fine(ones: Sequence[Expectation]) -> bool:
        try:
            check_given(description, list(ones), (), [table[1]], params)
        except MistakesError:
            return False
        return True

    return list(wanted) if fine(wanted) else [one for one in wanted if fine([one])]


def asked(
    run: Playtest, tables: Collection[Table], wanted: Sequence[Expectation], decisions: int | None = None
) -> list[ExpectationVerdict]:
    """A verdict on each for every table, each as if it were asked alone. Games that have to be played again have so many ``decisions`` at most."""
    found: list[ExpectationVerdict] = []
    for figures in (True, False):
        ones = [one for one in wanted if (one.kind == FIGURE) == figures]
        if not ones:
            continue
        measuring = Measuring(run, ones)
        groups = [group for group in measuring.groups if (group.version, group.players) in tables]
        measuring.groups = groups if figures or decisions is None else [_few(run, one, decisions) for one in groups]
        try:
            found += measuring.verdicts()
        except (
            MistakesError
        ):  # something that shows only now, such as a part that a figure does not have in these games
            found += [verdict for one in ones for verdict in _alone(run, measuring.groups, one)]
    order = {id(one): place for place, one in enumerate(wanted)}
    return sorted(found, key=lambda verdict: order[id(verdict.expectation)])


def _alone(run: Playtest, groups: list[MeasuredGroup], one: Expectation) -> list[ExpectationVerdict]:
    measuring = Measuring(run, [one])
    measuring.groups = groups
    try:
        return measuring.verdicts()
    except MistakesError:
        return []


def _few(run: Playtest, group: MeasuredGroup, decisions: int) -> MeasuredGroup:
    """The first games of a group, as many as have so few decisions together; one at least."""
    own_games = run.games.filter(pl.col("game").is_in(group.ids)).select("game", "decisions").collect().sort("game")
    total = own_games["decisions"].cum_sum()
    many = max(1, int((total <= decisions).sum()))
    return replace(group, ids=group.ids[:many])

"""Where the courses of events that a game's text expects hold, and where not: what the metric of that name is made of."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from ludwright.expectations.matching import Matcher
from ludwright.expectations.measuring import expecting_game
from ludwright.expectations.reading import COURSE, expectations
from ludwright.game import Game
from ludwright.metrics.patterns import CASES

if TYPE_CHECKING:
    from ludwright.metrics.replays import Replays


def cases(replays: Replays) -> pl.DataFrame:
    """All cases of the patterns of a game in some of its games; the columns are those of CASES."""
    first = next(iter(replays), None)
    found = _found(replays, replays.run.game_of(first[0])) if first is not None else []
    return pl.DataFrame(found, schema=CASES, orient="row")


def _found(replays: Replays, game: Game) -> list[tuple[str, int, int, int, str]]:
    declared = [one for one in game.description.declarations if one.kind == "expect"]
    wanted = [one for one in expectations(declared) if one.kind == COURSE]
    if not wanted:
        return []
    matcher = Matcher(expecting_game(game, wanted))
    found = []
    for number, deal, codes in replays:
        for one, own in zip(wanted, matcher.cases(replays.run.plan.seed, deal, codes), strict=True):
            found += [(one.title, number, opened, frame, verdict) for opened, frame, verdict in own]
    return sorted(found, key=lambda case: [one.title for one in wanted].index(case[0]))

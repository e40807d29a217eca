"""Verdicts on games made up for the tests."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

import ludwright
from ludwright.findings import Verdict, judge, plays_of
from ludwright.play.agents import MOVE_LIMIT

Judging = Callable[..., Verdict]


@pytest.fixture
def verdict_on(tmp_path: Path) -> Judging:
    """Plays a game's text and judges it."""

    def judged(
        text: str, plays: Sequence[tuple[str, int]], players: int = 2, move_limit: int | None = None, **params: int
    ) -> Verdict:
        path = tmp_path / "market.game"
        path.write_text(text)
        found = []
        for agents, games in plays:
            limit = move_limit or MOVE_LIMIT
            run = ludwright.playtest(path, agents, games, players=players, seed=1, params=params, move_limit=limit)
            found += plays_of(run, agents, games)
        return judge(found)

    return judged

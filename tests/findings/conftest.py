"""Verdicts on games made up for the tests."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

import ludwright
from ludwright.findings import Verdict, judge, plays_of
from ludwright.findings.play import rank_by_strength
from ludwright.play.agents import MOVE_LIMIT
from ludwright.reports.interventions import intervene

Judging = Callable[..., Verdict]


@pytest.fixture
def verdict_on(tmp_path: Path) -> Judging:
    """Plays a game's text and judges it; with ``tried``, what stands out is tried out in about four times as many games."""

    def judged(
        text: str,
        plays: Sequence[tuple[str, int]],
        players: int = 2,
        move_limit: int | None = None,
        tried: int = 0,
        **params: int,
    ) -> Verdict:
        path = tmp_path / "market.game"
        path.write_text(text)
        found = []
        for agents, games in plays:
            limit = move_limit or MOVE_LIMIT
            run = ludwright.playtest(path, agents, games, players=players, seed=1, params=params, move_limit=limit)
            found += plays_of(run, agents, games)
        if tried:
            intervene(rank_by_strength(found), seconds=0, games=tried, threads=1)
        return judge(found)

    return judged

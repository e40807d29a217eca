"""Reports tell how deep a game is and how much of it is luck."""

from __future__ import annotations

import pytest

import ludwright
from ludwright.findings import Play, plays_of
from ludwright.findings.play import rank_by_strength
from ludwright.reports.climbing import climb
from ludwright.reports.depth_charts import depth, luck
from ludwright.reports.playing import ReportOptions
from ludwright.strategy.plays import answers_of


@pytest.fixture(scope="module")
def met() -> Play:
    run = ludwright.playtest("tic_tac_toe", "mcts:20,random", games=80, seed=1, threads=1)
    (play,) = rank_by_strength(plays_of(run))
    climb([play], ReportOptions(games=40, threads=1), 60.0)
    return play


def test_the_ladder_is_a_chart_with_its_sentence_and_answers_how_deep_it_is(met: Play) -> None:
    section = depth(met, [met])
    assert section is not None and met.ladder is not None
    assert section.sentence == " ".join(met.ladder.words)
    assert "<svg" in section.chart.svg()
    (answers,) = answers_of([met])
    deep = next(one for one in answers["answers"] if one["question"] == "How deep is it?")
    assert "rung" in deep["answer"] and "can't be told" not in deep["answer"]


def test_luck_is_told_of_players_who_met(met: Play) -> None:
    section = luck(met, [met])
    assert section is not None
    assert section.sentence.startswith("Who plays decides ")
    assert "between `mcts:20` players and random players. There is no chance in the rules" in section.sentence


def test_where_a_ladder_would_take_too_long_none_is_climbed() -> None:
    run = ludwright.playtest("tic_tac_toe", games=10, seed=1, threads=1)
    (play,) = rank_by_strength(plays_of(run))
    climb([play], ReportOptions(threads=1), 1e-6)
    assert play.ladder is None
    assert depth(play, [play]) is None

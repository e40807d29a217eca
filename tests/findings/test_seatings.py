"""Findings about meetings use exactly the seatings they speak of."""

from __future__ import annotations

from pathlib import Path

import pytest

import ludwright
from ludwright.findings import judge, plays_of
from ludwright.findings.skill import share_of
from ludwright.reports import ReportOptions, report

RICH = """game "One prize"
players 3
each player
  points = 0 in 0..9
play: turns once
turn: take
action take(n in 0..1)
  my points += n
score(p): p.points
winner: highest score, then lowest number
bot "fool"
  take(0)
"""
"""Whoever takes wins; of several who take, the first seat. So two clever players leave nothing to the second of them, though alone each of them wins always."""


@pytest.fixture
def written(tmp_path: Path) -> Path:
    path = tmp_path / "prize.game"
    path.write_text(RICH)
    return path


def test_who_loses_to_its_own_like_is_not_hopeless_against_others(written: Path) -> None:
    # two greedy players and a fool, in changing seats: the second greedy player never wins
    (mixed,) = plays_of(ludwright.playtest(written, ["greedy", "fool"], 300, seed=1, threads=1))
    assert mixed.cells[0].agents == ("greedy", "fool", "greedy")
    verdict = judge([mixed])
    assert not [one for one in verdict.answers if one.rule.name == "hopeless seat"]
    assert not share_of(mixed, "greedy").known
    fool = share_of(mixed, "fool")  # it is alone in all of these games
    assert fool.value == 0.0


def test_alone_against_others_is_what_is_told(written: Path) -> None:
    (lone,) = plays_of(ludwright.playtest(written, ["greedy", "fool", "fool"], 300, seed=1, threads=1))
    assert share_of(lone, "greedy").value == 1.0
    hopeless = [one for one in judge([lone]).answers if one.rule.name == "hopeless seat"]
    assert hopeless and all(one.look.figure.value == 1.0 for one in hopeless)


def test_two_who_are_named_play_each_alone_against_the_other_s_like(written: Path) -> None:
    made = report(written, wish=ReportOptions(agents="greedy,fool", games=30, threads=1))
    together = [play for play in made.plays if play.mixed]
    assert [sorted(play.cells[0].agents) for play in together] == [
        ["fool", "fool", "greedy"],
        ["fool", "greedy", "greedy"],
    ]

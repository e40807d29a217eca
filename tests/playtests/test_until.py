"""Stopping when enough is known."""

from __future__ import annotations

import pytest

import ludwright
from ludwright.playtests.errors import PlaytestError
from ludwright.playtests.tally import Group, MeanEstimate
from ludwright.playtests.until import read_until
from ludwright.statistics import wilson


def group(finished: int, wins: list[int]) -> Group:
    known = Group(0, len(wins), finished, finished)
    known.won.games = finished
    known.won.split[:, 0] = wins
    return known


def test_a_share_is_known_when_its_interval_is_narrow() -> None:
    low, high = wilson(500, 1000)
    rule = read_until(f"seat advantage ± {50 * (high - low) + 0.01}%")
    assert rule.reached([group(1000, [500, 500])])
    assert not rule.reached([group(990, [495, 495])])
    assert not rule.reached([group(1000, [500, 500]), group(900, [450, 450])])


def test_the_mean_of_a_length() -> None:
    known = group(100, [50, 50])
    known.lengths["turns"] = MeanEstimate(100, 1000.0, 10_099.0)  # mean 10, variance 1: ± 0.196
    assert read_until("turns ± 0.2").reached([known])
    assert not read_until("turns ± 0.19").reached([known])
    assert read_until("turns +- 2%").reached([known])
    assert not read_until("turns +/- 1.9%").reached([known])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("seat advantage", "say what is to be known and how well"),
        ("seat advantage ± 0%", "within 0"),
        ("draws ± 3", "so many percent"),
        ("seat advantag ± 1%", "did you mean `seat advantage`"),
        ("", "for example"),
    ],
)
def test_rules_that_say_nothing(text: str, words: str) -> None:
    with pytest.raises(PlaytestError, match=words):
        read_until(text)


def test_a_playtest_stops_early_at_the_same_game_on_any_number_of_threads() -> None:
    runs = [
        ludwright.playtest("pig", "hold at 20", 200_000, until="seat 1 wins ± 2%", seed=3, threads=threads)
        for threads in (1, 2)
    ]
    counts = [run.tally().games for run in runs]
    assert counts[0] == counts[1] < 200_000
    known = next(iter(runs[0].tally().groups.values()))
    low, high = known.won.interval(0)
    assert (high - low) / 2 <= 0.02
    assert all(run.complete for run in runs)
    assert runs[0].games.collect().height == counts[0]

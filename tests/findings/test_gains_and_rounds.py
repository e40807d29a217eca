"""What is asked beside the first question of a rule: parts that are played once, gains against a bank, leads that feed themselves."""

from __future__ import annotations

from pathlib import Path

import pytest

import ludwright
from ludwright.findings import Play, plays_of
from ludwright.findings.course import RUNAWAY
from ludwright.findings.endings import TOO_EASY
from ludwright.findings.finding import Look
from ludwright.findings.length import OVER_TOO_SOON, repeated_part
from ludwright.findings.play import rank_by_strength
from ludwright.findings.rule import Rule

DEALS = """game "Deals"
players 2
param goal = 1 in 1..9
each player
  points = 0 in 0..99
play: repeat deal until any p in players with p.points >= goal
stage deal
  turns once: pick
action pick(n in 1..2)
  my points += 1
score(p): p.points
winner: highest score
"""
BANK = """game "Bank"
players 1
param faces = 3 in 2..3
var gain = 0 in -1..1
play: turns once: bet
action bet(n in 1..2)
  let thrown = roll d6
  gain = -1
  if thrown > 6 div faces: gain = 1
score: gain
"""
SNOW = """game "Snow"
players 2
param times = 3 in 1..3
each player
  points = 0 in 0..999
play: repeat 12 times: turns once
turn: step
action step(n in 1..2)
  let thrown = roll d6
  my points += thrown * (times if every p in others has my points > p.points else 1)
score(p): p.points
winner: highest score
lead(p): p.points / 200
"""


def played(text: str, folder: Path, games: int, **params: int) -> Play:
    path = folder / "made.game"
    path.write_text(text)
    (play,) = rank_by_strength(plays_of(ludwright.playtest(path, games=games, seed=1, params=params, threads=1)))
    return play


def asked(rule: Rule, play: Play, subject: str) -> Look | None:
    return next((one for one in rule.looks(play, rule.threshold) if one.subject == subject), None)


def test_a_part_that_is_repeated_and_played_once(tmp_path: Path) -> None:
    # everybody gets a point a deal: one deal reaches 1, three reach 3
    look = asked(OVER_TOO_SOON, played(DEALS, tmp_path, 40), "deal")
    assert look is not None and look.figure.value == 1.0 and look.clears
    assert "100% of games are over after a single `deal`" in OVER_TOO_SOON.told(look, "with random players")
    look = asked(OVER_TOO_SOON, played(DEALS, tmp_path, 40, goal=3), "deal")
    assert look is not None and look.figure.value == 0.0


@pytest.mark.parametrize(("game", "part"), [("hearts", "deal"), ("letters", "deal"), ("curios", None), ("pig", None)])
def test_which_part_is_repeated_until_something_is_reached(game: str, part: str | None) -> None:
    # the sales of Curios are counted by the rules themselves
    assert repeated_part(ludwright.load(game)) == part


def test_a_gain_against_the_bank(tmp_path: Path) -> None:
    # 3 to 6 of six faces win: 2/3 - 1/3 a game; with two faces 4 to 6 do, and nobody gains
    look = asked(TOO_EASY, played(BANK, tmp_path, 2_000), "gain")
    assert look is not None and look.figure.low is not None and look.figure.high is not None
    assert look.figure.low < 1 / 3 < look.figure.high and look.clears
    look = asked(TOO_EASY, played(BANK, tmp_path, 2_000, faces=2), "gain")
    assert look is not None and not look.clears


def test_points_that_can_only_be_gained_say_nothing_of_a_bank(tmp_path: Path) -> None:
    assert asked(TOO_EASY, played(BANK.replace("gain = -1", "gain = 0"), tmp_path, 300), "gain") is None


def test_a_lead_that_feeds_itself(tmp_path: Path) -> None:
    look = asked(RUNAWAY, played(SNOW, tmp_path, 300), "snowball")
    assert look is not None and look.clears
    assert "Being ahead puts you further ahead" in RUNAWAY.told(look, "")
    look = asked(RUNAWAY, played(SNOW, tmp_path, 300, times=1), "snowball")
    assert look is None or not look.clears

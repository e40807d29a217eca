"""Reports on odd games and odd playtests: little is said, nothing breaks, nobody's words become HTML."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import ludwright
from ludwright.playtests import Playtest
from ludwright.reports import Report, report

RACE = """game "Race <b>& more</b>"
players 2
board grid 2 x 2 of cell
  seen = no
each player
  points = 0 in 0..99
turn: run
action run(n in 1..3, c in cells)
  c.seen = yes
  let luck = roll d4
  my points += n + luck
end when my points >= 12: me wins
lead(p): p.points / 12
track "points": p.points for p in players each turn
"""
CHARTS = {
    "win shares", "length", "length by winner", "lead curves", "drama", "power", "decision space", "heat map", "flow", "economy",
}  # fmt: skip
NO_CHOICE = """game "No choice"
players 2
each player
  points = 0 in 0..99
play: repeat 3 times: turns once
turn
  my points += roll d6
score(p): p.points
winner: highest score
"""
ALONE = """game "Alone"
players 1
each player
  points = 0 in 0..99
play: repeat 3 times: turns once
turn: pick
action pick(n in 1..4)
  my points += n
score(p): p.points
winner: highest score
"""
ENDLESS = """game "Endless"
players 2
each player
  points = 0 in 0..9
turn: idle
action idle(n in 1..2)
  my points = n mod 2
end when my points > 5: me wins
"""


def told(source: Playtest) -> Report:
    """The report, after all its forms were made."""
    made = report(source)
    assert made.html() and made.sell_sheet() and made.markdown()
    json.dumps(made.as_json())
    return made


@pytest.fixture
def written(tmp_path: Path) -> Path:
    return tmp_path / "odd.game"


def test_all_charts_are_drawn_where_they_apply_and_names_stay_words(written: Path) -> None:
    written.write_text(RACE)
    made = told(ludwright.playtest(written, games=120, seed=1))
    assert {section.name for section in made.sections} >= CHARTS
    assert "<b>& more" not in made.html() and "<b>& more" not in made.markdown()


def test_a_game_with_nothing_to_decide_is_told_so(written: Path) -> None:
    written.write_text(NO_CHOICE)
    assert told(ludwright.playtest(written, games=60)).verdict.findings[0].name == "nothing to decide"


@pytest.mark.slow
def test_alone_there_is_a_result_and_no_winner(written: Path) -> None:
    written.write_text(ALONE)
    names = {section.name for section in told(ludwright.playtest(written, games=40)).sections}
    assert "results" in names and not names & {"win shares", "length by winner"}


@pytest.mark.slow
def test_of_games_without_an_end_only_that_is_told(written: Path) -> None:
    written.write_text(ENDLESS)
    made = told(ludwright.playtest(written, games=20, move_limit=50))
    assert [finding.name for finding in made.verdict.findings] == ["endless games"]


@pytest.mark.slow
def test_of_one_game_nothing_is_claimed() -> None:
    assert told(ludwright.playtest("tic_tac_toe", games=1)).summary.startswith("Nothing wrong was found in 1 game; ")


@pytest.mark.slow
def test_versions_of_one_playtest_have_charts_and_questions_of_their_own() -> None:
    made = told(ludwright.playtest("pig", games=60, grid={"goal": [30, 60]}))
    assert {section.group for section in made.sections} == {"2 players, goal=30", "2 players, goal=60"}
    assert {play.version for play in made.plays} == {0, 1}

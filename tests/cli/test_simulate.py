"""``ludwright simulate``."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.cli.running import run

DEAD_END = """\
game "Dead end"
players 2
param steps = 3 in 1..9
var left = 3 in 0..9

turn: walk

action walk(n in 1..2)
  when left > 1
  left -= 1

end when left is 0: me wins
"""


FIRST_WINS, SECOND_WINS = 737 / 1260, 121 / 420
"""Under random play, over all games of Tic-tac-toe."""


def findings(*arguments: str) -> Any:
    """The JSON of a simulation that went well."""
    ran = run("simulate", *arguments, "--json")
    assert ran.code == 0, ran.err
    return json.loads(ran.out)


def without_speed(found: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in found.items() if key not in ("seconds", "games_per_second")}


def test_the_shares_of_tic_tac_toe_are_those_known_of_random_play() -> None:
    found = findings("tic_tac_toe", "-n", "40000")
    first, second = found["seats"]
    assert found["games"] == first["wins"] + second["wins"] + found["draws"] == 40_000
    drawn = 1 - FIRST_WINS - SECOND_WINS
    assert first["share"] + second["share"] == pytest.approx(1)
    for seat, exact in ((first, FIRST_WINS + drawn / 2), (second, SECOND_WINS + drawn / 2)):
        assert seat["interval"][0] < seat["share"] < seat["interval"][1]
        assert abs(seat["share"] - exact) < 4 * (exact * (1 - exact) / 40_000) ** 0.5
    lengths = found["lengths"]["moves"]
    assert (lengths["min"], lengths["max"]) == (5, 9)


def test_the_number_of_threads_changes_nothing() -> None:
    alone = findings("connect_four", "-n", "3000", "--threads", "1", "--seed", "5")
    together = findings("connect_four", "-n", "3000", "--threads", "3", "--seed", "5")
    assert without_speed(alone) == without_speed(together)
    other = findings("connect_four", "-n", "3000", "--threads", "3", "--seed", "6")
    assert without_speed(other) != without_speed(alone)


def test_a_parameter_can_be_set() -> None:
    long, short = findings("pig", "-n", "300"), findings("pig", "-n", "300", "--set", "goal=20")
    assert long["params"]["goal"] == 100
    assert short["params"]["goal"] == 20
    assert short["lengths"]["moves"]["mean"] < long["lengths"]["moves"]["mean"] / 2


def test_a_profile_can_be_chosen() -> None:
    free, pressed = findings("homestead", "-n", "100"), findings("homestead", "-n", "100", "--profile", "commuter")
    assert (free.get("profile"), pressed["profile"]) == (None, "commuter")
    assert free["lengths"] != pressed["lengths"]
    assert 'profile "commuter"' in run("simulate", "homestead", "-n", "20", "--profile", "commuter").out
    assert "clock: 0 → 4 seconds" in run("trace", "homestead", "--profile", "commuter").out
    wrong = run("simulate", "homestead", "-n", "20", "--profile", "comuter")
    assert wrong.code == 2
    assert "did you mean `commuter`?" in wrong.err


def test_the_table_names_every_seat_with_its_interval() -> None:
    ran = run("simulate", "othello", "-n", "200")
    assert ran.code == 0
    for seat in ("Black", "White"):
        assert re.search(rf"^{seat} +\d+ +\d+\.\d% +\d+\.\d% to \d+\.\d%", ran.out, re.MULTILINE), ran.out
    assert "200 random games, 2 players, seed 1" in ran.out
    assert "moves on average" in ran.out


def test_a_game_for_one_tells_its_mean_result_and_a_game_without_moves_its_turns() -> None:
    alone = run("simulate", "yacht", "-n", "200", "--players", "1")
    mean = r"^Result: \d+\.\d\d on average, 95% interval \d+\.\d\d to \d+\.\d\d$"
    assert re.search(mean, alone.out, re.MULTILINE), alone.out
    assert "won" not in alone.out
    idle = run("simulate", "movement_points", "-n", "50")
    assert "Length: 18.0 turns on average; shortest 18, middle 18, longest 18" in idle.out


def test_a_team_that_plays_for_a_score_is_told_its_score(tmp_path: Path) -> None:
    text = tmp_path / "heap.game"
    text.write_text(
        'game "Heap"\nplayers 2, cooperative\nvar n = 0 in 0..50\nturn: add\naction add(k in 1..3)\n  n += k\n'
        "end when n >= 20\nscore: n\n"
    )
    ran = run("simulate", str(text), "-n", "60")
    assert re.search(
        r"^Common score: 2\d\.\d\d on average, 95% interval 2\d\.\d\d to 2\d\.\d\d$", ran.out, re.MULTILINE
    ), ran.out
    assert "Spread: lowest 20, a quarter up to 20, middle" in ran.out and "drawn" not in ran.out


def test_the_report_is_one_page_with_everything_in_it(tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    ran = run("simulate", "tic_tac_toe", "-n", "500", "--report", str(page))
    assert ran.code == 0
    text = page.read_text(encoding="utf-8")
    assert "Tic-tac-toe" in text
    assert "<svg" in text
    assert "http://" not in text
    assert "https://" not in text


def test_a_report_that_cannot_be_written_is_wrong_use(tmp_path: Path) -> None:
    ran = run("simulate", "tic_tac_toe", "-n", "5", "--report", str(tmp_path / "missing" / "report.html"))
    assert ran.code == 2
    assert "can't be written" in ran.err


def test_a_fault_is_a_finding_with_the_command_that_shows_it(tmp_path: Path) -> None:
    text = tmp_path / "dead_end.game"
    text.write_text(DEAD_END, encoding="utf-8")
    ran = run("simulate", str(text), "-n", "20", "--json")
    assert ran.code == 1, ran.err
    found = json.loads(ran.out)
    (fault,) = found["faults"]
    assert fault["games"] == 20
    assert fault["words"] == "no legal action"
    assert fault["where"].endswith(f"dead_end.game:{DEAD_END.splitlines().index('turn: walk') + 1}")
    assert fault["show"] == f"ludwright trace {text} --seed 1 --game 0"
    shown = run(*fault["show"].split()[1:])
    assert "no legal action" in shown.out
    table = run("simulate", str(text), "-n", "20")
    assert table.code == 1
    assert fault["show"] in table.out.replace("\n", "")


def test_sixteen_can_sit_down(tmp_path: Path) -> None:
    text = DEAD_END.replace("players 2", "players 2 to 16").replace("left > 1", "left > 0")
    (tmp_path / "crowd.game").write_text(text, encoding="utf-8")
    assert len(findings(str(tmp_path / "crowd.game"), "-n", "10", "--players", "16")["seats"]) == 16
    assert run("check", str(tmp_path / "crowd.game"), "--thorough", "-n", "2", "--players", "12").code == 0


def test_a_file_in_the_same_folder_is_suggested(tmp_path: Path) -> None:
    (tmp_path / "harbour.game").write_text(DEAD_END, encoding="utf-8")
    for written in ("harbor.game", "harbor"):
        ran = run("simulate", str(tmp_path / written))
        assert ran.code == 2 and f"did you mean `{tmp_path / 'harbour.game'}`?" in ran.err

"""``ludwright show``."""

from __future__ import annotations

import json
import re
from pathlib import Path

import ludwright
from ludwright.play.frames import frame
from tests.cli.running import run


def test_show_draws_the_opening() -> None:
    ran = run("show", "breakthrough")
    assert ran.code == 0, ran.err
    assert ran.out.startswith("Breakthrough\nAt the start")


def test_frames_are_those_of_the_game_that_trace_tells() -> None:
    told = run("trace", "connect-four", "--seed", "5").out
    drops = [int(column) for column in re.findall(r"^ +\d+\. drop (\d+)", told, re.MULTILINE)]
    for moves in (1, 4, len(drops)):
        board = [
            line[5:].split(" ")
            for line in run("show", "connect-four", "-s", "5", "-f", str(moves)).out.splitlines()[3:9]
        ]
        columns = ["".join(row[i] for row in board).replace("·", "") for i in range(7)]
        assert [len(column) for column in columns] == [drops[:moves].count(i + 1) for i in range(7)]


def test_forced_moves_are_frames_too() -> None:
    match = frame("checkers", seed=3, moves=10_000)
    for moves in range(match.moves):
        assert frame("checkers", seed=3, moves=moves).moves == moves
        if moves > 25:
            break
    game = ludwright.load("checkers")
    assert f"Over after {match.moves:,} moves" in "\n".join(ludwright.trace(game, 3))


def test_a_frame_after_the_end_is_the_end() -> None:
    ran = run("show", "tic-tac-toe", "--seed", "3", "--frame", "50")
    assert "over" in ran.out and "There is no move 50" in ran.out


def test_svg_goes_to_a_file(tmp_path: Path) -> None:
    picture = tmp_path / "hex.svg"
    ran = run("show", "hex", "--frame", "12", "--svg", str(picture))
    assert ran.code == 0 and str(picture) in ran.out
    assert picture.read_text(encoding="utf-8").startswith("<svg")
    assert run("show", "hex", "--svg", str(tmp_path / "no" / "hex.svg")).code == 2


def test_a_seat_sees_its_own_cards_only() -> None:
    everything = run("show", "hearts", "--frame", "3").out
    one = run("show", "hearts", "--frame", "3", "--seat", "2").out
    assert "face down" not in everything
    assert one.count("13 face down") == 3 and "as seat 2 sees it" in one
    assert one == run("show", "hearts", "--frame", "3", "--seat", "Seat 2").out


def test_wrong_use_is_told_kindly() -> None:
    ran = run("show", "hearts", "--seat", "seat 22")
    assert ran.code == 2 and "no seat" in ran.err and "Traceback" not in ran.err
    assert run("show", "herts").code == 2
    assert run("show", "hearts", "--frame", "-1").code == 2


def test_json_is_the_scene() -> None:
    found = json.loads(run("show", "connect_four", "--frame", "3", "--set", "wide=5", "--json").out)
    assert found["moves"] == 3 and found["to_move"] == "Yellow"
    assert len(found["scene"]["boards"][0]["cells"]) == 30
    assert sum(len(cell["tokens"]) for cell in found["scene"]["boards"][0]["cells"]) == 3

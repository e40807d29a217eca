"""Players and leads on the command line."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.running import run


def test_simulate_shows_who_sat_where() -> None:
    told = run("simulate", "pig", "--seats", "hold at 20, random", "-n", "300")
    assert told.code == 0
    assert "seat 1 (hold at 20)" in told.out and "seat 2 (random)" in told.out
    assert "300 games, 2 players" in told.out
    assert "random games" in run("simulate", "pig", "-n", "30").out


def test_as_many_play_as_are_named() -> None:
    told = json.loads(run("simulate", "pig", "--seats", "random,hold at 20,random", "-n", "30", "--json").out)
    assert [seat["player"] for seat in told["seats"]] == ["random", "hold at 20", "random"]


def test_wrong_players_are_told_kindly() -> None:
    for command in ("simulate", "trace"):
        told = run(command, "pig", "--seats", "hold at 2")
        assert told.code == 2 or told.code == 1
        assert "did you mean `hold at 20`?" in told.err
        assert "Traceback" not in told.err
    assert "human" in run("play", "pig", "--seats", "humen").err


def test_trace_tells_the_game_that_was_simulated() -> None:
    told = run("trace", "pig", "--seats", "hold at 20", "--seed", "4", "--json")
    lines = json.loads(told.out)["lines"]
    assert lines[2] == "Game 0 of seed 4, played by hold at 20 (seat 1), hold at 20 (seat 2)"
    simulated = json.loads(run("simulate", "pig", "--seats", "hold at 20", "--seed", "4", "-n", "1", "--json").out)
    winner = next(seat["seat"] for seat in simulated["seats"] if seat["wins"])
    assert f"{winner} wins" in lines


def test_leads_are_in_the_table_the_json_and_the_picture(tmp_path: Path) -> None:
    page = tmp_path / "pig.html"
    told = run("simulate", "pig", "--lead", "-n", "200", "--report", str(page))
    assert "lead, seat 1" in told.out and "lead, winner" in told.out
    assert page.read_text(encoding="utf-8").count("<polyline") == 3
    course = json.loads(run("simulate", "pig", "--lead", "-n", "200", "--json").out)["course"]
    assert course["games"] == 200 == course["going_on"][0]
    assert [curve["whose"] for curve in course["curves"]] == ["seat 1", "seat 2", "winner"]
    assert all(0 <= mean <= 1 for curve in course["curves"] for mean in curve["means"])
    assert "course" not in json.loads(run("simulate", "pig", "-n", "20", "--json").out)


def test_a_game_without_a_lead_says_what_to_add() -> None:
    told = run("simulate", "nim", "--lead", "-n", "5")
    assert told.code and "add `lead(p): ...`" in told.err

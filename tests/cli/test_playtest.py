"""``ludwright playtest``, ``runs`` and ``record``."""

from __future__ import annotations

import json
import re
from importlib import import_module
from pathlib import Path

import pytest

from tests.cli.running import run


@pytest.fixture(autouse=True)
def a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_a_playtest_is_kept_told_listed_and_taken_away(tmp_path: Path) -> None:
    ran = run(
        "playtest", "pig", "--agents", "hold at 20,random", "--games", "60", "--players", "2,3", "--grid", "goal=20,30"
    )
    assert ran.code == 0, ran.err
    assert "Pig: 240 games by hold at 20, random, seed 1" in ran.out
    assert re.search(r"goal=30 +3 +1 ", ran.out)
    assert "kept in runs/pig-1" in ran.out
    assert run("playtest", "pig", "--games", "5").out.endswith("kept in runs/pig-2\n")
    listed = json.loads(run("runs", "--json").out)
    assert [(row["games"], row["complete"]) for row in listed] == [(240, True), (5, True)]
    assert "pig-1" in run("runs").out
    freed = json.loads(run("runs", "prune", "pig-1", "--json").out)
    assert list(freed["freed"]) == ["runs/pig-1"]
    assert [path.name for path in (tmp_path / "runs").iterdir()] == ["pig-2"]


def test_agents_are_compared_where_their_games_are_alike() -> None:
    ran = run("playtest", "pig", "--agents", "hold at 20,random", "--games", "60")
    assert re.search(r"hold at 20 wins \d+\.\d% of its seats", ran.out)


def test_json_says_the_same_with_intervals() -> None:
    told = json.loads(run("playtest", "tic_tac_toe", "-n", "500", "--json", "--out", "here").out)
    group = told["groups"][0]
    assert told["games"] == told["asked"] == group["finished"] == 500
    assert group["draws"] + sum(seat["wins"] for seat in group["seats"]) == 500
    for seat in group["seats"]:
        assert seat["interval"][0] < seat["share"] == (seat["wins"] + group["draws"] / 2) / 500 < seat["interval"][1]


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("plan_for", "nothing is kept: give the same command again"),
        ("build_kernels", "none of 50 games is kept yet; go on with `ludwright playtest --resume --out here`"),
    ],
)
def test_one_that_is_stopped_early_says_what_is_kept(monkeypatch: pytest.MonkeyPatch, place: str, said: str) -> None:
    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(import_module("ludwright.playtests.playtest"), place, stopped)
    ran = run("playtest", "tic_tac_toe", "-n", "50", "--out", "here")
    assert (ran.code, said in ran.err) == (130, True), ran.err


def test_an_unfinished_one_goes_on(tmp_path: Path) -> None:
    run("playtest", "tic_tac_toe", "-n", "50", "--out", "here")
    (tmp_path / "here" / "finished.json").unlink()
    again = run("playtest", "tic_tac_toe", "-n", "50", "--out", "here")
    assert again.code == 2
    assert "--resume" in again.err
    assert json.loads(run("runs", "--in", ".", "--json").out)[0]["complete"] is False
    assert run("playtest", "--resume", "--out", "here").code == 0
    assert run("runs", "prune", "--incomplete", "--in", ".").out == "freed 0 B\n"


def test_faults_end_with_one(tmp_path: Path) -> None:
    text = 'game "Dead"\nplayers 2\nvar left = 3 in 0..3\nturn: walk\naction walk(n in 1..2)\n  when left > 1\n  left -= 1\nend when left is 0: me wins\n'
    (tmp_path / "dead.game").write_text(text)
    ran = run("playtest", "dead.game", "-n", "5")
    assert ran.code == 1
    assert "were stopped by a fault" in ran.out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["playtest"], "say which game to play"),
        (["playtest", "--resume"], "say which playtest to go on with"),
        (["playtest", "pigg"], "did you mean `pig`"),
        (["playtest", "pig", "--agents", "random,random,random", "--players", "2"], "3 agents are named, but 2 play"),
        (["playtest", "pig", "--players", "two"], "`two` is not a whole number"),
        (["playtest", "pig", "--players", "3..2"], "write the smaller number first"),
        (["playtest", "pig", "--players", "99"], "1 to 16 players"),
        (["playtest", "pig", "--grid", "goal"], "like coins=1..5"),
        (["playtest", "pig", "--grid", "gaol=1,2"], "did you mean `goal`"),
        (["playtest", "pig", "--grid", "goal=1..9999999"], "more than 10,000 values"),
        (["playtest", "pig", "--until", "bliss ± 1%"], "can't be waited for"),
        (["playtest", "pig", "--agents", "mtcs:5"], "mcts"),
        (["playtest", "pig", "--seatings", "none"], "no seating `none`"),
        (["playtest", "pig", "--games", "0"], "--games"),
        (["runs", "prune"], "say which"),
        (["runs", "prune", "nothing"], "there is no playtest `nothing`"),
        (["runs", "purge"], "prune RUN"),
        (["record", "nowhere.txt"], "nowhere.txt can't be read"),
    ],
)
def test_wrong_use_is_one_sentence(arguments: list[str], words: str, tmp_path: Path) -> None:
    ran = run(*arguments)
    assert ran.code == 2
    assert words in " ".join(ran.err.replace("│", " ").split())
    assert "Traceback" not in ran.err
    assert not (tmp_path / "runs").exists()


def test_a_written_game_is_recorded(tmp_path: Path) -> None:
    (tmp_path / "evening.txt").write_text("place b2\nplace a1\n")
    ran = run("record", "evening.txt", "--game", "tic_tac_toe", "--json")
    assert ran.code == 0, ran.err
    assert json.loads(ran.out)["games"] == 1


def test_a_team_that_plays_for_points_is_told_its_points() -> None:
    ran = run("playtest", "fireworks", "--agents", "conventions", "--games", "20", "--seed", "4", "--out", "here")
    assert re.search(r"^players +points +95% interval +deviation +turns$", ran.out, re.MULTILINE), ran.out
    assert "wins" not in ran.out and "share" not in ran.out
    points = json.loads(
        run(
            "playtest",
            "fireworks",
            "--agents",
            "conventions",
            "--games",
            "20",
            "--seed",
            "4",
            "--out",
            "there",
            "--json",
        ).out
    )
    told = points["groups"][0]["points"]
    alone = json.loads(run("simulate", "fireworks", "--seats", "conventions", "-n", "20", "--seed", "4", "--json").out)[
        "score"
    ]
    assert told["mean"] == pytest.approx(alone["mean"]) and told["deviation"] == pytest.approx(alone["deviation"])
    assert told["interval"] == pytest.approx(alone["interval"])
    assert f"{told['mean']:.2f}" in ran.out and f"{told['deviation']:.2f}" in ran.out


def test_a_team_that_wins_or_loses_has_one_line() -> None:
    ran = run("playtest", "outbreak", "--games", "20")
    assert re.search(r"^ +2 +all +0 +0\.0% ", ran.out, re.MULTILINE), ran.out


def test_somebody_alone_is_told_points_and_agents_are_compared_by_them() -> None:
    ran = run("playtest", "yacht", "--players", "1", "--agents", "random,greedy", "--seatings", "all", "--games", "20")
    assert re.search(r"^greedy gets \d+\.\d\d points on average", ran.out, re.MULTILINE), ran.out


def test_a_game_of_people_who_play_together_is_kept_with_its_points() -> None:
    evening = Path(__file__).parents[2] / "docs" / "examples" / "fireworks_evening.txt"
    ran = run("record", str(evening))
    assert re.search(r"^ +3 +20\.00 ", ran.out, re.MULTILINE), ran.out
    assert "wins" not in ran.out

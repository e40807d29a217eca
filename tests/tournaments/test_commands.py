"""``ludwright tournament`` and ``ludwright ladder``."""

from __future__ import annotations

import json
import re
from pathlib import Path

from tests.cli.running import run
from tests.cli.test_simulate import DEAD_END

PIG = ("tournament", "pig", "--agents", "random,hold at 20", "--games", "200", "--threads", "1")


def test_the_table_tells_who_beats_whom() -> None:
    ran = run(*PIG)
    assert ran.code == 0, ran.err
    assert "Pig: 200 games, 2 players, seed 1" in ran.out
    assert "2 seatings with 100 games each: every seating" in ran.out
    assert re.search(r"^hold at 20 +· +\d\d% \(\d\d% to \d\d%\)", ran.out, re.MULTILINE), ran.out
    assert re.search(r"^hold at 20 beats random in \d\d% of games \(\d\d% to \d\d%\)\.$", ran.out, re.MULTILINE)


def test_agents_may_be_given_one_by_one_and_play_themselves() -> None:
    ran = run("tournament", "pig", "-a", "random", "-a", "hold at 20", "-n", "200", "--itself", "--json")
    assert ran.code == 0, ran.err
    found = json.loads(ran.out)
    assert found["agents"] == ["random", "hold at 20"]
    assert [seating["games"] for seating in found["seatings"]] == [50] * 4
    assert set(found["itself"]) == {"random", "hold at 20"}
    assert found["params"]["goal"] == 100


def test_it_writes_a_picture_a_table_and_a_page(tmp_path: Path) -> None:
    files = {option: tmp_path / f"found.{option}" for option in ("svg", "csv", "html")}
    ran = run(*PIG, *(word for option, path in files.items() for word in (f"--{option}", str(path))))
    assert ran.code == 0, ran.err
    texts = {option: path.read_text(encoding="utf-8") for option, path in files.items()}
    assert texts["svg"].startswith("<svg")
    assert texts["csv"].startswith("agent,against,games")
    assert texts["svg"] in texts["html"]
    assert not re.search(r'(href|src)="http', texts["html"])


def test_a_fault_comes_with_the_command_that_shows_it(tmp_path: Path) -> None:
    text = tmp_path / "dead_end.game"
    text.write_text(DEAD_END + 'bot "two"\n  walk(2)\n', encoding="utf-8")
    ran = run("tournament", str(text), "-a", "random,two", "-n", "10", "--json")
    assert ran.code == 1, ran.err
    fault = json.loads(ran.out)["faults"][0]
    assert fault["words"] == "no legal action"
    shown = re.findall(r"see it: (.*)", run("tournament", str(text), "-a", "random,two", "-n", "10").out)
    assert shown[0] == fault["show"]
    assert "no legal action" in run(*fault["show"].split()[1:]).out


def test_wrong_use_is_told_in_a_sentence() -> None:
    for arguments, message in (
        (("pig", "-a", "random,hold at 21"), "did you mean `hold at 20`?"),
        (("pig", "-a", "random"), "Add `--itself`"),
        (("pig", "-a", "random,hold at 20", "-p", "5"), "Pig is for 2 to 4 players, not 5"),
        (("pig", "-a", "random,hold at 20", "-n", "0"), "--games"),
        (("pig",), "--agents"),
    ):
        ran = run("tournament", *arguments)
        assert ran.code == 2
        assert message in ran.err
        assert "Traceback" not in ran.err
    ran = run("ladder", "pig", "--start", "64", "--most", "32")
    assert (ran.code, "has no rungs" in ran.err) == (2, True)


def test_players_that_think_take_part_with_their_settings() -> None:
    ran = run("tournament", "tic_tac_toe", "-a", "mcts:60,c=1.0,random", "-n", "40", "--json")
    assert ran.code == 0, ran.err
    found = json.loads(ran.out)
    assert found["agents"] == ["mcts:60,c=1", "random"]
    assert found["comparisons"][0]["agent"] == "mcts:60,c=1"
    assert found["comparisons"][0]["sure"]


def test_a_ladder_tells_how_far_thinking_helps(tmp_path: Path) -> None:
    picture = tmp_path / "climb.svg"
    ran = run("ladder", "tic_tac_toe", "--start", "2", "--most", "64", "-n", "40", "--svg", str(picture))
    assert ran.code == 0, ran.err
    assert re.search(r"^mcts:2 +random +\d+ +\d+%", ran.out, re.MULTILINE), ran.out
    assert re.search(r"^(Thinking|No gain)", ran.out, re.MULTILINE)
    assert picture.read_text(encoding="utf-8").startswith("<svg")


def test_in_a_game_of_pure_luck_a_ladder_says_so() -> None:
    found = json.loads(run("ladder", "movement_points", "-n", "40", "--json").out)
    assert found["top"] is None
    assert found["words"] == ["Thinking does not help: nobody ever chooses anything in this game, it is pure luck."]

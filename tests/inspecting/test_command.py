"""``ludwright inspect``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import ludwright
from ludwright.cli import app
from tests.cli.running import run


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("runs") / "noughts"
    ludwright.playtest("tic_tac_toe", games=5, seed=1, out=folder)
    return str(folder)


def stepping(kept: str, *lines: str) -> str:
    given = "\n".join([*lines, ""])
    result = CliRunner().invoke(app, ["inspect", kept, "--game", "2", "--step"], input=given)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_a_frame_is_drawn_and_listed(kept: str) -> None:
    ran = run("inspect", kept, "--game", "2", "--frame", "3")
    recorded = ludwright.open_run(kept).recorded(2)
    assert ran.code == 0, ran.err
    assert f"frame 3 of {recorded.last}\nTic-tac-toe\nAfter 3 moves" in ran.out
    assert recorded.inspect(3).done() in ran.out and "Variables\n  mark: " in ran.out


def test_before_is_after_the_frame_before(kept: str) -> None:
    def drawn(*options: str) -> list[str]:
        return [
            line for line in run("inspect", kept, "-g", "2", *options).out.splitlines() if line.startswith("  mark:")
        ]

    assert drawn("-f", "3", "--before") == drawn("-f", "2") != drawn("-f", "3")


def test_the_data_are_the_inspection(kept: str) -> None:
    found = json.loads(run("inspect", kept, "-g", "2", "-f", "-1", "--seat", "O", "--json").out)
    assert found["frame"] == found["last"] and found["seat"] == "O"
    assert found["standing"]["game"] == "over"


def test_the_picture_goes_to_a_file(kept: str, tmp_path: Path) -> None:
    ran = run("inspect", kept, "-f", "1", "--svg", str(tmp_path / "frame.svg"))
    assert ran.code == 0 and "The picture is" in ran.out
    assert (tmp_path / "frame.svg").read_text(encoding="utf-8").startswith("<svg")


def test_steps_go_forth_and_back(kept: str) -> None:
    told = stepping(kept, "", "next", "b", "go 3", "before", "go -1", "next", "go 0", "back")
    last = ludwright.open_run(kept).recorded(2).last
    frames = [line.split("frame ")[1] for line in told.splitlines() if ", frame " in line]
    assert frames == [
        f"0 of {last}", f"1 of {last}", f"2 of {last}", f"1 of {last}", f"3 of {last}",
        f"3 of {last}, before its answer", f"{last} of {last}, before its answer", f"0 of {last}",
    ]  # fmt: skip
    assert "This is the end." in told and "This is the start." in told


def test_something_else_can_be_tried(kept: str) -> None:
    free = ludwright.open_run(kept).match(2, 1).legal()[-1].words
    told = stepping(kept, "go 1", f"do {free}", "legal", "list", "fork 20", "next")
    assert f"frame 1 of {ludwright.open_run(kept).recorded(2).last}, then: {free}" in told
    assert f"frame 1 after `{free}`: 20 continuations" in told


def test_slips_are_told_and_stepping_goes_on(kept: str, tmp_path: Path) -> None:
    picture = tmp_path / "frame.svg"
    told = stepping(
        kept, "nxet", "go", "go 99", "seat 3", "seat 2", "do fly", "svg", f"svg {picture}", "help", "quit", "next"
    )
    assert "did you mean `next`?" in told and "Say which frame" in told and "there is no frame 99" in told
    assert "there is no seat `3`" in told and "`fly` is not legal here" in told and "go N" in told
    assert picture.exists() and told.count(", frame ") == 2


def test_bytes_that_are_no_text_are_no_command(kept: str) -> None:
    result = CliRunner().invoke(app, ["inspect", kept, "--step"], input=b"\xff\xfe\nquit\n")
    assert result.exit_code == 0 and "there is no command" in result.stdout


def test_a_fork_tells_who_wins(kept: str, tmp_path: Path) -> None:
    ran = run("inspect", kept, "-g", "2", "-f", "2", "--fork", "-n", "30", "--out", str(tmp_path / "on"))
    assert ran.code == 0, ran.err
    assert "30 continuations" in ran.out and f"Kept in {tmp_path / 'on'}" in ran.out
    assert ludwright.open_run(tmp_path / "on").games.collect().height == 30
    found = json.loads(run("inspect", kept, "-g", "2", "-f", "2", "--fork", "-n", "30", "--json").out)
    assert found["games"] == 30 and len(found["seats"]) == 2


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--frame", "99"], "there is no frame 99"),
        (["--game", "99"], "there is no game 99"),
        (["--seat", "X1"], "there is no seat"),
        (["--games", "9"], "add --fork"),
        (["--fork", "--redeal"], "add --seat"),
        (["--fork", "--action", "fly"], "`fly` is not legal here"),
        (["--fork", "--seats", "wizard"], "wizard"),
        (["--fork", "--frame", "-1"], "the game is over there"),
    ],
)
def test_wrong_use_is_told_in_a_sentence(kept: str, options: list[str], says: str) -> None:
    ran = run("inspect", kept, *options)
    assert ran.code == 2 and says in " ".join(ran.err.split()), ran.err


def test_a_run_that_is_not_there_is_told_in_a_sentence(tmp_path: Path) -> None:
    ran = run("inspect", str(tmp_path / "nothing"))
    assert ran.code == 2 and "nothing" in ran.err and "Traceback" not in ran.err

"""How commands end: with an exit code and a sentence, never with a traceback."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import NoReturn, get_args

import pytest
from typer.models import OptionInfo

import ludwright
from ludwright.cli import manners
from ludwright.play.match import GameOverError
from ludwright.playtests import store
from tests.cli.running import Ran, run, run_apart

COMMANDS = ["check", "describe", "simulate", "trace"]


def assert_wrong_use(ran: Ran, *words: str) -> None:
    """Exit code 2 and one clear message that holds these words."""
    assert ran.code == 2, ran
    for word in words:
        assert word in ran.err, ran.err
    assert "Traceback" not in ran.err


@pytest.mark.parametrize("command", COMMANDS)
def test_an_unknown_game_is_wrong_use_and_the_nearest_is_named(command: str) -> None:
    assert_wrong_use(run(command, "otello"), "otello", "othello")


@pytest.mark.parametrize("command", COMMANDS)
def test_a_missing_file_is_wrong_use(command: str, tmp_path: Path) -> None:
    assert_wrong_use(run(command, str(tmp_path / "nothing.game")), "nothing.game")


@pytest.mark.parametrize(
    ("setting", "word"),
    [("goal", "goal"), ("goal=", "goal="), ("goall=30", "goall"), ("goal=1000", "1000"), ("goal=many", "many")],
)
def test_a_setting_that_does_not_fit_is_wrong_use(setting: str, word: str) -> None:
    assert_wrong_use(run("simulate", "pig", "-n", "10", "--set", setting), word)


def test_a_setting_given_twice_is_wrong_use() -> None:
    assert_wrong_use(run("simulate", "pig", "--set", "goal=30", "--set", "goal=40"), "twice")


@pytest.mark.parametrize(
    "arguments",
    [
        ("--players", "7"),
        ("--players", "0"),
        ("-n", "0"),
        ("-n", "many"),
        ("-n", "9" * 30),
        ("--seed", "-1"),
        ("--threads", "9999"),
        ("--nonsense",),
    ],
)
def test_an_option_that_does_not_fit_is_wrong_use(arguments: tuple[str, ...]) -> None:
    assert_wrong_use(run("simulate", "pig", *arguments))


def test_every_number_has_a_highest_value() -> None:

    from ludwright.cli import app

    for command in app.registered_commands:
        assert command.callback is not None
        for name, hint in command.callback.__annotations__.items():
            kinds = {kind for part in get_args(hint)[:1] for kind in (part, *get_args(part))}
            for option in get_args(hint)[1:]:
                if isinstance(option, OptionInfo) and kinds & {int, float}:
                    assert getattr(option.parser, "high", 1 << 65) < 1 << 64, (command.callback.__name__, name)


def test_what_is_no_number_is_wrong_use() -> None:
    assert_wrong_use(run("metrics", "nowhere", "--seconds", "nan"), "--seconds")
    assert_wrong_use(run("metrics", "nowhere", "--seconds", "inf"), "--seconds")


def test_more_than_the_memory_holds_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> NoReturn:
        raise MemoryError

    monkeypatch.setattr(ludwright, "load", fail)
    assert_wrong_use(run("simulate", "pig"), "not enough memory")


def test_an_unexpected_error_is_one_line_and_debug_shows_more(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> NoReturn:
        raise RuntimeError("the sky fell\nin two lines")

    monkeypatch.setattr(ludwright, "load", fail)
    ran = run("simulate", "pig")
    assert ran.code == 1
    assert ran.err.count("\n") == 1
    assert "the sky fell" in ran.err
    assert "report" in ran.err
    from typer.testing import CliRunner

    from ludwright.cli import app

    shown = CliRunner().invoke(app, ["--debug", "simulate", "pig"])
    assert isinstance(shown.exception, RuntimeError)


def test_help_loads_no_compiler() -> None:
    ran = run_apart("--help")
    assert ran.code == 0 and all(command in ran.out for command in [*COMMANDS, "games"])
    imported = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "ludwright", "--help"], capture_output=True, text=True
    ).stderr
    assert "numba" not in imported
    assert "llvmlite" not in imported
    assert "polars" not in imported


def test_a_reader_that_stops_early_is_no_error() -> None:
    command = f"{sys.executable} -m ludwright trace othello --seed 1 | head -n 1"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=60)
    assert done.stdout.count("\n") == 1
    assert done.stderr == ""


def wait_until_it_plays(pid: int, seconds: float = 6.0) -> None:
    """Until a program has surely begun to play: a loaded machine needs long to start."""
    stat, ticks = Path(f"/proc/{pid}/stat"), os.sysconf("SC_CLK_TCK")
    for _ in range(200 if stat.exists() else 20):
        time.sleep(0.1 if stat.exists() else 1)
        if stat.exists() and sum(map(int, stat.read_text().rsplit(")", 1)[1].split()[11:13])) > seconds * ticks:
            return


@pytest.mark.slow
def test_interrupting_a_simulation_keeps_what_it_has_found() -> None:
    process = subprocess.Popen(
        [sys.executable, "-u", "-m", "ludwright", "simulate", "othello", "-n", "50000000", "-t", "1"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=dict(os.environ, PYTHONUNBUFFERED="1"),
    )
    wait_until_it_plays(process.pid)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "interrupted" in err
    assert "Traceback" not in err
    assert "random games" in out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["simulate", "pig", "--games", "many"], "`many` is no whole number; write for example --games 10000"),
        (["simulate", "pig", "-n", "-5"], "`-5` is too small: the least is 1; write for example --games"),
        (["simulate", "pig", "-n", "1" * 12], "is too large: the most is 10,000,000,000"),
        (["simulate", "pig", "--players", "17"], "`17` is too large: the most is 16; write for example --players 2"),
        (["report", "pig", "--seconds", "nan"], "`nan` is no number; write for example --seconds 90"),
        (["metrics", "pig", "--seed", "1.5"], "`1.5` is no whole number; write for example --seed 1"),
    ],
)
def test_a_number_that_does_not_fit_is_told_with_an_example(words: list[str], told: str) -> None:
    ran = run(*words)
    assert ran.code == 2
    assert told in " ".join(ran.err.replace("│", " ").split())


def test_whatever_a_library_makes_of_ctrl_c_is_an_interruption(monkeypatch: pytest.MonkeyPatch) -> None:
    def failing() -> int:
        with pytest.raises(KeyboardInterrupt):
            manners._hear(2, None)
        raise RuntimeError("a kernel could not be built")

    monkeypatch.setattr(manners, "heard", False)
    assert manners._run(failing) == manners.INTERRUPTED


def test_games_that_go_on_after_their_end_are_damage_of_the_playtest_they_are_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(store, "opened", tmp_path)

    def command() -> int:
        raise GameOverError("the game is over: nothing more can be done")

    assert manners._run(command) == manners.MISUSED
    assert f"a file of the playtest in {tmp_path} is damaged" in capsys.readouterr().err

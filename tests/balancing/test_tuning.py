"""Tuning a player: a setting that was spoilt is put right, and the player is kept under a name that every command takes."""

from __future__ import annotations

from pathlib import Path

import pytest

import ludwright
from ludwright.agents.settings import AgentError
from ludwright.agents.texts import read
from ludwright.balancing.errors import BalanceError
from ludwright.balancing.tuning import tune
from ludwright.cli.app import app


def test_a_spoilt_setting_is_put_right_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    game = ludwright.load("connect_four")
    found = tune(
        "novice:20,error=0.9", game, vary={"error": ["0.9", "0.5", "0"]}, seconds=60, games=10, threads=1, save="sharp"
    )
    assert found.better and found.after == "novice:20,error=0" and found.match.games == 320
    assert found.tried[0].text == found.after and (tmp_path / "sharp.agent").read_text() == "novice:20,error=0\n"
    assert str(read("sharp")) == "novice:20,error=0"
    assert ludwright.simulate(game, 10, agents=["sharp", "random"], threads=1).wins[0] >= 8


def test_play_outs_are_given_such_that_all_think_as_long(tmp_path: Path) -> None:
    found = tune(
        "mcts:40", ludwright.load("connect_four"), vary={"playout": ["greedy"]}, seconds=30, games=2, threads=1
    )
    budget = int(found.tried[0].text.split(":")[1].split(",")[0])
    assert budget < 40  # a greedy play-out looks at every option: it takes longer


_STEPS = """game "Steps"
players 2
each player
  gone = 0 in 0..99
turn: step
action step(n in 0..6)
  my gone += n
end when my gone >= 20: me wins
bot "shy"
  step(n) when n is 2 and my gone >= 0
  step(0)
"""


def test_a_scripted_player_gets_other_numbers_and_a_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "steps.game").write_text(_STEPS)
    game = ludwright.load("steps.game")
    found = tune("shy", game, seconds=60, games=4, threads=1, save="bold")
    assert found.better and found.after in [
        f"shy with {n} instead of 2 in step(n) when n is 2 and my gone >= 0" for n in (3, 4)
    ]
    assert found.match.share == 1.0 and found.called == "bold" and found.tried[0].share == 1.0
    assert not ludwright.check("bold.game")
    assert ludwright.simulate(ludwright.load("bold.game"), 20, agents=["shy", "bold"], threads=1).wins == [0, 20]
    with pytest.raises(BalanceError, match="leave `--vary` out"):
        tune("shy", game, vary={"n": ["1"]})
    with pytest.raises(BalanceError, match="choose another name"):
        tune("shy", game, seconds=60, games=4, threads=1, save="bold")


def test_what_can_not_be_tuned_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    game = ludwright.load("connect_four")
    with pytest.raises(BalanceError, match="nothing that could be tuned"):
        tune("random", game)
    with pytest.raises(BalanceError, match="two players"):
        tune("mcts:9", ludwright.load("simple_coins"))
    with pytest.raises(AgentError, match="is no name"):
        tune("mcts:9", game, save="../x")
    with pytest.raises(AgentError, match="no setting `d`"):
        tune("mcts:9", game, vary={"d": ["1"]})


@pytest.mark.parametrize("text", ["python:evil.py:choose", "sly", "mcts:9\nrandom", "x" * 600])
def test_a_file_of_others_runs_no_code_and_ends_in_a_message(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "sly.agent").write_text(text)
    with pytest.raises(AgentError):
        read("sly")


def test_the_command_says_when_nothing_is_surely_stronger(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit) as ended:
        app(
            [
                "tune",
                "novice:5,error=0.1",
                "tic_tac_toe",
                "--vary",
                "error=0.9",
                "--seconds",
                "10",
                "-n",
                "20",
                "-t",
                "1",
            ]
        )
    assert (
        ended.value.code == 1
        and "no setting that was tried makes `novice:5,error=0.1` stronger" in capsys.readouterr().out
    )

"""Agents as short texts: read, written, explained, and the same in every command."""

from __future__ import annotations

import json
import os
import signal
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import ludwright
from ludwright.agents.catalogue import KINDS
from ludwright.agents.seating import check
from ludwright.agents.settings import AgentError
from ludwright.agents.texts import read, split
from ludwright.cli import app
from ludwright.play.agents import SeatError, seated
from ludwright.play.patience import patiently
from ludwright.play.trace import GameTeller
from tests.cli.running import Ran, run


def sit(*arguments: str, typed: str = "") -> Ran:
    """Play with these lines typed; then the input ends."""
    result = CliRunner().invoke(app, ["play", *arguments], input=typed)
    return Ran(result.exit_code, result.stdout, result.stderr)


# ---------------------------------------------------------------- reading and writing


@pytest.mark.parametrize("kind", KINDS.values(), ids=lambda kind: kind.name)
def test_every_kind_has_examples_that_are_read_and_written_back(kind: Any) -> None:
    for example in kind.examples or (kind.name,):
        if kind.name != "bot":
            assert str(read(str(read(example)))) == str(read(example))


def test_a_setting_belongs_to_the_agent_before_it() -> None:
    assert split("mcts:200,c=1.2,random,persona:depth=9,goal=hurry") == [
        "mcts:200,c=1.2",
        "random",
        "persona:depth=9,goal=hurry",
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("mtcs:100", "did you mean `mcts`?"),
        ("mcts:itterations=5", "did you mean `iterations`?"),
        ("mcts:0", "it must be from 1"),
        ("mcts:c=much", "it needs a number"),
        ("mcts:merge=perhaps", "say yes or no"),
        ("persona:goal=hury", "did you mean `hurry`?"),
        ("mcts:5,c=1,c=2", "`c` is set twice"),
    ],
)
def test_a_text_that_describes_nobody_gets_one_clear_sentence(text: str, said: str) -> None:
    with pytest.raises(AgentError, match=said.replace("?", r"\?")):
        read(text)


def test_too_many_or_unknown_players_are_told() -> None:
    game = ludwright.load("tic-tac-toe")
    with pytest.raises(SeatError, match="3 seats are filled, but 2 play"):
        seated(game, ["random"] * 3)
    with pytest.raises(SeatError, match="has no player"):
        seated(game, "nobody at all")


# ---------------------------------------------------------------- explaining


def test_all_agents_are_listed_and_each_is_explained_with_all_its_settings() -> None:
    listed = run("agents")
    assert listed.code == 0 and all(name in listed.out for name in KINDS)
    for kind in (KINDS[name] for name in ("mcts", "persona", "python")):
        told = run("agents", kind.name)
        assert told.code == 0 and kind.explained in told.out
        assert all(setting.name in told.out and setting.explained in told.out for setting in kind.settings)
    assert run("agents", "mctss").code == 2


def test_a_game_adds_its_bots_and_what_suits_it() -> None:
    told = json.loads(run("agents", "mcts", "--game", "pig", "--json").out)
    assert "hold at 20" in told["bots"]
    assert [agent["name"] for agent in told["agents"]] == ["mcts"]
    assert "hold at 20" in run("agents", "--game", "pig").out


# ---------------------------------------------------------------- the same everywhere


def test_trace_and_show_tell_the_game_that_simulate_played() -> None:
    told: list[tuple[bytes, tuple[int, ...]]] = []

    def watch(observation: Any, options: list[Any]) -> Any:
        told.append((observation.words.tobytes(), observation.options))
        return options[0]

    game = ludwright.load("tic-tac-toe")
    result = ludwright.simulate(game, 3, seed=5, agents=[watch, "mcts:40"], keep=True)
    assert result.returns is not None
    played, number = list(told), 2
    told.clear()
    teller = GameTeller(game, 5, number, seats=[watch, "mcts:40"])
    assert len(list(teller.lines())) > 5
    assert played[-len(told) :] == told
    assert result.returns[number].tolist() == [teller.real("returns", seat) for seat in range(2)]


def test_what_was_learnt_in_one_game_does_not_help_in_the_next() -> None:
    game, agent = ludwright.load("simple_coins"), "mcts:20,playout=mast"
    result = ludwright.simulate(game, 3, seed=2, agents=agent, keep=True, threads=1)
    assert result.returns is not None
    for number in (2, 0):
        teller = GameTeller(game, 2, number, seats=agent)
        list(teller.lines())
        assert result.returns[number, 0] == teller.real("returns", 0)


def test_commands_take_texts_with_commas_in_their_settings() -> None:
    seats = "mcts:20,c=1,random"
    ran = run("simulate", "tic-tac-toe", "--seats", seats, "--games", "5", "--json")
    assert ran.code == 0
    assert [seat["player"] for seat in json.loads(ran.out)["seats"]] == ["mcts:20,c=1", "random"]
    assert "mcts:20,c=1 (X), random (O)" in run("trace", "tic-tac-toe", "--seats", seats).out
    shown = json.loads(run("show", "tic-tac-toe", "--seats", seats, "--frame", "3", "--json").out)
    assert shown["moves"] == 3


# ---------------------------------------------------------------- at the table


def test_a_human_plays_against_a_search_and_takes_a_move_back() -> None:
    ran = sit("tic-tac-toe", "--seats", "human,mcts:50", "--seed", "3", typed="b2\nundo\na1\nquit\n")
    assert ran.code == 0
    assert "Taken back: X chooses again" in ran.out
    assert ran.out.count("O: place") >= 2


def test_why_and_hint_show_what_an_agent_thinks_of_the_human_s_moves() -> None:
    ran = sit("tic-tac-toe", "--seats", "human,human", typed="a1\na2\nb1\nb2\nwhy mcts:100\nhint random\nquit\n")
    assert "place c1: wins for certain" in ran.out
    assert "random players have no reasons" in ran.out


def test_a_beginning_of_a_name_is_enough_and_a_wrong_one_is_told() -> None:
    assert "O: place" in sit("tic-tac-toe", "--seats", "hum,rand", typed="b2\nquit\n").out
    assert "did you mean `mcts`?" in sit("tic-tac-toe", "--seats", "human,mtcs").err
    assert "it must be from 1" in sit("tic-tac-toe", "--seats", "human,mcts:0").err


def test_a_saved_game_never_starts_a_program(tmp_path: Path) -> None:
    code, kept = tmp_path / "mine.py", tmp_path / "kept.json"
    code.write_text("def choose(observation, options):\n    return options[0]\n")
    who = f"human,python:{code}:choose"
    assert sit("tic-tac-toe", "--seats", who, "--save", str(kept), typed="b2\nquit\n").code == 0
    assert kept.exists()
    for written in ("python:", "python :", " Python:", "PYTHON\\t:"):
        text = kept.read_text().replace("python:", written)
        (tmp_path / "theirs.json").write_text(text)
        refused = sit("--load", str(tmp_path / "theirs.json"), typed="quit\n")
        assert refused.code == 2 and "never opens another" in refused.err
    assert sit("--load", str(kept), "--seats", who, typed="quit\n").code == 0


def test_ctrl_c_stops_thought_at_once() -> None:
    stop = np.zeros(1, np.int64)

    def think() -> None:
        while not stop[0]:
            time.sleep(0.001)

    threading.Timer(0.05, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        patiently(think, stop)
    assert stop[0] == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("mcts:merge=yes,anywhere=yes", "`merge` has no effect beside `anywhere`"),
        ("mcts:100,time=0.5", "`iterations` has no effect beside `time`"),
        ("mcts:greed=0.5", "`greed` has an effect only with `playout=mast`"),
        ("mcts:guide=yes", "`guide` has an effect only with `playout=bot:NAME`"),
        ("mcts:prove=no,solve=5", "`solve` has an effect only with `prove=yes`"),
        ("mcts:parallel=tree", "`parallel` has an effect only with `threads`"),
    ],
)
def test_a_setting_without_effect_is_told(text: str, said: str) -> None:
    with pytest.raises(AgentError, match=said):
        check(ludwright.load("tic-tac-toe"), [text])


@pytest.mark.parametrize("text", ["python:evil.py:f", "Python :evil.py:f", "barred:PYTHON\t: evil.py:f,from=drop"])
def test_a_kept_player_never_runs_code_however_it_is_written(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "friend.agent").write_text(text)
    with pytest.raises(AgentError, match="does not hold the text of a player"):
        read("friend")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"mcts:2J", "in `friend.agent`: "),
        (b"\xff\xfe", "does not hold"),
        (b"", "does not"),
        (b"barred:friend,from=buy", "names itself"),
        (b"program:./mine", "does not hold"),
        (b"barred: Program : ./mine,from=buy", "does not hold"),
    ],
)
def test_a_damaged_file_of_a_player_is_named(
    content: bytes, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "friend.agent").write_bytes(content)
    with pytest.raises(AgentError, match=words):
        read("friend")

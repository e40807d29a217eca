"""The whole search: who plays, who joins, what is said."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from typer.testing import CliRunner

import ludwright
from ludwright.cli import app
from ludwright.metagames.playing import Playing
from ludwright.metagames.result import Metagame, Part
from ludwright.mistakes import LudwrightError


@pytest.fixture(scope="module")
def pig() -> Metagame:
    return ludwright.metagame("pig", "random,greedy", games=200, answers=2, tries=4, thoughts=5)


def test_who_surely_beats_the_mix_joins_it(pig: Metagame) -> None:
    assert [one.joined for one in pig.rounds].count("hold at 20") == 1
    assert pig.survivors[0].agent == "hold at 20"
    assert pig.survivors[0].share > 0.9
    assert pig.gets["random"] < 0.2
    assert any("joined" in words for words in pig.words)


def test_whoever_joins_has_beaten_the_mix_in_games_of_its_own(pig: Metagame) -> None:
    joined = next(one for one in pig.rounds if one.joined is not None)
    best = joined.tried[0]
    assert best.agent == joined.joined
    assert best.low > 0.5
    assert best.games > 200


def test_the_same_seed_finds_the_same_on_any_number_of_threads() -> None:
    found = [
        ludwright.metagame("nim", "random,mcts:5,mcts:2", games=10, answers=1, tries=2, thoughts=5, threads=threads)
        for threads in (1, 2)
    ]
    assert found[0].as_json() == found[1].as_json()


def test_at_a_table_of_three_the_shares_of_all_are_one_win() -> None:
    playing = Playing(ludwright.load("colors", players=3), ["random", "greedy"], 1, 1, None)
    playing.everybody(range(2), 60)
    assert playing.found.keys() == {(0, 0, 1), (0, 1, 1)}
    for table, got in playing.found.items():
        assert sum(got[agent].share for agent in table) == pytest.approx(1.0)
    assert playing.found[0, 0, 1][1].share > 1 / 3
    assert playing.shares([1, 0]).mean[0, -1] == playing.found[0, 0, 1][1].share


def test_what_is_told_of_circles_and_of_one_that_is_left() -> None:
    made = Metagame(
        "Made up", 2, 2, 1, ("rock", "paper", "scissors"),
        tuple(Part(agent, 1 / 3, 0.2, 0.4) for agent in ("rock", "paper", "scissors")),
        tuple(Part(agent, 1 / 3, 0.2, 0.4) for agent in ("rock", "paper", "scissors")),
        dict.fromkeys(("rock", "paper", "scissors"), 0.5), ((0.5, 0, 1), (1, 0.5, 0), (0, 1, 0.5)), 0.0, (), 60,
    )  # fmt: skip
    assert made.words[0].startswith("3 ways to play survive, and keep each other in check: `rock` 33% (20% to 40%)")
    assert "in circles" in made.words[1]
    level = replace(made, alone=((0.5, 0.5, 0.5),) * 3)
    assert "none of these drives out the others" in level.words[1]
    alone = replace(
        made,
        parts=(Part("rock", 1.0, 0.1, 1.0), Part("paper", 0.0, 0.0, 0.9)),
        long_run=made.long_run[:2],
        agents=("rock", "paper"),
    )
    assert alone.words[:3] == [
        "`rock` is all that survives: among players like it, nobody else gets a fair share",
        "Not worth playing against these: `paper`",
        "So few games hardly tell how much of the mix is who: play more at each table",
    ]


def test_the_command_prints_draws_and_tells_plainly(tmp_path: Path) -> None:
    drawn = tmp_path / "mix.svg"
    words = ["metagame", "nim", "-a", "random,mcts:10", "-n", "10", "--answers", "0"]
    found = CliRunner().invoke(app, [*words, "--svg", str(drawn)])
    assert found.exit_code == 0, found.output
    assert "`mcts:10` is all that survives" in found.output
    ElementTree.fromstring(drawn.read_text())
    told = json.loads(CliRunner().invoke(app, [*words, "--json"]).output)
    assert told["mix"][0]["agent"] == "mcts:10"
    assert told["against_the_mix"]["mcts:10"] == 0.5


@pytest.mark.parametrize(
    ("game", "agents", "told"),
    [
        ("fireworks", None, "nobody plays against anybody"),
        ("nim", "random", "two players or more"),
        ("nim", "random,nobody", "nobody"),
    ],
)
def test_what_can_not_be_done_is_said(game: str, agents: str | None, told: str) -> None:
    with pytest.raises(LudwrightError, match=told):
        ludwright.metagame(game, agents, games=2, answers=0)


def test_an_answer_can_be_learned_against_the_mix(tmp_path: Path) -> None:
    found = ludwright.metagame(
        "nim", "random,mcts:2", games=40, answers=1, tries=1, thoughts=2, learn=2000, keep=tmp_path
    )
    tried = {one.agent: one for one in found.rounds[0].tried}
    learned = tried[f"learned:{tmp_path / 'answer-1.npz'}"]
    assert learned.low > 0.5


def test_among_one_kind_of_others_it_learns_as_against_them() -> None:
    nim = ludwright.load("nim")
    one, same, other = (
        ludwright.learn(nim, 300, **against).weights
        for against in ({"against": "mcts:3"}, {"among": {"mcts:3": 1.0}}, {"among": {"mcts:3": 1.0, "random": 1.0}})
    )
    assert np.array_equal(one, same)
    assert not np.array_equal(one, other)

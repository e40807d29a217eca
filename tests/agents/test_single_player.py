"""Single-player tree search: each switch does what was published, and one search can be followed to its end."""

from __future__ import annotations

import numpy as np
import pytest

import ludwright
from ludwright.agents.best_lines import best_line
from ludwright.agents.kernels import lines, single_player
from ludwright.agents.search_reading import array_at
from ludwright.agents.settings import AgentError
from ludwright.play.agents import Agents

LATTICE = """
game "Lattice"
players 1
var left = 0 in 0..20
var right = 0 in 0..20
turn: one of go_left, go_right
action go_left
  left += 1
action go_right
  right += 1
end when left + right is 6
score(p): left * right
"""
"""From every state on level n there are two ways to the next; on it lie n + 1 states that differ."""


def searched(game: ludwright.Game, agent: str) -> tuple[np.ndarray, np.ndarray]:
    """The rows of a tree after one decision, and how many states lie on each level."""
    agents, match = Agents(game, 1, 0, [agent]), game.start(seed=1)
    agents.pick(0, match.codes(), match.words)
    sitter = agents.sitter(0)
    assert sitter is not None
    block = sitter.mind.block
    rows = array_at(block[single_player.ROWS], np.int32, int(block[single_player.TAKEN]) * 8).reshape(-1, 8).copy()
    levels = array_at(block[single_player.LEVELS], np.int64, int(block[lines.LINE_ROWS])).copy()
    return rows, levels


def test_equal_states_get_a_node_once_on_their_level() -> None:
    game = ludwright.load_text(LATTICE)
    _, kept = searched(game, "spmcts:3000,equal=keep,c=5")
    _, dropped = searched(game, "spmcts:3000,equal=drop,c=5")
    assert kept[1:8].tolist() == [2, 4, 8, 16, 32, 64, 0]
    # a state whose ways are all dropped is played on from, but never grows
    assert dropped[1:8].tolist() == [2, 3, 4, 5, 6, 7, 0]


def test_a_dropped_run_counts_and_has_no_play_out() -> None:
    game = ludwright.load_text(LATTICE)
    rows, levels = searched(game, "spmcts:200,equal=drop,c=5")
    assert len(rows) - 1 > levels[1:].sum()  # what was dropped is remembered, as not to be tried again
    assert rows[0, single_player.VISITS] < 200
    assert best_line(game, "spmcts:200,equal=drop,c=5").playouts == 200


def test_widening_waits_until_the_whole_tree_is_complete() -> None:
    game = ludwright.load_text(LATTICE)
    for runs, most in ((5, 1), (40, 2)):
        rows, _ = searched(game, f"spmcts:{runs},widen=1")
        assert rows[:, single_player.TRIED].max() == most
    rows, levels = searched(game, "spmcts:6,widen=1")
    assert levels[1:8].tolist() == [1, 1, 1, 1, 1, 1, 0]  # one line to the end, and only then more


def test_a_level_has_no_more_states_than_the_search_expects() -> None:
    game = ludwright.load_text(LATTICE)
    _, levels = searched(game, "spmcts:60,level=1,c=5")
    assert levels[1:].max() <= 10  # 60 runs over a line of 6
    _, free = searched(game, "spmcts:60,c=5")
    assert free.max() > 10


def test_the_whole_best_line_becomes_part_of_the_tree() -> None:
    game = ludwright.load_text(LATTICE)
    _, levels = searched(game, "spmcts:1,bestpath=yes")
    assert levels[1:8].tolist() == [1, 1, 1, 1, 1, 1, 0]


@pytest.mark.parametrize(
    "switches",
    [
        "formula=tuned",
        "formula=tuned2",
        "formula=sp",
        "best=0.5",
        "anywhere=500",
        "searches=3",
        "widen=2,level=2,bestpath=yes",
    ],
)
def test_short_simple_coins_is_solved_whatever_the_switches(switches: str) -> None:
    game = ludwright.load("simple_coins", params={"energy_cap": 1})
    assert best_line(game, f"spmcts:40000,equal=drop,{switches}").value > 0.029  # of 80 / 2400


def test_one_search_for_each_goal_is_followed_without_another() -> None:
    game = ludwright.load("simple_coins", params={"energy_cap": 3})
    agents, match = Agents(game, 1, 0, ["spmcts:400,once=yes,subgoals=yes"]), game.start(seed=1)
    sitter, searches, before = agents.sitter(0), 0, 0
    assert sitter is not None
    while not match.over:
        match.apply(agents.pick(0, match.codes(), match.words))
        played = int(sitter.mind.block[lines.PLAYED])
        searches, before = searches + (played > before), played
    assert searches == 4
    assert before == 1600


def test_settings_that_do_not_go_together_are_told() -> None:
    game = ludwright.load("simple_coins")
    with pytest.raises(AgentError, match="`best` goes with `formula=tuned` alone"):
        ludwright.simulate(game, 1, agents="spmcts:10,best=0.5,formula=sp")

"""Single-player tree search: each switch does what was published, and one search can be followed to its end."""

from __future__ import annotations

import numpy as np
import pytest

import ludwright
from ludwright.agents.best_lines import best_line
from ludwright.agents.kernels import lines, single_player
from ludwright.agents.search_reading import array_at
from ludwright.agents.settings import AgentError
from ludwright.engine.random import Stream
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
    rows = (
        array_at(block[single_player.ROWS], np.int32, int(block[single_player.TAKEN]) * int(single_player.ROW))
        .reshape(-1, int(single_player.ROW))
        .copy()
    )
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


SOON = """
game "Soon"
players 1
clock in minutes
var steps = 0 in 0..10
var coins = 0 in 0..100
turn: one of run, stroll
action run, takes 1 minute
  steps += 1
action stroll, takes 5 minutes
  steps += 1
  coins += 1
end when steps is 6
result
  {result}
"""


def soon(*shares: str) -> ludwright.Game:
    return ludwright.load_text(SOON.format(result="\n  ".join(shares)))


def possible(game: ludwright.Game, moves: list[str]) -> float:
    match = game.start(seed=1)
    for move in moves:
        match.apply(next(option.code for option in match.legal() if str(option) == move))
    state = [int(word) for word in match.numbers()]
    twin = game.twin
    return float(twin.real("possible", state, list(game.table), twin.new_context(Stream(1, 0)), 0))


def test_what_is_still_possible_follows_from_what_only_rises_or_only_falls() -> None:
    early = soon("80% of clock.now in 20..0", "20% of coins in 0..5")
    # the clock only rises; coins may still come, and how many is not known
    assert possible(early, []) == pytest.approx(1.0)
    assert possible(early, ["stroll", "run"]) == pytest.approx(0.8 * (20 - 6) / 20 + 0.2)
    assert possible(soon("100% of 40 - 2 * clock.now in 0..40"), ["stroll"]) == pytest.approx(0.75)
    for nothing in (["100% of coins in 0..5"], ["100% of clock.now in 0..20"]):
        assert "possible" not in soon(*nothing).program.reals


def test_a_hopeless_play_out_is_forfeited_and_counts_nothing() -> None:
    game = soon("100% of clock.now in 30..0")
    plain, _ = searched(game, "spmcts:3000,c=1")
    strict, _ = searched(game, "spmcts:3000,c=1,forfeit=1")
    soft, _ = searched(game, "spmcts:3000,c=1,forfeit=100")
    assert plain[0, single_player.VISITS] == strict[0, single_player.VISITS] == 3000
    assert best_line(game, "spmcts:3000,c=1,forfeit=1").value == pytest.approx((30 - 6) / 30)

    # what begins with a stroll can't be the best any more: it counts nothing, and is left alone
    def strolls(rows: np.ndarray) -> int:
        codes = {str(option): option.code for option in game.start(seed=1).legal()}
        return int(
            next(
                row[single_player.VISITS]
                for row in rows[1:]
                if row[single_player.PARENT] == 0 and row[single_player.CODE] == codes["stroll"]
            )
        )

    assert strolls(strict) < strolls(plain) / 2
    assert strolls(soft) == strolls(plain)


def test_forfeiting_needs_something_that_bounds_the_result() -> None:
    with pytest.raises(AgentError, match="nothing in Simple Coins tells what a result can still come to"):
        ludwright.simulate(ludwright.load("simple_coins"), 1, agents="spmcts:10,forfeit=1")


def test_nested_search_can_take_goals_one_by_one() -> None:
    game = ludwright.load("simple_coins", params={"energy_cap": 3})
    whole = best_line(game, "nested:400,level=1")
    first = best_line(game, "nested:400,level=1,subgoals=yes")
    assert first.value == pytest.approx(60 / 2400)  # three coins of 20, and the session is over
    assert whole.value > first.value
    games = ludwright.simulate(game, 1, agents="nested:400,once=yes,subgoals=yes", seed=1, keep=True)
    assert games.returns is not None and games.returns[0, 0] == pytest.approx(4 * 60 / 2400)


def test_settings_that_do_not_go_together_are_told() -> None:
    game = ludwright.load("simple_coins")
    with pytest.raises(AgentError, match="`best` goes with `formula=tuned` alone"):
        ludwright.simulate(game, 1, agents="spmcts:10,best=0.5,formula=sp")

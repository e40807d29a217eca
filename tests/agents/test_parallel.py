"""Several threads search at once: in trees of their own the same for a seed, in one tree without ever spoiling it."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

import ludwright
from ludwright import ir
from ludwright.agents.asking import ask, streams_of
from ludwright.agents.kernels import tree
from ludwright.agents.search_reading import SearchTree, Taken
from ludwright.agents.seating import thinker
from ludwright.agents.settings import AgentError
from ludwright.agents.texts import read
from tests.bundled import bundled

SHARED = ("mcts:90,threads=3,parallel=tree", "mcts:90,threads=3,trees=2")


def searched(name: str, text: str, moves: tuple[str, ...] = ()) -> tuple[str, SearchTree]:
    """The answer in a position, and the tree of the first thread after the search."""
    game = bundled(name)
    match = game.start(seed=2)
    for move in moves:
        match.apply(move)
    stop = np.zeros(1, np.int64)
    sitter = thinker(game, read(text, game)).sit(10_000, stop)
    seat = match.actor or 0
    place = ask(game, sitter, match.codes(), match.numbers(), seat, streams_of(game, 1, 0), stop)
    return match.legal()[place].words, SearchTree(sitter.mind)


def rows_below(found: SearchTree, row: int) -> list[Taken]:
    """All answers below a point."""
    rows, open_rows = [], [row]
    while open_rows:
        below = list(found.below(open_rows.pop()))
        rows += below
        open_rows += [one.row for one in below]
    return rows


@pytest.mark.parametrize("text", ["mcts:40,threads=2", *SHARED])
def test_they_take_a_win(text: str) -> None:
    moves = ("place a1", "place b2", "place a2", "place b1")
    assert {searched("tic_tac_toe", text, moves)[0] for _ in range(5)} == {"place a3"}


def test_trees_of_their_own_are_the_same_for_a_seed() -> None:
    game = ludwright.load("connect_four")
    played = [
        ludwright.simulate(game, 6, threads=threads, agents=["mcts:40,threads=3", "random"]) for threads in (1, 2)
    ]
    assert played[0].wins == played[1].wins
    assert played[0].moves.as_json() == played[1].moves.as_json()


def test_nothing_is_lost_in_a_tree_of_several_threads() -> None:
    _, found = searched("connect_four", "mcts:8000,threads=4,parallel=tree,solve=0")
    rows = rows_below(found, 0)
    assert max(Counter(one.row for one in rows).values()) == 1
    assert sum(one.visits for one in found.below(0)) >= 8000 - 8  # who finds a point half taken goes home early
    assert all(abs(one.total) <= one.visits for one in rows)  # so every virtual loss was taken back
    for one in rows:
        assert sum(child.visits for child in found.below(one.row)) <= one.visits


@pytest.mark.parametrize(
    "settings", ["merge=yes,prove=no", "rave=50", "playout=mast", "formula=tuned", "widen=1", "level=50"]
)
def test_a_full_tree_of_several_threads_stays_whole(settings: str) -> None:
    _, found = searched("connect_four", f"mcts:6000,threads=3,parallel=tree,nodes=1000,{settings}")
    assert int(found.mind.block[tree.MOST_ROWS]) == 1000
    assert max(one.row for one in rows_below(found, 0)) < 1000


@pytest.mark.parametrize("name", ["kuhn_poker", "pig", "six_takes", "simple_coins"])
@pytest.mark.parametrize("settings", ["", "observers=each,searches=2", "chance=closed", "bestpath=yes"])
def test_no_answer_is_made_twice_at_the_root(name: str, settings: str) -> None:
    _, found = searched(name, f"mcts:300,threads=3,parallel=tree,{settings}")
    codes = [one.code for one in found.below(0) if one.mover == 0]
    assert len(codes) == len(set(codes)) > 0


def test_they_play_well() -> None:
    game: Any = ludwright.load("connect_four")
    for text in SHARED:
        assert ludwright.simulate(game, 8, agents=[text, "random"]).wins[0] >= 7


@pytest.mark.slow
@pytest.mark.parametrize("name", [game.name for game in ludwright.bundled_games()])
def test_threads_in_one_tree_meet_no_fault(name: str) -> None:
    game = bundled(name)
    for text in ("mcts:60,threads=3,parallel=tree,nodes=1000", "mcts:threads=4,trees=2,time=0.002"):
        found = ludwright.simulate(game, 2, agents=text, move_limit=40)
        assert found.games == 2
        assert all(fault.code == ir.TOO_LONG for fault in found.faults), found.faults


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("mcts:threads=2,trees=3", "each tree needs a thread"),
        ("mcts:threads=2,parallel=tree,anywhere=yes", "use `parallel=root`"),
    ],
)
def test_what_can_t_be_is_told(text: str, message: str) -> None:
    with pytest.raises(AgentError, match=message):
        ludwright.simulate(ludwright.load("simple_coins"), 1, agents=text)

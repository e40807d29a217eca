"""Small games are solved as they are known to be, or as plain brute force finds them."""

from __future__ import annotations

import random
import sys
from typing import Any

import numpy as np
import pytest

import ludwright
from ludwright.engine.positions import unpack
from ludwright.exact import GraphTooBigError, NotExactError, backward, expanding, graphs, solve
from ludwright.exact.outcomes import list_options
from ludwright.exact.solving import solve_positions
from tests.exact import brute


def test_tic_tac_toe_is_a_draw_with_5478_positions() -> None:
    solution = solve(ludwright.load("tic_tac_toe"))
    assert solution.words == "Tic-tac-toe is a draw with best play (5,478 positions)."
    assert solution.values == [0, 0]
    assert [move.values for move in solution.moves] == [[0, 0]] * 9
    assert len(solution.line) == solution.plies == 9


def test_after_an_edge_is_answered_badly_tic_tac_toe_is_won() -> None:
    match = ludwright.load("tic_tac_toe").start()
    match.apply("place a1")
    match.apply("place b1")
    solution = solve(match)
    assert solution.values == [1, -1]
    assert solution.words.startswith("Tic-tac-toe: X, to move, wins with best play in ")
    best = {move.words for move in solution.moves if move.best}
    assert "place a3" in best
    assert "place c1" not in best


# ---------------------------------------------------------------- Nim


@pytest.mark.parametrize("last_loses", [False, True])
def test_nim_is_won_from_every_position_as_boutons_rule_says(last_loses: bool) -> None:
    game = ludwright.load("nim", params={"last_loses": last_loses})
    found, values = solve_positions(game)
    base = next(field.base for field in game.rules.model.all_fields() if field.name == "left")
    state, graph = found.prepared.new_state(), found.graph
    seen = 0
    for number in range(found.positions):
        mover = int(graph.actor[number])
        if mover < 0:
            continue
        unpack(graph.keys[number], found.prepared.packing.rows, found.prepared.packing.runs, state)
        heaps = tuple(int(heap) for heap in state[base : base + 3])
        assert (values.graph.values[number, mover] > 0) == brute.nim_wins(heaps, last_loses), heaps
        seen += 1
    assert seen > 200


def test_the_moves_that_win_at_nim_are_those_that_leave_a_lost_position() -> None:
    game, chooser, winning = ludwright.load("nim"), random.Random(1), set()
    for _ in range(8):
        match = game.start()
        for _ in range(chooser.randrange(4)):
            match.apply(chooser.choice(match.codes()))
        if match.over:
            continue
        solution = solve(match)
        for move in solution.moves:
            after = match.copy()
            after.apply(move.code)
            heaps = tuple(after.words[game.rules.model.fields["left"].base + i] for i in range(3))
            wins = not brute.nim_wins(heaps, False)
            assert move.values is not None
            assert (move.values[match.actor or 0] > 0) == wins
            winning.add(wins)
    assert winning == {True, False}


# ---------------------------------------------------------------- two opponents, beside brute force


def _value(name: str, **params: int) -> float:
    values = solve(ludwright.load(name, params=params)).values
    assert values is not None
    return values[0]


@pytest.mark.parametrize(("wide", "high"), [(4, 4), (4, 5)])
def test_connect_four_on_small_boards(wide: int, high: int) -> None:
    assert _value("connect_four", wide=wide, high=high) == brute.ConnectFour(wide, high).value()


@pytest.mark.slow
@pytest.mark.parametrize(("wide", "high"), [(5, 4), (5, 5), (6, 4), (4, 6)])
def test_connect_four_on_larger_boards(wide: int, high: int) -> None:
    assert _value("connect_four", wide=wide, high=high) == brute.ConnectFour(wide, high).value()


def test_connect_four_has_161029_positions_on_four_by_four_each_with_the_value_of_brute_force() -> None:
    game = ludwright.load("connect_four", params={"wide": 4, "high": 4})
    found, values = solve_positions(game)
    assert found.positions == 161_029
    plain = brute.ConnectFour(4, 4)
    base = next(field.base for field in game.rules.model.all_fields() if field.name == "disc")
    state, graph = found.prepared.new_state(), found.graph
    for number in range(0, found.positions, 17):
        mover = int(graph.actor[number])
        if mover < 0:
            continue
        unpack(graph.keys[number], found.prepared.packing.rows, found.prepared.packing.runs, state)
        discs = state[base : base + 16]
        stones = [sum(1 << (i % 4 * 5 + i // 4) for i in np.flatnonzero(discs == seat).tolist()) for seat in (0, 1)]
        expected = plain.value(stones[mover], stones[0] | stones[1])
        assert values.graph.values[number, mover] == expected


@pytest.mark.parametrize(("wide", "high"), [(2, 4), (3, 4), (2, 5), (3, 5), (2, 6)])
def test_breakthrough_on_small_boards(wide: int, high: int) -> None:
    assert _value("breakthrough", wide=wide, high=high) == brute.breakthrough(wide, high)


@pytest.mark.slow
@pytest.mark.parametrize(("wide", "high"), [(4, 4), (4, 5)])
def test_breakthrough_on_larger_boards(wide: int, high: int) -> None:
    assert _value("breakthrough", wide=wide, high=high) == brute.breakthrough(wide, high)


@pytest.mark.parametrize(("wide", "high"), [(2, 2), (3, 2), (2, 3), (3, 3), (4, 3)])
def test_clobber_on_small_boards(wide: int, high: int) -> None:
    assert _value("clobber", wide=wide, high=high) == brute.clobber(wide, high)


@pytest.mark.slow
def test_clobber_on_four_by_four() -> None:
    assert _value("clobber", wide=4, high=4) == brute.clobber(4, 4)


@pytest.mark.parametrize("swap", [False, True])
def test_hex_on_three_by_three(swap: bool) -> None:
    assert _value("hex", size=3, swap=swap) == brute.hex_game(3, swap)


def test_a_proof_by_search_says_the_same_as_all_positions() -> None:
    game = ludwright.load("connect_four", params={"wide": 4, "high": 4})
    by_search, by_all = solve(game, limit=120_000), solve(game, complete=True)
    assert not by_search.complete
    assert by_all.complete
    assert by_search.values == by_all.values
    for one, other in zip(by_search.moves, by_all.moves, strict=True):
        assert one.values in (None, other.values)


# ---------------------------------------------------------------- chance


def test_pig_is_worth_what_value_iteration_gives() -> None:
    solution = solve(ludwright.load("pig", params={"goal": 20, "stop_at_goal": True}))
    assert solution.values is not None
    assert solution.values[0] == pytest.approx(brute.pig(20), abs=1e-9)
    assert "wins 61.56% of games if both play best" in solution.words


@pytest.mark.slow
def test_a_fault_that_only_bad_play_meets_is_told_and_changes_nothing() -> None:
    solution = solve(ludwright.load("pig", params={"goal": 20}))
    assert solution.values is not None
    assert solution.values[0] == pytest.approx(brute.pig(20), abs=1e-9)
    assert solution.fault is not None
    assert "a number left its range" in solution.fault


# ---------------------------------------------------------------- alone, several, and without end


def test_the_best_of_simple_coins_is_found() -> None:
    solution = solve(ludwright.load("simple_coins", params={"energy_cap": 3}))
    assert solution.values == pytest.approx([4 * 3 * 20 / 2400])
    assert solution.words.startswith("Simple Coins: the best that can be reached is ")


WALK = """
game "Walk"
players 2 named Left, Right
param start = 2 in 1..3
var place = start in 0..5
turn: step
action step(way in 0..1)
  place += 1 if way is 1 else 0 - 1
end
  when place is 0: {low}
  when place is 5: {high}
"""


def test_where_positions_come_again_and_neither_can_force_an_end_nothing_is_claimed() -> None:
    game = ludwright.load_text(WALK.format(low="Left wins", high="Right wins"))
    solution = solve(game)
    assert solution.values is None
    assert "is not decided" in solution.words


def test_where_positions_come_again_but_one_can_force_an_end_it_is_won() -> None:
    game = ludwright.load_text(WALK.format(low="me wins", high="me wins"), params={"start": 1})
    solution = solve(game)
    assert solution.values == [1, -1]
    assert solution.plies == 1


HEAP = """
game "Heap of three"
players 3
var left = 7 in 0..9
turn: take
action take(n in 1..2)
  when n <= left
  left -= n
end when left is 0: me wins
"""


def test_who_is_to_move_is_part_of_a_position_even_where_no_rule_reads_it() -> None:
    found, _ = solve_positions(ludwright.load_text(WALK.format(low="Left wins", high="Right wins")))
    assert found.positions == 6
    assert sorted(found.graph.actor[:6].tolist()) == [-1, -1, 0, 0, 1, 1]


def test_three_players_each_for_himself() -> None:
    """Where two moves are as good, each is as likely: worked out here by hand."""

    def values(left: int) -> list[float]:
        """For who moves, who moves next, and the third."""
        if left == 0:
            return [-1.0, -1.0, 1.0]  # the one before has won
        after = [values(left - n) for n in (1, 2) if n <= left]
        turned = [[v[2], v[0], v[1]] for v in after]
        best = max(v[0] for v in turned)
        equal = [v for v in turned if v[0] == best]
        return [sum(v[i] for v in equal) / len(equal) for i in range(3)]

    solution = solve(ludwright.load_text(HEAP, players=3))
    assert solution.values == pytest.approx(values(7))


# ---------------------------------------------------------------- what can't be solved


@pytest.mark.parametrize("name", ["tic_tac_toe", "nim", pytest.param("pig", marks=pytest.mark.slow), "heap"])
def test_in_small_steps_it_is_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Kernels go through some positions at a time, so that Ctrl-C is heard in between."""
    params = {"goal": 20} if name == "pig" else None
    game = ludwright.load_text(HEAP, players=3) if name == "heap" else ludwright.load(name, params=params)
    wanted = solve(game, complete=True).as_json()
    calls = 0

    def counted(kernel: Any) -> Any:
        def called(*given: Any) -> Any:
            nonlocal calls
            calls += 1
            return kernel(*given)

        return called

    monkeypatch.setattr(graphs, "_CHUNK", 16)
    monkeypatch.setattr(graphs, "_AT_ONCE", 13)
    for module, kernel in ((expanding, "expand"), (backward, "sweep"), (backward, "ordered")):
        monkeypatch.setattr(module, kernel, counted(getattr(module, kernel)))
    found = solve(game, complete=True)
    assert {**found.as_json(), "seconds": 0} == {**wanted, "seconds": 0}
    assert calls >= found.positions // 16


def test_a_game_that_is_too_big_says_so() -> None:
    with pytest.raises(GraphTooBigError, match="Connect Four is too big: nothing is proven after"):
        solve(ludwright.load("connect_four"), limit=2_000)
    with pytest.raises(GraphTooBigError, match="Pig has more than 100 positions"):
        solve(ludwright.load("pig"), limit=100)


def test_a_game_with_hidden_cards_is_refused() -> None:
    with pytest.raises(NotExactError, match="somebody does not see everything"):
        solve(ludwright.load("kuhn_poker"))


def test_options_of_an_unpacked_position_are_those_of_the_game() -> None:
    found, _ = solve_positions(ludwright.load("tic_tac_toe"))
    state = found.prepared.new_state()
    unpack(found.graph.keys[0], found.prepared.packing.rows, found.prepared.packing.runs, state)
    assert int(list_options(found.prepared.rules, state)) == 9


@pytest.fixture(autouse=True)
def _deep_enough() -> Any:
    """Plain brute force calls itself as deep as a game is long."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, 10_000))
    yield
    sys.setrecursionlimit(before)

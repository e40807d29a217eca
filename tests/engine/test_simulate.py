"""Simulation: the same games whatever the threads, counted exactly, stopped when asked, and honest about faults."""

from __future__ import annotations

import json
import os
import signal
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any

import numpy as np
import pytest

from ludwright import ir
from ludwright.engine.callbacks import Callbacks
from ludwright.engine.compiled import Compiled, Context, State
from ludwright.engine.random import Stream, stream
from ludwright.engine.twin import Twin
from ludwright.play.kernels import RECORD
from ludwright.play.simulate import FaultCount, PlayRules, SimulationResult, simulate
from ludwright.play.tally import Lengths, Results, exact_sum
from ludwright.statistics import wilson
from tests.engine.build import binary, const, load, local, machine, program, select, store, unary
from tests.engine.tic_tac_toe import ALL_LINES, CELLS, OUTCOME, table, tic_tac_toe


@dataclass
class Bare:
    """As little of a game as a simulation of random players asks for."""

    compiled: PlayRules
    table: np.ndarray
    players: int = 2
    seats: Sequence[str] = field(default_factory=lambda: ["X", "O"])
    title: str = "Bare"


def bare_game(*given: Any, **more: Any) -> Any:
    return Bare(*given, **more)


@pytest.fixture(scope="module")
def game() -> Any:
    return bare_game(Compiled(tic_tac_toe()), table())


def plain(result: SimulationResult) -> dict[str, object]:
    """All of a result but the time it took."""
    values = result.as_json()
    del values["seconds"], values["games_per_second"]
    return values


@cache
def chances(board: tuple[int, ...] = (0,) * 9, me: int = 1) -> tuple[Fraction, Fraction]:
    """How likely the first and the second player win from a position when both play at random."""
    if any(all(board[cell] == 3 - me for cell in line) for line in ALL_LINES):
        return (Fraction(0), Fraction(1)) if me == 1 else (Fraction(1), Fraction(0))
    free = [cell for cell in range(9) if not board[cell]]
    after = [chances((*board[:cell], me, *board[cell + 1 :]), 3 - me) for cell in free]
    return (
        (sum(a for a, _ in after) / Fraction(len(free)), sum(b for _, b in after) / Fraction(len(free)))
        if free
        else (Fraction(0),) * 2
    )


def test_tic_tac_toe_at_random_is_won_as_often_as_it_must_be(game: Any) -> None:
    result = simulate(game, 200_000, seed=7)
    # By symmetry, corner, edge and middle stand for 4, 4 and 1 of the first moves.
    after = [chances(tuple(int(cell == first) for cell in range(9)), 2) for first in (0, 1, 4)]
    for seat in (0, 1):
        exact = (4 * after[0][seat] + 4 * after[1][seat] + after[2][seat]) / 9
        low, high = wilson(result.wins[seat], result.games, z=4)
        assert low < exact < high
    assert result.wins[0] + result.wins[1] + result.draws == result.games == 200_000
    assert (result.moves.least, result.moves.most) == (5, 9)
    assert result.mean_returns[0] == -result.mean_returns[1]


def test_threads_make_no_difference(game: Any) -> None:
    one, two, seven = (plain(simulate(game, 30_011, seed=3, threads=threads)) for threads in (1, 2, 7))
    assert one == two == seven


def test_another_seed_gives_other_games(game: Any) -> None:
    assert plain(simulate(game, 2_000, seed=3))["seats"] != plain(simulate(game, 2_000, seed=4))["seats"]


def test_a_kernel_plays_the_games_that_the_plain_run_plays(game: Any) -> None:
    twin, words = Twin(tic_tac_toe()), [int(word) for word in table()]
    wins, draws = [0, 0], 0
    for number in range(300):
        roles = [Stream(*stream(11, number, role)) for role in range(3)]
        state, context = twin.new_state(), twin.new_context(roles[0])
        options = twin.setup(state, words, context)
        while options:
            pick = roles[1 + state[ir.ACTOR]].below(options) if options > 1 else 0
            options = twin.advance(state, words, context, context.options[pick])
        results = [twin.real("returns", state, words, context, seat) for seat in (0, 1)]
        if results[0] == results[1]:
            draws += 1
        else:
            wins[results.index(max(results))] += 1
    result = simulate(game, 300, seed=11)
    assert (result.wins, result.draws) == (wins, draws)


def test_results_are_ready_for_json(game: Any) -> None:
    values = json.loads(json.dumps(simulate(game, 100).as_json()))
    assert values["games"] == 100
    assert [seat["seat"] for seat in values["seats"]] == ["X", "O"]
    assert values["lengths"]["moves"]["min"] >= 5


def test_no_games_are_fine(game: Any) -> None:
    result = simulate(game, 0)
    assert (result.games, result.win_share(0), result.games_per_second >= 0) == (0, 0.0, True)
    assert result.as_json()["finished"] == 0


def test_impossible_numbers_are_refused(game: Any) -> None:
    with pytest.raises(ValueError, match="games"):
        simulate(game, -1)
    with pytest.raises(ValueError, match="move_limit"):
        simulate(game, 1, move_limit=0)


def test_progress_is_told_to_the_end(game: Any) -> None:
    heard: list[tuple[int, int]] = []
    simulate(game, 5_000, progress=lambda done, asked: heard.append((done, asked)))
    assert heard[-1] == (5_000, 5_000)
    assert heard == sorted(heard)


def test_a_game_past_the_move_limit_is_a_fault(game: Any) -> None:
    result = simulate(game, 1_000, move_limit=6)
    assert [(fault.code, fault.games) for fault in result.faults] == [(ir.TOO_LONG, result.faulted)]
    assert 0 < result.faulted < 1_000
    assert result.finished == result.wins[0] + result.wins[1]
    assert result.moves.most <= 6


def stumbling() -> ir.Program:
    """A game of one throw: 0 and 1 are wins of that seat, 2 and 3 two different faults, 4 a draw, 5 a loss of both."""
    throw = local("throw", 0, 5)
    blocks = [
        ir.Block("start", [ir.Draw("throw", const(6)), store(ir.HEADER + 4, throw)], ir.Jump("judge")),
        ir.Block(
            "judge",
            [
                ir.Check(binary("ne", throw, 2), ir.EMPTY, 20),
                ir.Check(binary("ne", throw, 3), ir.FULL, 30),
            ],
            ir.Jump("end"),
        ),
        ir.Block(
            "end",
            [
                store(ir.HEADER, select(binary("eq", throw, 0), const(1), const(0))),
                store(ir.HEADER + 1, select(binary("eq", throw, 1), const(1), const(0))),
                ir.If(binary("eq", throw, 5), [store(ir.HEADER, -1), store(ir.HEADER + 1, -1)]),
            ],
            ir.Halt(),
        ),
    ]
    returns = ir.Function(
        "returns",
        [("seat", 0, 1)],
        [
            ir.Return(unary("real", load(ir.HEADER, local("seat", 0, 1), 2))),
        ],
        ir.REAL,
    )
    return program(machine(blocks), [returns], reals={"returns": "returns"})


def test_faults_are_counted_with_the_lowest_games_that_show_them() -> None:
    throws = [Stream(*stream(5, number, 0)).below(6) for number in range(3_000)]
    result = simulate(bare_game(Compiled(stumbling()), np.zeros(8, np.int32)), 3_000, seed=5, threads=2)
    found = {(fault.code, fault.line): fault for fault in result.faults}
    for throw, kind in ((2, (ir.EMPTY, 20)), (3, (ir.FULL, 30))):
        games = [number for number, thrown in enumerate(throws) if thrown == throw]
        assert (found[kind].games, found[kind].examples) == (len(games), games[:5])
    assert result.wins == [throws.count(0), throws.count(1)]
    assert (result.draws, result.lost_by_all) == (throws.count(4), throws.count(5))
    assert result.finished == 3_000 - throws.count(2) - throws.count(3)
    assert result.faults[0].words in ("drew from an empty place", "a place is full")


def counted(*rows: tuple[float, ...]) -> SimulationResult:
    """A result of games with those returns."""
    result = SimulationResult([f"seat {n}" for n in range(len(rows[0]))], 1, len(rows))
    record = np.zeros((len(RECORD), len(rows)), np.int32)
    record[4] = 1
    result.add(0, np.array(rows).T.copy(), record)
    return result


def test_wins_are_shared_by_the_highest() -> None:
    result = counted((1, -1, -1, 1), (3, 2, 1, 0), (0, 0, 0, 0), (2, 2, 2, 2), (-1, -1, -1, -1))
    assert (result.wins, result.shared) == ([3, 1, 1, 2], [2, 1, 1, 2])
    assert (result.draws, result.lost_by_all) == (1, 1)
    # seat 1: a half, a whole, a quarter of a draw, a quarter of what all won, nothing
    assert [result.win_share(seat) for seat in range(4)] == [2 / 5, 0.5 / 5, 0.5 / 5, 1 / 5]


def test_alone_a_seat_wins_with_a_positive_return() -> None:
    result = counted((1.5,), (0.0,), (-2.0,), (0.25,))
    assert (result.wins, result.shared, result.draws, result.lost_by_all) == ([2], [0], 0, 2)
    assert result.win_share(0) == 0.5


def test_results_by_hand_however_the_games_are_split_up() -> None:
    values = [0.0, 3.0, 3.0, 6.0, 8.0]
    for parts in ([values], [values[:2], values[2:]], [values[3:], [], values[:3]]):
        results = Results()
        for part in parts:
            results.add(np.array(part))
        assert (results.games, results.mean, results.least, results.most) == (5, 4.0, 0.0, 8.0)
        assert (results.quantile(0.25), results.quantile(0.5), results.quantile(0.75)) == (3.0, 3.0, 6.0)
        assert results.deviation == pytest.approx(9.5**0.5)
        assert results.interval == pytest.approx((4 - 1.959964 * 1.9**0.5, 4 + 1.959964 * 1.9**0.5))


# ---------------------------------------------------------------- a game in plain Python


def python_game(lines: Sequence[tuple[int, ...]] = ALL_LINES) -> Callbacks:
    """Tic-tac-toe once more, in Python, with the same state."""

    def free(state: State) -> list[int]:
        return [cell + 1 for cell in range(9) if state[CELLS + cell] == 0]

    def setup(state: State, context: Context) -> list[int]:
        state[ir.ACTOR] = 0
        return free(state)

    def advance(state: State, context: Context, code: int) -> list[int]:
        me = int(state[ir.ACTOR])
        state[CELLS + code - 1] = me + 1
        state[ir.MOVES] += 1
        won = any(all(state[CELLS + cell] == me + 1 for cell in line) for line in lines)
        if won:
            state[OUTCOME + me], state[OUTCOME + 1 - me] = 1, -1
        if won or state[ir.MOVES] == 9:
            state[ir.OVER], state[ir.ACTOR] = 1, -1
            return []
        state[ir.ACTOR] = 1 - me
        state[ir.TURNS] += 1
        return free(state)

    return Callbacks(
        setup,
        advance,
        lambda state, context: free(state),
        lambda state, seat: float(state[OUTCOME + seat]),
        state_size=CELLS + 10,
        max_options=9,
    )


def test_a_game_in_python_plays_under_the_same_kernel(game: Any) -> None:
    by_hand = simulate(bare_game(python_game(), np.zeros(4, np.int32)), 400, seed=2, threads=2)
    assert plain(by_hand) == plain(simulate(game, 400, seed=2))


def test_an_error_in_a_python_game_is_raised() -> None:
    with pytest.raises(IndexError):
        simulate(bare_game(python_game([(0, 10_000, 1)]), np.zeros(4, np.int32)), 50, seed=2, threads=2)


def test_an_interrupt_keeps_what_was_played(game: Any) -> None:
    def interrupt() -> None:
        os.kill(os.getpid(), signal.SIGINT)

    threading.Timer(0.5, interrupt).start()
    result = simulate(game, 2_000_000_000, seed=1)
    assert result.interrupted
    assert 0 < result.games < 2_000_000_000
    assert result.wins[0] + result.wins[1] + result.draws == result.games


def test_a_single_endless_looking_game_can_be_interrupted() -> None:
    forever = program(
        machine([ir.Block("ask", [store(ir.ACTOR, 0), ir.Emit(const(1)), ir.Emit(const(2))], ir.Ask("ask"))]),
        [ir.Function("returns", [("seat", 0, 1)], [ir.Return(ir.RealConst(ir.REAL, 0, 0, 0.0))], ir.REAL)],
        reals={"returns": "returns"},
    )
    threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    result = simulate(bare_game(Compiled(forever), np.zeros(8, np.int32)), 1, move_limit=1 << 60)
    assert (result.interrupted, result.games) == (True, 0)


# ---------------------------------------------------------------- counting


def test_lengths_are_what_a_sorted_list_says() -> None:
    chance = Random(1)
    values = [chance.choice([3, 5, 8, 100_000]) + chance.randrange(4) for _ in range(999)]
    lengths = Lengths()
    lengths.add(np.array(values[:400], np.int32))
    lengths.add(np.array(values[400:], np.int32))
    ordered = sorted(values)
    assert (lengths.least, lengths.most, lengths.median) == (ordered[0], ordered[-1], ordered[499])
    assert lengths.quantile(0.95) == ordered[949]
    assert lengths.mean == sum(values) / 999


def test_sums_are_exact_however_they_are_split() -> None:
    chance = Random(2)
    values = np.array([chance.choice([0.1, 1e16, -1e16, 1 / 3]) for _ in range(1_000)])
    whole = exact_sum(values)
    assert whole == sum(Fraction(value) for value in values.tolist())
    assert exact_sum(values[:123]) + exact_sum(values[123:]) == whole
    assert exact_sum(np.array([1.0, 2.0, -7.0])) == -4


def test_an_interval_for_a_share() -> None:
    low, high = wilson(97, 156)
    assert (round(low, 3), round(high, 3)) == (0.544, 0.694)
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(0, 10)[0] == 0.0 and wilson(10, 10)[1] == 1.0


def test_examples_of_a_fault_are_the_lowest_in_any_order() -> None:
    fault = FaultCount(1, 2)
    fault.add(np.array([900, 901]))
    fault.add(np.array([3, 4, 5, 6, 7, 8]))
    assert (fault.games, fault.examples) == (8, [3, 4, 5, 6, 7])


def test_blocks_of_two_threads_share_no_cache_line() -> None:
    compiled = Compiled(tic_tac_toe())
    blocks = [compiled.new_state() for _ in range(50)] + [compiled.new_context(Stream(0, 1)) for _ in range(50)]
    lines = [set(range(b.ctypes.data // 64, (b.ctypes.data + b.nbytes - 1) // 64 + 1)) for b in blocks]
    assert sum(map(len, lines)) == len(set().union(*lines))

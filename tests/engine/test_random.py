"""The random numbers are the published ones, the same everywhere, fair, and independent from game to game."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from ludwright import ir
from ludwright.engine import kernel as kernels
from ludwright.engine.compiled import Compiled, signed
from ludwright.engine.random import Stream, stream
from tests.engine.build import const, local, machine, program, store

PUBLISHED = [0xA15C02B7, 0x7B47F409, 0xBA1D3330, 0x83D2F293, 0xBFA4784B, 0xCBED606E]
"""What PCG32's demo program prints for seed 42, sequence 54."""


def test_the_generator_gives_the_published_numbers() -> None:
    numbers = Stream.seeded(42, 54)
    assert [numbers.next32() for _ in PUBLISHED] == PUBLISHED


def test_a_kernel_gives_the_same_numbers() -> None:
    begin = Stream.seeded(42, 54)
    streams = np.array([begin.state, begin.inc], np.uint64)
    assert [int(kernels.next32(streams, 0)) for _ in PUBLISHED] == PUBLISHED


@pytest.mark.parametrize(
    ("seed", "game", "role"), [(0, 0, 0), (1, 2, 3), (-5, 10**12, 8), (2**64 - 1, 0, 1), (2**63, 7, 0)]
)
def test_a_kernel_derives_the_same_streams(seed: int, game: int, role: int) -> None:
    streams = np.zeros(20, np.uint64)
    root = np.uint64(kernels.root(np.uint64(seed & (2**64 - 1)), np.int64(game)))
    kernels.begin_stream(root, role, streams)
    assert (int(streams[2 * role]), int(streams[2 * role + 1])) == stream(seed, game, role)


BOUNDS = [1, 2, 3, 6, 10, 52, 1000, 2**31 - 1, 2**31 + 1, 3 * 2**30, 2**32 - 1]


@pytest.mark.parametrize("bound", BOUNDS)
def test_a_kernel_draws_the_same_numbers_below_a_bound(bound: int) -> None:
    plain = Stream(*stream(3, 4, 0))
    streams = np.array([plain.state, plain.inc], np.uint64)
    for _ in range(200):
        assert kernels.below(streams, 0, bound) == plain.below(bound)
    assert int(streams[0]) == plain.state


def draws(bounds: list[int]) -> ir.Program:
    """A program that draws once below each bound and keeps the results."""
    body: list[ir.Stmt] = []
    for number, bound in enumerate(bounds):
        body += [
            ir.Draw("n", const(bound)),
            store(ir.HEADER + 2 * number, ir.Binary(ir.INT, 0, 1 << 31, "shr", local("n", 0, 1 << 32), const(1))),
        ]
        body.append(
            store(ir.HEADER + 2 * number + 1, ir.Binary(ir.INT, 0, 1, "band", local("n", 0, 1 << 32), const(1)))
        )
    return program(machine([ir.Block("start", body, ir.Halt())]), state=ir.HEADER + 2 * len(bounds))


def test_machine_code_draws_the_same_numbers() -> None:
    bounds = [*BOUNDS, 0, -7, 2**40, 1, 6]
    compiled = Compiled(draws(bounds))
    for game in range(500):
        plain = Stream(*stream(9, game, 0))
        state, context = compiled.new_state(), compiled.new_context(plain.copy())
        compiled.setup(state, np.zeros(8, np.int32), context)
        got = [2 * int(state[ir.HEADER + 2 * n]) + int(state[ir.HEADER + 2 * n + 1]) for n in range(len(bounds))]
        assert got == [plain.below(bound) for bound in bounds]
        assert context[ir.CTX_RNG_STATE] == signed(plain.state)


def test_a_bound_below_one_takes_nothing_from_the_stream() -> None:
    numbers = Stream(5, 7)
    assert (numbers.below(0), numbers.below(-3), numbers.state) == (0, 0, 5)


def test_numbers_below_a_bound_are_equally_likely() -> None:
    bound, times = 6, 60_000
    numbers = Stream(*stream(1, 0, 0))
    counts = Counter(numbers.below(bound) for _ in range(times))
    expected = times / bound
    # 20.5 is what chi-squared with 5 degrees of freedom passes once in a thousand.
    assert sum((counts[face] - expected) ** 2 / expected for face in range(bound)) < 20.5


def test_a_bound_that_does_not_divide_the_range_is_still_fair() -> None:
    bound = 3 << 30
    numbers = Stream(*stream(1, 1, 0))
    thirds = Counter(numbers.below(bound) >> 30 for _ in range(30_000))
    assert all(9_600 < thirds[third] < 10_400 for third in range(3))


def test_streams_of_neighbouring_games_and_roles_differ() -> None:
    seen = {stream(seed, game, role) for seed in range(4) for game in range(50) for role in range(9)}
    assert len(seen) == 4 * 50 * 9
    assert all(inc % 2 == 1 for _, inc in seen)


def test_a_copy_goes_its_own_way() -> None:
    one = Stream(*stream(1, 0, 0))
    other = one.copy()
    first = [one.next32() for _ in range(5)]
    assert [other.next32() for _ in range(5)] == first

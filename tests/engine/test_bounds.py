"""No program, however wrong, reads or writes outside its own blocks."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ludwright import ir
from ludwright.engine.compiled import Compiled
from ludwright.engine.random import Stream
from ludwright.engine.walks import ProgramError
from tests.engine.build import binary, const, load, local, machine, program, store
from tests.engine.compare import Pair

FAR = [-(2**62), -(2**31), -1000, -1, 0, 3, 4, 5, 1000, 2**31, 2**62]
CANARY = 0x5EED5


def halt(*body: ir.Stmt) -> ir.Machine:
    return machine([ir.Block("start", list(body), ir.Halt())])


@pytest.mark.parametrize("index", FAR)
def test_a_load_is_clamped(index: int) -> None:
    far = ir.Const(ir.INT, -(2**62), 2**62, index)
    hidden = binary("sub", binary("add", load(ir.HEADER + 10), far), load(ir.HEADER + 10))
    body = [store(ir.HEADER + at, 10 + at, line=1) for at in range(5)]
    body.append(store(ir.HEADER + 8, ir.Load(ir.INT, 0, 99, "state", ir.HEADER, hidden, 0, 4)))
    body.append(store(ir.HEADER + 9, ir.Load(ir.INT, 0, 99, "table", 2, hidden, 0, 4)))
    state = Pair(program(halt(*body))).play([0, 0, 20, 21, 22, 23, 24, 99], 1)
    assert state[ir.HEADER + 8] == 10 + max(0, min(4, index))
    assert state[ir.HEADER + 9] == 20 + max(0, min(4, index))


@pytest.mark.parametrize("index", FAR)
def test_a_store_outside_is_a_fault_and_touches_nothing_outside(index: int) -> None:
    hidden = binary("add", load(ir.HEADER + 10), ir.Const(ir.INT, index, index, index))
    rules = program(halt(store(ir.HEADER, 7, hidden, 5, line=33)), state=32)
    Pair(rules).play([0] * 8, 1)
    compiled = Compiled(rules)
    block = np.full(96, CANARY, np.int32)
    state = block[32:64]
    compiled.setup(state, np.zeros(8, np.int32), compiled.new_context(Stream(0, 1)))
    assert (block[:32] == CANARY).all() and (block[64:] == CANARY).all()
    inside = 0 <= index <= 4
    assert (state[ir.OVER], state[ir.FAULT], state[ir.FAULT_LINE]) == ((1, 0, 0) if inside else (2, ir.BAD_INDEX, 33))


def test_an_index_is_looked_at_before_a_value() -> None:
    wrong = store(ir.HEADER, 700, binary("add", load(ir.HEADER), 9), 5, lo=0, hi=6, line=4)
    state = Pair(program(halt(wrong))).play([0] * 8, 1)
    assert state[ir.FAULT] == ir.BAD_INDEX


@pytest.mark.parametrize("value", [-(2**62), -1, 7, 2**31, 2**40 + 3])
def test_a_value_outside_its_range_is_a_fault(value: int) -> None:
    hidden = binary("add", load(ir.HEADER), value)
    state = Pair(program(halt(store(ir.HEADER, hidden, lo=0, hi=6, line=12)))).play([0] * 8, 1)
    assert (state[ir.OVER], state[ir.FAULT], state[ir.FAULT_LINE]) == (2, ir.OUT_OF_RANGE, 12)


def test_local_arrays_are_clamped() -> None:
    body: list[ir.Stmt] = [ir.ArrayStore("a", const(at), 4, const(at + 50)) for at in range(4)]
    for number, far in enumerate(FAR):
        hidden = binary("add", load(ir.HEADER + 40), far)
        body.append(ir.ArrayStore("a", hidden, 4, const(number)))
        body.append(store(ir.HEADER + number, ir.ArrayLoad(ir.INT, 0, 99, "a", hidden, 4)))
    state = Pair(program(machine([ir.Block("start", body, ir.Halt())], arrays={"a": 4}))).play([0] * 8, 1)
    assert state[ir.HEADER : ir.HEADER + len(FAR)] == list(range(len(FAR)))


def test_more_options_than_there_is_room_for_is_a_fault() -> None:
    emits = ir.Loop("i", const(0), load(ir.HEADER, lo=0, hi=2**31 - 1), [ir.Emit(local("i", 0, 2**31 - 1))], 5)
    rules = program(machine([ir.Block("start", [store(ir.HEADER, 1000), emits], ir.Ask("start"))]), max_options=16)
    compiled = Compiled(rules)
    context = compiled.new_context(Stream(0, 1))
    bigger = np.full(context.size + 32, CANARY, np.int64)
    bigger[: context.size] = context
    state = compiled.new_state()
    assert compiled.setup(state, np.zeros(8, np.int32), bigger[: context.size]) == 0
    assert (bigger[context.size :] == CANARY).all()
    assert state[ir.FAULT] == ir.TOO_MANY_OPTIONS
    Pair(rules).play([0] * 8, 1)


@pytest.mark.parametrize("index", FAR)
def test_options_are_reached_only_where_they_are(index: int) -> None:
    far = binary("add", load(ir.HEADER + 9), index)
    body = [
        store(ir.HEADER, ir.OptionAt(ir.INT, 0, 99, far)),
        ir.SetOption(far, const(3)),
        *(ir.Emit(const(code)) for code in (11, 12, 13)),
        store(ir.HEADER + 1, ir.OptionAt(ir.INT, 0, 99, far)),
        ir.SetOption(far, const(77)),
        store(ir.HEADER + 2, ir.OptionAt(ir.INT, 0, 99, far)),
        ir.SetOptionCount(far),
        store(ir.HEADER + 3, ir.OptionCount(ir.INT, 0, 99)),
        ir.Emit(const(5)),
    ]
    state = Pair(program(machine([ir.Block("start", body, ir.Ask("start"))]))).play([0] * 8, 1, steps=1)
    assert state[ir.HEADER : ir.HEADER + 4] == [0, 11 + max(0, min(2, index)), 77, max(0, min(3, index))]


def test_an_empty_place_reads_as_nothing_and_cannot_be_written() -> None:
    nothing = ir.Load(ir.INT, 0, 0, "state", ir.HEADER, load(ir.HEADER), 0, -1)
    body = [store(ir.HEADER + 1, nothing), ir.Store(ir.HEADER, load(ir.HEADER), 0, -1, const(1), 0, 9, 21)]
    state = Pair(program(halt(*body))).play([0] * 8, 1)
    assert (state[ir.HEADER + 1], state[ir.FAULT], state[ir.FAULT_LINE]) == (0, ir.BAD_INDEX, 21)


def test_a_program_that_reaches_outside_its_state_is_refused() -> None:
    with pytest.raises(ProgramError, match="outside the state"):
        Compiled(program(halt(store(60, 1, const(3), 8)), state=64))
    with pytest.raises(ProgramError, match="outside the table"):
        Compiled(program(halt(store(20, load(4, const(0), 10, block="table"))), table=8))


def test_a_wrong_entry_in_the_state_stops_the_game() -> None:
    pair = Pair(program(machine([ir.Block("start", [ir.Emit(const(1))], ir.Ask("start"))])))
    for entry in (-1, 1, 2**31 - 1, -(2**31)):
        state = pair.compiled.new_state()
        context = pair.compiled.new_context(Stream(0, 1))
        pair.compiled.setup(state, np.zeros(8, np.int32), context)
        state[ir.RESUME] = entry
        words = [int(word) for word in state]
        assert pair.compiled.advance(state, np.zeros(8, np.int32), context, 1) == 0
        assert pair.twin.advance(words, [0] * 8, pair.twin.new_context(Stream(0, 1)), 1) == 0
        assert words == state.tolist()
        assert state[ir.FAULT] == ir.BAD_INDEX


def test_arrays_of_another_shape_are_refused() -> None:
    compiled = Compiled(program(halt(store(ir.HEADER, 1))))
    table, context = np.zeros(8, np.int32), compiled.new_context(Stream(0, 1))
    wrong: list[Any] = [np.zeros(10, np.int32), np.zeros(64, np.int64), np.zeros(128, np.int32)[::2]]
    for state in wrong:
        with pytest.raises(ValueError, match="new_state"):
            compiled.setup(state, table, context)
    with pytest.raises(ValueError, match="new_context"):
        compiled.setup(compiled.new_state(), table, context[:-1])

"""A preserved state comes back as it was, whichever way its body is left, and however large it is."""

from __future__ import annotations

import numpy as np
import pytest

from ludwright import ir
from ludwright.engine.compiled import Compiled
from ludwright.engine.facts import ProgramFacts
from ludwright.engine.random import Stream
from tests.engine.build import binary, call, const, load, local, machine, program, store, truth
from tests.engine.compare import Pair

X = ir.HEADER
SIZES = [64, 4000, 70_000]
"""Words of state: kept on the stack; on the stack, if there is not too much of it; in the arena."""


def anywhere(size: int) -> ir.Store:
    """A write to word X that could as well have been to any other word of the state."""
    return store(X, 2, load(X + 30, lo=0, hi=1 << 30), size - X, line=99)


def halt(*body: ir.Stmt) -> ir.Machine:
    return machine([ir.Block("start", list(body), ir.Halt())])


@pytest.mark.parametrize("size", SIZES)
def test_the_state_comes_back_and_locals_stay(size: int) -> None:
    body = [
        store(X, 1),
        store(size - 1, 9),
        ir.Emit(const(3)),
        ir.Preserve(
            [
                anywhere(size),
                store(size - 1, 4),
                ir.Set("v", load(X)),
                ir.Emit(const(4)),
                ir.Preserve([anywhere(size), store(X, 5), ir.Set("w", load(X))]),
                ir.Set("u", load(X)),
            ]
        ),
        store(X + 1, local("v")),
        store(X + 2, local("w")),
        store(X + 3, local("u")),
        store(X + 4, ir.OptionCount(ir.INT, 0, 16)),
    ]
    state = Pair(program(halt(*body), state=size)).play([0] * 8, 1)
    assert state[X : X + 5] == [1, 2, 5, 2, 2]
    assert state[size - 1] == 9


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("way", [ir.Break, ir.Continue])
def test_leaving_through_a_loop_puts_it_back(size: int, way: type[ir.Stmt]) -> None:
    inner = ir.Preserve([anywhere(size), ir.Preserve([anywhere(size), store(X, 7), way()])])
    body = [store(X, 1), ir.Loop("i", const(1), const(3), [inner, store(X + 1, 1)], 1), store(X + 2, load(X))]
    state = Pair(program(halt(*body), state=size)).play([0] * 8, 1)
    assert state[X : X + 3] == [1, 0, 1]


@pytest.mark.parametrize("size", SIZES)
def test_returning_puts_everything_back(size: int) -> None:
    probe = ir.Function(
        "probe",
        [],
        [
            ir.Preserve(
                [
                    anywhere(size),
                    ir.Loop(
                        "i", const(1), const(3), [ir.Preserve([anywhere(size), store(X, 8), ir.Return(load(X))])], 1
                    ),
                ]
            ),
            ir.Return(const(0)),
        ],
        ir.INT,
        -(1 << 31),
        (1 << 31) - 1,
    )
    state = Pair(program(halt(store(X, 1), store(X + 1, call(probe))), [probe], state=size)).play([0] * 8, 1)
    assert state[X : X + 2] == [1, 8]


@pytest.mark.parametrize("size", [64, 4000])
def test_a_ring_of_functions_may_preserve_at_every_step(size: int) -> None:
    p = local("p", 0, 500)
    deeper = ir.Function(
        "deeper",
        [("p", 0, 500)],
        [
            ir.If(binary("eq", p, 0), [ir.Return(load(X))]),
            ir.Preserve(
                [
                    ir.If(binary("lt", p, 0), [anywhere(size)]),
                    store(X, binary("add", load(X, lo=0, hi=1 << 20), 1)),
                    ir.Do("deeper", (binary("max", binary("sub", p, 1), 0),), "r"),
                ]
            ),
            ir.Return(local("r")),
        ],
        ir.INT,
        -(1 << 31),
        (1 << 31) - 1,
        changes=True,
    )
    rules = program(halt(ir.Do("deeper", (const(150),), "r"), store(X + 1, local("r"))), [deeper], state=size)
    state = Pair(rules).play([0] * 8, 1)
    assert state[X : X + 2] == [0, 150]
    too_deep = program(halt(ir.Do("deeper", (const(499),), "r")), [deeper], state=size)
    assert Pair(too_deep).play([0] * 8, 1)[ir.FAULT] == ir.TOO_DEEP
    assert (ProgramFacts(rules).arena > 150 * size // 2) == (size > 1000)


def test_large_local_arrays_lie_in_the_arena() -> None:
    i = local("i", 0, 39_999)
    total = ir.Function(
        "total",
        [],
        [
            ir.Loop("i", const(0), const(39_999), [ir.ArrayStore("a", i, 40_000, i)], 1),
            ir.Loop(
                "i",
                const(0),
                const(39_999),
                [ir.ArrayStore("b", i, 40_000, ir.ArrayLoad(ir.INT, 0, 39_999, "a", i, 40_000))],
                2,
            ),
            ir.Return(ir.ArrayLoad(ir.INT, 0, 39_999, "b", load(X, lo=0, hi=39_999), 40_000)),
        ],
        ir.INT,
        0,
        39_999,
        arrays={"a": 40_000, "b": 40_000},
    )
    rules = program(halt(store(X, 12_345), store(X + 1, call(total)), store(X + 2, call(total))), [total])
    assert Pair(rules).play([0] * 8, 1)[X + 1 : X + 3] == [12_345, 12_345]
    assert ProgramFacts(rules).arena >= 80_000


def test_without_an_arena_nothing_is_touched() -> None:
    rules = program(halt(ir.Preserve([anywhere(70_000)])), state=70_000)
    compiled = Compiled(rules)
    context = compiled.new_context(Stream(0, 1))
    context[9] = 0
    assert compiled.setup(compiled.new_state(), np.zeros(8, np.int32), context) == 0
    assert context[ir.CTX_FAULT] == ir.TOO_DEEP


def test_only_what_may_change_is_put_away() -> None:
    inner = ir.Function("inner", [], [store(X + 50, 3), store(X + 2, 3)], changes=True)
    body = ir.Preserve([store(X, 1, load(X + 9, lo=0, hi=4), 5), ir.Do("inner", ())])
    rules = program(halt(store(X + 2, 8), body), [inner], state=5000)
    assert ProgramFacts(rules).writes(body.body) == [(X, X + 4), (X + 50, X + 50)]
    assert Pair(rules).play([0] * 8, 1)[X : X + 3] == [0, 0, 8]


def test_a_fault_inside_a_formula_leaves_the_state_alone() -> None:
    probe = ir.Function(
        "probe",
        [],
        [
            ir.Preserve([store(X, 7), ir.Check(truth(False), ir.FALSE_TELL, 5)]),
            ir.Return(ir.RealConst(ir.REAL, 0, 0, 2.5)),
        ],
        ir.REAL,
    )
    rules = program(
        machine([ir.Block("start", [ir.Emit(const(1))], ir.Ask("start"))]), [probe], reals={"lead": "probe"}
    )
    pair = Pair(rules)
    pair.play([0] * 8, 1, steps=3)
    state, context = pair.twin.new_state(), pair.twin.new_context(Stream(0, 1))
    pair.twin.setup(state, [0] * 8, context)
    assert pair.twin.real("lead", state, [0] * 8, context) == 0.0
    assert (state[X], context.fault, context.fault_line) == (0, ir.FALSE_TELL, 5)

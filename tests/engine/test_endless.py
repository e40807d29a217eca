"""A program that would run for ever, or too deep, stops with a fault, in both runs at the same place."""

from __future__ import annotations

import pytest

from ludwright import ir
from ludwright.engine.facts import ProgramFacts
from ludwright.engine.layout import DEPTH_LIMIT
from ludwright.engine.walks import ProgramError
from tests.engine.build import binary, call, const, load, local, machine, program, store, truth
from tests.engine.compare import Pair

X = ir.HEADER


def halt(*body: ir.Stmt) -> ir.Machine:
    return machine([ir.Block("start", list(body), ir.Halt())])


def ended(rules: ir.Program) -> tuple[int, int, int]:
    state = Pair(rules).play([0] * 8, 1)
    return state[ir.OVER], state[ir.FAULT], state[ir.FAULT_LINE]


def count(place: int = X) -> ir.Store:
    return store(place, binary("add", load(place, lo=0, hi=2**30), 1), lo=0, hi=2**31 - 1)


def test_a_loop_stops_after_its_limit() -> None:
    rules = program(halt(ir.While([], truth(True), [count()], 7)))
    pair = Pair(rules)
    state = pair.play([0] * 8, 1)
    assert (state[ir.OVER], state[ir.FAULT], state[ir.FAULT_LINE]) == (2, ir.ENDLESS_LOOP, 7)
    assert state[X] == 10_000


def test_a_loop_of_exactly_its_limit_is_fine() -> None:
    few = binary("lt", load(X, lo=0, hi=2**30), 50)
    assert ended(program(halt(ir.While([], few, [count()], 7, limit=50)))) == (1, 0, 0)
    assert ended(program(halt(ir.While([], few, [count()], 7, limit=49, code=ir.ENDLESS_RULES)))) == (
        2,
        ir.ENDLESS_RULES,
        7,
    )


def test_fuel_runs_out_across_loops(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ir, "FUEL", 1000)
    inner = ir.While([], binary("lt", load(X + 1, lo=0, hi=2**30), 100), [count(X + 1)], 4)
    outer = ir.While([], truth(True), [store(X + 1, 0), inner, count()], 3)
    pair = Pair(program(halt(outer)))
    state = pair.play([0] * 8, 1)
    assert (state[ir.FAULT], state[ir.FAULT_LINE]) == (ir.TOO_MUCH, 4)
    assert state[X] == 9, "each outer pass pays 101"


def test_a_long_loop_pays_its_actual_passes_on_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ir, "FUEL", 1000)
    passes = ir.Loop("i", const(1), load(X + 1, lo=0, hi=5000), [], 9)
    fine = [store(X + 1, 500), passes, ir.Loop("i", const(1), load(X + 1, lo=0, hi=5000), [], 10)]
    assert ended(program(halt(*fine))) == (1, 0, 0)
    assert ended(program(halt(*fine, ir.Loop("i", const(1), const(65), [], 11)))) == (2, ir.TOO_MUCH, 11)
    assert ended(program(halt(*fine, ir.Loop("i", const(1), const(64), [], 11)))) == (1, 0, 0)


def test_short_loops_nested_deep_do_not_run_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ir, "FUEL", 10_000)
    body: list[ir.Stmt] = [count()]
    for depth in range(10):
        body = [ir.Loop(f"i{depth}", const(1), const(60), body, depth)]
    state = Pair(program(halt(*body))).play([0] * 8, 1)
    assert (state[ir.OVER], state[ir.FAULT]) == (2, ir.TOO_MUCH)
    assert 0 < state[X] <= 10_000 * ir.FREE_PASSES, (
        "of 60^10 passes, no more than what is paid for and what goes with it for nothing"
    )


def test_calls_that_double_at_each_step_do_not_run_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ir, "FUEL", 10_000)
    functions = [ir.Function("f0", [], [ir.Return(load(X, lo=0, hi=1))], ir.INT, 0, 1)]
    for number in range(1, 60):
        below = functions[-1]
        both = ir.Binary(ir.INT, 0, 1, "bor", call(below), call(below))
        functions.append(ir.Function(f"f{number}", [], [ir.Return(both)], ir.INT, 0, 1))
    assert ended(program(halt(store(X, call(functions[-1]))), functions))[:2] == (2, ir.TOO_MUCH)


def test_blocks_that_jump_in_a_ring_stop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ir, "FUEL", 500)
    blocks = [ir.Block("a", [count()], ir.Jump("b")), ir.Block("b", [], ir.Fork(truth(True), "a", "b"))]
    assert ended(program(machine(blocks)))[:2] == (2, ir.TOO_MUCH)
    assert ended(program(machine([ir.Block("a", [], ir.Dispatch(load(X)))])))[:2] == (2, ir.TOO_MUCH)


def test_a_question_fills_up_the_fuel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ir, "FUEL", 100)
    loop = ir.Loop("i", const(1), const(90), [], 5)
    pair = Pair(program(machine([ir.Block("a", [loop, ir.Emit(const(1))], ir.Ask("a"))])))
    assert pair.play([0] * 8, 1, steps=30)[ir.OVER] == 0


def recursive(depth: int) -> ir.Program:
    p = local("p", 0, 10_000)
    ping = ir.Function(
        "ping",
        [("p", 0, 10_000)],
        [
            count(),
            ir.If(binary("eq", p, 0), [ir.Return(const(5))]),
            ir.Do("pong", (binary("max", binary("sub", p, 1), 0),), "r"),
            ir.Return(local("r", 0, 5)),
        ],
        ir.INT,
        0,
        5,
        changes=True,
    )
    pong = ir.Function(
        "pong", [("p", 0, 10_000)], [ir.Do("ping", (p,), "r"), ir.Return(local("r", 0, 5))], ir.INT, 0, 5, changes=True
    )
    return program(halt(ir.Do("ping", (const(depth),), "r"), store(X + 1, local("r", 0, 5))), [ping, pong])


def test_functions_may_call_each_other_in_a_ring_down_to_a_limit() -> None:
    deepest = (DEPTH_LIMIT - 1) // 2
    state = Pair(recursive(deepest)).play([0] * 8, 1)
    assert (state[ir.OVER], state[X], state[X + 1]) == (1, deepest + 1, 5)
    assert ended(recursive(deepest + 1))[:2] == (2, ir.TOO_DEEP)
    assert ended(recursive(9_000))[:2] == (2, ir.TOO_DEEP)


def test_a_ring_that_opens_many_branches_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ir, "FUEL", 5_000)
    p = local("p", 0, 100)
    less = binary("max", binary("sub", p, 1), 0)
    tree = ir.Function(
        "tree",
        [("p", 0, 100)],
        [
            ir.If(binary("gt", p, 0), [ir.Do("tree", (less,)), ir.Do("tree", (less,))]),
        ],
        changes=True,
    )
    assert ended(program(halt(ir.Do("tree", (const(100),))), [tree]))[:2] == (2, ir.TOO_MUCH)
    assert ended(program(halt(ir.Do("tree", (const(5),))), [tree])) == (1, 0, 0)


def test_a_short_loop_is_free() -> None:
    short, long = ir.Loop("i", const(1), const(64), [], 1), ir.Loop("i", const(1), const(65), [], 1)
    facts = ProgramFacts(program(halt(short, long)))
    assert (facts.pays(short), facts.pays(long)) == (False, True)


def test_a_test_cannot_go_on_with_the_next_pass() -> None:
    with pytest.raises(ProgramError):
        ProgramFacts(program(halt(ir.While([ir.Continue()], truth(True), [], 1))))

"""The machine stops at questions, goes on where it should, and tells what happens to whoever listens."""

from __future__ import annotations

import gc

import numpy as np
import pytest

from ludwright import ir
from ludwright.engine.compiled import Compiled
from ludwright.engine.random import Stream, stream
from ludwright.engine.twin import Twin
from ludwright.mistakes import LudwrightError
from tests.engine.build import binary, call, const, flag, load, local, machine, program, store, truth
from tests.engine.compare import Pair
from tests.engine.tic_tac_toe import table, tic_tac_toe

X = ir.HEADER
ZEROS = [0] * 8


def test_tic_tac_toe_is_the_same_game_in_both_runs() -> None:
    pair = Pair(tic_tac_toe(), careful=True)
    words = [int(word) for word in table()]
    for game in range(300):
        pair.play(words, game)


def test_every_tic_tac_toe_game_is_found() -> None:
    twin, words = Twin(tic_tac_toe()), [int(word) for word in table()]
    context = twin.new_context(Stream(0, 1))

    def games(state: list[int], options: list[int]) -> int:
        if not options:
            return 1
        total = 0
        for code in options:
            after = state[:]
            twin.advance(after, words, context, code)
            total += games(after, context.options[:])
        return total

    start = twin.new_state()
    twin.setup(start, words, context)
    # By symmetry, the corner, edge and middle as first moves stand for 4, 4 and 1 of them.
    total = 0
    for code, times in ((1, 4), (2, 4), (5, 1)):
        after = start[:]
        twin.advance(after, words, context, code)
        total += times * games(after, context.options[:])
    assert total == 255_168


def test_a_game_that_is_over_stays_as_it_is() -> None:
    pair = Pair(program(machine([ir.Block("start", [store(X, 3)], ir.Halt())])))
    state = pair.compiled.new_state()
    context = pair.compiled.new_context(Stream(0, 1))
    assert pair.compiled.setup(state, np.zeros(8, np.int32), context) == 0
    before = state.copy()
    assert pair.compiled.advance(state, np.zeros(8, np.int32), context, 5) == 0
    assert (state == before).all()
    words, plain = [int(w) for w in state], pair.twin.new_context(Stream(0, 1))
    assert pair.twin.advance(words, ZEROS, plain, 5) == 0
    assert pair.twin.legal(words, ZEROS, plain) == 0
    assert pair.compiled.legal(state, np.zeros(8, np.int32), context) == 0
    assert words == before.tolist()


def test_a_question_without_options_is_a_fault() -> None:
    state = Pair(program(machine([ir.Block("start", [store(X, 3, line=8)], ir.Ask("start"))]))).play(ZEROS, 1)
    assert (state[ir.OVER], state[ir.FAULT], state[ir.FAULT_LINE], state[ir.ACTOR]) == (2, ir.NO_ACTION, 8, -1)


def test_the_first_fault_is_the_one_reported() -> None:
    wrong = binary("ge", load(X), 5)
    body = [
        ir.Check(truth(True), 1, 1),
        ir.Check(wrong, ir.EMPTY, 2),
        ir.Check(wrong, ir.FULL, 3),
        store(X, 2**20, lo=0, hi=5, line=4),
    ]
    state = Pair(
        program(machine([ir.Block("start", body, ir.Jump("more")), ir.Block("more", [store(X + 1, 1)], ir.Halt())]))
    ).play(ZEROS, 1)
    assert (state[ir.FAULT], state[ir.FAULT_LINE], state[X + 1]) == (ir.EMPTY, 2, 0)


def test_locals_of_the_machine_pass_from_block_to_block_but_not_over_a_question() -> None:
    blocks = [
        ir.Block("start", [ir.Set("v", const(5)), ir.Set("yes", truth(True))], ir.Jump("second")),
        ir.Block("second", [store(X, local("v")), ir.Emit(const(1))], ir.Fork(flag("yes"), "ask", "never")),
        ir.Block("never", [], ir.Halt()),
        ir.Block("ask", [], ir.Ask("after")),
        ir.Block("after", [store(X + 1, local("v"))], ir.Halt()),
    ]
    state = Pair(program(machine(blocks, ["start", "after"]))).play(ZEROS, 1)
    assert state[X : X + 2] == [5, 0]


def test_a_dispatch_goes_to_the_block_of_that_number() -> None:
    blocks = [
        ir.Block("start", [store(X + 5, 2)], ir.Dispatch(load(X + 5))),
        ir.Block("one", [store(X, 1)], ir.Halt()),
        ir.Block("two", [store(X, 2)], ir.Halt()),
    ]
    assert Pair(program(machine(blocks, ["start", "one", "two"]))).play(ZEROS, 1)[X] == 2
    blocks[0].body[0] = store(X + 5, 3)
    assert Pair(program(machine(blocks, ["start", "one", "two"]))).play(ZEROS, 1)[ir.FAULT] == ir.BAD_INDEX


def test_a_counter_keeps_its_last_value_after_the_loop() -> None:
    body = [
        ir.Loop("i", const(2), const(5), [ir.If(binary("eq", local("i", 2, 5), 4), [ir.Break()])], 1),
        store(X, local("i")),
        ir.Loop("i", const(2), const(5), [], 1, down=True),
        store(X + 1, local("i")),
        ir.Loop("i", load(X, lo=0, hi=9), const(1), [], 1),
        store(X + 2, local("i")),
    ]
    assert Pair(program(machine([ir.Block("start", body, ir.Halt())]))).play(ZEROS, 1)[X : X + 3] == [4, 2, 2]


def test_notes_are_told_by_the_plain_run_only() -> None:
    heard: list[tuple[str, tuple[int, ...]]] = []
    body = [ir.Note("move", (const(3), load(X), binary("eq", load(X), 0))), ir.Note("pass", ()), store(X, 1)]
    rules = program(machine([ir.Block("start", body, ir.Halt())]))
    twin = Twin(rules)
    twin.setup(twin.new_state(), ZEROS, twin.new_context(Stream(0, 1), lambda kind, args: heard.append((kind, args))))
    assert heard == [("move", (3, 0, 1)), ("pass", ())]
    Pair(rules).play(ZEROS, 1)


def test_what_a_note_works_out_costs_the_game_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ir, "FUEL", 100)
    long = ir.Function("long", [], [ir.Loop("i", const(1), const(90), [], 1), ir.Return(const(7))], ir.INT, 7, 7)
    wrong = ir.Function("wrong", [], [ir.Check(truth(False), ir.EMPTY, 9), ir.Return(const(1))], ir.INT, 1, 1)
    body = [
        ir.Note("long", (call(long),)),
        ir.Note("wrong", (call(wrong),)),
        ir.Note("long", (call(long),)),
        ir.Loop("i", const(1), const(90), [], 1),
        store(X, 3),
    ]
    rules = program(machine([ir.Block("start", body, ir.Halt())]), [long, wrong])
    assert Pair(rules).play(ZEROS, 1)[X] == 3
    heard: list[tuple[str, tuple[int, ...]]] = []
    twin = Twin(rules)
    twin.setup(twin.new_state(), ZEROS, twin.new_context(Stream(0, 1), lambda kind, args: heard.append((kind, args))))
    assert heard == [("long", (7,)), ("long", (7,))]


def test_the_plain_run_can_be_read() -> None:
    source = Twin(tic_tac_toe()).source
    assert "def wins(state, table, run, c, who):" in source
    assert "def at_answer(state, table, run, frame):" in source


def test_names_that_python_does_not_allow_are_no_trouble() -> None:
    odd = ["track.0", "state", "class", "1st", "übel", "a b", "a_b", "run", "min", ""]
    functions = [
        ir.Function(
            name,
            [("table", 0, 9), ("if", 0, 9)],
            [
                ir.Set("x y", binary("add", local("table", 0, 9), local("if", 0, 9))),
                ir.Set("x_y", const(100)),
                ir.Return(binary("add", local("x y", 0, 18), local("x_y", 100, 100))),
            ],
            ir.INT,
            0,
            200,
        )
        for name in odd
    ]
    body: list[ir.Stmt] = [
        store(X + n, ir.Call(ir.INT, 0, 200, name, (const(n), const(1)))) for n, name in enumerate(odd)
    ]
    state = Pair(program(machine([ir.Block("start", body, ir.Halt())]), functions)).play(ZEROS, 1)
    assert state[X : X + len(odd)] == [101 + n for n in range(len(odd))]


def nested(depth: int) -> ir.Program:
    total: ir.Expr = load(X, lo=0, hi=5)
    for _ in range(depth):
        total = binary("add", const(1), total)
    deep: ir.Expr = load(X, lo=0, hi=5)
    for number in range(depth // 2):
        deep = binary("max", binary("bxor", deep, 1), number % 3)
    return program(machine([ir.Block("start", [store(X + 1, total), store(X + 2, deep)], ir.Halt())]))


def test_a_formula_of_hundreds_of_parts_is_no_trouble() -> None:
    assert Pair(nested(250)).play(ZEROS, 1)[X + 1] == 250


def test_what_is_nested_beyond_all_measure_is_refused_with_a_message() -> None:
    for run in (Twin, Compiled):
        with pytest.raises(LudwrightError, match="nested too deeply"):
            run(nested(5000))
    loops: list[ir.Stmt] = [store(X, 1)]
    for number in range(30):
        loops = [ir.Loop(f"i{number}", const(0), const(1), loops, 1)]
    with pytest.raises(LudwrightError, match="nested too deeply"):
        Twin(program(machine([ir.Block("start", loops, ir.Halt())])))


def test_compiled_code_outlives_the_names_around_it() -> None:
    compiled = Compiled(tic_tac_toe())
    setup, words = compiled._setup, table()
    state, context = compiled.new_state(), compiled.new_context(Stream(*stream(1, 0, 0)))
    del compiled
    gc.collect()
    assert setup(state.ctypes.data, words.ctypes.data, context.ctypes.data) == 9

"""What a program claims of its ranges is believed nowhere that memory is at stake."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from ludwright import ir
from ludwright.engine.compiled import Compiled
from ludwright.engine.random import Stream
from ludwright.engine.trust import Trust
from tests.engine.build import const, load, local, machine, program, store

X = ir.HEADER
ROOT = Path(__file__).parents[2]


def halt(*body: ir.Stmt) -> ir.Machine:
    return machine([ir.Block("start", list(body), ir.Halt())])


def lies(first: int, last: int) -> str:
    """Run lying programs in a process of their own; what it says in the end."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)])}
    command = [sys.executable, "-m", "tests.engine.lying_programs", str(first), str(last)]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=3000, check=False)
    return f"{done.stdout}{done.stderr[-2000:]}{done.returncode}"


@pytest.mark.skipif(sys.platform == "win32", reason="guard pages are made with mprotect")
def test_lying_programs_stay_inside_their_memory() -> None:
    assert lies(0, 30) == "all inside\n0"


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="guard pages are made with mprotect")
def test_hundreds_of_lying_programs_stay_inside_their_memory() -> None:
    assert lies(1000, 1600) == "all inside\n0"


def test_a_claim_that_the_stores_bear_out_is_believed() -> None:
    rules = program(halt(store(X, 3, lo=0, hi=4), store(X, local("n"), lo=1, hi=6)))
    trust = Trust(rules)
    assert trust.of(load(X, lo=0, hi=6)) == (0, 6)
    assert trust.of(load(X, lo=0, hi=5)) == (0, 6), "a store may write 6"
    assert trust.of(load(X, lo=1, hi=6)) == (0, 6), "it begins as 0"
    assert trust.of(load(X + 1, lo=0, hi=9)) == (0, 9)
    assert trust.of(load(ir.ANSWER, lo=0, hi=9)) == (-(2**31), 2**31 - 1), "anybody may answer anything"


def image_game() -> ir.Program:
    """A game that begins by copying its first state from the table."""
    i = ir.Local(ir.INT, 0, 23, "i")
    word = ir.Load(ir.INT, -(2**31), 2**31 - 1, "table", 4, i, 0, 23)
    copy = ir.Store(0, i, 0, 23, word, -(2**31), 2**31 - 1, 0)
    initial = ir.Function("initial", [], [ir.Loop("i", const(0), const(23), [copy], 0)], changes=True)
    reads = store(X + 1, load(X + 2, load(X, lo=0, hi=3), 4), line=5)
    return program(halt(ir.Do("initial", ()), reads), [initial], state=24, table=28)


def test_a_claim_about_the_first_state_is_a_demand_on_the_table() -> None:
    rules = image_game()
    trust = Trust(rules)
    assert trust.of(load(X, lo=0, hi=3)) == (0, 3)
    table = np.zeros(28, np.int32)
    assert not trust.wrong_words(table)
    table[4 + X] = 4
    assert trust.wrong_words(table) == {4 + X}
    assert Trust(rules, frozenset({4 + X})).of(load(X, lo=0, hi=3)) == (-(2**31), 2**31 - 1)


def test_a_table_that_is_not_as_claimed_is_played_all_the_same() -> None:
    compiled = Compiled(image_game())
    address = compiled.addresses["setup"]
    fine, astray = np.zeros(28, np.int32), np.zeros(28, np.int32)
    fine[4 + X], astray[4 + X] = 3, 2**30
    for table in (fine, astray):
        table[4 + X + 2 : 4 + X + 6] = [10, 11, 12, 13]
        state = compiled.new_state()
        compiled.setup(state, table, compiled.new_context(Stream(0, 1)))
        assert state[X + 1] == 13, "a clamped index is the last"
        assert (compiled.addresses["setup"] == address) == (table is fine), "built anew, with doubts"


def test_a_state_from_elsewhere_can_be_looked_at_before_it_is_used() -> None:
    compiled = Compiled(program(halt(store(X, local("n"), lo=-1, hi=6))))
    state = compiled.new_state()
    assert compiled.possible(state)
    state[X] = 7
    assert not compiled.possible(state)
    assert not compiled.possible(compiled.new_state()[:-1])


def test_parameters_of_exports_are_clamped() -> None:
    peek = ir.Function(
        "peek",
        [("seat", 0, 1)],
        [
            ir.Return(ir.Unary(ir.REAL, 0, 0, "real", load(X, local("seat", 0, 1), 2))),
        ],
        ir.REAL,
    )
    compiled = Compiled(program(halt(store(X, 5), store(X + 1, 6)), [peek], reals={"peek": "peek"}))
    state, table, context = compiled.new_state(), np.zeros(8, np.int32), compiled.new_context(Stream(0, 1))
    compiled.setup(state, table, context)
    assert [compiled.real("peek", state, table, context, seat) for seat in (-(2**62), 0, 1, 2**62)] == [5, 5, 6, 6]

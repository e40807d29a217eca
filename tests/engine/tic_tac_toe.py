"""Tic-tac-toe written by hand as a program, as a good elaborator would write it."""

from __future__ import annotations

import numpy as np

from ludwright import ir
from tests.engine.build import binary, const, load, local, machine, program, select, store, unary

OUTCOME = ir.HEADER
CELLS = ir.HEADER + 2
LINES = ir.TABLE_HEADER
"""For each cell four lines of two other cells (padded with a cell that never fits: 9)."""

ALL_LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def table() -> np.ndarray:
    words = [0] * LINES
    for cell in range(9):
        through = [[c for c in line if c != cell] for line in ALL_LINES if cell in line]
        through += [[9, 9]] * (4 - len(through))
        words += [c for pair in through for c in pair]
    return np.array(words, np.int32)


def tic_tac_toe() -> ir.Program:
    cell = local("c", 0, 8)
    mark = load(CELLS, cell, 10, 0, 2)
    options = ir.Function(
        "options",
        [],
        [
            ir.Loop("c", const(0), const(8), [ir.If(binary("eq", mark, 0), [ir.Emit(binary("add", cell, 1))])], 9),
        ],
        changes=True,
    )
    who = local("who", 1, 2)
    k = local("k", 0, 3)
    at = binary("add", binary("mul", local("c", 0, 8), 8), binary("mul", k, 2))

    def other(n: int) -> ir.Expr:
        return load(CELLS, load(LINES, binary("add", at, n), 72, 0, 9, block="table"), 10, 0, 2)

    wins = ir.Function(
        "wins",
        [("c", 0, 8), ("who", 1, 2)],
        [
            ir.Loop(
                "k",
                const(0),
                const(3),
                [
                    ir.If(
                        binary("and", binary("eq", other(0), who), binary("eq", other(1), who)),
                        [ir.Return(ir.Const(ir.BOOL, 1, 1, 1))],
                    ),
                ],
                12,
            ),
            ir.Return(ir.Const(ir.BOOL, 0, 0, 0)),
        ],
        result=ir.BOOL,
        lo=0,
        hi=1,
    )
    returns = ir.Function(
        "returns",
        [("seat", 0, 1)],
        [
            ir.Return(unary("real", load(OUTCOME, local("seat", 0, 1), 2, -1, 1))),
        ],
        result=ir.REAL,
    )
    actor = load(ir.ACTOR, 0, 1, 0, 1)
    c = local("c", 0, 8)
    blocks = [
        ir.Block("start", [store(ir.ACTOR, 0, lo=-1, hi=1)], ir.Jump("ask")),
        ir.Block("ask", [ir.Do("options", ())], ir.Ask("answer")),
        ir.Block(
            "answer",
            [
                ir.Set("c", binary("max", binary("min", binary("sub", load(ir.ANSWER), 1), 8), 0)),
                ir.Set("who", binary("add", actor, 1)),
                store(CELLS, who, c, 10, 0, 2, line=8),
                store(ir.MOVES, binary("add", load(ir.MOVES, 0, 1, 0, 100), 1), lo=0, hi=1000, line=8),
            ],
            ir.Fork(ir.Call(ir.BOOL, 0, 1, "wins", (c, who)), "won", "full?"),
        ),
        ir.Block(
            "won",
            [
                store(OUTCOME, 1, actor, 2, -1, 1, line=11),
                store(OUTCOME, -1, binary("sub", 1, actor), 2, -1, 1, line=11),
            ],
            ir.Halt(),
        ),
        ir.Block("full?", [], ir.Fork(binary("eq", load(ir.MOVES, 0, 1, 0, 100), 9), "draw", "next")),
        ir.Block("draw", [], ir.Halt()),
        ir.Block(
            "next",
            [
                store(ir.ACTOR, select(binary("eq", actor, 0), const(1), const(0)), lo=-1, hi=1),
                store(ir.TURNS, binary("add", load(ir.TURNS, 0, 1, 0, 100), 1), lo=0, hi=1000),
            ],
            ir.Jump("ask"),
        ),
    ]
    return program(
        machine(blocks, ["start", "answer"]),
        [options, wins, returns],
        state=CELLS + 10,
        table=LINES + 72,
        max_options=9,
        reals={"returns": "returns"},
    )

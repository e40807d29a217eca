"""A program whose chance is told what to bring: so that every outcome of a move can be gone through.

Each draw takes the next number of a script, which lies behind the table (what is left of it when divided by how many numbers there are to
draw from), and notes behind the state how many there were. Nothing else changes: with the numbers of the script for its dice the game is the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ludwright import ir
from ludwright.engine.walks import bodies, called, statements
from ludwright.ir import terms

DRAWS = 64
"""How many draws of one move are told apart; more than that are never all gone through."""
_MOST = (1 << 31) - 1
_NAME = "drawn from the script"


def draws_chance(program: ir.Program) -> bool:
    """Whether chance has any part in a game."""
    return any(isinstance(stmt, ir.Draw) for stmt in _everything(program))


def scripted(program: ir.Program) -> ir.Program | None:
    """The same game with its chance told by a script; None where rules draw while they only try something out."""
    if _draws_on_trial(program):
        return None
    blocks = {name: replace(block, body=_told(block.body)) for name, block in program.machine.blocks.items()}
    functions = {name: replace(function, body=_told(function.body)) for name, function in program.functions.items()}
    functions[_NAME] = _drawing(program)
    return replace(
        program,
        functions=functions,
        machine=replace(program.machine, blocks=blocks),
        state_size=program.state_size + 1 + DRAWS,
        table_size=program.table_size + DRAWS,
    )


def _everything(program: ir.Program) -> Iterator[ir.Stmt]:
    for function in program.functions.values():
        yield from statements(function.body)
    for block in program.machine.blocks.values():
        yield from statements(block.body)


def _draws_on_trial(program: ir.Program) -> bool:
    """Whether chance is drawn where the state is put back afterwards, what was noted of the draw included."""
    drawing = {
        name
        for name, function in program.functions.items()
        if any(isinstance(stmt, ir.Draw) for stmt in statements(function.body))
    }
    grown = True
    while grown:
        grown = False
        for name, function in program.functions.items():
            if name not in drawing and any(drawing & set(called(stmt)) for stmt in statements(function.body)):
                drawing.add(name)
                grown = True
    return any(
        isinstance(stmt, ir.Draw) or drawing & set(called(stmt))
        for trial in _everything(program)
        if isinstance(trial, ir.Preserve)
        for stmt in statements(trial.body)
    )


def _told(body: list[ir.Stmt]) -> list[ir.Stmt]:
    return [_told_statement(stmt) for stmt in body]


def _told_statement(stmt: ir.Stmt) -> ir.Stmt:
    match stmt:
        case ir.Draw():
            return ir.Do(_NAME, (stmt.bound,), into=stmt.name)
        case ir.If():
            return replace(stmt, then=_told(stmt.then), otherwise=_told(stmt.otherwise))
        case ir.Switch():
            cases = {number: _told(inner) for number, inner in stmt.cases.items()}
            return replace(stmt, cases=cases, default=_told(stmt.default))
        case ir.Loop():
            return replace(stmt, body=_told(stmt.body))
        case ir.While():
            return replace(stmt, test=_told(stmt.test), body=_told(stmt.body))
        case _:
            return stmt if not bodies(stmt) else replace(stmt, body=_told(stmt.body))  # type: ignore[type-var, attr-defined]


def _drawing(program: ir.Program) -> ir.Function:
    """The function that takes the next number of the script. Draws from one number bring nothing to tell apart."""
    cursor, bounds = program.state_size, program.state_size + 1
    bound = terms.local("bound", -ir.LIMIT, ir.LIMIT)
    count = terms.state(cursor, lo=0, hi=DRAWS + 1)
    at = terms.local("at", 0, DRAWS - 1)
    number = terms.table(program.table_size, at, 0, DRAWS - 1, 0, _MOST)
    body: list[ir.Stmt] = [
        ir.If(terms.le(bound, terms.ONE), [ir.Return(terms.ZERO)]),
        ir.Set("at", terms.lowest(count, terms.const(DRAWS - 1))),
        terms.store(bounds, terms.clamp(bound, 1, _MOST), at, 0, DRAWS - 1, 0, _MOST),
        terms.store(cursor, terms.lowest(terms.add(count, terms.ONE), terms.const(DRAWS + 1)), lo=0, hi=DRAWS + 1),
        ir.Return(ir.Binary(ir.INT, 0, _MOST, "mod", number, terms.clamp(bound, 1, _MOST))),
    ]
    return ir.Function(_NAME, [("bound", -ir.LIMIT, ir.LIMIT)], body, ir.INT, 0, _MOST, changes=True)

"""Wherever a game may stop by a fault, the fault names a line that somebody wrote."""

from __future__ import annotations

import pytest

from ludwright import ir
from ludwright.engine.walks import bodies
from tests.bundled import bundled

GAMES = ["island", "hearts", "harbour-town", "court", "conquest-small", "fireworks"]


def without_line(body: list[ir.Stmt]) -> list[ir.Stmt]:
    found = [s for s in body if isinstance(s, ir.Loop | ir.While | ir.Check | ir.Store | ir.Emit) and not s.line]
    return found + [s for statement in body for inner in bodies(statement) for s in without_line(inner)]


def unnamed(program: ir.Program) -> list[ir.Stmt]:
    """All statements that may fault and have no line."""
    bodies = [f.body for f in program.functions.values()] + [b.body for b in program.machine.blocks.values()]
    return [s for body in bodies for s in without_line(body)]


@pytest.mark.parametrize("name", GAMES)
def test_every_statement_has_a_line(name: str) -> None:
    game = bundled(name)
    assert game.rules.program is not None
    found = unnamed(game.rules.program)
    assert not found, found[:3]

"""What kind of game it is, as far as players that think want to know."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from weakref import WeakKeyDictionary

from ludwright import ir
from ludwright.engine.walks import called, statements
from ludwright.hidden.layout import hides
from ludwright.play.playable import Playable


@dataclass(frozen=True)
class Nature:
    """Of one game for one number of players."""

    players: int
    chance: bool
    """Whether anything is left to chance after the first question."""
    hidden: bool
    """Whether somebody does not see everything."""
    common: bool
    """Whether all win or lose together, or one plays alone."""
    scored: bool = False
    """Whether that is by points: the more, the better."""

    @property
    def exact(self) -> bool:
        """Whether an answer always leads to the same position: no chance, nothing hidden."""
        return not self.chance and not self.hidden

    @property
    def duel(self) -> bool:
        """Whether one player's gain is the other's loss."""
        return self.players == 2 and not self.common


_known: WeakKeyDictionary[Any, Nature] = WeakKeyDictionary()
"""Of games that were asked about before: whoever sits down asks, and a whole program is read for it."""


def nature_of(game: Playable) -> Nature:
    """The nature of a game. Of one whose rules are Python code it is not known whether it leaves something to chance: it may."""
    model, layout = game.rules.model, getattr(game, "layout", None)
    if layout is None:
        common = game.players == 1 or bool(model.cooperative)
        return Nature(game.players, chance=True, hidden=False, common=common)
    if game not in _known:
        _known[game] = Nature(
            game.players,
            chance=draws_in_play(game.program),
            hidden=hides(model, layout),
            common=game.players == 1 or bool(model.cooperative),
            scored=game.rules.analysis.by_points,
        )
    return _known[game]


def draws_in_play(program: ir.Program) -> bool:
    """Whether a program may draw chance after its first question."""
    drawing = _drawing(program)
    blocks, seen = program.machine.blocks, set()
    open_blocks = [block.end.resume for block in blocks.values() if isinstance(block.end, ir.Ask)]
    while open_blocks:
        name = open_blocks.pop()
        if name in seen:
            continue
        seen.add(name)
        if _draws(blocks[name].body, drawing):
            return True
        open_blocks += _next(program, blocks[name].end)
    return False


def draws_at_all(program: ir.Program) -> bool:
    """Whether a program may ever draw chance, in its setup as well."""
    drawing = _drawing(program)
    return bool(drawing) or any(_draws(block.body, drawing) for block in program.machine.blocks.values())


def _next(program: ir.Program, end: ir.Terminator) -> list[str]:
    if isinstance(end, ir.Jump):
        return [end.to]
    if isinstance(end, ir.Fork):
        return [end.then, end.otherwise]
    if isinstance(end, ir.Dispatch):
        return program.machine.entries[1:]  # the first only begins the game
    return [end.resume] if isinstance(end, ir.Ask) else []


def _drawing(program: ir.Program) -> set[str]:
    """The functions that draw chance, or call one that does."""
    found: set[str] = set()
    while True:
        more = {name for name, function in program.functions.items() if _draws(function.body, found)}
        if more == found:
            return found
        found = more


def _draws(body: list[ir.Stmt], drawing: set[str]) -> bool:
    return any(
        isinstance(statement, ir.Draw) or any(name in drawing for name in called(statement))
        for statement in statements(body)
    )

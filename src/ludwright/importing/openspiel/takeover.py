"""Puts OpenSpiel in the place of the rules of a compiled text."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ludwright.engine.random import Stream
from ludwright.engine.twin import Twin
from ludwright.importing.openspiel.kernels_face import OpenSpielCompiled
from ludwright.importing.openspiel.library import Found
from ludwright.importing.openspiel.option_names import OpenSpielWording
from ludwright.importing.openspiel.plain_run import OpenSpielTwin
from ludwright.importing.openspiel.steps import Steps

if TYPE_CHECKING:
    from ludwright.game import Game


def take_over(found: Found, game: Game) -> None:
    """From now on the game is OpenSpiel's: its steps, its plain run, its words. A state has room for all that was done."""
    twin = Twin(game.program, notes=False)
    head = twin.new_state()
    twin.setup(head, [int(word) for word in game.table], twin.new_context(Stream(0, 1)))
    steps = Steps(found, head, game.rules.actions.known["choose"].base)
    plain = game.program
    game.program = replace(game.program, state_size=steps.records.size, max_options=found.options)
    game.rules.model.state_size = steps.records.size
    game.__dict__.update(
        compiled=OpenSpielCompiled(game.program, steps, plain, game.table),
        twin=OpenSpielTwin(twin, game.program, steps),
        wording=OpenSpielWording(game.rules, steps),
        opaque=True,
    )
    game.notes = []

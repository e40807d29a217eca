"""A game that begins otherwise: dealt as always, then something is exchanged before the first decision."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ludwright.engine.beginning import Begun, begun_twin
from ludwright.model.world import World

if TYPE_CHECKING:
    from ludwright.engine.twin import TwinContext
    from ludwright.game import Game

Words = npt.NDArray[np.int32]
Edit = Callable[[Words], None]
"""Changes the words of a position."""


def arranged(game: Game, edit: Edit) -> Game:
    """The same rules and deals, each changed before the first decision. Chance goes on as if nothing had been changed."""
    other, size = game._other(), game.compiled.program.state_size

    def begin(setup: Callable[..., int], state: int, table: int, context: int) -> bool:
        if not setup(state, table, context):
            return False
        edit(np.ctypeslib.as_array((ctypes.c_int32 * size).from_address(state)))
        return True

    def begin_twin(setup: Callable[..., int], state: list[int], table: Any, context: TwinContext) -> bool:
        if not setup(state, table, context):
            return False
        words = np.array(state, np.int32)
        edit(words)
        state[:] = words.tolist()
        return True

    other.__dict__["compiled"] = Begun(game.compiled, begin)
    other.__dict__["twin"] = begun_twin(game.twin, begin_twin)
    return other


# ---------------------------------------------------------------- exchanges


def change_cards(model: World, words: Words, x: int, y: int) -> None:
    """Two cards of a kind change places. Where they can lie face down, what is printed on them changes instead: who knows which place stays."""
    if any(kind.first <= x <= kind.last and kind.root in model.veiled for kind in model.component_kinds):
        first = model.arrays["design"]
        words[[first + x, first + y]] = words[[first + y, first + x]]
        return
    place, above, below, top, bottom = (model.arrays[name] for name in ("place", "above", "below", "top", "bottom"))
    spots = {c: [int(words[base + c]) for base in (place, above, below)] for c in (x, y)}
    for c, (to, up, down) in ((x, spots[y]), (y, spots[x])):
        # where they lie next to each other, each is the other's neighbour afterwards
        other = y if c == x else x
        up, down = (other if near == c else near for near in (up, down))
        words[place + c], words[above + c], words[below + c] = to, up, down
        words[below + up if up >= 0 else top + to] = c
        words[above + down if down >= 0 else bottom + to] = c


def change_seats(model: World, words: Words, one: int, other: int) -> None:
    """Two players change all that is theirs: variables, what lies in their zones, and what is marked as theirs."""
    for field in model.all_fields():
        if field.owner is model.player and field.dims:
            a, b = (slice(field.base + seat * field.row, field.base + (seat + 1) * field.row) for seat in (one, other))
            words[a], words[b] = words[b].copy(), words[a].copy()
        if field.type.form == "ref" and field.type.kind is model.player and field.owner is not None:
            own = words[field.base : field.base + field.size]
            mine, theirs = own == one, own == other
            own[mine], own[theirs] = other, one
    if not model.components or "place" not in model.arrays:
        return
    for zone in model.all_zones():
        if zone.owner is model.player and zone.dims:
            each = zone.size // model.players
            for i in range(each):
                change_piles(model, words, zone.place + one * each + i, zone.place + other * each + i)
    if "known" in model.arrays:
        known = words[model.arrays["known"] : model.arrays["known"] + model.components]
        differs = (known >> one ^ known >> other) & 1
        known ^= differs << one | differs << other


def change_piles(model: World, words: Words, a: int, b: int) -> None:
    """What lies in two zones changes places."""
    places = words[model.arrays["place"] : model.arrays["place"] + model.components]
    here, there = places == a, places == b
    places[here], places[there] = b, a
    for name in ("count", "top", "bottom"):
        base = model.arrays[name]
        words[[base + a, base + b]] = words[[base + b, base + a]]

"""One observation as one call from Python: machine code reads a position of a match, and hands out an array of its own."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from ludwright.engine.interpreter import Assembly, Method, available
from ludwright.engine.stepping import CHANCE_BYTES
from ludwright.hidden.observation_kernels import observe_by_address
from ludwright.hidden.observation_layout import ObservationLayout

if TYPE_CHECKING:
    from ludwright.engine.desks import Position

Look = Callable[["Position", int], npt.NDArray[np.int32]]
"""A position of a match and a seat; to the numbers of an observation. ``SystemError`` where either does not belong to the game."""


@cache
def _method() -> Method:
    code = Assembly("observe", given=2, own=7)
    observe, block, room, found, size, players, copy = code.own
    position, seat = code.given
    held = code.call("PyBytes_Size", position)
    code.demand(code.value(f"icmp eq i64 {held}, {size}"), "fits")
    number = code.call("PyLong_AsLongLong", seat)
    code.demand(code.value(f"icmp ult i64 {number}, {players}"), "seated")
    state = code.call("PyBytes_AsString", position)
    code.value(f"call i64 {code.pointer(observe)}(i64 {block}, i64 {state}, i64 {number}, i64 {room}, i64 {found})")
    code.lines.append(f"  ret i64 {code.call('PyObject_CallObject', copy, '0')}")
    return code.method()


def bound_look(layout: ObservationLayout, players: int) -> Look | None:
    """How the seats of a game look at positions, where the interpreter is one that machine code can speak to."""
    if not available():
        return None
    block, room, found = layout.block, np.zeros(layout.room_words, np.int32), np.zeros(layout.size, np.int32)
    kernel, copy, size = observe_by_address(), found.copy, 4 * layout.state_size + CHANCE_BYTES
    lie = [kernel.address, *(array.ctypes.data for array in (block, room, found))]
    return _method().bound([*lie, size, players, id(copy)], (block, room, copy, kernel))

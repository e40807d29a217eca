"""The one function that machine code and the Python run call outside of themselves: dealing a state again for a seat.

It takes the address of a state, the address of what there is to know of the game's hidden things, a seat, and a number; it changes the state and
nothing else, takes no chance but its own, and calls nothing back.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cache
from typing import Any

REDEAL = "ludwright_redeal"
"""Its name in the assembly."""


_makers: list[Callable[[], Any]] = []


def provide(make: Callable[[], Any]) -> Callable[[], Any]:
    """Register what builds the function, which has an ``address``: the engine runs programs and knows nothing of what lies hidden in them."""
    _makers[:] = [make]
    return make


@cache
def redealer() -> Callable[[int, int, int, int], None]:
    """The function, made known to LLVM under its name; compiled only for games that need it."""
    import llvmlite.binding as llvm

    address = _makers[0]().address
    llvm.add_symbol(REDEAL, address)
    function: Callable[[int, int, int, int], None] = ctypes.CFUNCTYPE(None, *[ctypes.c_int64] * 4)(address)
    return function

"""The one function that machine code and the Python run call outside of themselves: dealing a state again for a seat.

It takes the address of a state, the address of what there is to know of the game's hidden things, a seat, and a number; it changes the state and
nothing else, takes no chance but its own, and calls nothing back.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cache

REDEAL = "ludwright_redeal"
"""Its name in the assembly."""


@cache
def redealer() -> Callable[[int, int, int, int], None]:
    """The function, made known to LLVM under its name; compiled only for games that need it."""
    import llvmlite.binding as llvm

    from ludwright.hidden.calls import addresses
    from ludwright.hidden.estimating import deal_for_estimate

    addresses()  # built here, where Ctrl-C is heard, not when machine code first plans a redeal
    made = deal_for_estimate()
    llvm.add_symbol(REDEAL, made.address)
    function: Callable[[int, int, int, int], None] = ctypes.CFUNCTYPE(None, *[ctypes.c_int64] * 4)(made.address)
    return function

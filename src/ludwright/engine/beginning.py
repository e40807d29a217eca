"""Machine code and plain code of a game that begins otherwise: its ``setup`` is another, all else is the same."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from copy import copy
from typing import Any

from ludwright.engine.compiled import Compiled, Table
from ludwright.engine.twin import Twin, TwinContext

Prepare = Callable[[Callable[..., int], int, int, int], bool]
"""Given the game's own setup and the addresses of a state, a table and a context: makes the state. Whether there is anything to decide."""
PrepareTwin = Callable[[Callable[..., int], list[int], Any, TwinContext], bool]
"""The same for the plain run."""


class Begun(Compiled):
    """Machine code with another beginning."""

    from_start = False

    def __init__(self, compiled: Compiled, prepare: Prepare) -> None:
        self.__dict__.update(compiled.__dict__)
        self._prepare = prepare
        self._enter()

    def _build(self, table: Table | None) -> None:
        super()._build(table)
        self._enter()

    def _enter(self) -> None:
        setup, legal = self._setup, self._legal

        def begin(state: int, table: int, context: int) -> int:
            try:
                return legal(state, table, context) if self._prepare(setup, state, table, context) else 0
            except Exception as error:  # raised by whoever plays: nothing can pass through machine code
                self.error = self.error or error
                return 0

        kept: Any = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_int64, ctypes.c_int64, ctypes.c_int64)(begin)
        self._setup = kept
        self.addresses = {**self.addresses, "setup": int(ctypes.cast(kept, ctypes.c_void_p).value or 0)}


def begun_twin(twin: Twin, prepare: PrepareTwin) -> Twin:
    """The plain run with another beginning."""

    def setup(state: list[int], table: Any, context: TwinContext) -> int:
        return twin.legal(state, table, context) if prepare(twin.setup, state, table, context) else 0

    other = copy(twin)
    other.setup = setup  # type: ignore[method-assign]
    return other

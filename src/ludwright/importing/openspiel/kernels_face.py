"""A game of OpenSpiel under the addresses that machine code would have, so that every kernel plays it."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from ludwright import ir
from ludwright.engine.compiled import Compiled, Table, signed
from ludwright.engine.layout import context_words
from ludwright.engine.random import MASK, Stream
from ludwright.importing.openspiel.redeal import Plan, Redeals
from ludwright.importing.openspiel.steps import Steps, Way

_I = ctypes.c_int64
_STEP = ctypes.CFUNCTYPE(ctypes.c_int32, _I, _I, _I)
_CODE = ctypes.CFUNCTYPE(ctypes.c_int32, _I, _I, _I, ctypes.c_int32)
_REAL = ctypes.CFUNCTYPE(ctypes.c_double, _I, _I, _I, _I)
_PLAN = ctypes.CFUNCTYPE(_I, _I, _I, _I, _I, _I, _I)
_DEAL = ctypes.CFUNCTYPE(_I, _I, _I, _I, _I, _I)
_LOOK = ctypes.CFUNCTYPE(ctypes.c_uint64, _I, _I, _I, _I)


OWN = ("returns", "score")
"""What OpenSpiel says of a state; all else is asked of the text."""


class _NoClaims:
    """Rules in Python rely on nothing that a table or a state might not keep to."""

    def __init__(self, steps: Steps) -> None:
        self._steps = steps

    def wrong_words(self, table: Table) -> frozenset[int]:
        """No word of a table is wrong."""
        return frozenset()

    def state_is_possible(self, state: npt.NDArray[np.int32]) -> bool:
        """Whether the steps noted there can be taken."""
        try:
            self._steps.position(state)
        except Exception:  # whatever OpenSpiel says to an answer that it does not know
            return False
        return True


class OpenSpielCompiled(Compiled):
    """The rules as functions by address. The first error of one of them is kept, and the game in which it came is over."""

    def __init__(self, program: ir.Program, steps: Steps, plain: ir.Program, table: Table) -> None:
        """Of a program with room for the record; ``plain`` is that of the text."""
        self.program, self._steps = program, steps
        self.capacity, self.arena = program.max_options, 0
        self.context_words = context_words(self.capacity, 0)
        self._lock = threading.Lock()
        self._accepted = None
        self._doubted = frozenset()
        self._trust: Any = _NoClaims(steps)
        self._redeals = Redeals(steps)
        self._plans: dict[int, Plan] = {}
        kept: dict[str, Any] = {
            "setup": _STEP(self._begin),
            "legal": _STEP(self._look_again),
            "advance": _CODE(self._answer),
            **{f"real_{name}": _REAL(self._real(name)) for name in OWN if name in program.reals},
        }
        more = [name for name in program.reals if name not in OWN]
        self._setup, self._legal, self._advance = kept["setup"], kept["legal"], kept["advance"]
        self._reals = {name: kept[f"real_{name}"] for name in OWN if name in program.reals}
        hidden: dict[str, Any] = {
            "plan_at": _PLAN(self._plan),
            "deal_at": _DEAL(self._deal),
            "look_at": _LOOK(self._seen),
        }
        self.code: Any = (kept, hidden)
        """Whoever holds this keeps the functions where they are."""
        self.addresses = {name: _address(made) for name, made in kept.items()}
        if more:  # what is asked of the head of a state, such as `turn.number`
            text = Compiled(plain, table)
            kept["text"] = text
            for name in more:
                self._reals[name], self.addresses[f"real_{name}"] = text._reals[name], text.addresses[f"real_{name}"]
        self.seat_knowledge = {name: _address(made) for name, made in hidden.items()}

    # ------------------------------------------------------------ playing

    def _begin(self, state: int, table: int, context: int) -> int:
        return self._played(state, table, context, self._steps.begin)

    def _answer(self, state: int, table: int, context: int, code: int) -> int:
        return self._played(state, table, context, lambda words, way: self._steps.answer(words, code, way))

    def _look_again(self, state: int, table: int, context: int) -> int:
        return self._played(state, table, context, lambda words, way: self._steps.options(words))

    def _played(self, state: int, table: int, context: int, step: Callable[[Any, Way], list[int]]) -> int:
        words, beside = self._state(state), _block(_I, context, self.context_words)
        chance = Stream(int(beside[ir.CTX_RNG_STATE]) & MASK, int(beside[ir.CTX_RNG_STREAM]) & MASK)
        try:
            codes = step(words, Way.by(_block(ctypes.c_int32, table, ir.TABLE_HEADER), chance))
        except BaseException as error:  # nothing can pass through machine code: whoever plays raises it
            self.error = self.error or _as_error(error)
            words[ir.OVER], words[ir.FAULT], words[ir.ACTOR] = 2, ir.BAD_ANSWER, -1
            codes = []
        beside[ir.CTX_RNG_STATE], beside[ir.CTX_RNG_STREAM] = signed(chance.state), signed(chance.inc)
        beside[ir.CTX_HEADER : ir.CTX_HEADER + len(codes)] = codes
        beside[ir.CTX_OPTIONS] = len(codes)
        return len(codes)

    def _real(self, name: str) -> Callable[[int, int, int, int], float]:
        def real(state: int, table: int, context: int, seat: int) -> float:
            try:
                return self._steps.real(name, self._state(state), seat)
            except BaseException as error:
                self.error = self.error or _as_error(error)
                return 0.0

        return real

    def _state(self, address: int) -> Any:
        return _block(ctypes.c_int32, address, self.program.state_size)

    # ------------------------------------------------------------ what seats know

    def _plan(self, block: int, scratch: int, state: int, seat: int, streams: int, role: int) -> int:
        try:
            self._plans[scratch] = self._redeals.plan(self._steps.records.read(self._state(state)), seat)
        except BaseException as error:
            self.error = self.error or _as_error(error)
        return 1

    def _deal(self, block: int, scratch: int, state: int, streams: int, role: int) -> int:
        words, numbers = self._state(state), _block(ctypes.c_uint64, streams, 2 * role + 2)
        chance = Stream(int(numbers[2 * role]), int(numbers[2 * role + 1]))
        try:
            self._steps.records.write(words, self._redeals.deal(self._plans[scratch], chance), 0)
        except BaseException as error:
            self.error = self.error or _as_error(error)
            words[ir.OVER], words[ir.ACTOR] = 2, -1
        numbers[2 * role], numbers[2 * role + 1] = chance.state, chance.inc
        return 1

    def _seen(self, block: int, state: int, context: int, seat: int) -> int:
        try:
            return self._redeals.look(self._steps.records.read(self._state(state)), seat)
        except BaseException as error:
            self.error = self.error or _as_error(error)
            return 0


def _address(made: Any) -> int:
    return int(ctypes.cast(made, ctypes.c_void_p).value or 0)


def _as_error(error: BaseException) -> Exception:
    return error if isinstance(error, Exception) else RuntimeError("interrupted")


def _block(kind: Any, address: int, size: int) -> Any:
    return np.ctypeslib.as_array((kind * size).from_address(address))

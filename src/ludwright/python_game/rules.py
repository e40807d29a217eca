"""A game in Python as rules over flat blocks: for single plays by calls, and for kernels under C addresses."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

import numpy as np

from ludwright import ir
from ludwright.engine.callbacks import Callbacks
from ludwright.engine.compiled import Compiled, Context, State, Table, signed
from ludwright.engine.desks import DeskCalls
from ludwright.engine.random import MASK, Stream
from ludwright.play.winners import PLACING
from ludwright.python_game.block import Head, ObjectLayout
from ludwright.python_game.caller import Actions, Caller
from ludwright.python_game.complaints import PythonGameError, StoppedError
from ludwright.python_game.contract import PythonGame, has
from ludwright.python_game.memory import Live
from ludwright.python_game.positions import Positions
from ludwright.python_game.results import ReturnRules
from ludwright.rules.options.wording import Option

T = TypeVar("T")

_VIEWS = 64
"""How many blocks are remembered by where they lie."""

_REAL = ctypes.CFUNCTYPE(ctypes.c_double, ctypes.c_int64, ctypes.c_int64, ctypes.c_int64, ctypes.c_int64)


@dataclass(slots=True)
class ObjectRun:
    """A game on its way from one question to the next."""

    chance: Stream
    head: Head
    live: Live
    place: bytes
    """The words of its position."""
    done: list[Any] = field(default_factory=list)
    """The actions done on the way."""
    results: tuple[list[float], list[int]] | None = None
    """What each seat got, and its placing, when it has come to an end."""


class PythonRules(Callbacks):
    """The rules of a game in Python. Any number of threads may share them."""

    from_start = False

    def __init__(self, make: Callable[[], PythonGame], sample: PythonGame, players: int, ask_forced: bool) -> None:
        self.players, self.ask_forced = players, ask_forced
        self.longest = sample.longest
        room = sample.encoded_size if has(sample, "encode") else ObjectLayout.record_room(sample.longest)
        self.layout = ObjectLayout(players, room)
        self.caller = Caller(type(sample), players)
        self.results = ReturnRules(sample, players, self.caller)
        self._positions = Positions(make, self.caller, room)
        self._of_thread = threading.local()
        self._views: dict[int, State] = {}
        super().__init__(
            self._kindly(self._setup), self._kindly(self._advance), self._kindly(self._legal), self._returns,
            state_size=self.layout.state_size, max_options=sample.most_actions,
        )  # fmt: skip
        self.reals = ["returns"]
        told = ("score", self.results.has_score), ("lead", self.results.has_lead), (PLACING, self.results.may_name_all)
        for name, there in told:
            if there:
                self.reals.append(name)
                self._kept[f"real_{name}"] = made = _REAL(self._by_address(name))
                self.addresses[f"real_{name}"] = int(ctypes.cast(made, ctypes.c_void_p).value or 0)

    # ------------------------------------------------------------ for kernels

    @property
    def error(self) -> Exception | None:
        """The first error in this thread since it last made a context. Kernels run on, but nothing more is played."""
        return getattr(self._of_thread, "error", None)

    @error.setter
    def error(self, error: Exception | None) -> None:
        self._of_thread.error = error

    def new_context(self, chance: Stream) -> Context:
        """What a game needs beside its state."""
        self.error = None
        return super().new_context(chance)

    def _state(self, address: int) -> State:
        """The block at an address. A kernel comes with the same few addresses again and again."""
        known = self._views.get(address)
        if known is None:
            if len(self._views) >= _VIEWS:
                self._views.clear()
            known = self._views[address] = super()._state(address)
        return known

    def _kindly(self, rule: Callable[..., Sequence[int]]) -> Callable[..., Sequence[int]]:
        """A rule for kernels: after an error the other games of the same run end at once, and an interrupt is an error too."""

        def kind_rule(state: State, *rest: Any) -> Sequence[int]:
            if self.error is not None:
                state[ir.OVER] = 2
                return ()
            try:
                return rule(state, *rest)
            except KeyboardInterrupt:
                raise StoppedError("interrupted") from None

        return kind_rule

    def _by_address(self, name: str) -> Callable[[int, int, int, int], float]:
        def real(state: int, table: int, context: int, seat: int) -> float:
            try:
                return self._number(name, self._state(state), seat)
            except Exception as error:
                self.error = self.error or error
                return 0.0

        return real

    # ------------------------------------------------------------ for single plays: errors are raised

    def setup(self, state: State, table: Table, context: Context) -> int:
        """Begin a game. The number of options; 0 when it is over at once."""
        state.fill(0)
        return self._emit(context, self._setup(state, context))

    def advance(self, state: State, table: Table, context: Context, code: int) -> int:
        """Answer the open question. When the game's code fails, the state is as before."""
        return self._emit(context, self._advance(state, context, code))

    def bound(self, state: State, table: Table, context: Context) -> DeskCalls:
        """All calls for three blocks."""
        blocks = state, table, context
        return DeskCalls(
            partial(self.setup, *blocks),
            partial(self.legal, *blocks),
            partial(self.advance, *blocks),
            lambda name, seat: self.real(name, *blocks, seat),
        )

    def legal(self, state: State, table: Table, context: Context) -> int:
        """Emit the options again."""
        return self._emit(context, self._legal(state, context))

    def real(self, name: str, state: State, table: Table, context: Context, seat: int) -> float:
        """``returns``, ``score``, ``lead`` or ``placing`` of a seat."""
        return self._returns(state, seat) if name == "returns" else self._number(name, state, seat)

    options = staticmethod(Compiled.options)

    def _emit(self, context: Context, codes: Sequence[int]) -> int:
        context[ir.CTX_HEADER : ir.CTX_HEADER + len(codes)] = codes
        context[ir.CTX_OPTIONS] = len(codes)
        return len(codes)

    def worded(self, state: State) -> list[Option]:
        """The options in words."""
        return self._seen(state, lambda live: self.caller.options(live.game, live.actions))

    def position(self, state: State) -> PythonGame:
        """The game at this point, made again from the block: the caller may do with it what it likes."""
        head = self.layout.read(state)
        return self._positions.again(head, self.layout.place(state, head)).game

    def replayed(self, words: Sequence[int]) -> PythonGame:
        """The game that a state means, made from nothing else: by ``decode``, or by doing all its actions again."""
        state = np.array(words, np.int32)
        head = self.layout.read(state)
        return self._positions.anew(head, self.layout.place(state, head)).game

    # ------------------------------------------------------------ playing

    def _setup(self, state: State, context: Context) -> Sequence[int]:
        chance = _chance(context)
        words = [0] * ir.HEADER
        words[ir.ACTOR] = words[ir.TURN_PLAYER] = words[ir.ACTED] = -1
        words[ir.TURN] = words[ir.TURNS] = 1
        began = (0, 0) if self._positions.encoded else (chance.state, chance.inc)
        live = self._positions.begin(chance)
        drawn = (0, 0) if self._positions.encoded else live.drawn
        return self._go(
            state, context, ObjectRun(chance, Head(words, began, drawn), live, self._positions.first(live)), None
        )

    def _advance(self, state: State, context: Context, code: int) -> Sequence[int]:
        head = self.layout.read(state)
        if head.words[ir.OVER]:
            return ()
        place = self.layout.place(state, head)
        live = self._positions.take(head, place)
        head.words[ir.ANSWER] = code
        if code not in live.actions:
            self._positions.keep(head, place, live)
            return self._stop(state, head, ir.BAD_ANSWER)
        return self._go(state, context, ObjectRun(_chance(context), head, live, place), code)

    def _go(self, state: State, context: Context, run: ObjectRun, code: int | None) -> Sequence[int]:
        """Run up to the next question. Nothing is written before all of that has gone well."""
        try:
            fault = self._play(run, code)
        except PythonGameError as error:
            error.actions = [*self._before(state), *run.done]
            raise
        head, live = run.head, run.live
        if fault:
            return self._stop(state, head, fault)
        live.drawn = head.drawn
        head.used = len(run.place) // 4
        self.layout.write(state, head)
        self.layout.put(state, run.place)
        if run.results is not None:
            self.layout.write_results(state, *run.results)
        chance = run.chance
        context[ir.CTX_RNG_STATE], context[ir.CTX_RNG_STREAM] = signed(chance.state), signed(chance.inc)
        self._positions.keep(head, run.place, live)
        return list(live.actions)

    def _play(self, run: ObjectRun, code: int | None) -> int:
        """Do what was answered, and then everything to which there is no other choice. The fault that ended it, or 0."""
        caller, words, live = self.caller, run.head.words, run.live
        while True:
            if code is not None and not self._perform(run, code):
                return ir.TOO_LONG
            if caller.over(live.game):
                run.results = self.results.of(live.game)
                words[ir.OVER], words[ir.ACTOR], live.actions = 1, -1, {}
                return 0
            if words[ir.MOVES] >= self.longest:
                return ir.TOO_LONG
            seat = caller.seat(live.game)
            if words[ir.TURN_PLAYER] not in (-1, seat):
                words[ir.TURN] += 1  # a turn lasts as long as the same seat acts
                words[ir.TURNS] += 1
            words[ir.ACTOR] = words[ir.TURN_PLAYER] = seat
            live.actions = caller.actions(live.game)
            if len(live.actions) > self.capacity:
                return ir.TOO_MANY_OPTIONS
            if len(live.actions) > 1 or self.ask_forced:
                return 0
            (code,) = live.actions

    def _perform(self, run: ObjectRun, code: int) -> bool:
        """Do an action, if there is room to remember it."""
        head, chance, action = run.head, run.chance, run.live.actions[code]
        before = (chance.state, chance.inc)
        self.caller.perform(run.live.game, action, chance)
        run.done.append(action)
        other = None
        if chance.state != before[0] and not self._positions.encoded:
            other = before if before != head.drawn else None
            head.drawn = (chance.state, chance.inc)
        head.words[ir.MOVES] += 1
        head.words[ir.ACTED] = head.words[ir.ACTOR]
        place = self._positions.after(run.live, run.place, code, other)
        if place is None:
            return False
        run.place = place
        return True

    def _stop(self, state: State, head: Head, fault: int) -> Sequence[int]:
        """A fault ends the game; its position stays as it was before the last answer."""
        head.words[ir.OVER], head.words[ir.FAULT], head.words[ir.ACTOR] = 2, fault, -1
        self.layout.write(state, head)
        return ()

    # ------------------------------------------------------------ looking

    def _legal(self, state: State, context: Context) -> Sequence[int]:
        return list(self.actions(state))

    def actions(self, state: State) -> Actions:
        """What can be done, by code."""
        if state[ir.OVER]:
            return {}
        return self._seen(state, lambda live: live.actions)

    def _returns(self, state: State, seat: int) -> float:
        return self.layout.result(state, seat)

    def _number(self, name: str, state: State, seat: int) -> float:
        if name == PLACING:
            return float(self.layout.placing(state, seat))
        value = self._seen(state, lambda live: self.results.number(live.game, name, seat))
        return min(max(value, 0.0), 1.0) if name == "lead" else value

    def _seen(self, state: State, look: Callable[[Live], T]) -> T:
        head = self.layout.read(state)
        place = self.layout.place(state, head)
        live = self._positions.look(head, place)
        try:
            return look(live)
        finally:
            self._positions.keep(head, place, live)

    def _before(self, state: State) -> list[Any]:
        """The actions that led to a state, as far as they are known."""
        head = self.layout.read(state)
        done: list[Any] = []
        if head.used and not self._positions.encoded:
            try:
                self._positions.replay(self._positions.begin(Stream(*head.began)), self.layout.place(state, head), done)
            except Exception:  # the game is known to be broken: what could be found is enough
                return done
        return done


def _chance(context: Context) -> Stream:
    return Stream(int(context[ir.CTX_RNG_STATE]) & MASK, int(context[ir.CTX_RNG_STREAM]) & MASK)

"""A recorded game as a row of moments: where somebody is asked, the end of every turn, the end of the game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from ctypes import CFUNCTYPE, c_int32, c_int64
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ludwright import ir
from ludwright.engine.random import Stream, stream
from ludwright.expectations.events import Event, Log
from ludwright.game import Game
from ludwright.queries.recorded import OtherRulesError

State = npt.NDArray[np.int32]


@dataclass
class StopMoment:
    """One stop of a game, with the answer that led to it, if one did."""

    state: State
    frame: int
    """So many answers were given."""
    turn: int
    """Which turn of the game it belongs to, through all stages."""
    round: int
    player: int
    """Whose turn it is, or was when the answer was given."""
    turn_end: bool = False
    over: bool = False
    """Whether nothing follows."""
    ended: bool = False
    """Whether the game came to its end: not those that were stopped by a fault, or for being too long."""
    before: State | None = None
    """The state in which the answer was given; None where none was."""
    code: int = 0
    actor: int = 0
    events: tuple[Event, ...] = ()
    """What the rules did on the way here."""
    turned: State | None = None
    """The state at the end of the turn, where the game was over right behind it: by then a stage may be over as well."""

    @property
    def fresh(self) -> bool:
        """Whether something was just done."""
        return self.before is not None


class TurnReplay:
    """Plays recorded games again, stopping at the end of every turn. ``log`` is where the rules note what they do."""

    def __init__(self, game: Game, log: Log) -> None:
        self.game, self.compiled, self.log = game, game.compiled, log
        self.table = game.table.copy()
        self.table[ir.PAUSED] = 1
        self.state, self.context = self.compiled.new_state(), self.compiled.new_context(Stream(0, 1))
        self.compiled.accept(self.table)
        called = CFUNCTYPE(c_int32, c_int64, c_int64, c_int64, c_int32)
        self._advance = called(self.compiled.addresses["advance"])
        self._places = tuple(block.ctypes.data for block in (self.state, self.table, self.context))

    def moments(self, seed: int, number: int, codes: Sequence[int]) -> list[StopMoment]:
        """All moments of a game."""
        found: list[StopMoment] = []
        for moment in self._stops(seed, number, codes):
            last = found[-1] if found else None
            if last is not None and moment.over and last.turn_end and self._same_turn(last, moment):
                last.turned = last.state
                last.state, last.over, last.ended = (
                    moment.state,
                    True,
                    moment.ended,
                )  # with the turn that was noted last
                last.events += moment.events
                continue
            found.append(moment)
        _count(found)
        return found

    def _same_turn(self, one: StopMoment, other: StopMoment) -> bool:
        return not other.fresh and all(one.state[word] == other.state[word] for word in ir.SAME_TURN)

    def _stops(self, seed: int, number: int, codes: Sequence[int]) -> Iterator[StopMoment]:
        compiled, state, context = self.compiled, self.state, self.context
        context[:] = compiled.new_context(Stream(*stream(seed, number, 0)))
        options = compiled.setup(state, self.table, context)
        frame, asked = 0, None
        while True:
            pausing = options == 1 and int(context[ir.CTX_HEADER]) == ir.PAUSE
            over = options <= 0 or (frame >= len(codes) and not pausing)
            moment = self._moment(frame, asked, codes)
            moment.turn_end, moment.over = pausing, over
            moment.ended = options <= 0 and not state[ir.FAULT]
            yield moment
            if over:
                return
            asked = None if pausing else moment
            code = 0 if pausing else codes[frame]
            if asked is not None and code not in context[ir.CTX_HEADER : ir.CTX_HEADER + options].tolist():
                raise OtherRulesError
            options = self._advance(*self._places, code)
            frame += asked is not None

    def _moment(self, frame: int, asked: StopMoment | None, codes: Sequence[int]) -> StopMoment:
        """The state as it is; what was done belongs to the turn in which it was done."""
        events = self.log.take(self.state)
        state = self.state.copy()
        if asked is None:
            turn, round_, player = (int(state[word]) for word in (ir.TURNS, ir.ROUND, ir.TURN_PLAYER))
            return StopMoment(state, frame, turn, round_, player, events=events)
        then = asked.state
        turn, round_, player = int(then[ir.TURNS]), int(then[ir.ROUND]), int(then[ir.TURN_PLAYER])
        actor = int(then[ir.ACTOR])
        code = int(codes[frame - 1])
        return StopMoment(state, frame, turn, round_, player, before=then, code=code, actor=actor, events=events)


def _count(moments: list[StopMoment]) -> None:
    """Number turns and rounds through the whole game: a stage begins to count anew."""
    turn = round_ = 0
    last: tuple[int, int, bool] | None = None
    for moment in moments:
        if last is not None:
            turn += last[2] or moment.turn != last[0]
            round_ += moment.round != last[1]
        last = moment.turn, moment.round, moment.turn_end
        moment.turn, moment.round = turn, round_

"""A position played on to the end, many times, by the same kernel that plays whole games."""

from __future__ import annotations

import ctypes

import numpy as np

from ludwright.game import Game
from ludwright.metrics.intervals import Numbers
from ludwright.metrics.replays import State
from ludwright.play.agents import MOVE_LIMIT, seated
from ludwright.play.kernels import OVER, prepare
from ludwright.play.simulate import SimulationResult, SimulationWorker, build_players

_I = ctypes.c_int64
_BEGIN = ctypes.CFUNCTYPE(ctypes.c_int32, _I, _I, _I)
_GO_ON = ctypes.CFUNCTYPE(ctypes.c_int32, _I, _I, _I, ctypes.c_int32)
SEED = 9_176


class PlayingOn:
    """Plays positions of one game on, ``times`` times each, with the same agent in all seats.

    A game begins with its setup; here the setup puts the position on the table instead. All that chance decides afterwards is drawn anew.
    """

    def __init__(self, game: Game, agent: str, times: int) -> None:
        who = seated(game, [agent])
        prepare()
        if agent != "random":
            build_players(game, who, None)
        self.game, self.times, self.played = game, times, 0
        result = SimulationResult(list(game.seats), SEED, times, MOVE_LIMIT, who)
        self._worker = SimulationWorker(game, result, np.zeros(1, np.int64))
        self._begin = _BEGIN(self._lay_out)
        self._worker.places[0] = ctypes.cast(self._begin, ctypes.c_void_p).value or 0
        addresses = game.compiled.addresses
        self._legal, self._advance = _BEGIN(addresses["legal"]), _GO_ON(addresses["advance"])
        self._table = np.ascontiguousarray(game.table, np.int32)
        game.compiled.accept(self._table)
        self._state: State = game.compiled.new_state()
        self._code: int | None = None

    def _lay_out(self, state: int, table: int, context: int) -> int:
        ctypes.memmove(state, self._state.ctypes.data, self._state.nbytes)
        if self._code is None:
            return int(self._legal(state, table, context))
        return int(self._advance(state, table, context, self._code))

    def outcomes(self, state: State, code: int | None) -> Numbers:
        """What every seat got, one row a play-out, from a position on, or from an answer to it on.

        Play-outs that did not come to an end bring nobody anything.
        """
        self._state, self._code = state.copy(), code
        self._worker.play(self.played, self.times, self._table, False)
        self.played += self.times
        outcomes: Numbers = np.where(self._worker.record[OVER] == 1, self._worker.outcomes, 0.0).T
        return outcomes

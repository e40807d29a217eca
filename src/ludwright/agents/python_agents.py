"""The seat of a player written in Python: it is asked like native ones, and sees only what its seat sees."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Mapping, Sequence
from operator import index
from typing import Any

import numpy as np
import numpy.typing as npt

from ludwright import ir
from ludwright.agents.minds import SeatedAgent
from ludwright.agents.own import Own, player_of
from ludwright.agents.settings import Value
from ludwright.mistakes import LudwrightError, Mistake, MistakesError, nearest
from ludwright.play.playable import Playable
from ludwright.python_game.complaints import failed, home
from ludwright.rules.options.wording import Option

_DECIDE = ctypes.CFUNCTYPE(ctypes.c_int64, *(ctypes.c_int64,) * 7)


class OwnAgentError(MistakesError):
    """A player written in Python failed, or answered what is no option."""


class GameLostError(Exception):
    """A player can't go on with this game; the fault says why. The next one is played all the same."""

    def __init__(self, fault: int) -> None:
        super().__init__(ir.FAULTS[fault])
        self.fault = fault


class OwnPlayer:
    """A player written in Python, for one game."""

    def __init__(self, game: Playable, text: str) -> None:
        self.game, self.name, self.player = game, str(text).rpartition(":")[2], player_of(text)

    def sit(self, limit: int, stop: npt.NDArray[np.int64] | None = None) -> SeatedAgent:
        """Take a seat. A class is made anew for every one."""
        return seat_of(self.game, self.name, self.player, stop)


def seat_of(game: Playable, name: str, player: Any, stop: npt.NDArray[np.int64] | None) -> SeatedAgent:
    """A seat for whoever is asked in Python."""
    seat = OwnSeat(game, name, player, stop if stop is not None else np.zeros(1, np.int64))
    return SeatedAgent(ctypes.cast(seat.callback, ctypes.c_void_p).value or 0, seat)  # type: ignore[arg-type]


class OwnSeat:
    """What stands in the place of a native player's block."""

    address = 0
    error: BaseException | None = None
    """What its code raised; it stops the game."""

    def __init__(self, game: Playable, name: str, player: Any, stop: npt.NDArray[np.int64]) -> None:
        self.game, self.name, self.stop = game, name, stop
        self.error: BaseException | None = None
        self._words = game.compiled.new_state().size
        self._game_mark = 0
        self._made = player
        self.callback = _DECIDE(self._decide)
        try:
            self._made = player() if isinstance(player, type) else player
        except Exception as error:
            raise OwnAgentError(*failed(name, player, error, "()").mistakes) from error
        self.choose: Callable[[Any, Sequence[Option]], Any] = getattr(self._made, "choose", self._made)

    def _decide(self, block: int, state: int, table: int, context: int, options: int, seat: int, streams: int) -> int:
        """As native players decide. No error may leave it: whoever asked is machine code."""
        try:
            words = np.frombuffer((ctypes.c_int32 * self._words).from_address(state), np.int32).copy()
            codes = list((ctypes.c_int64 * options).from_address(context + 8 * ir.CTX_HEADER))
            # the second number of a stream belongs to one game alone
            self._begin(ctypes.c_uint64.from_address(streams + 8 * (2 * (seat + 1) + 1)).value, seat)
            return self._asked(words, codes, seat)
        except GameLostError as lost:
            numbers = (ctypes.c_int64 * ir.CTX_HEADER).from_address(context)
            numbers[ir.CTX_FAULT], numbers[ir.CTX_FAULT_LINE] = lost.fault, 0
            return -1
        except BaseException as error:
            self.error = error
            self.stop[0] = 1
            return -1

    def _begin(self, mark: int, seat: int) -> None:
        if mark == self._game_mark:
            return
        self._game_mark = mark
        told = getattr(self._made, "new_game", None)
        if told is not None:
            self._call("new_game", told, f"({seat})", seat)

    def _asked(self, words: npt.NDArray[np.int32], codes: list[int], seat: int) -> int:
        options = _worded(self.game, words, codes)
        answer = self._call(
            "choose", self.choose, "(observation, options)", _seen(self.game, words, codes, seat), list(options)
        )
        return codes.index(self._code(answer, options))

    def _call(self, name: str, function: Callable[..., Any], told: str, *given: Any) -> Any:
        try:
            return function(*given)
        except (GameLostError, LudwrightError):
            raise
        except Exception as error:
            called = name if function is not self._made else self.name
            of = "" if called == self.name else f"`{self.name}`: "
            mistake = failed(called, function, error, told).mistakes[0]
            raise OwnAgentError(Mistake(mistake.place, f"{of}{mistake.message}", mistake.hint)) from error

    def _code(self, answer: Any, options: Sequence[Option]) -> int:
        """The code of an answer: an option, its code or its words."""
        for option in options:
            if (isinstance(answer, Option) and answer.code == option.code) or (
                isinstance(answer, str) and answer == option.words
            ):
                return option.code
        if not isinstance(answer, bool | str | Option):
            try:
                code = index(answer)
            except TypeError:
                code = None
            if code is not None and any(option.code == code for option in options):
                return int(code)
        raise OwnAgentError(
            Mistake(home(self.choose), f"the player `{self.name}` answered {answer!r}, {_legal(answer, options)}")
        )


def _legal(answer: Any, options: Sequence[Option]) -> str:
    words = [option.words for option in options]
    close = nearest(answer, words) if isinstance(answer, str) else None
    if close:
        return f"which is not legal here: did it mean `{close}`?"
    some = ", ".join(f"`{option.words}` (code {option.code})" for option in options[:6]) + (
        ", …" if len(options) > 6 else ""
    )
    return f"which is none of its options: it must give back one of them, its code or its words: {some}"


def _seen(game: Playable, words: npt.NDArray[np.int32], codes: Sequence[int], seat: int) -> Any:
    """What a seat sees; of a game in Python, in which nothing is hidden, a copy of the game itself."""
    observer = getattr(game, "observer", None)
    if observer is None:
        return game.compiled.position(words)
    return observer.observe(words, seat, tuple(codes))


def _worded(game: Playable, words: npt.NDArray[np.int32], codes: Sequence[int]) -> list[Option]:
    state = words.tolist()
    return [game.wording.option(code, state) for code in codes]


def make(game: Playable, settings: Mapping[str, Value]) -> OwnPlayer:
    """A player written in Python."""
    text = settings.get("file", "")
    return OwnPlayer(game, text if isinstance(text, Own) else str(text))

"""Players from outside: a program in any language that is asked over a pipe, one line of JSON at a time.

It may be slow, wrong or dead: then it loses the game it plays, with the reason as that game's fault, and nothing else suffers. After
:data:`MOST_LOST` games lost in a row it is not started again, and loses every further game at once.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import re
import shlex
import shutil
import signal
import subprocess
import threading
import weakref
from collections.abc import Mapping, Sequence
from typing import IO, Any

import numpy as np
import numpy.typing as npt

from ludwright import ir
from ludwright.agents.minds import SeatedAgent
from ludwright.agents.python_agents import GameLostError, seat_of
from ludwright.agents.settings import AgentError, Value
from ludwright.hidden.observation import UNSEEN
from ludwright.play.playable import Playable

SECONDS = 5.0
"""How long a program may take for an answer, if nothing else is said."""
STARTING_SECONDS = 10.0
"""So much longer for its first one: some languages take their time to begin."""
LONGEST = 1 << 16
"""So many bytes an answer may have."""
MOST_LOST = 3
_SAID = re.compile(r"seconds=(?P<seconds>[0-9]+(\.[0-9]+)?)\s+(?P<command>.+)", re.DOTALL)


class Pipe:
    """A running program. Reading and writing have threads of their own, so that neither can hold up a game."""

    def __init__(self, command: Sequence[str]) -> None:
        try:
            self.process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True
            )  # fmt: skip
        except (OSError, ValueError) as error:
            told = getattr(error, "strerror", None) or str(error)
            raise AgentError(f"`{command[0]}` can't be started: {told}") from None
        assert self.process.stdin is not None and self.process.stdout is not None
        self._lines: queue.Queue[bytes | None] = queue.Queue()
        self._told: queue.Queue[bytes | None] = queue.Queue()
        self.too_much = False
        for work, end in ((self._read, self.process.stdout), (self._write, self.process.stdin)):
            threading.Thread(target=work, args=(end,), daemon=True).start()
        self._ended = weakref.finalize(self, _end, self.process)

    def _read(self, end: IO[bytes]) -> None:
        held = b""
        with contextlib.suppress(OSError, ValueError):
            while chunk := os.read(end.fileno(), LONGEST):
                *lines, held = (held + chunk).split(b"\n")
                for line in lines:
                    self._lines.put(line[:LONGEST])
                if len(held) > LONGEST or self._lines.qsize() > 100:
                    self.too_much = True
                    break
        self._lines.put(None)

    def _write(self, end: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError):
            while (line := self._told.get()) is not None:
                end.write(line)
                end.flush()

    def tell(self, message: object) -> None:
        """Send a line."""
        self._told.put(json.dumps(message, ensure_ascii=True).encode() + b"\n")

    def ask(self, message: object, seconds: float) -> bytes:
        """Send a line and wait for one; what it printed unasked before that does not count."""
        while not self._lines.empty():
            if self._lines.get() is None:
                raise GameLostError(self._ending)
        self.tell(message)
        try:
            found = self._lines.get(timeout=seconds)
        except queue.Empty:
            raise GameLostError(ir.NO_ANSWER) from None
        if found is None:
            raise GameLostError(self._ending)
        return found

    @property
    def _ending(self) -> int:
        return ir.WRONG_ANSWER if self.too_much else ir.GONE_AWAY

    def close(self) -> None:
        """End the program, and what it has started."""
        self._told.put(None)
        self._ended()


def _end(process: subprocess.Popen[bytes]) -> None:
    with contextlib.suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(1)
    for end in (process.stdin, process.stdout):
        with contextlib.suppress(OSError):
            if end is not None:
                end.close()


class ProgramCaller:
    """Asks a program as a player written in Python is asked. One is made for every seat and thread."""

    def __init__(self, game: Playable, command: Sequence[str], seconds: float) -> None:
        self.game, self.command, self.seconds = game, command, seconds
        self.pipe: Pipe | None = None
        self.seat, self.lost, self._fresh, self._playing = 0, 0, True, False

    def new_game(self, seat: int) -> None:
        """A game begins: a program that lost the last one is started anew."""
        if self._playing:
            self.lost = 0
        self.seat, self._playing = seat, True
        if self.lost < MOST_LOST:
            self._begin()

    def _begin(self) -> None:
        if self.pipe is None:
            self.pipe, self._fresh = Pipe(self.command), True
            observer = getattr(self.game, "observer", None)
            names = observer.naming.all if observer is not None else []
            self.pipe.tell(
                {"ludwright": 1, "game": self.game.title, "seats": list(self.game.seats), "numbers": names, "unseen": UNSEEN}
            )  # fmt: skip
        self.pipe.tell({"new_game": True, "seat": self.seat})

    def choose(self, observation: Any, options: Sequence[Any]) -> int:
        """The code of its answer."""
        if self.pipe is None:
            self._playing = False
            raise GameLostError(ir.GONE_AWAY)
        words = getattr(observation, "words", np.zeros(0, np.int32))
        listed = [{"code": o.code, "words": o.words, "action": o.action, "values": list(o.values)} for o in options]
        message = {"choose": listed, "observation": words.tolist(), "seat": self.seat}
        try:
            said = self.pipe.ask(message, self.seconds + STARTING_SECONDS * self._fresh)
            self._fresh = False
            return _code(said, options)
        except GameLostError:
            self.pipe.close()
            self.pipe, self._playing = None, False
            self.lost += 1
            raise


def _code(said: bytes, options: Sequence[Any]) -> int:
    """The code an answer means: a number, the words of an option, or ``{"code": …}``."""
    try:
        answer: Any = json.loads(said)
    except (ValueError, RecursionError):
        answer = said.decode("utf-8", "replace").strip()
    if isinstance(answer, dict):
        answer = answer.get("code")
    for option in options:
        if (type(answer) is int and answer == option.code) or (isinstance(answer, str) and answer == option.words):
            return int(option.code)
    raise GameLostError(ir.WRONG_ANSWER)


class ProgramPlayer:
    """A program that plays one game."""

    def __init__(self, game: Playable, text: str) -> None:
        found = _SAID.fullmatch(text.strip())
        self.seconds = float(found["seconds"]) if found else SECONDS
        try:
            self.command = shlex.split(found["command"] if found else text)
        except ValueError as error:
            raise AgentError(f"`program:{text}`: {error}") from None
        if not self.command:
            raise AgentError("`program:` needs the command that starts it, like `program:python3 my_player.py`")
        if shutil.which(self.command[0]) is None:
            raise AgentError(f"there is no program `{self.command[0]}` to start")
        self.game = game

    def sit(self, limit: int, stop: npt.NDArray[np.int64] | None = None) -> SeatedAgent:
        """Take a seat."""
        return seat_of(self.game, self.command[0], ProgramCaller(self.game, self.command, self.seconds), stop)


def make(game: Playable, settings: Mapping[str, Value]) -> ProgramPlayer:
    """A player from outside."""
    return ProgramPlayer(game, str(settings.get("file", "")))

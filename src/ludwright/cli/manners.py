"""How a command ends: with an exit code and a sentence, never with a traceback.

0: all is well. 1: something was found that the caller asked to hear about: a text with mistakes, games stopped by a
fault. 2: the command was used wrongly: no such game, no such option, a value that does not fit. 130: interrupted.
"""

from __future__ import annotations

import atexit
import functools
import os
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import Any, ParamSpec

import typer

from ludwright.cli.numbers import bounded
from ludwright.cli.streams import silence_output
from ludwright.cli.visible import say

FINE, FOUND, MISUSED, INTERRUPTED = 0, 1, 2, 130
_LONG_NAME = 120
_IN_A_GAME = ("GameOverError", "IllegalMoveError", "OtherRulesError")
"""What is met in the middle of a recorded game that was damaged, or forged."""

debug = False
"""Whether to show tracebacks; set by ``ludwright --debug``."""

heard = False
"""Whether Ctrl-C was heard: a library may have made something else of it, without a trace."""

_first_heard = 0.0
_ONE_PRESS = 0.3
"""Seconds within which a second Ctrl-C may come of the same press: some shells and tools pass it on as well."""

P = ParamSpec("P")


def hear_interrupts() -> None:
    """Remember Ctrl-C, whatever becomes of the exception. Where it is ignored, as by default in the background, that stays so."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _hear)


def _hear(number: int, frame: FrameType | None) -> None:
    global heard, _first_heard
    if (
        heard and time.monotonic() - _first_heard > _ONE_PRESS
    ):  # whoever asks again does not care for what was found so far
        complain("interrupted")
        leave_at_once(INTERRUPTED)
    if not heard:
        heard, _first_heard = True, time.monotonic()
    raise KeyboardInterrupt


def unhear() -> None:
    """Ctrl-C has stopped what it was meant for, and the command goes on."""
    global heard
    heard = False


def leave_at_once(code: object) -> None:
    """End without taking the libraries apart one by one, which takes half a second that somebody waits for; all is written and said by now."""
    atexit._run_exitfuncs()
    with suppress(OSError, ValueError):
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(code if isinstance(code, int) else INTERRUPTED)


def kindly(command: Callable[P, int]) -> Callable[P, None]:
    """A command that answers with its exit code and explains every error in a sentence."""

    @functools.wraps(command)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> None:
        raise typer.Exit(_run(lambda: command(*args, **kwargs)))

    shown: Any = wrapped
    shown.__signature__ = signature = bounded(command)
    wrapped.__annotations__ = {name: one.annotation for name, one in signature.parameters.items()}
    return wrapped


def _run(command: Callable[[], int]) -> int:
    try:
        code = command()
        sys.stdout.flush()
        return code
    except BrokenPipeError as error:
        return unwritten(error)
    except KeyboardInterrupt:
        complain("interrupted")
        return INTERRUPTED
    except typer.Exit:
        raise
    except Exception as error:
        if heard or _was_interrupted(error):
            complain("interrupted")
            return INTERRUPTED
        if debug:
            raise
        return _explain(error)
    except BaseException as error:
        if debug or not _is_panic(error):
            raise
        return _explain(error)


def _was_interrupted(error: BaseException | None) -> bool:
    """Whether Ctrl-C is behind an error: a library may have made something else of it."""
    while error is not None:
        if isinstance(error, KeyboardInterrupt):
            return True
        error = error.__cause__ or error.__context__
    return False


def _is_panic(error: BaseException) -> bool:
    """Whether a library gave up, as Polars does on some damaged files."""
    return type(error).__name__ == "PanicException"


def _explain(error: BaseException) -> int:
    """Say what went wrong and give the exit code for it."""
    from ludwright.mistakes import LudwrightError

    if type(error).__module__.startswith("polars") or type(error).__name__ in _IN_A_GAME or _is_panic(error):
        folder = _folder_looked_into()
        if folder is not None:
            complain(
                f"a file of the playtest in {folder} is damaged ({str(error).splitlines()[0]}): "
                f"`ludwright playtest --resume --out {folder}` plays again what is missing"
            )
            return MISUSED
    if isinstance(error, LudwrightError):
        complain(str(error))
        return FOUND if _is_about_a_text(error) else MISUSED
    if isinstance(error, MemoryError):
        complain("there is not enough memory for that: ask for less")
        return MISUSED
    if isinstance(error, OSError):
        return unwritten(error)
    if type(error).__module__.startswith("typer"):  # a usage error: typer shows it with the command's usage
        raise error
    reason = f"{type(error).__name__}: {error}".splitlines()[0]
    complain(
        f"Ludwright itself failed ({reason}). Please report it, with the command you gave; "
        "`ludwright --debug ...` shows where."
    )
    return FOUND


def _folder_looked_into() -> Path | None:
    """The playtest that a command has read, if any."""
    store = sys.modules.get("ludwright.playtests.store")
    found: Path | None = getattr(store, "opened", None)
    return found


def _is_about_a_text(error: Exception) -> bool:
    """Mistakes at a place in a text are findings; a game that is not there at all is wrong use."""
    return any(mistake.place is not None for mistake in getattr(error, "mistakes", []))


def unwritten(error: OSError) -> int:
    """Output that can't be written, or a file nobody looked after. Whoever read our output may have seen enough (``| head``): that is fine."""
    if error.filename is None:
        silence_output()
    if isinstance(error, BrokenPipeError):
        return FINE
    reason = (error.strerror or str(error)).lower()
    if error.filename is None:
        complain(f"the output can't be written: {reason}")
    else:
        complain(f"`{_shortened(str(error.filename))}` can't be read or written: {reason}")
    return MISUSED


def _shortened(name: str) -> str:
    return name if len(name) <= _LONG_NAME else f"{name[: _LONG_NAME // 2]}…{name[-_LONG_NAME // 2 :]}"


def complain(message: str) -> None:
    """A line on the error stream; if nobody can read that either, there is nobody to tell."""
    with suppress(OSError):
        say(message, file=sys.stderr, flush=True)

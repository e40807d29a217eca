"""How a command ends: with an exit code and a sentence, never with a traceback.

0: all is well. 1: something was found that the caller asked to hear about: a text with mistakes, games stopped by a
fault. 2: the command was used wrongly: no such game, no such option, a value that does not fit. 130: interrupted.
"""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable
from typing import Any, ParamSpec

import typer

from ludwright.cli.numbers import bounded

FINE, FOUND, MISUSED, INTERRUPTED = 0, 1, 2, 130

debug = False
"""Whether to show tracebacks; set by ``ludwright --debug``."""

P = ParamSpec("P")


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
    except BrokenPipeError:
        return _reader_left()
    except KeyboardInterrupt:
        complain("interrupted")
        return INTERRUPTED
    except typer.Exit:
        raise
    except Exception as error:
        if debug:
            raise
        return _explain(error)


def _explain(error: Exception) -> int:
    """Say what went wrong and give the exit code for it."""
    from ludwright.mistakes import LudwrightError

    if isinstance(error, LudwrightError):
        complain(str(error))
        return FOUND if _is_about_a_text(error) else MISUSED
    if isinstance(error, MemoryError):
        complain("there is not enough memory for that: ask for less")
        return MISUSED
    if type(error).__module__.startswith("polars"):
        complain(
            f"a file of the playtest is damaged ({str(error).splitlines()[0]}): "
            "`ludwright playtest --resume --out DIR` plays again what is missing"
        )
        return MISUSED
    if type(error).__module__.startswith("typer"):  # a usage error: typer shows it with the command's usage
        raise error
    reason = f"{type(error).__name__}: {error}".splitlines()[0]
    complain(
        f"Ludwright itself failed ({reason}). Please report it, with the command you gave; "
        "`ludwright --debug ...` shows where."
    )
    return FOUND


def _is_about_a_text(error: Exception) -> bool:
    """Mistakes at a place in a text are findings; a game that is not there at all is wrong use."""
    return any(mistake.place is not None for mistake in getattr(error, "mistakes", []))


def _reader_left() -> int:
    """Whoever read our output has seen enough (``| head``): stop quietly, the interpreter's last flush included."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return FINE


def complain(message: str) -> None:
    """A line on the error stream."""
    print(message, file=sys.stderr)

"""Waiting for machine code in such a way that Ctrl-C is heard at once."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeVar

import numpy as np
import numpy.typing as npt

Found = TypeVar("Found")
_STOPPING = 5.0
"""So many seconds are waited for what is stopped: it may not even have begun."""


def patiently(work: Callable[[], Found], stop: npt.NDArray[np.int64]) -> Found:
    """Let something be done that looks at ``stop`` now and then; interrupted by the user, it is stopped."""
    found: list[Found] = []
    errors: list[BaseException] = []
    done = threading.Event()

    def run() -> None:
        try:
            found.append(work())
        except BaseException as error:
            errors.append(error)
        finally:
            done.set()

    try:
        threading.Thread(target=run, name="thinking", daemon=True).start()
        done.wait()
    except KeyboardInterrupt:
        stop[0] = 1
        done.wait(_STOPPING)
        raise
    if errors:
        raise errors[0]
    return found[0]

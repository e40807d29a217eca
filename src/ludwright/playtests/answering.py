"""Whether a cluster answers at an address: asked in seconds, where Ray itself would wait for minutes."""

from __future__ import annotations

import os
import re
import socket

from ludwright.playtests.errors import PlaytestError

_SECONDS = 5.0
_HELLO = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\0\0\0\4\0\0\0\0\0"
"""How a conversation with any server of Ray's begins, over HTTP/2: a greeting, and a frame with no settings."""
_ADDRESS = re.compile(r"(?:ray://)?(?P<host>[^:/\s]+|\[[0-9a-fA-F:]+\]):(?P<port>\d{1,5})")


def check_answers(address: str) -> None:
    """Raise a kind error if nobody answers there as a server of Ray's would. What is no address of a machine is left to Ray."""
    found = _ADDRESS.fullmatch(address)
    if found is None:
        if address != "auto" and "://" not in address:
            raise PlaytestError(
                f"`{address}` is no address of a cluster: say `host:6379`, `ray://host:10001`, `auto` or `local:2`"
            )
        return
    port = int(found["port"])
    try:
        with socket.create_connection((found["host"].strip("[]"), port), _SECONDS) as line:
            heard = _settings(line)
    except (OSError, OverflowError) as error:
        raise _nobody(address, getattr(error, "strerror", None) or str(error) or "no answer") from None
    if not heard:
        raise _nobody(address, "something else answers there")


def _settings(line: socket.socket) -> bool:
    """Whether the other end begins as it should: with a frame of settings."""
    if os.environ.get("RAY_USE_TLS", "0") not in ("", "0"):
        return True  # it would not understand us
    line.settimeout(_SECONDS)
    line.sendall(_HELLO)
    try:
        return line.recv(9)[3:4] == b"\4"
    except TimeoutError:
        return False


def _nobody(address: str, reason: str) -> PlaytestError:
    return PlaytestError(f"there is no Ray cluster at `{address}`: {reason}")

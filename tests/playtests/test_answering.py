"""Addresses at which no cluster answers are told apart in seconds."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import pytest

from ludwright.playtests import answering
from ludwright.playtests.answering import check_answers
from ludwright.playtests.errors import PlaytestError


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        yield one


def address_of(one: socket.socket) -> str:
    return f"127.0.0.1:{one.getsockname()[1]}"


def test_nobody_there(listener: socket.socket) -> None:
    with pytest.raises(PlaytestError, match=r"there is no Ray cluster at `127\.0\.0\.1:.*refused"):
        check_answers(address_of(listener))


def test_somebody_else_there(listener: socket.socket, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answering, "_SECONDS", 0.2)
    listener.listen()
    for scheme in ("", "ray://"):
        with pytest.raises(PlaytestError, match="something else answers there"):
            check_answers(scheme + address_of(listener))


def test_what_is_no_address() -> None:
    with pytest.raises(PlaytestError, match="`somewhere` is no address of a cluster"):
        check_answers("somewhere")
    check_answers("auto")

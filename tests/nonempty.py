"""For loops in tests: what is looked at is there."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

Thing = TypeVar("Thing")


def some(things: Iterable[Thing]) -> list[Thing]:
    """All of them, of which there is at least one: a loop over nothing would prove nothing."""
    found = list(things)
    assert found, "there is nothing to look at"
    return found

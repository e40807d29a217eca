"""The screen in a secret stage: everybody at it gets it, whether asked or not, so that nobody sees who was."""

from __future__ import annotations

from collections.abc import Sequence

from ludwright.hidden.secrecy import Secrecy


class Night:
    """Says who gets the screen for nothing."""

    def __init__(self, secrecy: Secrecy, humans: Sequence[int]) -> None:
        self._secrecy, self._humans = secrecy, humans
        self._had: set[int] | None = None
        """Who has had the screen in this secret stage, while there is one."""

    def due(self, state: Sequence[int], asked: int | None = None) -> list[int]:
        """Who gets it now: before somebody is asked those who sit before him, and after the stage all who have not had it."""
        if not self._secrecy.night(state):
            had, self._had = self._had, None
            return [] if had is None else [seat for seat in self._humans if seat not in had]
        had = self._had or set()
        asleep = [] if asked is None else [seat for seat in self._humans if seat < asked and seat not in had]
        self._had = had | set(asleep) | (set() if asked is None else {asked})
        return asleep

    def begin_again(self) -> None:
        """Something was taken back."""
        self._had = None

"""A figure: one number about a game, how sure it is, how that was found out, and which games show it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from math import isfinite
from typing import Any


@dataclass(frozen=True)
class Witness:
    """A game that shows a figure, and where to look in it."""

    game: int
    """Its number in the run."""
    turn: int | None = None
    ply: int | None = None
    """After so many answers."""
    note: str = ""
    moment: int | None = None
    """Which end of a turn that is, counted from 0 through all stages."""

    def as_json(self) -> dict[str, Any]:
        """Plain values; what is not known is left out."""
        told = {"game": self.game, "turn": self.turn, "ply": self.ply, "note": self.note or None}
        return {name: value for name, value in told.items() if value is not None}


@dataclass(frozen=True)
class Figure:
    """One number, with its interval and its witnesses.

    >>> Figure("draws", 0.25, 0.2, 0.3, how="Wilson", n=400, unit="share").as_json()["interval"]
    [0.2, 0.3]
    """

    name: str
    value: float | None
    """None: nothing can be said; ``note`` tells why."""
    low: float | None = None
    high: float | None = None
    """Where the true value lies, with 95% confidence; None if that is not known."""
    how: str = ""
    """How the interval was made."""
    n: int = 0
    of: str = "games"
    """What ``n`` counts."""
    unit: str = ""
    witnesses: tuple[Witness, ...] = ()
    parts: tuple[Figure, ...] = ()
    """The same by seat, by turn, by action, or what else belongs to it."""
    note: str = ""
    looked_at: tuple[int, int] | None = None
    """Of how many games it is made, and of how many there are; of a metric's figure as a whole, where that is known."""

    @property
    def known(self) -> bool:
        """Whether there is a value at all."""
        return self.value is not None

    def part(self, name: str) -> Figure:
        """The part of that name."""
        return next(part for part in self.parts if part.name == name)

    def placed(self, place: Callable[[Witness], Witness]) -> Figure:
        """The same with witnesses, its own and those of its parts, put in their place."""
        return replace(
            self,
            witnesses=tuple(place(witness) for witness in self.witnesses),
            parts=tuple(part.placed(place) for part in self.parts),
        )

    def called(self, name: str) -> Figure:
        """The same under another name."""
        return replace(self, name=name)

    def all(self) -> Iterator[Figure]:
        """Itself and all its parts."""
        yield self
        for part in self.parts:
            yield from part.all()

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "name": self.name,
            "value": plain(self.value),
            "interval": [plain(self.low), plain(self.high)] if self.low is not None else None,
            "how": self.how,
            "n": self.n,
            "of": self.of,
            "unit": self.unit,
            "note": self.note,
            "witnesses": [witness.as_json() for witness in self.witnesses],
            "parts": [part.as_json() for part in self.parts],
            **({"looked_at": dict(zip(("games", "of"), self.looked_at, strict=True))} if self.looked_at else {}),
        }


def plain(value: float | None) -> float | None:
    """A number that JSON knows."""
    return float(value) if value is not None and isfinite(value) else None


def nothing(name: str, why: str, unit: str = "") -> Figure:
    """A figure of which nothing can be said."""
    return Figure(name, None, unit=unit, note=why)

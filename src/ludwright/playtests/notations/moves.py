"""A game in some notation: which game it is, who played, and its moves as they are written."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class WrittenMove:
    """One move as it stands in a file."""

    text: str
    line: int
    seat: int | None = None
    """Who made it, if that is said."""


@dataclass
class WrittenGame:
    """What a file says."""

    game: str
    """A bundled game, or empty if the file does not say."""
    notation: str
    seats: list[str] = field(default_factory=list)
    params: dict[str, int] = field(default_factory=dict)
    moves: list[WrittenMove] = field(default_factory=list)
    result: WrittenMove | None = None
    """How it ended, if that is written behind the moves."""
    numbered: bool = False
    """Whether squares are numbered as on a draughts board."""

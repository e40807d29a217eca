"""What tools ask of the text, the rules and the program of any game, for games that have none of these."""

from __future__ import annotations

import inspect
from dataclasses import dataclass, field
from hashlib import blake2b


@dataclass(frozen=True)
class Program:
    """Sizes, and which numbers can be asked for."""

    state_size: int
    table_size: int
    players: int
    max_options: int
    reals: dict[str, str]


@dataclass(frozen=True)
class Model:
    """What there is."""

    cooperative: bool


@dataclass(frozen=True)
class Rules:
    """How it is played."""

    model: Model
    tracks: list[tuple[str, str, str]] = field(default_factory=list)


@dataclass(frozen=True)
class Text:
    """What is written."""

    title: str
    text_hash: str
    """Changes when the class of the game does: snapshots carry it."""
    files: tuple[str, ...] = ()
    declarations: tuple[object, ...] = ()


def text_of(title: str, kind: type) -> Text:
    """What is written of a class; its name alone where its text can't be found."""
    try:
        text = inspect.getsource(kind)
    except (OSError, TypeError):
        text = kind.__qualname__
    return Text(title, blake2b(text.encode(), digest_size=16).hexdigest())

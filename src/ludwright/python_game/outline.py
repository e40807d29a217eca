"""What tools ask of the text, the rules and the program of any game, for games that have none of these."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from types import MappingProxyType
from typing import Any

from ludwright.play.values import UnknownNameError


@dataclass(frozen=True)
class OutlineProgram:
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
class OutlineRules:
    """How it is played."""

    model: Model
    tracks: list[tuple[str, str, str]] = field(default_factory=list)


@dataclass(frozen=True)
class OutlineText:
    """What is written."""

    title: str
    text_hash: str
    """Changes when the class of the game does: snapshots carry it."""
    files: tuple[str, ...] = ()
    declarations: tuple[object, ...] = ()


def text_of(title: str, kind: type) -> OutlineText:
    """What is written of a class; its name alone where its text can't be found."""
    try:
        text = inspect.getsource(kind)
    except (OSError, TypeError):
        text = kind.__qualname__
    return OutlineText(title, blake2b(text.encode(), digest_size=16).hexdigest())


class NoValues:
    """A game in Python has no names of its own: its parts are those of its object."""

    homes: Mapping[str, object] = MappingProxyType({})
    of_players: Sequence[str] = ()

    def read(self, name: str, state: Sequence[int]) -> Any:
        """Nothing stands under a name."""
        raise UnknownNameError(
            f"a game written in Python has no `{name}` to ask for; `match.position()` gives its object to look at"
        )

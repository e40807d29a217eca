"""Python names for the names of a program."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterable

_RESERVED = frozenset(
    [
        "state",
        "table",
        "run",
        "frame",
        "Fault",
        "clamp",
        "redeal",
        "option_at",
        "put_option",
        "cut_options",
        "saturate",
        "wrap",
        "floor_div",
        "floor_mod",
        "shift_left",
        "real_div",
        "real_min",
        "real_max",
        "note",
        "checked",
        "min",
        "max",
        "range",
        "len",
        "float",
        "int",
        "True",
        "False",
        "None",
    ]
)


class TwinNames:
    """Turns names of the program into different, valid Python names."""

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self._given: dict[str, str] = {}
        self._taken = set(taken) | _RESERVED

    def __getitem__(self, name: str) -> str:
        known = self._given.get(name)
        if known is not None:
            return known
        plain = re.sub(r"\W", "_", name, flags=re.ASCII) or "_"
        if plain[0].isdigit() or keyword.iskeyword(plain):
            plain = "_" + plain
        chosen, number = plain, 2
        while chosen in self._taken:
            chosen, number = f"{plain}_{number}", number + 1
        self._taken.add(chosen)
        self._given[name] = chosen
        return chosen

    def fresh(self, stem: str) -> str:
        """A name nothing else has."""
        number = 1
        while f"{stem}{number}" in self._taken:
            number += 1
        self._taken.add(f"{stem}{number}")
        return f"{stem}{number}"

"""Which seat is meant: by its number from 1, or by its name."""

from __future__ import annotations

from collections.abc import Sequence

import typer

from ludwright.mistakes import nearest


def read_seat(words: str, seats: Sequence[str], hint: str = "--seat") -> int:
    """A seat, counted from 0."""
    wanted = words.strip()
    for seat, name in enumerate(seats):
        if name.casefold() == wanted.casefold():
            return seat
    if wanted.isdecimal() and 1 <= int(wanted) <= len(seats):
        return int(wanted) - 1
    close = nearest(wanted, seats)
    meant = (
        f"did you mean `{close}`?" if close else f"give a number from 1 to {len(seats)}, or one of {', '.join(seats)}"
    )
    raise typer.BadParameter(f"there is no seat `{words}`: {meant}", param_hint=hint)

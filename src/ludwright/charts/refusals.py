"""What can be wrong with the wish for a chart."""

from __future__ import annotations

from collections.abc import Iterable

from ludwright.mistakes import LudwrightError, nearest


class ChartError(LudwrightError):
    """A chart that can't be drawn: no such kind, no such column, a file that is no picture."""


def none_such(what: str, name: str, known: Iterable[str]) -> ChartError:
    """The message about a name that nothing has."""
    names = list(known)
    close = nearest(name, names)
    meant = f"did you mean `{close}`?" if close else f"there are {', '.join(f'`{one}`' for one in names) or 'none'}"
    return ChartError(f"there is no {what} `{name}`: {meant}")

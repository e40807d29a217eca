"""When to stop: as soon as something is known well enough, such as `seat advantage ± 1%`.

What is asked is whether the 95% interval has become that narrow, for every version and number of players. It is asked after every chunk in
the order of the plan, so that the answer depends on nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from ludwright.mistakes import nearest
from ludwright.playtests.errors import PlaytestError
from ludwright.playtests.tally import LENGTHS, Group
from ludwright.statistics import wilson

_FORM = re.compile(r"^\s*(?P<what>.+?)\s*(?:±|\+/?-)\s*(?P<width>[0-9]*\.?[0-9]+)\s*(?P<percent>%?)\s*$")
_SEAT = re.compile(r"^seat (\d)(?: wins)?$")
_WHOLE = ("seat advantage", "draws", "score", *LENGTHS)
_LEAST = 50
"""Before so many games nothing is known."""


@dataclass(frozen=True)
class Until:
    """A rule for stopping."""

    text: str
    width: float
    half_width: Callable[[Group], float]
    relative: bool
    """Whether the width is a share of the mean."""

    def reached(self, groups: list[Group]) -> bool:
        """Whether it is known well enough in all groups."""
        return all(group.finished >= _LEAST and self.half_width(group) <= self._wanted(group) for group in groups)

    def _wanted(self, group: Group) -> float:
        if not self.relative:
            return self.width
        mean = group.scores.mean if self.text.strip().startswith("score") else group.lengths[self.text.split()[0]].mean
        return self.width * abs(mean)


def read_until(text: str) -> Until:
    """The rule of a text.

    >>> read_until("seat advantage ± 1%").width
    0.01
    """
    form = _FORM.match(text)
    if form is None:
        raise PlaytestError(f"`{text}`: say what is to be known and how well, for example `seat advantage ± 1%`")
    what, percent = " ".join(form["what"].lower().split()), form["percent"] == "%"
    width = float(form["width"]) / (100 if percent else 1)
    if width <= 0:
        raise PlaytestError(f"`{text}`: nothing is ever known to within 0")
    if what in LENGTHS:
        return Until(f"{what} ", width, lambda group: group.lengths[what].half_width, percent)
    if what == "score":
        return Until("score ", width, lambda group: group.scores.half_width, percent)
    if not percent:
        raise PlaytestError(f"`{text}`: a share is known to so many percent, for example `{what} ± 1%`")
    if what == "seat advantage":
        return Until(text, width, lambda group: max(_half(group, seat) for seat in range(group.players)), False)
    if what == "draws":
        return Until(text, width, _half_of_draws, False)
    seat = _SEAT.match(what)
    if seat is not None and seat[1] != "0":
        number = int(seat[1]) - 1
        return Until(text, width, lambda group: _half(group, number) if number < group.players else 0.0, False)
    close = nearest(what, [*_WHOLE, "seat 1 wins"])
    known = f"did you mean `{close}`?" if close else f"known are {', '.join(_WHOLE)} and `seat 1 wins`"
    raise PlaytestError(f"`{what}` can't be waited for: {known}")


def _half(group: Group, seat: int) -> float:
    low, high = group.won.interval(seat)
    return (high - low) / 2


def _half_of_draws(group: Group) -> float:
    low, high = wilson(group.won.draws, group.finished)
    return (high - low) / 2

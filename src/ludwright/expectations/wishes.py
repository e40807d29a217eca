"""What is wished of a figure: a range, read from words such as `48..52%`, `under 10%` or `at least half`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import inf

_NUMBER = r"-?\d+(?:[.,]\d+)?\s?%?|half|a third|a quarter"
_SPAN = rf"(?P<low>{_NUMBER})\s*(?:\.\.|to|and)\s*(?P<high>{_NUMBER})"
_MOST = rf"(?P<most>under|below|at most|less than|no more than)\s+(?P<top>{_NUMBER})"
_LEAST = rf"(?P<least>over|above|at least|more than|no less than)\s+(?P<bottom>{_NUMBER})"
RANGE = rf"(?:(?:between\s+)?{_SPAN}|{_MOST}|{_LEAST})"
_WORDS = {"half": 0.5, "a third": 1 / 3, "a quarter": 0.25}


@dataclass(frozen=True)
class Wish:
    """Where a figure should lie, both ends included."""

    low: float = -inf
    high: float = inf
    percent: bool = False

    def __str__(self) -> str:
        if self.low == -inf:
            return f"at most {self._told(self.high)}"
        if self.high == inf:
            return f"at least {self._told(self.low)}"
        return f"{self._told(self.low)} to {self._told(self.high)}"

    def _told(self, number: float) -> str:
        return f"{100 * number:g}%" if self.percent else f"{number:g}"

    def of_share(self) -> Wish:
        """The same for a share, which can't leave 0 to 1: an end that lies there is none."""
        return Wish(self.low if self.low > 0 else -inf, self.high if self.high < 1 else inf, True)

    @property
    def whole(self) -> bool:
        """Whether it says nothing of a share."""
        return self.low <= 0 and self.high >= 1


def read_wish(text: str) -> Wish | None:
    """A range from its words; None where they are none.

    >>> read_wish("48..52%")
    Wish(low=0.48, high=0.52, percent=True)
    >>> str(read_wish("under 10%"))
    'at most 10%'
    """
    match = re.fullmatch(RANGE, text.strip())
    if match is None:
        return None
    found = [match[name] for name in ("low", "high", "top", "bottom")]
    percent = any(number is not None and (number.endswith("%") or number in _WORDS) for number in found)
    low, high, top, bottom = (None if number is None else _number(number, percent) for number in found)
    if top is not None:
        return Wish(high=top, percent=percent)
    if bottom is not None:
        return Wish(low=bottom, percent=percent)
    assert low is not None and high is not None
    return Wish(low, high, percent)


def _number(text: str, percent: bool) -> float:
    if text in _WORDS:
        return _WORDS[text]
    number = float(text.rstrip("% ").replace(",", "."))
    return number / 100 if percent else number

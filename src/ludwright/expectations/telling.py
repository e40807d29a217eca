"""Verdicts in words."""

from __future__ import annotations

from ludwright.expectations.judging import ExpectationVerdict


def value(verdict: ExpectationVerdict) -> str:
    """What was seen: the figure with its interval, and how many cases it is made of."""
    one = verdict.expectation
    if not verdict.tried and one.of == "cases" and verdict.tried is not None:
        return "no case" + (f", {verdict.open:,} left open" if verdict.open else "")
    told = plain(verdict.value, verdict.percent)
    if one.of == "times":
        told += " times a game"
    if verdict.low is not None and not verdict.sure:
        told += f" ({plain(verdict.low, verdict.percent)} to {plain(verdict.high, verdict.percent)})"
    if one.of == "times":
        return f"{told}, {verdict.count:,} times in all"
    if verdict.tried is not None:
        told += f", {verdict.count:,} of {verdict.tried:,} {one.of}"
        told += f", {verdict.open:,} left open" if verdict.open else ""
    return told


def plain(number: float | None, percent: bool) -> str:
    """A figure, as a share or not."""
    if number is None:
        return "nothing known"
    return f"{number:.1%}" if percent else f"{number:.3g}"


def needed(verdict: ExpectationVerdict) -> str:
    """How many games would decide, for one that is undecided; two digits: more would pretend to know."""
    if verdict.low is None:
        return ""
    if not verdict.needed:
        return "it lies too near to the end of the range: no number of games will decide soon"
    return f"about {rounded(verdict.needed):,} games would decide"


def rounded(games: int) -> int:
    """Two digits of a number of games."""
    return int(float(f"{games:.1e}"))

"""What is looked at in two versions: the values of metrics, and some of their parts, each under a name of its own."""

from __future__ import annotations

from collections.abc import Iterator

from ludwright.metrics.catalogue import Metric
from ludwright.metrics.figure import Figure

Key = tuple[str, str]
"""A metric and one of its parts; the second is empty for the metric's own value."""

BY_PARTS: dict[str, int] = {
    "seat shares": 8, "agent shares": 8, "commonest result": 10, "action rates": 10, "pick rates": 12, "action win rates": 10, "observed power": 12,
    "final quantities": 10, "growth": 10,
}  # fmt: skip
"""Metrics whose own value is that of whichever part stands out: it may be another one in each version, so the parts are compared, so many
at most."""
_TOLD_ONLY = frozenset({"win rates", "opening win rates", "winning sequences", "winning lines"})
"""What stands out in these is another thing in each version: they are told side by side, and not tested."""


def looks(metric: Metric, figure: Figure) -> Iterator[tuple[Key, Figure]]:
    """The figures of a metric that are compared."""
    if metric.name in BY_PARTS:
        for part in figure.parts[: BY_PARTS[metric.name]]:
            yield (metric.name, part.name), part
        return
    yield (metric.name, ""), figure


def testable(key: Key, figure: Figure) -> bool:
    """Whether a figure is known with an interval of its own: counts and p-values are told, not tested."""
    return key[0] not in _TOLD_ONLY and figure.value is not None and figure.low is not None


def told(key: Key) -> str:
    """What is looked at, in words.

    >>> told(("seat shares", "seat 2"))
    'seat shares: seat 2'
    """
    return f"{key[0]}: {key[1]}" if key[1] else key[0]

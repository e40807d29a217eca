"""What matters: how large a difference must be to be worth a thought, and how sure to be called one. A user can set it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from ludwright.comparing.mistakes import ComparisonError
from ludwright.findings.thresholds import given_thresholds, number
from ludwright.metrics.catalogue import METRICS
from ludwright.mistakes import nearest

SHARES, FIGURES, ERROR_RATE = "shares", "figures", "error rate"
SURE = 0.05
"""The chance that any difference is called one, of all that were looked at, if there is none."""
SHARE_MATTERS, MATTERS = 0.02, 0.05
"""What matters: two percentage points of a share; of anything else five percent of what it was."""


@dataclass(frozen=True)
class Margins:
    """From where on differences matter.

    >>> margins(texts=["shares=1%", "duration in turns=2"]).told
    '1 percentage point of a share, 5% of anything else, 2 of duration in turns'
    """

    share: float = SHARE_MATTERS
    other: float = MATTERS
    error_rate: float = SURE
    own: dict[str, tuple[float, bool]] = field(default_factory=dict)
    """For single metrics: how much, and whether that is a part of what it was rather than an amount."""

    def of(self, metric: str, unit: str, size: float) -> float:
        """From where on a difference of a metric matters, that is about so large."""
        part = unit == "share" or (not unit and size <= 1)  # a scale that ends at 1 is read like a share
        if metric in self.own:
            amount, relative = self.own[metric]
            return amount * size if relative and not part else amount
        return self.share if part else self.other * size

    @property
    def told(self) -> str:
        """In words."""
        points = f"{self.share * 100:g} percentage point{'s' * (self.share != 0.01)} of a share"
        own = [
            f"{amount * 100:g}% of {name}" if part else f"{amount:g} of {name}"
            for name, (amount, part) in self.own.items()
        ]
        return ", ".join([points, f"{self.other * 100:g}% of anything else", *own])


def margins(path: str | Path | None = None, texts: Iterable[str] = ()) -> Margins:
    """What matters by default, changed by a TOML or JSON file, changed by texts such as ``shares=1%`` or ``duration in turns=2``."""
    plain = {SHARES: SHARE_MATTERS, FIGURES: MATTERS, ERROR_RATE: SURE}
    names = {metric.name for metric in METRICS}
    own: dict[str, tuple[float, bool]] = {}
    for name, value in given_thresholds(path, texts):
        known = name.strip().replace("_", " ")
        if known in plain:
            plain[known] = _above_nothing(known, value)
        elif known in names:
            own[known] = _above_nothing(known, value), str(value).strip().endswith("%")
        else:
            close = nearest(known, [*plain, *names])
            hint = f"did you mean `{close}`?" if close else f"there are {', '.join(plain)}, and the names of metrics"
            raise ComparisonError(f"there is no threshold `{name}`: {hint}")
    if not plain[ERROR_RATE] < 1.0:
        raise ComparisonError(f"the `{ERROR_RATE}` lies between 0 and 1, such as 0.05")
    return Margins(plain[SHARES], plain[FIGURES], plain[ERROR_RATE], own)


def _above_nothing(name: str, value: object) -> float:
    found = number(name, value)
    if found <= 0:
        raise ComparisonError(f"the threshold `{name}` is more than 0, not `{value}`")
    return found

"""Green, red or undecided: what an interval says about a wish, and what is left of that where many are asked at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil, inf
from typing import Any

from ludwright.expectations.reading import Expectation
from ludwright.expectations.wishes import Wish
from ludwright.statistics import Z95, normal_quantile, normal_tail

GREEN, RED, UNDECIDED = "green", "red", "undecided"
ERROR = 0.05
"""How likely any of the verdicts of a run may be wrong."""
_MOST_GAMES = 10_000_000
_SHOWN = 20
"""So many games and frames are kept as examples."""


@dataclass(frozen=True)
class ExpectationVerdict:
    """What games say about an expectation."""

    expectation: Expectation
    version: int
    version_name: str
    players: int
    games: int
    status: str
    rules: str = ""
    """Tells versions of the rules apart."""
    settings: tuple[tuple[str, int], ...] = ()
    """The parameters that were set."""
    value: float | None = None
    low: float | None = None
    high: float | None = None
    percent: bool = False
    count: int | None = None
    """How many cases speak for it, of ``tried``; ``open`` ones were cut off by the end of a game."""
    tried: int | None = None
    open: int = 0
    doubt: float = 0.0
    """How likely such games would be if the true value lay at the nearest end of the range."""
    corrected: float = 0.0
    """The same, corrected for all expectations of the run (Holm)."""
    needed: int | None = None
    """About how many games would decide; None where that is not known or too many."""
    note: str = ""
    examples: tuple[tuple[int, int], ...] = ()
    """Games and frames that speak for it."""
    against: tuple[tuple[int, int], ...] = ()
    sides: tuple[str, str] = ("for", "against")
    """What the examples of the two sides are called."""

    @property
    def title(self) -> str:
        """What is expected."""
        return self.expectation.title

    @property
    def sure(self) -> bool:
        """Whether it is decided by what was seen, not by how likely that is."""
        return self.expectation.wish is None

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        place = self.expectation.declaration.place()
        return {
            "title": self.title, "status": self.status, "wished": self.expectation.wished, "rules": self.rules,
            "version": self.version_name, "settings": dict(self.settings),
            "players": self.players, "games": self.games, "value": self.value,
            "interval": None if self.low is None else [self.low, self.high], "for": self.count, "of": self.tried, "open": self.open,
            "doubt": self.doubt, "corrected": self.corrected, "games_to_decide": self.needed, "note": self.note,
            "examples": [list(one) for one in self.examples], "against": [list(one) for one in self.against], "sides": list(self.sides),
            "file": place.file, "line": place.line,
        }  # fmt: skip


def judged(verdict: ExpectationVerdict, wish: Wish) -> ExpectationVerdict:
    """A verdict from its interval alone, as if nothing else were asked."""
    if verdict.value is None or verdict.low is None or verdict.high is None:
        return replace(
            verdict, status=UNDECIDED, doubt=1.0, note=verdict.note or "these games are too few for an interval"
        )
    inside = wish.low <= verdict.value <= wish.high
    doubt = 2 * normal_tail(_steps(verdict, wish))
    return replace(verdict, status=GREEN if inside else RED, doubt=doubt)


def _steps(verdict: ExpectationVerdict, wish: Wish) -> float:
    """How many standard errors lie between the value and the nearest end of the range."""
    value, low, high = verdict.value, verdict.low, verdict.high
    assert value is not None and low is not None and high is not None
    steps = inf
    for end in (wish.low, wish.high):
        error = (value - low if end < value else high - value) / Z95
        if abs(end) != inf:
            steps = min(steps, abs(end - value) / error if error > 0 else inf)
    return steps


def corrected(verdicts: Sequence[ExpectationVerdict]) -> list[ExpectationVerdict]:
    """All verdicts of a run: with Holm's correction, the chance that any of them is wrong stays below 5%."""
    doubtful = [place for place, verdict in enumerate(verdicts) if not verdict.sure]
    found = list(verdicts)
    worst = 0.0
    for rank, place in enumerate(sorted(doubtful, key=lambda place: verdicts[place].doubt)):
        verdict = verdicts[place]
        worst = min(1.0, max(worst, verdict.doubt * (len(doubtful) - rank)))
        if worst <= ERROR:
            found[place] = replace(verdict, corrected=worst)
            continue
        level = ERROR / (len(doubtful) - rank)
        found[place] = replace(verdict, status=UNDECIDED, corrected=worst, needed=_needed(verdict, level))
    return found


def _needed(verdict: ExpectationVerdict, level: float) -> int | None:
    """Intervals grow narrower with the square root of the games: so many would do, if the value stays what it is."""
    wish = verdict.expectation.wish
    if wish is None or verdict.low is None:
        return None
    steps = _steps(verdict, wish.of_share() if verdict.percent else wish)
    if steps <= 0:
        return None
    games = verdict.games * (normal_quantile(1 - level) / steps) ** 2
    return int(max(verdict.games + 1, ceil(games))) if games <= _MOST_GAMES else None


def few(moments: Sequence[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Some examples, none of them twice."""
    return tuple(dict.fromkeys(moments))[:_SHOWN]

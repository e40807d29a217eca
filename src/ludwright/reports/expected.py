"""What the designer expects, asked of the games of a report; what does not hold is a finding."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ludwright.expectations import RED, ExpectationVerdict
from ludwright.expectations.judging import corrected
from ludwright.expectations.reading import Expectation
from ludwright.expectations.recorded_expectations import asked, titles_of, understood, wanted_of
from ludwright.expectations.telling import needed, value
from ludwright.findings import Finding, Play
from ludwright.findings.finding import Look
from ludwright.findings.rule import Rule
from ludwright.metrics.figure import Figure, Witness

_A_SECOND, _A_QUICK_SECOND = 5_000, 1_000
"""For each second of a report, and of a first look, games with so many decisions together are played again for courses of events and patterns, shared by all of them."""
_FLOOR = 1 / 3
"""A designer cares for what is expected: however near it is, this much of the way to the worst counts."""
_SHOWN = 3


@dataclass(frozen=True)
class Told:
    """What the games of one table say about an expectation."""

    play: Play
    verdict: ExpectationVerdict

    @property
    def sentence(self) -> str:
        """What was seen, and what was wished."""
        more = needed(self.verdict) if self.verdict.status not in ("red", "green") else ""
        note = "; ".join(part for part in (more, self.verdict.note) if part)
        return f"{value(self.verdict)}; expected {self.verdict.expectation.wished}" + (f" ({note})" if note else "")

    @property
    def where(self) -> str:
        """Whose games they are."""
        return f"{self.verdict.games:,} game{'s' * (self.verdict.games != 1)} of {self.play.told}"

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        return {**self.verdict.as_json(), "play": self.play.told, "sentence": self.sentence}


@dataclass(frozen=True)
class Expected:
    """All expectations of a game, as its games go."""

    told: tuple[Told, ...] = ()
    missing: tuple[str, ...] = ()
    """Titles of those that can't be understood, or not asked of these games."""
    findings: tuple[Finding, ...] = field(default=(), repr=False)

    def __bool__(self) -> bool:
        return bool(self.told or self.missing)

    @property
    def promise(self) -> str:
        """How sure they are."""
        return "The chance that any of these is wrong is at most 5%, corrected for their number (Holm)."

    @property
    def not_asked(self) -> str:
        """What could not be asked, in words."""
        if not self.missing:
            return ""
        names = ", ".join(f"`{title}`" for title in self.missing)
        return f"Not understood here: {names}. `ludwright expect` tells why."

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        return {"verdicts": [one.as_json() for one in self.told], "not_understood": list(self.missing)}


def expected(plays: Sequence[Play], quick: bool, seconds: float | None = None) -> Expected:
    """Ask what the games' text expects of the strongest players' games, for every number of players; in a first look, for the least.

    With ``seconds``, as many games are looked at as a report of this length has time for.
    """
    best = list({id(play.best): play.best for play in plays if play.best is not None}.values())[: 1 if quick else None]
    found: list[tuple[Play, ExpectationVerdict]] = []
    titles: dict[str, None] = {}
    for play in best:
        table = play.version, play.players
        titles.update(dict.fromkeys(titles_of(play.game)))
        wanted = understood(play.run, table, wanted) if (wanted := wanted_of(play.game)) else []
        if wanted:
            few = (
                int((_A_QUICK_SECOND if quick else _A_SECOND) * seconds / len(wanted) / len(best))
                if seconds is not None
                else None
            )
            found += [(play, verdict) for verdict in asked(play.run, [table], wanted, few)]
    told = tuple(
        Told(play, verdict)
        for (play, _), verdict in zip(found, corrected([verdict for _, verdict in found]), strict=True)
    )
    asked_titles = {one.verdict.title for one in told}
    missing = tuple(title for title in titles if title not in asked_titles)
    return Expected(told, missing, tuple(_findings(told)))


# ---------------------------------------------------------------- as findings


def _no_looks(play: Play, threshold: float) -> Iterator[Look]:
    return iter(())


_TRY_OTHERS = "Random players do much that nobody would: see what `ludwright expect` says of others."
EXPECTATION = Rule(
    "expectation",
    "What the text of the game expects, and what surely does not hold",
    0.0,
    "",
    "not as the text expects: {subject}. Seen: {seen}",
    "Change the rules, or what is expected of them.",
    _no_looks,
    weight=1.5,
    per_table=True,
)


_BY_CHANCE = replace(EXPECTATION, advice=_TRY_OTHERS, weight=0.5)
"""Of random players' games: what they do is hardly what was meant."""


def _findings(told: Sequence[Told]) -> Iterator[Finding]:
    for one in told:
        if one.verdict.status == RED:
            yield Finding(EXPECTATION if one.play.level else _BY_CHANCE, one.play, _look(one), one.verdict.corrected)


def _look(one: Told) -> Look:
    verdict = one.verdict
    end, worst = _ends(verdict, verdict.expectation)
    shown = tuple(Witness(game, ply=frame) for game, frame in (verdict.against or verdict.examples)[:_SHOWN])
    figure = Figure(
        verdict.title, verdict.value, verdict.low, verdict.high, "", verdict.games, "games",
        "share" if verdict.percent else "", shown,
    )  # fmt: skip
    words = {"seen": one.sentence, "evidence": one.where}
    # however near the wish is, some of the way counts
    fair = end - _FLOOR * (worst - end)
    return Look(figure, end, worst > end, fair, worst, words, verdict.title, verdict.corrected, shown)


def _ends(verdict: ExpectationVerdict, one: Expectation) -> tuple[float, float]:
    """The end of the range that was missed, and what would be farthest from it."""
    seen = verdict.value or 0.0
    if one.wish is None:
        return (1.0, 0.0) if one.rule == "always" else (0.0, 1.0)
    if seen < one.wish.low:
        return one.wish.low, 0.0 if verdict.percent or one.wish.low > 0 else 2 * one.wish.low - 1
    return one.wish.high, 1.0 if verdict.percent else 2 * abs(one.wish.high) + 1

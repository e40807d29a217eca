"""Could this state have been reached by then? A search tries to get there; where the best of several can't, somebody may have cheated."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from ludwright.game import Game, loaded
from ludwright.solo.courses import SoloCourse, course_of
from ludwright.solo.questions import Asked, QuestionError, asked, in_its_words
from ludwright.solo.reach import called, figure, spoken
from ludwright.solo.searching import Telling, best_courses, is_foreseeable, searchers

_CLAIM = re.compile(r"(.+?)\s*(>=|<=|==|=|>|<|\bis\b)\s*(.+)")
_AT_LEAST, _AT_MOST = (">=", ">"), ("<=", "<")


@dataclass(frozen=True)
class Claim:
    """One thing that is said of a state."""

    left: str
    sign: str
    right: str

    @property
    def condition(self) -> str:
        return f"({self.left}) {self.sign} ({self.right})"

    def __str__(self) -> str:
        return f"{self.left} {self.sign} {self.right}"

    @property
    def gap(self) -> str:
        """A formula that grows towards 0 as the claim comes true."""
        if self.sign in _AT_LEAST:
            return f"min(0, ({self.left}) - ({self.right}))"
        if self.sign in _AT_MOST:
            return f"min(0, ({self.right}) - ({self.left}))"
        return f"(0 if ({self.left}) is ({self.right}) else -1)"


@dataclass
class CheatCheck:
    """Whether a state was reached by a search."""

    title: str
    claims: list[Claim]
    profile: str | None
    days: float | None
    possible: bool
    best: SoloCourse
    asked: Asked
    reached: list[tuple[str, float]]
    """Who searched, and how much of the way each came, from 0 to 1."""
    playouts: int
    seed: int
    complete: bool = True
    closest: list[float] = field(default_factory=list)
    """What stood on the left of each claim at the end of the best course."""

    @property
    def sentences(self) -> list[str]:
        """What was found, and what it is worth."""
        claimed = " and ".join(map(str, self.claims))
        who = f" by {called(self.profile)}" if self.profile is not None else ""
        within = f" within {self.days:g} day{'' if self.days == 1 else 's'}" if self.days is not None else ""
        if self.possible:
            tick = self.asked.tick
            last = self.best.times[-1]
            when = spoken(last * tick) if tick is not None else f"{last} moves"
            return [
                f"Possible: {claimed} can be reached{who}{within}. It was reached after {when}, in {len(self.best.moves)} decisions."
            ]
        came = ", ".join(
            f"{claim.left} to {figure(value)}" for claim, value in zip(self.claims, self.closest, strict=True)
        )
        tries = ", ".join(f"{agent} {100 * way:.0f}% of the way" for agent, way in self.reached)
        return [
            f"Not found: no search reached {claimed}{who}{within}. The best came {100 * self.reached[0][1]:.0f}% of the way: {came}.",
            f"{len(self.reached)} searches with {self.playouts:,} play-outs in all: {tries}. A search can show that a state is possible, but not that it is impossible: "
            "the longer it looks in vain, the more likely is it that somebody cheated.",
        ]

    def as_json(self) -> dict[str, Any]:
        """Everything as plain data."""
        return {
            "game": self.title, "claims": list(map(str, self.claims)), "profile": self.profile, "days": self.days, "possible": self.possible, "complete": self.complete,
            "sentences": self.sentences, "searches": [{"agent": agent, "way": way} for agent, way in self.reached], "playouts": self.playouts, "seed": self.seed,
            "closest": self.closest, "moves": self.best.moves, "times": self.best.times,
        }  # fmt: skip


def claims_of(texts: Sequence[str]) -> list[Claim]:
    """What is said of a state, such as ``coins >= 500``; ``coins=500`` means at least."""
    found = []
    for text in texts:
        told = _CLAIM.fullmatch(text.strip())
        if told is None:
            raise QuestionError(f"`{text}` says nothing of a state: write for example `coins >= 500`")
        left, sign, right = told.groups()
        found.append(Claim(left.strip(), {"=": ">=", "==": "is"}.get(sign, sign), right.strip()))
    if not found:
        raise QuestionError("nothing is said of the state: write for example `coins >= 500`")
    return found


def cheat_check(
    game: Game | str,
    claims: Sequence[str],
    *,
    profile: str | None = None,
    days: float | None = None,
    sessions: int | None = None,
    agents: Sequence[str] = (),
    seconds: float = 30.0,
    seed: int = 1,
    progress: Telling | None = None,
) -> CheatCheck:
    """Search for a course to a state, for so many seconds.

    >>> import ludwright
    >>> coins = ludwright.load("simple_coins", params={"energy_cap": 2})
    >>> [cheat_check(coins, [claim], seconds=0.4).possible for claim in ("coins >= 150", "coins >= 161")]
    [True, False]
    """
    if not 0 < seconds <= 1_000_000:
        raise QuestionError("searching takes between 0 and 1,000,000 seconds")
    played = loaded(game)
    said = claims_of([in_its_words(played, claim) for claim in claims])
    if not is_foreseeable(played):
        raise QuestionError(
            f"{played.title} leaves something to chance: with enough luck much is possible, and no search can tell how much"
        )
    for one in said:
        try:
            asked(played, values=[one.gap])
        except QuestionError as error:
            raise QuestionError(str(error).replace(one.gap, str(one))) from None
    plain = asked(played, values=[one.gap for one in said])
    start = course_of(plain, lambda match: match.codes()[0], seed).values[0]
    gaps = [start[1 + plain.titles.index(one.gap)] for one in said]
    shares = [100 // len(said)] * len(said)
    shares[0] += 100 - sum(shares)
    result = [
        f"{share}% of {one.gap} in {min(-1, int(gap))}..0" for share, one, gap in zip(shares, said, gaps, strict=True)
    ]
    question = asked(
        played, days=days, sessions=sessions, values=[one.left for one in said if one.sign != "is"],
        ends=[" and ".join(one.condition for one in said)], result=result,
    )  # fmt: skip
    question = Asked(question.game.under(profile or played.profile), question.titles, question.tick)
    texts = searchers(question.game, seconds, agents)
    found, complete = best_courses(question.game, texts, seed, progress, seconds)
    codes = iter(found[0].codes)
    course = course_of(question, lambda match: next(codes), seed)
    closest = [
        course.values[-1][1 + question.titles.index(one.left)] if one.sign != "is" else float(course.result >= 1)
        for one in said
    ]
    return CheatCheck(
        played.title, said, profile, days, course.result > 1 - 1e-9, course, question, [(one.agent, one.result) for one in found],
        sum(one.playouts for one in found), seed, complete, closest,
    )  # fmt: skip

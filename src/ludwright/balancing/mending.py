"""From a finding to its fix: the target that would be met without it, the knobs that may matter, and what turning them does."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from shlex import quote
from typing import TYPE_CHECKING, Any

from ludwright.agents.texts import strangers
from ludwright.balancing.balance import balance, knobs_of
from ludwright.balancing.knobs import CELL, COPIES, PARAM, SEAT, START, Knob, turned_by_default
from ludwright.balancing.result import Balance
from ludwright.findings import powers, starts
from ludwright.mistakes import LudwrightError

if TYPE_CHECKING:
    from ludwright.findings import Finding
    from ludwright.game import Game

_BY_TRIALS = {rule.name for rule in (*powers.RULES, *starts.RULES)}
"""Findings that rest on games in which something is forbidden or exchanged: a search does not repeat these."""
_MOST = 3
"""So many findings of a report are mended."""
_KNOBS = 8
"""So many knobs a command names; of more it leaves the choice to the search."""


@dataclass(frozen=True)
class Mend:
    """What was tried against a finding."""

    finding: Finding
    found: Balance | None
    """None where nothing could be tried."""
    why: str = ""

    @property
    def sentence(self) -> str:
        """What worked, with before and after; or what came of it."""
        if self.found is None:
            return f"Nothing could be tried: {self.why}."
        if self.found.fine:
            return "In games of its own it does not show."
        if self.found.versions:
            best = self.found.versions[0]
            doubt = "" if best.state == "met" else " More games would make it sure."
            return f"This mends it: {best.sentence}.{doubt}"
        if self.found.closest is not None:
            return f"Nothing that was tried mends it. Closest: {self.found.closest.sentence}."
        return "There was no time to try anything."

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        told = self.found.as_json() if self.found is not None else None
        return {
            "finding": self.finding.name,
            "subject": self.finding.subject,
            "sentence": self.sentence,
            "balance": told,
        }


def mend_target(finding: Finding) -> str | None:
    """The target that is met where the finding is not made; None where a search can't see it."""
    rule = finding.rule
    if (
        rule.name in _BY_TRIALS
        or "evidence" in finding.look.words
        or not rule.fault
        or not re.fullmatch(r"[a-z' -]+", rule.name)
    ):
        return None
    from ludwright.findings.catalogue import RULES

    if rule.name not in {one.name for one in RULES}:
        return None
    return f"with {finding.play.players} players: no {rule.name}"


def mend_knobs(finding: Finding, known: Sequence[Knob]) -> list[str]:
    """The knobs that may matter: the numbers of the thing it is about; what seats begin with, where it is about seats; else parameters and the set-up."""
    words = f" {finding.subject} {' '.join(finding.look.words.values())} ".lower()
    named = [
        knob
        for knob in known
        if knob.kind in (CELL, COPIES) and re.search(rf"\b{re.escape(knob.owner.lower())}\b", words)
    ]
    if named:
        chosen = named
    elif finding.rule.topic == "seats":
        chosen = [knob for knob in known if (knob.kind == SEAT and knob.place > 1) or knob.kind == PARAM]
    else:
        chosen = [knob for knob in known if knob.kind == PARAM or (knob.kind == START and knob.value)]
    names = [knob.name for knob in chosen if len(knob.values) > 1]
    return names if len(names) <= _KNOBS else []


def mend_command(finding: Finding) -> str:
    """The command that looks for a fix; empty where there is none."""
    target = mend_target(finding)
    if target is None:
        return ""
    play = finding.play
    version = play.run.versions[play.version]
    known = _knobs(play.game)
    knobs = mend_knobs(finding, known)
    if not knobs and not any(turned_by_default(knob, finding.rule.topic == "seats") for knob in known):
        return ""  # there is no number to change
    parts = [
        "ludwright balance",
        quote(version.main),
        f"--target {quote(target)}",
        *(f"--knob {quote(name)}" for name in knobs),
    ]
    parts += [f"--agents {quote(','.join(_seated(finding)))}", f"--players {play.players}"]
    parts += [f"--set {name}={value}" for name, value in version.params.items()]
    return " ".join(parts)


def _seated(finding: Finding) -> tuple[str, ...]:
    """Who played, in the first seating."""
    agents = finding.play.cells[0].agents
    return agents if len(set(agents)) > 1 else agents[:1]


@lru_cache(maxsize=8)
def _knobs(game: Game) -> tuple[Knob, ...]:
    try:
        return tuple(knobs_of(game))
    except LudwrightError:
        return ()


def mend(
    findings: Sequence[Finding], seconds: float | None = None, *, games: int | None = None, seed: int = 1, threads: int | None = None,
    progress: Callable[[str], None] | None = None,
) -> list[Mend]:  # fmt: skip
    """Try to mend the most important findings of a report, in so many seconds, or with so many games, for all of them."""
    chosen = [finding for finding in findings if mend_command(finding) and not strangers(_seated(finding))][:_MOST]
    found = []
    for finding in chosen:
        if progress is not None:
            progress(f"mending: {finding.name}")
        play = finding.play
        settings: Mapping[str, int] = play.run.versions[play.version].params
        try:
            own = balance(
                play.game.description, [mend_target(finding) or ""], knobs=mend_knobs(finding, _knobs(play.game)),
                agents=[",".join(_seated(finding))], players=play.players, params=settings, seed=seed, games=games and games // len(chosen),
                seconds=max(1.0, seconds / len(chosen)) if seconds is not None else None,
                threads=threads,
            )  # fmt: skip
        except LudwrightError as error:
            found.append(Mend(finding, None, str(error).splitlines()[0].rstrip(".")))
            continue
        found.append(Mend(finding, own))
        if own.interrupted:
            break
    return found

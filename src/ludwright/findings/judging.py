"""All rules, asked about all plays: what is surely wrong, what is surely well, and what stays open."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ludwright.findings.catalogue import ERROR_RATE, RULES
from ludwright.findings.certainty import chance, chance_to_seem_fine, games_to_decide
from ludwright.findings.finding import FINE, FOUND, OPEN, Finding, Look
from ludwright.findings.levels import THINKING
from ludwright.findings.play import Play, rank_by_strength
from ludwright.findings.proofs import Proof, parted
from ludwright.findings.rule import ALL, EQUALS, Rule
from ludwright.findings.thresholds import thresholds
from ludwright.statistics import holm

_CLEAR = 0.5
"""A cause must be so large to explain what else is not well."""
_NOTES = 3
"""So many notes are made at most: they are no faults."""


@dataclass(frozen=True)
class Answer:
    """What came of one look."""

    rule: Rule
    play: Play
    look: Look
    doubt: float
    state: str

    @property
    def games(self) -> int | None:
        """How many games would decide it, if it is open."""
        return games_to_decide(self.look) if self.state == OPEN else None


@dataclass
class Verdict:
    """All that was asked, and what was found."""

    findings: list[Finding] = field(default_factory=list)
    """The most important first."""
    answers: list[Answer] = field(default_factory=list)
    error_rate: float = 0.05
    notes: list[Finding] = field(default_factory=list)
    """What is as sure, and worth knowing, but no fault."""
    proofs: list[Proof] = field(default_factory=list)
    """What is proven of small games, whoever plays."""
    limits: dict[str, float] = field(default_factory=dict)
    """The thresholds."""
    unasked: int = 0
    """How many rules were not asked about some games, for want of time."""
    interrupted: bool = False

    @property
    def promise(self) -> str:
        """How often such a verdict is wrong."""
        questions = f"{len(self.answers)} questions" if len(self.answers) != 1 else "one question"
        return (
            f"Based on {questions}, corrected for their number (Holm): the chance that any problem named here is only luck is "
            f"at most {self.error_rate:.0%}. Ranges in brackets are 95% intervals; a draw counts as shared."
        )

    def states(self, rule: Rule) -> dict[str, list[Answer]]:
        """The answers to a rule, by what came of them."""
        found: dict[str, list[Answer]] = {FOUND: [], FINE: [], OPEN: []}
        for answer in self.answers:
            if answer.rule is rule:
                found[answer.state].append(answer)
        return found

    def as_json(self) -> dict[str, Any]:
        """Plain values."""
        return {
            "error_rate": self.error_rate,
            "promise": self.promise,
            "findings": [finding.as_json() for finding in self.findings],
            "notes": [note.as_json() for note in self.notes],
            "proofs": [proof.as_json() for proof in self.proofs],
            "questions": [_plain(answer) for answer in self.answers],
        }


def _plain(answer: Answer) -> dict[str, Any]:
    figure = answer.look.figure
    return {
        "rule": answer.rule.name,
        "subject": answer.look.subject,
        "play": answer.play.told,
        "value": figure.value,
        "interval": [figure.low, figure.high],
        "threshold": answer.look.threshold,
        "state": answer.state,
        "games_to_decide": answer.games,
    }


def judge(
    plays: Sequence[Play],
    limits: Mapping[str, float] | None = None,
    rules: Sequence[Rule] = RULES,
    progress: Callable[[str, int, int], None] | None = None,
    solved: Sequence[Proof] = (),
    stop_when: Callable[[], bool] | None = None,
) -> Verdict:
    """Ask all rules about all plays. A finding is stated only if its interval clears the threshold after correction for all looks.

    What ``solved`` proves of small games is told as such, together with what strong players show of it. As soon as ``stop_when`` says yes, or
    the user interrupts it, no more is asked: what the strongest players' games tell is asked first.
    """
    limits = thresholds() if limits is None else limits
    asked: list[tuple[Rule, Play, Look]] = []
    ranked = rank_by_strength(list(plays))
    verdict = Verdict(error_rate=limits[ERROR_RATE], limits=dict(limits))
    questions = [(rule, play) for play in sorted(ranked, key=lambda one: not one.strongest) for rule in rules]
    for place, (rule, play) in enumerate(questions):
        if progress is not None:
            progress(rule.name, place, len(rules) * len(plays))
        if not play.concerns(rule):
            continue
        if verdict.interrupted or (stop_when is not None and stop_when()):
            verdict.unasked += 1
            continue
        try:
            asked += [(rule, play, look) for look in rule.looks(play, limits[rule.name]) if look.figure.known]
        except KeyboardInterrupt:
            verdict.interrupted = True
            verdict.unasked += 1
    asked.sort(key=lambda one: ranked.index(one[1]))  # as the games were played; the order of rules stays
    doubts, trust = (
        holm([judge_chance(look) for _, _, look in asked]) for judge_chance in (chance, chance_to_seem_fine)
    )
    for (rule, play, look), doubt, too_good in zip(asked, doubts, trust, strict=True):
        sure = look.clears and doubt <= verdict.error_rate
        fine = look.never or (look.within and too_good <= verdict.error_rate)
        verdict.answers.append(Answer(rule, play, look, doubt, FOUND if sure else FINE if fine else OPEN))
    found = [Finding(one.rule, one.play, one.look, one.doubt) for one in verdict.answers if one.state == FOUND]
    found, verdict.proofs = parted(found, solved, plays)
    faults = [one for one in found if one.rule.fault and not _only_weak(one, verdict.answers)]
    verdict.findings = _ranked(faults)
    families = {one.look.family for one in faults}
    others = [one for one in found if one not in faults and not (one.look.family and one.look.family in families)]
    verdict.notes = _ranked(others)[:_NOTES]
    return verdict


def _only_weak(finding: Finding, answers: Sequence[Answer]) -> bool:
    """Whether weak players show it, and strong ones at the same table surely don't: worth knowing, no fault."""
    play, rule = finding.play, finding.rule
    if rule.one_is_enough or rule.whose not in (ALL, EQUALS) or play.mixed or play.level == THINKING:
        return False
    best = play.best
    asked = [one for one in answers if one.play is best and one.rule is rule]
    of_the_same = [one for one in asked if (one.look.subject, one.look.above) == (finding.subject, finding.look.above)]
    return best is not None and best.strong and bool(asked) and all(one.state == FINE for one in of_the_same or asked)


def _ranked(found: Sequence[Finding]) -> list[Finding]:
    """The most important first; what several plays show, and what is found of one thing, is told once."""
    groups: dict[tuple[object, ...], list[Finding]] = {}
    for finding in sorted(_explained(found), key=lambda one: -one.importance):
        rule, look = finding.rule, finding.look
        table = (finding.play.players, finding.play.mixed) if rule.per_table else ()
        groups.setdefault((rule.topic or rule.name, look.family or look.subject, *table), []).append(finding)
    return sorted(map(_merged, groups.values()), key=lambda one: -one.importance)


def _merged(group: Sequence[Finding]) -> Finding:
    """The most important of a kind, with the rest: the same with other players, and what differs."""
    first, also, more = group[0], [], []
    told = {_what(first)}
    for other in group[1:]:
        if _what(other) == _what(first):
            also += [other] if other.play is not first.play else []
        elif _what(other) not in told:
            told.add(_what(other))
            more.append(other)
    return replace(first, also=tuple(also), more=tuple(more))


def _what(finding: Finding) -> tuple[str, str, bool]:
    return finding.name, finding.subject, finding.look.above


def _explained(found: Sequence[Finding]) -> list[Finding]:
    """What another finding in the same games explains is told together with it."""
    kept: dict[int, list[Finding]] = {}
    for place, finding in enumerate(found):
        cause = _cause(found, finding)
        kept.setdefault(place if cause is None else cause, [])
        if cause is not None:
            kept[cause].append(finding)
    return [replace(found[place], follows=tuple(follows)) for place, follows in kept.items()]


def _cause(found: Sequence[Finding], finding: Finding) -> int | None:
    """The place of the finding that explains another; the first cause, where causes have causes."""
    causes = [
        place
        for place, one in enumerate(found)
        if one.play is finding.play
        and one.name in finding.rule.implied_by
        and one.look.above
        and one.look.size > _CLEAR
    ]
    if not causes:
        return None
    best = max(causes, key=lambda place: found[place].importance)
    first = _cause(found, found[best])
    return best if first is None else first

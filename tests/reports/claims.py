"""Every sentence of a report, held against a longer run of the same players on other deals."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

from ludwright.agents.barred import OPENING
from ludwright.findings import Play, judge
from ludwright.findings.finding import FINE, FOUND, Look
from ludwright.findings.judging import Answer, Verdict
from ludwright.findings.play import rank_by_strength
from ludwright.metrics.figure import Figure
from ludwright.playtests import playtest
from ludwright.powers.barring import Habit
from ludwright.powers.observing import taken_in
from ludwright.powers.place_trials import place_trials
from ludwright.powers.screening import MOST
from ludwright.powers.suspects import STRONG, WEAK, Suspect
from ludwright.powers.trials import trials
from ludwright.reports import Report
from ludwright.statistics import Z95

_APART = 4.5
"""So many standard errors between a figure and its reference are no luck."""
FACTOR = 3


@dataclass(frozen=True)
class Claim:
    """A sentence that a report states, and what the longer run says of it."""

    sentence: str
    rule: str
    state: str
    holds: bool
    stated: str
    reference: str


def checked(report: Report, *, factor: int = FACTOR, seed: int = 4_711, threads: int | None = None) -> list[Claim]:
    """All that a report states or calls fine, with whether it survives ``factor`` times as many games on other deals."""
    again = {id(play): _again(play, factor, seed, threads) for play in report.plays}
    rank_by_strength(list(again.values()))
    for play in report.plays:
        _try_again(report, play, again[id(play)], factor, seed, threads)
    reference = judge(list(again.values()), report.verdict.limits)
    return [claim for answer in _stated(report) if (claim := _claim(report, answer, again, reference)) is not None]


def _stated(report: Report) -> list[Answer]:
    """What the text says: what was found, and what is called fine or without a sign."""
    named = {*report.fine, *report.no_sign}
    return [
        answer
        for answer in report.verdict.answers
        if answer.state == FOUND or (answer.state == FINE and answer.rule.name in named)
    ]


def _again(play: Play, factor: int, seed: int, threads: int | None) -> Play:
    plan = play.run.plan
    run = playtest(
        play.game.description, list(plan.agents), max(60, factor * play.games), players=play.players, seed=seed, seatings=plan.seatings,
        params=plan.versions[play.version].params, move_limit=plan.move_limit, threads=threads,
    )  # fmt: skip
    found = Play(run, 0, play.players, play.name, None if play.sample is None else play.sample * factor)
    found.experts = play.experts
    return found


def _try_again(report: Report, play: Play, again: Play, factor: int, seed: int, threads: int | None) -> None:
    """Try on other deals what was stated of options, cards and places."""
    stated = {answer.look.subject for answer in _stated(report) if answer.play is play and answer.state == FOUND}
    tried, placed = play.trials, play.places
    if tried is not None:
        options = [
            Suspect(look.kind, name, 1.0, STRONG, tried.actions.get(name, ""))
            for name, look in tried.options.items()
            if name.removeprefix(OPENING) in stated or any(name.replace(",", "") == one.other for one in play.preferences if one.one in stated)
        ]  # fmt: skip
        of_cards = stated & {look.what for look in tried.things}
        cards = [
            Suspect(look.kind, look.what, 1.0, {True: STRONG, False: WEAK}.get(tried.suspects.get(look.what), ""))  # type: ignore[arg-type]
            for look in (tried.things if of_cards else ())
        ]
        habits = {
            name: Habit(effect.rate, effect.expected)
            for name, effect in taken_in(again.effects).items()
            if effect.rate.known
        }
        if options or cards:
            deals = min(MOST, factor * tried.deals)
            again.trials = trials(play.game, [*options, *cards], tried.agent, habits, seed, seconds=1.0, deals=deals, threads=threads)  # fmt: skip
    if placed is not None and stated & {one.what for one in placed.places}:
        again.places = place_trials(play.game, [placed.agent], seed, seconds=1.0, games=2_000, threads=threads)


def _claim(report: Report, answer: Answer, again: dict[int, Play], reference: Verdict) -> Claim | None:
    play, look = again[id(answer.play)], answer.look
    other = _same(reference, answer, play)
    sentence = (
        answer.rule.told(look, answer.play.who) if answer.state == FOUND else f"fine: {answer.rule.name} {look.subject}"
    )
    if (
        other is None
    ):  # what can't be asked again must not have been said: a fine thing may have vanished, a fault may not
        return Claim(
            sentence, answer.rule.name, answer.state, answer.state == FINE, _told(look.figure), "not seen again"
        )
    beyond = _beyond(other)
    holds = beyond if answer.state == FOUND else not beyond
    return Claim(
        sentence, answer.rule.name, answer.state, holds and (answer.state == FINE or _close(look.figure, other.figure)),
        _told(look.figure), _told(other.figure),
    )  # fmt: skip


def _same(reference: Verdict, answer: Answer, play: Play) -> Look | None:
    look = answer.look
    return next(
        (
            one.look
            for one in reference.answers
            if one.rule.name == answer.rule.name
            and one.play is play
            and (one.look.subject, one.look.above) == (look.subject, look.above)
        ),
        None,
    )


def _beyond(look: Look) -> bool:
    value = look.figure.value
    if value is None:
        return False
    return value > look.threshold if look.above else value < look.threshold


def _close(one: Figure, other: Figure) -> bool:
    """Whether two figures are the same but for luck."""
    errors = [
        (figure.high - figure.low) / 2 / Z95
        for figure in (one, other)
        if figure.high is not None and figure.low is not None
    ]
    if one.value is None or other.value is None or len(errors) < 2:
        return True
    return abs(one.value - other.value) <= _APART * sqrt(sum(error**2 for error in errors)) + 1e-9


def _told(figure: Figure) -> str:
    ends = "" if figure.low is None or figure.high is None else f" ({figure.low:.3f} to {figure.high:.3f})"
    return f"{figure.value if figure.value is None else round(figure.value, 3)}{ends} of {figure.n}"

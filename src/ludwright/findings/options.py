"""Rules about what players can choose: too strong, too weak, all the same, the best way to begin."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from ludwright.findings.certainty import chance
from ludwright.findings.effects import Effect
from ludwright.findings.finding import Look
from ludwright.findings.rule import RANDOM, STRONGEST, Rule, spelled
from ludwright.metrics.figure import Figure

if TYPE_CHECKING:
    from ludwright.findings.play import Play

_MOSTLY = 0.5
"""What thinking players take in more than half of all cases is to their liking."""
_COMMON = 0.08
"""Options that chance would take more rarely than this, such as the cells of a large board, are not expected to be taken by everybody."""
_INDIFFERENT = 0.15
"""Thinking players whose choice is no farther from chance than this do not care."""
_POINTS = spelled("points")


def _competes(play: Play) -> bool:
    return play.players > 1 and not play.nature.common


def _thinking(play: Play) -> Play | None:
    """The games of thinking players with as many players, if there are any."""
    best = play.best
    return best if best is not None and best.level > 1 and not best.mixed else None


def _rate_of(play: Play, what: str, by: str) -> Effect | None:
    return next((effect for effect in play.effects(by) if effect.what == what), None)


# ---------------------------------------------------------------- too strong


def _overpowered_looks(play: Play, threshold: float) -> Iterator[Look]:
    if not _competes(play):
        return
    for by, effect in _choices(play):
        yield _liked(play, effect, by, _looked(effect, threshold))


def _looked(effect: Effect, threshold: float) -> Look:
    return Look(effect.figure, threshold, True, 0.0, 0.6, {}, effect.what, family=effect.action)


def _choices(play: Play) -> Iterator[tuple[str, Effect]]:
    """Every way to carry out an action, and actions as a whole, where those are not the same."""
    names = {effect.what for effect in play.effects("words")}
    yield from (("words", effect) for effect in play.effects("words"))
    yield from (("action", effect) for effect in play.effects("action") if effect.what not in names)


def _liked(play: Play, effect: Effect, by: str, look: Look) -> Look:
    """A look that counts only if thinking players, where there are any, mostly choose the same."""
    best = _thinking(play)
    words = {"liked": ""}
    sure = chance(look)
    if best is not None:
        own = _rate_of(best, effect.what, by)
        if own is None or own.rate.low is None or own.rate.low < _MOSTLY:
            sure = 1.0
        else:
            words["liked"] = f"; `{best.agents[0]}` takes it in {own.rate.value:.0%} of all cases"
    return replace(look, words=words, chance=sure)


OVERPOWERED = Rule(
    "overpowered option",
    "An action, card or place that wins far more often whenever it is chosen rather than something else",
    0.15,
    "points of the chance to win, for one choice (0.15: 15 points)",
    "`{subject}` is too strong: whoever takes it, rather than something else, has {value} more chance to win ({interval}){liked}",
    "Make it dearer, rarer or weaker.",
    _overpowered_looks,
    weight=1.2,
    whose=RANDOM,
    metrics=("win rates", "pick rates"),
    topic="too strong",
)


def _opening_looks(play: Play, threshold: float) -> Iterator[Look]:
    if not _competes(play):
        return
    for effect in play.effects("opening"):
        yield _liked(play, effect, "opening", _looked(effect, threshold))


OPENING = Rule(
    "dominant opening",
    "A first choice that wins far more often than all others",
    0.15,
    "points of the chance to win (0.15: 15 points)",
    "There is one best way to begin: `{subject}` as a first choice brings {value} more chance to win ({interval}){liked}",
    "Make the first choices more equal, or forbid this one at the start.",
    _opening_looks,
    weight=1.15,
    whose=RANDOM,
    metrics=("opening win rates",),
    topic="too strong",
)


# ---------------------------------------------------------------- too weak


def _underpowered_looks(play: Play, threshold: float) -> Iterator[Look]:
    if not _competes(play) or play.level < 2:
        return
    for _, effect in _choices(play):
        if effect.expected >= _COMMON:
            words = {"expected": f"{effect.expected:.0%}"}
            yield Look(effect.rate, threshold, False, effect.expected, 0.0, words, effect.what, family=effect.action)


UNDERPOWERED = Rule(
    "underpowered option",
    "An action, card or place that thinking players hardly ever choose",
    0.03,
    "of the times it could be chosen",
    "`{subject}` is too weak: thinking players take it in only {value} of the cases in which they could ({interval}); chance would take it in {expected}",
    "Make it cheaper or stronger, or leave it out.",
    _underpowered_looks,
    weight=0.9,
    whose=STRONGEST,
    metrics=("pick rates", "unused options"),
    topic="too weak",
)


def _bad_looks(play: Play, threshold: float) -> Iterator[Look]:
    if not _competes(play):
        return
    best = _thinking(play)
    for by, effect in _choices(play):
        own = None if best is None else _rate_of(best, effect.what, by)
        words, sure = {"shunned": ""}, None
        if best is not None and own is not None and own.rate.value is not None:
            words["shunned"] = (
                f"; `{best.agents[0]}` takes it in {own.rate.value:.0%} of all cases, chance would in {own.expected:.0%}"
            )
            sure = 1.0 if own.rate.value > own.expected else None
        yield Look(effect.figure, -threshold, False, 0.0, -0.6, words, effect.what, sure, family=effect.action)


BAD = Rule(
    "bad option",
    "An action, card or place that costs much of the chance to win whenever it is chosen rather than something else; no fault, but worth knowing",
    0.15,
    "points of the chance to win, for one choice (0.15: 15 points)",
    "`{subject}` is a bad choice: taking it, rather than something else, changes the chance to win by {value} ({interval}){shunned}",
    "Bad choices are part of a game of skill. Look whether players can see it coming, and whether it is ever the best there is.",
    _bad_looks,
    weight=0.5,
    whose=RANDOM,
    metrics=("win rates",),
    topic="too weak",
    fault=False,
)


# ---------------------------------------------------------------- all the same


def _useless_looks(play: Play, threshold: float) -> Iterator[Look]:
    best = _thinking(play)
    if not _competes(play) or best is None:
        return
    actions = set(play.evidence.declared)
    for effect in play.effects("action"):
        figure = effect.figure
        if effect.what not in actions or figure.value is None or figure.low is None or figure.high is None:
            continue
        size = Figure(
            figure.name, abs(figure.value), 0.0, max(-figure.low, figure.high), figure.how, figure.n, figure.of, "points",
            figure.witnesses,
        )  # fmt: skip
        own = _rate_of(best, effect.what, "action")
        words = {"most": _POINTS(size.high or 0.0)}
        look = Look(size, threshold, False, 5 * threshold, 0.0, words, effect.what)
        sure = chance(look) if own is not None and _indifferent(own) else 1.0
        if own is not None:
            words["rate"] = (
                f"`{best.agents[0]}` takes it in {own.rate.value:.0%} of the cases, chance would in {own.expected:.0%}"
            )
        yield Look(size, threshold, False, look.fair, look.worst, words, look.subject, sure)


def _indifferent(effect: Effect) -> bool:
    low, high = effect.rate.low, effect.rate.high
    if low is None or high is None:
        return False
    return effect.expected - _INDIFFERENT < low and high < effect.expected + _INDIFFERENT


USELESS = Rule(
    "useless choice",
    "An action that makes no difference to who wins, whether it is taken or not",
    0.05,
    "points of the chance to win, for one choice (0.05: 5 points)",
    "`{subject}` makes no difference: taking it rather than something else changes the chance to win by {most} at most; {rate}",
    "Let it do something, or leave it out.",
    _useless_looks,
    weight=1.0,
    whose=RANDOM,
    metrics=("action win rates", "agency"),
)

RULES = (OVERPOWERED, OPENING, UNDERPOWERED, BAD, USELESS)

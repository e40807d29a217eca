"""What too strong, too weak, indispensable and useless mean: one definition for the command `power` and for reports.

All limits are parts of a fair share of the wins: with two players, 0.1 are five points of the chance to win.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ludwright.metrics.figure import Figure
from ludwright.powers.looks import (
    INDISPENSABLE,
    OPEN,
    OVER,
    SAME,
    SLIGHT,
    SURE,
    TRAP,
    UNDER,
    USEFUL,
    Look,
)
from ludwright.powers.paired import chance_beyond
from ludwright.powers.standing import Standing
from ludwright.powers.things import CARDS

LEAST = 0.02
"""Less than this is not worth a word, however sure it is."""
GREAT = 0.1
"""So much more, or less, than its like a card is worth that is too strong or too weak; likewise a seat or a start."""
STRONG = 0.3
"""So much it costs at least to do without an option that is too strong."""
WEAK = 0.1
"""So much it costs at least to take an option that is too weak."""
MISLED = 0.1
"""So much those gain at least who do without an option that reports call a trap."""
MARGIN = 0.1
"""Less than this counts as no difference."""
DECIDED = 0.5
"""Where fewer games have one winner, nothing is called useless."""
ALWAYS, RARELY, INDIFFERENT = 0.8, 0.05, 0.15
"""Who takes an option in so many of the cases takes it always, or never; who is no farther from chance than the last does not care."""

COMMON = 0.08
"""Options that chance would take more rarely than this, such as the cells of a large board, are not expected to be taken by everybody."""


@dataclass(frozen=True)
class Condition:
    """One thing that must be so: a figure is above a limit, or below it."""

    figure: Figure
    limit: float
    above: bool
    chance: float
    """How likely the figure is if the truth is the limit; 0 where its interval alone decides."""

    @property
    def holds(self) -> bool:
        """Whether the whole interval is beyond the limit."""
        near = self.figure.low if self.above else self.figure.high
        return near is not None and (near > self.limit if self.above else near < self.limit)

    @property
    def seems(self) -> bool:
        """Whether the figure itself is beyond the limit, however sure that is."""
        value = self.figure.value
        return value is not None and (value > self.limit if self.above else value < self.limit)

    @property
    def fails(self) -> bool:
        """Whether the whole interval is on the other side."""
        far = self.figure.high if self.above else self.figure.low
        return far is not None and (far <= self.limit if self.above else far >= self.limit)


def _tested(figure: Figure, values: np.ndarray, limit: float, above: bool, look: Look) -> Condition:
    return Condition(figure, limit, above, chance_beyond(values, limit, above, look.bounds))


def _read(figure: Figure, limit: float, above: bool) -> Condition:
    return Condition(figure, limit, above, 0.0)


# ---------------------------------------------------------------- options


def too_strong(look: Look, share: float, limit: float = STRONG) -> list[Condition] | None:
    """Doing without it costs much, its players take it nearly always, and to take it every time is no mistake. None if not all was tried.

    What a script takes, it takes whatever it is worth, and without it the script does not know what to do: that says nothing.
    """
    if look.scripted:
        return None
    if look.forced is None or not look.forced.known or look.taken is None or not look.worth.known:
        return None
    found = [_tested(look.worth, look.values, limit * share, True, look), _read(look.taken, ALWAYS, True)]
    if (look.forced.value or 0.0) < -MARGIN * share:  # there are times to leave it
        found.append(_read(look.forced, -MARGIN * share, True))
    return found


def too_weak(look: Look, share: float, limit: float = WEAK) -> list[Condition] | None:
    """Taking it every time costs something, doing without it costs nothing, and its players leave it.

    What a script leaves, it leaves whatever it is worth: that says nothing.
    """
    if look.scripted:
        return None
    if look.forced is None or not look.forced.known or look.taken is None or not look.worth.known:
        return None
    assert look.forced_values is not None
    return [
        Condition(
            look.forced, -limit * share, False,
            chance_beyond(-look.forced_values, limit * share, True, look.bounds),
        ),
        _read(look.worth, MARGIN * share, False),
        _read(look.taken, RARELY, False),
    ]  # fmt: skip


def misleads(look: Look, share: float, limit: float = MISLED) -> list[Condition] | None:
    """Its players do better without it. None if not all was tried, or if a script takes it, which says more about the script.

    Where all answer at once, none of the answers is a mistake by itself, but only to be known to give it.
    """
    if look.scripted or look.at_once:
        return None
    if look.taken is None or look.forced is None or not look.worth.known:
        return None
    return [_tested(look.worth, look.values, -limit * share, False, look)]


def shunned(look: Look, share: float, limit: float = STRONG) -> list[Condition] | None:
    """Taking it every time costs much, doing without it costs nothing, and its players take it less than chance would."""
    found = too_weak(look, share, limit)
    if found is None or look.taken is None:
        return None
    return [*found[:-1], _read(look.taken, look.expected, False)]


def no_difference(look: Look, share: float, limit: float = MARGIN) -> list[Condition] | None:
    """Neither doing without it nor taking it every time changes anything, and its players take it as chance would.

    Where games end level whatever is done, or nobody can do without the option, that says nothing about it; nor does a script, which would not
    know how to use it.
    """
    if look.scripted or look.decided < DECIDED or look.unavoidable:
        return None
    if look.forced is None or not look.forced.known or look.taken is None or not look.worth.known:
        return None
    assert look.forced_values is not None
    room = limit * share
    found = []
    for figure, values, turned in ((look.worth, look.values, 1), (look.forced, look.forced_values, -1)):
        found.append(
            Condition(figure, room, False, chance_beyond(turned * values, turned * room, turned < 0, look.bounds))
        )
        found.append(
            Condition(figure, -room, True, chance_beyond(turned * values, -turned * room, turned > 0, look.bounds))
        )
    return [
        *found,
        _read(look.taken, look.expected + INDIFFERENT, False),
        _read(look.taken, look.expected - INDIFFERENT, True),
    ]


# ---------------------------------------------------------------- cards


def stands_out(look: Look, share: float, above: bool, limit: float = GREAT) -> list[Condition] | None:
    """All copies are worth far more than as many of their like, or a copy is worth far less than one of them; what is worth more must be worth
    something by itself. Many copies can't be worth more than a whole win, so that each of them alone may seem to be worth little.

    A script does badly with what it should not take: so of its cards only those are told that it can't do without.
    """
    if look.scripted and not above:
        return None
    figure, values = (look.beyond, look.beyond_values) if above else (look.beside, look.beside_values)
    if not figure.known or values is None:
        return None
    away = limit * share if above else -limit * share
    found = [Condition(figure, away, above, chance_beyond(values, away, above, look.beside_bounds))]
    least = away if look.scripted else 0.0
    return [*found, _tested(look.worth, look.values, least, True, look)] if above else found


def for_experts(strong: Look, beginners: Look, share: float, limit: float = GREAT) -> list[Condition] | None:
    """Doing without it costs strong players much, and beginners win more without it."""
    if not strong.worth.known or not beginners.worth.known:
        return None
    return [
        _tested(strong.worth, strong.values, limit * share, True, strong),
        _tested(beginners.worth, beginners.values, -LEAST * share, False, beginners),
    ]


# ---------------------------------------------------------------- in a word


def sure(conditions: list[Condition] | None, among: int) -> bool:
    """Whether all holds, though so many things of the kind are looked at."""
    return bool(conditions) and all(one.holds and one.chance * among < SURE for one in conditions or ())


def verdict(look: Look, share: float) -> str:
    """What is said about a thing in a word, where everybody has such a share of the wins."""
    worth = look.worth.value
    if look.indispensable:
        return INDISPENSABLE
    if worth is None:
        return OPEN
    if look.kind == CARDS:
        if sure(stands_out(look, share, True), look.among):
            return OVER
        if sure(stands_out(look, share, False), look.among):
            return UNDER
    else:
        for word, asked in ((OVER, too_strong), (UNDER, too_weak), (SAME, no_difference)):
            if sure(asked(look, share), look.among):
                return word
    if look.chance < SURE and worth < -LEAST * share:
        return TRAP
    return USEFUL if look.chance < SURE and worth >= LEAST * share else OPEN


def standing_verdict(one: Standing, share: float) -> str:
    """What is said about a seat, a faction or a start in a word."""
    gain = one.gain.value
    if gain is None or one.chance >= SURE or abs(gain) < LEAST * share:
        return OPEN
    if abs(gain) < GREAT * share:
        return SLIGHT
    return OVER if gain > 0 else UNDER

"""What is too strong and what too weak, corrected for many looks, in a sentence each."""

from __future__ import annotations

import numpy as np

from ludwright.findings.certainty import holm
from ludwright.metrics.figure import Figure
from ludwright.powers.looks import OPEN, OVER, SLIGHT, SURE, TRAP, UNDER, USEFUL, Deck, Look, Pair, Power
from ludwright.powers.paired import Numbers, chance, paired
from ludwright.powers.standing import Standing
from ludwright.powers.things import PLACES, SEATS

LEAST, GREAT = 0.02, 0.1
"""Of a fair share: less than the first is not worth a word, however sure it is; to be called too strong or too weak takes the second."""
_WHERE = {SEATS: "In", PLACES: "From the"}
FEW = 3
"""With fewer others of its kind, nothing is compared with them."""


def judge(found: Power) -> None:
    """Compare every thing with its like, correct for the number of looks, and say what was found."""
    for look in found.looks:
        others = [
            other for other in found.looks if (other.kind, other.agent) == (look.kind, look.agent) and other is not look
        ]
        if len(others) >= FEW:
            compare(look, others)
    for look, worth, beside in zip(
        found.looks,
        holm([look.chance for look in found.looks]),
        holm([look.beside_chance for look in found.looks]),
        strict=True,
    ):
        look.chance, look.beside_chance = worth, beside
        look.verdict = verdict(look, found.share)
        look.sentence = told(look, found)
    for pair, corrected in zip(found.pairs, holm([pair.chance for pair in found.pairs]), strict=True):
        pair.chance = corrected
        pair.sentence = told_pair(pair, found)
    for deck, corrected in zip(found.decks, holm([deck.chance for deck in found.decks]), strict=True):
        deck.chance = corrected
        deck.sentence = told_deck(deck, found)
    for one, corrected in zip(found.standings, holm([one.chance for one in found.standings]), strict=True):
        one.chance = corrected
        one.verdict = standing_verdict(one, found.share)
        one.sentence = told_standing(one, found)


def compare(look: Look, others: list[Look]) -> None:
    """How much more a copy is worth than one of the others: of those in the middle, so that one other that is far off does not count."""
    ranked = sorted(others, key=lambda other: (other.worth.value or 0.0) / other.copies)
    cut = len(ranked) // 4
    middle = ranked[cut : len(ranked) - cut]
    usual: Numbers = np.mean([other.values / other.copies for other in middle], axis=0)
    more = look.values / look.copies - usual
    look.beside, look.beside_chance = paired("beside others", more, unit=look.worth.unit), chance(more)


def verdict(look: Look, share: float) -> str:
    """What is said about a thing in a word, where everybody has such a share of the wins."""
    worth, beside = look.worth.value, look.beside.value
    if worth is None:
        return OPEN
    if look.chance < SURE and worth < -LEAST * share:
        return TRAP
    if beside is not None and look.beside_chance < SURE and abs(beside) >= GREAT * share:
        if beside > 0 and look.chance < SURE and worth > 0:
            return OVER
        if beside < 0:
            return UNDER
    return USEFUL if look.chance < SURE and worth >= LEAST * share else OPEN


def standing_verdict(one: Standing, share: float) -> str:
    """What is said about a seat, a faction or a start in a word."""
    gain = one.gain.value
    if gain is None or one.chance >= SURE or abs(gain) < LEAST * share:
        return OPEN
    if abs(gain) < GREAT * share:
        return SLIGHT
    return OVER if gain > 0 else UNDER


def told_standing(one: Standing, found: Power) -> str:
    """A sentence about a seat, a faction or a start."""
    if not one.gain.known:
        return f"{one.what}: {one.gain.note}."
    where = f"{_WHERE.get(one.kind, 'With')} {one.what}"
    gets = (
        f"gets {_signed(one.wins, found)}"
        if found.common
        else f"wins {one.wins.value:.1%} instead of {1 / found.players:.1%}"
    )
    brings = "brings" if (one.gain.value or 0.0) >= 0 else "costs"
    size = _points(one.gain, found).removeprefix("−")
    ends = {OPEN: ", which may be chance", SLIGHT: "", OVER: ": overpowered", UNDER: ": underpowered"}
    return f"{where}, {one.agent} {gets}: that {brings} {size}{_interval(one.gain, found, brings == 'costs')}{ends[one.verdict]}."


def told(look: Look, found: Power) -> str:
    """A sentence about a thing."""
    if not look.worth.known:
        return f"{look.what}: {look.worth.note}."
    if look.verdict == OPEN and look.worth.how == "rule of three":
        return f"Being barred from {look.what} made no difference to {look.agent} in any deal."
    cost = f"{_points(look.worth, found)}{_interval(look.worth, found)}"
    if found.common:
        start = f"Barred from {look.what}, {look.agent} gets {_signed(look.without, found)}: it costs {cost}"
    else:
        start = f"Barred from {look.what}, {look.agent} wins {look.without.value:.1%} instead of {1 / found.players:.1%}: it costs {cost}"
    more = _points(look.beside, found) if look.beside.known else ""
    each = " a copy" if look.copies > 1 else ""
    ends = {
        OVER: f", {more}{each} more than things like it{_interval(look.beside, found)}: overpowered",
        UNDER: f", {more.removeprefix('−')}{each} less than things like it{_interval(look.beside, found)}: underpowered",
        TRAP: ": this player does better without it, a trap",
        OPEN: ", which may be chance",
    }
    return f"{start}{ends.get(look.verdict, '')}.{_told_forced(look, found)}"


def _told_forced(look: Look, found: Power) -> str:
    if look.forced is None or not look.forced.known:
        return ""
    brings = "brings" if (look.forced.value or 0.0) >= 0 else "costs"
    size = _points(look.forced, found).removeprefix("−")
    return f" To go for it whenever possible {brings} {size}{_interval(look.forced, found, brings == 'costs')}."


def told_pair(pair: Pair, found: Power) -> str:
    """A sentence about two things together."""
    both = f"{pair.what[0]} and {pair.what[1]}"
    figure = pair.together
    if not figure.known or pair.chance >= SURE:
        return f"{both}: whether they help each other is open{_interval(figure, found)}."
    if (figure.value or 0) > 0:
        return f"{both} are worth {_points(figure, found)} more together than each by itself{_interval(figure, found)}."
    return f"{both} stand in for each other: together they are worth {_points(figure, found).removeprefix('−')} less than the sum of both{_interval(figure, found)}."


def told_deck(deck: Deck, found: Power) -> str:
    """A sentence about another deck."""
    if not deck.first.known:
        return f"{deck.change}: the game does not work so; {deck.faults:,} games were stopped by a fault."
    parts = [f"what the first seat wins changes by {_points(deck.first, found)}{_interval(deck.first, found)}"]
    if deck.length.value:
        parts.append(f"games take {deck.length.value:+.2g} turns ({deck.length.low:.2g} to {deck.length.high:.2g})")
    if deck.worth.known:
        parts.append(f"being barred from {deck.what} costs {_points(deck.worth, found)}{_interval(deck.worth, found)}")
    if deck.holders.known:
        parts.append(f"who has it wins {_signed(deck.holders, found)}%{_interval(deck.holders, found)}")
    sure = "" if deck.chance < SURE else ", which may be chance"
    return f"{deck.change}: {parts[0]}{sure}{''.join(f'; {part}' for part in parts[1:])}."


def _signed(figure: Figure, found: Power) -> str:
    value = figure.value or 0.0
    return (f"{value:.3g}" if found.common else f"{value * 100:.1f}").replace("-", "−")


def _points(figure: Figure, found: Power) -> str:
    return f"{_signed(figure, found)}{'' if found.common else ' points'}"


def _interval(figure: Figure, found: Power, turned: bool = False) -> str:
    if figure.low is None or figure.high is None:
        return ""
    low, high = (-figure.high, -figure.low) if turned else (figure.low, figure.high)
    ends = [f"{end:.3g}" if found.common else f"{end * 100:.1f}" for end in (low, high)]
    return f" ({' to '.join(ends)})".replace("-", "−")

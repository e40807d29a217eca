"""What was found out about the power of things, in a sentence each. Every sentence says whose games it is about."""

from __future__ import annotations

from ludwright.metrics.figure import Figure
from ludwright.powers.looks import INDISPENSABLE, OPEN, OVER, SAME, SLIGHT, SURE, TRAP, UNDER, Deck, Look, Pair, Power
from ludwright.powers.no_choice import GAMES
from ludwright.powers.players import called
from ludwright.powers.standing import Standing
from ludwright.powers.things import CARDS, PLACES, SEATS

_WHERE = {SEATS: "In", PLACES: "From the"}


def told(look: Look, found: Power) -> str:
    """A sentence about a thing."""
    name, who = f"`{look.what}`", _who(look.agent, found)
    if not look.worth.known:
        return f"{name}, {who}: {look.worth.note}."
    if look.verdict == OPEN and not look.values.any():
        return f"Doing without {name} made no difference to {who} in any deal.{_counted(look)}"
    starts = {
        OVER: f"{name} is overpowered: ",
        UNDER: f"{name} is underpowered: ",
        TRAP: f"{name} is a trap: ",
        SAME: f"{name} makes no difference: ",
        INDISPENSABLE: f"{name} is indispensable, which is no fault: ",
    }
    told = f"{starts.get(look.verdict, '')}{_without(look, found, who)}{_because(look, found)}."
    return f"{told[:1].upper()}{told[1:]}{_told_forced(look, found)}{_counted(look)}"


def _without(look: Look, found: Power, who: str) -> str:
    costs = f"that {_change(look.worth, found, 'costs', 'brings')}"
    if found.common:
        return f"without it, {who} get {_number(look.without, found)}; {costs}"
    thing = "it" if look.verdict in (OVER, UNDER, TRAP, SAME, INDISPENSABLE) else f"`{look.what}`"
    return f"without {thing}, {who} win {spell_share(look.without)} instead of {1 / found.players:.0%}; {costs}"


def _because(look: Look, found: Power) -> str:
    """What else the verdict rests on."""
    if look.verdict == INDISPENSABLE:
        return f"; if everybody does without it, nobody gets anywhere, in {look.stalled or 0.0:.0%} of the games"
    if look.verdict == TRAP:
        return ", so they do better without it"
    if look.verdict == OPEN:
        return ", which may be luck"
    if look.kind == CARDS and look.verdict in (OVER, UNDER):
        if look.verdict == OVER:
            like = "as many other cards" if look.copies > 1 else "other cards"
            return f": {_points(look.beyond, found)} more than {like}{_interval(look.beyond, found)}"
        each = " a copy" if look.copies > 1 else ""
        return f": {_points(look.beside, found).removeprefix('−')}{each} less than other cards{_interval(look.beside, found, True)}"
    if look.verdict in (OVER, UNDER, SAME) and look.taken is not None:
        return f"; they take it in {spell_share(look.taken)} of the cases where they can choose, chance would in {look.expected:.0%}"
    return ""


def _told_forced(look: Look, found: Power) -> str:
    if look.forced is None or not look.forced.known:
        return ""
    return f" Taking it every time {_change(look.forced, found, 'brings', 'costs')}."


def _change(figure: Figure, found: Power, more: str, less: str) -> str:
    """What something changes, with the word for more of it or for less."""
    value = figure.value or 0.0
    if not float(_number(figure, found).replace("−", "-")):
        return f"changes nothing{_interval(figure, found)}"
    return (
        f"{more if value > 0 else less} {_points(figure, found).removeprefix('−')}{_interval(figure, found, value < 0)}"
    )


def _counted(look: Look) -> str:
    """Games that don't count in full."""
    parts = []
    if look.sampled:
        parts.append(
            f"in {look.sampled} of {GAMES} games nothing else was legal at some time, so it was done all the same"
        )
    elif look.stuck:
        parts.append(
            f"in {look.stuck:,} of {look.games:,} games nothing else was legal at some time, so it was done all the same"
        )
    if look.faulted:
        parts.append(f"{look.faulted:,} of {look.games:,} games were stopped by a fault and don't count")
    return f" ({'; '.join(parts)}.)".replace("(i", "(I") if parts else ""


def told_standing(one: Standing, found: Power) -> str:
    """A sentence about a seat, a faction or a start."""
    if not one.gain.known:
        return f"{one.what}: {one.gain.note}."
    where = f"{_WHERE.get(one.kind, 'With')} {one.what}"
    gets = (
        f"get {_number(one.wins, found)}"
        if found.common
        else f"win {spell_share(one.wins)} instead of {1 / found.players:.0%}"
    )
    brings = "brings" if (one.gain.value or 0.0) >= 0 else "costs"
    size = _points(one.gain, found).removeprefix("−")
    ends = {OPEN: ", which may be luck", SLIGHT: "", OVER: ": overpowered", UNDER: ": underpowered"}
    return f"{where}, {_who(one.agent, found)} {gets}: that {brings} {size}{_interval(one.gain, found, brings == 'costs')}{ends[one.verdict]}."


def told_pair(pair: Pair, found: Power) -> str:
    """A sentence about two things together."""
    both = f"{pair.what[0]} and {pair.what[1]}"
    figure = pair.together
    if not figure.known or pair.chance >= SURE:
        return f"{both}: too few games to say whether they help each other{_interval(figure, found)}."
    if (figure.value or 0) > 0:
        return f"{both} are worth {_points(figure, found)} more together than each by itself{_interval(figure, found)}."
    return f"{both} stand in for each other: together they are worth {_points(figure, found).removeprefix('−')} less than the sum of both{_interval(figure, found, True)}."


def told_deck(deck: Deck, found: Power) -> str:
    """A sentence about another deck."""
    if not deck.first.known:
        return f"{deck.change}: the game does not work so; {deck.faults:,} games were stopped by a fault."
    parts = [f"what the first seat wins changes by {_points(deck.first, found)}{_interval(deck.first, found)}"]
    if deck.length.value:
        parts.append(f"games take {deck.length.value:+.2g} turns ({deck.length.low:.2g} to {deck.length.high:.2g})")
    if deck.worth.known:
        parts.append(f"doing without {deck.what} costs {_points(deck.worth, found)}{_interval(deck.worth, found)}")
    if deck.holders.known:
        parts.append(f"who has it wins {_number(deck.holders, found)}%{_interval(deck.holders, found)}")
    sure = "" if deck.chance < SURE else ", which may be luck"
    return f"{deck.change}: {parts[0]}{sure}{''.join(f'; {part}' for part in parts[1:])}."


def _who(agent: str, found: Power) -> str:
    return called(agent, several=len(found.agents) > 1)


def spell_share(figure: Figure) -> str:
    """A share with its interval, in whole percents.

    >>> spell_share(Figure("without", 0.214, 0.19, 0.232))
    '21% (19–23%)'
    >>> spell_share(Figure("taken", 1.0, 0.996, 1.0))
    '100%'
    """
    if figure.low is None or figure.high is None or round(figure.low * 100) == round(figure.high * 100):
        return f"{figure.value or 0.0:.0%}"
    return f"{figure.value or 0.0:.0%} ({figure.low * 100:.0f}–{figure.high * 100:.0f}%)"


def _number(figure: Figure, found: Power) -> str:
    value = figure.value or 0.0
    return (f"{value:.3g}" if found.common else f"{value * 100:.1f}").replace("-", "−")


def _points(figure: Figure, found: Power) -> str:
    return f"{_number(figure, found)}{'' if found.common else ' points'}"


def _interval(figure: Figure, found: Power, turned: bool = False) -> str:
    if figure.low is None or figure.high is None:
        return ""
    low, high = (-figure.high, -figure.low) if turned else (figure.low, figure.high)
    ends = [f"{end:.3g}" if found.common else f"{end * 100:.1f}" for end in (low, high)]
    return f" ({' to '.join(ends)})".replace("-", "−")

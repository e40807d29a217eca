"""Which knobs are turned, how far, and what is kept: from the words of whoever asks."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import replace
from fnmatch import fnmatchcase

from ludwright.balancing.errors import BalanceError
from ludwright.balancing.knobs import MOST_VALUES, Knob, turned_by_default
from ludwright.mistakes import nearest

Sum = tuple[str, ...]
"""Names of knobs whose sum stays what it is."""
_SHOWN = 8


def choose(
    known: Mapping[str, Knob], asked: Sequence[str], kept: Sequence[str], about_seats: bool, fixed: Container[str] = ()
) -> dict[str, Knob]:
    """The knobs that are turned: those that are asked for, such as ``goal=50..150 by 10`` or ``*.cost``, without those that are kept.

    ``fixed`` are parameters that are set for all versions.
    """
    found: dict[str, Knob] = {}
    for text in asked:
        name, equals, values = (part.strip() for part in text.partition("="))
        if equals and not values:
            raise BalanceError(f"`{text}`: say what `{name}` may be, as in `{name}=1..5`")
        if name in fixed:
            raise BalanceError(
                f"`{name}` can't be turned: it is set for all versions. Leave out either that or the knob"
            )
        if name in kept:
            raise BalanceError(f"`{name}` is to be turned and to be kept: leave out one of the two")
        for knob in matching(known, name):
            found[knob.name] = replace(knob, values=_allowed(knob, values)) if values else knob
    if not asked:
        found = {name: knob for name, knob in known.items() if turned_by_default(knob, about_seats)}
    for name in kept:
        for knob in matching(known, name):
            found.pop(knob.name, None)
    found = {name: knob for name, knob in found.items() if len(knob.values) > 1}
    if not found:
        raise BalanceError("there is no knob to turn: name some with `--knob`, as in `--knob goal=50..150`")
    return found


def read_sums(known: Mapping[str, Knob], chosen: Mapping[str, Knob], texts: Sequence[str]) -> list[Sum]:
    """Sums that stay: ``Gold.cost + Silver.cost``, or ``*.copies``. Of those that are not turned nothing has to be kept."""
    found = []
    for text in texts:
        names = [knob.name for part in text.split("+") for knob in matching(known, part.strip())]
        turned = tuple(name for name in dict.fromkeys(names) if name in chosen)
        if len(set(names)) == 1:
            raise BalanceError(f'`{text}` is one number: keep it with `--keep "{names[0]}"`; a sum is of two or more')
        if not turned:
            raise BalanceError(f"`{text}`: none of these is turned, so there is no sum to keep")
        found.append(turned)
    return found


def matching(known: Mapping[str, Knob], name: str) -> list[Knob]:
    """The knobs of a name, or of a pattern such as ``*.cost``."""
    if name in known:
        return [known[name]]
    found = [knob for knob in known.values() if fnmatchcase(knob.name, name)] if "*" in name else []
    if found:
        return found
    close = nearest(name, known)
    few = ", ".join(f"`{one}`" for one in list(known)[:_SHOWN])
    more = f" and {len(known) - _SHOWN} more (`--list` tells all)" if len(known) > _SHOWN else ""
    hint = f"did you mean `{close}`?" if close else f"there are {few}{more}" if known else "this game has none"
    raise BalanceError(f"there is no knob `{name}`: {hint}")


def _allowed(knob: Knob, text: str) -> tuple[int, ...]:
    """What a knob may be, what it is now included."""
    found = {knob.value}
    for part in text.split(","):
        found |= set(_span(knob.name, part.strip()))
        if len(found) > MOST_VALUES + 1:
            raise BalanceError(
                f"`{knob.name}` would have more than {MOST_VALUES} values: give a step, as in `10..500 by 10`"
            )
    return tuple(sorted(found))


def _span(name: str, text: str) -> range:
    """
    >>> list(_span("goal", "10..30 by 10")), list(_span("swap", "yes"))
    ([10, 20, 30], [1])
    """
    if text in ("yes", "no"):
        return range(int(text == "yes"), int(text == "yes") + 1)
    span, _, step = text.partition(" by ")
    low, dots, high = span.partition("..")
    try:
        first, last, by = int(low), int(high) if dots else int(low), int(step) if step else 1
    except ValueError:
        message = f"`{name}={text}`: write whole numbers, yes or no, or a range like 1..5 or 10..50 by 10"
        raise BalanceError(message) from None
    if by < 1:
        raise BalanceError(f"`{name}={text}`: a step is 1 or more")
    if last < first:
        raise BalanceError(f"`{name}={text}` has no values: write the smaller number first")
    if (last - first) // by > MOST_VALUES:
        raise BalanceError(f"`{name}={text}` has more than {MOST_VALUES} values: give a step, as in `{text} by 10`")
    return range(first, last + 1, by)

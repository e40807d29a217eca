"""What a difference means, in words."""

from __future__ import annotations

from collections.abc import Sequence

from ludwright.comparing.difference import Difference

_MORE_OR_LESS = {
    "duration in turns": ("is longer", "is shorter"),
    "duration in moves": ("takes more moves", "takes fewer moves"),
    "duration in minutes": ("takes more minutes", "takes fewer minutes"),
    "draws": ("has more draws", "has fewer draws"),
    "shared wins": ("has more shared wins", "has fewer shared wins"),
    "completion": ("comes to its end more often", "comes to its end less often"),
    "time-outs": ("goes on and on more often", "goes on and on less often"),
    "scores": ("brings more points", "brings fewer points"),
    "deviation of scores": ("spreads scores further", "keeps scores closer together"),
    "deviation of turns": ("varies more in length", "varies less in length"),
    "deviation of moves": ("varies more in moves", "varies less in moves"),
    "first seat advantage": ("is better for the first seat", "is worse for the first seat"),
    "second seat wins": ("is won by the second seat more often", "is won by the second seat less often"),
    "drama": ("is more dramatic", "is less dramatic"),
    "lead changes": ("has more changes of the lead", "has fewer changes of the lead"),
    "drama of the lead": ("is more dramatic", "is less dramatic"),
    "lead changes of the lead": ("has more changes of the lead", "has fewer changes of the lead"),
    "killer moves": ("has larger swings", "has smaller swings"),
    "decisiveness": ("is decided later", "is decided earlier"),
    "uncertainty": ("is more open", "is less open"),
    "suspense": ("has more suspense", "has less suspense"),
    "surprise": ("is more surprising", "is less surprising"),
    "decision space": ("has more options to choose from", "has fewer options to choose from"),
    "genuine decisions": ("has more real choices", "has fewer real choices"),
    "decisions a turn": ("has more decisions a turn", "has fewer decisions a turn"),
    "agency": ("leaves more to the players", "leaves less to the players"),
    "luck": ("has more luck in it", "has less luck in it"),
    "runaway leader": ("is won by the leader of the middle more often", "is won by the leader of the middle less often"),
    "downtime": ("makes one wait longer", "makes one wait less"),
    "kingmaking": ("has more kingmaking", "has less kingmaking"),
    "elimination": ("leaves players out for longer", "leaves players out for less long"),
    "faults": ("is stopped by faults more often", "is stopped by faults less often"),
    "endless games": ("is endless more often", "is endless less often"),
}  # fmt: skip

_FAMILIES = (
    ("duration in turns", "duration in moves", "duration in minutes"),
    ("deviation of turns", "deviation of moves"),
    ("seat shares", "commonest result", "second seat wins", "first seat advantage"),
    ("drama", "drama of the lead"),
    ("lead changes", "lead changes of the lead"),
    ("pick rates", "action rates", "action entropy"),
    ("suspense", "surprise", "killer moves"),
)
"""Metrics that change together: a sentence tells one of them."""


def tellable(changed: Sequence[Difference]) -> list[Difference]:
    """Of what changed, one of every family, the metric named first in it if that did; those first that have words of their own."""
    families: dict[str, list[Difference]] = {}
    for one in changed:
        own = next((names[0] for names in _FAMILIES if one.key[0] in names), one.key[0])
        families.setdefault(own, []).append(one)
    first = [min(alike, key=lambda one: (one.key[0] != name, one.key[1] != "")) for name, alike in families.items()]
    return sorted(first, key=lambda one: one.key[0] not in _MORE_OR_LESS and one.key[0] != "seat shares")


def number(value: float | None, unit: str = "", *, signed: bool = False) -> str:
    """A figure; a share in percent.

    >>> number(0.2534, "share"), number(21.34), number(0.0312, "share", signed=True), number(-2.5, signed=True)
    ('25.3%', '21.3', '+3.1', '−2.50')
    """
    if value is None:
        return "–"
    sign = "+" if signed else ""
    if unit == "share":
        text = f"{value * 100:{sign}.1f}" if signed else f"{value:.1%}"
    else:
        size = abs(value)
        digits = 0 if size >= 1000 else 1 if size >= 10 else 2 if size >= 0.1 or not size else 3
        text = f"{value:{sign},.{digits}f}"
    return text.replace("-", "−")


def change(one: Difference) -> str:
    """From what to what, and where the true difference lies."""
    unit = "" if one.unit in ("share", "") else f" {one.unit}"
    text = f"{number(one.a.value, one.unit)} → {number(one.b.value, one.unit)}{unit}"
    if one.low is None or one.high is None:
        return text
    points = " points" if one.unit == "share" else ""
    low, high = (number(end, one.unit, signed=True) for end in (one.low, one.high))
    return f"{text} ({low}{points})" if low == high else f"{text} ({low} to {high}{points})"


def clause(one: Difference) -> str:
    """What B does, as the rest of a sentence that begins with B."""
    more = (one.value or 0.0) > 0
    metric, part = one.key
    if not part and metric in _MORE_OR_LESS:
        return f"{_MORE_OR_LESS[metric][0 if more else 1]}: {change(one)}"
    if metric == "seat shares":
        return f"is won by {part} {'more' if more else 'less'} often: {change(one)}"
    if metric in ("pick rates", "action rates"):
        return f"sees `{part}` {'more' if more else 'less'} often: {change(one)}"
    if metric == "agent shares":
        return f"is won by `{part}` {'more' if more else 'less'} often: {change(one)}"
    return f"is {'higher' if more else 'lower'} in {one.name}: {change(one)}"


def settled(one: Difference) -> str:
    """How many games would settle what is open."""
    return "no number of games would tell" if one.games is None else f"about {_round(one.games):,} games would tell"


def _round(games: int) -> int:
    """Two digits are as much as can be known."""
    step = int(10 ** max(0, len(str(games)) - 2))
    return -(-games // step) * step

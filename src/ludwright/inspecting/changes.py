"""What changed from one moment to the next: for each thing what it was and what it is."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ludwright.inspecting.moment import UNKNOWN, Component, Moment, ShownZone
from ludwright.model.labels import IN_PLAY
from ludwright.play.changes import counted, listed

NOT_MADE, GONE, UNSEEN, NEW = "not made", "gone", "unseen", "–"


@dataclass(frozen=True)
class Change:
    """One thing that is not as it was."""

    kind: str
    """``component``, ``zone``, ``variable`` or ``standing``."""
    what: str
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.what}: {self.before} → {self.after}"


def changes(before: Moment, after: Moment, seat: int | None = None) -> list[Change]:
    """All that is different, seen with the same eyes."""
    found = list(_components(before, after, seat))
    for place, zone in after.zones.items():
        found += _zone(before.zones[place], zone)
    for word, variable in after.variables.items():
        was = before.variables[word].value
        if was != variable.value:
            found.append(Change("variable", variable.whole_name, was, variable.value))
    for name in dict.fromkeys([*before.standing, *after.standing]):
        old, new = before.standing.get(name, NEW), after.standing.get(name, NEW)
        if old != new and name != "moves":
            found.append(Change("standing", name, old, new))
    return found


def _components(before: Moment, after: Moment, seat: int | None) -> Iterator[Change]:
    absent, lost = (NOT_MADE, GONE) if seat is None else (UNSEEN, UNSEEN)
    for number in sorted({*before.components, *after.components}):
        old, new = before.components.get(number), after.components.get(number)
        if old is None or new is None:
            one = old or new
            assert one is not None
            if not one.die:
                was, now = (old.place if old else absent), (new.place if new else lost)
                yield Change("component", one.name, was, now)
            continue
        if old.place != new.place:
            yield Change("component", new.name, old.place, new.place)
        if old.name != new.name:
            yield Change("component", old.name, old.name, new.name)
        yield from _carried(old, new)


def _carried(old: Component, new: Component) -> Iterator[Change]:
    was = dict(old.carries)
    for label, value in new.carries:
        # what a die shows is told of all dice of a zone together
        if was.get(label) != value and not (new.die and label == "face"):
            yield Change("component", f"{label} of {new.called}", was.get(label, UNKNOWN), value)


def _zone(old: ShownZone, new: ShownZone) -> Iterator[Change]:
    """What the components alone don't tell: unseen cards that came or went, another order, dice thrown."""
    if old.dice:
        if old.contents != new.contents:
            yield Change("zone", new.name, " ".join(old.contents) or UNKNOWN, " ".join(new.contents) or UNKNOWN)
    elif (old.hidden or new.hidden) and old.count != new.count:
        yield Change("zone", f"how many in {new.name}", f"{old.count:,}", f"{new.count:,}")
    elif old.contents != new.contents and Counter(old.contents) == Counter(new.contents):
        yield Change("zone", f"order of {new.name}", _order(old), _order(new))


def _order(zone: ShownZone) -> str:
    """What lies on top, going down."""
    return listed(list(zone.contents[::-1][:5])) + (" …" if len(zone.contents) > 5 else "")


def change_lines(found: Iterable[Change]) -> list[str]:
    """Changes as lines: things that went the same way together, and variables that changed alike."""
    ways: dict[tuple[str, str, str], list[str]] = {}
    for change in found:
        # variables of the same name only
        alike = re.split(r"\[| of ", change.what)[0] if change.kind == "variable" else change.kind
        ways.setdefault((alike, change.before, change.after), []).append(change.what)
    lines = []
    for (alike, was, now), things in ways.items():
        told = counted(things) if alike == "component" else listed(things)
        made = "made" if now == IN_PLAY else f"made, {now}"
        way = made if was == NOT_MADE else now if was == NEW else f"{was} → {now}"
        lines.append(f"{told}: {way}")
    return lines

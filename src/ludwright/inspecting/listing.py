"""A moment as lines of text: every zone, every component on a board, every variable."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ludwright.inspecting.moment import Component, Moment, ShownZone, Variable
from ludwright.model.labels import OUT_OF_PLAY

_WIDTH = 110
_NOT_THERE = ("no", "none")
"""What a component carries is told unless it is one of these."""
_NOTHING = (*_NOT_THERE, "0")
"""Values that say nothing where many are listed."""


def list_lines(moment: Moment) -> list[str]:
    """All that there is. Of a variable with many indices the value most of them have is told last, for all others."""
    parts = (
        ("How it stands", [", ".join(f"{name} {value}" for name, value in moment.standing.items())]),
        ("Zones", list(_zones(moment))),
        ("Components", list(_components(moment))),
        ("Variables", list(_variables(moment))),
    )
    found: list[str] = []
    for title, lines in parts:
        if lines:
            found += ([""] if found else []) + [title, *(f"  {line}" for line in lines)]
    return found


def _zones(moment: Moment) -> Iterator[str]:
    for zone in moment.zones.values():
        if zone.count:
            yield from _zone(zone)
    empty = [zone.name for zone in moment.zones.values() if not zone.count]
    if empty:
        yield from _broken("empty: ", empty)


def _zone(zone: ShownZone) -> list[str]:
    if zone.dice:
        return [f"{zone.name}: {' '.join(zone.contents) or '?'}"]
    words = [f"{zone.hidden} unseen"] if zone.hidden else []
    return _broken(f"{zone.name} ({zone.count}): ", words + _counted(zone.contents))


def _counted(names: tuple[str, ...]) -> list[str]:
    """Neighbours of the same name together: their order is kept."""
    found: list[tuple[str, int]] = []
    for name in names:
        if found and found[-1][0] == name:
            found[-1] = (name, found[-1][1] + 1)
        else:
            found.append((name, 1))
    return [f"{times} × {name}" if times > 1 else name for name, times in found]


def _components(moment: Moment) -> Iterator[str]:
    """What lies in no zone, by what it is; and whatever carries something."""
    zones = {zone.name for zone in moment.zones.values()}
    groups: dict[str, list[str]] = {}
    for one in moment.components.values():
        carried = _carried(one)
        if not one.die and (carried or one.place not in zones):
            groups.setdefault(f"{one.name}{carried}", []).append(one.place)
    for name, places in groups.items():
        here = [place for place in places if place != OUT_OF_PLAY]
        away = len(places) - len(here)
        words = [f"{times} × {place}" if times > 1 else place for place, times in Counter(here).items()]
        yield from _broken(
            f"{name}: ", words + ([f"{away} {OUT_OF_PLAY}" if away > 1 else OUT_OF_PLAY] if away else [])
        )


def _carried(one: Component) -> str:
    words = [label if value == "yes" else f"{label} {value}" for label, value in one.carries if value not in _NOT_THERE]
    return f" ({', '.join(words)})" if words else ""


def _variables(moment: Moment) -> Iterator[str]:
    groups: dict[str, list[Variable]] = {}
    for variable in moment.variables.values():
        groups.setdefault(variable.name.partition("[")[0], []).append(variable)
    for name, members in groups.items():
        if len(members) == 1:
            yield f"{members[0].whole_name}: {members[0].value}"
        else:
            yield from _broken(f"{name}: ", _members(members))


def _members(members: list[Variable]) -> list[str]:
    """Each index with its value; those that say nothing, or the commonest value, if they are many, as all others."""
    counts = Counter(member.value for member in members)
    common, times = max(counts.items(), key=lambda entry: (entry[0] in _NOTHING and entry[1] > 3, entry[1]))
    shown = [member for member in members if member.value != common] if times > 3 else members
    words = [f"{_index(member)} {member.value}" for member in shown]
    rest = len(members) - len(shown)
    return words + ([f"all {'others ' if words else ''}({rest}) {common}"] if rest else [])


def _index(variable: Variable) -> str:
    inside = variable.name.partition("[")[2].removesuffix("]")
    return " ".join(word for word in (variable.owner, f"[{inside}]" if inside else "") if word)


def _broken(head: str, words: list[str]) -> list[str]:
    """Words with commas between them after a head, in lines of about a page's width."""
    lines, room = [head], max(12, min(len(head), 24))
    for i, word in enumerate(words):
        piece = word + (", " if i < len(words) - 1 else "")
        if len(lines[-1]) + len(word) > _WIDTH and lines[-1].strip() and lines[-1] != head:
            lines.append(" " * room)
        lines[-1] += piece
    return [line.rstrip() for line in lines]

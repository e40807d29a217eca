"""Names for the words of variables and for places, as a player would say them: ``hand of seat 1``, ``men[24]``."""

from __future__ import annotations

from ludwright.model.kinds import Dim, Field, Kind, Zone


def zone_labels(zone: Zone) -> list[tuple[int, str]]:
    """The places of a zone with their names: ``hand of seat 1``, ``firework[red]``."""
    return [(zone.place + i, label) for i, label in enumerate(labels(zone.name, zone.dims, zone.owner))]


def field_labels(field: Field) -> list[tuple[str, str]]:
    """For each word of a variable its name and its owner: (``men[24]``, ``White``); the owner is empty for a shared one."""
    found = []
    for indices in combinations(field.dims):
        owner, rest = (_owner(field.owner, indices[0]), indices[1:]) if field.owner is not None else ("", indices)
        found.append((f"{field.name}[{', '.join(rest)}]" if rest else field.name, owner))
    return found


def labels(name: str, dims: list[Dim], owner: Kind | None) -> list[str]:
    """The names of all members of an indexed thing."""
    found = []
    for indices in combinations(dims):
        whose, rest = (f" of {_owner(owner, indices[0])}", indices[1:]) if owner is not None else ("", indices)
        found.append((f"{name}[{', '.join(rest)}]" if rest else name) + whose)
    return found


def _owner(kind: Kind, name: str) -> str:
    """A member by its name; a bare number is told with its kind: ``pit 3``."""
    return f"{kind.name} {name}" if name.isdigit() else name


def combinations(dims: list[Dim]) -> list[list[str]]:
    """All indices in words, in the order in which they are laid out."""
    found: list[list[str]] = [[]]
    for dim in dims:
        found = [[*before, _index(dim, i)] for before in found for i in range(dim.count)]
    return found


def _index(dim: Dim, i: int) -> str:
    kind = dim.type.kind
    if kind is not None and i < len(kind.members):
        return kind.members[i]
    return str(i + 1 if kind is not None and kind.role == "component" else dim.first + i)

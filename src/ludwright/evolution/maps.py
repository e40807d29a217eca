"""Maps that are bred: five mutations and a crossover that draw only what stays connected and can be printed without crossings."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from lark import Token
from numpy.random import Generator

from ludwright.drawing.planar import is_free
from ludwright.language import syntax
from ludwright.language.declarations import plural_of
from ludwright.language.editing import Draft
from ludwright.model.maps import read_map
from ludwright.model.planarity import is_planar

Link = tuple[int, int]
MOST_LANDS = 120
"""No crossing makes larger maps."""


@dataclass(frozen=True)
class Region:
    """Cells that belong together, and what is printed on them."""

    name: str
    cells: tuple[int, ...]
    printed: tuple[tuple[str, Any], ...] = ()

    @property
    def bonus(self) -> int | None:
        """What holding all of it is worth."""
        value = dict(self.printed).get("bonus")
        return value if isinstance(value, int) and not isinstance(value, bool) else None

    def worth(self, bonus: int) -> Region:
        """The same with another bonus."""
        return replace(self, printed=tuple({**dict(self.printed), "bonus": bonus}.items()))


@dataclass(frozen=True)
class Atlas:
    """A map: cells, their connections, and regions of one kind."""

    names: tuple[str, ...]
    links: frozenset[Link]
    regions: tuple[Region, ...] = ()
    printed: tuple[tuple[tuple[str, Any], ...], ...] = ()
    """What is printed on each cell."""
    plural: str = "cells"
    region_plural: str = "regions"
    positions: tuple[tuple[float, float], ...] = field(default=(), compare=False)

    @property
    def neighbours(self) -> list[list[int]]:
        """The neighbours of each cell."""
        near: list[list[int]] = [[] for _ in self.names]
        for a, b in sorted(self.links):
            near[a].append(b)
            near[b].append(a)
        return near

    @property
    def sound(self) -> bool:
        """Whether it hangs together and can be drawn without crossings."""
        return len(_part(self.neighbours, 0)) == len(self.names) and is_planar(self.neighbours)

    def with_link(self, link: Link) -> Atlas:
        """One connection more."""
        return replace(self, links=self.links | {link})

    def text(self) -> str:
        """As a map file."""
        cells = [
            {"name": name, **dict(self.printed[place])} if self.printed and self.printed[place] else name
            for place, name in enumerate(self.names)
        ]
        data: dict[str, Any] = {
            self.plural: cells,
            "connections": [[self.names[a], self.names[b]] for a, b in sorted(self.links)],
        }
        if self.regions:
            data[self.region_plural] = {
                one.name: {**dict(one.printed), self.plural: [self.names[cell] for cell in one.cells]}
                for one in self.regions
            }
        if self.positions:
            data["positions"] = {
                name: [round(x, 3) for x in place] for name, place in zip(self.names, self.positions, strict=True)
            }
        return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


def read_atlas(draft: Draft, files: Iterable[tuple[str, str]]) -> tuple[str, Atlas] | None:
    """The first map file of a game and what is in it; none if the game reads no map."""
    known = dict(files)
    for board in draft.tree.declarations:
        if not isinstance(board, syntax.BoardDeclaration) or not isinstance(board.source, Token):
            continue
        name = str(board.source)[1:-1]
        if name not in known:
            continue
        plural = str(board.kind.plural or plural_of(str(board.kind.name)))
        kinds = [
            str(one.value)
            for one in board.options
            if isinstance(one, syntax.BoardOption) and one.name == "regions" and one.value is not None
        ]
        geometry = read_map(known[name], name, cells=plural, regions={kind: plural_of(kind) for kind in kinds})
        regions: list[Region] = []
        if kinds:
            found = geometry.regions[kinds[0]]
            for place, own in enumerate(found.names):
                printed = tuple((key, values[place]) for key, values in found.properties.items())
                regions.append(Region(own, tuple(found.members[place]), printed))
        cells = tuple(
            tuple((key, values[place]) for key, values in geometry.properties.items() if values[place] is not None)
            for place in range(geometry.count)
        )
        links = frozenset((a, b) for a, near in enumerate(geometry.neighbours) for b in near if a < b)
        placed = tuple(geometry.positions) if '"position' in known[name] else ()
        region_plural = plural_of(kinds[0]) if kinds else "regions"
        return name, Atlas(tuple(geometry.names), links, tuple(regions), cells, plural, region_plural, placed)
    return None


# ---------------------------------------------------------------- mutations


def connect(atlas: Atlas, dice: Generator) -> tuple[Atlas, str] | None:
    """A new connection that crosses none: on the printed map, where cells have their places; else on one that is drawn anew."""
    placed, places, links = bool(atlas.positions), np.array(atlas.positions), sorted(atlas.links)
    free = (link for link in _open_links(atlas, dice) if not placed or is_free(places, link, links))
    link = next((link for link in free if is_planar(atlas.with_link(link).neighbours)), None)
    if link is None:
        return connect(replace(atlas, positions=()), dice) if placed else None
    return atlas.with_link(link), f"connect {atlas.names[link[0]]} and {atlas.names[link[1]]}"


def disconnect(atlas: Atlas, dice: Generator) -> tuple[Atlas, str] | None:
    """A connection less, one that the map does not need to hang together."""
    for link in _shuffled(sorted(atlas.links), dice):
        made = replace(atlas, links=atlas.links - {link})
        if len(_part(made.neighbours, 0)) == len(atlas.names):
            return made, f"disconnect {atlas.names[link[0]]} and {atlas.names[link[1]]}"
    return None


def move(atlas: Atlas, dice: Generator) -> tuple[Atlas, str] | None:
    """A cell at a border belongs to the region on the other side; no region is left empty."""
    home = {cell: place for place, one in enumerate(atlas.regions) for cell in one.cells}
    near = atlas.neighbours
    ways = sorted(
        {
            (cell, home[other])
            for cell in home
            for other in near[cell]
            if other in home and home[other] != home[cell] and len(atlas.regions[home[cell]].cells) > 1
        }
    )
    if not ways:
        return None
    cell, to = ways[int(dice.integers(len(ways)))]
    regions = list(atlas.regions)
    old = regions[home[cell]]
    regions[home[cell]] = replace(old, cells=tuple(one for one in old.cells if one != cell))
    regions[to] = replace(regions[to], cells=tuple(sorted((*regions[to].cells, cell))))
    return replace(
        atlas, regions=tuple(regions)
    ), f"move {atlas.names[cell]} from {old.name} to {atlas.regions[to].name}"


def swap(atlas: Atlas, dice: Generator) -> tuple[Atlas, str] | None:
    """Two regions exchange what they are worth."""
    paid = [place for place, one in enumerate(atlas.regions) if one.bonus is not None]
    pairs = [(a, b) for a in paid for b in paid if a < b and atlas.regions[a].bonus != atlas.regions[b].bonus]
    if not pairs:
        return None
    a, b = pairs[int(dice.integers(len(pairs)))]
    regions = list(atlas.regions)
    one, other = regions[a], regions[b]
    regions[a], regions[b] = one.worth(other.bonus or 0), other.worth(one.bonus or 0)
    words = f"swap the bonuses of {one.name} and {other.name} ({one.bonus} and {other.bonus})"
    return replace(atlas, regions=tuple(regions)), words


def revalue(atlas: Atlas, dice: Generator) -> tuple[Atlas, str] | None:
    """A region is worth one more, or one less."""
    paid = [place for place, one in enumerate(atlas.regions) if one.bonus is not None]
    if not paid:
        return None
    place = paid[int(dice.integers(len(paid)))]
    one = atlas.regions[place]
    old = one.bonus or 0
    new = old + (1 if old <= 1 or dice.integers(2) else -1)
    regions = list(atlas.regions)
    regions[place] = one.worth(new)
    return replace(atlas, regions=tuple(regions)), f"{one.name}'s bonus {old} → {new}"


MUTATIONS = (connect, disconnect, move, swap, revalue)


# ---------------------------------------------------------------- crossover


def cross(first: Atlas, second: Atlas, dice: Generator) -> tuple[Atlas, str] | None:
    """Some regions of each parent, with their inner connections and their worth, newly connected with each other."""
    if not first.regions or not second.regions:
        return None
    taken = [_some(parent, dice) for parent in (first, second)]
    if not 3 <= sum(len(one.cells) for chosen in taken for one in chosen) <= MOST_LANDS:
        return None
    names: list[str] = []
    used: set[str] = set()
    regions: list[Region] = []
    printed: list[tuple[tuple[str, Any], ...]] = []
    links: set[Link] = set()
    wanted = 0.0
    for parent, chosen in zip((first, second), taken, strict=True):
        number: dict[int, int] = {}
        for one in chosen:
            for cell in one.cells:
                number[cell] = len(names)
                names.append(_free(parent.names[cell], used))
                printed.append(parent.printed[cell] if parent.printed else ())
        for one in chosen:
            name = _free(one.name, {region.name for region in regions})
            regions.append(Region(name, tuple(number[cell] for cell in one.cells), one.printed))
        inside = {cell: place for place, one in enumerate(chosen) for cell in one.cells}
        links |= {
            (number[a], number[b])
            for a, b in parent.links
            if a in inside and b in inside and inside[a] == inside[b]
        }  # fmt: skip
        wanted += len(number) * len(parent.links) / len(parent.names)
    made = Atlas(
        tuple(names), frozenset((min(a, b), max(a, b)) for a, b in links), tuple(regions), tuple(printed), first.plural, first.region_plural
    )  # fmt: skip
    made = _joined(made, dice, round(wanted))
    ours, theirs = (", ".join(one.name for one in chosen) for chosen in taken)
    return made, f"{ours} of one parent and {theirs} of the other, newly connected"


def _some(parent: Atlas, dice: Generator) -> list[Region]:
    chosen = [one for one in parent.regions if dice.integers(2)]
    return chosen or [parent.regions[int(dice.integers(len(parent.regions)))]]


def _joined(atlas: Atlas, dice: Generator, wanted: int) -> Atlas:
    """Connect what lies apart, which never makes a crossing; then regions with each other, until there are as many connections as in the parents."""
    while True:
        near = atlas.neighbours
        own = _part(near, 0)
        rest = [cell for cell in range(len(atlas.names)) if cell not in own]
        if not rest:
            break
        a, b = (cells[int(dice.integers(len(cells)))] for cells in (sorted(own), rest))
        atlas = atlas.with_link((min(a, b), max(a, b)))
    home = {cell: place for place, one in enumerate(atlas.regions) for cell in one.cells}
    for link in _open_links(atlas, dice):
        if len(atlas.links) >= wanted:
            break
        if home[link[0]] != home[link[1]]:
            made = atlas.with_link(link)
            if is_planar(made.neighbours):
                atlas = made
    return atlas


def _open_links(atlas: Atlas, dice: Generator) -> Iterator[Link]:
    count = len(atlas.names)
    return (
        link
        for link in _shuffled([(a, b) for a in range(count) for b in range(a + 1, count)], dice)
        if link not in atlas.links
    )


def _shuffled(items: list[Link], dice: Generator) -> Iterator[Link]:
    return (items[place] for place in dice.permutation(len(items)))


def _part(near: list[list[int]], start: int) -> set[int]:
    """All cells that can be reached from one."""
    found, waiting = {start}, [start]
    while waiting:
        for other in near[waiting.pop()]:
            if other not in found:
                found.add(other)
                waiting.append(other)
    return found


def _free(name: str, used: set[str]) -> str:
    """A name that is not taken yet: `Alaska`, `Alaska 2`."""
    stem, number, found = re.sub(r" \d+$", "", name) or name, 1, name
    while found in used:
        number += 1
        found = f"{stem} {number}"
    used.add(found)
    return found

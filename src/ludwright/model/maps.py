"""Boards of any shape: graphs, from a JSON file or from ``link`` lines in the description.

A map file is one JSON object::

    {
      "territories": ["Alaska", "Alberta", {"name": "Ontario", "climate": "cold", "position": [3, 1.5]}],
      "connections": [["Alaska", "Alberta"], ["Alberta", "Ontario"]],
      "continents": {"North America": {"bonus": 5, "territories": ["Alaska", "Alberta", "Ontario"]}},
      "positions": {"Alaska": [0, 2], "Alberta": [1, 2]}
    }

* The cells may also be called ``cells`` or by their plural in the game (``cities``); a cell is a name, a whole number,
  or an object with a ``name``, printed properties (whole numbers, yes/no as true/false, words) and a ``position``.
* ``connections`` are pairs, or ``{"Alaska": ["Alberta", ...]}``. Every connection is read both ways. ``["Alaska", "Alberta", 2]`` are two of them.
* Regions stand under their plural (``continents``) or ``regions``: lists of cells, or objects with such a list and
  printed properties. Their worth may also stand apart, as ``"continentsValue": {"North America": 5}``, and is then
  their ``bonus``.
* ``positions``, for drawing, may be left out; then cells are drawn near to those they are connected with.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

from ludwright.mistakes import Mistake, MistakesError, Place, nearest
from ludwright.model.geometry import MOST_CELLS, Geometry, Property, Regions
from ludwright.model.graphml import ENDING, GraphML
from ludwright.model.grids import links_of, ring
from ludwright.model.map_text import MOST_MISTAKES, MOST_NUMBER, MapText, short

MOST_LINKS = 100_000
MOST_PROPERTIES = 500
MOST_BESIDE = 9
"""So many connections may join the same two cells."""

Link = tuple[str, Sequence[str], Place | None]
"""One ``link`` line: a cell, its neighbours, and where the line stands."""


def word_for(name: str) -> str:
    """How rules write a cell's name: ``Western US`` is ``Western_US``, ``7`` is ``_7``."""
    word = re.sub(r"\W+", "_", name).strip("_") or "_"
    return word if not word[0].isdigit() else f"_{word}"


def read_map(text: str, file: str, *, cells: str = "cells", regions: Mapping[str, str] | None = None) -> Geometry:
    """The board in a map file.

    ``cells`` is the plural of the board's cells, ``regions`` the kinds of region the game names, with their plurals
    (``{"continent": "continents"}``). Raises :class:`MistakesError` with every mistake found.
    """
    return _MapReader(text, file).read(cells, regions or {})


def graph_from_links(links: Sequence[Link], *, place: Place | None = None, names: Sequence[str] = ()) -> Geometry:
    """A board from ``link`` lines. ``names`` are its cells if a table lists them; else all mentioned, in order."""
    mistakes: list[Mistake] = []
    known = (
        dict.fromkeys(names) if names else dict.fromkeys(chain.from_iterable((a, *others) for a, others, _ in links))
    )
    if not known:
        mistakes.append(Mistake(place, "this board has no cells", "add `link` lines below it, or name a map file"))
    elif len(known) > MOST_CELLS:
        mistakes.append(Mistake(place, "this board is too large", f"a board has at most {MOST_CELLS:,} cells"))
    pairs: list[tuple[str, str]] = []
    for name, others, where in links:
        if len(mistakes) >= MOST_MISTAKES:
            break
        unknown = [cell for cell in dict.fromkeys((name, *others)) if cell not in known][:MOST_MISTAKES]
        mistakes += [Mistake(where, f"this board has no cell `{cell}`", _meant(cell, known)) for cell in unknown]
        if name in others:
            mistakes.append(
                Mistake(where, f"`{name}` is linked to itself", "leave it out: a cell is not its own neighbour")
            )
        pairs += [(name, other) for other in others]
    if mistakes:
        raise MistakesError(mistakes[:MOST_MISTAKES])
    return _graph(list(known), pairs)


def _graph(names: list[str], pairs: Iterable[tuple[str, str]]) -> Geometry:
    number = {name: cell for cell, name in enumerate(names)}
    near: list[set[int]] = [set() for _ in names]
    said: Counter[tuple[int, int]] = Counter()
    for a, b in pairs:
        near[number[a]].add(number[b])
        near[number[b]].add(number[a])
        said[number[a], number[b]] += 1
    neighbours = [sorted(others) for others in near]
    # said from either end it is one connection; said twice from the same end it is two
    links = [(a, b) for a, b in links_of(neighbours) for _ in range(min(MOST_BESIDE, max(said[a, b], said[b, a])))]
    return Geometry(
        shape="graph",
        count=len(names),
        names=names,
        rows=[0] * len(names),
        columns=[0] * len(names),
        neighbours=neighbours,
        directions=[],
        direction_up=[],
        direction_right=[],
        steps=[],
        lines=[],
        sides={},
        positions=ring(len(names)).positions,
        links=links,
    )


def _meant(word: str, known: Iterable[str]) -> str:
    # on a large map looking through all names takes long, and the first letter is seldom wrong
    names = list(known)
    near = nearest(word, names if len(names) <= 500 else [name for name in names if name[:1] == word[:1]][:500])
    return f"did you mean `{near}`?" if near else "check the spelling"


class _MapReader(MapText):
    """Reads one map file, collecting mistakes."""

    def __init__(self, text: str, file: str) -> None:
        super().__init__(text, file)
        self.names: list[str] = []
        self.number: dict[str, int] = {}
        self.properties: list[dict[str, Property]] = []
        self.positions: dict[int, tuple[float, float]] = {}

    def read(self, cells: str, regions: Mapping[str, str]) -> Geometry:
        if self.file.lower().endswith(ENDING):
            data = GraphML(self.text, self.file).data(cells, regions)
        else:
            data = self.parse()
        self._read_cells(data, cells)
        if self.mistakes:
            self.stop()
        pairs = self._read_connections(data)
        self._read_positions(data)
        found = {kind: self._read_regions(data, kind, plural, cells) for kind, plural in regions.items()}
        printed = self._columns(self.properties, "cell")
        if self.mistakes:
            self.stop()
        board = _graph(self.names, pairs)
        board.regions = found
        board.properties = printed
        if self.positions:
            board.positions = self._all_positions(board.positions)
        return board

    # ------------------------------------------------------------ cells

    def _read_cells(self, data: dict[str, Any], plural: str) -> None:
        key = next((key for key in (plural, "territories", "cells") if key in data), None)
        if key is None:
            self.wrong("this map lists no cells", f'add `"{plural}": [ ... ]`, the names of all cells')
            return
        listed = data[key]
        if not isinstance(listed, list) or not listed:
            self.wrong(f"`{key}` must be a list with at least one cell", '`["north", "south"]`', key)
            return
        if len(listed) > MOST_CELLS:
            self.wrong(f"this map has {len(listed):,} cells", f"a board has at most {MOST_CELLS:,}", key)
            return
        words: dict[str, str] = {}
        for entry in listed:
            printed = dict(entry) if isinstance(entry, dict) else {"name": entry}
            name = self.name(printed.pop("name", None))
            if name is None:
                self.wrong(
                    f"a cell in `{key}` has no proper name: {short(entry)}",
                    "a name is a short text, or a whole number",
                    key,
                )
                continue
            if name in self.number or word_for(name) in words:
                other = words.get(word_for(name), name)
                clash = (
                    f"`{name}` is listed twice"
                    if other == name
                    else f"`{name}` and `{other}` are too alike for rules to tell apart"
                )
                self.wrong(clash, "give each cell a name of its own", name, 2 if other == name else 1, key)
                continue
            words[word_for(name)] = name
            self.number[name] = len(self.names)
            self.names.append(name)
            if "position" in printed:
                self._take_position(name, printed.pop("position"))
            self.properties.append(self._printed(printed, name))

    def _printed(self, values: dict[str, Any], owner: str) -> dict[str, Property]:
        """The printed properties among ``values``, each checked."""
        good: dict[str, Property] = {}
        for key, value in values.items():
            if not key.isidentifier() or not key.isascii():
                self.wrong(f"`{key}` can't be a property of `{owner}`", "use letters, digits and `_`", key)
            elif (
                value is None
                or isinstance(value, (bool, str))
                or (isinstance(value, int) and abs(value) <= MOST_NUMBER)
            ):
                good[key] = value
            else:
                self.wrong(
                    f"`{key}` of `{owner}` is {short(value)}",
                    "a property is a whole number up to 1,000,000,000, true or false, or a word",
                    key,
                )
        return good

    def _columns(self, rows: list[dict[str, Property]], what: str) -> dict[str, list[Property]]:
        """Properties by name, one value for each row; values of one property must be of one sort."""
        columns: dict[str, list[Property]] = {}
        keys = dict.fromkeys(chain.from_iterable(rows))
        if len(keys) > MOST_PROPERTIES:
            self.wrong(f"this map prints {len(keys):,} properties on a {what}", f"the most is {MOST_PROPERTIES:,}")
            return columns
        for key in keys:
            values = [row.get(key) for row in rows]
            if len({type(value) for value in values if value is not None}) > 1:
                self.wrong(
                    f"`{key}` is not the same sort of value for every {what}",
                    "all numbers, all words, or all true/false",
                    key,
                )
            columns[key] = values
        return columns

    # ------------------------------------------------------------ connections

    def _read_connections(self, data: dict[str, Any]) -> list[tuple[str, str]]:
        listed, again = data.get("connections"), []
        if isinstance(listed, dict):
            raw = [
                (a, b) for a, others in listed.items() for b in self._listed(others, f"connections of `{a}`", str(a))
            ]
        elif isinstance(listed, list):
            raw = []
            for entry in listed:
                if isinstance(entry, list) and len(entry) == 2:
                    raw.append((entry[0], entry[1]))
                elif (
                    isinstance(entry, list)
                    and len(entry) == 3
                    and type(entry[2]) is int
                    and 1 < entry[2] <= MOST_BESIDE
                ):
                    raw.append((entry[0], entry[1]))
                    again += [(entry[0], entry[1])] * (entry[2] - 1)
                else:
                    self.wrong(
                        f"a connection joins two cells, this is {short(entry)}",
                        '`["Alaska", "Alberta"]`',
                        "connections",
                    )
        else:
            self.wrong(
                "this map has no connections", 'add `"connections": [["Alaska", "Alberta"], ...]`', "connections"
            )
            return []
        if len(raw) > 2 * MOST_LINKS:
            self.wrong(
                f"this map has {len(raw):,} connections", f"the most is {MOST_LINKS:,}, each both ways", "connections"
            )
            return []
        if isinstance(listed, list):
            self._find_twice(raw)
        pairs = []
        for first, second in raw + again:
            a, b = self._cell(first, "a connection"), self._cell(second, "a connection")
            if a is not None and a == b:
                hint = "leave it out: a cell is not its own neighbour"
                self.wrong_at(self.connection(a, a), f"`{a}` is connected to itself", hint)
            elif a is not None and b is not None:
                pairs.append((a, b))
        return pairs

    def _find_twice(self, pairs: list[tuple[Any, Any]]) -> None:
        seen: set[tuple[str | None, str | None]] = set()
        for a, b in pairs:
            pair = (self.name(a), self.name(b))
            if pair[0] is not None and pair[1] is not None and pair in seen:
                place = self.connection(pair[0], pair[1], 2)
                message = f"the connection from `{pair[0]}` to `{pair[1]}` is listed twice"
                self.wrong_at(place, message, "delete one, or mend it")
            seen.add(pair)

    def _listed(self, value: Any, what: str, word: str) -> list[Any]:
        if isinstance(value, list):
            return value
        self.wrong(f"{what} must be a list of cells, this is {short(value)}", '`["Alaska", "Alberta"]`', word)
        return []

    def _cell(self, value: Any, where: str) -> str | None:
        """The name of a known cell, or a mistake."""
        name = self.name(value)
        if name in self.number:
            return name
        shown = name if name is not None else short(value)
        self.wrong(f"{where} names `{shown}`, which is not a cell of this map", _meant(shown, self.number), name)
        return None

    # ------------------------------------------------------------ positions

    def _read_positions(self, data: dict[str, Any]) -> None:
        listed = data.get("positions", {})
        if isinstance(listed, list) and len(listed) == len(self.names):
            listed = dict(zip(self.names, listed, strict=True))
        if not isinstance(listed, dict):
            self.wrong("`positions` must give a point for each cell", '`{"Alaska": [0, 2]}`', "positions")
            return
        for key, value in listed.items():
            name = self._cell(key, "`positions`")
            if name is not None:
                self._take_position(name, value)

    def _take_position(self, name: str, value: Any) -> None:
        if isinstance(value, list) and len(value) == 2 and all(_is_length(number) for number in value):
            self.positions[self.number[name]] = (float(value[0]), float(value[1]))
        else:
            self.wrong(f"the position of `{name}` is {short(value)}", "a position is two numbers, `[x, y]`", name)

    def _all_positions(self, spare: list[tuple[float, float]]) -> list[tuple[float, float]]:
        missing = [name for cell, name in enumerate(self.names) if cell not in self.positions]
        if missing:
            self.wrong(
                f"`{missing[0]}` has no position, others have", "give every cell a position, or none", missing[0]
            )
            self.stop()
        return [self.positions.get(cell, point) for cell, point in enumerate(spare)]

    # ------------------------------------------------------------ regions

    def _read_regions(self, data: dict[str, Any], kind: str, plural: str, cells: str) -> Regions:
        found = Regions(names=[], members=[], of_cell=[-1] * len(self.names))
        key = next((key for key in (plural, kind, "regions") if key in data), None)
        if key is None:
            self.wrong(
                f"this map has no `{plural}`",
                f'add `"{plural}": {{"North": ["Alaska", ...]}}`, or leave out `regions {kind}`',
            )
            return found
        listed = data[key]
        if not isinstance(listed, dict) or not listed:
            self.wrong(f"`{key}` must give the cells of each {kind}", '`{"North": ["Alaska", "Alberta"]}`', key)
            return found
        rows = []
        for name, value in listed.items():
            if self.name(name) is None:
                self.wrong(f"a {kind} has no proper name: {short(name)}", "a name is a short text", key)
                continue
            members, printed = self._region(name, value, kind, cells)
            for cell in members:
                self._join(cell, found, name, kind)
            found.names.append(name)
            found.members.append(sorted(set(members)))
            rows.append(printed)
        self._add_values(data.get(f"{key}Value"), key, found.names, rows)
        found.properties = self._columns(rows, kind)
        return found

    def _region(self, name: str, value: Any, kind: str, cells: str) -> tuple[list[int], dict[str, Property]]:
        printed: dict[str, Property] = {}
        if isinstance(value, dict):
            rest = dict(value)
            key = next((key for key in (cells, "territories", "cells") if key in rest), None)
            value = rest.pop(key) if key is not None else None
            printed = self._printed(rest, name)
        listed = [
            self._cell(cell, f"the {kind} `{name}`") for cell in self._listed(value, f"the {kind} `{name}`", name)
        ]
        members = [self.number[cell] for cell in listed if cell is not None]
        if isinstance(value, list) and not value:
            self.wrong(f"the {kind} `{name}` has no cells", "list its cells, or leave it out", name)
        return members, printed

    def _join(self, cell: int, found: Regions, name: str, kind: str) -> None:
        here = len(found.names)
        if found.of_cell[cell] == here:
            self.wrong(f"the {kind} `{name}` lists `{self.names[cell]}` twice", "delete one", name)
        elif found.of_cell[cell] >= 0:
            other = found.names[found.of_cell[cell]]
            self.wrong(
                f"`{self.names[cell]}` is in two regions, `{other}` and `{name}`",
                f"a cell has one {kind} at most",
                name,
            )
        found.of_cell[cell] = here

    def _add_values(self, values: Any, key: str, names: list[str], rows: list[dict[str, Property]]) -> None:
        if values is None:
            return
        if not isinstance(values, dict):
            self.wrong(f"`{key}Value` must give a number for each of `{key}`", '`{"North": 5}`', f"{key}Value")
            return
        row_of = dict(zip(names, rows, strict=True))
        for name, value in values.items():
            if name not in row_of:
                self.wrong(f"`{key}Value` names `{name}`, which is none of `{key}`", _meant(name, names), name)
            else:
                row_of[name].update(self._printed({"bonus": value}, name))


def _is_length(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and abs(value) <= MOST_NUMBER

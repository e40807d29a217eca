"""Maps as GraphML, as programs for drawing and analysing graphs write them: nodes are cells, edges are connections.

A node is called by its data `name` or `label`, else by its id. Data called like the kind of the regions (`continent`) say which region a cell is in; data of the
graph that are called like a region say what it is worth. `x` and `y` say where to draw a cell. All other data are printed properties.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from xml.parsers import expat

from ludwright.model.map_text import MOST_CHARACTERS, MapText

ENDING = ".graphml"
_NAMES = ("name", "label")
_MOST_ELEMENTS = 1_000_000


class GraphML(MapText):
    """One GraphML file, read into the form that maps in JSON have."""

    def __init__(self, text: str, file: str) -> None:
        super().__init__(text, file)
        self._keys_of: dict[str, str] = {}
        self._nodes: dict[str, dict[str, str]] = {}
        self._edges: list[tuple[str, str]] = []
        self._graph: dict[str, str] = {}
        self._open: list[dict[str, str]] = []
        self._key: str | None = None
        self._said: list[str] = []
        self._elements = 0

    def data(self, cells: str, regions: Mapping[str, str]) -> dict[str, Any]:
        """What the file says, as a map in JSON would say it."""
        self._parse()
        called = {number: self._called(number, own) for number, own in self._nodes.items()}
        for a, b in self._edges:
            for end in (a, b):
                if end not in called:
                    self.wrong(f"an edge goes to `{end}`, which is no node", "mend the edge, or add the node", end)
        if self.mistakes:
            self.stop()
        found: dict[str, Any] = {cells: [], "connections": [], "positions": {}}
        members: dict[str, dict[str, list[str]]] = {kind: {} for kind in regions}
        for number, own in self._nodes.items():
            printed: dict[str, Any] = {"name": called[number]}
            for name, text in own.items():
                if name in members:
                    members[name].setdefault(text, []).append(called[number])
                elif name not in (*_NAMES, "x", "y"):
                    printed[name] = _value(text)
            place = [_length(own.get(axis, "")) for axis in ("x", "y")]
            if None not in place:
                found["positions"][called[number]] = place
            found[cells].append(printed)
        found["connections"] = [[called[a], called[b]] for a, b in dict.fromkeys(map(_either, self._edges)) if a != b]
        for kind, plural in regions.items():
            if members[kind]:
                found[plural] = members[kind]
                worth = {name: _value(text) for name, text in self._graph.items() if name in members[kind]}
                if worth:
                    found[f"{plural}Value"] = worth
        if not found["positions"]:
            del found["positions"]
        return found

    @staticmethod
    def _called(number: str, own: dict[str, str]) -> str:
        return next((own[name] for name in _NAMES if own.get(name)), number)

    # ------------------------------------------------------------ XML

    def _parse(self) -> None:
        if len(self.text) > MOST_CHARACTERS:
            self.wrong("this map file is too large", f"a map has at most {MOST_CHARACTERS:,} characters")
            self.stop()
        parser = expat.ParserCreate()
        parser.buffer_text = True
        parser.StartElementHandler = self._begins
        parser.EndElementHandler = self._ends
        parser.CharacterDataHandler = self._says
        parser.StartDoctypeDeclHandler = self._defines
        try:
            parser.Parse(self.text.encode(), True)
        except expat.ExpatError as error:
            self.wrong_at(
                self._at(error.lineno, error.offset + 1),
                f"this is not GraphML: {expat.ErrorString(error.code)}",
                "mend the file here",
            )
            self.stop()
        if not self._nodes:
            self.wrong("this GraphML has no nodes", "a map has a node for every cell")
            self.stop()

    def _defines(self, *_: object) -> None:
        self.wrong("a map can't define words of its own (DOCTYPE)", "take that line away")
        self.stop()

    def _begins(self, tag: str, given: dict[str, str]) -> None:
        tag = tag.rpartition(":")[2]
        self._elements += 1
        if self._elements > _MOST_ELEMENTS:
            self.wrong("this map file is too large")
            self.stop()
        if tag == "key":
            self._keys_of[given.get("id", "")] = given.get("attr.name", given.get("id", ""))
        elif tag == "graph":
            self._open.append(self._graph)
        elif tag == "node":
            number = given.get("id", "")
            if number in self._nodes:
                self.wrong(f"the node `{number}` is there twice", "give each node an id of its own", number, 2)
            self._open.append(self._nodes.setdefault(number, {}))
        elif tag == "edge":
            self._edges.append((given.get("source", ""), given.get("target", "")))
            self._open.append({})
        elif tag == "data":
            key = given.get("key", "")
            self._key, self._said = self._keys_of.get(key, key), []

    def _ends(self, tag: str) -> None:
        tag = tag.rpartition(":")[2]
        if tag == "data" and self._key is not None:
            if self._open:
                self._open[-1][self._key] = "".join(self._said).strip()
            self._key = None
        elif tag in ("graph", "node", "edge") and self._open:
            self._open.pop()

    def _says(self, text: str) -> None:
        if self._key is not None:
            self._said.append(text)


def _either(pair: tuple[str, str]) -> tuple[str, str]:
    """A connection, whichever end is named first."""
    return pair if pair[0] <= pair[1] else (pair[1], pair[0])


def _value(text: str) -> Any:
    """A whole number, yes or no, or words."""
    try:
        number = float(text)
    except ValueError:
        return {"true": True, "false": False}.get(text.lower(), text)
    return int(number) if number.is_integer() and abs(number) < 1e9 else text


def _length(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if abs(number) < 1e9 else None

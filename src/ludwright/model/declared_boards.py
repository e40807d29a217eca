"""Boards: their cells, directions, lines, sides, corners, edges and regions as kinds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lark import Token

from ludwright.language import syntax
from ludwright.language.declarations import plural_of
from ludwright.language.source import Declaration
from ludwright.language.syntax import parts
from ludwright.language.tables import Cell
from ludwright.mistakes import Mistake
from ludwright.model.boards import make_board
from ludwright.model.declared import Declared
from ludwright.model.kinds import Holding, Kind, Property
from ludwright.model.map_notes import worth_knowing
from ludwright.model.maps import graph_from_links, read_map

if TYPE_CHECKING:
    from ludwright.model.geometry import Geometry


class DeclaredBoards:
    """Makes the kinds that belong to a board."""

    def __init__(self, world: Declared) -> None:
        self.world = world

    def add_board(self, declaration: Declaration) -> None:
        tree: syntax.BoardDeclaration = declaration.tree
        shape, kind_node, file = tree.shape, tree.kind, declaration.file_token
        name, plural = self.world.kind_words(kind_node)
        options, further = self._board_options(tree)
        place = declaration.place(shape)
        if str(shape) == "graph":
            geometry = self._graph(declaration, file, further, plural)
            for message, hint in worth_knowing(geometry):
                self.world.report(
                    Mistake(declaration.place(file if file is not None else shape), message, hint, "note")
                )
        else:
            sizes = [self.world.static(size, declaration) for size in (tree.width, tree.height) if size is not None]
            geometry = make_board(str(shape), sizes, options, place=place)
        kind = Kind(name, plural, "cell", geometry.count, members=geometry.names, geometry=geometry)
        self.world.new_kind(kind, declaration, kind_node)
        self.world.name_members(kind, declaration, kind_node)
        for prop, values in geometry.properties.items():
            kind.properties[prop] = [Property(prop, [self._map_value(v) for v in values])]
        self._board_kinds(kind, geometry, further, declaration)
        table = self.world.read_table(declaration)
        if table is not None:
            self._cell_table(kind, table.columns, table.rows, declaration)
        self.world.later += [(line, kind, declaration) for line in tree.lines if isinstance(line, syntax.Attribute)]

    @staticmethod
    def _board_options(tree: syntax.BoardDeclaration) -> tuple[list[str], dict[str, str]]:
        options, further = [], {}
        for option in (option for option in tree.options if isinstance(option, syntax.BoardOption)):
            if option.value is not None and str(option.name) in ("corners", "edges", "regions"):
                further[str(option.name)] = str(option.value)
            else:
                options.append(" ".join(map(str, parts(option))))
        return options, further

    def _graph(self, declaration: Declaration, file: Token | None, further: dict[str, str], cells: str) -> Geometry:
        if file is not None:
            path = declaration.open_file(file)
            if path.stat().st_size > 5_000_000:
                raise self.world.wrong(declaration, file, "this map is too large", "a map file has at most 5 MB")
            try:
                text = path.read_text(encoding="utf-8")
            except UnicodeDecodeError:
                raise self.world.wrong(
                    declaration, file, "this map is not a text file", "save it as JSON in UTF-8"
                ) from None
            regions = {further["regions"]: plural_of(further["regions"])} if "regions" in further else None
            return read_map(text, str(file)[1:-1], cells=cells, regions=regions)
        tree: syntax.BoardDeclaration = declaration.tree
        links = [line for line in tree.lines if isinstance(line, syntax.LinkLine)]
        if not links:
            return make_board("graph", place=declaration.place())
        pairs = [(str(n.cell), [str(word) for word in n.neighbours.words], declaration.place(n)) for n in links]
        table = self.world.read_table(declaration)
        named = table is not None and "name" in table.columns
        names = [row[table.columns.index("name")].text for row in table.rows] if table is not None and named else []
        return graph_from_links(pairs, place=declaration.place(), names=names)

    def _map_value(self, value: object) -> Cell | int | None:
        if isinstance(value, bool):
            return Cell("yes" if value else "no", self.world.description.declarations[0].place())
        if isinstance(value, int) or value is None:
            return value
        return Cell(str(value), self.world.description.declarations[0].place())

    def _board_kinds(self, kind: Kind, geometry: Geometry, further: dict[str, str], declaration: Declaration) -> None:
        if geometry.directions:
            word = "direction" if "direction" not in self.world.kinds else f"{kind.name}_direction"
            ways = Kind(
                word,
                word + "s",
                "direction",
                len(geometry.directions),
                members=list(geometry.directions),
                of=kind,
                geometry=geometry,
            )
            self.world.new_kind(ways, declaration, None)
            self.world.name_members(ways, declaration, None)
        if geometry.sides:
            edges = Kind(
                f"{kind.name} side",
                f"{kind.name} sides",
                "side",
                len(geometry.sides),
                members=list(geometry.sides),
                of=kind,
                geometry=geometry,
            )
            self.world.new_kind(edges, declaration, None)
            self.world.name_members(edges, declaration, None)
        if geometry.lines:
            word = "line" if "line" not in self.world.kinds else f"{kind.name}_line"
            rows = Kind(
                word, word + "s", "line", len(geometry.lines), members=_line_names(geometry), of=kind, geometry=geometry
            )
            self.world.new_kind(rows, declaration, None)
        for what, name in further.items():
            if what == "regions":
                self._region_kind(kind, geometry, name, declaration)
            else:
                self._outline_kind(kind, geometry, what, name, declaration)

    def _outline_kind(self, kind: Kind, geometry: Geometry, what: str, name: str, declaration: Declaration) -> None:
        outline = geometry.outline
        if what == "corners" and not outline.corner_count:
            raise self.world.wrong(
                declaration, None, f"a {geometry.shape} has no {what}", "its connections are `edges`"
            )
        count = outline.corner_count if what == "corners" else outline.edge_count
        members = [f"{name} {i + 1}" for i in range(count)]
        self.world.new_kind(
            Kind(name, plural_of(name), what[:-1], count, members=members, of=kind, geometry=geometry),
            declaration,
            None,
        )

    def _region_kind(self, kind: Kind, geometry: Geometry, name: str, declaration: Declaration) -> None:
        if name not in geometry.regions:
            raise self.world.wrong(
                declaration,
                None,
                f"the map has no regions for `{name}`",
                f"it has {', '.join(geometry.regions) or 'none at all'}",
            )
        regions = geometry.regions[name]
        made = Kind(
            name, plural_of(name), "region", len(regions.names), members=list(regions.names), of=kind, geometry=geometry
        )
        for prop, values in regions.properties.items():
            made.properties[prop] = [Property(prop, [self._map_value(v) for v in values])]
        self.world.new_kind(made, declaration, None)
        self.world.name_members(made, declaration, None)

    def _cell_table(self, kind: Kind, columns: list[str], rows: list[list[Cell]], declaration: Declaration) -> None:
        if len(rows) != kind.count:
            raise self.world.wrong(
                declaration, None, f"the table has {len(rows)} rows, the board {kind.count} {kind.plural}"
            )
        if "name" in columns:
            kind.members = [row[columns.index("name")].text for row in rows]
            self.world.name_members(kind, declaration, None)
        for i, column in enumerate(columns):
            if column != "name":
                self.world.column_or_event(kind, column, [row[i] for row in rows])

    def _room(self, node: Token, declaration: Declaration) -> int:
        """How many pieces fit on a cell."""
        if not str(node).isdigit() or len(str(node)) > 6:
            raise self.world.wrong(declaration, node, "room on a cell is a whole number", "for example `holds 2 man`")
        return int(str(node))

    def add_holds(self, declaration: Declaration) -> None:
        tree: syntax.BoardDeclaration = declaration.tree
        kind = self.world.kinds.get(str(tree.kind.name))
        if kind is None:
            return
        for node in (option for option in tree.options if isinstance(option, syntax.Holds)):
            name, room = node.kind, self._room(node.number, declaration)
            held = self.world.kinds.get(str(name))
            if held is None or held.role != "component":
                hint = "declare it with `cards` or `things`"
                raise self.world.no_kind(declaration, name, f"`{name}` is not a kind of card or thing", hint)
            if not 1 <= room <= 1000:
                raise self.world.wrong(declaration, node, "a cell has room for 1 to 1000")
            holding = Holding(held, room, kind)
            kind.holds[held.name] = holding
            self.world.holdings.append(holding)


def _line_names(geometry: Geometry) -> list[str]:
    return [f"line {geometry.names[line[0]]}-{geometry.names[line[-1]]}" for line in geometry.lines]

"""The world of a game for one number of players: its kinds, variables, zones and parameters, laid out in the state block."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lark import Token, Tree

from ludwright.language.source import Declaration, Description
from ludwright.language.tables import Cell, Table
from ludwright.language.tables import read_table as read_plain_table
from ludwright.mistakes import Mistake, MistakesError, Place, nearest
from ludwright.model.boards import make_board
from ludwright.model.kinds import BIG, BOOL, NUMBER, Dim, Field, Holding, Kind, Param, Property, Type, Zone
from ludwright.model.maps import graph_from_links, read_map
from ludwright.model.tables import Tables
from ludwright.rules import ir
from ludwright.rules.terms import NO_NUMBER

if TYPE_CHECKING:
    from ludwright.model.geometry import Geometry

Node = Tree[Any] | Token

MOST_COMPONENTS = 20_000
MOST_WORDS = 1_000_000
MOST_MEMBERS = 100_000


def plural_of(word: str) -> str:
    """The usual English plural: city, cities; box, boxes."""
    if word.endswith("y") and len(word) > 1 and word[-2] not in "aeiou":
        return word[:-1] + "ies"
    if word.endswith(("s", "x", "z", "ch", "sh")):
        return word + "es"
    return word + "s"


@dataclass
class Family:
    """A declared kind of cards or things while its members wait to be numbered."""

    kind: Kind
    copies: list[int]
    """Of each own design."""
    each_player: bool
    declaration: Declaration
    node: Node
    copies_node: Tree[Any] | None


class World:
    """Everything that is declared, before any rule is looked at.

    ``static`` works out a formula that must be known before the game starts; ``report`` takes a mistake.
    """

    def __init__(self, description: Description, players: int) -> None:
        self.description = description
        self.title = description.title
        self.players = players
        self.cooperative = False
        self.kinds: dict[str, Kind] = {}
        self.plurals: dict[str, Kind] = {}
        self.values: dict[str, tuple[Kind, int]] = {}
        self.params: dict[str, Param] = {}
        self.fields: dict[str, Field] = {}
        self.zones: dict[str, Zone] = {}
        self.owned_zones: dict[tuple[int, str], Zone] = {}
        self.component_kinds: list[Kind] = []
        self.components = 0
        self.designs = 0
        self.component_design: list[int] = []
        self.component_owner: list[int] = []
        self.design_names: list[str] = []
        self.holdings: list[Holding] = []
        self.places = 0
        self.zone_places = 0
        self.tables = Tables()
        self.state_size = 0
        self.player = Kind("player", "players", "player")
        self.action = Kind("action", "actions", "action")
        self.answer = Kind("answer", "answers", "answer")
        self.arrays: dict[str, int] = {}
        self._occupants: dict[int, int] = {}
        self._changed: set[int] = set()
        self._families: list[Family] = []
        self.broken: set[str] = set()
        """Names whose declaration has a mistake: nobody complains that they are unknown."""

    # ------------------------------------------------------------ looking up

    def of(self, *kinds: str) -> Iterable[Declaration]:
        return (d for d in self.description.declarations if d.kind in kinds)

    def owned_zone(self, kind: Kind, name: str) -> Zone | None:
        return self.owned_zones.get((id(kind), name))

    def occupant_offset(self, holding: Holding) -> int:
        """Where a board's pieces are noted, counted from the first such board."""
        return self._occupants[id(holding)]

    def all_names(self) -> list[str]:
        return [*self.fields, *self.zones, *self.params, *self.plurals, *self.kinds, *self.values]

    # ------------------------------------------------------------ building

    def build(self, static: Callable[..., int], report: Callable[[Mistake], None]) -> None:
        self._static = static
        self._report = report
        steps: list[tuple[tuple[str, ...], Callable[[Declaration], None]]] = [
            (("players",), self._add_players),
            (("enum",), self._add_enum),
            (("board",), self._add_board),
            (("cards",), self._add_components),
            (("zone", "dice", "var", "each"), self._add_places),
        ]
        self._declare_params()
        self._add_actions()
        for kinds, step in steps:
            if kinds == ("cards",):
                self._order_components()
                continue
            for declaration in self.of(*kinds):
                self._guarded(step, declaration)
        if not any(True for _ in self.of("players")):
            self._seat(self.players, [])
        for declaration in self.of("board"):
            self._guarded(self._add_holds, declaration)
        self._check_changes()
        self._lay_out()

    def _guarded(self, step: Callable[[Declaration], None], declaration: Declaration) -> None:
        try:
            step(declaration)
        except MistakesError as error:
            for mistake in error.mistakes:
                self._report(mistake)
            self._forget(declaration)

    def _forget(self, declaration: Declaration) -> None:
        """Note the names that a declaration would have brought."""
        self.broken.update(declaration.members or {declaration.name or ""})
        for node in declaration.tree.iter_subtrees():
            if node.data == "kind":
                self.broken.update(self._kind_words(node))
            elif node.data == "names":
                self.broken.update(str(n) for n in node.children)
            elif node.data == "row":
                self.broken.update(w.strip() for w in str(node.children[0]).split("|"))

    def _no_kind(self, declaration: Declaration, node: Node, message: str, hint: str) -> MistakesError:
        """A name that is no kind; silent where its declaration has a mistake already."""
        if str(node) in self.broken:
            return MistakesError([])
        close = nearest(str(node), self.kinds)
        return self.wrong(declaration, node, message, f"did you mean `{close}`?" if close else hint)

    def wrong(self, declaration: Declaration, node: Node | None, message: str, hint: str = "") -> MistakesError:
        return MistakesError([Mistake(declaration.place(node), message, hint)])

    def _new_kind(self, kind: Kind, declaration: Declaration, node: Node | None) -> None:
        for table, word in ((self.kinds, kind.name), (self.plurals, kind.plural)):
            if word in table:
                raise self.wrong(declaration, node, f"`{word}` is used for two kinds", "give one of them another name")
        if kind.count > MOST_MEMBERS:
            raise self.wrong(
                declaration, node, f"there are too many {kind.plural}: {kind.count:,}", f"at most {MOST_MEMBERS:,} fit"
            )
        kind.declaration = declaration
        self.kinds[kind.name] = kind
        self.plurals[kind.plural] = kind

    def _name_members(self, kind: Kind, declaration: Declaration, node: Node | None) -> None:
        for i, name in enumerate(kind.members):
            if name in self.values and self.values[name][0] is not kind and kind.role in ("enum", "design", "player"):
                other = self.values[name][0]
                if {other.role, kind.role} <= {"enum", "design", "player"} and other.role == kind.role == "enum":
                    raise self.wrong(
                        declaration, node, f"`{name}` is a {other.name} already", "give one of them another name"
                    )
                continue
            self.values.setdefault(name, (kind, kind.first + i))

    @staticmethod
    def _kind_words(node: Tree[Any]) -> tuple[str, str]:
        name, plural = node.children
        return str(name), str(plural) if plural is not None else plural_of(str(name))

    # ------------------------------------------------------------ tables, with what a variant changes

    def _read_table(self, declaration: Declaration) -> Table | None:
        """The table of a declaration, its cells replaced by what `change` lines say."""
        table = read_plain_table(declaration)
        if table is None or "name" not in table.columns:
            return table
        names = [row[table.columns.index("name")].text for row in table.rows]
        for change in self.description.changes:
            words = [str(w) for w in change.tree.children[0].children]
            if len(words) != 2 or words[0] not in names or words[1] not in table.columns:
                continue
            row, column = names.index(words[0]), table.columns.index(words[1])
            place = change.place(change.tree.children[1])
            table.rows[row][column] = Cell(_right_side(change), place)
            self._changed.add(id(change))
        return table

    def changed_params(self) -> dict[str, Declaration]:
        """The `change` lines that set a parameter."""
        found = {}
        for change in self.description.changes:
            words = [str(w) for w in change.tree.children[0].children]
            if len(words) == 1 and any(d.name == words[0] for d in self.of("param")):
                found[words[0]] = change
                self._changed.add(id(change))
        return found

    def _check_changes(self) -> None:
        for change in self.description.changes:
            if id(change) not in self._changed:
                words = ".".join(str(w) for w in change.tree.children[0].children)
                hint = "name a parameter, or a row and a column of a table: `change walk.move = 2`"
                self._report(Mistake(change.place(change.tree.children[0]), f"there is no `{words}` to change", hint))

    # ------------------------------------------------------------ players

    def _add_players(self, declaration: Declaration) -> None:
        low, high, cooperative, names, *_ = declaration.tree.children
        self.cooperative = cooperative is not None
        self.player.declaration = declaration
        least, most = int(low), int(high) if high is not None else int(low)
        if not 1 <= least <= most <= 8:
            raise self.wrong(declaration, low, "a game has 1 to 8 players", "for example `players 2 to 4`")
        table = self._read_table(declaration)
        words = [str(n) for n in names.children] if names is not None else []
        if table is not None and "name" in table.columns:
            words = [row[table.columns.index("name")].text for row in table.rows]
        if words and len(words) < self.players:
            raise self.wrong(
                declaration, names, f"{self.players} players need {self.players} names, here are {len(words)}"
            )
        self._seat(self.players, words[: self.players])
        if table is not None:
            for i, column in enumerate(table.columns):
                if column != "name":
                    self._add_column(self.player, column, [row[i] for row in table.rows[: self.players]])

    def _seat(self, count: int, names: list[str]) -> None:
        self.player.count = count
        self.player.members = names or [f"seat {i + 1}" for i in range(count)]
        self.kinds.setdefault("player", self.player)
        self.plurals.setdefault("players", self.player)
        for i, name in enumerate(names):
            self.values.setdefault(name, (self.player, i))

    def _add_column(self, kind: Kind, column: str, cells: list[Cell | int | None]) -> None:
        name, index = (
            [*column[:-1].split("[", 1), None][:2] if column.endswith("]") and "[" in column else (column, None)
        )
        kind.properties.setdefault(str(name).strip(), []).append(
            Property(str(name), list(cells), index.strip() if index else None)
        )

    # ------------------------------------------------------------ parameters

    def _declare_params(self) -> None:
        self._param_changes = self.changed_params()
        for declaration in self.of("param"):
            self._guarded(self._add_param, declaration)

    def _add_param(self, declaration: Declaration) -> None:
        name, value, span = declaration.tree.children
        change = self._param_changes.get(str(name))
        if change is not None:
            value = change.tree.children[1]
        if isinstance(value, Tree) and value.data == "list":
            parts = list(value.children)
        elif isinstance(value, Tree) and value.data == "by_counts":
            parts = [self._for_count(value, declaration)]
        else:
            parts = [value]
        is_bool = len(parts) == 1 and isinstance(parts[0], Tree) and parts[0].data in ("yes", "no")
        values = [self._static(part, declaration) for part in parts]
        lo, hi = (0, 1) if is_bool else self._span(span, declaration) if span is not None else (-BIG, BIG)
        for part, number in zip(parts, values, strict=True):
            if not lo <= number <= hi:
                raise self.wrong(declaration, part, f"{number} is outside the range {lo}..{hi} of `{name}`")
        param = Param(str(name), values, isinstance(value, Tree) and value.data == "list", is_bool, lo, hi, declaration)
        if param.is_list and span is None:
            param.lo, param.hi = roomy(min(values), max(values))
        param.base = self.tables.reserve(values)
        self.params[str(name)] = param

    def _for_count(self, node: Tree[Any], declaration: Declaration) -> Node:
        for part in node.children:
            value, low, high = part.children
            if int(str(low)) <= self.players <= int(str(high if high is not None else low)):
                return value
        raise self.wrong(
            declaration, node, f"nothing is said for {self.players} players", f"add `... for {self.players} players`"
        )

    def _span(self, node: Node, declaration: Declaration) -> tuple[int, int]:
        if not isinstance(node, Tree) or node.data != "range":
            raise self.wrong(declaration, node, "expected a range such as `0..10`")
        lo, hi = (self._static(child, declaration) for child in node.children)
        if lo > hi:
            raise self.wrong(declaration, node, f"the range {lo}..{hi} is empty")
        return lo, hi

    # ------------------------------------------------------------ enumerations and actions

    def _add_enum(self, declaration: Declaration) -> None:
        kind_node, *rest = declaration.tree.children
        name, plural = self._kind_words(kind_node)
        kind = Kind(name, plural, "enum")
        names = next((c for c in rest if isinstance(c, Tree) and c.data == "names"), None)
        if names is not None:
            kind.members = [str(n) for n in names.children]
        else:
            table = self._read_table(declaration)
            if table is None:
                raise self.wrong(
                    declaration, kind_node, f"`{name}` lists nothing", "add names after a colon, or a table below"
                )
            kind.table = table
            kind.members = self._row_names(table.columns, table.rows, declaration)
            for i, column in enumerate(table.columns):
                if column != "name":
                    self._column_or_event(kind, column, [row[i] for row in table.rows])
        if names is not None:
            self._once([(str(n), declaration.place(n)) for n in names.children])
        kind.count = len(kind.members)
        self._new_kind(kind, declaration, kind_node)
        self._name_members(kind, declaration, kind_node)

    def _row_names(self, columns: list[str], rows: list[list[Cell]], declaration: Declaration) -> list[str]:
        if "name" not in columns:
            raise self.wrong(declaration, None, "the table has no column `name`", "name each row")
        if not rows:
            raise self.wrong(declaration, None, "the table has no rows")
        cells = [row[columns.index("name")] for row in rows]
        self._once([(cell.text, cell.place) for cell in cells])
        return [cell.text for cell in cells]

    @staticmethod
    def _once(names: list[tuple[str, Place]]) -> None:
        """No name stands in a list twice."""
        seen: dict[str, Place] = {}
        for name, place in names:
            if name in seen:
                hint = f"line {seen[name].line} has it already: give one of them another name"
                raise MistakesError([Mistake(place, f"`{name}` stands in this list twice", hint)])
            seen[name] = place

    def _column_or_event(self, kind: Kind, column: str, cells: list[Cell]) -> None:
        if column.startswith("when "):
            kind.events[column[5:].strip()] = {i: cell for i, cell in enumerate(cells) if cell.text}
        else:
            self._add_column(kind, column, list(cells))

    def _add_actions(self) -> None:
        self.action.members = [d.name or "" for d in self.of("action")]
        self.action.count = len(self.action.members)
        for i, name in enumerate(self.action.members):
            self.values.setdefault(name, (self.action, i))

    # ------------------------------------------------------------ boards

    def _add_board(self, declaration: Declaration) -> None:
        shape, wide, high, kind_node, file, *rest = declaration.tree.children
        name, plural = self._kind_words(kind_node)
        options, further = self._board_options(rest)
        place = declaration.place(shape)
        if str(shape) == "graph":
            geometry = self._graph(declaration, file, rest, further, plural)
        else:
            sizes = [self._static(size, declaration) for size in (wide, high) if size is not None]
            geometry = make_board(str(shape), sizes, options, place=place)
        kind = Kind(name, plural, "cell", geometry.count, members=geometry.names, geometry=geometry)
        self._new_kind(kind, declaration, kind_node)
        self._name_members(kind, declaration, kind_node)
        for prop, values in geometry.properties.items():
            kind.properties[prop] = [Property(prop, [self._map_value(v) for v in values])]
        self._board_kinds(kind, geometry, further, declaration)
        table = self._read_table(declaration)
        if table is not None:
            self._cell_table(kind, table.columns, table.rows, declaration)
        for attr in (c for c in rest if isinstance(c, Tree) and c.data == "attr"):
            self._later.append((attr, kind, declaration))

    @property
    def _later(self) -> list[tuple[Tree[Any], Kind, Declaration]]:
        if not hasattr(self, "_later_list"):
            self._later_list: list[tuple[Tree[Any], Kind, Declaration]] = []
        return self._later_list

    @staticmethod
    def _board_options(rest: list[Node]) -> tuple[list[str], dict[str, str]]:
        options, further = [], {}
        for node in rest:
            if isinstance(node, Tree) and node.data == "bopt":
                word, more = node.children
                if more is not None and str(word) in ("corners", "edges", "regions"):
                    further[str(word)] = str(more)
                else:
                    options.append(" ".join(str(c) for c in node.children if c is not None))
        return options, further

    def _graph(
        self, declaration: Declaration, file: Token | None, rest: list[Node], further: dict[str, str], cells: str
    ) -> Geometry:
        if file is not None:
            path = declaration.open_file(file)
            if path.stat().st_size > 5_000_000:
                raise self.wrong(declaration, file, "this map is too large", "a map file has at most 5 MB")
            try:
                text = path.read_text(encoding="utf-8")
            except UnicodeDecodeError:
                raise self.wrong(declaration, file, "this map is not a text file", "save it as JSON in UTF-8") from None
            regions = {further["regions"]: plural_of(further["regions"])} if "regions" in further else None
            return read_map(text, str(file)[1:-1], cells=cells, regions=regions)
        links = [n for n in rest if isinstance(n, Tree) and n.data == "link"]
        if not links:
            return make_board("graph", place=declaration.place())
        pairs = [(str(n.children[0]), [str(x) for x in n.children[1].children], declaration.place(n)) for n in links]
        return graph_from_links(pairs, place=declaration.place())

    def _map_value(self, value: object) -> Cell | int | None:
        if isinstance(value, bool):
            return int(value)
        if isinstance(value, int) or value is None:
            return value
        return Cell(str(value), self.description.declarations[0].place())

    def _board_kinds(self, kind: Kind, geometry: Geometry, further: dict[str, str], declaration: Declaration) -> None:
        if geometry.directions:
            word = "direction" if "direction" not in self.kinds else f"{kind.name}_direction"
            ways = Kind(
                word,
                word + "s",
                "direction",
                len(geometry.directions),
                members=list(geometry.directions),
                of=kind,
                geometry=geometry,
            )
            self._new_kind(ways, declaration, None)
            self._name_members(ways, declaration, None)
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
            self._new_kind(edges, declaration, None)
            self._name_members(edges, declaration, None)
        if geometry.lines:
            word = "line" if "line" not in self.kinds else f"{kind.name}_line"
            rows = Kind(
                word, word + "s", "line", len(geometry.lines), members=_line_names(geometry), of=kind, geometry=geometry
            )
            self._new_kind(rows, declaration, None)
        for what, name in further.items():
            if what == "regions":
                self._region_kind(kind, geometry, name, declaration)
            else:
                self._outline_kind(kind, geometry, what, name, declaration)

    def _outline_kind(self, kind: Kind, geometry: Geometry, what: str, name: str, declaration: Declaration) -> None:
        outline = geometry.outline
        if outline is None:
            raise self.wrong(declaration, None, f"a {geometry.shape} has no {what}")
        count = outline.corner_count if what == "corners" else outline.edge_count
        members = [f"{name} {i + 1}" for i in range(count)]
        self._new_kind(
            Kind(name, plural_of(name), what[:-1], count, members=members, of=kind, geometry=geometry),
            declaration,
            None,
        )

    def _region_kind(self, kind: Kind, geometry: Geometry, name: str, declaration: Declaration) -> None:
        if name not in geometry.regions:
            raise self.wrong(
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
        self._new_kind(made, declaration, None)
        self._name_members(made, declaration, None)

    def _cell_table(self, kind: Kind, columns: list[str], rows: list[list[Cell]], declaration: Declaration) -> None:
        if len(rows) != kind.count:
            raise self.wrong(declaration, None, f"the table has {len(rows)} rows, the board {kind.count} {kind.plural}")
        if "name" in columns:
            kind.members = [row[columns.index("name")].text for row in rows]
            self._name_members(kind, declaration, None)
        for i, column in enumerate(columns):
            if column != "name":
                self._column_or_event(kind, column, [row[i] for row in rows])

    def _add_holds(self, declaration: Declaration) -> None:
        kind = self.kinds.get(str(declaration.tree.children[3].children[0]))
        if kind is None:
            return
        for node in declaration.tree.children:
            if isinstance(node, Tree) and node.data == "holds":
                room, name = node.children
                room = int(str(room))
                held = self.kinds.get(str(name))
                if held is None or held.role != "component":
                    raise self._no_kind(
                        declaration,
                        name,
                        f"`{name}` is not a kind of card or thing",
                        "declare it with `cards` or `things`",
                    )
                if not 1 <= room <= 1000:
                    raise self.wrong(declaration, node, "a cell has room for 1 to 1000")
                holding = Holding(held, room, kind)
                kind.holds[held.name] = holding
                self.holdings.append(holding)

    # ------------------------------------------------------------ cards and things

    def _order_components(self) -> None:
        waiting = list(self.of("cards"))
        while waiting:
            ready = [d for d in waiting if d.tree.children[2] is None or str(d.tree.children[2]) in self.kinds]
            if not ready:
                for declaration in waiting:
                    parent = declaration.tree.children[2]
                    self._report(
                        Mistake(declaration.place(parent), f"there is no kind `{parent}`", "declare it with `things`")
                    )
                break
            for declaration in ready:
                self._guarded(self._add_components, declaration)
            waiting = [d for d in waiting if d not in ready]
        for family in [f for f in self._families if f.kind.parent is None]:
            self._number_designs(family)
            self._guarded(lambda _, family=family: self._number_components(family), family.declaration)  # type: ignore[misc]

    def _add_components(self, declaration: Declaration) -> None:
        _, kind_node, parent_name, *rest = declaration.tree.children
        name, plural = self._kind_words(kind_node)
        kind = Kind(name, plural, "component", declaration=declaration)
        if parent_name is not None:
            kind.parent = self.kinds[str(parent_name)]
            if kind.parent.role != "component":
                raise self.wrong(declaration, parent_name, f"`{parent_name}` is not a kind of card or thing")
        kind.design = Kind(f"{name} design", f"{name} designs", "design", of=kind, declaration=declaration)
        copies_node = next((c for c in rest if isinstance(c, Tree) and c.data == "copies"), None)
        each = copies_node.children[1] if copies_node is not None else None
        if each is not None and str(each) != "player":
            raise self.wrong(declaration, each, "pieces can be counted `each player` only")
        limit = next((c for c in rest if isinstance(c, Tree) and c.data == "up_to"), None)
        copies = self._designs(kind, declaration, rest, copies_node)
        if kind.parent is not None and (limit is not None or (copies_node is not None and kind.root.limit)):
            hint = f"say `up to` at `{kind.root.name}` only: it counts all of them together"
            raise self.wrong(
                declaration,
                limit or copies_node,
                f"a {name} is a {kind.parent.name} and has no number of its own",
                hint,
            )
        if limit is not None:
            kind.limit = self._static(limit.children[0], declaration)
            if not 1 <= kind.limit <= MOST_COMPONENTS:
                raise self.wrong(declaration, limit, f"between 1 and {MOST_COMPONENTS:,} things can be made")
        self._new_kind(kind, declaration, kind_node)
        self._new_kind(kind.design, declaration, kind_node)
        self._families.append(Family(kind, copies, each is not None, declaration, kind_node, copies_node))
        if kind.parent is not None:
            kind.parent.children.append(kind)
        for attr in (c for c in rest if isinstance(c, Tree) and c.data == "attr"):
            self._later.append((attr, kind, declaration))

    def _designs(
        self, kind: Kind, declaration: Declaration, rest: list[Node], copies_node: Tree[Any] | None
    ) -> list[int]:
        assert kind.design is not None
        axes = [c for c in rest if isinstance(c, Tree) and c.data == "axis"]
        table = self._read_table(declaration)
        design = kind.design
        formula = copies_node.children[0] if copies_node is not None else None
        if axes:
            return self._axes(kind, axes, declaration, formula)
        if table is not None:
            kind.table = design.table = table
            design.members = self._row_names(table.columns, table.rows, declaration)
            design.count = len(design.members)
            count_column = f"copies[{self.players}]" if f"copies[{self.players}]" in table.columns else "copies"
            for i, column in enumerate(table.columns):
                if column != "name" and not column.startswith("copies"):
                    self._column_or_event(design, column, [row[i] for row in table.rows])
            if count_column in table.columns:
                at = table.columns.index(count_column)
                return [
                    self._static(row[at].formula().children[0], declaration, cell=row[at]) if row[at].text else 0
                    for row in table.rows
                ]
        else:
            design.members, design.count = [kind.name], 1
        one = self._static(formula, declaration) if formula is not None else 1
        return [one] * design.count

    def _axes(self, kind: Kind, axes: list[Tree[Any]], declaration: Declaration, formula: Node | None) -> list[int]:
        design = kind.design
        assert design is not None
        combinations: list[dict[str, int]] = [{}]
        shown: list[tuple[str, Kind | None]] = []
        for axis in axes:
            name, span = axis.children
            if span is None:
                of = self.kinds.get(str(name))
                if of is None or of.role == "component":
                    raise self._no_kind(
                        declaration,
                        name,
                        f"there is no enumeration `{name}`",
                        "declare it, or give a range: `each rank in 1..5`",
                    )
                numbers = range(of.first, of.first + of.count)
            else:
                of = None
                lo, hi = self._span(span, declaration)
                if hi - lo > MOST_COMPONENTS:
                    raise self.wrong(declaration, span, "this range is too long for a deck")
                numbers = range(lo, hi + 1)
            if len(combinations) * len(numbers) > MOST_COMPONENTS:
                raise self.wrong(declaration, axis, f"more than {MOST_COMPONENTS:,} designs")
            combinations = [{**c, str(name): n} for c in combinations for n in numbers]
            shown.append((str(name), of))
        for name, of in shown:
            made = Property(name, [c[name] for c in combinations])
            made.of = of  # type: ignore[attr-defined]
            design.properties[name] = [made]
        design.members = [
            " ".join(of.members[c[n] - of.first] if of is not None else str(c[n]) for n, of in shown)
            for c in combinations
        ]
        design.count = len(combinations)
        if formula is None:
            return [1] * design.count
        kinds = dict(shown)
        return [
            self._static(formula, declaration, names={n: (v, kinds[n]) for n, v in c.items()}) for c in combinations
        ]

    def _subfamilies(self, family: Family) -> list[Family]:
        return [f for f in self._families if f.kind.parent is family.kind]

    def _number_designs(self, family: Family) -> None:
        """Designs are numbered so that those of a kind and of all its sub-kinds follow each other."""
        kind, design = family.kind, family.kind.design
        assert design is not None
        if kind.children and kind.table is None and not design.properties and family.copies_node is None:
            design.members, family.copies = [], []  # only a name for its sub-kinds
        design.first, design.count = self.designs, len(design.members)
        if design.members != [kind.name]:
            self._guarded(lambda d: self._name_members(design, d, family.node), family.declaration)
        self.designs += design.count
        self.design_names.extend(design.members)
        for child in self._subfamilies(family):
            self._number_designs(child)
        design.count = self.designs - design.first
        design.members = self.design_names[design.first : self.designs]

    def _number_components(self, family: Family) -> None:
        """Components are numbered so that those of a kind and of all its sub-kinds follow each other."""
        kind, copies, declaration = family.kind, family.copies, family.declaration
        assert kind.design is not None
        kind.first = self.components
        if any(c < 0 for c in copies) or sum(copies) * self.players > MOST_COMPONENTS * (
            1 if family.each_player else self.players
        ):
            self._report(
                Mistake(declaration.place(family.copies_node), f"between 0 and {MOST_COMPONENTS:,} copies fit")
            )
            copies = [1] * len(copies)
        if kind.root.limit and kind.parent is not None:
            kind.first, kind.count = kind.root.first, kind.root.count
            made = []
        elif kind.limit:
            made = [(kind.design.first, -1)] * kind.limit
        else:
            owners = range(self.players) if family.each_player else [-1]
            made = [(kind.design.first + d, owner) for owner in owners for d, n in enumerate(copies) for _ in range(n)]
            if family.each_player:
                kind.owned = sum(copies)
        if self.components + len(made) > MOST_COMPONENTS:
            raise self.wrong(declaration, None, f"more than {MOST_COMPONENTS:,} cards and things")
        self.component_design.extend(d for d, _ in made)
        self.component_owner.extend(o for _, o in made)
        self.components += len(made)
        if not kind.root.limit or kind.parent is None:
            self.component_kinds.append(kind)
        if kind.limit:
            kind.count = len(made)
        for child in self._subfamilies(family):
            self._number_components(child)
        if not kind.root.limit:
            kind.count = self.components - kind.first

    # ------------------------------------------------------------ variables and zones

    def _add_places(self, declaration: Declaration) -> None:
        tree = declaration.tree
        if declaration.kind == "each":
            owner = self.kinds.get(str(tree.children[0]))
            if owner is None:
                raise self._no_kind(
                    declaration,
                    tree.children[0],
                    f"there is no kind `{tree.children[0]}`",
                    "`each player`, or a kind you declared",
                )
            for part in tree.children[1:]:
                self._guarded(lambda d, part=part, owner=owner: self._one_place(part, owner, d), declaration)  # type: ignore[misc]
        else:
            self._one_place(tree.children[0] if declaration.kind == "var" else tree, None, declaration)

    def _one_place(self, tree: Tree[Any], owner: Kind | None, declaration: Declaration) -> None:
        if tree.data == "zone":
            self._add_zone(tree, owner, declaration)
        elif tree.data == "dice":
            self._add_dice(tree, owner, declaration)
        else:
            self._add_field(tree, owner, declaration)

    def _dims(self, index: Tree[Any] | None, owner: Kind | None, declaration: Declaration) -> list[Dim]:
        # a kind without members still gets one word, so that nothing has the size 0
        dims = [Dim(owner.first, max(1, owner.count), owner.ref())] if owner is not None else []
        for node in index.children if index is not None else []:
            if isinstance(node, Tree) and node.data == "range":
                lo, hi = self._span(node, declaration)
                dims.append(Dim(lo, hi - lo + 1, NUMBER))
                continue
            name = node.children[0] if isinstance(node, Tree) and node.data == "design_index" else node
            kind = self.kinds.get(str(name))
            if isinstance(node, Tree) and kind is not None:
                kind = kind.design
            if kind is None:
                raise self._no_kind(
                    declaration,
                    name,
                    f"there is no kind `{name}` to count by",
                    "use a declared kind, or a range such as `1..6`",
                )
            dims.append(Dim(kind.first, max(1, kind.count), kind.ref()))
        total = 1
        for dim in dims:
            total *= max(1, dim.count)
        if total > MOST_WORDS:
            raise self.wrong(declaration, index, f"this needs {total:,} numbers", f"at most {MOST_WORDS:,} fit")
        return dims

    def _add_field(self, tree: Tree[Any], owner: Kind | None, declaration: Declaration) -> None:
        name, index, head, tail, *options = tree.children
        dims = self._dims(index, owner, declaration)
        start: Tree[Any] | None
        if isinstance(head, Tree) and head.data == "type":
            type_, lo, hi = self._type(head, declaration)
            start = tail
        else:
            start = head
            boolean = isinstance(head, Tree) and head.data in ("yes", "no") and tail is None
            type_ = BOOL if boolean else NUMBER
            lo, hi = (0, 1) if boolean else self._span(tail, declaration) if tail is not None else (-BIG, BIG)
            if not -(1 << 31) < lo <= hi < (1 << 31):
                raise self.wrong(
                    declaration,
                    tail,
                    "numbers are kept in 32 bits",
                    f"the range must lie within {-(1 << 31) + 1:,}..{(1 << 31) - 1:,}",
                )
        field = Field(str(name), dims, type_, lo, hi, declaration, tree, start, owner=owner)
        for option in options:
            if isinstance(option, Tree) and option.data == "reset":
                field.reset = str(option.children[0])
            elif isinstance(option, Tree) and option.data == "seen":
                field.seen = str(option.children[0])
        self._register(self.fields if owner is None else owner.fields, field.name, field, declaration, name)

    def _register(self, table: dict[str, Field], name: str, item: Field, declaration: Declaration, node: Node) -> None:
        if name in table or (table is self.fields and (name in self.zones or name in self.params)):
            raise self.wrong(declaration, node, f"`{name}` is declared twice")
        table[name] = item

    def _type(self, node: Tree[Any], declaration: Declaration) -> tuple[Type, int, int]:
        name, design, optional = node.children
        word = str(name)
        if word == "number":
            return Type("number", None, optional is not None), (NO_NUMBER if optional is not None else -BIG), BIG
        kind = self.kinds.get(word) or (self.action if word == "action" else None)
        if kind is None:
            raise self._no_kind(
                declaration, name, f"there is no kind `{word}`", "use `number`, `player`, or a kind you declared"
            )
        if design is not None:
            kind = kind.design
            if kind is None:
                raise self.wrong(declaration, name, f"a {word} has no designs")
        return (
            kind.ref(optional is not None),
            (-1 if optional is not None or kind.count == 0 else kind.first),
            max(kind.last, -1),
        )

    def _add_zone(self, tree: Tree[Any], owner: Kind | None, declaration: Declaration) -> None:
        name, index, *rest = tree.children
        kinds = []
        for token in (c for c in rest if isinstance(c, Token)):
            kind = self.kinds.get(str(token))
            if kind is None or kind.role != "component":
                raise self._no_kind(
                    declaration,
                    token,
                    f"`{token}` is not a kind of card or thing",
                    "declare it with `cards` or `things`",
                )
            kinds.append(kind)
        zone = Zone(str(name), self._dims(index, owner, declaration), kinds, declaration, tree, owner=owner)
        self._zone_options(zone, [c for c in rest if isinstance(c, Tree)], declaration)
        self._register_zone(zone, owner, declaration, name)

    def _zone_options(self, zone: Zone, options: list[Tree[Any]], declaration: Declaration) -> None:
        for option in options:
            match option.data:
                case "face_down":
                    zone.face_down, zone.seen = True, "nobody"
                case "in_order":
                    zone.in_order = True
                case "shuffled":
                    zone.shuffled = True
                case "up_to":
                    zone.capacity = option.children[0]
                case "refilled":
                    zone.refill = option.children[0]
                case "seen":
                    zone.seen = str(option.children[0])
                case "top_seen":
                    zone.top_seen = str(option.children[0])
                case "holds_all":
                    kind = self.plurals.get(str(option.children[0]))
                    if kind is None or kind.role != "component":
                        if str(option.children[0]) in self.broken:
                            raise MistakesError([])
                        raise self.wrong(
                            declaration,
                            option,
                            f"there are no components `{option.children[0]}`",
                            "write `holds all cards`, the plural of a kind",
                        )
                    zone.starts.append(kind)

    def _add_dice(self, tree: Tree[Any], owner: Kind | None, declaration: Declaration) -> None:
        name, index, number, die, *options = tree.children
        dims = self._dims(index, owner, declaration)
        zone = Zone(str(name), dims, [], declaration, tree, dice=True, in_order=True, owner=owner)
        kind = Kind(f"{name} die", f"{name} dice", "component", declaration=declaration)
        kind.faces = self.die_faces(die, declaration)
        many = self._static(number, declaration) * zone.size
        if not 1 <= many <= 1000:
            raise self.wrong(declaration, number, "between 1 and 1000 dice fit")
        kind.design = Kind(f"{name} die design", f"{name} die designs", "design", 1, self.designs, [str(die)], of=kind)
        self.designs += 1
        self.design_names.append(str(die))
        kind.first, kind.count = self.components, many
        self.component_design.extend([kind.design.first] * many)
        self.component_owner.extend([-1] * many)
        self.components += many
        self.component_kinds.append(kind)
        self.kinds[kind.name] = kind
        zone.kinds = [kind]
        lo, hi = min(kind.faces), max(kind.faces)
        kind.fields["face"] = Field(
            "face", [Dim(kind.first, kind.count, kind.ref())], NUMBER, lo, hi, declaration, tree, None, owner=kind
        )
        self._zone_options(zone, options, declaration)
        self._register_zone(zone, owner, declaration, name)

    def die_faces(self, die: Any, declaration: Declaration) -> list[int]:
        if die.type == "DIE":
            sides = int(die[1:]) if len(die) < 8 else 0
            if not 2 <= sides <= 1000:
                raise self.wrong(declaration, die, "a die has 2 to 1000 sides")
            return list(range(1, sides + 1))
        param = self.params.get(str(die))
        if param is None or not param.is_list:
            raise self.wrong(
                declaration, die, f"`{die}` is no die", "write `d6`, or name a list parameter with the faces"
            )
        param.structural = True
        return list(param.values)

    def _register_zone(self, zone: Zone, owner: Kind | None, declaration: Declaration, node: Node) -> None:
        if owner is None:
            if zone.name in self.zones or zone.name in self.fields or zone.name in self.params:
                raise self.wrong(declaration, node, f"`{zone.name}` is declared twice")
            self.zones[zone.name] = zone
        elif (id(owner), zone.name) in self.owned_zones or zone.name in owner.fields:
            raise self.wrong(declaration, node, f"`{zone.name}` is declared twice")
        else:
            self.owned_zones[id(owner), zone.name] = zone

    # ------------------------------------------------------------ layout

    def all_zones(self) -> list[Zone]:
        return [*self.zones.values(), *self.owned_zones.values()]

    def all_fields(self) -> list[Field]:
        owned = [f for kind in {id(k): k for k in self.kinds.values()}.values() for f in kind.fields.values()]
        return [*self.fields.values(), *owned]

    def _lay_out(self) -> None:
        for attr, kind, declaration in self._later:
            self._guarded(lambda d, attr=attr, kind=kind: self._add_field(attr, kind, d), declaration)  # type: ignore[misc]
        self.state_size = ir.HEADER + 2 * self.players
        for zone in self.all_zones():
            zone.place = self.places
            self.places += zone.size
        for holding in self.holdings:
            if holding.room > 1:
                holding.place = self.places
                self.places += holding.board.count
        self.zone_places = self.places
        for holding in self.holdings:
            if holding.room == 1:
                holding.place = self.places
                self.places += holding.board.count
        for field in self.all_fields():
            field.base = self.words(field.size, field.row)
        if not self.components and self.zone_places + self.places:
            # no copies at all: one piece that is never in play keeps the places in order
            self.components = 1
            self.component_design.append(0)
            self.component_owner.append(-1)
        if self.components:
            for name in ("place", "above", "below"):
                self.arrays[name] = self.words(self.components, 1)
            if any(k.limit for k in self.component_kinds):
                self.arrays["design"] = self.words(self.components, 1)
        if self.zone_places:
            for name in ("count", "top", "bottom"):
                self.arrays[name] = self.words(self.zone_places, 1)
        for holding in self.holdings:
            if holding.room == 1:
                base = self.words(holding.board.count, 1)
                self.arrays.setdefault("occupant", base)
                self._occupants[id(holding)] = base - self.arrays["occupant"]
        if self.state_size > MOST_WORDS:
            raise MistakesError(
                [
                    Mistake(
                        None,
                        f"this game needs {self.state_size:,} numbers to describe one position",
                        f"at most {MOST_WORDS:,} fit",
                    )
                ]
            )

    def words(self, count: int, padding: int = 0) -> int:
        """Room for that many words in the state, with padding in front; where they begin."""
        base = self.state_size + padding
        self.state_size = base + count
        return base


def _right_side(change: Declaration) -> str:
    """What stands right of `=` in a `change` line, as written."""
    place = change.place(change.tree.children[1])
    return place.text[place.column - 1 : place.column - 1 + place.width]


def roomy(lo: int, hi: int) -> tuple[int, int]:
    """A range with room for other printed numbers of the same size, so that changing one changes no code."""
    top = (1 << max(hi, -lo, 1).bit_length() + 1) - 1
    return (-top if lo < 0 else 0), top


def _line_names(geometry: Geometry) -> list[str]:
    return [f"line {geometry.names[line[0]]}-{geometry.names[line[-1]]}" for line in geometry.lines]

"""What there is in a made-up game: kinds, variables, places, knobs; and the lines that declare it."""

from __future__ import annotations

import json
from dataclasses import dataclass, field

from tests.properties.pen import Pen


@dataclass(eq=False)
class Kind:
    """A kind of thing, and what can be read of one."""

    name: str
    plural: str
    role: str
    members: list[str] = field(default_factory=list)
    numbers: list[str] = field(default_factory=list)
    flags: list[str] = field(default_factory=list)
    refs: dict[str, Kind] = field(default_factory=dict)
    lists: dict[str, Kind] = field(default_factory=dict)
    """Sets that belong to one: ``c.neighbours``, ``p.men``."""
    indexed: dict[str, Kind] = field(default_factory=dict)
    """Printed numbers by a member of another kind: ``needs[wood]``."""
    design: Kind | None = None
    of: Kind | None = None
    shape: str = ""
    holds: dict[str, tuple[Kind, int]] = field(default_factory=dict)
    owned: bool = False
    created: bool = False
    parent: Kind | None = None
    events: set[str] = field(default_factory=set)
    sides: bool = False
    direction: Kind | None = None


Sort = Kind | str
"""The type of a formula: a kind, ``number`` or ``flag``."""


@dataclass(eq=False)
class Var:
    """A variable; ``index`` has kinds and ranges."""

    name: str
    sort: Sort
    low: int = 0
    high: int = 0
    optional: bool = False
    index: list[Kind | tuple[int, int]] = field(default_factory=list)
    owner: Kind | None = None


@dataclass(eq=False)
class Zone:
    name: str
    kind: Kind
    index: list[Kind | tuple[int, int]] = field(default_factory=list)
    owner: Kind | None = None
    dice: bool = False
    room: int | None = None
    mixed: bool = False


@dataclass
class Table:
    """A table under way: cells are filled in until it is written."""

    head: str
    columns: list[str]
    rows: list[list[str]]
    below: list[str] = field(default_factory=list)
    file: str | None = None

    def lines(self) -> list[str]:
        shown = [self.columns, *self.rows]
        if self.file is not None:
            return [self.head, *self.below]
        return [self.head, *("  | " + " | ".join(row) + " |" for row in shown), *self.below]


class World:
    """Declares things at random."""

    def __init__(self, pen: Pen) -> None:
        self.pen = pen
        self.lines: list[str] = []
        self.tables: list[Table] = []
        self.files: dict[str, str] = {}
        self.vars: list[Var] = []
        self.zones: list[Zone] = []
        self.params: dict[str, tuple[int, int]] = {}
        self.flags: list[str] = []
        self.lists: dict[str, int] = {}
        self.kinds: list[Kind] = []
        self.stages: list[str] = []
        self.computed: list[tuple[Table, int, Kind]] = []
        self.effect_cells: list[tuple[Table, int, Kind, str]] = []
        self.starts: list[str] = []
        self.clock = pen.chance(0.15)
        if self.clock:
            self.lines.append("clock in seconds")
        self.player = Kind("player", "players", "player", refs={})
        self.seats = self._players()
        self.kinds.append(self.player)
        self._params()
        for _ in range(pen.number(1, 2)):
            self._enum()
        if pen.chance(0.75):
            self._cards()
        if pen.chance(0.5):
            self._men()
        if pen.chance(0.35):
            self._made_things()
        for _ in range(pen.pick((0, 1, 1, 1, 2))):
            self._board()
        self._places()
        self._vars()

    # ------------------------------------------------------------ looking up

    def of(self, *roles: str) -> list[Kind]:
        return [kind for kind in self.kinds if kind.role in roles]

    @property
    def enums(self) -> list[Kind]:
        return self.of("enum")

    @property
    def components(self) -> list[Kind]:
        return self.of("component")

    @property
    def cells(self) -> list[Kind]:
        return self.of("cell")

    def written(self) -> list[str]:
        return [line for table in self.tables for line in table.lines()] + self.lines

    # ------------------------------------------------------------ players and knobs

    def _players(self) -> tuple[int, int]:
        pen = self.pen
        least = pen.pick((1, 2, 2, 2, 3, 4))
        most = min(4, least + pen.pick((0, 0, 1, 2)))
        span = f"players {least}" if least == most else f"players {least} to {most}"
        together = ", cooperative" if pen.chance(0.1) else ""
        names = [["North", "East", "South", "West"][i] for i in range(4)]
        if pen.chance(0.4):
            self.player.numbers += ["forward"]
            columns = ["name", "forward", *(["team"] if most == 4 and pen.chance(0.4) else [])]
            rows = [
                [name, str(pen.pick((1, -1, 2, 0))), "AB"[i % 2]][: len(columns)] for i, name in enumerate(names[:most])
            ]
            self.tables.append(Table(span + together, columns, rows))
            self.player.members = names[:least]
        elif pen.chance(0.5):
            self.lines.append(f"{span}{together} named {', '.join(names[:most])}")
            self.player.members = names[:least]
        else:
            self.lines.append(span + together)
        return least, most

    def _params(self) -> None:
        pen = self.pen
        for _ in range(pen.number(1, 3)):
            name, high = pen.fresh("knob"), pen.number(3, 9)
            start = pen.number(0, high)
            if pen.chance(0.2):
                self.lines.append(
                    f"param {name} = {start} for 1..2 players, {pen.number(0, high)} for 3 players, 2 for 4 players"
                )
                self.params[name] = (0, 9)
            else:
                self.lines.append(f"param {name} = {start} in 0..{high}")
                self.params[name] = (0, high)
        if pen.chance(0.4):
            self.flags.append(pen.fresh("rule"))
            self.lines.append(f"param {self.flags[-1]} = {pen.pick(('yes', 'no'))}")
        if pen.chance(0.5):
            name, many = pen.fresh("pace"), pen.number(2, 4)
            self.lists[name] = many
            self.lines.append(f"param {name} = {', '.join(str(pen.number(-2, 6)) for _ in range(many))}")

    # ------------------------------------------------------------ named values

    def _enum(self) -> None:
        pen = self.pen
        name = pen.fresh("suit")
        many = pen.number(2, 4)
        kind = Kind(name, name + "s", "enum", [pen.fresh(pen.pick(("red", "blue", "green"))) for _ in range(many)])
        self.kinds.append(kind)
        plural = ""
        if pen.chance(0.2):
            kind.plural = name + "es"
            plural = f" ({kind.plural})"
        if pen.chance(0.35):
            self.lines.append(f"enum {name}{plural}: {', '.join(kind.members)}")
            return
        columns, rows = ["name"], [[member] for member in kind.members]
        table = Table(f"enum {name}{plural}", columns, rows)
        self._columns(table, kind)
        if pen.chance(0.15):
            table.file = f"{name}.csv"
            table.head += f' from "{table.file}"'
        self.tables.append(table)

    def _columns(self, table: Table, kind: Kind) -> None:
        """Printed properties of every sort, some of them formulas."""
        pen = self.pen

        def add(word: str, cells: list[str]) -> str:
            name = pen.fresh(word)
            table.columns.append(name)
            for row, cell in zip(table.rows, cells, strict=True):
                row.append(cell)
            return name

        many = range(len(table.rows))
        if pen.chance(0.7):
            knob = pen.pick(list(self.params))
            kind.numbers.append(add("worth", [pen.pick((str(pen.number(-4, 9)), f"{knob} + 1", "")) for _ in many]))
        if pen.chance(0.4):
            kind.flags.append(add("bold", [pen.pick(("yes", "no")) for _ in many]))
        others = [k for k in self.enums if k is not kind and k.members]
        if others and pen.chance(0.6):
            other = pen.pick(others)
            kind.refs[add("likes", [pen.pick(other.members) if pen.chance(0.8) else "" for _ in many])] = other
        if kind.role == "enum" and pen.chance(0.25):
            kind.refs[add("beats", [pen.pick(kind.members) if pen.chance(0.7) else "" for _ in many])] = kind
        if others and pen.chance(0.4):
            other = pen.pick(others)
            word = pen.fresh("needs")
            for member in other.members:
                table.columns.append(f"{word}[{member}]")
                for row in table.rows:
                    row.append(str(pen.number(0, 3)))
            kind.indexed[word] = other
        if pen.chance(0.4):
            kind.numbers.append(add("odds", ["" for _ in many]))
            self.computed.append((table, len(table.columns) - 1, kind))

    def _event_column(self, table: Table, kind: Kind) -> None:
        event = self.pen.fresh("used")
        table.columns.append(f"when {event}")
        for row in table.rows:
            row.append("")
        kind.events.add(event)
        self.effect_cells.append((table, len(table.columns) - 1, kind, event))

    # ------------------------------------------------------------ cards and things

    def _component(self, name: str, plural: str) -> Kind:
        kind = Kind(name, plural, "component")
        kind.design = Kind(f"{name} design", f"{name} designs", "design", of=kind)
        self.kinds += [kind, kind.design]
        return kind

    def _share(self, kind: Kind) -> None:
        """A card shows what its design does."""
        assert kind.design is not None
        for mine, its in ((kind.numbers, kind.design.numbers), (kind.flags, kind.design.flags)):
            mine += [word for word in its if word not in mine]
        kind.refs.update(kind.design.refs)
        kind.indexed.update(kind.design.indexed)
        kind.events |= kind.design.events

    def _marks(self, kind: Kind) -> list[str]:
        """Lines below a kind: what a single one carries in play."""
        pen = self.pen
        lines = []
        if pen.chance(0.4):
            kind.flags.append(pen.fresh("turned"))
            lines.append(f"  {kind.flags[-1]} = {pen.pick(('no', 'no', 'yes'))}")
            self.vars.append(Var(kind.flags[-1], "flag", owner=kind))
        if pen.chance(0.4):
            high = pen.number(2, 6)
            kind.numbers.append(pen.fresh("load"))
            lines.append(f"  {kind.numbers[-1]} = {pen.number(0, 1)} in 0..{high}")
            self.vars.append(Var(kind.numbers[-1], "number", 0, high, owner=kind))
        if pen.chance(0.3):
            name = pen.fresh("mark")
            to = pen.pick([self.player, *self.enums])
            lines.append(f"  {name}: {to.name} or none")
            kind.refs[name] = to
            self.vars.append(Var(name, to, optional=True, owner=kind))
        return lines

    def _cards(self) -> None:
        pen = self.pen
        kind = self._component("card", "cards")
        design = kind.design
        assert design is not None
        if pen.chance(0.5):
            axes, names = [], []
            if pen.chance(0.7):
                suit = pen.pick(self.enums)
                axes.append(f"each {suit.name}")
                design.refs[suit.name] = suit
                names.append(suit.name)
            if pen.chance(0.8) or not axes:
                axes.append(f"each rank in {pen.number(0, 2)}..{pen.number(3, 4)}")
                design.numbers.append("rank")
                names.append("rank")
            copies = pen.pick(("", "", ", copies 2", f", copies 1 + {names[-1]}" if names[-1] == "rank" else ""))
            self.lines += [f"cards card: {', '.join(axes)}{copies}", *self._marks(kind)]
        else:
            design.members = [pen.fresh(pen.pick(("Guard", "Priest", "Baron"))) for _ in range(pen.number(2, 4))]
            table = Table("cards card", ["name"], [[member] for member in design.members])
            self._columns(table, design)
            if pen.chance(0.6):
                table.columns.append("copies" if pen.chance(0.8) else "copies[2]")
                for row in table.rows:
                    row.append(str(pen.number(0, 4)))
            elif pen.chance(0.5):
                table.head += ", copies 3"
            if pen.chance(0.6):
                self._event_column(table, design)
            table.below = self._marks(kind)
            self.tables.append(table)
        self._share(kind)

    def _men(self) -> None:
        pen = self.pen
        kind = self._component("man", "men")
        owned = pen.chance(0.7)
        kind.owned = owned
        if owned:
            kind.refs["owner"] = self.player
            self.player.lists["men"] = kind
        each = " each player" if owned else ""
        self.lines += [f"things man (men), copies {pen.number(1, 3)}{each}", *self._marks(kind)]
        self._share(kind)
        if pen.chance(0.25):
            chief = self._component("chief", "chiefs")
            chief.parent, chief.owned = kind, False
            self.lines += [f"things chief of man, copies {pen.number(1, 2)}", *self._marks(chief)]
            self._share(chief)
            for mine, its in ((chief.numbers, kind.numbers), (chief.flags, kind.flags)):
                mine += [word for word in its if word not in mine]

    def _made_things(self) -> None:
        pen = self.pen
        kind = self._component("hut", "huts")
        kind.created = True
        design = kind.design
        assert design is not None
        if pen.chance(0.6):
            design.members = [pen.fresh("Cabin") for _ in range(pen.number(1, 3))]
            table = Table(f"things hut, up to {pen.number(2, 6)}", ["name"], [[member] for member in design.members])
            self._columns(table, design)
            if pen.chance(0.4):
                self._event_column(table, design)
            table.below = self._marks(kind)
            self.tables.append(table)
        else:
            self.lines += [f"things hut, up to {pen.number(2, 6)}", *self._marks(kind)]
        self._share(kind)
        if design.members and pen.chance(0.5):
            tower = self._component("tower", "towers")
            tower.created, tower.parent = True, kind
            tower.design.members = ["Keep", "Spire"]  # type: ignore[union-attr]
            table = Table("things tower of hut", ["name", "tall"], [["Keep", "2"], ["Spire", "5"]], self._marks(tower))
            tower.numbers.append("tall")
            self.tables.append(table)
            tower.numbers += [word for word in kind.numbers if any(v.name == word for v in self.vars)]
            tower.flags += [word for word in kind.flags if any(v.name == word for v in self.vars)]

    # ------------------------------------------------------------ boards

    def _board(self) -> None:
        pen = self.pen
        shape = pen.pick(("grid", "grid", "grid", "hex", "hexagon", "ring", "track", "graph", "map"))
        name = pen.fresh("spot")
        kind = Kind(name, name + "s", "cell", shape=shape)
        kind.numbers += ["number"]
        kind.lists["neighbours"] = kind
        head, below, options = "", [], []
        if shape == "grid":
            wide, high = pen.number(2, 4), pen.number(2, 4)
            size = f"{wide} x {high}"
            if pen.chance(0.2):
                knob = next((k for k, (lo, _) in self.params.items() if lo > 0), None)
                size = f"{knob or wide} x {high}"
            head = f"board grid {size} of {name}"
            options += (
                [pen.pick(("diagonal", "king", "orthogonal", "wrapped", "wrapped sideways"))] if pen.chance(0.4) else []
            )
            if any("wrapped" in option for option in options) and min(wide, high) < 3:
                options = []
        elif shape == "hex":
            head = f"board hex {pen.number(2, 3)} x {pen.number(2, 3)} of {name}"
        elif shape == "hexagon":
            head = f"board hexagon 1 of {name}"
        elif shape in ("ring", "track"):
            many = pen.number(3, 7)
            head = f"board {shape} {many} of {name}"
            kind.refs["next"] = kind
            if pen.chance(0.4):
                below += ["  | name | toll |", *(f"  | {name}_{i} | {pen.number(0, 4)} |" for i in range(many))]
                kind.numbers.append("toll")
                kind.members = [f"{name}_{i}" for i in range(many)]
        elif shape == "graph":
            kind.members = [f"{name}_{word}" for word in ("hall", "attic", "yard", "well")]
            a, b, c, d = kind.members
            head = f"board graph of {name}"
            below += [f"  link {a}: {b}, {c}", f"  link {c}: {d}"]
        else:
            file = f"{name}.json"
            lands = [f"{name}_land{i}" for i in range(5)]
            self.files[file] = json.dumps({
                "territories": lands, "connections": [[lands[i], lands[i + 1]] for i in range(4)],
                "continents": {"far": {"bonus": 2, "territories": lands[:2]}, "near": {"bonus": 4, "territories": lands[2:]}},
            })  # fmt: skip
            head = f'board graph of {name} from "{file}"'
            kind.members = lands
            if pen.chance(0.6) and not self.of("region"):
                region = Kind(
                    "continent",
                    "continents",
                    "region",
                    ["far", "near"],
                    numbers=["number", "bonus"],
                    lists={kind.plural: kind},
                )
                options.append("regions continent")
                self.kinds.append(region)
                kind.refs["continent"] = region
        if shape in ("grid", "hex", "hexagon"):
            kind.numbers += ["row", "column"]
            kind.sides = True
            if pen.chance(0.3):
                corner = Kind(pen.fresh("corner"), "", "corner", numbers=["number"])
                corner.plural = corner.name + "s"
                edge = Kind(pen.fresh("path"), "", "edge", numbers=["number"])
                edge.plural = edge.name + "s"
                options += [f"corners {corner.name}", f"edges {edge.name}"]
                corner.lists |= {"neighbours": corner, edge.plural: edge, "tiles": kind}
                edge.lists |= {"neighbours": edge, "ends": corner, "tiles": kind}
                kind.lists |= {corner.plural: corner, edge.plural: edge}
                self.kinds += [corner, edge]
        if shape in ("grid", "hex", "hexagon", "ring", "track") and not self.of("direction"):
            kind.direction = Kind("direction", "directions", "direction", numbers=["number", "up"])
            kind.direction.members = {"ring": ["forward", "backward"], "track": ["forward"]}.get(shape, [])
            self.kinds.append(kind.direction)
        for held in self.components:
            if held.parent is None and pen.chance(0.5):
                room = pen.pick((1, 1, 1, 3))
                options.append(f"holds {room} {held.name}")
                kind.holds[held.name] = (held, room)
                if room == 1:
                    kind.refs[held.name] = held
                    held.refs[name] = kind
                else:
                    kind.lists[held.name] = held
        below += self._marks(kind)
        self.kinds.append(kind)
        self.lines += [", ".join([head, *options]), *below]
        if shape == "grid" and size[0].isdigit() and pen.chance(0.35):
            self._picture(kind, wide, high)

    def _picture(self, kind: Kind, wide: int, high: int) -> None:
        pen = self.pen
        signs = {}
        owned = next((held for held, room in kind.holds.values() if room == 1 and held.owned), None)
        if owned is not None and self.player.members:
            signs["m"] = f"  m: {owned.name} of {self.player.members[0]}"
        marks = [v for v in self.vars if v.owner is kind and not v.index]
        for var in marks[:1]:
            value = {"number": str(var.high), "flag": "yes"}.get(str(var.sort)) if isinstance(var.sort, str) else None
            value = value or (pen.pick(var.sort.members) if isinstance(var.sort, Kind) and var.sort.members else None)
            if value is not None:
                signs["x"] = f"  x: {var.name} = {value}"
        if not signs:
            return
        spots = [[pen.pick((".", ".", "x")) if "x" in signs else "." for _ in range(wide)] for _ in range(high)]
        if "m" in signs:
            spots[0][0] = "m"
        self.lines += [f"picture {kind.name}", *(f"  | {''.join(row)} |" for row in spots), *signs.values()]

    # ------------------------------------------------------------ zones, dice, variables

    def _places(self) -> None:
        pen = self.pen
        mine: list[str] = []
        cards = next((k for k in self.components if k.name == "card"), None)
        if cards is not None:
            deck = pen.pick(
                (
                    "zone deck of card, face down, holds all cards, shuffled",
                    "zone deck of card, holds all cards",
                    "zone deck of card, face down, holds all cards, shuffled, refilled from heap",
                )
            )
            self.zones += [Zone("deck", cards), Zone("heap", cards)]
            self.lines += [deck, "zone heap of card" + pen.pick(("", ", in order", ", top seen by everyone"))]
            mine.append("  zone hand of card" + pen.pick((", seen by owner", ", in order", "", ", up to 5")))
            self.zones.append(Zone("hand", cards, owner=self.player, room=5 if mine[-1].endswith("5") else None))
            if pen.chance(0.3):
                self.lines.append(
                    f"zone row of card, up to {pen.number(1, 3)}, refilled from deck" + pen.pick(("", ", in order"))
                )
                self.zones.append(Zone("row", cards, room=3))
            if pen.chance(0.3):
                enum = pen.pick(self.enums)
                self.lines.append(f"zone pile[{enum.name}] of card" + pen.pick(("", ", in order")))
                self.zones.append(Zone("pile", cards, [enum]))
            if pen.chance(0.2):
                self.lines.append("zone slot[1..3] of card, in order")
                self.zones.append(Zone("slot", cards, [(1, 3)]))
        things = [k for k in self.components if k.parent is None and k.name != "card"]
        for kind in things:
            lost = not any(kind.name in board.holds for board in self.cells)
            start = f", holds all {kind.plural}" if not kind.created and (lost or pen.chance(0.6)) else ""
            if pen.chance(0.5):
                name = pen.fresh("yard")
                held = start if kind.owned else ""
                mine.append(f"  zone {name} of {kind.name}{held}")
                self.zones.append(Zone(name, kind, owner=self.player))
                start = "" if held else start
            if start or pen.chance(0.4):
                name = pen.fresh("stock")
                self.lines.append(f"zone {name} of {kind.name}{start}")
                self.zones.append(Zone(name, kind))
        if len(things) + (cards is not None) > 1 and pen.chance(0.3):
            kinds = [k for k in self.components if k.parent is None]
            self.lines.append(f"zone market of {' or '.join(k.name for k in kinds)}")
            self.zones.append(Zone("market", kinds[0], mixed=True))
        if pen.chance(0.5):
            die = pen.pick(("d6", "d4", *self.lists))
            where = mine if pen.chance(0.3) else self.lines
            index = f"[{pen.pick(self.enums).name}]" if where is self.lines and pen.chance(0.2) else ""
            self.dice_zone = Zone(pen.fresh("tray"), Kind("die", "dice", "die", numbers=["face"]), dice=True)
            self.dice_zone.owner = self.player if where is mine else None
            self.dice_zone.index = [next(e for e in self.enums if f"[{e.name}]" == index)] if index else []
            where.append(f"{'  ' if where is mine else ''}dice {self.dice_zone.name}{index}: {pen.number(1, 3)} {die}")
            self.zones.append(self.dice_zone)
        mine += ["  " + self._one_var(self.player) for _ in range(pen.number(1, 3))]
        self.lines += ["each player", *mine]

    def _vars(self) -> None:
        pen = self.pen
        for _ in range(pen.number(2, 5)):
            self.lines.append("var " + self._one_var(None))
        owners = [k for k in self.of("enum", "cell", "corner", "edge", "region") if k.name]
        if pen.chance(0.4):
            owner = pen.pick(owners)
            self.lines += [f"each {owner.name}", *("  " + self._one_var(owner) for _ in range(pen.number(1, 2)))]

    def _one_var(self, owner: Kind | None) -> str:
        pen = self.pen
        name = pen.fresh(pen.pick(("coins", "points", "pot", "level")))
        index: list[Kind | tuple[int, int]] = []
        while pen.chance(0.3) and len(index) < 2:
            spans: list[Kind | tuple[int, int]] = [(0, pen.number(1, 4)), (1, 3)]
            index.append(pen.pick([*self.of("enum", "player", "design"), *spans]))
        shown = f"[{', '.join(i.name if isinstance(i, Kind) else f'{i[0]}..{i[1]}' for i in index)}]" if index else ""
        tail = pen.pick(("", "", "", "", ", each turn", ", each round"))
        if pen.chance(0.02):  # seldom: a choice must not depend on what the chooser can't see
            tail = ", seen by owner"
        var = Var(name, "number", index=index, owner=owner)
        sort = pen.number(1, 10)
        if sort <= 5:
            var.low, var.high = pen.pick(((0, 9), (0, 3), (-5, 5), (0, 20), (-(10**9), 10**9)))
            span = f" in {var.low}..{var.high}" if var.high < 100 else ""
            enums = [i for i in index if isinstance(i, Kind) and i.role == "enum" and i.numbers]
            start = (
                f"max(0, {enums[0].name}.{enums[0].numbers[0]}) mod 3"
                if enums and pen.chance(0.4)
                else str(pen.number(max(0, var.low), 3))
            )
            text = f"{name}{shown} = {start}{span}{tail}"
        elif sort == 6:
            var.sort = "flag"
            text = f"{name}{shown} = {pen.pick(('yes', 'no'))}{tail}"
        elif sort == 7:
            var.low, var.high, var.optional = -(10**9), 10**9, True
            text = f"{name}{shown}: number or none{tail}"
        else:
            var.sort = pen.pick([k for k in self.kinds if k.role not in ("direction", "die")])
            var.optional = var.sort.role == "component" or pen.chance(0.6)
            text = f"{name}{shown}: {var.sort.name}{' or none' if var.optional else ''}{tail}"
            if not var.optional and var.sort.members and pen.chance(0.3):
                text = f"{name}{shown}: {var.sort.name} = {pen.pick(var.sort.members)}"
        self.vars.append(var)
        if owner is not None and not index:
            if var.sort == "number":
                owner.numbers.append(name)
            elif var.sort == "flag":
                owner.flags.append(name)
            elif isinstance(var.sort, Kind):
                owner.refs[name] = var.sort
        return text

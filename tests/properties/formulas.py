"""Made-up formulas of a wanted sort, out of whatever can be named at that place."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from tests.properties.pen import ATOM, FORMULA, LOGIC, PICK, PRODUCT, SIGNED, SUM, TEST, Pen, Text
from tests.properties.world import Kind, Sort, Var, World, Zone

FOUR_SIDES = ("north", "south", "east", "west")
SIX_SIDES = ("north", "northeast", "southeast", "south", "southwest", "northwest")


@dataclass(frozen=True)
class Define:
    """A definition: its name, the sorts it takes (``set`` takes any set) and gives."""

    name: str
    takes: tuple[Sort, ...]
    gives: Sort
    of_set: Kind | None = None
    """Where it gives a set: of which kind."""


@dataclass(frozen=True)
class Here:
    """What can be named at one place, and what may be done there."""

    names: dict[str, Sort] = field(default_factory=dict)
    sets: dict[str, Sort] = field(default_factory=dict)
    changeable: frozenset[str] = frozenset()
    me: bool = False
    real: bool = False
    asks: bool = False
    in_turn: bool = False
    parts: tuple[str, ...] = ()
    procedures: int = 0
    """Only the first so many procedures may be called: no rings, or not by chance."""
    actions: int = 0
    """Only the first so many actions may be asked about with `can`."""
    quiet: bool = False
    """No chance: something looks ahead through this."""
    may_end: bool = True
    answers: Sort | None = None

    def bind(self, name: str, sort: Sort) -> Here:
        return replace(self, names={**self.names, name: sort}, sets={k: v for k, v in self.sets.items() if k != name},
                       changeable=self.changeable - {name})  # fmt: skip

    def let(self, name: str, sort: Sort) -> Here:
        inner = self.bind(name, sort)
        return replace(inner, changeable=inner.changeable | {name})

    def bind_set(self, name: str, sort: Sort) -> Here:
        return replace(self, sets={**self.sets, name: sort}, names={k: v for k, v in self.names.items() if k != name})


class Formulas:
    """Writes formulas."""

    def __init__(self, world: World, pen: Pen) -> None:
        self.world = world
        self.pen = pen
        self.defines: list[Define] = []
        self.actions: list[tuple[str, list[Sort]]] = []

    # ------------------------------------------------------------ by sort

    def of(self, sort: Sort, here: Here, depth: int) -> Text:
        if sort == "number":
            return self.number(here, depth)
        if sort == "flag":
            return self.flag(here, depth)
        assert isinstance(sort, Kind)
        return self.thing(sort, here, depth) or Text("none")

    # ------------------------------------------------------------ numbers

    def number(self, here: Here, depth: int) -> Text:
        pen = self.pen
        if depth <= 0:
            return pen.either(
                (3, lambda: Text(str(pen.pick((0, 1, 1, 2, 3, 5, 10))))),
                (3, lambda: self._named("number", here)),
                (3, lambda: self._variable("number", here, min(0, depth))),
                (1, lambda: Text(pen.pick(list(self.world.params)))),
                (1, lambda: self._counter(here)),
            )
        return pen.either(
            (4, lambda: self.number(here, 0)),
            (3, lambda: self._variable("number", here, depth)),
            (3, lambda: self._number_of_thing(here, depth)),
            (3, lambda: self._arithmetic(here, depth)),
            (1, lambda: self._division(here, depth)),
            (1, lambda: Text(f"-{self.number(here, depth - 1).at(SIGNED)}", SIGNED)),
            (1, lambda: self._if_else("number", here, depth)),
            (2, lambda: self._count(here, depth)),
            (2, lambda: self._fold(here, depth)),
            (1, lambda: self._extreme(here, depth)),
            (1, lambda: Text(f"abs({self.number(here, depth - 1)})")),
            (1, lambda: self._sum_of_indexed(here, depth)),
            (1, lambda: self._distance(here, depth)),
            (2, lambda: self._defined("number", here, depth)),
            (1, lambda: self._list_param(here, depth)),
            (0.5, lambda: self._real(here, depth)),
            (0.7, lambda: self.first_number(here, depth)),
        )

    def _named(self, sort: Sort, here: Here) -> Text | None:
        names = [name for name, one in here.names.items() if one is sort or one == sort]
        return Text(self.pen.pick(names)) if names else None

    def _variable(self, sort: Sort, here: Here, depth: int) -> Text | None:
        """A variable of that sort, with its owner and indices."""
        found = [
            v
            for v in self.world.vars
            if (v.sort is sort or v.sort == sort) and (depth > -2 or (v.owner is None and not v.index))
        ]
        return self.read(self.pen.pick(found), here, depth) if found else None

    def read(self, var: Var, here: Here, depth: int) -> Text | None:
        pen = self.pen
        text = var.name
        if var.owner is not None:
            if var.owner is self.world.player and here.me and pen.chance(0.6):
                text = f"my {var.name}"
            else:
                owner = self.thing(var.owner, here, depth - 1)
                if owner is None:
                    return None
                text = f"{owner.at(ATOM)}.{var.name}"
        if var.index:
            indices = [self.index(one, here, depth) for one in var.index]
            if any(i is None for i in indices):
                return None
            text += f"[{', '.join(str(i) for i in indices)}]"
        return Text(text)

    def index(self, one: Kind | tuple[int, int], here: Here, depth: int) -> Text | None:
        pen = self.pen
        if isinstance(one, Kind):
            found = self.thing(one, here, depth - 1)
            if found is None and one.role == "design" and one.of is not None:
                found = self.thing(one.of, here, depth - 1)
            return found
        low, high = one
        if pen.chance(0.6) or depth < -2:
            return Text(str(pen.number(low, high)))
        inner = self.number(here, depth - 1)
        return Text(f"max({low}, min({high}, {inner}))") if pen.chance(0.95) else inner

    def _counter(self, here: Here) -> Text | None:
        options = ["turn.number", "round.number"] if here.in_turn else []
        options += [f"{stage}.number" for stage in self.world.stages]
        options += [f"times({name})" for name, _ in self.actions[: here.actions]]
        if here.me:
            options += ["my turns", "my number"]
        if here.in_turn and self.pen.chance(0.1):
            options.append("repeats")
        return Text(self.pen.pick(options)) if options else None

    def _number_of_thing(self, here: Here, depth: int) -> Text | None:
        kinds = [k for k in self.world.kinds if k.numbers or k.indexed or k.role in ("component", "enum", "player")]
        kind = self.pen.pick(kinds)
        owner = self.thing(kind, here, depth - 1)
        if owner is None:
            return None
        words = [*kind.numbers, *(["number"] if kind.role in ("enum", "cell", "player", "design") else [])]
        if kind.role == "component":
            words += ["position"] if not self.pen.chance(0.5) or not words else []
        if kind.indexed and self.pen.chance(0.5):
            word = self.pen.pick(list(kind.indexed))
            inner = self.thing(kind.indexed[word], here, depth - 1)
            return Text(f"{owner.at(ATOM)}.{word}[{inner}]") if inner is not None else None
        if not words:
            return None
        word = self.pen.pick(words)
        if self.pen.chance(0.15):
            return Text(f"{word} of {owner.at(ATOM)}", SIGNED)
        return Text(f"{owner.at(ATOM)}.{word}")

    def _arithmetic(self, here: Here, depth: int) -> Text:
        sign = self.pen.pick(("+", "-", "+", "*"))
        a, b = self.number(here, depth - 1), self.number(here, depth - 1)
        if sign == "*":
            return Text(f"{a.at(PRODUCT)} * {b.at(SIGNED)}", PRODUCT)
        return Text(f"{a.at(SUM)} {sign} {b.at(PRODUCT)}", SUM)

    def _division(self, here: Here, depth: int) -> Text:
        pen = self.pen
        a, b = self.number(here, depth - 1), self.number(here, depth - 1)
        below = pen.pick((str(pen.number(1, 5)), f"max(1, {b})", b.at(SIGNED)))
        way = pen.pick(("{} div {}", "{} mod {}", "{} / {} rounded up", "{} / {} rounded down"))
        return Text(way.format(a.at(PRODUCT), below), PRODUCT)

    def _real(self, here: Here, depth: int) -> Text | None:
        if not here.real:
            return None
        return Text(f"{self.number(here, depth - 1).at(PRODUCT)} / {self.number(here, depth - 1).at(SIGNED)}", PRODUCT)

    def _if_else(self, sort: Sort, here: Here, depth: int) -> Text | None:
        if isinstance(sort, Kind):
            a, b = self.thing(sort, here, depth - 1), self.thing(sort, here, depth - 1)
            if a is None or b is None:
                return None
        else:
            a, b = self.of(sort, here, depth - 1), self.of(sort, here, depth - 1)
        return Text(f"{a.at(LOGIC)} if {self.flag(here, depth - 1).at(LOGIC)} else {b}", FORMULA)

    def _count(self, here: Here, depth: int) -> Text | None:
        pen = self.pen
        if pen.chance(0.3):
            whole = self._maybe(
                (1.0, lambda: self._zone_set(pen.pick(self.world.kinds), here, depth)),
                (1.0, lambda: self._whole(pen.pick(self.world.kinds))),
            )
            return None if whole is None else Text(f"{whole.at(ATOM)}.count")
        if pen.chance(0.4):
            found = self.any_set(here, depth - 1)
            return None if found is None else Text(f"count({found[0]})")
        walk = self.walk(here, depth - 1)
        return Text(f"count({walk[0]})") if walk else None

    def _matching(self, text: str, inner: Here, here: Here, depth: int) -> Text | None:
        kind = self.pen.pick(self.world.kinds)
        found = self.set_of(kind, here, depth - 1)
        if found is None:
            return None
        name = self.pen.fresh("y")
        both = replace(inner.bind(name, kind), real=False)
        limit = f" with {self.flag(both, depth - 2).at(LOGIC)}" if self.pen.chance(0.3) else ""
        return Text(f"best({self.number(both, depth - 1)} for {text} matched to {name} in {found.at(SUM)}{limit})")

    def _fold(self, here: Here, depth: int) -> Text | None:
        walk = self.walk(here, depth - 1)
        if walk is None:
            return None
        text, inner = walk
        if self.pen.chance(0.1):
            return self._matching(text, inner, here, depth)
        if self.pen.chance(0.2):
            more = self.walk(inner, depth - 1)
            if more is not None:
                text, inner = f"{text}, {more[0]}", more[1]
        value = self.number(inner, depth - 1)
        return Text(f"{self.pen.pick(('sum', 'sum', 'max', 'min'))}({value} for {text})")

    def _extreme(self, here: Here, depth: int) -> Text:
        many = self.pen.number(1, 3)
        return Text(f"{self.pen.pick(('max', 'min'))}({', '.join(self.number(here, depth - 1) for _ in range(many))})")

    def _sum_of_indexed(self, here: Here, depth: int) -> Text | None:
        found = [v for v in self.world.vars if v.index and v.sort == "number"]
        if not found:
            return None
        var = self.pen.pick(found)
        if var.owner is None:
            return Text(f"sum({var.name})")
        owner = self.thing(var.owner, here, depth - 1)
        return None if owner is None else Text(f"sum({owner.at(ATOM)}.{var.name})")

    def _distance(self, here: Here, depth: int) -> Text | None:
        if not self.world.cells:
            return None
        kind = self.pen.pick(self.world.cells)
        a, b = self.thing(kind, here, depth - 1), self.thing(kind, here, depth - 1)
        return None if a is None or b is None else Text(f"distance({a}, {b})")

    def _list_param(self, here: Here, depth: int) -> Text | None:
        if not self.world.lists:
            return None
        name = self.pen.pick(list(self.world.lists))
        index = (
            Text(f"max(1, min({self.world.lists[name]}, {self.number(here, depth - 1)}))")
            if self.pen.chance(0.5)
            else Text("1")
        )
        return Text(self.pen.pick((f"{name}.count", f"{name}[{index}]")))

    def first_number(self, here: Here, depth: int) -> Text | None:
        walk = self.number_walk(here, depth - 1)
        return None if walk is None else Text(f"first {walk[0]}", PICK)

    def _defined(self, sort: Sort, here: Here, depth: int) -> Text | None:
        found = [d for d in self.defines if d.of_set is None and (d.gives is sort or d.gives == sort)]
        if not found:
            return None
        made = self.pen.pick(found)
        args = self._arguments(made, here, depth)
        if args is None:
            return None
        if not made.takes:
            return Text(made.name)
        first = made.takes[0]
        if isinstance(first, Kind) and self.pen.chance(0.3):
            rest = f"({', '.join(args[1:])})" if len(args) > 1 else ""
            return Text(f"{args[0].at(ATOM)}.{made.name}{rest}")
        if len(args) == 1 and self.pen.chance(0.2):
            return Text(f"{made.name} of {args[0].at(ATOM)}", SIGNED)
        return Text(f"{made.name}({', '.join(args)})")

    def _arguments(self, made: Define, here: Here, depth: int) -> list[Text] | None:
        args: list[Text] = []
        for sort in made.takes:
            if sort == "set":
                found = self.any_set(here, depth - 1)
                one = found[0] if found is not None else None
            else:
                one = self.thing(sort, here, depth - 1) if isinstance(sort, Kind) else self.of(sort, here, depth - 1)
            if one is None:
                return None
            args.append(one)
        return args

    # ------------------------------------------------------------ yes or no

    def flag(self, here: Here, depth: int) -> Text:
        pen = self.pen
        if depth <= 0:
            return pen.either(
                (0.1, lambda: Text(pen.pick(("yes", "no")))),
                (2, lambda: self._named("flag", here)),
                (2, lambda: self._variable("flag", here, min(0, depth))),
                (1, lambda: Text(pen.pick(self.world.flags)) if self.world.flags else None),
                (3, lambda: self._compare(here, 0)),
            )
        return pen.either(
            (1, lambda: self.flag(here, 0)),
            (4, lambda: self._compare(here, depth)),
            (3, lambda: self._same(here, depth)),
            (2, lambda: self._member(here, depth)),
            (2, lambda: self._empty(here, depth)),
            (1, lambda: self._flag_of_thing(here, depth)),
            (2, lambda: self._joined(here, depth)),
            (1, lambda: Text(f"not {self.flag(here, depth - 1).at(TEST)}", LOGIC)),
            (2, lambda: self._quantor(here, depth)),
            (1, lambda: self._if_else("flag", here, depth)),
            (1, lambda: self._defined("flag", here, depth)),
            (1, lambda: self._can(here, depth)),
            (1, lambda: self._pattern(here, depth)),
        )

    def _compare(self, here: Here, depth: int) -> Text:
        sign = self.pen.pick(("<", "<=", ">", ">=", "is", "is not", "==", "!="))
        a, b = self.number(here, depth - 1), self.number(here, depth - 1)
        if a[-1].isdigit() and b[-1].isdigit():
            # two plain numbers: hardly a test
            a = self._variable("number", here, min(0, depth)) or a
        return Text(f"{a.at(SUM)} {sign} {b.at(SUM)}", TEST)

    def _same(self, here: Here, depth: int) -> Text | None:
        pen = self.pen
        kinds = [k for k in self.world.kinds if k.role != "direction"]
        kind = pen.pick(kinds)
        a = self.thing(kind, here, depth - 1)
        if a is None:
            return None
        b: Text | None
        sign = pen.pick(("is", "is not"))
        if kind.design is not None and kind.design.members and pen.chance(0.5):
            b = Text(pen.pick(kind.design.members))
        elif kind.role == "component" and pen.chance(0.3):
            b = Text(pen.pick([k for k in self.world.components if k.parent is kind or k is kind]).name)
        elif pen.chance(0.3):
            b = Text("none")
        else:
            b = self.thing(kind, here, depth - 1)
        return None if b is None else Text(f"{a.at(SUM)} {sign} {b.at(SUM)}", TEST)

    def _member(self, here: Here, depth: int) -> Text | None:
        pen = self.pen
        sign = pen.pick(("is in", "is not in"))
        if pen.chance(0.4):
            return Text(f"{self.number(here, depth - 1).at(SUM)} {sign} {self.span(here, depth - 1)}", TEST)
        kind = pen.pick(self.world.kinds)
        a, found = self.thing(kind, here, depth - 1), self.set_of(kind, here, depth - 1)
        return None if a is None or found is None else Text(f"{a.at(SUM)} {sign} {found.at(SUM)}", TEST)

    def _empty(self, here: Here, depth: int) -> Text | None:
        pen = self.pen
        cells = [k for k in self.world.cells if k.holds]
        if cells and pen.chance(0.4):
            cell = self.thing(pen.pick(cells), here, depth - 1)
            return None if cell is None else Text(f"{cell.at(SUM)} {pen.pick(('is', 'is not'))} empty", TEST)
        found = self.any_set(here, depth - 1)
        # a whole kind is never empty, and the checker says so
        return None if found is None or found[0].isalnum() else Text(f"{found[0].at(SUM)} is empty", TEST)

    def _flag_of_thing(self, here: Here, depth: int) -> Text | None:
        kinds = [k for k in self.world.kinds if k.flags]
        if not kinds:
            return None
        kind = self.pen.pick(kinds)
        owner = self.thing(kind, here, depth - 1)
        return None if owner is None else Text(f"{owner.at(ATOM)}.{self.pen.pick(kind.flags)}")

    def _joined(self, here: Here, depth: int) -> Text:
        pen = self.pen
        word = pen.pick((" and ", " or "))
        parts = [self.flag(here, depth - 1).at(TEST) for _ in range(pen.number(2, 3))]
        if pen.chance(0.2) and word == " and ":
            last = self._quantor(here, depth - 1)
            parts[-1] = str(last) if last is not None else parts[-1]
        return Text(word.join(parts), LOGIC)

    def _quantor(self, here: Here, depth: int) -> Text | None:
        pen = self.pen
        if pen.chance(0.3):
            name = pen.fresh("e")
            found = self.any_set(here, depth - 1)
            if found is None:
                return None
            test = self.flag(here.bind(name, found[1]), depth - 1)
            return Text(f"every {name} in {found[0].at(SUM)} has {test.at(LOGIC)}", LOGIC)
        walk = self.walk(here, depth - 1)
        word = pen.pick(("any", "no", "any", "not any"))
        return Text(f"{word} {walk[0]}", LOGIC) if walk is not None else None

    def _can(self, here: Here, depth: int) -> Text | None:
        pen = self.pen
        if not here.actions:
            return None
        name, params = pen.pick(self.actions[: here.actions])
        who = self.thing(self.world.player, here, 0)
        if who is None:
            return None
        given: list[Text] = []
        for sort in params[: pen.number(0, len(params))]:
            one = self.thing(sort, here, depth - 1) if isinstance(sort, Kind) else self.of(sort, here, depth - 1)
            if one is None:
                break
            given.append(one)
        return Text(f"{who.at(SUM)} can {name}{'(' + ', '.join(given) + ')' if given else ''}", TEST)

    def _pattern(self, here: Here, depth: int) -> Text | None:
        pen = self.pen
        grids = [k for k in self.world.cells if k.shape in ("grid", "hex", "hexagon")]
        if not grids:
            return None
        kind = pen.pick(grids)
        group = self.set_of(kind, here, depth)
        if group is None:
            return None
        if pen.chance(0.5):
            return Text(f"line({pen.number(2, 4)}, {group})")
        a, b = self.set_of(kind, here, depth - 1), self.set_of(kind, here, depth - 1)
        return None if a is None or b is None else Text(f"linked({a}, {b}, {group})")

    # ------------------------------------------------------------ one thing

    def thing(self, kind: Kind, here: Here, depth: int) -> Text | None:
        """One member of a kind (perhaps none of them); None where nothing of that kind can be named."""
        pen = self.pen
        simple = [
            (5.0, lambda: self._named(kind, here)),
            (1.5, lambda: Text(pen.pick(kind.members)) if kind.members else None),
            (1.0, lambda: self._variable(kind, here, min(0, depth))),
            (3.0, lambda: self._someone(kind, here)),
            (0.2, lambda: self._by_number(kind)),
        ]
        if depth <= 0:
            return self._maybe(*simple)
        return self._maybe(
            *simple,
            (1.5, lambda: self._variable(kind, here, depth)),
            (1.5, lambda: self._ref_of_thing(kind, here, depth)),
            (1.5, lambda: self._pick(kind, here, depth)),
            (0.7, lambda: self._if_else(kind, here, depth)),
            (1.0, lambda: self._defined(kind, here, depth)),
            (1.0, lambda: self._end_of_zone(kind, here, depth)),
            (1.0, lambda: self._on_board(kind, here, depth)),
            (1.0, lambda: self._seat(kind, here, depth)),
            (1.0, lambda: self._design_of(kind, here, depth)),
        )

    def _maybe(self, *ways: tuple[float, object]) -> Text | None:
        found = self.pen.either(*ways, (1e-9, lambda: Text("?")))  # type: ignore[arg-type]
        return None if found == "?" else found

    def _someone(self, kind: Kind, here: Here) -> Text | None:
        if kind.role != "player" or not here.me:
            return None
        return Text(self.pen.pick(("me", "me", "me", "opponent" if self.world.seats == (2, 2) else "left(me)")))

    def _by_number(self, kind: Kind) -> Text | None:
        if kind.role in ("enum", "cell") and kind.plural:
            return Text(f"{kind.plural}[1]")
        return None

    def _ref_of_thing(self, kind: Kind, here: Here, depth: int) -> Text | None:
        found = [(k, word) for k in self.world.kinds for word, to in k.refs.items() if to is kind]
        if not found:
            return None
        owner_kind, word = self.pen.pick(found)
        owner = self.thing(owner_kind, here, depth - 1)
        return None if owner is None else Text(f"{owner.at(ATOM)}.{word}")

    def _pick(self, kind: Kind, here: Here, depth: int) -> Text | None:
        pen = self.pen
        walk = self.walk(here, depth - 1, kind)
        if walk is None:
            return None
        text, inner = walk
        if pen.chance(0.5):
            return Text(f"first {text}", PICK)
        keys = [self.number(inner, depth - 1).at(SUM) for _ in range(pen.pick((1, 1, 2)))]
        return Text(f"{pen.pick(('highest', 'lowest'))} {text} by {' then '.join(keys)}", PICK)

    def _end_of_zone(self, kind: Kind, here: Here, depth: int) -> Text | None:
        zone = self.zone(here, depth, kind)
        if zone is None:
            return None
        pen = self.pen
        index = str(pen.number(1, 3)) if pen.chance(0.7) else str(self.number(here, depth - 1))
        return pen.pick(
            (
                Text(f"top of {zone}", SIGNED),
                Text(f"bottom of {zone}", SIGNED),
                Text(f"top({zone})"),
                Text(f"{zone}[{index}]"),
            )
        )

    def _on_board(self, kind: Kind, here: Here, depth: int) -> Text | None:
        pen = self.pen
        if kind.role != "cell":
            return None
        start = self.thing(kind, here, depth - 1)
        if start is None:
            return Text(f"{kind.plural}[{pen.number(1, 3)}, {pen.number(1, 3)}]") if kind.shape == "grid" else None
        ways = [f"{kind.plural}[{pen.number(1, 3)}, {self.number(here, depth - 1)}]"] if kind.shape == "grid" else []
        if kind.direction is not None:
            way = self.thing(kind.direction, here, depth - 1)
            if way is not None:
                ways += [
                    f"{start.at(ATOM)}.step({way})",
                    f"{start.at(ATOM)}.step({way}, {self.number(here, depth - 1)})",
                ]
        if kind.shape in ("ring", "track"):
            ways.append(f"{start.at(ATOM)}.next")
        return Text(pen.pick(ways)) if ways else None

    def _seat(self, kind: Kind, here: Here, depth: int) -> Text | None:
        if kind.role != "player":
            return None
        who = self.thing(kind, here, depth - 1)
        if who is None:
            return None
        pen = self.pen
        ways = [f"left({who})", f"right({who})", f"left({who}, {self.number(here, depth - 1)})", f"{who.at(ATOM)}.left"]
        if self.world.seats == (4, 4):
            ways.append(f"partner({who})")
        return Text(pen.pick(ways))

    def _design_of(self, kind: Kind, here: Here, depth: int) -> Text | None:
        if kind.role != "design" or kind.of is None:
            return None
        one = self.thing(kind.of, here, depth - 1)
        return None if one is None else Text(f"{one.at(ATOM)}.design")

    # ------------------------------------------------------------ sets

    def any_set(self, here: Here, depth: int) -> tuple[Text, Kind] | None:
        kind = self.pen.pick(self.world.kinds)
        found = self.set_of(kind, here, depth)
        return None if found is None else (found, kind)

    def span(self, here: Here, depth: int) -> str:
        pen = self.pen
        if pen.chance(0.6):
            low = pen.number(0, 2)
            return f"{low}..{low + pen.number(0, 4)}"
        return f"{pen.number(0, 1)}..min(5, {self.number(here, depth - 1)})"

    def set_of(self, kind: Kind, here: Here, depth: int) -> Text | None:
        simple = [
            (3.0, lambda: self._whole(kind)),
            (3.0, lambda: self._named_set(kind, here)),
            (2.0, lambda: self._zone_set(kind, here, min(0, depth))),
            (1.0, lambda: Text("others") if kind.role == "player" and here.me else None),
            (0.5, lambda: Text("everyone") if kind.role == "player" else None),
        ]
        if depth <= 0:
            return self._maybe(*simple)
        return self._maybe(
            *simple,
            (2.0, lambda: self._subset(kind, here, depth)),
            (1.0, lambda: self._sum_of_sets(kind, here, depth)),
            (2.0, lambda: self._list_of_thing(kind, here, depth)),
            (1.5, lambda: self._board_set(kind, here, depth)),
            (2.0, lambda: self._zone_set(kind, here, depth)),
            (1.0, lambda: self._defined_set(kind, here, depth)),
            (0.7, lambda: self._all_best(kind, here, depth)),
            (0.5, lambda: self.thing(kind, here, depth - 1)),
        )

    def _whole(self, kind: Kind) -> Text | None:
        if kind.role == "design" and kind.of is not None:
            return Text(f"{kind.of.name} designs")
        return Text(kind.plural) if kind.plural and kind.role != "die" else None

    def _named_set(self, kind: Kind, here: Here) -> Text | None:
        names = [name for name, one in here.sets.items() if one is kind]
        return Text(self.pen.pick(names)) if names else None

    def _zone_set(self, kind: Kind, here: Here, depth: int) -> Text | None:
        zone = self.zone(here, depth, kind)
        return Text(zone) if zone is not None else None

    def _subset(self, kind: Kind, here: Here, depth: int) -> Text | None:
        walk = self.walk(here, depth - 1, kind)
        return Text(f"all {walk[0]}", PICK) if walk is not None else None

    def _all_best(self, kind: Kind, here: Here, depth: int) -> Text | None:
        walk = self.walk(here, depth - 1, kind)
        if walk is None:
            return None
        key = self.number(walk[1], depth - 1).at(SUM)
        return Text(f"all {self.pen.pick(('highest', 'lowest'))} {walk[0]} by {key}", PICK)

    def _sum_of_sets(self, kind: Kind, here: Here, depth: int) -> Text | None:
        a, b = self.set_of(kind, here, depth - 1), self.set_of(kind, here, depth - 1)
        return None if a is None or b is None else Text(f"{a.at(SUM)} + {b.at(PRODUCT)}", SUM)

    def _list_of_thing(self, kind: Kind, here: Here, depth: int) -> Text | None:
        found = [(k, word) for k in self.world.kinds for word, to in k.lists.items() if to is kind]
        if not found:
            return None
        owner_kind, word = self.pen.pick(found)
        owner = self.thing(owner_kind, here, depth - 1)
        return None if owner is None else Text(f"{owner.at(ATOM)}.{word}")

    def _board_set(self, kind: Kind, here: Here, depth: int) -> Text | None:
        pen = self.pen
        if kind.role != "cell":
            return None
        start = self.thing(kind, here, depth - 1)
        ways: list[str] = []
        if kind.sides and len([k for k in self.world.cells if k.sides]) == 1:
            ways.append(f"side({pen.pick(SIX_SIDES if kind.shape == 'hexagon' else FOUR_SIDES)})")
        if kind.direction is not None and start is not None:
            way = self.thing(kind.direction, here, depth - 1)
            ways += [f"{start.at(ATOM)}.ray({way})"] if way is not None else []
        return Text(pen.pick(ways)) if ways else None

    def _defined_set(self, kind: Kind, here: Here, depth: int) -> Text | None:
        found = [d for d in self.defines if d.of_set is kind]
        if not found:
            return None
        made = self.pen.pick(found)
        args = self._arguments(made, here, depth)
        if args is None:
            return None
        return Text(f"{made.name}({', '.join(args)})" if args else made.name)

    def zone(self, here: Here, depth: int, kind: Kind | None = None, dice: bool = False) -> str | None:
        """One place, with its owner and indices."""
        found = [
            z
            for z in self.world.zones
            if (kind is None or z.kind is kind) and z.dice == dice and (not z.mixed or kind is None)
        ]
        found = [z for z in found if depth > -2 or (z.owner is None and not z.index)]
        return self.place(self.pen.pick(found), here, depth) if found else None

    def place(self, zone: Zone, here: Here, depth: int) -> str | None:
        text = zone.name
        if zone.owner is not None:
            if here.me and self.pen.chance(0.7):
                text = f"my {zone.name}"
            else:
                owner = self.thing(zone.owner, here, depth - 1)
                if owner is None:
                    return None
                text = f"{owner.at(ATOM)}.{zone.name}"
        if zone.index:
            indices = [self.index(one, here, depth) for one in zone.index]
            if any(i is None for i in indices):
                return None
            text += f"[{', '.join(str(i) for i in indices)}]"
        return text

    # ------------------------------------------------------------ walks

    def walk(self, here: Here, depth: int, kind: Kind | None = None) -> tuple[str, Here] | None:
        """``x in S from y backwards with P`` and the place inside it."""
        pen = self.pen
        if kind is None and pen.chance(0.2):
            return self.number_walk(here, depth)
        kind = kind or pen.pick(self.world.kinds)
        found = self.set_of(kind, here, depth)
        if found is None:
            return None
        name = pen.fresh("x")
        text = f"{name} in {found.at(SUM)}"
        if pen.chance(0.1):
            start = self.thing(kind, here, depth - 1)
            text += f" from {start.at(SUM)}" if start is not None else ""
        if pen.chance(0.1):
            text += " backwards"
        inner = here.bind(name, kind)
        if pen.chance(0.6):
            text += f" {pen.pick(('with', 'with', 'with', 'while'))} {self.flag(inner, depth - 1).at(LOGIC)}"
        return text, inner

    def number_walk(self, here: Here, depth: int) -> tuple[str, Here] | None:
        name = self.pen.fresh("n")
        text = f"{name} in {self.span(here, depth)}"
        inner = here.bind(name, "number")
        if self.pen.chance(0.5):
            text += f" with {self.flag(inner, depth - 1).at(LOGIC)}"
        return text, inner

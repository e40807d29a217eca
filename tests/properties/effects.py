"""Made-up effects: statements that change things, ask somebody, or leave early."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from tests.properties.formulas import Formulas, Here
from tests.properties.pen import ATOM, LOGIC, PICK, SUM, TEST, Pen
from tests.properties.world import Kind, Sort, Var, World

Lines = list[str]


@dataclass(frozen=True)
class Procedure:
    name: str
    takes: tuple[Sort, ...]
    gives: Sort | None
    asks: bool
    needs_me: bool
    ends: bool


@dataclass(frozen=True)
class Action:
    name: str
    takes: list[Sort]
    asks: bool
    quiet: bool


def indented(lines: Lines) -> Lines:
    return ["  " + line for line in lines]


class Effects:
    """Writes statements; each gives its lines and the names known behind it."""

    def __init__(self, world: World, formulas: Formulas, pen: Pen) -> None:
        self.world = world
        self.formulas = formulas
        self.pen = pen
        self.procedures: list[Procedure] = []
        self.actions: list[Action] = []
        self.events: list[tuple[Kind, str, bool]] = []
        """Kinds with effects: kind, event, whether one asks."""

    # ------------------------------------------------------------ sequences

    def block(self, here: Here, size: int, depth: int) -> Lines:
        """At least one statement, indented."""
        lines: Lines = []
        for _ in range(size):
            if self.pen.ink <= 0:
                break
            more, here = self.statement(here, depth)
            lines += more
        return indented(lines or ["nothing"])

    def suite(self, head: str, here: Here, size: int, depth: int) -> Lines:
        """A head with a block, or with a short statement on the same line."""
        if self.pen.chance(0.3):
            made = self._maybe_simple(here, depth)
            if made is not None:
                return [f"{head}: {made}"]
        return [head, *self.block(here, size, depth)]

    def _maybe_simple(self, here: Here, depth: int) -> str | None:
        parts = [
            line
            for line in (self.simple(replace(here, may_end=False)) for _ in range(self.pen.pick((1, 1, 2))))
            if line
        ]
        return "; ".join(parts) if parts else None

    def statement(self, here: Here, depth: int) -> tuple[Lines, Here]:
        pen = self.pen
        pen.ink -= 1
        if depth > 0 and here.asks and pen.chance(0.35):
            made = self._asking(here, depth)
            if made is not None:
                return made, here
        if pen.chance(0.2):
            let = self._let(here)
            if let is not None:
                return let
        if depth > 0 and pen.chance(0.3):
            made = self._nested(here, depth)
            if made is not None:
                return made, here
        last = self._ending(here) if here.may_end and pen.chance(0.06) else None
        return [last or self.simple(here) or "nothing"], here

    # ------------------------------------------------------------ simple statements

    def simple(self, here: Here) -> str | None:
        pen = self.pen
        ways: list[tuple[float, Callable[[], str | None]]] = [
            (6, lambda: self.assign(here)),
            (2, lambda: self._move(here)),
            (2, lambda: self._draw(here)),
            (0.7, lambda: self._deal(here)),
            (0.7, lambda: self._shuffle(here)),
            (1, lambda: self._pay(here)),
            (0.8, lambda: self._swap(here)),
            (0.4, lambda: self._pass(here)),
            (1, lambda: self._roll(here)),
            (1, lambda: self._create(here)),
            (0.6, lambda: self._remove(here)),
            (1.2, lambda: self._resolve(here)),
            (1.2, lambda: self._call(here)),
            (0.8, lambda: self._turn_order(here)),
            (0.3, lambda: self._tell(here)),
            (0.1, lambda: "nothing"),
        ]
        return pen.either(*ways)

    def assign(self, here: Here) -> str | None:
        pen, formulas = self.pen, self.formulas
        if here.changeable and pen.chance(0.4):
            name = pen.pick(sorted(here.changeable))
            sort = here.names[name]
            if sort == "number":
                return f"{name} {pen.pick(('=', '+=', '-='))} {formulas.number(here, 2)}"
            value = formulas.thing(sort, here, 2) if isinstance(sort, Kind) else formulas.flag(here, 2)
            return f"{name} = {value}" if value is not None else None
        var = pen.pick(self.world.vars)
        target = formulas.read(var, here, 1 if pen.chance(0.2) else 0)
        return self.put(var, target, here) if target is not None else None

    def put(self, var: Var, target: str, here: Here) -> str | None:
        pen, formulas = self.pen, self.formulas
        if var.sort == "number":
            if var.optional:
                return f"{target} = {'none' if pen.chance(0.3) else formulas.number(here, 2)}"
            way = pen.number(1, 10)
            if way <= 6 or (way > 8 and pen.chance(0.5)):
                return f"{target} = max({var.low}, min({var.high}, {formulas.number(here, 2)}))"
            if way == 7 and not here.quiet:
                return f"{target} {pen.pick(('=', '+='))} roll {pen.pick(('d6', 'd4'))}"
            if way == 8 and not here.quiet:
                walk = formulas.number_walk(here, 1)
                weight = (
                    f" by {formulas.number(replace(walk[1], real=True), 1).at(SUM)}"
                    if walk is not None and pen.chance(0.5)
                    else ""
                )
                return f"{target} = random {walk[0]}{weight}" if walk is not None else None
            return f"{target} {pen.pick(('+=', '-=', '='))} {formulas.number(here, 1)}"
        if var.sort == "flag":
            return f"{target} = {formulas.flag(here, 2)}"
        assert isinstance(var.sort, Kind)
        if var.optional and pen.chance(0.25):
            return f"{target} = none"
        if not here.quiet and pen.chance(0.25):
            walk = formulas.walk(here, 1, var.sort)
            return f"{target} = random {walk[0]}" if walk is not None and var.optional else None
        value = formulas.thing(var.sort, here, 2)
        return f"{target} = {value}" if value is not None else None

    def _component(self, here: Here) -> Kind | None:
        return self.pen.pick(self.world.components) if self.world.components else None

    def _target(self, kind: Kind, here: Here) -> str | None:
        """Where a thing of that kind may go."""
        pen, formulas = self.pen, self.formulas
        root = kind.parent or kind
        boards = [k for k in self.world.cells if root.name in k.holds]
        if boards and pen.chance(0.5):
            cell = formulas.thing(pen.pick(boards), here, 1)
            return cell.at(ATOM) if cell is not None else None
        zones = [z for z in self.world.zones if (z.kind is root or z.mixed) and not z.dice]
        if not zones:
            return None
        place = formulas.place(pen.pick(zones), here, 1)
        return None if place is None else pen.pick((place, place, place, f"bottom of {place}", f"top of {place}"))

    def _move(self, here: Here) -> str | None:
        pen, formulas = self.pen, self.formulas
        kind = self._component(here)
        if kind is None:
            return None
        target = self._target(kind, here)
        things = formulas.thing(kind, here, 2) if pen.chance(0.3) else formulas.set_of(kind, here, 2)
        return f"move {things.at(PICK)} to {target}" if target is not None and things is not None else None

    def _draw(self, here: Here) -> str | None:
        pen, formulas = self.pen, self.formulas
        zone = next((z for z in self.world.zones if z.name == "deck"), None)
        if zone is None:
            return None
        target = self._target(zone.kind, here)
        number = formulas.number(here, 1).at(SUM) if pen.chance(0.2) else str(pen.number(1, 2))
        amount = f"up to {number}" if pen.chance(0.85) else str(number)
        source = pen.pick(("deck", "deck", "heap"))
        return f"draw {amount} from {source} to {target}" if target is not None else None

    def _deal(self, here: Here) -> str | None:
        zones = [z for z in self.world.zones if z.owner is self.world.player and not z.index and z.kind.name == "card"]
        return (
            f"deal {self.pen.pick(('1', '1', '2'))} from deck to {zones[0].name}"
            if zones and self.pen.chance(0.5)
            else None
        )

    def _shuffle(self, here: Here) -> str | None:
        if here.quiet:
            return None
        zone = self.formulas.zone(here, 1)
        return f"shuffle {zone}" if zone is not None else None

    def _pay(self, here: Here) -> str | None:
        pen, formulas = self.pen, self.formulas
        if pen.chance(0.25):
            cards = next(
                (k for k in self.world.components if k.name == "card" and k.design is not None and k.design.members),
                None,
            )
            if cards is not None and cards.design is not None and here.me:
                return f"pay {pen.number(1, 2)} {pen.pick(cards.design.members)} from my hand to heap"
        found = [
            v for v in self.world.vars if v.sort == "number" and not v.optional and v.owner in (None, self.world.player)
        ]
        if not found:
            return None
        var = pen.pick(found)
        if len(var.index) == 1 and isinstance(var.index[0], Kind) and var.index[0].role == "enum":
            source = formulas.read(replace(var, index=[]), here, 1)
            kind = var.index[0]
            amounts = [f"{pen.number(1, 2)} {name}" for name in pen.some(kind.members, 1, 2)]
            return f"pay {', '.join(amounts)} from {source}" if source is not None else None
        source = formulas.read(var, here, 1)
        if source is None:
            return None
        to = ""
        if pen.chance(0.4):
            other = formulas.read(pen.pick(found), here, 1)
            to = f" to {other}" if other is not None else ""
        return f"pay {formulas.number(here, 1).at(SUM)} from {source}{to}"

    def _swap(self, here: Here) -> str | None:
        pen, formulas = self.pen, self.formulas
        if pen.chance(0.4):
            kind = self._component(here)
            a, b = (formulas.zone(here, 1, kind) for _ in range(2)) if kind is not None else (None, None)
            return f"swap {a} and {b}" if a is not None and b is not None else None
        var = pen.pick(self.world.vars)
        a, b = formulas.read(var, here, 1), formulas.read(var, here, 1)
        return f"swap {a} and {b}" if a is not None and b is not None else None

    def _pass(self, here: Here) -> str | None:
        zones = [z for z in self.world.zones if z.owner is self.world.player and not z.index and not z.dice]
        return f"pass {self.pen.pick(zones).name} to {self.pen.pick(('left', 'right'))}" if zones else None

    def _roll(self, here: Here) -> str | None:
        if here.quiet:
            return None
        zone = self.formulas.zone(here, 1, dice=True)
        if zone is None:
            return None
        return self.pen.pick(
            (f"roll {zone}", f"roll {zone}", f"roll all d in {zone} with d.face < 3", f"roll first d in {zone}")
        )

    def _create(self, here: Here) -> str | None:
        design = self._made_design(here)
        return f"create {design}" if design is not None else None

    def _made_design(self, here: Here) -> str | None:
        kinds = [k for k in self.world.components if k.created]
        if not kinds:
            return None
        kind = self.pen.pick(kinds)
        assert kind.design is not None
        if kind.design.members:
            return self.pen.pick(kind.design.members)
        return kind.name

    def _remove(self, here: Here) -> str | None:
        kind = self._component(here)
        if kind is None:
            return None
        things = self.formulas.thing(kind, here, 2)
        return f"remove {things.at(PICK)}" if things is not None else None

    def _resolve(self, here: Here) -> str | None:
        pen = self.pen
        found = [(kind, event) for kind, event, asks in self.events if here.asks or not asks]
        if not found or not here.may_end:
            return None
        kind, event = pen.pick(found)
        thing = self.formulas.thing(kind, here, 1)
        if thing is None or not here.me:
            return None
        who = self.formulas.thing(self.world.player, here, 1) if pen.chance(0.5) else None
        return f"resolve {thing.at(ATOM)} as {event}{' by ' + who.at(ATOM) if who is not None else ''}"

    def _call(self, here: Here) -> str | None:
        found = [p for p in self.procedures[: here.procedures] if self._may_call(p, here)]
        return self._called(self.pen.pick(found), here) if found else None

    def _may_call(self, made: Procedure, here: Here) -> bool:
        return (
            (here.asks or not made.asks)
            and (here.me or not made.needs_me)
            and (here.may_end or not made.ends)
            and not here.quiet
        )

    def _called(self, made: Procedure, here: Here) -> str | None:
        args: list[str] = []
        for sort in made.takes:
            one = self.formulas.thing(sort, here, 1) if isinstance(sort, Kind) else self.formulas.of(sort, here, 1)
            if one is None:
                return None
            args.append(one)
        return f"{made.name}({', '.join(args)})" if args else made.name

    def _turn_order(self, here: Here) -> str | None:
        pen = self.pen
        if not here.in_turn or not here.me or here.quiet:
            return None
        who = self.formulas.thing(self.world.player, here, 1)
        options = ["reverse turns", f"{who.at(ATOM)} goes next"] if who is not None else ["reverse turns"]
        if self.world.seats[0] > 1 and pen.chance(0.5) and who is not None:
            options += [f"{who.at(ATOM)} leaves {pen.pick(('game', *here.parts))}"]
        return pen.pick(options)

    def _tell(self, here: Here) -> str | None:
        cards = next((k for k in self.world.components if k.name == "card"), None)
        if cards is None:
            return f"tell everyone whether {self.formulas.flag(here, 1).at(LOGIC)}"
        hand = self.formulas.zone(here, 1, cards)
        if hand is None:
            return None
        return self.pen.pick(
            (
                f"show {hand} to everyone",
                f"tell everyone whether c.position > 1 for c in {hand}",
                f"tell everyone that {hand}.count >= 0",
            )
        )

    # ------------------------------------------------------------ names

    def _let(self, here: Here) -> tuple[Lines, Here] | None:
        pen, formulas = self.pen, self.formulas
        name = pen.fresh("let")
        way = pen.number(1, 10)
        if way <= 3:
            return [f"let {name} = {formulas.number(here, 3)}"], here.let(name, "number")
        if way == 4:
            return [f"let {name} = {formulas.flag(here, 2)}"], here.let(name, "flag")
        if way == 5 and not here.quiet:
            if pen.chance(0.5):
                return [f"let {name} = roll {pen.pick(('d6', 'd10'))}"], here.let(name, "number")
            die = pen.pick(("d6", *self.world.lists))
            return [f"let {name} = roll {pen.number(1, 3)} {die}", f"let {name}_best = {name}[1]"], here.let(
                f"{name}_best", "number"
            )
        if way == 6:
            design = self._made_design(here)
            kind = next((k for k in self.world.components if k.created), None)
            if design is not None and kind is not None and not here.quiet:
                lines = [f"let {name} = create {design}"]
                target = self._target(kind, here)
                lines += [f"move {name} to {target}"] if target is not None and pen.chance(0.7) else []
                return lines, here.let(name, kind)
        if way == 7:
            found = [p for p in self.procedures[: here.procedures] if p.gives is not None and self._may_call(p, here)]
            if found:
                made = pen.pick(found)
                call = self._called(made, here)
                if call is not None and made.gives is not None:
                    return [f"let {name} = {call}"], here.let(name, made.gives)
        if way == 8:
            found_set = formulas.any_set(here, 2)
            if found_set is not None and found_set[0].level > ATOM:
                return [f"let {name} = {found_set[0]}"], here.bind_set(name, found_set[1])
            return None
        kind = pen.pick(self.world.kinds)
        if way == 9 and not here.quiet:
            walk = formulas.walk(here, 2, kind)
            if walk is not None:
                weight = f" by {formulas.number(replace(walk[1], real=True), 1).at(SUM)}" if pen.chance(0.4) else ""
                return [f"let {name} = random {walk[0]}{weight}"], here.let(name, kind)
        thing = formulas.thing(kind, here, 3)
        return ([f"let {name} = {thing}"], here.let(name, kind)) if thing is not None else None

    # ------------------------------------------------------------ branches and loops

    def _nested(self, here: Here, depth: int) -> Lines | None:
        pen, formulas = self.pen, self.formulas
        way = pen.number(1, 10)
        if way <= 4:
            lines = self.suite(f"if {formulas.flag(here, 2).at(LOGIC)}", here, 2, depth - 1)
            if pen.chance(0.3):
                lines += self.suite(f"else if {formulas.flag(here, 2).at(LOGIC)}", here, 1, depth - 1)
            if pen.chance(0.4):
                lines += self.suite("else", here, 1, depth - 1)
            return lines
        if way <= 7:
            walk = formulas.walk(here, 2)
            if walk is None:
                return None
            by = f" by {formulas.number(replace(walk[1], real=True), 1).at(SUM)}" if pen.chance(0.2) else ""
            return self.suite(f"for {walk[0]}{by}", walk[1], 2, depth - 1)
        if way == 8 and not here.quiet and pen.chance(0.4):
            later = replace(here, asks=False, may_end=False, parts=(), changeable=frozenset(), answers=None)
            unit = (
                f"{pen.number(1, 9)} seconds"
                if self.world.clock
                else f"{pen.number(1, 3)} {pen.pick(('turns', 'rounds'))}"
            )
            return self.suite(f"in {unit}", later, 1, 0)
        if way == 8:
            times = pen.number(1, 3) if pen.chance(0.6) else f"min(3, {formulas.number(here, 1)})"
            return self.suite(f"repeat {times} times", here, 2, depth - 1)
        word = pen.pick(("until", "while"))
        found = [p for p in self.procedures[: here.procedures] if not p.takes and self._may_call(p, here)]
        name = pen.fresh("lap")
        counted = [f"let {name} = 0"]
        test = f"{name} >= {pen.number(1, 3)}" if word == "until" else f"{name} < {pen.number(1, 3)}"
        if found and pen.chance(0.2) and here.may_end:
            return [f"repeat {pen.pick(found).name} {word} {formulas.flag(here, 1).at(LOGIC)}"]
        more = f" {'or' if word == 'until' else 'and'} {formulas.flag(here, 1).at(TEST)}" if pen.chance(0.4) else ""
        inner = here.bind(name, "number")
        return [*counted, f"repeat {word} {test}{more}", *self.block(inner, 2, depth - 1), f"  {name} += 1"]

    # ------------------------------------------------------------ leaving early

    def _ending(self, here: Here) -> str | None:
        pen = self.pen
        if here.answers is not None or here.quiet:
            return None
        who = self.formulas.thing(self.world.player, here, 1)
        stake = pen.pick(("", "", " 2", f" {self.formulas.number(here, 1).at(SUM)}"))
        options = ["draw", "end game", "players win"]
        if who is not None:
            options += [f"{who.at(ATOM)} wins{stake}", f"{who.at(ATOM)} loses{stake}"] * 2
        if here.parts:
            options += [f"end {pen.pick(here.parts)}"] * 8
        return pen.pick(options)

    # ------------------------------------------------------------ questions

    def _asking(self, here: Here, depth: int) -> Lines | None:
        return self.pen.either(
            (4.0, lambda: self._choose(here, depth)),
            (1.0, lambda: self._options(here, depth)),
            (1.0, lambda: self._first_to_say(here, depth)),
            (1.0, lambda: self._inner_action(here)),
            (0.7, lambda: self._at_once(here, depth)),
            (0.1, lambda: ["nothing"]),
        )

    def _chooser(self, here: Here) -> str | None:
        if here.me and self.pen.chance(0.6):
            return "me"
        who = self.formulas.thing(self.world.player, here, 1)
        return who.at(ATOM) if who is not None else None

    def _choose(self, here: Here, depth: int) -> Lines | None:
        pen, formulas = self.pen, self.formulas
        who = self._chooser(here)
        if who is None:
            return None
        dice = formulas.zone(here, 1, dice=True) if pen.chance(0.15) else None
        kind: Sort
        if dice is not None:
            source, kind = dice, "number"
        elif pen.chance(0.25):
            source, kind = formulas.span(here, 1), "number"
        else:
            kind = pen.pick(self.world.kinds)
            found = formulas.set_of(kind, here, 2)
            if found is None:
                return None
            source = found.at(SUM)
        verb = pen.pick(("chooses", "chooses", "chooses", "may choose"))
        name = pen.fresh("chosen")
        inner = here.bind(name, kind)
        test = f" with {formulas.flag(inner, 1).at(LOGIC)}" if dice is None and pen.chance(0.4) else ""
        many = ""
        if pen.chance(0.4) or dice is not None:
            amount = str(pen.number(1, 3)) if pen.chance(0.7) else formulas.number(here, 1).at(SUM)
            many = pen.pick((f"{amount} ", f"up to {amount} ", "any number of "))
            inner = here.bind_set(name, kind) if kind != "number" else here
        head = f"{who} {verb} {many}{name} from {source}{test}"
        if dice is not None:
            lines = [head, f"  roll {name}"] if not here.quiet else [head]
        elif pen.chance(0.15):
            lines = [head]
        else:
            lines = self.suite(head, inner, 2, depth - 1)
        if pen.chance(0.4):
            lines += self.suite("otherwise", here, 1, depth - 1)
        return lines

    def _options(self, here: Here, depth: int) -> Lines | None:
        pen = self.pen
        who = self._chooser(here)
        if who is None:
            return None
        lines = [f"{who} {pen.pick(('chooses', 'chooses', 'may choose'))} {pen.fresh('way')}"]
        for _ in range(pen.number(1, 3)):
            test = f" when {self.formulas.flag(here, 1).at(LOGIC)}" if pen.chance(0.4) else ""
            head = f"option {pen.fresh('plan')}{test}"
            lines += indented([head] if pen.chance(0.3) else self.suite(head, here, 1, depth - 1))
        return lines

    def _first_to_say(self, here: Here, depth: int) -> Lines | None:
        walk = self.formulas.walk(here, 1, self.world.player)
        if walk is None:
            return None
        lines = [f'first {walk[0]} to say "{self.pen.fresh("stop")}"', *self.block(walk[1], 1, depth - 1)]
        if self.pen.chance(0.5):
            lines += self.suite("otherwise", here, 1, depth - 1)
        return lines

    def _at_once(self, here: Here, depth: int) -> Lines | None:
        """Everybody answers before anything happens; afterwards `name[p]` is what p said."""
        pen, formulas = self.pen, self.formulas
        walk = formulas.walk(here, 1, self.world.player)
        if walk is None:
            return None
        kind = pen.pick(self.world.kinds)
        found = formulas.set_of(kind, walk[1], 1)
        if found is None:
            return None
        name, who = pen.fresh("sealed"), walk[0].split(" ")[0]
        verb = pen.pick(("chooses", "chooses", "may choose"))
        inner = here.bind(f"{name}[{'me' if here.me else 'first p in players'}]", kind)
        return [
            f"at once, each {walk[0]}", f"  {who} {verb} {name} from {found.at(SUM)}", "then", *self.block(inner, 2, depth - 1)
        ]  # fmt: skip

    def _inner_action(self, here: Here) -> Lines | None:
        """An action done inside something else."""
        if not here.actions or not here.me:
            return None
        action = self.pen.pick(self.actions[: here.actions])
        return [
            self.pen.pick(
                (
                    f"me may do {action.name}",
                    f"{action.name} otherwise nothing",
                    f"left(me) does {action.name} otherwise nothing",
                )
            )
        ]

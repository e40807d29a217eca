"""Components and where they lie: chains of cards in zones, pieces on cells; and the functions that move them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ludwright import ir
from ludwright.ir import terms
from ludwright.ir.terms import NONE, ONE, ZERO
from ludwright.language.syntax import Part
from ludwright.model.kinds import NUMBER, Holding, Kind, Type, Zone
from ludwright.rules.emit.code import Code
from ludwright.rules.names import sets
from ludwright.rules.names.scope import Scalar, Scope, ZoneFamily, ZoneRef

if TYPE_CHECKING:
    from ludwright.rules.compiler import Rules


class Places:
    """Reading and changing where components are.

    A place is a number: first all zones, then the cells of boards with room for one piece. The contents of a zone are a chain of
    components linked upwards and downwards, so that any card is taken out or put on top in a few steps.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.model = rules.model
        self._functions: set[str] = set()

    # ------------------------------------------------------------ words of the state

    def _word(self, name: str, index: ir.Expr, lo: int, hi: int) -> ir.Load:
        self.rules.needs_a_game()
        count = self.model.zone_places if name in ("count", "top", "bottom") else self.model.components
        return terms.state(self.model.arrays[name], index, -1, count - 1, lo, hi)

    def _set(self, name: str, index: ir.Expr, value: ir.Expr, lo: int = -1) -> ir.Store:
        zones = name in ("count", "top", "bottom")
        count = self.model.zone_places if zones else self.model.components
        numbers = {"place": self.model.places, "design": self.model.designs, "count": self.model.components + 1}
        hi = numbers.get(name, self.model.components) - 1
        return terms.store(self.model.arrays[name], value, index, 0, count - 1, lo, hi)

    def place_of(self, c: ir.Expr) -> ir.Load:
        return self._word("place", c, -1, self.model.places - 1)

    def above(self, c: ir.Expr) -> ir.Load:
        return self._word("above", c, -1, self.model.components - 1)

    def below(self, c: ir.Expr) -> ir.Load:
        return self._word("below", c, -1, self.model.components - 1)

    def top(self, p: ir.Expr) -> ir.Load:
        return self._word("top", p, -1, self.model.components - 1)

    def bottom(self, p: ir.Expr) -> ir.Load:
        return self._word("bottom", p, -1, self.model.components - 1)

    def size(self, p: ir.Expr) -> ir.Load:
        return self._word("count", p, 0, self.model.components)

    # ------------------------------------------------------------ what a component is

    def design_of(self, c: ir.Expr) -> ir.Expr:
        if not self.printed_for_good(c):
            return self._word("design", c, -1, self.model.designs - 1)
        words = self.model.component_design
        base = self.model.tables.add([-1, *words]) + 1
        seen = words[max(0, c.lo) : c.hi + 1] or [0]
        return terms.table(base, c, -1, len(words) - 1, min([*seen, *([-1] if c.lo < 0 else [])]), max(seen))

    def printed_for_good(self, c: ir.Expr) -> bool:
        """Whether the design of a component is always the one it began with: not where it is made in play, or dealt face down."""
        if "design" not in self.model.arrays:
            return True
        low, high = max(0, c.lo), c.hi
        return not any(
            (kind.limit or kind.root in self.model.veiled) and kind.first <= high and low <= kind.last
            for kind in self.model.component_kinds
        )

    def owner(self, kind: Kind, c: ir.Expr) -> ir.Expr:
        words = self.model.component_owner
        base = self.model.tables.add([-1, *words]) + 1
        lowest = min([-1 if c.lo < 0 else 0, *words[kind.first : kind.last + 1]])
        return terms.table(base, c, -1, len(words) - 1, lowest, self.model.players - 1)

    def is_of_kind(self, c: ir.Expr, known: Kind, kind: Kind) -> ir.Expr:
        numbers = self._designs_of(kind)
        words = [int(d in numbers) for d in range(self.model.designs)]
        base = self.model.tables.add([0, *words]) + 1
        design = c if known.role == "design" else self.design_of(c)
        return terms.eq(terms.table(base, design, -1, len(words) - 1, 0, 1), ONE)

    def _designs_of(self, kind: Kind) -> set[int]:
        start = kind.of if kind.role == "design" and kind.of is not None else kind
        return {d.first + i for k in start.family() if (d := k.design) is not None for i in range(d.count)}

    def created(self, kind: Kind) -> bool:
        return kind.root.limit > 0

    def in_play(self, kind: Kind) -> sets.SetValue:
        """Things made in play: those that exist now."""
        root = kind.root
        alive: Callable[[ir.Expr], ir.Expr] = lambda c: terms.ge(self.design_of(c), ZERO)  # noqa: E731
        # the first number that is free is taken, so where nothing is ever removed the free ones come last
        walked = sets.Where if self.rules.removes_things or root.has_owners else sets.Leading
        everything = walked(sets.MemberSet(root, kind.ref()), alive)
        if kind.parent is None:
            return everything
        return sets.Where(everything, lambda c: self.is_of_kind(c, root, kind))

    def owned(self, kind: Kind, seat: ir.Expr) -> sets.SetValue:
        """The pieces of one player that are in play."""
        mine: sets.SetValue
        root = kind.root
        if root.limit:
            exists: Callable[[ir.Expr], ir.Expr] = lambda c: terms.ge(self.design_of(c), ZERO)  # noqa: E731
            mine = sets.Where(self._block(root, seat), exists)
            return mine if kind is root else sets.Where(mine, lambda c: self.is_of_kind(c, root, kind))
        if kind.subkinds:
            mine = sets.Where(sets.MemberSet(kind, kind.ref()), lambda c: terms.eq(self.owner(kind, c), seat))
        else:
            mine = self._block(kind, seat)
        if not self._lies_somewhere(kind.root):
            return mine
        return sets.InPlay(mine, lambda c: terms.ge(self.place_of(c), ZERO))

    def _block(self, kind: Kind, seat: ir.Expr) -> sets.Numbers:
        """The numbers of one player's pieces."""
        start = terms.add(terms.mul(seat, terms.const(kind.owned)), terms.const(kind.first))
        last = terms.add(start, terms.const(kind.owned - 1))
        if seat.lo < 0:  # nobody's pieces
            last = terms.select(terms.ge(seat, ZERO), last, terms.sub(start, ONE))
        return sets.Numbers(start, last, kind.ref())

    def _lies_somewhere(self, kind: Kind) -> bool:
        held = any(h.kind.root is kind for h in self.model.holdings)
        return held or any(k.root is kind for z in self.model.all_zones() for k in z.kinds)

    # ------------------------------------------------------------ places

    def zone(self, family: ZoneFamily, scope: Scope | None = None, line: int = 0) -> ZoneRef:
        zone = family.zone
        index: ir.Expr = ZERO
        for dim, given in zip(zone.dims, family.given, strict=True):
            if scope is not None and not dim.first <= given.lo <= given.hi <= dim.last:
                given = scope.code.keep(given)
                inside = terms.both(terms.ge(given, terms.const(dim.first)), terms.le(given, terms.const(dim.last)))
                if not scope.real:
                    scope.code.emit(ir.Check(inside, ir.BAD_INDEX, line))
            offset = terms.sub(terms.clamp(given, dim.first, dim.last), terms.const(dim.first))
            index = terms.add(terms.mul(index, terms.const(dim.count)), offset)
        return ZoneRef(terms.add(index, terms.const(zone.place)), zone)

    def of_cell(self, holding: Holding, cell: ir.Expr) -> ir.Expr:
        """Where a cell's room is: for one piece the cell itself, for several a place like a zone's."""
        if holding.room == 1:
            return cell
        place = terms.add(cell, terms.const(holding.place))
        return place if cell.lo >= 0 else terms.select(terms.ge(cell, ZERO), place, terms.const(NONE))

    def occupant(self, holding: Holding, cell: ir.Expr) -> ir.Expr:
        base = self.model.arrays["occupant"] + self._offset(holding)
        return terms.state(base, cell, -1, holding.board.count - 1, -1, self.model.components - 1)

    def _offset(self, holding: Holding) -> int:
        return self.model.occupant_offset(holding)

    def cell_under(self, holding: Holding, c: ir.Expr) -> ir.Expr:
        place = self.place_of(c)
        if len(self.model.holdings) == 1 and not self.model.zone_places and holding.place == 0:
            return place
        kept = terms.sub(place, terms.const(holding.place))
        inside = terms.both(
            terms.ge(place, terms.const(holding.place)),
            terms.lt(place, terms.const(holding.place + holding.board.count)),
        )
        return ir.Select(
            ir.INT, -1, holding.board.count - 1, inside, terms.clamp(kept, 0, holding.board.count - 1), terms.const(-1)
        )

    def fixed_dice(self, zone: Zone) -> bool:
        return zone.dice and not self.rules.removes_things

    def contents(self, ref: ZoneRef) -> sets.SetValue:
        zone = ref.zone
        if isinstance(zone, Holding) and zone.room == 1:
            return sets.One(self.occupant(zone, ref.place), zone.kind.ref(True))
        kinds = [zone.kind] if isinstance(zone, Holding) else zone.kinds
        if isinstance(zone, Zone) and self.fixed_dice(zone):
            kind = kinds[0]
            each = kind.count // zone.size
            start = terms.add(
                terms.mul(terms.sub(ref.place, terms.const(zone.place)), terms.const(each)), terms.const(kind.first)
            )
            return sets.Numbers(start, terms.add(start, terms.const(each - 1)), kind.ref(), dice=zone)
        low, high = min(k.root.first for k in kinds), max(k.root.last for k in kinds)
        type_ = kinds[0].ref() if len(kinds) == 1 else self.union(kinds).ref()
        chain = sets.ZoneChain(
            ref.place, self.bottom, self.top, self.above, self.below, self.size, high - low + 1, low, high, type_
        )
        chain.zone = zone if isinstance(zone, Zone) else None
        return chain

    def union(self, kinds: list[Kind]) -> Kind:
        """A kind for zones that hold several kinds; it has what any of them has."""
        name = " or ".join(k.name for k in kinds)
        known = self.rules.unions.get(name)
        if known is None:
            low, high = min(k.first for k in kinds), max(k.last for k in kinds)
            known = Kind(name, name, "component", high - low + 1, low, subkinds=list(kinds))
            known.design = Kind(
                f"{name} design",
                f"{name} designs",
                "design",
                self.model.designs,
                0,
                list(self.model.design_names),
                of=known,
            )
            self.rules.unions[name] = known
        return known

    def end(self, ref: ZoneRef, which: str) -> Scalar:
        zone = ref.zone
        assert isinstance(zone, Zone)
        type_ = (zone.kinds[0] if len(zone.kinds) == 1 else self.union(zone.kinds)).ref(True)
        return Scalar(self.top(ref.place) if which == "top" else self.bottom(ref.place), type_)

    def nth(self, ref: ZoneRef, number: ir.Expr, scope: Scope, node: Part) -> Scalar:
        contents = self.contents(ref)
        if isinstance(contents, sets.Numbers):
            self.rules.addresses.check_range(number, 1, contents.bound, scope, node)
            index = terms.add(contents.start, terms.sub(terms.clamp(number, 1, contents.bound), ONE))
            return Scalar(index, contents.type)
        function = self._function("nth", self._make_nth)
        high = self.model.components - 1
        return Scalar(ir.Call(ir.INT, -1, high, function, (ref.place, number)), Type("ref", contents.type.kind, True))

    def at_position(self, place: ir.Expr, number: ir.Expr) -> ir.Expr:
        """What lies in a zone at a position counted from 1, as :meth:`position_of` counts."""
        return ir.Call(ir.INT, -1, self.model.components - 1, self._function("nth", self._make_nth), (place, number))

    def position_of(self, c: ir.Expr) -> ir.Expr:
        return ir.Call(ir.INT, 0, self.model.components, self._function("position", self._make_position), (c,))

    # ------------------------------------------------------------ moving

    def move(self, code: Code, c: ir.Expr, target: ZoneRef, bottom: bool, line: int) -> None:
        """Take a component from wherever it is and put it there."""
        zone = target.zone
        code.emit(ir.Check(terms.ge(c, ZERO), ir.MOVED_NONE, line))
        code.emit(ir.Do(self._function("take_out", self._make_take_out), (c,)))
        if isinstance(zone, Holding) and zone.room == 1:
            cell = code.keep(target.place)
            code.emit(ir.Check(terms.ge(cell, ZERO), ir.THROUGH_NONE, line))
            code.emit(ir.Check(terms.lt(self.occupant(zone, cell), ZERO), ir.FULL, line))
            base = self.model.arrays["occupant"] + self._offset(zone)
            code.emit(terms.store(base, c, cell, 0, zone.board.count - 1, -1, self.model.components - 1, line))
            code.emit(self._set("place", c, terms.add(cell, terms.const(zone.place))))
            code.statements.extend(self.rules.knowledge.on_board(c))
            return
        place = code.keep(target.place)
        if place.lo < 0:
            code.emit(ir.Check(terms.ge(place, ZERO), ir.THROUGH_NONE, line))
            place = code.keep(terms.clamp(place, 0, self.model.zone_places - 1))
        capacity = self.rules.upkeep.capacity(zone)
        if capacity is not None:
            code.emit(ir.Check(terms.lt(self.size(place), capacity), ir.FULL, line))
        name = "put_bottom" if bottom else "put_top"
        code.emit(ir.Do(self._function(name, lambda n: self._make_put(n, bottom)), (c, place)))

    def lift(self, code: Code, c: ir.Expr) -> None:
        """Take a component from wherever it is; it lies nowhere until it is put down."""
        code.emit(ir.Do(self._function("take_out", self._make_take_out), (c,)))

    def remove(self, code: Code, c: ir.Expr, line: int) -> None:
        code.emit(ir.Check(terms.ge(c, ZERO), ir.MOVED_NONE, line))
        code.emit(ir.Do(self._function("take_out", self._make_take_out), (c,)))
        if "design" in self.model.arrays:
            code.emit(ir.If(self._is_created(c), [self._set("design", c, terms.const(NONE))]))

    def _is_created(self, c: ir.Expr) -> ir.Expr:
        test: ir.Expr = terms.NO
        for kind in self.model.component_kinds:
            if kind.limit:
                inside = terms.both(terms.ge(c, terms.const(kind.first)), terms.le(c, terms.const(kind.last)))
                test = terms.either(test, inside)
        return test

    def create(self, code: Code, design: ir.Expr, kind: Kind, line: int, seat: ir.Expr | None = None) -> ir.Expr:
        """A new thing of that design, and of that seat where things have owners: the first number that is free."""
        root = kind.root
        free = code.variable(terms.const(NONE), -1, root.last, "made")

        def look(c: ir.Expr) -> None:
            code.emit(ir.If(terms.lt(self.design_of(c), ZERO), [ir.Set(free.name, c), ir.Break()]))

        (sets.MemberSet(root, root.ref()) if seat is None else self._block(root, seat)).each(code, look)
        code.emit(ir.Check(terms.ge(free, ZERO), ir.TOO_MANY_THINGS, line))
        made = code.keep(terms.clamp(free, root.first, root.last), "new")
        code.emit(self._set("design", made, design))
        code.statements.extend(self.rules.knowledge.on_board(made))
        return made

    def shuffle(self, code: Code, place: ir.Expr) -> None:
        code.emit(ir.Do(self._function("shuffle", self._make_shuffle), (place,)))
        self.rules.knowledge.mixed(code, place)

    def take_all(self, code: Code, source: ir.Expr, target: ir.Expr, bottom: bool) -> None:
        """Move a whole zone, keeping its order, on top of (or below) another."""
        name = "pour_below" if bottom else "pour"
        code.emit(ir.Do(self._function(name, lambda n: self._make_pour(n, bottom)), (source, target)))

    # ------------------------------------------------------------ the functions themselves

    def _function(self, name: str, make: Callable[[str], ir.Function]) -> str:
        full = f"{name}_"
        if full not in self._functions:
            self._functions.add(full)
            self.rules.functions[full] = make(full)
        return full

    def _c(self) -> tuple[str, int, int]:
        return ("c", 0, self.model.components - 1)

    def _p(self, name: str = "p") -> tuple[str, int, int]:
        return (name, 0, max(0, self.model.zone_places - 1))

    def _make_take_out(self, name: str) -> ir.Function:
        c = terms.local("c", 0, self.model.components - 1)
        code = Code(name)
        p = code.keep(self.place_of(c), "p")
        with code.block() as leave:
            if self.model.zone_places:
                with code.block() as unlink:
                    code.statements.extend(self._unlink(c, p))
                code.emit(ir.If(terms.lt(p, terms.const(self.model.zone_places)), unlink))
            for holding in self.model.holdings:
                if holding.room == 1:
                    base = self.model.arrays["occupant"] + self._offset(holding)
                    cell = terms.sub(p, terms.const(holding.place))
                    last = holding.board.count - 1
                    inside = terms.both(terms.ge(p, terms.const(holding.place)), terms.le(cell, terms.const(last)))
                    put = terms.store(base, terms.const(NONE), terms.clamp(cell, 0, last), 0, last, -1, 0)
                    code.emit(ir.If(inside, [put]))
            code.emit(self._set("place", c, terms.const(NONE)))
        code.emit(ir.If(terms.ge(p, ZERO), leave))
        return ir.Function(name, [self._c()], code.statements, changes=True)

    def _unlink(self, c: ir.Expr, p: ir.Expr) -> list[ir.Stmt]:
        code = Code("unlink")
        up, down = (
            ir.Local(ir.INT, -1, self.model.components - 1, "up"),
            ir.Local(ir.INT, -1, self.model.components - 1, "down"),
        )
        code.emit(ir.Set("up", self.above(c)))
        code.emit(ir.Set("down", self.below(c)))
        where = terms.clamp(p, 0, self.model.zone_places - 1)
        up_in, down_in = terms.highest(up, ZERO), terms.highest(down, ZERO)
        code.emit(ir.If(terms.ge(up, ZERO), [self._set("below", up_in, down)], [self._set("top", where, down)]))
        code.emit(ir.If(terms.ge(down, ZERO), [self._set("above", down_in, up)], [self._set("bottom", where, up)]))
        code.emit(self._set("count", where, terms.highest(terms.sub(self.size(where), ONE), ZERO), 0))
        code.emit(self._set("above", c, terms.const(NONE)))
        code.emit(self._set("below", c, terms.const(NONE)))
        bared = self.rules.knowledge.uncovered(down_in, where)
        if bared:
            code.emit(ir.If(terms.both(terms.lt(up, ZERO), terms.ge(down, ZERO)), bared))
        return code.statements

    def _make_put(self, name: str, bottom: bool) -> ir.Function:
        c, p = terms.local("c", 0, self.model.components - 1), terms.local("p", 0, self.model.zone_places - 1)
        end, other = ("bottom", "top") if bottom else ("top", "bottom")
        outward, inward = ("below", "above") if bottom else ("above", "below")
        old = ir.Local(ir.INT, -1, self.model.components - 1, "old")
        body: list[ir.Stmt] = [
            ir.Set("old", self.bottom(p) if bottom else self.top(p)),
            self._set(inward, c, old),
            self._set(outward, c, terms.const(NONE)),
            ir.If(terms.ge(old, ZERO), [self._set(outward, terms.highest(old, ZERO), c)], [self._set(other, p, c)]),
            self._set(end, p, c),
            self._set("count", p, terms.lowest(terms.add(self.size(p), ONE), terms.const(self.model.components)), 0),
            self._set("place", c, p),
            *self.rules.knowledge.entered(c, p, top=not bottom),
            *(
                [ir.If(terms.lt(old, ZERO), bared)]
                if bottom and (bared := self.rules.knowledge.uncovered(c, p))
                else []
            ),
        ]
        return ir.Function(name, [self._c(), self._p()], body, changes=True)

    def walk(self, code: Code, p: ir.Expr, visit: Callable[[ir.Expr], None]) -> None:
        """All that lies in a place, from the bottom up."""
        high = self.model.components - 1
        type_ = Type("number")
        sets.ZoneChain(p, self.bottom, self.top, self.above, self.below, self.size, high + 1, 0, high, type_).each(
            code, visit
        )

    def _make_nth(self, name: str) -> ir.Function:
        p, n = terms.local("p", 0, self.model.zone_places - 1), terms.local("n", -ir.LIMIT, ir.LIMIT)
        code = Code(name)
        at = code.variable(ONE, 0, self.model.components + 1, "at")

        def visit(c: ir.Expr) -> None:
            code.emit(ir.If(terms.eq(at, n), [ir.Return(c)]))
            code.emit(ir.Set(at.name, terms.lowest(terms.add(at, ONE), terms.const(at.hi))))

        self.walk(code, p, visit)
        code.emit(ir.Return(terms.const(NONE)))
        return ir.Function(
            name, [self._p(), ("n", -ir.LIMIT, ir.LIMIT)], code.statements, ir.INT, -1, self.model.components - 1
        )

    def _make_position(self, name: str) -> ir.Function:
        c = terms.local("c", -1, self.model.components - 1)
        code = Code(name)
        n = code.variable(ZERO, 0, self.model.components, "n")
        here = code.variable(c, -1, self.model.components - 1, "here")
        step: list[ir.Stmt] = [
            ir.Set(n.name, terms.lowest(terms.add(n, ONE), terms.const(n.hi))),
            ir.Set(here.name, self.below(here)),
        ]
        code.emit(ir.While([], terms.ge(here, ZERO), step, 0, self.model.components + 1))
        code.emit(ir.Return(n))
        return ir.Function(
            name, [("c", -1, self.model.components - 1)], code.statements, ir.INT, 0, self.model.components
        )

    def _make_shuffle(self, name: str) -> ir.Function:
        """Fisher and Yates, from the top."""
        p = terms.local("p", 0, self.model.zone_places - 1)
        code = Code(name)
        kept = sets.keep(
            code,
            sets.ZoneChain(
                p,
                self.bottom,
                self.top,
                self.above,
                self.below,
                self.size,
                self.model.components,
                0,
                self.model.components - 1,
                NUMBER,
            ),
        )
        last = code.keep(terms.sub(kept.number, ONE), "last")

        def swap(i: ir.Expr) -> None:
            code.emit(ir.Draw("j", terms.add(i, ONE)))
            j = terms.local("j", 0, kept.size - 1)
            code.emit(ir.Set("held", kept.at(i)))
            code.emit(ir.ArrayStore(kept.array, i, kept.size, kept.at(j)))
            code.emit(ir.ArrayStore(kept.array, j, kept.size, terms.local("held", 0, self.model.components - 1)))

        sets.walk(code, ONE, last, swap, backwards=True)
        with code.block() as some:
            before = code.variable(kept.at(ZERO), 0, self.model.components - 1, "before")
            code.emit(self._set("bottom", p, before))
            code.emit(self._set("below", before, terms.const(NONE)))

            def link(i: ir.Expr) -> None:
                c = code.keep(kept.at(i))
                code.emit(self._set("below", c, before))
                code.emit(self._set("above", before, c))
                code.emit(ir.Set(before.name, c))

            sets.walk(code, ONE, last, link)
            code.emit(self._set("above", before, terms.const(NONE)))
            code.emit(self._set("top", p, before))
        code.emit(ir.If(terms.ge(last, ZERO), some))
        return ir.Function(name, [self._p()], code.statements, arrays=code.arrays, changes=True)

    def _make_pour(self, name: str, bottom: bool) -> ir.Function:
        """Everything from p to q, in order, each on top; or below all that lies there."""
        p, q = terms.local("p", 0, self.model.zone_places - 1), terms.local("q", 0, self.model.zone_places - 1)
        code = Code(name)
        chain = sets.ZoneChain(
            p,
            self.bottom,
            self.top,
            self.above,
            self.below,
            self.size,
            self.model.components,
            0,
            self.model.components - 1,
            NUMBER,
        )
        kept = sets.keep(code, chain)
        take = self._function("take_out", self._make_take_out)
        put = self._function("put_bottom" if bottom else "put_top", lambda n: self._make_put(n, bottom))

        def carry(c: ir.Expr) -> None:
            code.emit(ir.Do(take, (c,)))
            code.emit(ir.Do(put, (c, q)))

        kept.each(code, carry, backwards=bottom)
        return ir.Function(name, [self._p(), self._p("q")], code.statements, arrays=code.arrays, changes=True)

"""Sets as the rules see them: never stored, only walked. Each knows how to visit its members, one after the other, in order."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ludwright import ir
from ludwright.ir import terms
from ludwright.model.kinds import Kind, Type, Zone
from ludwright.rules.emit.code import Code

Visit = Callable[[ir.Expr], None]
Test = Callable[[ir.Expr], ir.Expr]


class SetValue:
    """Members of one type, in a fixed order, at most ``bound`` of them."""

    type: Type
    bound: int

    def each(self, code: Code, visit: Visit, alive: ir.Expr | None = None, backwards: bool = False) -> None:
        """Emit a walk over the members. The visit may emit Break to stop; then ``alive`` (a flag) must be false."""
        raise NotImplementedError

    def contains(self, code: Code, x: ir.Expr) -> ir.Expr:
        found = code.switch_on()

        def visit(member: ir.Expr) -> None:
            code.emit(ir.If(terms.eq(member, x), [ir.Set(found.name, terms.YES), ir.Break()]))

        self.each(code, visit, alive=terms.invert(found))
        return found

    def count(self, code: Code) -> ir.Expr:
        total = code.variable(terms.ZERO, 0, self.bound, "count")
        self.each(code, lambda _: code.emit(ir.Set(total.name, terms.add(total, terms.ONE))))
        return total

    def empty(self, code: Code) -> ir.Expr:
        found = code.switch_on()

        def visit(_: ir.Expr) -> None:
            code.emit(ir.Set(found.name, terms.YES))
            code.emit(ir.Break())

        self.each(code, visit, alive=terms.invert(found))
        return terms.invert(found)


def walk(code: Code, start: ir.Expr, stop: ir.Expr, visit: Visit, backwards: bool = False, line: int = 0) -> None:
    name = code.fresh("i")
    with code.block() as body:
        visit(terms.local(name, min(start.lo, stop.hi), max(start.lo, stop.hi)))
    code.emit(ir.Loop(name, start, stop, body, line, backwards))


@dataclass
class Numbers(SetValue):
    start: ir.Expr
    stop: ir.Expr
    type: Type
    line: int = 0
    dice: Zone | None = None
    """The zone in which these dice lie for good."""

    @property
    def bound(self) -> int:  # type: ignore[override]
        return max(0, self.stop.hi - self.start.lo + 1)

    def each(self, code: Code, visit: Visit, alive: ir.Expr | None = None, backwards: bool = False) -> None:
        walk(code, code.keep(self.start), code.keep(self.stop), visit, backwards, self.line)

    def contains(self, code: Code, x: ir.Expr) -> ir.Expr:
        x = code.keep(x)
        return terms.both(terms.ge(x, self.start), terms.le(x, self.stop))

    def count(self, code: Code) -> ir.Expr:
        return terms.highest(terms.ZERO, terms.add(terms.sub(self.stop, self.start), terms.ONE))

    def empty(self, code: Code) -> ir.Expr:
        return terms.gt(self.start, self.stop)


@dataclass
class MemberSet(SetValue):
    """All members of a kind."""

    kind: Kind
    type: Type

    @property
    def bound(self) -> int:  # type: ignore[override]
        return self.kind.count

    def each(self, code: Code, visit: Visit, alive: ir.Expr | None = None, backwards: bool = False) -> None:
        if self.kind.count:
            walk(code, terms.const(self.kind.first), terms.const(self.kind.last), visit, backwards)

    def contains(self, code: Code, x: ir.Expr) -> ir.Expr:
        return terms.both(terms.ge(x, terms.const(self.kind.first)), terms.le(x, terms.const(self.kind.last)))

    def count(self, code: Code) -> ir.Expr:
        return terms.const(self.kind.count)

    def empty(self, code: Code) -> ir.Expr:
        return terms.truth(self.kind.count == 0)


@dataclass
class Circle(SetValue):
    """Seats round the table: ``count`` of them from ``start`` on, to the left."""

    start: ir.Expr
    seats: int
    number: int
    type: Type

    @property
    def bound(self) -> int:  # type: ignore[override]
        return self.number

    def each(self, code: Code, visit: Visit, alive: ir.Expr | None = None, backwards: bool = False) -> None:
        if self.number == 1:
            name = code.fresh("i")
            with code.block() as body:
                visit(self.start)
            code.emit(ir.Loop(name, terms.ZERO, terms.ZERO, body, 0))
            return
        start = code.keep(self.start)

        def seat(step: ir.Expr) -> None:
            visit(code.keep(around(start, step, self.seats), "seat"))

        walk(code, terms.ZERO, terms.const(self.number - 1), seat, backwards)

    def contains(self, code: Code, x: ir.Expr) -> ir.Expr:
        if self.number == self.seats:
            return terms.ge(x, terms.ZERO)
        return super().contains(code, x)

    def count(self, code: Code) -> ir.Expr:
        return terms.const(self.number)

    def empty(self, code: Code) -> ir.Expr:
        return terms.truth(self.number == 0)


def around(start: ir.Expr, step: ir.Expr, seats: int) -> ir.Expr:
    """The seat ``step`` places to the left, 0 <= step < seats."""
    if seats == 2 and terms.is_const(step, 1):
        return terms.sub(terms.ONE, start)
    total = terms.add(start, step)
    if total.hi < seats:
        return total
    wrapped = terms.sub(total, terms.const(seats))
    chosen = terms.select(terms.ge(total, terms.const(seats)), wrapped, total)
    return (
        chosen
        if isinstance(chosen, ir.Const)
        else ir.Select(ir.INT, 0, seats - 1, terms.ge(total, terms.const(seats)), wrapped, total)
    )


@dataclass
class Listed(SetValue):
    """A printed list: the neighbours of a cell, the cells of a line or region. Offsets, then items, lie in the table."""

    offsets: int
    items: int
    total: int
    owner: ir.Expr
    owners: int
    longest: int
    type: Type
    lo: int
    hi: int
    squares: int = 0
    """Where the table says, for each owner and each member, whether it is on the list; 0 if nowhere."""

    @property
    def even(self) -> bool:
        """Whether all lists are of one length: then no offsets are needed."""
        return self.total == self.owners * self.longest

    @property
    def bound(self) -> int:  # type: ignore[override]
        return self.longest

    def contains(self, code: Code, x: ir.Expr) -> ir.Expr:
        if not self.squares:
            return super().contains(code, x)
        row = self.hi + 1
        there = terms.both(
            terms.both(terms.ge(x, terms.ZERO), terms.le(x, terms.const(self.hi))), terms.ge(self.owner, terms.ZERO)
        )
        index = terms.add(terms.mul(self.owner, terms.const(row)), terms.clamp(x, 0, self.hi))
        return terms.both(there, terms.eq(terms.table(self.squares, index, 0, self.owners * row - 1, 0, 1), terms.ONE))

    def _each_of_even(self, code: Code, visit: Visit, backwards: bool) -> None:
        owner = code.keep(self.owner)
        start = code.keep(terms.mul(terms.highest(owner, terms.ZERO), terms.const(self.longest)))
        stop: ir.Expr = terms.const(self.longest - 1)
        if owner.lo < 0:
            stop = terms.select(terms.ge(owner, terms.ZERO), stop, terms.const(-1))
        last = self.total - 1

        def item(i: ir.Expr) -> None:
            visit(code.keep(terms.table(self.items, terms.add(start, i), 0, last, self.lo, self.hi), "member"))

        walk(code, terms.ZERO, stop, item, backwards)

    def each(self, code: Code, visit: Visit, alive: ir.Expr | None = None, backwards: bool = False) -> None:
        if self.even and self.total:
            self._each_of_even(code, visit, backwards)
            return
        owner = code.keep(self.owner)
        start = terms.table(self.offsets, owner, -1, self.owners, 0, self.total)
        stop = terms.sub(terms.table(self.offsets + 1, owner, -1, self.owners - 1, 0, self.total), terms.ONE)
        first, last = code.keep(start), code.keep(stop)
        name = code.fresh("i")
        with code.block() as body:
            index = terms.local(name, 0, max(0, self.total - 1))
            visit(code.keep(terms.table(self.items, index, 0, max(0, self.total - 1), self.lo, self.hi), "member"))
        if self.total:
            code.emit(ir.Loop(name, first, last, body, 0, backwards))

    def count(self, code: Code) -> ir.Expr:
        owner = code.keep(self.owner)
        start = terms.table(self.offsets, owner, -1, self.owners, 0, self.total)
        stop = terms.table(self.offsets + 1, owner, -1, self.owners - 1, 0, self.total)
        return terms.clamp(terms.sub(stop, start), 0, self.longest)


@dataclass
class Ray(SetValue):
    """The cells from (not with) a cell onwards in one direction."""

    step: Callable[[ir.Expr], ir.Expr]
    start: ir.Expr
    longest: int
    type: Type
    round: bool = False
    """Whether it may come back to where it began: there it ends."""

    @property
    def bound(self) -> int:  # type: ignore[override]
        return self.longest

    def each(self, code: Code, visit: Visit, alive: ir.Expr | None = None, backwards: bool = False) -> None:
        if backwards:
            keep(code, self).each(code, visit, alive, backwards=True)
            return
        first = self.step(self.start)
        cell = code.variable(first, -1, first.hi, "cell")
        with code.block() as body:
            here = code.keep(ir.Binary(ir.INT, 0, max(0, first.hi), "max", cell, terms.ZERO), "here")
            code.emit(ir.Set(cell.name, self.step(here)))
            visit(here)
        further = terms.ge(cell, terms.ZERO)
        if self.round:
            further = terms.both(further, terms.ne(cell, self.start))
        code.emit(ir.While([], further, body, 0, self.longest + 1))


@dataclass
class ZoneChain(SetValue):
    """The components in a place, from the bottom up."""

    place: ir.Expr
    bottom: Callable[[ir.Expr], ir.Expr]
    top: Callable[[ir.Expr], ir.Expr]
    above: Callable[[ir.Expr], ir.Expr]
    below: Callable[[ir.Expr], ir.Expr]
    size: Callable[[ir.Expr], ir.Expr]
    most: int
    lo: int
    hi: int
    type: Type
    zone: Zone | None = None

    @property
    def bound(self) -> int:  # type: ignore[override]
        return self.most

    def each(self, code: Code, visit: Visit, alive: ir.Expr | None = None, backwards: bool = False) -> None:
        first = self.top(self.place) if backwards else self.bottom(self.place)
        step = self.below if backwards else self.above
        nxt = code.variable(first, -1, self.hi, "next")
        with code.block() as body:
            # The loop's test proves that there is one; the clamp tells the range without another test.
            here = code.keep(
                ir.Binary(ir.INT, max(0, self.lo), self.hi, "max", nxt, terms.const(max(0, self.lo))), "here"
            )
            code.emit(ir.Set(nxt.name, step(here)))
            visit(here)
        code.emit(ir.While([], terms.ge(nxt, terms.ZERO), body, 0, self.most + 1))

    def count(self, code: Code) -> ir.Expr:
        return self.size(self.place)

    def empty(self, code: Code) -> ir.Expr:
        return terms.eq(self.size(self.place), terms.ZERO)


@dataclass
class Where(SetValue):
    """The members of another set for which a test holds."""

    base: SetValue
    test: Test

    @property
    def type(self) -> Type:  # type: ignore[override]
        return self.base.type

    @property
    def bound(self) -> int:  # type: ignore[override]
        return self.base.bound

    def each(self, code: Code, visit: Visit, alive: ir.Expr | None = None, backwards: bool = False) -> None:
        def narrow(x: ir.Expr) -> None:
            holds = self.test(x)
            with code.block() as body:
                visit(x)
            code.emit(ir.If(holds, body))

        self.base.each(code, narrow, alive, backwards)

    def contains(self, code: Code, x: ir.Expr) -> ir.Expr:
        x = code.keep(x)
        inside = self.base.contains(code, x)
        with code.block() as more:
            holds = self.test(x)
        return also(code, inside, more, holds)


class InPlay(Where):
    """The members of a set of pieces that lie somewhere."""


class Leading(Where):
    """The members of a set for which a test holds where none comes behind one for which it does not: a walk ends there."""

    def each(self, code: Code, visit: Visit, alive: ir.Expr | None = None, backwards: bool = False) -> None:
        if backwards:
            super().each(code, visit, alive, backwards)
            return

        def until(x: ir.Expr) -> None:
            code.emit(ir.If(terms.invert(self.test(x)), [ir.Break()]))
            visit(x)

        self.base.each(code, until, alive)


@dataclass
class Beginning(SetValue):
    """The longest beginning of another set for which a test holds."""

    base: SetValue
    test: Test

    @property
    def type(self) -> Type:  # type: ignore[override]
        return self.base.type

    @property
    def bound(self) -> int:  # type: ignore[override]
        return self.base.bound

    def each(self, code: Code, visit: Visit, alive: ir.Expr | None = None, backwards: bool = False) -> None:
        if backwards:
            keep(code, self).each(code, visit, alive, backwards=True)
            return

        def until(x: ir.Expr) -> None:
            code.emit(ir.If(terms.invert(self.test(x)), [ir.Break()]))
            visit(x)

        in_one_walk(code, self.base).each(code, until, alive)


@dataclass
class Joined(SetValue):
    """One set after another."""

    a: SetValue
    b: SetValue

    @property
    def type(self) -> Type:  # type: ignore[override]
        return self.a.type

    @property
    def bound(self) -> int:  # type: ignore[override]
        return self.a.bound + self.b.bound

    def each(self, code: Code, visit: Visit, alive: ir.Expr | None = None, backwards: bool = False) -> None:
        first, second = (self.b, self.a) if backwards else (self.a, self.b)
        first.each(code, visit, alive, backwards)
        with code.block() as body:
            second.each(code, visit, alive, backwards)
        if alive is None:
            code.statements.extend(body)
        else:
            code.emit(ir.If(alive, body))

    def contains(self, code: Code, x: ir.Expr) -> ir.Expr:
        x = code.keep(x)
        return terms.either(self.a.contains(code, x), self.b.contains(code, x))

    def count(self, code: Code) -> ir.Expr:
        return terms.add(self.a.count(code), self.b.count(code))

    def empty(self, code: Code) -> ir.Expr:
        return terms.both(self.a.empty(code), self.b.empty(code))


@dataclass
class One(SetValue):
    """A single thing, or nothing where it is `none`."""

    member: ir.Expr
    type: Type
    bound: int = 1

    def each(self, code: Code, visit: Visit, alive: ir.Expr | None = None, backwards: bool = False) -> None:
        member = code.keep(self.member)
        name = code.fresh("i")
        with code.block() as body:
            if member.lo < 0:
                member = code.keep(ir.Binary(ir.INT, 0, max(0, member.hi), "max", member, terms.ZERO))
            visit(member)
        there = terms.select(terms.ge(self.member, terms.ZERO), terms.ZERO, terms.const(-1))
        code.emit(ir.Loop(name, terms.ZERO, there, body, 0))

    def contains(self, code: Code, x: ir.Expr) -> ir.Expr:
        return terms.both(terms.eq(x, self.member), terms.ge(x, terms.ZERO))

    def count(self, code: Code) -> ir.Expr:
        return terms.as_int(terms.ge(self.member, terms.ZERO))

    def empty(self, code: Code) -> ir.Expr:
        return terms.lt(self.member, terms.ZERO)


@dataclass
class StoredSet(SetValue):
    """Members noted down in a local array."""

    array: str
    size: int
    number: ir.Expr
    type: Type
    lo: int
    hi: int

    @property
    def bound(self) -> int:  # type: ignore[override]
        return self.size

    def noted(self) -> StoredSet:
        """The same, when what it depends on is about to change."""
        return self

    def at(self, index: ir.Expr) -> ir.Expr:
        return ir.ArrayLoad(ir.INT, self.lo, self.hi, self.array, index, self.size)

    def each(self, code: Code, visit: Visit, alive: ir.Expr | None = None, backwards: bool = False) -> None:
        last = terms.sub(self.number, terms.ONE)
        walk(code, terms.ZERO, last, lambda i: visit(code.keep(self.at(i), "member")), backwards)

    def count(self, code: Code) -> ir.Expr:
        return self.number

    def empty(self, code: Code) -> ir.Expr:
        return terms.eq(self.number, terms.ZERO)


def keep(code: Code, members: SetValue) -> StoredSet:
    """Note the members down now, in order."""
    size = max(1, members.bound)
    array = code.array(size)
    number = code.variable(terms.ZERO, 0, size, "count")
    seen: list[tuple[int, int]] = []

    def visit(x: ir.Expr) -> None:
        seen.append((x.lo, x.hi))
        code.emit(ir.ArrayStore(array, number, size, x))
        code.emit(ir.Set(number.name, terms.lowest(terms.add(number, terms.ONE), terms.const(size))))

    members.each(code, visit)
    return StoredSet(
        array,
        size,
        number,
        members.type,
        min((lo for lo, _ in seen), default=0),
        max((hi for _, hi in seen), default=0),
    )


def in_one_walk(code: Code, members: SetValue) -> SetValue:
    """The same members in a single loop: two sets one after the other are noted down first."""
    innermost = members
    while isinstance(getattr(innermost, "base", None), SetValue):
        innermost = innermost.base  # type: ignore[attr-defined]
    return keep(code, members) if isinstance(innermost, Joined) else members


def also(code: Code, first: ir.Expr, more: list[ir.Stmt], second: ir.Expr) -> ir.Expr:
    """``first and second``, where ``more`` must run before the second and only if the first holds."""
    if not more and cheap(second):
        return terms.both(first, second)
    if terms.is_const(first, 0):
        return terms.NO
    if terms.is_const(first, 1):
        code.statements.extend(more)
        return second
    result = code.fresh("holds")
    code.emit(ir.Set(result, first))
    code.emit(ir.If(terms.flag(result), [*more, ir.Set(result, second)]))
    return terms.flag(result)


def cheap(e: ir.Expr, budget: int = 12) -> bool:
    """Whether working out an expression costs so little that a branch round it would cost more."""
    return _weight(e) <= budget


def _weight(e: ir.Expr) -> int:
    match e:
        case ir.Call():
            return 100
        case ir.Binary():
            return 1 + _weight(e.a) + _weight(e.b)
        case ir.Unary():
            return 1 + _weight(e.a)
        case ir.Select():
            return 1 + _weight(e.cond) + _weight(e.a) + _weight(e.b)
        case ir.Load() | ir.ArrayLoad():
            return 1 + _weight(e.index)
    return 0


def sort(code: Code, kept: StoredSet, key: Test) -> None:
    """Put noted members into ascending order of a key; equal ones keep their order."""
    keys = code.array(kept.size, "keys")

    def insert(i: ir.Expr) -> None:
        x = code.keep(kept.at(i), "x")
        value = code.keep(key(x), "key")
        spot = code.variable(i, 0, kept.size, "spot")
        before = terms.highest(terms.sub(spot, terms.ONE), terms.ZERO)
        if value.type == ir.REAL:
            insert_by_fraction(x, value, spot, before)
            return
        held = ir.ArrayLoad(ir.INT, -ir.LIMIT, ir.LIMIT, keys, before, kept.size)
        shift: list[ir.Stmt] = [
            ir.ArrayStore(keys, spot, kept.size, held),
            ir.ArrayStore(kept.array, spot, kept.size, kept.at(before)),
            ir.Set(spot.name, before),
        ]
        higher = terms.both(terms.gt(spot, terms.ZERO), terms.gt(held, value))
        code.emit(ir.While([], higher, shift, 0, kept.size + 1))
        code.emit(ir.ArrayStore(keys, spot, kept.size, value))
        code.emit(ir.ArrayStore(kept.array, spot, kept.size, x))

    def insert_by_fraction(x: ir.Expr, value: ir.Expr, spot: ir.Local, before: ir.Expr) -> None:
        # arrays hold whole numbers only: the other's key is worked out again
        with code.block() as test:
            other = code.keep(key(code.keep(kept.at(before), "other")), "key")
        higher = terms.both(terms.gt(spot, terms.ZERO), terms.compare("gt", other, value))
        shift: list[ir.Stmt] = [
            ir.ArrayStore(kept.array, spot, kept.size, kept.at(before)),
            ir.Set(spot.name, before),
        ]
        code.emit(ir.While(test, higher, shift, 0, kept.size + 1))
        code.emit(ir.ArrayStore(kept.array, spot, kept.size, x))

    walk(code, terms.ZERO, terms.sub(kept.number, terms.ONE), insert)


def zone_place(members: SetValue) -> ir.Expr | None:
    """The place of the zone a set of cards is taken from."""
    while isinstance(members, Where | Beginning):
        members = members.base
    return members.place if isinstance(members, ZoneChain) and members.zone is not None else None

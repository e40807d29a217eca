"""Cards that can be told apart though they lie face down: by a mark that everybody sees, or as a variable that everybody sees refers to one.

A shuffle loses sight of nothing that can be told apart. So cards that look alike from behind are mixed with each other only; each such part of a zone is
mixed as if the others did not lie there."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ludwright import ir
from ludwright.ir import terms
from ludwright.ir.terms import NONE, ONE, ZERO
from ludwright.model.kinds import Field, Kind
from ludwright.rules.emit.code import Code
from ludwright.rules.names import sets

if TYPE_CHECKING:
    from ludwright.rules.compiler import Rules


class CardTracking:
    """Goes through the parts of a zone. In most games there is but one, and nothing is emitted."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.model = rules.model

    @property
    def apart(self) -> bool:
        """Whether cards that not everybody sees can be told apart from behind."""
        return bool(self._marks() or self._pointers())

    def _marks(self) -> list[Field]:
        """What everybody sees of single cards though they lie face down."""
        marks = [mark for kind in self.model.component_kinds if self._is_veiled(kind) for mark in kind.fields.values()]
        return [mark for mark in marks if mark.public and len(mark.dims) == 1 and mark.name != "face"]

    def _pointers(self) -> list[Field]:
        """Variables that everybody sees and that hold such cards."""
        fields = [field for field in self.model.all_fields() if field.public]
        return [field for field in fields if field.type.kind is not None and self._is_veiled(field.type.kind)]

    def _is_veiled(self, kind: Kind) -> bool:
        return kind.role == "component" and any(one in self.model.veiled for one in kind.root.family())

    def each_mixed(self, code: Code, p: ir.Expr, visit: Callable[[ir.Expr], None]) -> None:
        """All cards in a place, of the part that is mixed."""
        places = self.rules.places

        def look(c: ir.Expr) -> None:
            with code.block() as here:
                visit(c)
            code.emit(ir.If(terms.eq(places.place_of(c), p), here))

        places.walk(code, p, look if self.apart else visit)

    def number_mixed(self, code: Code, p: ir.Expr) -> ir.Expr:
        """How many these are."""
        if not self.apart:
            return self.rules.places.size(p)
        number = code.variable(ZERO, 0, self.model.components, "number")
        more = terms.lowest(terms.add(number, ONE), terms.const(self.model.components))
        self.each_mixed(code, p, lambda c: code.emit(ir.Set(number.name, more)))
        return number

    def lowest_mixed(self, code: Code, p: ir.Expr) -> ir.Expr:
        """The first of them, from the bottom up."""
        if not self.apart:
            return self.rules.places.bottom(p)
        lowest = code.variable(terms.const(NONE), NONE, self.model.components - 1, "lowest")
        first = terms.lt(lowest, ZERO)
        self.each_mixed(code, p, lambda c: code.emit(ir.If(first, [ir.Set(lowest.name, c)])))
        return lowest

    def each_part(self, name: str, mix: str) -> ir.Function:
        """A function that mixes what looks alike in a place, one part after the other; what is not of a part is out of the way meanwhile."""
        places, most = self.rules.places, self.model.components
        p = terms.local("p", 0, self.model.zone_places - 1)
        code = Code(name)
        done = code.array(most, "done")
        referred = code.array(most, "referred")

        def is_set(array: str, c: ir.Expr) -> ir.Expr:
            return terms.eq(ir.ArrayLoad(ir.INT, 0, 1, array, c, most), ONE)

        def begin(c: ir.Expr) -> None:
            code.emit(ir.ArrayStore(done, c, most, ZERO))
            code.emit(ir.ArrayStore(referred, c, most, terms.as_int(self._is_referred_to(code, c))))

        def part(c: ir.Expr) -> None:
            def sort(s: ir.Expr) -> None:
                single = terms.either(is_set(referred, c), is_set(referred, s))
                like = terms.either(terms.eq(s, c), terms.both(terms.invert(single), self._marked_alike(s, c)))
                away: list[ir.Stmt] = [places._set("place", s, terms.const(NONE))]
                code.emit(ir.If(like, [ir.ArrayStore(done, s, most, ONE)], away))

            with code.block() as mixed:
                places.walk(code, p, sort)
                code.emit(ir.Do(mix, (p,)))
                places.walk(code, p, lambda s: code.emit(places._set("place", s, p)))
            code.emit(ir.If(terms.invert(is_set(done, c)), mixed))

        places.walk(code, p, begin)
        places.walk(code, p, part)
        return ir.Function(name, [("p", 0, p.hi)], code.statements, arrays=code.arrays, changes=True)

    def _is_referred_to(self, code: Code, c: ir.Expr) -> ir.Expr:
        found = code.switch_on(False, "found")
        for field in self._pointers():

            def look(i: ir.Expr, field: Field = field) -> None:
                held = terms.state(field.base, i, 0, field.size - 1, field.lo, field.hi)
                code.emit(ir.If(terms.eq(held, c), [ir.Set(found.name, terms.YES), ir.Break()]))

            sets.walk(code, ZERO, terms.const(field.size - 1), look)
        return found

    def _marked_alike(self, one: ir.Expr, two: ir.Expr) -> ir.Expr:
        """Whether two cards carry the same marks."""
        alike: ir.Expr = terms.YES
        for mark in self._marks():
            alike = terms.both(alike, terms.eq(self._mark(mark, one), self._mark(mark, two)))
        return alike

    def _mark(self, mark: Field, c: ir.Expr) -> ir.Expr:
        """What a card carries; one less than it could be, if it has no such mark."""
        owner = mark.dims[0]
        last = owner.count - 1
        index = terms.clamp(terms.sub(c, terms.const(owner.first)), 0, last)
        has = terms.eq(terms.add(index, terms.const(owner.first)), c)
        return terms.select(
            has, terms.state(mark.base, index, 0, last, mark.lo, mark.hi), terms.const(max(mark.lo - 1, -ir.LIMIT))
        )

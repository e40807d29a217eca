"""Moving cards and things: from zone to zone, to cells, out of play; shuffles, swaps and thrown dice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludwright import ir
from ludwright.ir import terms
from ludwright.ir.terms import ONE, ZERO
from ludwright.language import syntax
from ludwright.language.syntax import Part
from ludwright.model.kinds import Field, Holding, Type, Zone
from ludwright.rules.names import sets
from ludwright.rules.names.scope import FieldRef, Scalar, Scope, WrongError, ZoneFamily, ZoneRef

if TYPE_CHECKING:
    from ludwright.rules.compiler import Rules
    from ludwright.rules.effects.assignments import Assignments


class Moves:
    """Effects that change where things lie."""

    def __init__(self, rules: Rules, assignments: Assignments) -> None:
        self.rules = rules
        self.model = rules.model
        self.assignments = assignments

    def target(self, node: Part, scope: Scope) -> tuple[ZoneRef, bool]:
        """Where things go: a zone or a cell, on top or at the bottom."""
        formulas = self.rules.formulas
        bottom = False
        if isinstance(node, syntax.Of) and str(node.name) in ("top", "bottom"):
            bottom = str(node.name) == "bottom"
            node = node.whole
        value = formulas.value(node, scope)
        if isinstance(value, FieldRef):
            value = formulas.as_scalar(value, node, scope)
        if isinstance(value, ZoneRef):
            return ZoneRef(scope.code.keep(value.place), value.zone), bottom
        if isinstance(value, Scalar) and value.type.kind is not None and value.type.kind.holds:
            holdings = list(value.type.kind.holds.values())
            if len(holdings) == 1:
                return ZoneRef(self.rules.places.of_cell(holdings[0], scope.code.keep(value.expr)), holdings[0]), bottom
            return ZoneRef(scope.code.keep(value.expr), holdings[0]), bottom
        if isinstance(value, ZoneFamily):
            raise self.rules.wrong(scope, node, f"`{value.zone.name}` needs an index: which one?")
        what, hint = value.type if isinstance(value, Scalar) else "not a place", ""
        if isinstance(value, Scalar) and value.type.kind is not None and value.type.kind.role == "cell":
            what, hint = (
                f"{what} without room for things",
                "say in the line of the board what fits on a cell, for example `holds 1 pawn`",
            )
        raise self.rules.wrong(scope, node, f"expected a zone or a cell, this is {what}", hint)

    def _room_for(self, target: ZoneRef, type_: Type, node: Part, scope: Scope) -> ZoneRef:
        """Among several rooms of a cell, the one for this kind; and a check that the kind may lie there."""
        zone = target.zone
        if isinstance(zone, Holding) and len(zone.board.holds) > 1:
            for holding in zone.board.holds.values():
                if self.rules.fitting.comparable(holding.kind, type_.kind):
                    return ZoneRef(self.rules.places.of_cell(holding, target.place), holding)
        kinds = [zone.kind] if isinstance(zone, Holding) else zone.kinds
        if type_.kind is not None and not any(self.rules.fitting.comparable(k, type_.kind) for k in kinds):
            named = zone.board.name if isinstance(zone, Holding) else zone.name
            raise self.rules.wrong(
                scope, node, f"{type_} can't lie in `{named}`", f"it holds {', '.join(k.plural for k in kinds)}"
            )
        return target

    def move(self, node: syntax.Move, scope: Scope) -> None:
        things = node.things
        formulas, places = self.rules.formulas, self.rules.places
        value = formulas.value(things, scope)
        line = self.rules.line(scope, node)
        target, bottom = self.target(node.to, scope)
        if isinstance(value, ZoneRef) and isinstance(value.zone, Zone) and isinstance(target.zone, Zone):
            self._room_for(target, formulas.as_set(value, things, scope).type, node, scope)
            self._room_in(value, target, line, scope)
            places.take_all(scope.code, value.place, target.place, bottom)
            return
        if isinstance(value, FieldRef):
            value = formulas.as_scalar(value, things, scope)
        if isinstance(value, Scalar):
            if value.type.kind is None or value.type.kind.role != "component":
                raise self.rules.wrong(scope, things, f"only cards and things can be moved, this is {value.type}")
            target = self._room_for(target, value.type, node, scope)
            places.move(scope.code, scope.code.keep(value.expr), target, bottom, line)
            return
        members = formulas.as_set(value, things, scope)
        if members.type.kind is None or members.type.kind.role != "component":
            raise self.rules.wrong(
                scope, things, f"only cards and things can be moved, these are things such as {members.type}"
            )
        target = self._room_for(target, members.type, node, scope)
        kept = members if isinstance(members, sets.StoredSet) else sets.keep(scope.code, members)
        kept.each(scope.code, lambda c: places.move(scope.code, c, target, bottom, line), backwards=bottom)

    def _room_in(self, source: ZoneRef, target: ZoneRef, line: int, scope: Scope) -> None:
        """A whole zone goes only where there is room for all of it."""
        capacity = self.rules.upkeep.capacity(target.zone)
        if capacity is not None:
            size = self.rules.places.size
            together = terms.add(size(source.place), size(target.place))
            fits = terms.either(terms.eq(source.place, target.place), terms.le(together, capacity))
            scope.code.emit(ir.Check(fits, ir.FULL, line))

    def draw_cards(self, node: syntax.DrawingCards, scope: Scope) -> None:
        start, _ = self.target(node.source, scope)
        target, bottom = self.target(node.to, scope)
        many = scope.code.keep(self.rules.formulas.number(node.number, scope))
        self.draw(many, start, target, bottom, isinstance(node, syntax.DrawCards), node, scope)

    def draw(
        self, many: ir.Expr, start: ZoneRef, target: ZoneRef, bottom: bool, exactly: bool, node: Part, scope: Scope
    ) -> None:
        code, places = scope.code, self.rules.places
        line = self.rules.line(scope, node)
        if not isinstance(start.zone, Zone):
            raise self.rules.wrong(scope, node, "cards are drawn from a zone", "to take a piece from a cell use `move`")
        target = self._room_for(target, self.rules.formulas.as_set(start, node, scope).type, node, scope)
        refill = self.rules.upkeep.refill_place(start, scope)
        if refill is not None:
            with code.block() as more:
                places.shuffle(code, refill)
                places.take_all(code, refill, start.place, bottom=True)
            code.emit(ir.If(terms.lt(places.size(start.place), many), more))
        name = code.fresh("drawn")
        with code.block() as body:
            c = code.keep(places.top(start.place), "card")
            if exactly:
                code.emit(ir.Check(terms.ge(c, ZERO), ir.EMPTY, line))
            code.emit(ir.If(terms.lt(c, ZERO), [ir.Break()]))
            places.move(code, code.keep(terms.highest(c, ZERO)), target, bottom, line)
        most = terms.lowest(many, terms.const(self.model.components)) if not exactly else many
        code.emit(ir.Loop(name, ONE, most, body, line))

    def deal(self, node: syntax.Deal, scope: Scope) -> None:
        name = node.to
        zone = self.model.owned_zone(self.model.player, str(name))
        if zone is None and str(name) in self.model.broken:
            raise WrongError
        if zone is None:
            raise self.rules.wrong(scope, name, f"players have no zone `{name}`", "declare it below `each player`")
        start, _ = self.target(node.source, scope)
        many = scope.code.keep(self.rules.formulas.number(node.number, scope))

        def give(seat: ir.Expr) -> None:
            self.draw(many, start, self.rules.places.zone(ZoneFamily(zone, (seat,))), False, True, node, scope)

        self.rules.formulas.seats().each(scope.code, give)

    def shuffle(self, node: syntax.Shuffle, scope: Scope) -> None:
        target, _ = self.target(node.zone, scope)
        if not isinstance(target.zone, Zone):
            raise self.rules.wrong(scope, node, "only zones can be shuffled")
        self.rules.places.shuffle(scope.code, target.place)

    def remove(self, node: syntax.Remove, scope: Scope) -> None:
        value = self.rules.formulas.value(node.things, scope)
        line = self.rules.line(scope, node)
        code = scope.code
        members = self.rules.formulas.as_set(value, node.things, scope)
        if members.type.kind is None or members.type.kind.role != "component":
            raise self.rules.wrong(scope, node, f"only cards and things can be removed, this is {members.type}")
        kept = sets.keep(code, members)

        def away(c: ir.Expr) -> None:
            self.rules.places.remove(code, c, line)
            self.rules.upkeep.forget(code, c, members.type.kind)

        kept.each(code, away)

    def swap(self, node: syntax.Swap, scope: Scope) -> None:
        first, second = node.one, node.other
        code = scope.code
        values = [self.rules.formulas.value(n, scope) for n in (first, second)]
        zones = [v for v in values if isinstance(v, ZoneRef) and isinstance(v.zone, Zone)]
        if len(zones) == len(values):
            one_zone, other_zone = (ZoneRef(code.keep(v.place), v.zone) for v in zones)
            self._swap_zones(one_zone, other_zone, node, scope)
            return
        left, right = self.assignments.lvalue(first, scope), self.assignments.lvalue(second, scope)
        if not isinstance(left, FieldRef) or not isinstance(right, FieldRef):
            raise self.rules.wrong(scope, node, "only zones and variables can be swapped")
        one = self.rules.formulas.as_scalar(self.rules.formulas.load(left.field, left.given, scope, node), first, scope)
        held = Scalar(code.keep(terms.as_int(one.expr)), one.type)
        two = self.rules.formulas.load(right.field, right.given, scope, node)
        with self.rules.hidden_changes.swapped([self._end(ref, node, scope) for ref in (left, right)], node, scope):
            self.assignments.store(left.field, left.given, two, node, scope)
            self.assignments.store(right.field, right.given, held, node, scope)

    def _swap_zones(self, one: ZoneRef, other: ZoneRef, node: syntax.Swap, scope: Scope) -> None:
        """All that lies in two zones changes places, if it may lie there and there is room."""
        formulas, places, line = self.rules.formulas, self.rules.places, self.rules.line(scope, node)
        for source, target, named in ((one, other, node.one), (other, one, node.other)):
            self._room_for(target, formulas.as_set(source, named, scope).type, node, scope)
            capacity = self.rules.upkeep.capacity(target.zone)
            if capacity is not None:
                scope.code.emit(ir.Check(terms.le(places.size(source.place), capacity), ir.FULL, line))
        kept = sets.keep(scope.code, formulas.as_set(one, node.one, scope))
        places.take_all(scope.code, other.place, one.place, bottom=False)
        kept.each(scope.code, lambda c: places.move(scope.code, c, other, False, line))

    def _end(self, ref: FieldRef, node: Part, scope: Scope) -> tuple[Field, ir.Expr]:
        """A variable that changes places, and which of its numbers."""
        safe = tuple(
            terms.highest(g, terms.const(d.first)) if d.type.form == "ref" else g
            for d, g in zip(ref.field.dims, ref.given, strict=False)
        )
        return ref.field, scope.code.keep(self.rules.addresses.address(ref.field, safe, scope, node)[0])

    def pass_on(self, node: syntax.Pass, scope: Scope) -> None:
        name, way = node.zone, node.to
        zone = self.model.owned_zone(self.model.player, str(name))
        if zone is None and str(name) in self.model.broken:
            raise WrongError
        if zone is None or str(way) not in ("left", "right"):
            raise self.rules.wrong(
                scope, node, "expected a zone of every player, and `left` or `right`", "for example `pass hand to left`"
            )
        self.rules.seats.pass_round(zone, str(way), scope)

    def reroll(self, node: syntax.Reroll, scope: Scope) -> None:
        code = scope.code
        members = self.rules.formulas.members(node.dice, scope)
        kind = members.type.kind
        if kind is None or not kind.faces:
            raise self.rules.wrong(scope, node, "only dice can be rolled")
        face = kind.fields["face"]
        kept = members if isinstance(members, sets.Numbers | sets.StoredSet) else sets.keep(code, members)

        def throw(die: ir.Expr) -> None:
            value = self.rules.throw(code, kind.faces)
            index, _, last = self.rules.addresses.address(face, (die,), scope, node)
            code.emit(ir.Store(face.base, index, 0, last, value, face.lo, face.hi, 0))
            code.statements.extend(self.rules.knowledge.rolled(die))
            code.emit(ir.Note("rolled die", (die, value)))

        kept.each(code, throw)

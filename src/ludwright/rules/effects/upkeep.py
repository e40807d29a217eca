"""Things made and removed, zones that are refilled or have limited room."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ludwright import ir
from ludwright.ir import terms
from ludwright.ir.terms import NONE, ZERO
from ludwright.model.kinds import Kind, Zone
from ludwright.rules.emit.code import Code
from ludwright.rules.names.scope import Scope, ZoneRef

if TYPE_CHECKING:
    from ludwright.rules.compiler import Rules

WORD = 2**31 - 1


class Upkeep:
    """Keeps marks, references and rows in order."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def capacity(self, zone: Any) -> ir.Expr | None:
        if not isinstance(zone, Zone):
            return terms.const(zone.room)
        if zone.capacity is None:
            return None
        return self.rules.formulas.number(zone.capacity, Scope(Code("capacity"), zone.declaration))

    def refill_ref(self, target: ZoneRef, scope: Scope) -> ZoneRef | None:
        zone = target.zone
        if not isinstance(zone, Zone) or zone.refill is None:
            return None
        inner = Scope(scope.code, zone.declaration)
        if zone.owner is not None:
            per = zone.size // zone.owner.count
            index = terms.div(terms.sub(target.place, terms.const(zone.place)), terms.const(per))
            owner = terms.add(terms.clamp(index, 0, zone.owner.count - 1), terms.const(zone.owner.first))
            inner.owner = (zone.owner, owner)
        value = self.rules.formulas.value(zone.refill, inner)
        if not isinstance(value, ZoneRef) or not isinstance(value.zone, Zone):
            raise self.rules.wrong(inner, zone.refill, "a zone is refilled from another zone")
        return ZoneRef(scope.code.keep(value.place), value.zone)

    def refill_place(self, start: ZoneRef, scope: Scope) -> ir.Expr | None:
        zone = start.zone
        if not isinstance(zone, Zone) or zone.capacity is not None:
            return None
        ref = self.refill_ref(start, scope)
        return ref.place if ref is not None else None

    def fresh_marks(self, code: Code, kind: Kind, thing: ir.Expr) -> None:
        """Set the marks of a new thing to their start."""
        for ancestor in {
            id(k): k for k in [*kind.ancestors(), *self.rules.properties._descendants(kind.root), kind.root]
        }.values():
            for field in ancestor.fields.values():
                scope = Scope(code, field.declaration)
                index, _, last = self.rules.addresses.address(field, (thing,), scope, field.tree)
                start = terms.table(self.rules.image_base + field.base, index, 0, last, field.lo, field.hi)
                code.emit(ir.Store(field.base, index, 0, last, start, field.lo, field.hi, 0))

    def forget(self, code: Code, thing: ir.Expr, kind: Kind | None) -> None:
        """References to a removed thing become `none`, and its timers die."""
        if kind is None:
            return
        self.rules.clock.forget(code, thing)
        for field in self.rules.model.all_fields():
            if (
                field.type.form == "ref"
                and field.type.kind is not None
                and field.type.kind.role == "component"
                and self.rules.fitting.comparable(field.type.kind, kind)
                and field.type.optional
            ):
                name = code.fresh("i")
                word = terms.state(
                    field.base, terms.local(name, 0, field.size - 1), 0, field.size - 1, field.lo, field.hi
                )
                clear = terms.store(
                    field.base,
                    terms.const(NONE),
                    terms.local(name, 0, field.size - 1),
                    0,
                    field.size - 1,
                    NONE,
                    field.hi,
                )
                code.emit(ir.Loop(name, ZERO, terms.const(field.size - 1), [ir.If(terms.eq(word, thing), [clear])], 0))

"""Where something goes in `c enters p.hand`: a zone, a zone of every player, a cell, or some cells."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from lark import Token

from ludwright import ir
from ludwright.ir import terms
from ludwright.language import syntax
from ludwright.model.kinds import Holding, Kind, Zone
from ludwright.rules.names import sets
from ludwright.rules.names.scope import FieldRef, KindRef, Scalar, Scope, Value, ZoneFamily, ZoneRef

if TYPE_CHECKING:
    from ludwright.expectations.naming import ExpectationNames
    from ludwright.language.syntax import Part


@dataclass(frozen=True)
class EnteredPlace:
    """What must hold of the place that was entered, what can lie there, and the name that is new."""

    test: ir.Expr
    kinds: list[Kind]
    new: dict[str, Scalar] = field(default_factory=dict)


class Entering:
    """Reads where something goes."""

    def __init__(self, naming: ExpectationNames, scope: Scope) -> None:
        self.naming, self.rules, self.scope = naming, naming.rules, scope
        self.place = terms.state(naming.shared.where, lo=-1, hi=max(0, self.rules.model.places - 1))

    def read(self, node: Part) -> EnteredPlace:
        """The target; a place of another sort is a mistake."""
        found = self._of_anyone(node)
        if found is not None:
            return found
        value = self.rules.formulas.value(node, self.scope)
        if isinstance(value, FieldRef):
            value = self.rules.formulas.as_scalar(value, node, self.scope)
        target = self._zone(value) or self._cells(value)
        if target is None:
            what = value.type if isinstance(value, Scalar) else "not a place"
            raise self.rules.wrong(self.scope, node, f"expected a zone or a cell, this is {what}")
        return target

    # ------------------------------------------------------------ zones

    def _of_anyone(self, node: Part) -> EnteredPlace | None:
        """`hand` and `p.hand` with a new name: the zone of anybody, who gets that name."""
        owner: Part | None = None
        name = node
        if isinstance(node, syntax.MemberOf) and node.arguments is None:
            owner, name = node.subject, node.name
            if not self.naming.is_new(owner, self.scope):
                return None
        if not isinstance(name, Token) or str(name) in self.rules.model.zones or str(name) in self.scope.names:
            return None
        owned = [zone for zone in self.rules.model.owned_zones.values() if zone.name == str(name)]
        if len(owned) != 1:
            return None
        zone, dim = owned[0], owned[0].dims[0]
        if owner is None:
            return EnteredPlace(self._inside(zone), list(zone.kinds))
        which = terms.div(terms.sub(self.place, terms.const(zone.place)), terms.const(zone.size // dim.count))
        member = terms.clamp(terms.add(which, terms.const(dim.first)), dim.first, dim.last)
        return EnteredPlace(self._inside(zone), list(zone.kinds), {str(owner): Scalar(member, dim.type)})

    def _inside(self, zone: Zone) -> ir.Expr:
        return self._between(zone.place, zone.place + zone.size - 1)

    def _between(self, first: int, last: int) -> ir.Expr:
        return terms.both(terms.ge(self.place, terms.const(first)), terms.le(self.place, terms.const(last)))

    def _zone(self, value: Value) -> EnteredPlace | None:
        if isinstance(value, ZoneRef) and isinstance(value.zone, Zone):
            return EnteredPlace(terms.eq(self.place, value.place), list(value.zone.kinds))
        if isinstance(value, ZoneFamily):
            return EnteredPlace(self._inside(value.zone), list(value.zone.kinds))
        return None

    # ------------------------------------------------------------ cells

    def _cells(self, value: Value) -> EnteredPlace | None:
        kind = (
            value.kind
            if isinstance(value, KindRef)
            else value.type.kind
            if isinstance(value, Scalar | sets.SetValue)
            else None
        )
        if kind is None or not kind.holds:
            return None
        test: ir.Expr = terms.NO
        for holding in kind.holds.values():
            test = terms.either(test, self._on(holding, value))
        return EnteredPlace(test, [holding.kind for holding in kind.holds.values()])

    def _on(self, holding: Holding, value: Value) -> ir.Expr:
        """Whether the place is the room on one of these cells."""
        there = self._between(holding.place, holding.place + holding.board.count - 1)
        cell = terms.clamp(terms.sub(self.place, terms.const(holding.place)), 0, holding.board.count - 1)
        if isinstance(value, Scalar):
            return terms.both(there, terms.eq(cell, value.expr))
        if isinstance(value, sets.SetValue):
            return terms.both(there, value.contains(self.scope.code, cell))
        return there
